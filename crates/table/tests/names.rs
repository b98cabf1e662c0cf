//! Player names.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use table::{check_name, sanitize_name};

#[test]
fn any_text_becomes_a_valid_name() {
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
        check_name(&sanitize_name(text)).unwrap();
    }
    assert_eq!(sanitize_name("strong:level=2"), "strong:level=2");
    // The 64th character would be a space.
    assert_eq!(sanitize_name(&format!("{} rest", "a".repeat(63))), "a".repeat(63));
}
