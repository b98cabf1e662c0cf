//! Boards of other games, as a home that knows their rules describes them.

use crate::chess::Colour;

/// A game of the menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Game {
    /// Chess, whose rules the device knows itself.
    Chess,
    /// Othello.
    Othello,
    /// The eight queens.
    Queens,
    /// Halma on 8x8 squares.
    Halma,
    /// Backgammon.
    Backgammon,
}

impl Game {
    /// All games, in the order of the menu.
    pub const ALL: [Game; 5] = [Game::Chess, Game::Othello, Game::Queens, Game::Halma, Game::Backgammon];

    /// Name in the menu.
    pub fn name(self) -> &'static str {
        match self {
            Game::Chess => "Chess",
            Game::Othello => "Othello",
            Game::Queens => "Queens",
            Game::Halma => "Halma",
            Game::Backgammon => "Backgammon",
        }
    }

    /// Columns and rows that the cursor goes through. A board of backgammon has twelve points, the bar and the tray in each
    /// of two rows.
    pub fn grid(self) -> (u8, u8) {
        if self == Game::Backgammon { (14, 2) } else { (8, 8) }
    }

    /// Cell of the cursor at the start.
    pub(crate) fn first_cell(self) -> u8 {
        match self {
            Game::Chess => 52,
            Game::Othello | Game::Queens | Game::Halma => 36,
            Game::Backgammon => 20,
        }
    }

    pub(crate) fn code(self) -> u8 {
        self as u8
    }

    pub(crate) fn of_code(code: u8) -> Game {
        Game::ALL.get(usize::from(code)).copied().unwrap_or(Game::Chess)
    }

    /// The game after this one in the menu, or before it.
    pub(crate) fn next(self, is_forward: bool) -> Game {
        let count = Game::ALL.len() as u8;
        Game::of_code((self.code() + if is_forward { 1 } else { count - 1 }) % count)
    }
}

/// A square, a point, a bar or a tray, in one byte.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Cell(u8);

impl Cell {
    const LIGHT: u8 = 1;
    const DARK: u8 = 2;
    const PICKED: u8 = 1 << 6;
    const TARGET: u8 = 1 << 7;

    /// A cell with up to 15 pieces of a colour.
    pub fn new(colour: Colour, count: u8) -> Cell {
        if count == 0 {
            return Cell(0);
        }
        let colour = if colour == Colour::White { Cell::LIGHT } else { Cell::DARK };
        Cell(colour | count.min(15) << 2)
    }

    /// The cell with the marks of the move being entered.
    #[must_use]
    pub fn marked(self, is_picked: bool, is_target: bool) -> Cell {
        let mark = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        Cell(self.0 | mark(is_picked, Cell::PICKED) | mark(is_target, Cell::TARGET))
    }

    /// Colour and number of its pieces.
    pub fn pieces(self) -> Option<(Colour, u8)> {
        let colour = match self.0 & 3 {
            Cell::LIGHT => Colour::White,
            Cell::DARK => Colour::Black,
            _ => return None,
        };
        Some((colour, self.0 >> 2 & 15))
    }

    /// `true` if it was picked for the move being entered.
    pub fn is_picked(self) -> bool {
        self.0 & Cell::PICKED != 0
    }

    /// `true` if it may be picked next.
    pub fn is_target(self) -> bool {
        self.0 & Cell::TARGET != 0
    }
}

/// Whose turn it is in a game of a panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PanelState {
    /// The player's.
    Player,
    /// The opponent's.
    Opponent,
    /// The player has won.
    Won,
    /// The player has lost.
    Lost,
    /// Nobody has won.
    Drawn,
}

impl PanelState {
    /// `true` if the game is over.
    pub fn is_over(self) -> bool {
        matches!(self, PanelState::Won | PanelState::Lost | PanelState::Drawn)
    }
}

/// Number of cells.
pub const CELLS: usize = 64;
/// Longest text of a panel.
const TEXT: usize = 20;

/// Board of another game. The device moves the cursor and draws; the home answers what was picked with a new panel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panel {
    game: Game,
    /// State of the game.
    pub state: PanelState,
    /// The cells, row by row as the screen shows them.
    pub cells: [Cell; CELLS],
    /// Cells of the last move.
    pub last: [Option<u8>; 2],
    /// Dice, 0 for none.
    pub dice: [u8; 2],
    text: [u8; TEXT],
}

impl Panel {
    /// An empty board.
    pub fn new(game: Game) -> Panel {
        Panel {
            game,
            state: PanelState::Opponent,
            cells: [Cell::default(); CELLS],
            last: [None; 2],
            dice: [0; 2],
            text: [0; TEXT],
        }
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// A short text about the game, such as its score. Of a longer one only the beginning is kept.
    pub fn set_text(&mut self, text: &str) {
        self.text = [0; TEXT];
        for (place, byte) in self.text.iter_mut().zip(text.bytes().filter(u8::is_ascii)) {
            *place = byte;
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        let length = self.text.iter().position(|&byte| byte == 0).unwrap_or(TEXT);
        core::str::from_utf8(&self.text[..length]).unwrap_or("")
    }
}
