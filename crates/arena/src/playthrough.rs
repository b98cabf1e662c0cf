//! One game in progress, without text.

use std::time::Duration;

use rules::{DrawClaim, MAX_SEATS, Outcome, Repetition, Rules, Seat, Status};
use table::Secret;

/// Occurrences of a position after which both engines accept a draw that needs consent. The draw could be claimed
/// earlier; the engines get the chance to find another plan first.
pub const AGREED_REPETITIONS: u32 = 5;

/// A move with the time spent on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply<M> {
    /// The move.
    pub mv: M,
    /// Time spent on the move.
    pub took: Duration,
}

/// A game in progress. It takes the same steps as a [`table::Table`], without the text.
pub(crate) struct Playthrough<R: Rules> {
    pub(crate) start: R::Position,
    pub(crate) position: R::Position,
    pub(crate) plies: Vec<Ply<R::Move>>,
    /// Keys of the start position and of the position after each move.
    keys: Vec<u64>,
    rolls: u64,
}

/// Next step of a game.
pub(crate) enum NextStep {
    /// This seat moves.
    Turn(Seat),
    /// The game is over.
    Over(Outcome),
    /// A roll is due, but the rules list none.
    NoRoll,
}

impl<R: Rules> Clone for Playthrough<R> {
    fn clone(&self) -> Playthrough<R> {
        Playthrough {
            start: self.start.clone(),
            position: self.position.clone(),
            plies: self.plies.clone(),
            keys: self.keys.clone(),
            rolls: self.rolls,
        }
    }
}

impl<R: Rules> Playthrough<R> {
    /// A game at its start position.
    pub(crate) fn new(rules: &R) -> Playthrough<R> {
        Playthrough::at(rules, rules.start())
    }

    /// A game that starts at this position.
    pub(crate) fn at(rules: &R, start: R::Position) -> Playthrough<R> {
        let keys = vec![rules.key(&start)];
        Playthrough { position: start.clone(), start, keys, plies: Vec::new(), rolls: 0 }
    }

    /// Advances to the next decision of a seat, rolling dice on the way, and lists the legal moves.
    #[inline(always)]
    pub(crate) fn next(&mut self, rules: &R, dice: &Secret, moves: &mut Vec<R::Move>) -> NextStep {
        loop {
            moves.clear();
            match rules.legal_moves(&self.position, moves) {
                Status::Over(outcome) => return NextStep::Over(outcome),
                Status::Turn(seat) => {
                    return self.repetition(rules).map_or(NextStep::Turn(seat), NextStep::Over);
                }
                Status::Chance => {
                    let rolls = rules.rolls(&self.position);
                    // Engines contribute no seeds to the dice: all client seeds are empty.
                    let client_seeds = &[""; MAX_SEATS][..rules.seats() as usize];
                    let drawn = dice.draw(self.rolls, client_seeds, rolls.iter().map(|(_, weight)| *weight));
                    let Some(&(roll, _)) = drawn.and_then(|index| rolls.get(index)) else {
                        return NextStep::NoRoll;
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

    /// Keys of the positions before the current one.
    pub(crate) fn previous_keys(&self) -> &[u64] {
        &self.keys[..self.keys.len() - 1]
    }

    /// Outcome of a repetition: by rule, claimed by right, or agreed on.
    #[inline(always)]
    fn repetition(&self, rules: &R) -> Option<Outcome> {
        let key = rules.key(&self.position);
        let times = self.keys.iter().filter(|&&other| other == key).count().max(1) as u32;
        match rules.repeated(&self.position, times) {
            Repetition::Over(outcome) | Repetition::Claimable(DrawClaim::ByRight(outcome)) => Some(outcome),
            Repetition::Claimable(DrawClaim::ByConsent(outcome)) => {
                (times >= AGREED_REPETITIONS).then_some(outcome)
            }
            Repetition::Nothing => None,
        }
    }
}
