//! The rules of a game.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Random, Seat};

/// State of play in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// This seat is to move.
    Turn(Seat),
    /// The dice are to be rolled.
    Chance,
    /// The game has ended.
    Over(Outcome),
}

/// Claim that a player may make about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DrawClaim {
    /// The claim ends the game at once.
    ByRight(Outcome),
    /// The claim ends the game if the other players accept it.
    ByConsent(Outcome),
}

/// Consequence of a repeated position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Play continues.
    Nothing,
    /// A player may claim a draw.
    Claimable(DrawClaim),
    /// The game is over.
    Over(Outcome),
}

/// A game.
///
/// The value holds what is fixed before the first move (board size, seats, starting side, army); a position holds what
/// moves change. Positions are plain data: copied, never undone. The past is not part of a position: callers maintain a
/// stack of [`key`](Rules::key)s and consult [`repeated`](Rules::repeated).
pub trait Rules: Send + Sync + 'static {
    /// State that moves change.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One whole turn of a seat.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One roll of the dice; [`std::convert::Infallible`] in a game without dice.
    type Roll: Copy + Eq + Debug + Send + Sync + 'static;

    /// Number of seats.
    fn seats(&self) -> u8;

    /// The start position.
    fn start(&self) -> Self::Position;

    /// Returns the status of the position and, at a seat's turn, appends its legal moves, each once.
    ///
    /// Turn, moves and ending come from one call, so they cannot disagree. A seat that must pass has one move, the pass.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Status;

    /// Status of the position, without its moves.
    fn status(&self, position: &Self::Position) -> Status {
        self.legal_moves(position, &mut Vec::new())
    }

    /// Returns the status and, at a seat's turn, the legal move that `random` picks from the list.
    ///
    /// Playouts use it: a game may pick a move faster than it can list all of them. `buffer` is scratch space.
    #[inline(always)]
    fn random_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
        buffer: &mut Vec<Self::Move>,
    ) -> (Status, Option<Self::Move>) {
        buffer.clear();
        let status = self.legal_moves(position, buffer);
        (status, random.pick(buffer).copied())
    }

    /// `true` if the move is legal in this position.
    fn is_legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Possible rolls at [`Status::Chance`], with their weights.
    fn rolls(&self, _position: &Self::Position) -> &[(Self::Roll, u32)] {
        &[]
    }

    /// Applies a roll of the dice.
    fn apply_roll(&self, _position: &mut Self::Position, _roll: Self::Roll) {}

    /// Key that repetition compares: equal positions have equal keys; counters are left out.
    fn key(&self, position: &Self::Position) -> u64;

    /// Key that a claim of a draw compares besides [`key`](Rules::key), of the position after a move of `mover`; `None` if
    /// only whole positions count. The position counts as repeated as often as the more frequent of both keys.
    fn claim_key(&self, _position: &Self::Position, _mover: Seat) -> Option<u64> {
        None
    }

    /// Consequence of a position whose key occurs for the `times`-th time.
    fn repeated(&self, _position: &Self::Position, _times: u32) -> Repetition {
        Repetition::Nothing
    }
}
