//! The contract every game signs.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Random, Seat};

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// This seat is to move.
    Turn(Seat),
    /// The dice are to be rolled.
    Chance,
    /// Nothing: the game has ended.
    Over(Outcome),
}

/// Why a seat leaves the game without having lost on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// The player gave up.
    Resigned,
    /// The player's time ran out.
    OutOfTime,
    /// The player went away.
    Absent,
}

impl Leaving {
    /// The name of the rule for an [`Outcome`].
    pub fn rule(self) -> &'static str {
        match self {
            Leaving::Resigned => "resignation",
            Leaving::OutOfTime => "time",
            Leaving::Absent => "absence",
        }
    }
}

/// What a player may claim about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// A claim that ends the game by itself.
    ByRight(Outcome),
    /// A claim that the others may accept or refuse.
    ByConsent(Outcome),
}

/// What the rules say of a position that has been on the board before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// Nothing follows.
    Nothing,
    /// A player may claim a draw.
    Claimable(Claim),
    /// The game is over.
    Over(Outcome),
}

/// A game.
///
/// The value holds what is fixed before the first move (board size, seats, who starts, an army); a position holds what
/// moves change. Positions are plain data: copied, never undone. What came before is not part of a position: whoever
/// plays or searches keeps a stack of [`key`](Rules::key)s and asks [`repeated`](Rules::repeated).
pub trait Rules: Send + Sync + 'static {
    /// What moves change.
    type Position: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// One whole turn of a seat.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One throw of the dice; [`std::convert::Infallible`] in a game without.
    type Roll: Copy + Eq + Debug + Send + Sync + 'static;

    /// How many play.
    fn seats(&self) -> u8;

    /// The position before the first move.
    fn start(&self) -> Self::Position;

    /// What the position waits for; if a seat's turn, its legal moves are appended, each once.
    ///
    /// One question, so that turn, moves and ending cannot disagree. A seat that must pass has one move, the pass.
    fn survey(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Stage;

    /// What the position waits for, without the moves.
    fn stage(&self, position: &Self::Position) -> Stage {
        self.survey(position, &mut Vec::new())
    }

    /// What the position waits for and, if a seat's turn, the one of its legal moves that `random` picks from the list.
    ///
    /// For random games: a game may know a shorter way to any of its moves than listing all of them. `room` is room to
    /// work in.
    #[inline(always)]
    fn any_move(
        &self,
        position: &Self::Position,
        random: &mut Random,
        room: &mut Vec<Self::Move>,
    ) -> (Stage, Option<Self::Move>) {
        room.clear();
        let stage = self.survey(position, room);
        (stage, random.pick(room).copied())
    }

    /// Whether the move may be played here.
    fn legal(&self, position: &Self::Position, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.survey(position, &mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// Whether the seat has completed its turn by this move, as far as clocks are concerned: rolling the dice or offering
    /// a cube does not.
    fn completes_turn(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        true
    }

    /// The throws that can come at [`Stage::Chance`], with their weights.
    fn rolls(&self, _position: &Self::Position) -> &[(Self::Roll, u32)] {
        &[]
    }

    /// Puts a throw on the table.
    fn settle(&self, _position: &mut Self::Position, _roll: Self::Roll) {}

    /// A seat leaves. The end if that ends the game; nothing if the rest play on from the changed position.
    ///
    /// A game of two ends without a trace in the position, so that positions need no room for it.
    fn retire(&self, _position: &mut Self::Position, seat: Seat, why: Leaving) -> Option<Outcome> {
        debug_assert!(self.seats() <= 2, "a game of more seats says itself how it goes on");
        Some(match self.seats() {
            1 => Outcome::solo(false, 0, why.rule()),
            _ => Outcome::win(2, seat.other(), why.rule()),
        })
    }

    /// What a seat may offer to lose so that a game need not be played to its end, the least first, where less can be
    /// offered than resigning costs: the others may refuse it.
    fn concessions(&self, _position: &Self::Position, _seat: Seat) -> &'static [&'static str] {
        &[]
    }

    /// A seat loses what the [concession](Rules::concessions) with this index says, and the others have agreed. As with
    /// [`retire`](Rules::retire), the end if that ends the game.
    fn concede(&self, position: &mut Self::Position, seat: Seat, _concession: usize) -> Option<Outcome> {
        self.retire(position, seat, Leaving::Resigned)
    }

    /// Whether the seat still takes part: who has a place already is only looking on.
    fn takes_part(&self, _position: &Self::Position, _seat: Seat) -> bool {
        true
    }

    /// The end if all agree on a draw here; nothing if the game knows no draw.
    fn draw(&self, _position: &Self::Position) -> Option<Outcome> {
        (self.seats() > 1).then(|| Outcome::draw(self.seats(), "agreement"))
    }

    /// What repetition compares: equal positions have equal keys; counters stay out of it.
    fn key(&self, position: &Self::Position) -> u64;

    /// What follows when a position with this key stands for the `times`-th time.
    fn repeated(&self, _position: &Self::Position, _times: u32) -> Repetition {
        Repetition::Nothing
    }
}
