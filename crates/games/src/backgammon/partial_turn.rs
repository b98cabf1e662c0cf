//! A turn step by step, for plays that are touched or written, and the list of the legal plays.

use super::dice::RemainingDice;
use super::play::{Play, Step};
use super::position::{BAR, Position};

/// A turn with some of its steps made.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialTurn {
    /// The checkers as they stand now; the mover is still on turn.
    pub(super) position: Position,
    /// The dice that are left.
    pub(super) unplayed: RemainingDice,
    /// Number of steps made.
    pub(super) made: u8,
}

impl PartialTurn {
    /// The turn before its first step, once the dice are on the table.
    pub(super) fn begin(position: &Position) -> Option<PartialTurn> {
        let unplayed = RemainingDice::new(position.dice()?);
        Some(PartialTurn { position: *position, unplayed, made: 0 })
    }

    /// Every step that can be made next, whether or not it leaves room to play the other dice: the larger die first,
    /// the highest point first.
    pub(super) fn steps(&self) -> impl Iterator<Item = (Step, PartialTurn)> {
        self.unplayed.choices().flat_map(move |(die, unplayed)| {
            (1..=BAR).rev().filter_map(move |from| {
                let step = Step { from, to: self.position.landing(from, die).ok()? };
                let mut position = self.position;
                position.advance(step);
                Some((step, PartialTurn { position, unplayed, made: self.made + 1 }))
            })
        })
    }

    /// Number of dice that count as played. Once the last checker is off, the remaining dice count too.
    ///
    /// GNU Backgammon differs here: it requires both dice if the last checker could also use both. The end is the
    /// same, unless the checker hits on its way.
    #[cfg(test)]
    pub(super) fn played(&self) -> u8 {
        if self.position.winner().is_some() { self.made + self.unplayed.count() } else { self.made }
    }
}

/// A legal play and the checkers after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalPlay {
    /// The play.
    pub(super) play: Play,
    /// The position after its last step; the mover is still on turn.
    pub(super) after: Position,
}

/// The legal plays of the dice on the table, each end position once; none where no dice lie.
pub(super) fn legal_plays(position: &Position) -> Vec<LegalPlay> {
    let mut plays = Vec::new();
    position.for_each_turn(|turn| {
        plays.push(LegalPlay { play: turn.play, after: position.before_passing(turn) });
    });
    plays
}
