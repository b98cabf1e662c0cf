//! Origin check of requests that change something.

use axum::http::{HeaderMap, header};

/// `true` if the request comes from a page of this server, or from a program, which sends no `Origin` header.
pub fn is_same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
    matches!((origin, host), (Some((_, authority)), Some(host)) if authority.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    #[test]
    fn requests_of_other_sites_are_detected() {
        let from = |origin: &str| {
            is_same_origin(&headers(&[(header::HOST, "localhost:8080"), (header::ORIGIN, origin)]))
        };
        assert!(is_same_origin(&headers(&[(header::HOST, "localhost:8080")])));
        assert!(from("http://localhost:8080") && from("https://LOCALHOST:8080"));
        for bad in ["http://evil.example", "null", "http://localhost", "http://localhost:8080.evil.example"] {
            assert!(!from(bad), "{bad}");
        }
    }
}
