//! Games other than chess on the device: their rules come from the catalog, their moves from picks on the panel.

use device::chess::Colour;
use device::panel::{Cell, PanelState};
use device::{Effect, Game, Panel};
use games::queens;
use rules::{Outcome, Seat};
use table::Table;
use view::diagram::{Piece, PieceColor, Spot, TokenKind};
use view::{
    Diagram, DynGame, DynMove, DynPosition, MoveInput, Pick, Place, after_picks, half_turn, is_upside_down,
};

/// Columns of a board of backgammon.
const COLUMNS: u8 = 14;

/// A game of the catalog as the device plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameChoice {
    /// Name in the catalog.
    pub name: &'static str,
    /// Settings.
    pub settings: &'static str,
    /// Opponent.
    pub engine: &'static str,
}

/// Name, settings and opponent of a game.
pub fn game_choice(game: Game) -> GameChoice {
    let choice = |name, settings, engine| GameChoice { name, settings, engine };
    match game {
        Game::Chess => choice("chess", "", "classic"),
        Game::Othello => choice("othello", "", "strong:level=3"),
        Game::Queens => choice("queens", "", "random"),
        Game::Halma => choice(
            "halma",
            "Size = 8 * 8\nPlayer_num = 2\nBeads-order = 1 2 3 4\nLeave-camp-value = 180\n",
            "strong:level=3",
        ),
        Game::Backgammon => choice("backgammon", "", "strong:level=3"),
    }
}

/// Seat of the player who has chosen a colour in the menu. Games without white pieces are begun by White.
pub fn seat_for(game: &dyn DynGame, colour: Colour) -> Seat {
    let wanted = if colour == Colour::White { PieceColor::White } else { PieceColor::Black };
    let found = Seat::all(game.seats()).find(|&seat| game.seat_color(seat) == Some(wanted));
    let by_order = if colour == Colour::White { Seat::FIRST } else { Seat::SECOND };
    found.unwrap_or(if game.seats() == 1 { Seat::FIRST } else { by_order })
}

/// Result of a key at the panel.
#[derive(Clone, Debug)]
pub enum PanelAnswer {
    /// The picks are a move.
    Move(DynMove),
    /// The panel has changed.
    Changed,
    /// Nothing can be done there.
    Refused,
}

/// State of a game, which a home knows from its table.
#[derive(Clone, Copy)]
pub struct TableView<'a> {
    /// The position.
    pub position: &'a dyn DynPosition,
    /// The seat to move.
    pub turn: Option<Seat>,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
    /// Places of the last move.
    pub last: &'a [Place],
}

impl<'a> TableView<'a> {
    /// State of a table.
    pub fn of(table: &'a Table) -> TableView<'a> {
        let last = table.moves().next_back().map_or(&[][..], |(_, played)| &played.trail);
        TableView { position: table.board(), turn: table.turn(), outcome: table.outcome(), last }
    }
}

/// The picks of a player, and how the board is seen.
#[derive(Debug)]
pub struct PanelGame {
    game: Game,
    player: Seat,
    color: Option<PieceColor>,
    /// Colour of the first seat's pieces, which are light if the game has no white ones.
    first_color: Option<PieceColor>,
    input: MoveInput,
    /// Index of the solution of the queens that is shown.
    solution: Option<usize>,
}

impl PanelGame {
    /// A game of this player.
    pub fn new(game: Game, rules: &dyn DynGame, colour: Colour) -> PanelGame {
        let player = seat_for(rules, colour);
        PanelGame {
            game,
            player,
            color: rules.seat_color(player),
            first_color: rules.seat_color(Seat::FIRST),
            input: MoveInput::default(),
            solution: None,
        }
    }

    /// Seat of the player.
    pub fn player(&self) -> Seat {
        self.player
    }

    /// Forgets the picks of a position that has changed.
    pub fn begin_turn(&mut self) {
        self.input.cancel();
        self.solution = None;
    }

    /// Handles what the player did at the panel.
    pub fn handle(&mut self, effect: Effect, position: &dyn DynPosition) -> PanelAnswer {
        match effect {
            Effect::Erased => {
                self.begin_turn();
                PanelAnswer::Changed
            }
            Effect::Entered => self.enter(position),
            Effect::Picked(_) if self.solution.is_some() => PanelAnswer::Refused,
            Effect::Picked(cell) => {
                let diagram = self.seen(position.diagram());
                match diagram.spots.iter().find(|spot| self.cell(spot, &diagram) == Some(cell)) {
                    Some(spot) => self.pick(position, spot.place),
                    None => PanelAnswer::Refused,
                }
            }
            Effect::None | Effect::NewGame | Effect::Moved(_) | Effect::Left => PanelAnswer::Changed,
        }
    }

    fn enter(&mut self, position: &dyn DynPosition) -> PanelAnswer {
        if self.game == Game::Queens {
            let count = queens::solutions(8).len();
            self.solution = Some(self.solution.map_or(0, |index| (index + 1) % count));
            return PanelAnswer::Changed;
        }
        let targets = self.input.targets(position);
        let diagram = position.diagram();
        let button = diagram.buttons().map(|(place, _)| place).find(|place| targets.contains(place));
        button.map_or(PanelAnswer::Refused, |place| self.pick(position, place))
    }

    fn pick(&mut self, position: &dyn DynPosition, place: Place) -> PanelAnswer {
        match self.input.pick(position, &position.diagram(), place) {
            Pick::Move(mv) => PanelAnswer::Move(mv),
            Pick::Changed => PanelAnswer::Changed,
            Pick::Nowhere => PanelAnswer::Refused,
        }
    }

    /// The panel of a position.
    pub fn panel(&self, view: &TableView<'_>) -> Panel {
        let mut panel = Panel::new(self.game);
        let current = view.position.diagram();
        let lifted = view::lifted(&current, self.input.picked());
        let diagram = self.seen(after_picks(&current, self.input.picked()));
        let is_turn = view.outcome.is_none() && view.turn == Some(self.player);
        panel.state = match &view.outcome {
            None if is_turn => PanelState::Player,
            None => PanelState::Opponent,
            Some(outcome) => self.end(outcome),
        };
        let targets = if is_turn { self.input.targets(view.position) } else { Vec::new() };
        for spot in &diagram.spots {
            let Some(cell) = self.cell(spot, &diagram) else { continue };
            let colour = spot.stack.last().map_or(Colour::White, |piece| self.colour(piece));
            // Where a queen may stand is the puzzle.
            let is_target = self.game != Game::Queens && targets.contains(&spot.place);
            let is_picked = lifted == Some(spot.place);
            panel.cells[usize::from(cell)] =
                Cell::new(colour, spot.stack.len() as u8).marked(is_picked, is_target);
        }
        let cell_of = |place: &Place| {
            let spot = diagram.spots.iter().find(|spot| spot.place == *place)?;
            self.cell(spot, &diagram)
        };
        panel.last = [view.last.first().and_then(cell_of), view.last.last().and_then(cell_of)];
        let dice = diagram.tokens.iter().filter_map(|token| match token.kind {
            TokenKind::Die(number, _) => Some(number),
            TokenKind::Cube(_) | TokenKind::Button { .. } => None,
        });
        for (place, die) in panel.dice.iter_mut().zip(dice) {
            *place = die;
        }
        let button = diagram.buttons().find(|(place, _)| targets.contains(place));
        match button {
            Some((_, label)) => panel.set_text(&format!("# {label}")),
            None => panel.set_text(&self.summary(&diagram, &panel)),
        }
        if let Some(index) = self.solution {
            show_solution(&mut panel, index);
        }
        panel
    }

    fn end(&self, outcome: &Outcome) -> PanelState {
        match outcome.winner() {
            Some(winner) if winner == self.player => PanelState::Won,
            Some(_) => PanelState::Lost,
            None if outcome.seats() == 1 => PanelState::Lost,
            None => PanelState::Drawn,
        }
    }

    /// The board as the player sees it: the own camp below.
    fn seen(&self, diagram: Diagram) -> Diagram {
        let is_turned = self.game == Game::Halma && is_upside_down(&diagram, self.player, self.color);
        if is_turned { half_turn(diagram) } else { diagram }
    }

    /// Cell of a spot. The player's home of backgammon is at the lower right.
    fn cell(&self, spot: &Spot, diagram: &Diagram) -> Option<u8> {
        let (x, y) = (spot.area.x as u8, spot.area.y as u8);
        if self.game != Game::Backgammon {
            return (x < 8 && y < 8).then_some(y * 8 + x);
        }
        let is_above = spot.area.y + spot.area.height / 2.0 < diagram.height / 2.0;
        let row = u8::from(is_above != (self.player == Seat::FIRST));
        (x < COLUMNS).then_some(row * COLUMNS + x)
    }

    fn colour(&self, piece: &Piece) -> Colour {
        match piece.color {
            PieceColor::White => Colour::White,
            PieceColor::Black => Colour::Black,
            color if Some(color) == self.first_color => Colour::White,
            _ => Colour::Black,
        }
    }

    /// The score in a few characters.
    fn summary(&self, diagram: &Diagram, panel: &Panel) -> String {
        let own = |piece: &Piece| Some(piece.color) == self.color;
        let pieces = || diagram.spots.iter().flat_map(|spot| &spot.stack);
        match self.game {
            Game::Chess => String::new(),
            Game::Othello => {
                let mine = pieces().filter(|piece| own(piece)).count();
                format!("you {mine} other {}", pieces().count() - mine)
            }
            Game::Queens => format!("{} of 8", pieces().count()),
            Game::Halma => {
                let is_goal = |spot: &&Spot| spot.tint.is_some() && spot.tint != self.color;
                let home = diagram.spots.iter().filter(is_goal);
                let home = home.filter(|spot| spot.stack.last().is_some_and(own)).count();
                format!("{home} of {} there", pieces().filter(|piece| own(piece)).count())
            }
            Game::Backgammon => {
                let own = if self.player == Seat::FIRST { Colour::White } else { Colour::Black };
                format!("pips {}:{}", pips(panel, own, true), pips(panel, own.other(), false))
            }
        }
    }
}

/// Shows a solution of the eight queens instead of the board.
fn show_solution(panel: &mut Panel, index: usize) {
    let solutions = queens::solutions(8);
    let Some(solution) = solutions.get(index) else { return };
    panel.cells = [Cell::default(); device::panel::CELLS];
    panel.last = [None; 2];
    for (row, &column) in solution.columns.iter().enumerate() {
        panel.cells[row * 8 + usize::from(column)] = Cell::new(Colour::Black, 1);
    }
    panel.set_text(&format!("solution {} of {}", index + 1, solutions.len()));
}

/// Pips of a colour; the player's home is at the lower right.
fn pips(panel: &Panel, colour: Colour, is_player: bool) -> u32 {
    let mut pips = 0;
    for (index, cell) in panel.cells.iter().enumerate().take(2 * usize::from(COLUMNS)) {
        let Some((found, count)) = cell.pieces() else { continue };
        let (row, column) = (index / usize::from(COLUMNS), index % usize::from(COLUMNS));
        let point = match (row, column) {
            (_, 13) => continue,
            (_, 6) => 25,
            (0, _) => 13 + column - usize::from(column > 6),
            (_, _) => 12 - (column - usize::from(column > 6)),
        };
        let number = if is_player || column == 6 { point } else { 25 - point };
        if found == colour {
            pips += number as u32 * u32::from(count);
        }
    }
    pips
}
