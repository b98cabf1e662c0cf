//! The task of an engine: a position and the limits of the search.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use rules::{Rules, Seat, Status};

/// How sure a search is of its best move: the surer, the sooner it ends where time is limited.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Confidence {
    /// There is only one move.
    Certain,
    /// The same move has been the best for several iterations.
    High,
    /// Nothing special is known.
    Usual,
    /// The last iteration has found another move, or a much lower score.
    Low,
}

impl Confidence {
    /// All of them, in the order in which their times end.
    pub const ALL: [Confidence; 4] =
        [Confidence::Certain, Confidence::High, Confidence::Usual, Confidence::Low];

    /// Share of the usual soft time after which no further iteration is started.
    pub const fn share(self) -> f64 {
        match self {
            Confidence::Certain => 0.0,
            Confidence::High => 0.5,
            Confidence::Usual => 1.0,
            Confidence::Low => 1.7,
        }
    }
}

/// Soft times of a search that have ended.
#[derive(Default, Debug)]
pub struct SoftStop(AtomicU8);

impl SoftStop {
    /// Ends the time of searches with this confidence or a higher one.
    pub fn raise(&self, confidence: Confidence) {
        self.0.fetch_max(confidence as u8 + 1, Ordering::SeqCst);
    }

    /// `true` once the time of searches with this confidence has ended.
    #[inline]
    pub fn is_raised(&self, confidence: Confidence) -> bool {
        self.0.load(Ordering::Relaxed) > confidence as u8
    }
}

/// Limits of one search. A search reads no clock: its caller raises the flags when the time is up.
#[derive(Clone, Copy, Debug)]
pub struct SearchLimits<'a> {
    /// Maximum depth in plies.
    pub depth: u32,
    /// Maximum number of nodes.
    pub nodes: u64,
    /// Depth that is completed whatever the node limit.
    pub min_depth: u32,
    /// Ends the search within a few milliseconds when raised.
    pub stop: &'a AtomicBool,
    /// Ends the search after the current iteration when raised for its confidence.
    pub soft_stop: Option<&'a SoftStop>,
    /// Number of principal variations.
    pub multi_pv: usize,
    /// `true` if the caller set a limit; it overrides the default level.
    pub is_set: bool,
    /// Thousandths of the inconspicuous moves that are overlooked near the root, as people do; see
    /// [`SearchGame::prominence`](crate::SearchGame::prominence).
    pub overlooked: u32,
    /// Time after which `stop` is raised, for engines that must know it in advance.
    pub time: Option<Duration>,
}

impl<'a> SearchLimits<'a> {
    /// No limit but the stop flag.
    pub fn until(stop: &'a AtomicBool) -> SearchLimits<'a> {
        SearchLimits {
            depth: u32::MAX,
            nodes: u64::MAX,
            min_depth: 0,
            stop,
            soft_stop: None,
            multi_pv: 1,
            is_set: false,
            overlooked: 0,
            time: None,
        }
    }

    /// The same with at most `nodes` nodes.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> SearchLimits<'a> {
        SearchLimits { nodes, is_set: true, ..self }
    }

    /// The same with at most `depth` plies.
    #[must_use]
    pub fn depth(self, depth: u32) -> SearchLimits<'a> {
        SearchLimits { depth, is_set: true, ..self }
    }

    /// The same with a depth that is completed whatever the node limit.
    #[must_use]
    pub fn min_depth(self, min_depth: u32) -> SearchLimits<'a> {
        SearchLimits { min_depth, ..self }
    }

    /// The same where this many thousandths of the inconspicuous moves are overlooked.
    #[must_use]
    pub fn overlooked(self, thousandths: u32) -> SearchLimits<'a> {
        SearchLimits { overlooked: thousandths, ..self }
    }

    /// The same where `stop` will be raised after `time`.
    #[must_use]
    pub fn timed(self, time: Duration) -> SearchLimits<'a> {
        SearchLimits { is_set: true, time: Some(time), ..self }
    }

    /// The same with a flag that ends the search after the current iteration.
    #[must_use]
    pub fn soft_stop(self, flag: &'a SoftStop) -> SearchLimits<'a> {
        SearchLimits { soft_stop: Some(flag), ..self }
    }

    /// The same with `lines` principal variations.
    #[must_use]
    pub fn multi_pv(self, lines: usize) -> SearchLimits<'a> {
        SearchLimits { multi_pv: lines.max(1), ..self }
    }

    /// `true` if the search must end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// `true` if no further iteration should be started.
    #[inline]
    pub fn is_soft_stopped(&self) -> bool {
        self.is_soft_stopped_at(Confidence::Usual)
    }

    /// `true` if a search with this confidence should start no further iteration.
    #[inline]
    pub fn is_soft_stopped_at(&self, confidence: Confidence) -> bool {
        self.is_stopped() || self.soft_stop.is_some_and(|flag| flag.is_raised(confidence))
    }
}

/// A position in which a seat is to move, and the limits of the search for its best move.
#[derive(Debug)]
pub struct SearchRequest<'a, R: Rules> {
    /// The rules of the game.
    pub rules: &'a R,
    /// The position.
    pub position: &'a R::Position,
    /// Keys of the positions before it, the oldest first.
    pub past: &'a [u64],
    /// Limits of the search.
    pub limits: SearchLimits<'a>,
    /// Moves to which the search is restricted; `None` for all legal moves.
    pub root_moves: Option<&'a [R::Move]>,
    /// Legal moves, if the caller has generated them already.
    legal: Option<&'a [R::Move]>,
}

impl<R: Rules> Clone for SearchRequest<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for SearchRequest<'_, R> {}

impl<'a, R: Rules> SearchRequest<'a, R> {
    /// A request for the best move of a position.
    #[inline(always)]
    pub fn new(
        rules: &'a R,
        position: &'a R::Position,
        past: &'a [u64],
        limits: SearchLimits<'a>,
    ) -> SearchRequest<'a, R> {
        SearchRequest { rules, position, past, limits, root_moves: None, legal: None }
    }

    /// The same with the legal moves, generated by the caller.
    #[inline(always)]
    #[must_use]
    pub fn with_legal_moves(self, moves: &'a [R::Move]) -> SearchRequest<'a, R> {
        SearchRequest { legal: Some(moves), ..self }
    }

    /// The same restricted to some of the legal moves; an empty list restricts nothing.
    #[must_use]
    pub fn with_root_moves(self, moves: &'a [R::Move]) -> SearchRequest<'a, R> {
        SearchRequest { root_moves: (!moves.is_empty()).then_some(moves), ..self }
    }

    /// The same with other limits.
    #[must_use]
    pub fn with_limits(self, limits: SearchLimits<'a>) -> SearchRequest<'a, R> {
        SearchRequest { limits, ..self }
    }

    /// Moves to choose from: the legal ones, or the root moves among them.
    #[inline(always)]
    pub fn moves(&self) -> Cow<'a, [R::Move]> {
        let legal = match self.legal {
            Some(moves) => Cow::Borrowed(moves),
            None => {
                let mut moves = Vec::new();
                self.rules.legal_moves(self.position, &mut moves);
                Cow::Owned(moves)
            }
        };
        match self.root_moves {
            None => legal,
            Some(allowed) => Cow::Owned(legal.iter().copied().filter(|mv| allowed.contains(mv)).collect()),
        }
    }

    /// The seat to move and the first move to choose from; `None` if there is no move.
    pub fn seat_and_first(&self) -> Option<(Seat, R::Move)> {
        let Status::Turn(seat) = self.rules.status(self.position) else { return None };
        Some((seat, *self.moves().first()?))
    }
}
