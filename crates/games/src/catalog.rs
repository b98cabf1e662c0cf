//! The one list of the games.

mod engine_info;
mod engine_ratings;
mod preset;
mod setting_info;

use std::borrow::Cow;
use std::sync::Arc;

use rules::cpu::{Cpu, Portable};
use rules::{InputError, Settings};
use view::DynGame;

use crate::backgammon::{self, BackgammonMatch, Form};
use crate::chess::{Army, Chess};
use crate::engines::CatalogGame;
use crate::halma::{Configuration, Halma, WIDEST};
use crate::othello::Othello;
use crate::queens::{self, Queens};
use crate::tictactoe::TicTacToe;
use engine_info::{CLASSIC, FIRST, GREEDY, NARRAD, PUBEVAL, RANDOM, STRONG};

pub use engine_info::{EngineChoice, EngineInfo};
pub use preset::Preset;
pub use setting_info::{Files, SettingInfo, Values};

/// The description of a game.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name.
    pub name: &'static str,
    /// The title to show.
    pub title: &'static str,
    /// A description in a sentence.
    pub about: &'static str,
    /// The possible numbers of players.
    pub seats: &'static [u8],
    /// The engines; the first is the opponent of one-click play.
    pub engines: &'static [EngineInfo],
    /// The engine that analyses positions, with its options.
    pub analyst: Option<&'static str>,
    /// The settings.
    pub settings: &'static [SettingInfo],
    /// Ready-made settings; the first is what one-click play uses.
    pub presets: &'static [Preset],
}

const ARMIES: Files =
    Files { of: crate::chess::builtin::file, manual: include_str!("../../../docs/armies.md") };

const YES_OR_NO: Values = Values::Choice(&["yes", "no"]);

/// The games, in the order they are shown.
pub const GAMES: [GameInfo; 6] = [
    GameInfo {
        name: "chess",
        title: "Chess",
        about: "Checkmate the king, with standard or custom pieces.",
        seats: &[2],
        engines: &[STRONG, CLASSIC, RANDOM],
        analyst: Some("strong:level=7"),
        settings: &[SettingInfo::new(
            "army",
            Values::Choice(&crate::chess::builtin::NAMES),
            "ordinary",
            "how the pieces move",
        )
        .with_files(ARMIES)],
        presets: &[
            Preset::new("ordinary", "Standard chess", "The standard pieces.", ""),
            Preset::new("griffon", "Griffons", "Chess with griffons.", "army = griffon\n"),
        ],
    },
    GameInfo {
        name: "othello",
        title: "Othello",
        about: "Outflank and flip discs; most discs wins.",
        seats: &[2],
        engines: &[STRONG, FIRST, RANDOM],
        analyst: Some("strong:level=7"),
        settings: &[
            SettingInfo::new("first", Values::Choice(&["black", "white"]), "black", "side that moves first"),
            SettingInfo::new(
                "pass",
                Values::Choice(&["stuck", "free"]),
                "stuck",
                "pass only without a legal move, or at any time",
            ),
        ],
        presets: &[Preset::new("standard", "Othello", "Black moves first.", "")],
    },
    GameInfo {
        name: "halma",
        title: "Halma",
        about: "Move all beads to the opposite camp, by steps and long jumps.",
        seats: &[2, 4],
        engines: &[STRONG, GREEDY, RANDOM],
        analyst: Some("strong:level=7"),
        settings: &[
            SettingInfo::new("Size", Values::Text("4 * 4 to 26 * 26"), "10 * 10", "squares along each side"),
            SettingInfo::new("Player_num", Values::Choice(&["2", "4"]), "2", "number of players"),
            SettingInfo::new(
                "First-color",
                Values::Choice(&["green", "yellow", "blue", "red"]),
                "green",
                "colour of player 1",
            ),
            SettingInfo::new(
                "Leave-camp-value",
                Values::Number { least: 1, most: 1_000_000 },
                "40",
                "moves by all players after which the camps are checked",
            ),
            SettingInfo::new(
                "Beads-order",
                Values::Text("numbers"),
                "1 2 3 4 5",
                "beads on each diagonal of a camp",
            ),
            SettingInfo::new(
                "Jumps",
                Values::Choice(&["super", "ordinary"]),
                "super",
                "super jumps across empty squares too, or ordinary jumps over a neighbour only",
            ),
        ],
        presets: &preset::HALMA,
    },
    GameInfo {
        name: "backgammon",
        title: "Backgammon",
        about: "Race 15 checkers home and bear them off; matches use the doubling cube.",
        seats: &[2],
        engines: &[STRONG, NARRAD, PUBEVAL, RANDOM],
        analyst: Some("strong:level=7,rollouts=144"),
        settings: &[
            SettingInfo::new(
                "length",
                Values::Number { least: 0, most: BackgammonMatch::LONGEST },
                "0",
                "points to win; 0 for a single game without the cube",
            ),
            SettingInfo::new("cube", YES_OR_NO, "yes", "play with the doubling cube").only_with("length"),
            SettingInfo::new(
                "crawford",
                YES_OR_NO,
                "yes",
                "no doubling for one game when a player is one point away",
            )
            .only_with("length"),
            SettingInfo::new("triple", YES_OR_NO, "yes", "backgammons count 3 points; traditionally 2"),
            SettingInfo::new(
                "opening",
                Values::Choice(&["roll", "white"]),
                "roll",
                "side that starts a single game: the winner of the opening roll, or White",
            ),
        ],
        presets: &[
            Preset::new("single", "Single game", "One game without the cube.", ""),
            Preset::new("match-3", "Match to 3", "A short match with the doubling cube.", "length = 3\n"),
            Preset::new("match-7", "Match to 7", "A match with the doubling cube.", "length = 7\n"),
            Preset::new(
                "traditional",
                "Takhteh",
                "A gammon counts 2, and so does a backgammon.",
                "triple = no\n",
            ),
        ],
    },
    GameInfo {
        name: "queens",
        title: "Queens",
        about: "Place queens so that none attacks another.",
        seats: &[1],
        engines: &[RANDOM],
        analyst: None,
        settings: &[SettingInfo::new(
            "size",
            Values::Number { least: 1, most: queens::LARGEST as u32 },
            "8",
            "squares along each side",
        )],
        presets: &[
            Preset::new("8x8", "8 queens", "The classic puzzle.", ""),
            Preset::new("12x12", "12 queens", "A larger board.", "size = 12\n"),
        ],
    },
    GameInfo {
        name: "tictactoe",
        title: "Tic-tac-toe",
        about: "Three in a row.",
        seats: &[2],
        engines: &[STRONG, RANDOM],
        analyst: Some("strong:level=7"),
        settings: &[],
        presets: &[Preset::new("standard", "Tic-tac-toe", "Three by three squares.", "")],
    },
];

/// A computation that is generic over the type of a game.
pub trait Visitor {
    /// The result.
    type Output;
    /// Runs on this game, compiled for this processor.
    fn visit<C: Cpu, R: CatalogGame>(self, cpu: C, rules: R) -> Self::Output;
}

/// Opens a game by its name and its settings, `key = value` lines, and runs a visitor on it.
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
        "halma" => {
            let configuration = Configuration::read(settings)?;
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = rules::cpu::V3::detect() {
                return match configuration.size {
                    ..=11 => Ok(visitor.visit(v3, Halma::<2>::new(configuration)?)),
                    12..=16 => Ok(visitor.visit(v3, Halma::<4>::new(configuration)?)),
                    _ => Ok(visitor.visit(v3, Halma::<WIDEST>::new(configuration)?)),
                };
            }
            Ok(visitor.visit(Portable, Halma::<WIDEST>::new(configuration)?))
        }
        "backgammon" => {
            let mut settings = read()?;
            let form = backgammon::read_settings(&mut settings)?;
            settings.finish()?;
            #[cfg(target_arch = "x86_64")]
            if let Some(v3) = rules::cpu::V3::detect() {
                return Ok(match form {
                    Form::Single(single) => visitor.visit(v3, single),
                    Form::Match(whole) => visitor.visit(v3, whole),
                });
            }
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

/// The description of a game, by name.
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
pub fn split_rules(text: &str) -> Result<(&str, Cow<'_, str>), InputError> {
    let (heading, settings) = text.split_once('\n').unwrap_or((text, ""));
    let (name, version) = heading.split_once(' ').unwrap_or((heading, ""));
    entry(name)?;
    if version != "1" {
        let found = InputError::quote(version);
        return Err(InputError::new(format!(
            "the rules of {name} have version {found}: this program knows version 1"
        )));
    }
    let settings = match name {
        "backgammon" => backgammon::complete_version_1(settings),
        _ => Cow::Borrowed(settings),
    };
    Ok((name, settings))
}

/// Opens a game by the full text of its rules.
pub fn open_rules(text: &str) -> Result<Arc<dyn DynGame>, InputError> {
    let (name, settings) = split_rules(text)?;
    open(name, &settings)
}
