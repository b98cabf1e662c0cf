//! The one list of the games.

mod setting_info;

use std::sync::Arc;

use rules::cpu::{Cpu, Portable};
use rules::{InputError, Settings};
use view::DynGame;

use crate::backgammon::{self, BackgammonMatch, Form};
use crate::chess::{Army, Chess};
use crate::engines::CatalogGame;
use crate::halma::{Configuration, Halma};
use crate::othello::Othello;
use crate::queens::{self, Queens};
use crate::tictactoe::TicTacToe;

pub use setting_info::{Files, SettingInfo, Values};

/// What the house knows of a game before it is opened.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name it is called by.
    pub name: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What it is, in a sentence.
    pub about: &'static str,
    /// How many can play it.
    pub seats: &'static [u8],
    /// Who can play it without a person.
    pub engines: &'static [&'static str],
    /// What can be set before the first move.
    pub settings: &'static [SettingInfo],
}

const ARMIES: Files =
    Files { of: crate::chess::builtin::file, manual: include_str!("../../../docs/armies.md") };

const YES_OR_NO: Values = Values::Choice(&["yes", "no"]);

/// The games, in the order they are shown.
pub const GAMES: [GameInfo; 6] = [
    GameInfo {
        name: "chess",
        title: "Chess",
        about: "Mate the other's king, with pieces that move as in ordinary chess or as somebody has defined them.",
        seats: &[2],
        engines: &["random", "strong", "classic"],
        settings: &[SettingInfo::new(
            "army",
            Values::Choice(&crate::chess::builtin::NAMES),
            "ordinary",
            "how the pieces move",
        )
        .with_files(ARMIES)],
    },
    GameInfo {
        name: "othello",
        title: "Othello",
        about: "Close in the other's discs and turn them over; more discs win.",
        seats: &[2],
        engines: &["random", "strong", "first"],
        settings: &[
            SettingInfo::new("first", Values::Choice(&["black", "white"]), "black", "who moves first"),
            SettingInfo::new(
                "pass",
                Values::Choice(&["stuck", "free"]),
                "stuck",
                "whether one may pass only without a move, or whenever one likes",
            ),
        ],
    },
    GameInfo {
        name: "halma",
        title: "Halma",
        about: "Bring all beads into the opposite camp, by steps and long jumps.",
        seats: &[2, 4],
        engines: &["random", "strong"],
        settings: &[
            SettingInfo::new("Size", Values::Text("4 * 4 to 26 * 26"), "10 * 10", "squares along each side"),
            SettingInfo::new("Player_num", Values::Choice(&["2", "4"]), "2", "how many play"),
            SettingInfo::new(
                "First-color",
                Values::Choice(&["green", "yellow", "blue", "red"]),
                "green",
                "the first player's colour, and so on",
            ),
            SettingInfo::new(
                "Leave-camp-value",
                Values::Number { least: 1, most: 1_000_000 },
                "40",
                "after so many moves in all the camps are checked",
            ),
            SettingInfo::new(
                "Beads-order",
                Values::Text("numbers"),
                "1 2 3 4 5",
                "beads on each diagonal of a camp",
            ),
        ],
    },
    GameInfo {
        name: "backgammon",
        title: "Backgammon",
        about: "Bring fifteen checkers home and off the board, as the dice allow; matches have a cube.",
        seats: &[2],
        engines: &["random", "strong"],
        settings: &[
            SettingInfo::new(
                "length",
                Values::Number { least: 0, most: BackgammonMatch::LONGEST },
                "0",
                "points of a match; 0 is a single game without a cube",
            ),
            SettingInfo::new("cube", YES_OR_NO, "yes", "whether a match is played with the doubling cube")
                .only_with("length"),
            SettingInfo::new(
                "crawford",
                YES_OR_NO,
                "yes",
                "whether the game after somebody needs one point is without doubling",
            )
            .only_with("length"),
            SettingInfo::new(
                "triple",
                YES_OR_NO,
                "yes",
                "whether a backgammon counts 3; by the traditional rules it does not",
            ),
        ],
    },
    GameInfo {
        name: "queens",
        title: "Queens",
        about: "Place queens so that none attacks another.",
        seats: &[1],
        engines: &["random"],
        settings: &[SettingInfo::new(
            "size",
            Values::Number { least: 1, most: queens::LARGEST as u32 },
            "8",
            "squares along each side",
        )],
    },
    GameInfo {
        name: "tictactoe",
        title: "Tic-tac-toe",
        about: "Three in a row.",
        seats: &[2],
        engines: &["random", "strong"],
        settings: &[],
    },
];

/// Work on a game whose type is known only inside.
pub trait Visitor {
    /// What the work yields.
    type Output;
    /// Does the work on this game, compiled for this processor.
    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output;
}

/// Opens a game by its name and its settings, `key = value` lines, and lets a visitor work on it.
///
/// This is where a name becomes a type, and where the processor is chosen: once, at the root.
pub fn visit<V: Visitor>(name: &str, settings: &str, visitor: V) -> Result<V::Output, InputError> {
    let read = || Settings::read(settings);
    match name {
        "chess" => {
            let army = Army::read(settings)?;
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = rules::cpu::V3::detect() {
                return Ok(visitor.visit(v3, Chess::new(army, v3)?));
            }
            Ok(visitor.visit(Portable, Chess::new(army, Portable)?))
        }
        "othello" => {
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = rules::cpu::V3::detect() {
                return Ok(visitor.visit(v3, Othello::from_settings(read()?, v3)?));
            }
            Ok(visitor.visit(Portable, Othello::from_settings(read()?, Portable)?))
        }
        "halma" => Ok(visitor.visit(Portable, Halma::new(Configuration::read(settings)?)?)),
        "backgammon" => {
            let mut settings = read()?;
            let form = backgammon::read_settings(&mut settings)?;
            settings.finish()?;
            Ok(match form {
                Form::Single(single) => visitor.visit(Portable, single),
                Form::Match(whole) => visitor.visit(Portable, whole),
            })
        }
        "queens" => Ok(visitor.visit(Portable, Queens::from_settings(read()?)?)),
        "tictactoe" => {
            read()?.finish()?;
            Ok(visitor.visit(Portable, TicTacToe))
        }
        _ => Err(unknown(name)),
    }
}

/// The entry of a game.
pub fn entry(name: &str) -> Result<&'static GameInfo, InputError> {
    GAMES.iter().find(|entry| entry.name == name).ok_or_else(|| unknown(name))
}

fn unknown(name: &str) -> InputError {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    InputError::new(format!("there is no game {}: expected {}", InputError::quote(name), names.join(", ")))
}

/// Opens a game by its name and its settings.
pub fn open(name: &str, settings: &str) -> Result<Arc<dyn DynGame>, InputError> {
    struct Facade;
    impl Visitor for Facade {
        type Output = Arc<dyn DynGame>;
        fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Arc<dyn DynGame> {
            view::erase(rules)
        }
    }
    visit(name, settings, Facade)
}

/// The name and the settings in the full text of a game's rules, as a record holds it: a line with the name and the
/// version of the rules, then the settings.
pub fn split_rules(text: &str) -> Result<(&str, &str), InputError> {
    let (heading, settings) = text.split_once('\n').unwrap_or((text, ""));
    let (name, version) = heading.split_once(' ').unwrap_or((heading, ""));
    entry(name)?;
    if version != "1" {
        let found = InputError::quote(version);
        return Err(InputError::new(format!(
            "the rules of {name} have version {found}: this program knows version 1"
        )));
    }
    Ok((name, settings))
}

/// Opens a game by the full text of its rules.
pub fn open_rules(text: &str) -> Result<Arc<dyn DynGame>, InputError> {
    let (name, settings) = split_rules(text)?;
    open(name, settings)
}
