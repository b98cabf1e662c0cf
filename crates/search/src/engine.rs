//! Somebody who chooses moves.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::Rules;

use crate::breakdown::Breakdown;

/// How long to think. Whoever sets a deadline raises `stop` when it has come: a search reads no clock.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Not deeper than so many turns.
    pub depth: u32,
    /// Not more than so many positions.
    pub nodes: u64,
    /// Raised from outside, it ends the thinking within a few milliseconds.
    pub stop: &'a AtomicBool,
    /// Whether somebody has set a depth, a number of positions or a time: an engine that nobody has held to a level of
    /// its own then thinks as far as that goes.
    pub is_set: bool,
    /// The time after which `stop` is raised, if somebody has set one: for who must be told before the thinking begins.
    pub time: Option<Duration>,
}

impl<'a> Limits<'a> {
    /// Thinking that only `stop` ends.
    pub fn until(stop: &'a AtomicBool) -> Limits<'a> {
        Limits { depth: u32::MAX, nodes: u64::MAX, stop, is_set: false, time: None }
    }

    /// The same, but not more than so many positions.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Limits<'a> {
        Limits { nodes, is_set: true, ..self }
    }

    /// The same, but not deeper than so many turns.
    #[must_use]
    pub fn depth(self, depth: u32) -> Limits<'a> {
        Limits { depth, is_set: true, ..self }
    }

    /// The same, where `stop` is raised when so much time has passed.
    #[must_use]
    pub fn timed(self, time: Duration) -> Limits<'a> {
        Limits { is_set: true, time: Some(time), ..self }
    }

    /// Whether somebody has asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What thinking has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought<M> {
    /// The move to play.
    pub best: M,
    /// What the position is worth to the seat to move, in the unit of whoever thought.
    pub score: f64,
    /// The moves expected, the best first. It may be shorter than the search was deep.
    pub line: Vec<M>,
    /// How deep the search was, in turns.
    pub depth: u32,
    /// Positions that were looked at.
    pub nodes: u64,
}

/// Chooses moves of one game.
pub trait Engine<R: Rules>: Send {
    /// Thinks about a position in which a seat is to move. `past` holds the keys of the positions before it, the oldest
    /// first. `report` hears of every deeper result on the way. Nothing if there is no move.
    fn think(
        &mut self,
        rules: &R,
        position: &R::Position,
        past: &[u64],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought<R::Move>),
    ) -> Option<Thought<R::Move>>;

    /// The same for a caller who has listed the legal moves already, as a referee has: who needs no more than the list
    /// saves making it again.
    fn think_among(
        &mut self,
        rules: &R,
        position: &R::Position,
        _moves: &[R::Move],
        past: &[u64],
        limits: &Limits<'_>,
        report: &mut dyn FnMut(&Thought<R::Move>),
    ) -> Option<Thought<R::Move>> {
        self.think(rules, position, past, limits, report)
    }

    /// Forgets what was learnt: another game begins. Every random choice then follows from the seed.
    fn begin(&mut self, seed: u64);

    /// A move was made in the game, by whomever: also one of the opening, and one of its own. For who must be told of a
    /// game move by move; a search needs no more than the position it is asked about.
    fn hear(&mut self, _rules: &R, _before: &R::Position, _mv: R::Move) {}

    /// Why the last thinking came to nothing, if there is more to say of it; asked only then.
    fn breakdown(&mut self) -> Option<Breakdown> {
        None
    }
}
