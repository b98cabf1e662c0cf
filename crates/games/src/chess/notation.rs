//! Text notation of chess.

use rules::{InputError, Notation, Seat};

use super::position::{Move, Position};
use super::rules::Chess;
use crate::pext::Pext;

impl<C: Pext> Notation for Chess<C> {
    /// Name and version of the game, then the canonical text of the army.
    fn rules_text(&self) -> String {
        format!("chess 1\n{}", self.army.write())
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["White", "Black"][seat.index()].to_owned()
    }

    /// A FEN with the letters of the army.
    fn write_position(&self, position: &Position) -> String {
        self.write_fen(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        self.read_fen(text)
    }

    fn write_move(&self, position: &Position, mv: Move) -> String {
        self.write_san(position, mv)
    }

    fn read_move_among(&self, position: &Position, moves: &[Move], text: &str) -> Result<Move, InputError> {
        self.read_san(position, moves, text)
    }
}
