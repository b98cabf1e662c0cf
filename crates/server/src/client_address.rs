//! Addresses of clients, also of those behind a proxy.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderMap;
use axum::middleware::Next;
use axum::response::Response;

/// Header in which a proxy appends the address of its client.
const FORWARDED: &str = "x-forwarded-for";

/// Address of the client that sends a request, for limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// Adds the [`ClientAddress`] to a request. `is_behind_proxy` if the operator has named the address of a proxy.
pub(crate) async fn find(
    State(is_behind_proxy): State<bool>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = address_of(request.headers(), peer.ip(), is_behind_proxy);
    request.extensions_mut().insert(ClientAddress(address));
    next.run(request).await
}

/// A proxy on this computer names its client in the last entry of the header. Clients write the entries before it, and on
/// other connections the whole header.
fn address_of(headers: &HeaderMap, peer: IpAddr, is_behind_proxy: bool) -> IpAddr {
    let peer = peer.to_canonical();
    if !is_behind_proxy || !peer.is_loopback() {
        return peer;
    }
    let last = headers.get_all(FORWARDED).iter().next_back().and_then(|value| value.to_str().ok());
    let last = last.and_then(|value| value.rsplit(',').next()).map(str::trim);
    last.and_then(read_address).map_or(peer, |address| address.to_canonical())
}

/// Reads an address with or without brackets and port.
fn read_address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.trim_matches(['[', ']']).parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};

    use super::*;

    fn found(peer: &str, values: &[&str], is_behind_proxy: bool) -> String {
        let pair = |value: &&str| (HeaderName::from_static(FORWARDED), HeaderValue::from_str(value).unwrap());
        let headers = values.iter().map(pair).collect();
        address_of(&headers, peer.parse().unwrap(), is_behind_proxy).to_string()
    }

    #[test]
    fn only_the_last_word_of_a_proxy_on_this_computer_counts() {
        assert_eq!(found("127.0.0.1", &["192.0.2.7"], true), "192.0.2.7");
        assert_eq!(found("::ffff:127.0.0.1", &["198.51.100.1, 192.0.2.7"], true), "192.0.2.7");
        assert_eq!(found("::1", &["198.51.100.1", "[2001:db8::7]:5000"], true), "2001:db8::7");
        assert_eq!(found("127.0.0.1", &["192.0.2.7:443"], true), "192.0.2.7");
        assert_eq!(found("127.0.0.1", &["::ffff:192.0.2.7"], true), "192.0.2.7");
        for useless in ["", "unknown", "_hidden", "192.0.2.7,"] {
            assert_eq!(found("127.0.0.1", &[useless], true), "127.0.0.1", "{useless}");
        }
        assert_eq!(found("127.0.0.1", &[], true), "127.0.0.1");
        assert_eq!(found("203.0.113.5", &["192.0.2.7"], true), "203.0.113.5", "not from this computer");
        assert_eq!(found("127.0.0.1", &["192.0.2.7"], false), "127.0.0.1", "without a proxy");
    }
}
