//! A game read from a file.

use rules::cpu::Portable;
use rules::{InputError, Notation, Rules, Seat, Status};

use crate::othello::{Move, Othello, Position};

/// The rules by which games of files are played; where a game begins is part of the game.
const RULES: Othello = Othello::new(Seat::FIRST, Portable);

/// A game that was played: where it began and its moves, passes among them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    start: Position,
    position: Position,
    moves: Vec<Move>,
}

impl Default for PlayedGame {
    /// The standard start.
    fn default() -> PlayedGame {
        PlayedGame::from_position(RULES.start())
    }
}

impl PlayedGame {
    /// A game that begins in this position.
    pub fn from_position(start: Position) -> PlayedGame {
        PlayedGame { start, position: start, moves: Vec::new() }
    }

    /// The starting position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its moves, passes among them.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// `true` if neither side can move.
    pub fn is_over(&self) -> bool {
        matches!(RULES.status(&self.position), Status::Over(_))
    }

    /// `true` if the side to move can only pass.
    pub fn must_pass(&self) -> bool {
        RULES.is_legal(&self.position, Move::PASS)
    }

    /// Number of discs Black has more than White.
    pub fn lead(&self) -> i32 {
        let [black, white] = self.discs();
        black as i32 - white as i32
    }

    /// Black's and White's discs.
    pub fn discs(&self) -> [u32; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| self.position.discs(seat).count_ones())
    }

    /// Plays a move given as text. Files leave passes out: where the side to move has only the pass and the
    /// text names a square, the pass is inserted first.
    pub fn add(&mut self, text: &str) -> Result<Move, InputError> {
        let is_pass = is_pass(text);
        let before = self.moves.len();
        if !is_pass && self.must_pass() {
            self.push(Move::PASS);
        }
        let read = RULES.read_move(&self.position, text);
        let mv = read.map_err(|error| {
            self.take_back_to(before);
            error.within(format_args!("move {}", before + 1))
        })?;
        self.push(mv);
        Ok(mv)
    }

    /// The same for a move of this seat: if the other seat was to move, it must have had nothing but the pass.
    pub fn add_for(&mut self, seat: Seat, text: &str) -> Result<Move, InputError> {
        let is_out_of_turn = seat != self.position.turn;
        if is_out_of_turn && (is_pass(text) || !self.must_pass()) {
            return Err(InputError::new(format!(
                "move {}: it is the turn of {}, not of {}",
                self.moves.len() + 1,
                RULES.seat_name(self.position.turn),
                RULES.seat_name(seat)
            )));
        }
        self.add(text)
    }

    /// Plays a legal move.
    pub fn push(&mut self, mv: Move) {
        debug_assert!(RULES.is_legal(&self.position, mv));
        RULES.play(&mut self.position, mv);
        self.moves.push(mv);
    }

    /// Takes back all but the first `made` moves.
    pub fn take_back_to(&mut self, made: usize) {
        self.moves.truncate(made);
        self.position = self.start;
        for &mv in &self.moves {
            RULES.play(&mut self.position, mv);
        }
    }

    /// The positions from the first to the last.
    pub fn positions(&self) -> Vec<Position> {
        let mut at = self.start;
        let mut positions = vec![at];
        for &mv in &self.moves {
            RULES.play(&mut at, mv);
            positions.push(at);
        }
        positions
    }
}

fn is_pass(text: &str) -> bool {
    ["pass", "pa", "ps", "--"].iter().any(|word| text.trim().eq_ignore_ascii_case(word))
}

/// The name of a square, or `pass`.
pub(crate) fn move_name(mv: Move) -> String {
    RULES.write_move(&RULES.start(), mv)
}
