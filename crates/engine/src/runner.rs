//! The one way to run a search: limits to deadlines, deadlines to flags.

use std::sync::OnceLock;
use std::time::Duration;

use search::{EngineError, SearchLimits};
use view::DynPosition;

use crate::dyn_engine::{Analysis, DynEngine};
use crate::limits::Limits;
use crate::time_manager::{TimeManager, TimePlan};
use crate::timer::{StopFlags, Timer, timed};

/// A position to search.
pub struct SearchTask {
    /// The position.
    pub position: Box<dyn DynPosition>,
    /// Keys of the positions before it, the oldest first.
    pub past: Vec<u64>,
    /// Limits of the search.
    pub limits: Limits,
}

/// Result of a task; `None` if the position has no move.
pub type TaskResult = Result<Option<Analysis>, EngineError>;

/// Runs the searches of one thread, one after the other, by one time policy.
pub struct SearchRunner {
    time_manager: TimeManager,
    /// Created by the first search with a deadline.
    timer: OnceLock<Timer>,
}

impl SearchRunner {
    /// A runner with this time policy.
    pub fn new(time_manager: TimeManager) -> SearchRunner {
        SearchRunner { time_manager, timer: OnceLock::new() }
    }

    /// Limits of a search that starts now. It ends when a limit is reached or `flags` are raised.
    #[inline]
    pub fn begin<'a>(&self, limits: &Limits, flags: &'a StopFlags) -> SearchLimits<'a> {
        let plan = self.time_manager.plan(limits);
        // The deadlines of a search that ponders start when its move is played.
        if !limits.ponder {
            self.start_deadlines(plan, flags);
        }
        search_limits(limits, plan, flags)
    }

    /// Starts the deadlines of a search that has pondered so far.
    pub(crate) fn ponder_hit(&self, limits: &Limits, flags: &StopFlags) {
        self.start_deadlines(self.time_manager.plan(limits), flags);
    }

    /// Runs a task to its end. Returns the result and the time it took.
    pub fn search(
        &self,
        engine: &mut dyn DynEngine,
        task: &SearchTask,
        flags: &StopFlags,
        report: &mut dyn FnMut(&Analysis),
    ) -> (TaskResult, Duration) {
        let SearchTask { position, past, limits } = task;
        let search_limits = self.begin(limits, flags);
        timed(|| engine.search(&**position, past, &search_limits, &limits.root_moves, report))
    }

    fn start_deadlines(&self, plan: TimePlan, flags: &StopFlags) {
        if plan != TimePlan::default() {
            self.timer.get_or_init(Timer::new).start(plan, flags);
        }
    }
}

/// Limits of the search itself, which reads no clock.
fn search_limits<'a>(limits: &Limits, plan: TimePlan, flags: &'a StopFlags) -> SearchLimits<'a> {
    let mut search = SearchLimits::until(flags.stop()).multi_pv(limits.multi_pv);
    if let Some(depth) = limits.depth {
        search = search.depth(depth);
    }
    if let Some(nodes) = limits.nodes {
        search = search.nodes(nodes);
    }
    if let Some(time) = plan.hard {
        search = search.timed(time).soft_stop(flags.soft_stop());
    }
    search.is_set |= limits.infinite || limits.ponder;
    search
}
