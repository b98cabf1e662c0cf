//! Generation of the legal plays of a roll.

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
    fn played(&self) -> u8 {
        if self.position.winner().is_some() { self.made + self.unplayed.count() } else { self.made }
    }
}

/// A legal play and the turn it completes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LegalPlay {
    /// The play.
    pub(super) play: Play,
    /// The turn after its last step.
    pub(super) turn: PartialTurn,
}

/// The legal plays of the dice on the table, each end position once; none where no dice lie.
pub(super) fn legal_plays(position: &Position) -> Vec<LegalPlay> {
    let Some(turn) = PartialTurn::begin(position) else { return Vec::new() };
    let double = turn.unplayed.choices().count() == 1;
    let mut search = Search { double, longest: 0, found: Vec::new() };
    search.explore(&turn, Play::PASS, BAR);
    // Of two different dice that cannot both be played, the larger must be if it can.
    if !double && search.longest == 1 && search.found.iter().any(uses_larger) {
        search.found.retain(uses_larger);
    }
    search.found
}

fn uses_larger(legal: &LegalPlay) -> bool {
    legal.turn.unplayed.larger_is_played()
}

struct Search {
    double: bool,
    /// The most dice any play has used so far; only such plays are legal.
    longest: u8,
    found: Vec<LegalPlay>,
}

impl Search {
    /// Tries every step from the point `highest` or below it.
    ///
    /// Going from high points to low ones loses no end position. A point that is blocked or free stays so for the
    /// whole turn, a checker arrives on a point only from a higher one, and for entering and bearing off it only
    /// helps if the checkers farther back have moved before: so the steps of any legal play can also be made in this order.
    /// If that order ends early, the same steps in another order may go on, but then that play is found as well,
    /// and being longer it displaces this one.
    fn explore(&mut self, turn: &PartialTurn, play: Play, highest: u8) {
        let mut stuck = true;
        for (step, next) in turn.steps().filter(|(step, _)| step.from <= highest) {
            stuck = false;
            self.explore(&next, play.then(step), step.from);
        }
        if stuck {
            self.offer(turn, play);
        }
    }

    fn offer(&mut self, turn: &PartialTurn, play: Play) {
        if turn.played() < self.longest {
            return;
        }
        if turn.played() > self.longest {
            self.longest = turn.played();
            self.found.clear();
        }
        // With a double, how often each point is left follows from the end position: no play can be there already.
        let known = !self.double && self.found.iter().any(|legal| legal.turn.position == turn.position);
        if !known {
            self.found.push(LegalPlay { play, turn: *turn });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::backgammon::{Backgammon, Dice, ROLLS, Side};
    use rules::{Notation, Random, Seat};

    /// The ends of the longest sequences of steps, tried in every order of points and dice.
    fn every_order(turn: &PartialTurn, ends: &mut Vec<PartialTurn>) {
        let before = ends.len();
        for (_, next) in turn.steps() {
            every_order(&next, ends);
        }
        if ends.len() == before {
            ends.push(*turn);
        }
    }

    fn expected(position: &Position) -> HashSet<Position> {
        let mut ends = Vec::new();
        every_order(&PartialTurn::begin(position).unwrap(), &mut ends);
        let longest = ends.iter().map(PartialTurn::played).max().unwrap();
        ends.retain(|end| end.played() == longest);
        let dice = position.dice().unwrap();
        if longest == 1 && !dice.is_double() && ends.iter().any(|end| end.unplayed.larger_is_played()) {
            ends.retain(|end| end.unplayed.larger_is_played());
        }
        ends.iter().map(|end| end.position).collect()
    }

    /// Checkers placed at random: blots, blocks, bars and bear-offs that no game would bring about.
    fn scattered(random: &mut Random, dice: Dice) -> Option<Position> {
        let mut sides: [Side; 2] = [[0; 26]; 2];
        let reach = [7, 13, 25][random.below(3) as usize];
        for side in 0..2 {
            for _ in 0..=random.below(15) {
                let number = 1 + random.below(reach) as usize;
                if number == 25 || sides[1 - side][25 - number] == 0 {
                    sides[side][number] += 1;
                }
            }
        }
        Position::new(sides, Seat::new(random.below(2) as u8), Some(dice)).ok()
    }

    #[test]
    fn going_from_high_points_to_low_ones_loses_no_end_position() {
        let mut random = Random::new(3);
        for _ in 0..400 {
            for &(dice, _) in &ROLLS {
                let Some(position) = scattered(&mut random, dice) else { continue };
                let found = legal_plays(&position);
                let set: HashSet<Position> = found.iter().map(|legal| legal.turn.position).collect();
                let text = Backgammon::new().write_position(&position);
                assert_eq!(set.len(), found.len(), "an end position comes twice in {text}");
                assert_eq!(set, expected(&position), "{text}");
                for legal in found {
                    let mut played = position;
                    legal.play.steps().iter().for_each(|&step| played.advance(step));
                    assert_eq!(played, legal.turn.position, "{:?} in {text}", legal.play);
                    let sorted = legal.play.steps().is_sorted_by(|one, two| one.from >= two.from);
                    assert!(sorted, "{:?} in {text}", legal.play);
                }
            }
        }
    }
}
