//! Readers return an error, and never panic, on any text.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::sample_games;

use games::catalog;
use proptest::prelude::*;
use table::verify::verify;
use table::{Secret, TimeControl};

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_an_error(text in "(.{0,60}\n){0,6}") {
        let error = verify(&text, catalog::open_rules).unwrap_err().to_string();
        prop_assert!(error.starts_with("line "), "{}", error);
    }

    #[test]
    fn any_clock_and_secret_is_read_or_rejected(text in "[0-9a-z+/ ]{0,20}") {
        if let Ok(control) = text.parse::<TimeControl>() {
            prop_assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
        }
        let _ = text.parse::<Secret>();
    }

    /// Moved lines break the hash chain.
    #[test]
    fn reordered_records_do_not_verify(which in 0..sample_games::ALL.len(), from in any::<usize>(), to in any::<usize>()) {
        let text = (sample_games::ALL[which].1)();
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (from, to) = (from % lines.len(), to % lines.len());
        let line = lines.remove(from);
        lines.insert(to.min(lines.len()), line);
        let changed = lines.concat();
        prop_assert_eq!(verify(&changed, catalog::open_rules).is_ok(), changed == text);
    }
}
