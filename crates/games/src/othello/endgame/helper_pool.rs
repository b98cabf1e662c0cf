//! The threads of a search that wait for work.

use std::sync::atomic::{AtomicIsize, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::split::Split;

/// Number of times that a waiting thread looks for work before it sleeps: most waits are shorter than waking up takes.
const SPINS: u32 = 2_000;

/// Threads that wait for work. A thread that waits for its helper is one of them: it takes part in the helper's splits.
pub(super) struct HelperPool {
    /// Number of waiting threads without the splits on offer. It may become negative for the moment in which a thread
    /// resumes.
    idle: AtomicIsize,
    /// Number of changes of the state; spinning threads watch it.
    changes: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// Splits that no helper has taken yet.
    offered: Vec<Arc<Split>>,
    sleeping: usize,
    is_closed: bool,
}

impl HelperPool {
    /// The helpers of a search on `threads` threads.
    pub(super) fn new(threads: usize) -> HelperPool {
        HelperPool {
            idle: AtomicIsize::new(threads as isize - 1),
            changes: AtomicUsize::new(0),
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Reserves an idle thread, if there is one.
    #[inline(always)]
    pub(super) fn reserve(&self) -> bool {
        let taken = |idle: isize| (idle > 0).then(|| idle - 1);
        self.idle.load(Ordering::Relaxed) > 0
            && self.idle.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }

    /// Offers a split to the thread that was reserved for it.
    pub(super) fn offer(&self, split: &Arc<Split>) {
        self.change(|state| state.offered.push(Arc::clone(split)));
    }

    /// Takes a split back. `false` if a helper has taken it.
    pub(super) fn withdraw(&self, split: &Arc<Split>) -> bool {
        let mut state = self.lock();
        let at = state.offered.iter().position(|offered| Arc::ptr_eq(offered, split));
        if let Some(at) = at {
            state.offered.remove(at);
            self.idle.fetch_add(1, Ordering::Relaxed);
        }
        at.is_some()
    }

    /// Waits until the helper of a split is done, and meanwhile takes part in splits below it.
    pub(super) fn wait_for(&self, split: &Arc<Split>, mut help: impl FnMut(&Arc<Split>)) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        while let Some(inner) = self.next(Some(split)) {
            help(&inner);
            self.done();
        }
        self.idle.fetch_sub(1, Ordering::Relaxed);
    }

    /// Takes part in all splits on offer until the search ends.
    pub(super) fn serve(&self, help: impl Fn(&Arc<Split>)) {
        while let Some(split) = self.next(None) {
            help(&split);
            self.done();
        }
    }

    /// A guard that ends [`serve`](HelperPool::serve) when it is dropped, even by a panic.
    pub(super) fn close_on_drop(&self) -> CloseOnDrop<'_> {
        CloseOnDrop(self)
    }

    /// A helper has finished its part and is idle again.
    fn done(&self) {
        self.idle.fetch_add(1, Ordering::Relaxed);
        self.change(|_| {});
    }

    /// The next split to take part in: one below `outer` until that is done, or any until the search ends.
    fn next(&self, outer: Option<&Arc<Split>>) -> Option<Arc<Split>> {
        let mut seen = self.changes.load(Ordering::Acquire);
        let mut state = self.lock();
        loop {
            if outer.map_or(state.is_closed, |outer| outer.is_done()) {
                return None;
            }
            let is_suitable = |split: &Arc<Split>| outer.is_none_or(|outer| split.is_below(outer));
            if let Some(at) = state.offered.iter().position(is_suitable) {
                return Some(state.offered.remove(at));
            }
            drop(state);
            for _ in 0..SPINS {
                if self.changes.load(Ordering::Acquire) != seen {
                    break;
                }
                std::hint::spin_loop();
            }
            state = self.lock();
            let now = self.changes.load(Ordering::Acquire);
            if now == seen {
                state.sleeping += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.sleeping -= 1;
            }
            seen = self.changes.load(Ordering::Acquire);
        }
    }

    /// Changes the state and wakes those who wait.
    fn change(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.lock();
        change(&mut state);
        self.changes.fetch_add(1, Ordering::Release);
        if state.sleeping > 0 {
            self.changed.notify_all();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Ends the service of all helpers when it is dropped.
pub(super) struct CloseOnDrop<'h>(&'h HelperPool);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.change(|state| state.is_closed = true);
    }
}
