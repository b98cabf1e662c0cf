//! The web app uses the same outlines of the chess pieces.

use std::fmt::Write;

/// Source of both.
const TEXT: &str = include_str!("../src/figures.txt");

/// Head of the browser module.
const HEAD: &str = r#"// The outlines of the chess pieces, made of crates/render/src/figures.txt: change that file, not this one.

/** @typedef {["body" | "line" | "spot", number, string]} Layer what it is, how wide its stroke is, its path */

/** @type {Record<string, {foot: [number, number], layers: Layer[]}>} */
export const drawings = {
"#;

/// `KEEP=1` rewrites the file of the web app.
#[test]
fn the_web_app_has_the_same_outlines() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../web_host/web/board/figures.js");
    let script = script();
    if std::env::var_os("KEEP").is_some() {
        std::fs::write(file, &script).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(file).expect("the file is there");
    assert!(kept == script, "figures.js differs from figures.txt; KEEP=1 rewrites it");
}

/// The outlines as a module.
fn script() -> String {
    let mut script = HEAD.to_owned();
    let mut is_open = false;
    for line in TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (first, second) = rest.split_once(' ').unwrap_or_default();
        let written = match kind {
            "foot" => writeln!(script, "    foot: [{first}, {second}],\n    layers: ["),
            "line" => writeln!(script, "      [\"line\", {first}, \"{second}\"],"),
            "body" | "spot" => writeln!(script, "      [\"{kind}\", 0, \"{rest}\"],"),
            name => {
                let end = if is_open { "    ],\n  },\n" } else { "" };
                is_open = true;
                writeln!(script, "{end}  {name}: {{")
            }
        };
        assert!(written.is_ok());
    }
    script + "    ],\n  },\n};\n"
}
