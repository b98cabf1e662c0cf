//! What an engine is asked, and how long it may think.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rules::{Rules, Seat, Status};

/// How long to think. Whoever sets a deadline raises `stop` when it has come: a search reads no clock.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'a> {
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

impl<'a> SearchLimits<'a> {
    /// Thinking that only `stop` ends.
    pub fn until(stop: &'a AtomicBool) -> SearchLimits<'a> {
        SearchLimits { depth: u32::MAX, nodes: u64::MAX, stop, is_set: false, time: None }
    }

    /// The same, but not more than so many positions.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, is_set: true, ..self }
    }

    /// The same, but not deeper than so many turns.
    #[must_use]
    pub fn depth(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, is_set: true, ..self }
    }

    /// The same, where `stop` is raised when so much time has passed.
    #[must_use]
    pub fn timed(self, time: Duration) -> SearchLimits<'a> {
        SearchLimits { is_set: true, time: Some(time), ..self }
    }

    /// Whether somebody has asked to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What to play in a position in which a seat is to move?
#[derive(Debug)]
pub struct SearchRequest<'a, R: Rules> {
    /// The rules of the game.
    pub rules: &'a R,
    /// The position.
    pub position: &'a R::Position,
    /// The keys of the positions before it, the oldest first.
    pub past: &'a [u64],
    /// How long to think.
    pub limits: SearchLimits<'a>,
    /// The legal moves, if who asks has listed them already.
    listed: Option<&'a [R::Move]>,
}

impl<R: Rules> Clone for SearchRequest<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for SearchRequest<'_, R> {}

impl<'a, R: Rules> SearchRequest<'a, R> {
    /// What to play in this position?
    #[inline(always)]
    pub fn new(
        rules: &'a R,
        position: &'a R::Position,
        past: &'a [u64],
        limits: SearchLimits<'a>,
    ) -> SearchRequest<'a, R> {
        SearchRequest { rules, position, past, limits, listed: None }
    }

    /// The same by somebody who has listed the legal moves already, as a referee has: who needs no more than the list
    /// saves making it again.
    #[inline(always)]
    #[must_use]
    pub fn among(self, moves: &'a [R::Move]) -> SearchRequest<'a, R> {
        SearchRequest { listed: Some(moves), ..self }
    }

    /// The same with other limits.
    #[must_use]
    pub fn within(self, limits: SearchLimits<'a>) -> SearchRequest<'a, R> {
        SearchRequest { limits, ..self }
    }

    /// The legal moves.
    #[inline(always)]
    pub fn moves(&self) -> Cow<'a, [R::Move]> {
        match self.listed {
            Some(moves) => Cow::Borrowed(moves),
            None => {
                let mut moves = Vec::new();
                self.rules.legal_moves(self.position, &mut moves);
                Cow::Owned(moves)
            }
        }
    }

    /// Who is to move, and the first of the legal moves. Nothing if there is no move.
    pub fn seat_and_first(&self) -> Option<(Seat, R::Move)> {
        let mut moves = Vec::new();
        let Status::Turn(seat) = self.rules.legal_moves(self.position, &mut moves) else { return None };
        Some((seat, *moves.first()?))
    }
}
