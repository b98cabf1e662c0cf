//! Bounds of the memory that compiled rules take, which custom armies would fill otherwise.

use games::catalog;
use games::chess::army_bytes_in_use;

use crate::api_error::ApiError;

/// Bytes of compiled armies beyond which no preview, picture or new table of custom rules is compiled.
const MAX_FOR_NEW: usize = 256 * 1024 * 1024;
/// Bytes of compiled armies beyond which no closed room with custom rules is opened.
const MAX_FOR_ROOMS: usize = 512 * 1024 * 1024;

/// Refuses to compile custom settings of a new game while too many armies are in use.
pub(crate) fn admit_settings(settings: &str) -> Result<(), ApiError> {
    if !settings.trim().is_empty() && army_bytes_in_use() > MAX_FOR_NEW {
        return Err(ApiError::busy());
    }
    Ok(())
}

/// Refuses to compile the custom rules of a stored table while too many armies are in use.
pub(crate) fn admit_rules(rules: &str) -> Result<(), ApiError> {
    if army_bytes_in_use() <= MAX_FOR_ROOMS || has_default_rules(rules) {
        return Ok(());
    }
    Err(ApiError::busy())
}

fn has_default_rules(rules: &str) -> bool {
    let game = catalog::split_rules(rules).and_then(|(name, _)| catalog::open(name, ""));
    game.is_ok_and(|game| game.rules_text() == rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_rules_are_known() {
        for game in catalog::GAMES {
            let rules = catalog::open(game.name, "").unwrap().rules_text();
            assert!(has_default_rules(&rules), "{}", game.name);
        }
        let custom = catalog::open("chess", "army = griffon\n").unwrap().rules_text();
        assert!(!has_default_rules(&custom));
        admit_rules(&custom).unwrap();
        admit_settings("army = griffon\n").unwrap();
    }
}
