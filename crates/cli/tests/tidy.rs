//! Conventions of the workspace that the compiler does not check.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every Rust file below `crates`, by its path from the root, with its text.
fn sources() -> Vec<(String, String)> {
    let root = root();
    let mut open = vec![root.join("crates")];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                found.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(found.len() > 40);
    found
}

/// Source files that contain a word, except those where it is allowed.
fn files_with(word: &str, allowed: &[&str]) -> Vec<String> {
    let is_program = |name: &str| name.contains("/src/");
    sources()
        .into_iter()
        .filter(|(name, text)| is_program(name) && !allowed.contains(&name.as_str()) && text.contains(word))
        .map(|(name, _)| name)
        .collect()
}

#[test]
fn modules_import_only_allowed_modules() {
    let json = [
        "crates/bot_lines/src/action.rs",
        "crates/bot_lines/src/line.rs",
        "crates/cli/src/output.rs",
        "crates/client/src/wire.rs",
        "crates/disk/src/generation_lines.rs",
        "crates/line_page/src/wire.rs",
        "crates/server/src/wire.rs",
        "crates/web_host/src/board_json.rs",
        "crates/web_host/src/responses.rs",
    ];
    let outside = |folder: &str, found: Vec<String>| -> Vec<String> {
        found.into_iter().filter(|name| !name.starts_with(folder)).collect()
    };
    assert_eq!(outside("crates/server/src/wire/", files_with("serde_json", &json)), [""; 0]);
    assert_eq!(outside("crates/store/src/", files_with("sqlx", &[])), [""; 0]);
    assert_eq!(
        files_with(
            "unsafe_code",
            &[
                "crates/rules/src/cpu.rs",
                "crates/games/src/othello/v3.rs",
                "crates/games/src/pext/v3.rs",
                "crates/search/src/prefetch.rs",
            ]
        ),
        [""; 0],
        "unsafe code is confined to four modules"
    );
    for (word, allowed) in [
        ("Instant::now", &["crates/engine/src/timer.rs", "crates/peers/src/process.rs"][..]),
        ("SystemTime", &[]),
        ("std::fs::", &[]),
        ("getrandom", &[]),
    ] {
        let mut below = files_with(word, allowed);
        for crate_folder in [
            "crates/cli/",
            "crates/disk/",
            "crates/line_page/",
            "crates/server/",
            "crates/store/",
            "crates/terminal/",
            "crates/web_host/",
        ] {
            below = outside(crate_folder, below);
        }
        assert_eq!(
            below, [""; 0],
            "{word}: only servers, terminal, command line and disk use the clock, the disk and entropy"
        );
    }
    // The web app must not start programs; the command line starts only a browser.
    let processes = ["crates/peers/src/process.rs", "crates/cli/src/commands/serve.rs"];
    for word in ["process::Command", "process::Child", "std::process::{", "Stdio::piped"] {
        assert_eq!(files_with(word, &processes), [""; 0], "{word}: only peers starts processes");
    }
    // Between engines and their callers positions and moves travel without text.
    for word in ["write_move(", "read_move(", "write_position(", "read_position("] {
        let below = files_with(word, &[]).into_iter().filter(|name| name.starts_with("crates/engine/"));
        assert_eq!(below.collect::<Vec<_>>(), [""; 0], "{word}: engines exchange no text");
    }
    // Searches know only that an engine can fail; how external programs fail is known to `peers` and its callers.
    let failures = outside("crates/cli/src/", outside("crates/peers/src/", files_with("EngineFailure", &[])));
    assert_eq!(failures, [""; 0]);
    for word in ["todo!(", "unimplemented!(", "dbg!("] {
        assert_eq!(files_with(word, &[]), [""; 0], "{word}");
    }
}

#[test]
fn file_names_are_specific() {
    for (name, _) in sources() {
        for vague in ["util", "misc", "common", "helpers", "types"] {
            assert!(
                !name.ends_with(&format!("/{vague}.rs")) && !name.contains(&format!("/{vague}/")),
                "{name}"
            );
        }
    }
}

#[test]
fn files_are_short() {
    for (name, text) in sources() {
        let lines = text.lines().count();
        assert!(lines <= 560, "{name} has {lines} lines");
    }
}

/// A test file that is neither a target nor a module of one would never run.
#[test]
fn every_test_file_is_run() {
    for (name, _) in sources() {
        let Some((folder, file)) = name.rsplit_once("/tests/").filter(|(_, file)| !file.contains('/')) else {
            continue;
        };
        let Ok(manifest) = std::fs::read_to_string(root().join(folder).join("Cargo.toml")) else { continue };
        if file == "main.rs" || !manifest.contains("autotests = false") {
            continue;
        }
        let main = std::fs::read_to_string(root().join(folder).join("tests/main.rs")).unwrap();
        let module = format!("mod {};", file.trim_end_matches(".rs"));
        let is_run = main.lines().any(|line| line == module) || manifest.contains(&format!("tests/{file}"));
        assert!(is_run, "{name} is not in tests/main.rs");
    }
}

#[test]
fn crates_import_only_allowed_crates() {
    for (name, may) in [
        ("rules", &[][..]),
        ("view", &["rules"]),
        ("search", &["rules"]),
        ("engine", &["rules", "view", "search"]),
        ("games", &["rules", "view", "search", "engine"]),
        ("table", &["rules", "view"]),
        ("render", &["rules", "view"]),
        ("line", &["rules", "games"]),
        ("bot_lines", &["rules"]),
        ("client", &[]),
        ("peers", &["rules", "view", "search", "engine", "games", "bot_lines"]),
        ("arena", &["rules", "view", "search", "engine", "table"]),
        ("tuner", &["rules", "view", "search", "engine", "games", "table", "arena"]),
        ("web_host", &["view"]),
        ("line_page", &["rules", "view", "games", "line", "web_host"]),
        ("disk", &["rules", "games", "tuner"]),
        ("store", &["rules", "table"]),
        ("device", &[]),
        ("device_home", &["device", "rules", "view", "games", "table"]),
        ("export", &["rules", "view", "games", "table"]),
        (
            "terminal",
            &["rules", "view", "search", "engine", "games", "table", "store", "device", "device_home"],
        ),
        (
            "server",
            &[
                "rules",
                "view",
                "search",
                "engine",
                "games",
                "table",
                "render",
                "web_host",
                "tuner",
                "disk",
                "store",
                "export",
                "device",
                "device_home",
                "bot_lines",
            ],
        ),
    ] {
        let manifest = std::fs::read_to_string(root().join(format!("crates/{name}/Cargo.toml"))).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        for other in [
            "rules",
            "view",
            "search",
            "engine",
            "games",
            "table",
            "render",
            "line",
            "line_page",
            "bot_lines",
            "client",
            "peers",
            "arena",
            "tuner",
            "disk",
            "store",
            "device",
            "device_home",
            "export",
            "terminal",
            "web_host",
            "server",
            "cli",
        ] {
            let has = dependencies.lines().any(|line| line.starts_with(&format!("{other}.")));
            assert!(!has || may.contains(&other), "{name} must not depend on {other}");
        }
        if name == "device" {
            let source = std::fs::read_to_string(root().join("crates/device/src/lib.rs")).unwrap();
            assert!(source.contains("#![no_std]"), "the device runs without the standard library");
            assert_eq!(dependencies.trim(), "embedded-graphics.workspace = true");
        }
        if name == "rules" {
            assert_eq!(dependencies.trim(), "", "rules depends on std only");
        }
    }
}
