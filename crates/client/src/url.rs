//! Addresses of servers.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use crate::ClientError;

/// Address of a server: scheme, host and port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerUrl {
    /// `true` for `https`.
    pub is_encrypted: bool,
    /// Host, an IPv6 address without brackets.
    pub host: String,
    /// Port.
    pub port: u16,
}

impl FromStr for ServerUrl {
    type Err = ClientError;

    /// Reads `http://HOST[:PORT]` or `https://HOST[:PORT]`; a path is allowed only if it is `/`.
    fn from_str(text: &str) -> Result<ServerUrl, ClientError> {
        let invalid = || ClientError::Url(text.chars().take(200).collect());
        let (scheme, rest) = text.trim().split_once("://").ok_or_else(invalid)?;
        let is_encrypted = match scheme {
            "http" => false,
            "https" => true,
            _ => return Err(invalid()),
        };
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let (host, port) = match authority.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']').ok_or_else(invalid)?;
                (
                    host,
                    port.strip_prefix(':')
                        .map(Some)
                        .or(port.is_empty().then_some(None))
                        .ok_or_else(invalid)?,
                )
            }
            None => authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port))),
        };
        let is_character = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
        if host.is_empty() || !host.chars().all(is_character) {
            return Err(invalid());
        }
        let usual = if is_encrypted { 443 } else { 80 };
        let port = port.map_or(Ok(usual), str::parse).map_err(|_| invalid())?;
        Ok(ServerUrl { is_encrypted, host: host.to_owned(), port })
    }
}

impl ServerUrl {
    /// Host and port, as in the `Host` header.
    pub fn authority(&self) -> String {
        let ServerUrl { host, port, .. } = self;
        if host.contains(':') { format!("[{host}]:{port}") } else { format!("{host}:{port}") }
    }

    /// `true` if what is sent stays on this computer.
    pub fn is_loopback(&self) -> bool {
        let name = self.host.to_ascii_lowercase();
        let is_local_address =
            || name.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
        name == "localhost" || name.ends_with(".localhost") || is_local_address()
    }

    /// Name for a file about this server.
    pub fn file_name(&self) -> String {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        format!("{scheme}-{}-{}", self.host.replace(':', "_").to_lowercase(), self.port)
    }
}

impl fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.is_encrypted { "https" } else { "http" }, self.authority())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (text, written) in [
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://localhost/", "http://localhost:80"),
            ("https://play.example.org", "https://play.example.org:443"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("https://[2001:db8::1]", "https://[2001:db8::1]:443"),
        ] {
            assert_eq!(text.parse::<ServerUrl>().unwrap().to_string(), written);
        }
        for text in [
            "",
            "localhost:8080",
            "ftp://x",
            "http://",
            "http://a/b",
            "http://a:b",
            "http://[::1",
            "http://a b",
            "http://a:99999",
            "http://x@y",
        ] {
            assert!(text.parse::<ServerUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn addresses_of_this_computer_are_known() {
        for (text, is_loopback) in [
            ("http://localhost:8080", true),
            ("http://LOCALHOST", true),
            ("http://127.0.0.1:8080", true),
            ("http://127.5.6.7", true),
            ("http://[::1]:8080", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("http://0.0.0.0:8080", false),
            ("http://192.168.1.5:8080", false),
            ("http://127.0.0.1.example.org", false),
            ("http://localhost.example.org", false),
            ("https://play.example.org", false),
        ] {
            assert_eq!(text.parse::<ServerUrl>().unwrap().is_loopback(), is_loopback, "{text}");
        }
    }
}
