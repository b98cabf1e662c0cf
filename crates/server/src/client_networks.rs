//! Networks from which guests were last seen, so that engines work for networks in turn and not for guests: anyone can be as many
//! guests as they like.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use store::secrets::fingerprint;

use crate::rate_limits::network;

/// Number of guests that are remembered; then all are forgotten, and known again with their next request.
const MAX_GUESTS: usize = 50_000;

/// Networks of guests by user id.
#[derive(Default)]
pub(crate) struct ClientNetworks {
    by_user: Mutex<HashMap<String, IpAddr>>,
}

impl ClientNetworks {
    /// Notes the address from which a token was sent. The id of a guest follows from its token. Requests from this computer may
    /// come through a proxy and say nothing.
    pub(crate) fn note(&self, token: &str, address: IpAddr) {
        if address.to_canonical().is_loopback() {
            return;
        }
        let mut by_user = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        if by_user.len() >= MAX_GUESTS {
            by_user.clear();
        }
        by_user.insert(fingerprint(token), network(address));
    }

    /// Key by which the work for a user waits its turn: the network of a guest, otherwise the user.
    pub(crate) fn turn_key(&self, user: &str) -> String {
        let by_user = self.by_user.lock().unwrap_or_else(PoisonError::into_inner);
        by_user.get(user).map_or_else(|| user.to_owned(), IpAddr::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_of_one_network_share_their_turn() {
        let networks = ClientNetworks::default();
        let (one, other, far, local) = ("1".repeat(64), "2".repeat(64), "3".repeat(64), "4".repeat(64));
        for (token, address) in
            [(&one, "2001:db8::1"), (&other, "2001:db8::2"), (&far, "192.0.2.1"), (&local, "127.0.0.1")]
        {
            networks.note(token, address.parse().unwrap());
        }
        let key = |token: &str| networks.turn_key(&fingerprint(token));
        assert_eq!(key(&one), key(&other));
        assert_ne!(key(&one), key(&far));
        assert_eq!(key(&local), fingerprint(&local), "a proxy may be there");
        assert_eq!(networks.turn_key("account"), "account");
        for number in 0..=MAX_GUESTS {
            networks.note(&format!("{number:064}"), "192.0.2.9".parse().unwrap());
        }
        assert!(networks.by_user.lock().unwrap().len() <= MAX_GUESTS);
    }
}
