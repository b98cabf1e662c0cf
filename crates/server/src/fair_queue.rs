//! A queue that serves its users in turn.

use std::collections::{HashMap, VecDeque};

/// Items of users, who are served one after the other however many items each has.
pub(crate) struct FairQueue<T> {
    items: HashMap<String, VecDeque<T>>,
    /// Users with items, the next first.
    turns: VecDeque<String>,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { items: HashMap::new(), turns: VecDeque::new() }
    }
}

impl<T> FairQueue<T> {
    /// Adds an item of a user.
    pub(crate) fn push(&mut self, user: &str, item: T) {
        match self.items.get_mut(user) {
            Some(items) => items.push_back(item),
            None => {
                self.items.insert(user.to_owned(), VecDeque::from([item]));
                self.turns.push_back(user.to_owned());
            }
        }
    }

    /// Takes the first item of the next user.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let user = self.turns.pop_front()?;
        let items = self.items.get_mut(&user)?;
        let item = items.pop_front();
        if items.is_empty() {
            self.items.remove(&user);
        } else {
            self.turns.push_back(user);
        }
        item
    }

    /// Number of items of a user.
    pub(crate) fn count(&self, user: &str) -> usize {
        self.items.get(user).map_or(0, VecDeque::len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_take_turns() {
        let mut queue = FairQueue::default();
        for item in 0..4 {
            queue.push("greedy", item);
        }
        queue.push("modest", 10);
        queue.push("other", 20);
        queue.push("modest", 11);
        assert_eq!((queue.count("greedy"), queue.count("nobody")), (4, 0));
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 20, 1, 11, 2, 3]);
        assert_eq!(queue.count("greedy"), 0);
        queue.push("greedy", 5);
        assert_eq!(queue.pop(), Some(5));
    }
}
