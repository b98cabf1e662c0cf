//! Choice of the events that a reconnecting client needs.
//!
//! The client's part of a reconnect is in `web/reconnecting_socket.js` (retries) and `web/socket.js` (what is sent again).

/// Events to send to a client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CatchUp {
    /// All events: the client has none, or those of another game.
    Everything,
    /// The events from this number on, possibly none.
    From(u64),
}

/// Chooses by the number of the client's last event and of the latest event, each `None` if there is none.
pub(crate) fn decide(client: Option<u64>, latest: Option<u64>) -> CatchUp {
    match (client, latest) {
        (Some(client), Some(latest)) if client <= latest => CatchUp::From(client + 1),
        // The client knows events that are not stored, so its copy is not to be trusted.
        _ => CatchUp::Everything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_event_is_sent_exactly_once() {
        for latest in 0..6u64 {
            for client in 0..8u64 {
                let sent: Vec<u64> = match decide(Some(client), Some(latest)) {
                    CatchUp::Everything => (0..=latest).collect(),
                    CatchUp::From(first) => (first..=latest).collect(),
                };
                let expected: Vec<u64> =
                    if client > latest { (0..=latest).collect() } else { (client + 1..=latest).collect() };
                assert_eq!(sent, expected, "client {client} of {latest}");
            }
            assert_eq!(decide(None, Some(latest)), CatchUp::Everything);
        }
        assert_eq!(decide(None, None), CatchUp::Everything);
        assert_eq!(decide(Some(3), None), CatchUp::Everything);
    }
}
