//! Names under which browsers may reach the server, and requests from pages of other sites.
//!
//! A page of another site may have a name that its owner points to this server (DNS rebinding): its requests then look as if
//! they came from a page of this server. Such names are not known here and get no answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rules::InputError;
use web_host::origin;

use crate::api_error::ApiError;

/// File in which Linux has the name of this computer.
const HOST_NAME: &str = "/proc/sys/kernel/hostname";

/// Names of the server. Addresses in numbers and `localhost` are always allowed: no site can have them as its name.
#[derive(Debug)]
pub(crate) struct HostNames(Vec<String>);

impl HostNames {
    /// The names given by the operator, and those of this computer.
    pub(crate) fn new(names: &[String]) -> HostNames {
        let mut known: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
        let computer = std::fs::read_to_string(HOST_NAME).unwrap_or_default().trim().to_lowercase();
        if !computer.is_empty() {
            let short = computer.split('.').next().unwrap_or(&computer);
            known.extend([computer.clone(), short.to_owned(), format!("{short}.local")]);
        }
        HostNames(known)
    }

    /// `true` if a request with this `Host` header is answered.
    fn admits(&self, host: &str) -> bool {
        let name = name_of(host).trim_end_matches('.').to_ascii_lowercase();
        let is_number = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_number || name == "localhost" || name.ends_with(".localhost") || self.0.contains(&name)
    }
}

/// The part of a `Host` header before the port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// Host of an origin such as `https://play.example.org`, and `true` if it is encrypted.
pub(crate) fn read_origin(origin: &str) -> Result<(String, bool), String> {
    let cannot =
        || format!("cannot use --origin {origin}: expected an address such as https://play.example.org");
    let (scheme, authority) = origin.trim_end_matches('/').split_once("://").ok_or_else(cannot)?;
    let name = name_of(authority);
    let is_name =
        !name.is_empty() && name.chars().all(|sign| sign.is_alphanumeric() || "-._[]:".contains(sign));
    match (scheme, is_name) {
        ("https", true) => Ok((name.to_owned(), true)),
        ("http", true) => Ok((name.to_owned(), false)),
        _ => Err(cannot()),
    }
}

/// Answers requests to other names with 421. Requests that a page of another site sends, and that would change something or
/// open a socket, get 403.
pub(crate) async fn check(State(names): State<Arc<HostNames>>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let host = headers.get(header::HOST).map(|host| host.to_str().unwrap_or("?"));
    if let Some(host) = host
        && !names.admits(host)
    {
        let found = InputError::quote(name_of(host));
        let message =
            format!("this server is not known as {found}; its operator can allow the name with --origin");
        return ApiError::misdirected(message).into_response();
    }
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    if (changes || headers.contains_key(header::UPGRADE))
        && let Err(error) = check_origin(headers)
    {
        return error.into_response();
    }
    next.run(request).await
}

/// Rejects requests that a page of another site sends with a user's cookie.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<(), ApiError> {
    match origin::is_same_origin(headers) {
        true => Ok(()),
        false => Err(ApiError::forbidden("the request comes from a page of another site")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_other_sites_are_not_admitted() {
        let names = HostNames(vec!["play.example.org".to_owned()]);
        for good in [
            "127.0.0.1:8080",
            "192.0.2.7",
            "[::1]:8080",
            "[2001:db8::1]",
            "localhost",
            "localhost:8080",
            "takhteh.localhost:80",
            "play.example.org",
            "PLAY.example.org.:443",
        ] {
            assert!(names.admits(good), "{good}");
        }
        for bad in [
            "evil.example",
            "evil.example:8080",
            "play.example.org.evil.example",
            "127.0.0.1.evil.example",
            "localhost.evil.example",
            "",
            "?",
        ] {
            assert!(!names.admits(bad), "{bad}");
        }
    }

    #[test]
    fn origins_are_read() {
        assert_eq!(read_origin("https://play.example.org"), Ok(("play.example.org".to_owned(), true)));
        assert_eq!(read_origin("http://box:8080/"), Ok(("box".to_owned(), false)));
        for bad in ["play.example.org", "ftp://x", "https://", "https://a/b", "https://a b"] {
            assert!(read_origin(bad).unwrap_err().contains("expected an address"), "{bad}");
        }
    }
}
