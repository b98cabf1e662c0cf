//! A position of a match.

use rules::{Seat, mix};

use super::position::Position;

/// A position of a match: the board, the score and the cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchPosition {
    pub(super) board: Position,
    pub(super) score: [u16; 2],
    /// A power of two.
    pub(super) cube: u8,
    pub(super) owner: Option<Seat>,
    pub(super) crawford: bool,
    pub(super) phase: Phase,
}

/// The phase of the current game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The opening roll, one die from each side.
    Opening,
    /// The player on turn may double and decides whether to.
    Deciding,
    /// The player on turn gets two dice.
    Rolling,
    /// The player on turn has doubled; the other takes or drops.
    Answering,
    /// The player on turn plays the dice.
    Playing,
    /// Nothing: the match is over.
    Over,
}

impl MatchPosition {
    /// A game that begins at this score.
    pub(super) fn opening(score: [u16; 2], crawford: bool) -> MatchPosition {
        let board = Position::start();
        MatchPosition { board, score, cube: 0, owner: None, crawford, phase: Phase::Opening }
    }

    /// The checkers and dice of the game at hand.
    pub fn board(&self) -> &Position {
        &self.board
    }

    /// The points a seat has.
    pub fn score(&self, seat: Seat) -> u16 {
        self.score[seat.index()]
    }

    /// The value of the cube.
    pub fn cube(&self) -> u16 {
        1 << self.cube
    }

    /// The owner of the cube; `None` while it is centred.
    pub fn owner(&self) -> Option<Seat> {
        self.owner
    }

    /// `true` if this is the one game without doubling after a side came within a point of the match.
    pub fn is_crawford(&self) -> bool {
        self.crawford
    }

    /// The phase of the current game.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The hash key of the position.
    pub(super) fn key(&self) -> u64 {
        let owner = self.owner.map_or(0, Seat::number);
        let fields = [self.score[0], self.score[1], u16::from_le_bytes([self.cube, owner])];
        let flags = u64::from(self.crawford) << 3 | self.phase as u64;
        fields.iter().fold(mix(self.board.key() ^ flags), |key, &field| mix(key ^ u64::from(field)))
    }
}
