//! A queue that serves networks in turn, and the users of a network in turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;

use crate::rate_limits::network;

/// A user, and the network that the user shares with others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Party {
    pub(crate) network: String,
    pub(crate) user: String,
}

impl Party {
    /// The unknown users of an address.
    pub(crate) fn of_address(address: IpAddr) -> Party {
        Party { network: network(address).to_string(), user: String::new() }
    }
}

/// Items of users. Networks are served one after the other however many users each has, and so are the users of a network
/// however many items each has.
pub(crate) struct FairQueue<T>(Turns<Turns<VecDeque<T>>>);

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue(Turns::default())
    }
}

impl<T> FairQueue<T> {
    /// Adds an item.
    pub(crate) fn push(&mut self, party: &Party, item: T) {
        self.0.part(&party.network).part(&party.user).push_back(item);
    }

    /// Takes the first item of the next user of the next network.
    pub(crate) fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Takes the first item of the next user of the next network that is admitted. The others keep their turn.
    pub(crate) fn pop_of(&mut self, is_admitted: impl Fn(&str) -> bool) -> Option<T> {
        self.0.pop_of(is_admitted)
    }

    /// Number of items of a user.
    pub(crate) fn count(&self, party: &Party) -> usize {
        let users = self.0.parts.get(&party.network);
        users.and_then(|users| users.parts.get(&party.user)).map_or(0, VecDeque::len)
    }

    /// Number of items.
    pub(crate) fn len(&self) -> usize {
        self.0.parts.values().flat_map(|users| users.parts.values()).map(VecDeque::len).sum()
    }

    /// Number of items of all users of a network.
    pub(crate) fn network_count(&self, party: &Party) -> usize {
        let users = self.0.parts.get(&party.network);
        users.map_or(0, |users| users.parts.values().map(VecDeque::len).sum())
    }
}

/// A queue of items.
trait Items: Default {
    type Item;

    fn pop(&mut self) -> Option<Self::Item>;

    fn is_empty(&self) -> bool;
}

impl<T> Items for VecDeque<T> {
    type Item = T;

    fn pop(&mut self) -> Option<T> {
        self.pop_front()
    }

    fn is_empty(&self) -> bool {
        VecDeque::is_empty(self)
    }
}

/// Queues that are served in turn. None of them is empty.
struct Turns<Q> {
    parts: HashMap<String, Q>,
    /// Keys of all parts, the next first.
    order: VecDeque<String>,
}

impl<Q> Default for Turns<Q> {
    fn default() -> Turns<Q> {
        Turns { parts: HashMap::new(), order: VecDeque::new() }
    }
}

impl<Q: Items> Turns<Q> {
    /// The part of a key, to which an item is about to be added.
    fn part(&mut self, key: &str) -> &mut Q {
        if !self.parts.contains_key(key) {
            self.order.push_back(key.to_owned());
        }
        self.parts.entry(key.to_owned()).or_default()
    }
}

impl<Q: Items> Turns<Q> {
    /// Takes the first item of the first part whose key is admitted.
    fn pop_of(&mut self, is_admitted: impl Fn(&str) -> bool) -> Option<Q::Item> {
        let index = self.order.iter().position(|key| is_admitted(key))?;
        let key = self.order.remove(index)?;
        let part = self.parts.get_mut(&key)?;
        let item = part.pop();
        if part.is_empty() {
            self.parts.remove(&key);
        } else {
            self.order.push_back(key);
        }
        item
    }
}

impl<Q: Items> Items for Turns<Q> {
    type Item = Q::Item;

    fn pop(&mut self) -> Option<Q::Item> {
        self.pop_of(|_| true)
    }

    fn is_empty(&self) -> bool {
        self.order.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(network: &str, user: &str) -> Party {
        Party { network: network.to_owned(), user: user.to_owned() }
    }

    #[test]
    fn users_take_turns() {
        let mut queue = FairQueue::default();
        for item in 0..4 {
            queue.push(&party("a", "greedy"), item);
        }
        queue.push(&party("b", "modest"), 10);
        queue.push(&party("c", "other"), 20);
        queue.push(&party("b", "modest"), 11);
        assert_eq!((queue.count(&party("a", "greedy")), queue.count(&party("a", "nobody"))), (4, 0));
        let order: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(order, [0, 10, 20, 1, 11, 2, 3]);
        assert_eq!(queue.count(&party("a", "greedy")), 0);
        queue.push(&party("a", "greedy"), 5);
        assert_eq!((queue.pop(), queue.pop()), (Some(5), None));
    }

    #[test]
    fn networks_that_are_not_admitted_keep_their_turn() {
        let mut queue = FairQueue::default();
        for (network, item) in [("a", 1), ("a", 2), ("b", 10), ("c", 20)] {
            queue.push(&party(network, "user"), item);
        }
        assert_eq!(queue.pop_of(|network| network != "a"), Some(10));
        assert_eq!(queue.pop_of(|_| false), None);
        assert_eq!([queue.pop(), queue.pop(), queue.pop(), queue.pop()], [Some(1), Some(20), Some(2), None]);
    }

    /// A hundred accounts and guests of one address delay a stranger by one of their items, and each other fairly.
    #[test]
    fn networks_take_turns_however_many_users_they_have() {
        let mut queue = FairQueue::default();
        for item in 0..200 {
            queue.push(&party("crowd", &format!("user {}", item % 100)), item);
        }
        queue.push(&party("crowd", "late"), 500);
        queue.push(&party("home", "stranger"), 1000);
        queue.push(&party("home", "stranger"), 1001);
        assert_eq!((queue.network_count(&party("crowd", "late")), queue.len()), (201, 203));
        assert_eq!([queue.pop(), queue.pop(), queue.pop(), queue.pop()], [0, 1000, 1, 1001].map(Some));
        let rest: Vec<i32> = std::iter::from_fn(|| queue.pop()).collect();
        let expected: Vec<i32> = (2..100).chain([500]).chain(100..200).collect();
        assert_eq!(rest, expected);
    }
}
