//! Numbers of things that addresses have open: connections, sockets, handshakes.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::rate_limits::network;

/// Counts what each address has open, up to a limit. A network of IPv6 counts as one address.
pub(crate) struct AddressCounter {
    limit: usize,
    is_this_computer_exempt: bool,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// A place of an address, given back when it is dropped.
pub(crate) struct AddressPlace {
    counter: Arc<AddressCounter>,
    /// `None` if the address is not limited.
    network: Option<IpAddr>,
}

impl AddressCounter {
    /// A counter that does not limit addresses of this computer: a proxy may be there.
    pub(crate) fn new(limit: usize) -> AddressCounter {
        AddressCounter { limit, is_this_computer_exempt: true, open: Mutex::default() }
    }

    /// A counter that limits all addresses.
    pub(crate) fn without_exemption(limit: usize) -> AddressCounter {
        AddressCounter { is_this_computer_exempt: false, ..AddressCounter::new(limit) }
    }

    /// Takes a place; `None` if the address has too many.
    pub(crate) fn take(self: &Arc<AddressCounter>, address: IpAddr) -> Option<AddressPlace> {
        let is_exempt = self.is_this_computer_exempt && address.to_canonical().is_loopback();
        let network = (!is_exempt).then(|| network(address));
        if let Some(network) = network {
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            let count = open.entry(network).or_default();
            if *count >= self.limit {
                return None;
            }
            *count += 1;
        }
        Some(AddressPlace { counter: Arc::clone(self), network })
    }
}

impl Drop for AddressPlace {
    fn drop(&mut self) {
        let Some(network) = self.network else { return };
        let mut open = self.counter.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_limited_and_given_back() {
        let counter = Arc::new(AddressCounter::new(2));
        let take = |text: &str| counter.take(text.parse().unwrap());
        let first = take("192.0.2.1").unwrap();
        let _second = take("192.0.2.1").unwrap();
        assert!(take("192.0.2.1").is_none(), "two from one address");
        assert!(take("::ffff:192.0.2.1").is_none(), "the same address");
        drop(first);
        let _again = take("192.0.2.1").unwrap();
        let network: Vec<AddressPlace> =
            (1..4).filter_map(|host| take(&format!("2001:db8::{host}"))).collect();
        assert_eq!(network.len(), 2, "a network counts as one");
        drop(network);
        let local: Vec<Option<AddressPlace>> = (0..5).map(|_| take("127.0.0.1")).collect();
        assert!(local.iter().all(Option::is_some), "a proxy may be there");
        assert_eq!(counter.open.lock().unwrap().len(), 1, "nothing is left of the others");
        let strict = Arc::new(AddressCounter::without_exemption(1));
        let _one = strict.take("127.0.0.1".parse().unwrap()).unwrap();
        assert!(strict.take("127.0.0.1".parse().unwrap()).is_none());
    }
}
