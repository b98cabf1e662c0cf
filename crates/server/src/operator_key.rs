//! The operator key: who runs the server may do what users may not.
//!
//! The key is a random 256-bit number in a file that only the owner of the data folder can read. `takhteh serve` prints it
//! in the fragment of a link, which browsers send to no server; the page sends it in the `Authorization` header.

use std::path::Path;

use axum::http::{HeaderMap, header};

use crate::api_error::ApiError;
use crate::key_file;

/// Name of the key file in the data folder.
const FILE: &str = "operator.key";

/// The operator key of a server.
pub(crate) struct OperatorKey(String);

impl OperatorKey {
    /// Reads the key from the data folder. Creates it at the first start.
    pub(crate) fn open(folder: &Path) -> Result<OperatorKey, String> {
        key_file::open(folder, FILE).map(OperatorKey)
    }

    /// The key as text.
    pub(crate) fn text(&self) -> &str {
        &self.0
    }

    /// Checks that a request carries the key.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), ApiError> {
        let link = "open the operator link that takhteh serve prints";
        match bearer(headers) {
            Some(key) if self.is(key) => Ok(()),
            Some(_) => Err(ApiError::forbidden(format!("the operator key is wrong; {link}"))),
            None => Err(ApiError::forbidden(format!("only the operator of this server can do this; {link}"))),
        }
    }

    /// Compares in a time that does not depend on where the keys differ.
    fn is(&self, other: &str) -> bool {
        let differences = self.0.bytes().zip(other.bytes()).fold(0, |found, (one, two)| found | (one ^ two));
        self.0.len() == other.len() && std::hint::black_box(differences) == 0
    }
}

/// The key or token in the `Authorization` header of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_key_is_accepted() {
        let key = OperatorKey(store::secrets::new_token());
        let check = |value: &str| {
            let headers = [(header::AUTHORIZATION, value.parse().unwrap())].into_iter().collect();
            key.check(&headers).is_ok()
        };
        assert!(check(&format!("Bearer {}", key.text())));
        assert!(key.check(&HeaderMap::new()).is_err());
        for wrong in ["", &key.text()[..63], &format!("{}0", key.text()), &"0".repeat(64)] {
            assert!(!check(&format!("Bearer {wrong}")), "{wrong}");
        }
        assert!(!check(key.text()), "the scheme is missing");
    }
}
