//! Handling of the keys on each screen.

use crate::chess::{Army, Board, Colour, Kind, Move, Status};
use crate::device::Device;
use crate::keypad::Key;
use crate::panel::{Game, Panel};
use crate::program::{Entered, Entry, EntryError};
use crate::screen::{Effect, Message, Playmap, Screen};

/// Order in which the moves of the kinds are defined.
pub(crate) const DEFINITION_ORDER: [Kind; 6] =
    [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];

impl Device {
    /// Handles a key.
    pub fn key(&mut self, key: Key, now: u32) -> Effect {
        self.tick(now);
        self.message = None;
        match self.screen {
            Screen::Greeting => self.screen = Screen::Menu { row: 0 },
            Screen::Menu { row } => return self.menu_key(key, row),
            Screen::Define { index } => return self.define_key(key, index),
            Screen::Play => return self.play_key(key),
            Screen::Panel => return self.panel_key(key),
            Screen::Promotion { from, to, choice } => return self.promotion_key(key, from, to, choice),
            Screen::Result { is_shown } => match key {
                Key::Menu => self.screen = Screen::Menu { row: 0 },
                _ => self.screen = Screen::Result { is_shown: !is_shown },
            },
        }
        Effect::None
    }

    /// Number of rows of the menu.
    pub(crate) fn menu_rows(&self) -> u8 {
        if self.offers_games { 3 } else { 2 }
    }

    fn menu_key(&mut self, key: Key, row: u8) -> Effect {
        let rows = self.menu_rows();
        match key {
            Key::Digit(2) => self.screen = Screen::Menu { row: (row + rows - 1) % rows },
            Key::Digit(8) => self.screen = Screen::Menu { row: (row + 1) % rows },
            Key::Digit(4) | Key::Digit(6) => self.change_row(row, key == Key::Digit(6)),
            Key::Digit(5) | Key::Enter => return self.confirm_menu(),
            Key::Menu if self.has_game => {
                self.screen = match (self.is_over(), self.game()) {
                    (true, _) => Screen::Result { is_shown: true },
                    (false, Game::Chess) => Screen::Play,
                    (false, _) => Screen::Panel,
                };
            }
            _ => {}
        }
        Effect::None
    }

    fn change_row(&mut self, row: u8, is_forward: bool) {
        match row {
            0 => self.playmap = self.next_playmap(is_forward),
            1 => self.next_player = self.next_player.other(),
            _ => self.next_game = self.next_game.next(is_forward),
        }
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
        if self.next_game != Game::Chess {
            return self.begin_panel(self.next_game);
        }
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
        self.panel = Panel::new(Game::Chess);
        self.player = self.next_player;
        self.cursor = Game::Chess.first_cell();
        (self.lifted, self.last_move, self.end) = (None, None, None);
        self.has_game = true;
        self.screen = Screen::Play;
        self.look_at_board();
        Effect::NewGame
    }

    fn begin_panel(&mut self, game: Game) -> Effect {
        self.panel = Panel::new(game);
        self.player = self.next_player;
        self.cursor = game.first_cell();
        (self.lifted, self.last_move, self.end) = (None, None, None);
        self.has_game = true;
        self.screen = Screen::Panel;
        Effect::NewGame
    }

    /// Moves the cursor; `false` if the key does something else. Going over an edge comes back at the opposite one.
    fn move_cursor(&mut self, key: Key) -> bool {
        let (columns, rows) = self.game().grid();
        let (row, column) = (self.cursor / columns, self.cursor % columns);
        let (row, column) = match key {
            Key::Digit(2) => ((row + rows - 1) % rows, column),
            Key::Digit(8) => ((row + 1) % rows, column),
            Key::Digit(4) => (row, (column + columns - 1) % columns),
            Key::Digit(6) => (row, (column + 1) % columns),
            _ => return false,
        };
        self.cursor = row * columns + column;
        true
    }

    fn panel_key(&mut self, key: Key) -> Effect {
        if self.move_cursor(key) {
            return Effect::None;
        }
        match key {
            Key::Digit(0) => self.show(Message::Score),
            Key::Menu => {
                self.screen = Screen::Menu { row: 0 };
                return Effect::Left;
            }
            _ if self.awaits_opponent() => {}
            Key::Digit(5) => return Effect::Picked(self.cursor),
            Key::Enter => return Effect::Entered,
            Key::Erase => return Effect::Erased,
            _ => {}
        }
        Effect::None
    }

    fn play_key(&mut self, key: Key) -> Effect {
        if self.move_cursor(key) {
            return Effect::None;
        }
        match key {
            Key::Digit(5) => return self.pick_or_put(),
            Key::Erase => self.lifted = None,
            Key::Menu => {
                self.screen = Screen::Menu { row: 0 };
                return Effect::Left;
            }
            _ => {}
        }
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
}

/// Kind at an index of the order of definition.
pub(crate) fn kind_at(index: u8) -> Kind {
    DEFINITION_ORDER.get(usize::from(index)).copied().unwrap_or(Kind::Pawn)
}
