//! The part of its limits that a search has used.

use crate::request::{Confidence, SearchLimits};

/// Node count of one thread, and whether it may go on.
pub(crate) struct Budget<'a> {
    limits: SearchLimits<'a>,
    nodes: u64,
    /// Node limit in force: none until the guaranteed depth is complete.
    max_nodes: u64,
    is_spent: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: SearchLimits<'a>) -> Budget<'a> {
        let max_nodes = if limits.min_depth > 0 { u64::MAX } else { limits.nodes };
        Budget { limits, nodes: 0, max_nodes, is_spent: false }
    }

    /// Counts one more node if that is allowed. Once the answer was `false`, it stays so.
    ///
    /// The stop flag is read every time: that costs nothing beside a node, and in some games a hundred nodes take
    /// milliseconds.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> bool {
        self.is_spent |= self.nodes >= self.max_nodes || self.limits.is_stopped();
        self.nodes += u64::from(!self.is_spent);
        !self.is_spent
    }

    /// `true` once a node was refused.
    #[inline(always)]
    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Nodes counted so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Maximum depth.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth
    }

    /// Notes a completed depth. Returns `false` if no further one should be started.
    pub(crate) fn complete_depth(&mut self, depth: u32, confidence: Confidence) -> bool {
        if depth >= self.limits.min_depth {
            self.max_nodes = self.limits.nodes;
        }
        !self.limits.is_soft_stopped_at(confidence) && self.nodes < self.max_nodes
    }

    /// Lets a thread that was only interrupted go on.
    pub(crate) fn resume(&mut self) {
        self.is_spent = false;
    }

    /// `true` if the node limit is used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes >= self.max_nodes
    }

    /// `true` if the stop flag is raised.
    pub(crate) fn is_stop_requested(&self) -> bool {
        self.limits.is_stopped()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::SoftStop;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn not_one_node_too_many() {
        let stop = AtomicBool::new(false);
        let mut budget = Budget::new(SearchLimits::until(&stop).nodes(3));
        assert_eq!([(); 5].map(|()| budget.take()), [true, true, true, false, false]);
        assert_eq!((budget.nodes(), budget.is_spent()), (3, true));
        let mut budget = Budget::new(SearchLimits::until(&stop));
        assert!(budget.take());
        stop.store(true, Ordering::Relaxed);
        assert!(!budget.take());
        stop.store(false, Ordering::Relaxed);
        assert!(!budget.take());
    }

    #[test]
    fn the_surer_a_search_the_sooner_it_ends() {
        let (stop, soft) = (AtomicBool::new(false), SoftStop::default());
        let mut budget = Budget::new(SearchLimits::until(&stop).soft_stop(&soft));
        let mut going_on = || Confidence::ALL.map(|confidence| budget.complete_depth(1, confidence));
        assert_eq!(going_on(), [true; 4]);
        soft.raise(Confidence::High);
        assert_eq!(going_on(), [false, false, true, true]);
        soft.raise(Confidence::Low);
        assert_eq!(going_on(), [false; 4]);
        soft.raise(Confidence::Usual);
        assert_eq!(going_on(), [false; 4], "a time that has ended stays so");
    }

    #[test]
    fn the_guaranteed_depth_ignores_the_node_limit() {
        let stop = AtomicBool::new(false);
        let mut budget = Budget::new(SearchLimits::until(&stop).nodes(2).min_depth(1));
        assert_eq!([(); 4].map(|()| budget.take()), [true; 4]);
        assert!(!budget.complete_depth(1, Confidence::Usual));
        assert!(!budget.take());
    }
}
