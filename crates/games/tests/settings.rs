//! The settings in the catalog: every listed value opens the game, every other is refused.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use games::catalog::{self, GAMES, GameInfo, SettingInfo, Values};
use rules::InputError;

/// Opens a game with this value, and with the most of the setting that the value needs beside it.
fn open(entry: &GameInfo, note: &SettingInfo, value: &str) -> Result<String, InputError> {
    let beside = note.only_with.map_or(String::new(), |key| {
        let other = entry.settings.iter().find(|other| other.key == key).unwrap();
        let Values::Number { most, .. } = other.values else { panic!("{key} is not a number") };
        format!("{key} = {most}\n")
    });
    let settings = format!("{beside}{} = {value}\n", note.key);
    let game = catalog::open(entry.name, &settings)?;
    assert!(entry.seats.contains(&game.seats()), "{}: {settings}", entry.name);
    Ok(game.rules_text())
}

fn notes() -> impl Iterator<Item = (&'static GameInfo, &'static SettingInfo)> {
    GAMES.iter().flat_map(|entry| entry.settings.iter().map(move |note| (entry, note)))
}

#[test]
fn listed_values_open_the_game() {
    for (entry, note) in notes() {
        let (offered, refused) = match note.values {
            Values::Choice(words) => {
                assert!(words.contains(&note.default), "{} of {}", note.key, entry.name);
                (words.iter().map(ToString::to_string).collect(), vec!["purple".to_owned(), String::new()])
            }
            Values::Number { least, most } => {
                let below = least.checked_sub(1).map_or("-1".to_owned(), |below| below.to_string());
                (vec![least.to_string(), most.to_string()], vec![below, (most + 1).to_string()])
            }
            Values::Text(_) => (Vec::new(), vec!["?".to_owned()]),
        };
        // Different values give different rules: none is ignored.
        let mut opened = Vec::new();
        for value in &offered {
            let rules = open(entry, note, value)
                .unwrap_or_else(|error| panic!("{} with {} = {value}: {error}", entry.name, note.key));
            assert!(!opened.contains(&rules), "{} with {} = {value}", entry.name, note.key);
            opened.push(rules);
        }
        for value in refused {
            assert!(open(entry, note, &value).is_err(), "{} with {} = {value}", entry.name, note.key);
        }
    }
}

#[test]
fn the_default_is_the_value_without_a_setting() {
    for (entry, note) in notes() {
        let explicit = open(entry, note, note.default).unwrap();
        let mut implicit = catalog::open(entry.name, "").unwrap().rules_text();
        if let Some(key) = note.only_with {
            let alone = format!("{} = {}\n", note.key, note.default);
            assert!(catalog::open(entry.name, &alone).is_err(), "{} needs {key}", note.key);
            implicit = catalog::open(entry.name, "length = 64").unwrap().rules_text();
        }
        assert_eq!(explicit, implicit, "{} of {}", note.key, entry.name);
    }
}

#[test]
fn presets_open_the_game() {
    for entry in &GAMES {
        assert!(!entry.presets.is_empty(), "{} has no preset", entry.name);
        for (index, preset) in entry.presets.iter().enumerate() {
            let game = catalog::open(entry.name, preset.settings).unwrap();
            assert!(entry.seats.contains(&game.seats()), "{} of {}", preset.name, entry.name);
            let names = entry.presets[..index].iter().map(|other| other.name);
            assert!(!names.into_iter().any(|name| name == preset.name), "{} of {}", preset.name, entry.name);
        }
    }
}

#[test]
fn values_are_described_in_words() {
    assert_eq!(Values::Choice(&["black", "white"]).to_string(), "black or white");
    assert_eq!(Values::Choice(&["green", "yellow", "blue", "red"]).to_string(), "green, yellow, blue or red");
    assert_eq!(Values::Choice(&["yes"]).to_string(), "yes");
    assert_eq!(Values::Number { least: 0, most: 64 }.to_string(), "0 to 64");
    assert_eq!(Values::Text("4 * 4 to 26 * 26").to_string(), "4 * 4 to 26 * 26");
}
