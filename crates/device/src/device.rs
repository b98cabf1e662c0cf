//! The state machine: keys and times in, effects out.

use crate::chess::{Army, Board, Colour, Kind, Move, Status};
use crate::keypad::Key;
use crate::program::{Entered, Entry, EntryError};

/// Time that a message is shown, in milliseconds.
const MESSAGE_TIME: u32 = 1500;
/// Time of each phase of the blinking cursor, and of the sign of life while the opponent thinks.
const BLINK_TIME: u32 = 400;

/// Order in which the moves of the kinds are defined.
pub(crate) const DEFINITION_ORDER: [Kind; 6] =
    [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

/// Choice of the menu: how the pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playmap {
    /// Ordinary chess.
    Ordinary,
    /// Moves that are entered before the game.
    Defined,
    /// Moves that were loaded, or entered before.
    Loaded,
}

/// What the screen shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Screen {
    /// The greeting.
    Greeting,
    /// The menu, with its arrow at a row.
    Menu {
        /// Row of the arrow, from 0.
        row: u8,
    },
    /// The definition of a kind's moves.
    Define {
        /// Index of the kind in the order of definition.
        index: u8,
    },
    /// The board.
    Play,
    /// The kinds that a pawn may become.
    Promotion {
        /// Square of the pawn.
        from: u8,
        /// Square it goes to.
        to: u8,
        /// Index in [`Kind::PROMOTIONS`].
        choice: u8,
    },
    /// The final board, with the result or without.
    Result {
        /// `true` if the result covers a part of the board.
        is_shown: bool,
    },
}

/// A short text over the board or below a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Message {
    /// The lifted piece cannot go there.
    Illegal,
    /// The square has no piece of the player.
    NotYours,
    /// The player's king is attacked.
    Check,
    /// A number above 64 was wiped.
    Wiped,
    /// A program needs a square.
    EmptyProgram,
    /// A pawn has two numbers and no cut.
    PawnProgram,
    /// No more numbers fit.
    FullProgram,
    /// With these moves a king could be captured at once, or the first player cannot move.
    BadArmy,
}

/// End of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// Mate; the colour has won.
    Mate(Colour),
    /// Stalemate.
    Stalemate,
    /// A draw by a rule that the board does not know, such as repetition.
    Draw,
    /// Another end: the colour has won.
    Win(Colour),
}

impl GameEnd {
    /// Ends with their codes in a snapshot.
    const CODES: [(GameEnd, u8); 6] = [
        (GameEnd::Mate(Colour::White), 0),
        (GameEnd::Mate(Colour::Black), 1),
        (GameEnd::Stalemate, 2),
        (GameEnd::Draw, 3),
        (GameEnd::Win(Colour::White), 4),
        (GameEnd::Win(Colour::Black), 5),
    ];

    pub(crate) fn code(self) -> u8 {
        GameEnd::CODES.iter().find(|(end, _)| *end == self).map_or(u8::MAX, |(_, code)| *code)
    }

    pub(crate) fn of_code(code: u8) -> Option<GameEnd> {
        GameEnd::CODES.iter().find(|(_, other)| *other == code).map(|(end, _)| *end)
    }
}

/// What a home has to do after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// A game begins, with [`Device::army`] and [`Device::player`].
    NewGame,
    /// The player has moved.
    Moved(Move),
    /// The player has left the game for the menu.
    Left,
}

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
            cursor: 52,
            lifted: None,
            last_move: None,
            end: None,
            has_game: false,
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

    /// End of the game.
    pub fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// The message on the screen.
    pub fn message(&self) -> Option<Message> {
        self.message.map(|(message, _)| message)
    }

    /// `true` while the opponent has to move.
    pub fn awaits_opponent(&self) -> bool {
        self.has_game && self.end.is_none() && self.board.turn() != self.player
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
        let is_animated = matches!(self.screen, Screen::Play | Screen::Menu { .. } | Screen::Define { .. });
        before.1 != self.message || is_animated && before.0 != self.blink_phase()
    }

    /// Number of blinks so far.
    pub(crate) fn blink_phase(&self) -> u32 {
        self.now / BLINK_TIME
    }

    /// Handles a key.
    pub fn key(&mut self, key: Key, now: u32) -> Effect {
        self.tick(now);
        self.message = None;
        match self.screen {
            Screen::Greeting => self.screen = Screen::Menu { row: 0 },
            Screen::Menu { row } => return self.menu_key(key, row),
            Screen::Define { index } => return self.define_key(key, index),
            Screen::Play => return self.play_key(key),
            Screen::Promotion { from, to, choice } => return self.promotion_key(key, from, to, choice),
            Screen::Result { is_shown } => match key {
                Key::Menu => self.screen = Screen::Menu { row: 0 },
                _ => self.screen = Screen::Result { is_shown: !is_shown },
            },
        }
        Effect::None
    }

    /// Plays the opponent's move; `false` if it is not legal or not awaited.
    pub fn opponent_moves(&mut self, mv: Move, now: u32) -> bool {
        self.tick(now);
        if !self.awaits_opponent() || !self.board.is_legal(&self.army, mv) {
            return false;
        }
        self.play(mv);
        true
    }

    /// Replaces the position of the game, which was continued or taken back elsewhere.
    pub fn follow(&mut self, board: Board, last_move: Option<Move>, now: u32) {
        self.tick(now);
        if !self.has_game {
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

    /// Ends the game by a rule that the board does not know.
    pub fn finish(&mut self, end: GameEnd) {
        if self.has_game && self.end.is_none() {
            self.set_end(end);
        }
    }

    /// Board square of a cell of the screen. The player is below.
    pub(crate) fn square_of(&self, cell: u8) -> u8 {
        if self.player == Colour::White { cell } else { 63 - cell }
    }

    fn menu_key(&mut self, key: Key, row: u8) -> Effect {
        match key {
            Key::Digit(2) | Key::Digit(8) => self.screen = Screen::Menu { row: 1 - row.min(1) },
            Key::Digit(4) | Key::Digit(6) if row == 0 => {
                self.playmap = self.next_playmap(key == Key::Digit(6));
            }
            Key::Digit(4) | Key::Digit(6) => self.next_player = self.next_player.other(),
            Key::Digit(5) | Key::Enter => return self.confirm_menu(),
            Key::Menu if self.has_game => {
                let is_over = self.end.is_some();
                self.screen = if is_over { Screen::Result { is_shown: true } } else { Screen::Play };
            }
            _ => {}
        }
        Effect::None
    }

    fn next_playmap(&self, is_forward: bool) -> Playmap {
        match (self.playmap, is_forward, self.loaded.is_some()) {
            (Playmap::Ordinary, true, _) | (Playmap::Loaded, false, _) => Playmap::Defined,
            (Playmap::Defined, true, true) | (Playmap::Ordinary, false, true) => Playmap::Loaded,
            (Playmap::Ordinary, false, false) => Playmap::Defined,
            (Playmap::Defined, ..) | (Playmap::Loaded, true, _) => Playmap::Ordinary,
        }
    }

    fn confirm_menu(&mut self) -> Effect {
        match (self.playmap, self.loaded) {
            (Playmap::Ordinary, _) | (Playmap::Loaded, None) => self.begin(Army::ORDINARY),
            (Playmap::Loaded, Some(army)) => self.begin(army),
            (Playmap::Defined, _) => {
                self.define(0);
                Effect::None
            }
        }
    }

    fn define(&mut self, index: u8) {
        self.screen = Screen::Define { index };
        self.entry = Entry::new(kind_at(index) == Kind::Pawn);
    }

    fn define_key(&mut self, key: Key, index: u8) -> Effect {
        let entered = match key {
            Key::Digit(digit) => Ok(self.entry.digit(digit)),
            Key::Enter => self.entry.enter(),
            Key::Erase => {
                self.entry.erase();
                return Effect::None;
            }
            Key::Menu => {
                self.screen = Screen::Menu { row: 0 };
                return Effect::None;
            }
            Key::B | Key::C | Key::D => return Effect::None,
        };
        match entered {
            Ok(Entered::Complete) => return self.complete_program(index),
            Ok(Entered::Wiped) => self.show(Message::Wiped),
            Ok(Entered::Number(_) | Entered::Nothing) => {}
            Err(EntryError::Empty) => self.show(Message::EmptyProgram),
            Err(EntryError::Pawn) => self.show(Message::PawnProgram),
            Err(EntryError::Full) => self.show(Message::FullProgram),
        }
        Effect::None
    }

    fn complete_program(&mut self, index: u8) -> Effect {
        let mut army = if index == 0 { Army::ORDINARY } else { self.loaded.unwrap_or(Army::ORDINARY) };
        army.has_castling = false;
        army.programs[kind_at(index).index()] = *self.entry.program();
        // Programs are kept as they are completed, so that a loss of power costs at most one.
        self.loaded = Some(army);
        if usize::from(index) + 1 < DEFINITION_ORDER.len() {
            self.define(index + 1);
            return Effect::None;
        }
        self.playmap = Playmap::Loaded;
        self.begin(army)
    }

    fn begin(&mut self, army: Army) -> Effect {
        let board = Board::start(&army);
        let is_over = !matches!(board.status(&army), Status::Open | Status::Check);
        if is_over || board.in_check(&army, Colour::Black) {
            self.screen = Screen::Menu { row: 0 };
            self.show(Message::BadArmy);
            return Effect::None;
        }
        self.army = army;
        self.board = board;
        self.player = self.next_player;
        self.cursor = 52;
        (self.lifted, self.last_move, self.end) = (None, None, None);
        self.has_game = true;
        self.screen = Screen::Play;
        self.look_at_board();
        Effect::NewGame
    }

    fn play_key(&mut self, key: Key) -> Effect {
        let (row, column) = (self.cursor / 8, self.cursor % 8);
        // Going over an edge comes back at the opposite one.
        let (row, column) = match key {
            Key::Digit(2) => ((row + 7) % 8, column),
            Key::Digit(8) => ((row + 1) % 8, column),
            Key::Digit(4) => (row, (column + 7) % 8),
            Key::Digit(6) => (row, (column + 1) % 8),
            Key::Digit(5) => return self.pick_or_put(),
            Key::Erase => {
                self.lifted = None;
                return Effect::None;
            }
            Key::Menu => {
                self.screen = Screen::Menu { row: 0 };
                return Effect::Left;
            }
            _ => return Effect::None,
        };
        self.cursor = row * 8 + column;
        Effect::None
    }

    fn pick_or_put(&mut self) -> Effect {
        if self.awaits_opponent() {
            return Effect::None;
        }
        let square = self.square_of(self.cursor);
        let Some(from) = self.lifted else {
            match self.board.piece(square) {
                Some((colour, _)) if colour == self.player => self.lifted = Some(square),
                _ => self.show(Message::NotYours),
            }
            return Effect::None;
        };
        if square == from {
            self.lifted = None;
        } else if !self.board.can_go(&self.army, from, square) {
            self.show(Message::Illegal);
        } else if self.board.promotes(from, square) {
            self.screen = Screen::Promotion { from, to: square, choice: 0 };
        } else {
            return self.move_own(Move { from, to: square, promotion: None });
        }
        Effect::None
    }

    fn promotion_key(&mut self, key: Key, from: u8, to: u8, choice: u8) -> Effect {
        let count = Kind::PROMOTIONS.len() as u8;
        let choice = match key {
            Key::Digit(4) => (choice + count - 1) % count,
            Key::Digit(6) => (choice + 1) % count,
            Key::Digit(5) | Key::Enter => {
                self.screen = Screen::Play;
                let promotion = Kind::PROMOTIONS.get(usize::from(choice)).copied();
                return self.move_own(Move { from, to, promotion });
            }
            Key::Erase => {
                self.screen = Screen::Play;
                return Effect::None;
            }
            _ => choice,
        };
        self.screen = Screen::Promotion { from, to, choice };
        Effect::None
    }

    fn move_own(&mut self, mv: Move) -> Effect {
        self.lifted = None;
        self.play(mv);
        Effect::Moved(mv)
    }

    fn play(&mut self, mv: Move) {
        self.board.play(mv);
        self.last_move = Some(mv);
        self.look_at_board();
    }

    /// Announces check, mate and stalemate.
    fn look_at_board(&mut self) {
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

    fn show(&mut self, message: Message) {
        self.message = Some((message, self.now.saturating_add(MESSAGE_TIME)));
    }
}

/// Kind at an index of the order of definition.
pub(crate) fn kind_at(index: u8) -> Kind {
    DEFINITION_ORDER.get(usize::from(index)).copied().unwrap_or(Kind::Pawn)
}
