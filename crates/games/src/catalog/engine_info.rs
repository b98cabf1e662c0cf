//! Descriptions of a game's engines as opponents, detailed enough to build a form.

use rules::InputError;
use search::{EngineName, EngineOptions};

use super::GameInfo;
use super::setting_info::{SettingInfo, Values, alternatives};

/// An engine that a player can choose as an opponent.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// The name.
    pub name: &'static str,
    /// The title to show.
    pub title: &'static str,
    /// A description in a sentence.
    pub about: &'static str,
    /// The options of an opponent; the default is the value that a form starts with. Their values bound the cost of a
    /// move. The command line has more options and values, and other defaults.
    pub options: &'static [SettingInfo],
}

/// An engine that a player has chosen, with a value for each of its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineChoice {
    /// Name and options, such as `strong:level=3`.
    pub engine: EngineName,
    /// The title to show, such as "Computer, level 3".
    pub title: String,
}

impl EngineInfo {
    /// This engine with the options that were given, and the default of every other one.
    fn choose(&self, mut options: EngineOptions) -> Result<EngineChoice, InputError> {
        let mut choice = EngineChoice { engine: self.name.parse()?, title: self.title.to_owned() };
        for option in self.options {
            let given = options.word(option.key);
            let text = given.as_deref().unwrap_or(option.default);
            let value = option.values.normalize(text).ok_or_else(|| {
                let (key, name, values) = (option.key, self.name, option.values);
                let found = InputError::quote(text);
                InputError::new(format!("{key} of {name} cannot be {found}: expected {values}"))
            })?;
            choice.title.push_str(&match option.values {
                Values::Number { .. } => format!(", {} {value}", option.key),
                Values::Choice(_) | Values::Text(_) => format!(", {value}"),
            });
            choice.engine = choice.engine.with_option(option.key, &value);
        }
        options.finish()?;
        Ok(choice)
    }
}

impl GameInfo {
    /// `true` if the game has an engine of this name.
    pub fn has_engine(&self, name: &str) -> bool {
        self.engines.iter().any(|engine| engine.name == name)
    }

    /// The engine that a player chose as an opponent; without a choice the first one. Only listed engines, options and
    /// values are accepted.
    pub fn choose_engine(&self, chosen: Option<&EngineName>) -> Result<EngineChoice, InputError> {
        let chosen = match chosen {
            Some(chosen) => chosen.clone(),
            None => self.engines[0].name.parse()?,
        };
        let Some(engine) = self.engines.iter().find(|engine| engine.name == chosen.name()) else {
            let (title, found) = (self.title, InputError::quote(chosen.name()));
            let names: Vec<&str> = self.engines.iter().map(|engine| engine.name).collect();
            let expected = alternatives(&names);
            return Err(InputError::new(format!("{title} has no engine {found}: expected {expected}")));
        };
        engine.choose(chosen.options())
    }
}

/// Plays random moves; every game has it.
pub(super) const RANDOM: EngineInfo = EngineInfo {
    name: "random",
    title: "Random computer",
    about: "Any legal move, each as likely as the others.",
    options: &[],
};

/// The engine with eight levels.
pub(super) const STRONG: EngineInfo = EngineInfo {
    name: "strong",
    title: "Computer",
    about: "Eight levels, from beginner to as strong as it gets.",
    options: &[SettingInfo::new("level", Values::Number { least: 1, most: 8 }, "3", "strength")],
};

/// Chess like the chess computer with definable pieces.
pub(super) const CLASSIC: EngineInfo = EngineInfo {
    name: "classic",
    title: "Classic computer",
    about: "Plays like the handheld chess computer that introduced definable pieces.",
    options: &[],
};

/// The first legal move of Othello.
pub(super) const FIRST: EngineInfo = EngineInfo {
    name: "first",
    title: "First-move computer",
    about: "The first legal move along the rows.",
    options: &[],
};

/// Halma by plain distance.
pub(super) const GREEDY: EngineInfo = EngineInfo {
    name: "greedy",
    title: "Greedy computer",
    about: "The move that brings its beads nearest to the target.",
    options: &[],
};

/// Backgammon by expectiminimax.
pub(super) const NARRAD: EngineInfo = EngineInfo {
    name: "narrad",
    title: "Narrad",
    about: "Expectiminimax with eight weights; doubles by the race.",
    options: &[
        SettingInfo::new("depth", Values::Number { least: 1, most: 3 }, "2", "turns to look ahead"),
        SettingInfo::new(
            "params",
            Values::Choice(&["guess", "evolved"]),
            "evolved",
            "weights: the first guess, or those found by evolution",
        ),
    ],
};

/// Backgammon by a published evaluation.
pub(super) const PUBEVAL: EngineInfo = EngineInfo {
    name: "pubeval",
    title: "Pubeval",
    about: "A linear evaluation published as a yardstick; plays quickly and doubles by the race.",
    options: &[],
};
