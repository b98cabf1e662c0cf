//! Addresses under which other computers reach the server.

use std::net::{IpAddr, SocketAddr};

use axum::extract::State;
use axum::http::{HeaderMap, header};

use crate::api::{ApiResult, AppState, json};
use crate::wire;

/// Addresses of the interfaces of this computer that a server listens on, the most useful first: IPv4 before IPv6, none of
/// this computer alone unless the server listens on no other.
pub(crate) fn reachable(listen: SocketAddr) -> Vec<SocketAddr> {
    if !listen.ip().is_unspecified() {
        return vec![listen];
    }
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    of_interfaces(listen, interfaces.iter().map(if_addrs::Interface::ip).collect())
}

fn of_interfaces(listen: SocketAddr, mut addresses: Vec<IpAddr>) -> Vec<SocketAddr> {
    addresses.retain(|address| match address {
        IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
        // Link-local addresses need the name of an interface, which browsers do not accept.
        IpAddr::V6(address) => listen.is_ipv6() && !address.is_loopback() && !address.is_unicast_link_local(),
    });
    if addresses.is_empty() {
        addresses.push(IpAddr::from([127, 0, 0, 1]));
    }
    addresses.sort_by_key(|address| !address.is_ipv4());
    addresses.dedup();
    addresses.into_iter().map(|address| SocketAddr::new(address, listen.port())).collect()
}

/// Addresses for the links that a page on this computer shows; other pages know a good address already.
pub(crate) async fn list(State(app): State<AppState>, headers: HeaderMap) -> ApiResult {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("");
    let urls = if is_this_computer(host) { app.urls.as_slice() } else { &[] };
    Ok(json(wire::addresses(urls)))
}

/// `true` if a name with or without a port is that of this computer.
fn is_this_computer(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"]
        .iter()
        .any(|name| host.strip_prefix(name).is_some_and(|port| port.is_empty() || port.starts_with(':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_computers_see_the_addresses_of_the_interfaces() {
        let ips = |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<IpAddr>>();
        let found =
            ips(&["127.0.0.1", "fe80::1", "2001:db8::5", "169.254.1.1", "192.168.1.5", "10.0.0.2", "::1"]);
        let shown = |listen: &str, found: &[IpAddr]| -> Vec<String> {
            let addresses = of_interfaces(listen.parse().unwrap(), found.to_vec());
            addresses.iter().map(SocketAddr::to_string).collect()
        };
        assert_eq!(shown("0.0.0.0:8080", &found), ["192.168.1.5:8080", "10.0.0.2:8080"]);
        assert_eq!(shown("[::]:8080", &found), ["192.168.1.5:8080", "10.0.0.2:8080", "[2001:db8::5]:8080"]);
        assert_eq!(shown("0.0.0.0:80", &found[..1]), ["127.0.0.1:80"]);
        let listen = "127.0.0.1:8080".parse().unwrap();
        assert_eq!(reachable(listen), [listen], "nothing else is listened on");
    }

    #[test]
    fn only_pages_on_this_computer_are_told_its_addresses() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:80", "[::1]", "[::1]:8080"] {
            assert!(is_this_computer(host), "{host}");
        }
        for host in
            ["", "play.example.org", "localhost.example.org", "192.168.1.5:8080", "127.0.0.1.example.org:80"]
        {
            assert!(!is_this_computer(host), "{host}");
        }
    }
}
