//! Games of chess in coordinates, as chess protocols transmit them.

use games::chess::{Army, Chess, Position, builtin};
use rules::cpu::Portable;
use rules::{InputError, Notation, Rules, Seat, Status};

use crate::client::GameHistory;

/// Translates games of one army into coordinates.
pub(crate) struct ChessLine {
    rules: Chess,
}

impl ChessLine {
    /// For chess with these rules.
    pub(crate) fn new(rules: &str) -> Result<ChessLine, InputError> {
        let army = rules.split_once('\n').map_or("", |(_, settings)| settings);
        Ok(ChessLine { rules: Chess::new(Army::read(army)?, Portable)? })
    }

    pub(crate) fn rules(&self) -> &Chess {
        &self.rules
    }

    /// `true` for the ordinary army, which every program knows.
    pub(crate) fn is_ordinary(&self) -> bool {
        builtin::army("ordinary").is_ok_and(|ordinary| ordinary == *self.rules.army())
    }

    /// The start position of the army.
    pub(crate) fn start(&self) -> String {
        self.rules.write_position(&self.rules.start())
    }

    /// The start position and the moves in coordinates, and the seat to move.
    pub(crate) fn coordinates(
        &self,
        history: &GameHistory,
    ) -> Result<(String, Vec<String>, Seat), InputError> {
        let (start, moves, position) = self.replay(history)?;
        let seat = if let Status::Turn(seat) = self.rules.status(&position) { seat } else { Seat::FIRST };
        Ok((start, moves, seat))
    }

    /// The moves in coordinates, followed by this one.
    pub(crate) fn with_move(&self, history: &GameHistory, text: &str) -> Result<Vec<String>, InputError> {
        let (_, mut moves, position) = self.replay(history)?;
        moves.push(self.rules.write_coordinates(self.rules.read_move(&position, text)?));
        Ok(moves)
    }

    fn replay(&self, history: &GameHistory) -> Result<(String, Vec<String>, Position), InputError> {
        let mut position: Position = self.rules.read_position(&history.start)?;
        let start = self.rules.write_position(&position);
        let mut moves = Vec::with_capacity(history.moves.len() + 1);
        for text in &history.moves {
            let mv = self.rules.read_move(&position, text)?;
            moves.push(self.rules.write_coordinates(mv));
            self.rules.play(&mut position, mv);
        }
        Ok((start, moves, position))
    }
}
