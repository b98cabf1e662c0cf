//! Networks from which users were last seen, so that engines work for networks in turn and, within one, for its users: anyone can
//! be as many guests as they like.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::fair_queue::Party;
use crate::rate_limits::network;

/// Number of users that are remembered; then all are forgotten, and known again with their next request.
const MAX_USERS: usize = 50_000;

/// Networks of users by their id.
#[derive(Default)]
pub(crate) struct ClientNetworks {
    by_user: Mutex<HashMap<String, IpAddr>>,
}

impl ClientNetworks {
    /// Notes the address from which a user has sent a request. Requests from this computer may come through a proxy and say
    /// nothing.
    pub(crate) fn note(&self, user: &str, address: IpAddr) {
        if address.to_canonical().is_loopback() {
            return;
        }
        let mut by_user = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        if by_user.len() >= MAX_USERS && !by_user.contains_key(user) {
            by_user.clear();
        }
        by_user.insert(user.to_owned(), network(address));
    }

    /// The party for which work waits its turn.
    pub(crate) fn party(&self, user: &str) -> Party {
        let by_user = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        let network = by_user.get(user).map_or_else(|| user.to_owned(), IpAddr::to_string);
        Party { network, user: user.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_of_one_network_share_their_turn() {
        let networks = ClientNetworks::default();
        for (user, address) in
            [("one", "2001:db8::1"), ("other", "2001:db8::2"), ("far", "192.0.2.1"), ("local", "127.0.0.1")]
        {
            networks.note(user, address.parse().unwrap());
        }
        let network = |user: &str| networks.party(user).network;
        assert_eq!(network("one"), network("other"));
        assert_ne!(networks.party("one"), networks.party("other"));
        assert_ne!(network("one"), network("far"));
        assert_eq!(network("local"), "local", "a proxy may be there");
        assert_eq!(network("unknown"), "unknown");
        for number in 0..=MAX_USERS {
            networks.note(&format!("{number}"), "192.0.2.9".parse().unwrap());
        }
        assert!(networks.by_user.lock().unwrap().len() <= MAX_USERS);
    }
}
