//! How much of what it was allowed a search has used.

use crate::request::SearchLimits;

/// Counts the positions of one thread and says when it is enough.
pub(crate) struct Budget<'a> {
    limits: SearchLimits<'a>,
    nodes: u64,
    is_spent: bool,
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: SearchLimits<'a>) -> Budget<'a> {
        Budget { limits, nodes: 0, is_spent: false }
    }

    /// Asks for one more position; once the answer was no, it stays no.
    ///
    /// The flag is looked at every time: that costs nothing beside a position, and positions of some games take so long
    /// that every hundredth look would come too late.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> bool {
        self.is_spent |= self.nodes >= self.limits.nodes || self.limits.is_stopped();
        self.nodes += u64::from(!self.is_spent);
        !self.is_spent
    }

    /// Whether a position was refused.
    #[inline(always)]
    pub(crate) fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// The positions looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How deep the search may go.
    pub(crate) fn depth(&self) -> u32 {
        self.limits.depth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[test]
    fn not_one_position_too_many() {
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
}
