//! The settings in the catalog: every listed value opens the game, every other is refused.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use games::catalog::{self, GAMES, GameInfo, SettingInfo, Values, Visitor};
use games::engines::{self, CatalogGame};
use rules::InputError;
use rules::cpu::Cpu;
use search::EngineName;

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

/// Names of the engines that a game creates.
struct EngineNames;

impl Visitor for EngineNames {
    type Output = Vec<&'static str>;

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, _rules: R) -> Vec<&'static str> {
        [R::ENGINES, &["random"]].concat()
    }
}

#[test]
fn listed_engines_open_with_every_option() {
    for entry in &GAMES {
        let listed: Vec<&str> = entry.engines.iter().map(|engine| engine.name).collect();
        for preset in entry.presets {
            assert_eq!(catalog::visit(entry.name, preset.settings, EngineNames).unwrap(), listed);
        }
        for engine in entry.engines {
            let usual = entry.choose_engine(Some(&engine.name.parse().unwrap())).unwrap();
            assert!(engines::open(entry.name, "", Some(&usual.engine)).is_ok(), "{}", usual.engine);
            for option in engine.options {
                let offered = match option.values {
                    Values::Choice(words) => words.iter().map(ToString::to_string).collect(),
                    Values::Number { least, most } => vec![least.to_string(), most.to_string()],
                    Values::Text(_) => panic!("{} of {} is not bounded", option.key, engine.name),
                };
                for value in offered {
                    let chosen: EngineName =
                        format!("{}:{}={value}", engine.name, option.key).parse().unwrap();
                    let choice = entry.choose_engine(Some(&chosen)).unwrap();
                    assert_eq!(choice.engine.option(option.key), Some(value.as_str()));
                    assert!(engines::open(entry.name, "", Some(&choice.engine)).is_ok(), "{}", choice.engine);
                }
            }
        }
    }
}

#[test]
fn chosen_engines_have_every_option_and_a_title() {
    let choose = |game: &str, text: &str| {
        let chosen = (!text.is_empty()).then(|| text.parse::<EngineName>().unwrap());
        catalog::entry(game).unwrap().choose_engine(chosen.as_ref())
    };
    for (game, text, engine, title) in [
        ("chess", "", "strong:level=3", "Computer, level 3"),
        ("othello", "strong:level=08", "strong:level=8", "Computer, level 8"),
        ("chess", "classic", "classic", "Classic computer"),
        ("backgammon", "narrad", "narrad:depth=2,params=evolved", "Narrad, depth 2, evolved"),
        (
            "backgammon",
            "narrad:params=guess,depth=1",
            "narrad:depth=1,params=guess",
            "Narrad, depth 1, guess",
        ),
        ("queens", "", "random", "Random computer"),
    ] {
        let choice = choose(game, text).unwrap();
        assert_eq!((choice.engine.to_string().as_str(), choice.title.as_str()), (engine, title), "{text}");
    }
    for (game, text, error) in [
        (
            "backgammon",
            "classic",
            "Backgammon has no engine \"classic\": expected strong, narrad, pubeval or random",
        ),
        ("othello", "exec:gtp:edax", "Othello has no engine \"exec\": expected strong, first or random"),
        ("queens", "strong:level=1", "Queens has no engine \"strong\": expected random"),
        ("othello", "strong:level=9", "level of strong cannot be \"9\": expected 1 to 8"),
        ("othello", "strong:threads=64", "strong has no option \"threads\": expected level"),
        ("backgammon", "narrad:depth=4", "depth of narrad cannot be \"4\": expected 1 to 3"),
        (
            "backgammon",
            "narrad:params=1/2/3/4/5/6/7/8",
            "params of narrad cannot be \"1/2/3/4/5/6/7/8\": expected guess or evolved",
        ),
        ("chess", "classic:level=1", "classic has no option \"level\": expected none at all"),
    ] {
        assert_eq!(choose(game, text).unwrap_err().to_string(), error);
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
