//! What players are called.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use table::{check_name, fitting_name};

#[test]
fn whatever_somebody_is_called_fits_into_a_record() {
    for text in [
        "random",
        "exec:gtp:a program",
        "",
        " ",
        "\u{202e}\n",
        "\u{200b}",
        &"x y".repeat(40),
        &"é".repeat(70),
    ] {
        check_name(&fitting_name(text)).unwrap();
    }
    assert_eq!(fitting_name("strong:level=2"), "strong:level=2");
    // The 64th character would be a blank.
    assert_eq!(fitting_name(&format!("{} rest", "a".repeat(63))), "a".repeat(63));
}
