//! A game as far as it has come.

use std::time::Duration;

use rules::{Claim, MAX_SEATS, Outcome, Repetition, Rules, Seat, Status};
use table::Secret;

/// A draw that both sides must agree to is agreed on when a position stands for so many times. It may be claimed
/// earlier; the sides are given room to find another way.
pub const CONSENT: u32 = 5;

/// A move that was made, and how long it was result about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// The time it took.
    pub took: Duration,
}

/// A game as far as it has come: the same steps as at a table, without the text.
pub(crate) struct Course<R: Rules> {
    pub(crate) position: R::Position,
    pub(crate) plies: Vec<Ply<R::Move>>,
    /// The key of the first position and of that after each move.
    keys: Vec<u64>,
    rolls: u64,
}

/// What comes next in a game.
pub(crate) enum Next {
    /// This seat moves.
    Turn(Seat),
    /// Nothing: it is over.
    Over(Outcome),
    /// Nothing: dice are awaited, but the rules have none that could come.
    Stuck,
}

impl<R: Rules> Clone for Course<R> {
    fn clone(&self) -> Course<R> {
        Course {
            position: self.position.clone(),
            plies: self.plies.clone(),
            keys: self.keys.clone(),
            rolls: self.rolls,
        }
    }
}

impl<R: Rules> Course<R> {
    /// The beginning of a game.
    pub(crate) fn new(rules: &R) -> Course<R> {
        let position = rules.start();
        Course { keys: vec![rules.key(&position)], position, plies: Vec::new(), rolls: 0 }
    }

    /// Goes on to the next decision of a seat, rolling dice where they are awaited, and lists the legal moves.
    #[inline(always)]
    pub(crate) fn next(&mut self, rules: &R, dice: &Secret, moves: &mut Vec<R::Move>) -> Next {
        loop {
            moves.clear();
            match rules.legal_moves(&self.position, moves) {
                Status::Over(outcome) => return Next::Over(outcome),
                Status::Turn(seat) => {
                    return self.repetition(rules).map_or(Next::Turn(seat), Next::Over);
                }
                Status::Chance => {
                    let rolls = rules.rolls(&self.position);
                    // Nobody adds a word to the dice here; each seat's is empty.
                    let words = &[""; MAX_SEATS][..rules.seats() as usize];
                    let drawn = dice.draw(self.rolls, words, rolls.iter().map(|(_, weight)| *weight));
                    let Some(&(roll, _)) = drawn.and_then(|index| rolls.get(index)) else {
                        return Next::Stuck;
                    };
                    rules.apply_roll(&mut self.position, roll);
                    self.rolls += 1;
                }
            }
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(crate) fn play(&mut self, rules: &R, mv: R::Move, took: Duration) {
        rules.play(&mut self.position, mv);
        self.keys.push(rules.key(&self.position));
        self.plies.push(Ply { mv, took });
    }

    /// The keys of the positions before this one.
    pub(crate) fn past(&self) -> &[u64] {
        &self.keys[..self.keys.len() - 1]
    }

    /// The end that follows from having been here before: by the rules, claimed by right, or agreed on.
    #[inline(always)]
    fn repetition(&self, rules: &R) -> Option<Outcome> {
        let key = rules.key(&self.position);
        let times = self.keys.iter().filter(|&&other| other == key).count().max(1) as u32;
        match rules.repeated(&self.position, times) {
            Repetition::Over(outcome) | Repetition::Claimable(Claim::ByRight(outcome)) => Some(outcome),
            Repetition::Claimable(Claim::ByConsent(outcome)) => (times >= CONSENT).then_some(outcome),
            Repetition::Nothing => None,
        }
    }
}
