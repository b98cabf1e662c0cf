//! The state of the device, and what its home tells it.

use crate::chess::{Army, Board, Colour, Kind, Move, Status};
use crate::keys::kind_at;
use crate::panel::{Game, Panel, PanelState};
use crate::program::Entry;
use crate::screen::{GameEnd, Message, Playmap, Screen};

/// Time that a message is shown, in milliseconds.
const MESSAGE_TIME: u32 = 1500;
/// Time of each phase of the blinking cursor, and of the sign of life while the opponent thinks.
const BLINK_TIME: u32 = 400;

/// The device.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    pub(crate) screen: Screen,
    pub(crate) playmap: Playmap,
    pub(crate) player: Colour,
    /// Colour of the player in the next game, which the menu changes.
    pub(crate) next_player: Colour,
    pub(crate) army: Army,
    pub(crate) loaded: Option<Army>,
    pub(crate) entry: Entry,
    pub(crate) board: Board,
    /// Cell of the cursor, counted on the screen.
    pub(crate) cursor: u8,
    /// Square of the lifted piece.
    pub(crate) lifted: Option<u8>,
    pub(crate) last_move: Option<Move>,
    pub(crate) end: Option<GameEnd>,
    pub(crate) has_game: bool,
    /// `true` if the menu offers other games than chess.
    pub(crate) offers_games: bool,
    /// Game that the menu begins.
    pub(crate) next_game: Game,
    /// Board of another game; that of chess is `board`.
    pub(crate) panel: Panel,
    pub(crate) message: Option<(Message, u32)>,
    pub(crate) now: u32,
}

impl Default for Device {
    fn default() -> Device {
        Device::new()
    }
}

impl Device {
    /// A device that has just been switched on for the first time.
    pub fn new() -> Device {
        Device {
            screen: Screen::Greeting,
            playmap: Playmap::Ordinary,
            player: Colour::White,
            next_player: Colour::White,
            army: Army::ORDINARY,
            loaded: None,
            entry: Entry::new(false),
            board: Board::start(&Army::ORDINARY),
            cursor: Game::Chess.first_cell(),
            lifted: None,
            last_move: None,
            end: None,
            has_game: false,
            offers_games: false,
            next_game: Game::Chess,
            panel: Panel::new(Game::Chess),
            message: None,
            now: 0,
        }
    }

    /// What the screen shows.
    pub fn screen(&self) -> Screen {
        self.screen
    }

    /// How the pieces of the game move.
    pub fn army(&self) -> &Army {
        &self.army
    }

    /// Colour of the player.
    pub fn player(&self) -> Colour {
        self.player
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Game on the board.
    pub fn game(&self) -> Game {
        self.panel.game()
    }

    /// Choice of the menu: the next game.
    pub fn next_game(&self) -> Game {
        self.next_game
    }

    /// Board of a game other than chess.
    pub fn panel(&self) -> &Panel {
        &self.panel
    }

    /// Cell of the cursor, counted on the screen.
    pub fn cursor(&self) -> u8 {
        self.cursor
    }

    /// Lets the menu offer games whose rules the home knows.
    pub fn offer_games(&mut self) {
        self.offers_games = true;
    }

    /// End of a game of chess.
    pub fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// The message on the screen.
    pub fn message(&self) -> Option<Message> {
        self.message.map(|(message, _)| message)
    }

    /// `true` if the game is over.
    pub fn is_over(&self) -> bool {
        match self.game() {
            Game::Chess => self.end.is_some(),
            _ => self.panel.state.is_over(),
        }
    }

    /// `true` while the opponent has to move.
    pub fn awaits_opponent(&self) -> bool {
        let is_turn = match self.game() {
            Game::Chess => self.end.is_none() && self.board.turn() != self.player,
            _ => self.panel.state == PanelState::Opponent,
        };
        self.has_game && is_turn
    }

    /// `true` once a game has begun, until another one begins.
    pub fn has_game(&self) -> bool {
        self.has_game
    }

    /// Choice of the menu: how the pieces move.
    pub fn playmap(&self) -> Playmap {
        self.playmap
    }

    /// Choice of the menu: colour of the player in the next game.
    pub fn next_player(&self) -> Colour {
        self.next_player
    }

    /// Army that the menu offers, which was loaded or entered.
    pub fn loaded_army(&self) -> Option<&Army> {
        self.loaded.as_ref()
    }

    /// Kind whose moves are being defined, and the entry of its program.
    pub fn definition(&self) -> Option<(Kind, &Entry)> {
        let Screen::Define { index } = self.screen else { return None };
        Some((kind_at(index), &self.entry))
    }

    /// Square under the cursor.
    pub fn cursor_square(&self) -> u8 {
        self.square_of(self.cursor)
    }

    /// Square of the lifted piece.
    pub fn lifted(&self) -> Option<u8> {
        self.lifted
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.last_move
    }

    /// Offers an army in the menu.
    pub fn load_army(&mut self, army: Army) {
        self.loaded = Some(army);
        self.playmap = Playmap::Loaded;
    }

    /// Passes time; `true` if the picture has changed.
    pub fn tick(&mut self, now: u32) -> bool {
        let before = (self.blink_phase(), self.message);
        self.now = now;
        if self.message.is_some_and(|(_, until)| now >= until) {
            self.message = None;
        }
        let is_animated =
            matches!(self.screen, Screen::Play | Screen::Panel | Screen::Menu { .. } | Screen::Define { .. });
        before.1 != self.message || is_animated && before.0 != self.blink_phase()
    }

    /// Number of blinks so far.
    pub(crate) fn blink_phase(&self) -> u32 {
        self.now / BLINK_TIME
    }

    /// Plays the opponent's move; `false` if it is not legal or not awaited.
    pub fn opponent_moves(&mut self, mv: Move, now: u32) -> bool {
        self.tick(now);
        if self.game() != Game::Chess || !self.awaits_opponent() || !self.board.is_legal(&self.army, mv) {
            return false;
        }
        self.play(mv);
        true
    }

    /// Replaces the position of the game, which was continued or taken back elsewhere.
    pub fn follow(&mut self, board: Board, last_move: Option<Move>, now: u32) {
        self.tick(now);
        if !self.has_game || self.game() != Game::Chess {
            return;
        }
        self.board = board;
        self.last_move = last_move;
        (self.lifted, self.end, self.message) = (None, None, None);
        if matches!(self.screen, Screen::Promotion { .. } | Screen::Result { .. }) {
            self.screen = Screen::Play;
        }
        self.look_at_board();
    }

    /// Ends a game of chess by a rule that the board does not know.
    pub fn finish(&mut self, end: GameEnd) {
        if self.has_game && self.game() == Game::Chess && self.end.is_none() {
            self.set_end(end);
        }
    }

    /// Shows a new state of the other game. A panel of another game than the device plays is ignored.
    pub fn show_panel(&mut self, panel: Panel, now: u32) {
        self.tick(now);
        if !self.has_game || panel.game() != self.game() || self.game() == Game::Chess {
            return;
        }
        let was_over = self.panel.state.is_over();
        self.panel = panel;
        match (self.screen, self.panel.state.is_over()) {
            (Screen::Panel, true) => self.screen = Screen::Result { is_shown: true },
            (Screen::Result { .. }, false) => self.screen = Screen::Panel,
            (Screen::Result { .. }, true) if !was_over => self.screen = Screen::Result { is_shown: true },
            _ => {}
        }
    }

    /// Says that nothing can be done with the cell that was picked.
    pub fn refuse_pick(&mut self, now: u32) {
        self.tick(now);
        self.show(Message::NotThere);
    }

    /// Forgets the game, which cannot be continued.
    pub fn forget_game(&mut self) {
        self.has_game = false;
        self.panel = Panel::new(Game::Chess);
        (self.lifted, self.last_move, self.end, self.message) = (None, None, None, None);
        if !matches!(self.screen, Screen::Greeting | Screen::Define { .. }) {
            self.screen = Screen::Menu { row: 0 };
        }
    }

    /// Board square of a cell of the screen. The player is below.
    pub(crate) fn square_of(&self, cell: u8) -> u8 {
        if self.player == Colour::White { cell } else { 63 - cell }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.board.play(mv);
        self.last_move = Some(mv);
        self.look_at_board();
    }

    /// Announces check, mate and stalemate.
    pub(crate) fn look_at_board(&mut self) {
        let turn = self.board.turn();
        match self.board.status(&self.army) {
            Status::Open => {}
            Status::Check if turn == self.player => self.show(Message::Check),
            Status::Check => {}
            Status::Mate => self.set_end(GameEnd::Mate(turn.other())),
            Status::Stalemate => self.set_end(GameEnd::Stalemate),
        }
    }

    fn set_end(&mut self, end: GameEnd) {
        self.end = Some(end);
        self.lifted = None;
        self.message = None;
        // A player who is in the menu sees the result on the way back.
        if !matches!(self.screen, Screen::Menu { .. }) {
            self.screen = Screen::Result { is_shown: true };
        }
    }

    pub(crate) fn show(&mut self, message: Message) {
        self.message = Some((message, self.now.saturating_add(MESSAGE_TIME)));
    }
}
