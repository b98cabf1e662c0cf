//! docs/armies.md agrees with the reader of army files.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use games::chess::army_file::about;
use games::chess::{Army, Chess, builtin};
use rules::cpu::Portable;

const DOCUMENT: &str = include_str!("../../../docs/armies.md");

/// Code blocks of a language.
fn blocks(language: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut inside = None;
    for line in DOCUMENT.lines() {
        match (line.strip_prefix("```"), inside) {
            (Some(opened), None) => {
                inside = Some(opened == language);
                found.extend((opened == language).then(String::new));
            }
            (Some(_), Some(_)) => inside = None,
            (None, Some(true)) => {
                let block = found.last_mut().unwrap();
                block.push_str(line);
                block.push('\n');
            }
            (None, _) => {}
        }
    }
    assert_eq!(inside, None, "the last block has no end");
    found
}

/// Error of an invalid army.
fn error(text: &str) -> String {
    match Army::read(text) {
        Ok(army) => panic!("{} was read:\n{text}", army.name),
        Err(error) => error.to_string(),
    }
}

/// List of what an error says was expected, after the given words.
fn expected(text: &str, after: &str) -> Vec<String> {
    let sentence = error(text);
    let (_, list) = sentence.split_once(after).unwrap_or_else(|| panic!("{after:?}: {sentence}"));
    list.split(", ").map(str::to_owned).collect()
}

fn in_document(words: &[String]) {
    for word in words {
        assert!(DOCUMENT.contains(&format!("`{word}`")), "`{word}` is not documented");
    }
}

#[test]
fn armies_of_the_document_are_accepted_or_rejected_as_documented() {
    let (mut read, mut refused) = (0, 0);
    for block in blocks("toml") {
        match block.lines().next().and_then(|line| line.strip_prefix("# refused: ")) {
            Some(words) => {
                let sentence = error(&block);
                assert!(!words.is_empty() && sentence.contains(words), "{sentence}\n{block}");
                refused += 1;
            }
            None => {
                let army = Army::read(&block).unwrap_or_else(|error| panic!("{error}\n{block}"));
                let name = army.name.clone();
                assert!(Chess::new(army, Portable).is_ok(), "{name} cannot be played");
                read += 1;
            }
        }
    }
    assert!(read >= 4 && refused >= 2, "only {read} armies and {refused} errors were found");
}

#[test]
fn every_builtin_army_is_in_the_table() {
    for (name, text) in builtin::all() {
        let row = format!("| `{name}` | {} |", about(text).unwrap());
        assert!(DOCUMENT.lines().any(|line| line == row), "{row}");
    }
}

/// Errors about unknown keys and keywords list all known ones.
#[test]
fn every_key_and_keyword_is_documented() {
    let keys = expected("army = ordinary\nunknown = 1", ": expected ");
    assert!(keys.len() >= 7, "{keys:?}");
    in_document(&keys);
    let keys = expected("army = ordinary\n[kind.N]\nunknown = 1", ": expected ");
    assert!(keys.len() >= 9, "{keys:?}");
    in_document(&keys);
    let entry = |entry: &str| format!("army = ordinary\n[kind.N]\nmoves = [\"{entry}\"]");
    let shapes = expected(&entry("unknown"), ": expected ").join(", ");
    let (shapes, _) = shapes.split_once(", such as").unwrap();
    let shapes: Vec<String> = shapes.replace(" or ", ", ").split(", ").map(str::to_owned).collect();
    assert_eq!(shapes.len(), 4, "{shapes:?}");
    in_document(&shapes);
    let words = expected(&entry("ride 1,0 unknown"), "one of the words ");
    assert!(words.len() >= 10, "{words:?}");
    in_document(&words);
    in_document(&["...", "[1,0]", "1,0:move", "1,0:capture", "leaper", "rider"].map(str::to_owned));
}

/// Numbers in the document.
#[test]
fn documented_numbers_are_true() {
    let ordinary = builtin::army(builtin::ORDINARY).unwrap();
    let value = |name: &str, letter: char| {
        let army = builtin::army(name).unwrap();
        f64::from(army.values()[army.kind_of_letter(letter).unwrap()]) / 100.0
    };
    let text = DOCUMENT.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!("that of ordinary chess is `{}`.", ordinary.hash_text()),
        format!("a camel at {} and a griffon at {}.", value("camel", 'N'), value("griffon", 'Q')),
        format!("The royal piece is worth {}.", games::chess::values::ROYAL / 100),
        format!("at most {}", games::chess::army::MAX_KINDS),
        format!("at most {} paths", games::chess::army_file::MAX_PATHS),
        format!("at most {} squares", games::chess::army_file::MAX_STEPS),
        format!("from 0 to {}", games::chess::army_file::MAX_VALUE / 100),
    ] {
        assert!(text.contains(&sentence), "{sentence}");
    }
}
