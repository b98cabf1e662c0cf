//! Backgammon: the single game without a cube, and the match with one.
//!
//! White (X, seat 1) plays from its 24-point to its 1-point and sits at the bottom of the board; Black (O, seat 2)
//! plays the other way. Each side numbers the points from its own end, as players do: 24
//! down to 1, 25 for the bar, 0 for borne off (see [`Side`]). [`place`] maps these to one numbering of the board: 0 to
//! 23 in White's direction.
//!
//! A move of [`Backgammon`] is a whole turn, a [`Play`]; that is what search works on. [`BackgammonMatch`] wraps it as
//! a game of its own in which rolling, doubling, taking and dropping are moves and the score is in the position.

mod action;
pub mod analysis;
mod arrangement;
mod base64;
pub mod bearoff;
mod board;
mod checkers;
mod dice;
mod engines;
pub mod fibs;
mod lookahead;
mod match_equity;
pub mod match_file;
pub mod match_id;
mod match_notation;
mod match_picture;
mod match_position;
mod match_reading;
mod match_rules;
mod match_script;
#[cfg(test)]
mod match_tests;
pub mod narrad;
pub mod network;
mod notation;
pub mod parameters;
mod partial_turn;
mod picture;
mod places;
mod play;
mod play_errors;
mod play_parts;
mod play_reading;
mod play_writing;
mod position;
pub mod position_id;
mod position_text;
mod probabilities;
mod pubeval;
pub mod rollout;
mod single;
mod strong;
mod touch;
pub mod training;
mod turn_steps;
mod turns;
pub mod xgid;

pub use action::{Action, Roll};
pub use board::Board;
pub use checkers::Checkers;
pub use dice::{Dice, ROLLS};
pub use lookahead::Lookahead;
pub use match_equity::{Away, CubeState, MatchEquity};
pub use match_position::{MatchPosition, Phase};
pub use match_rules::BackgammonMatch;
pub use match_script::TableStep;
pub use places::{DOUBLE, DROP, PASS, ROLL, TAKE, place};
pub use play::{Play, Step};
pub use position::{BAR, CHECKERS, HOME, OFF, Position, Side};
pub use probabilities::Probabilities;
pub use single::{Backgammon, Win};
pub use strong::CubeDecision;
pub use turn_steps::TurnSteps;
pub use turns::{Turn, TurnVisitor, for_each_turn};

use std::borrow::Cow;

use rules::{InputError, Settings};

/// The two forms in which backgammon is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One game, without a cube.
    Single(Backgammon),
    /// A match to some number of points.
    Match(BackgammonMatch),
}

/// The form these settings describe: a `length` above 0 makes it a match.
pub fn read_settings(settings: &mut Settings) -> Result<Form, InputError> {
    let length =
        settings.take("length").map_or(Ok(0), |length| length.number(0..=BackgammonMatch::LONGEST))?;
    Ok(match length {
        0 => {
            for key in ["cube", "crawford"] {
                if let Some(setting) = settings.take(key) {
                    return Err(setting.error("a length too: only a match has that setting"));
                }
            }
            Form::Single(Backgammon::from_settings(settings)?)
        }
        length => Form::Match(BackgammonMatch::to(length as u16).with_settings(settings)?),
    })
}

/// The settings of a rules text of version 1, completed. Texts older than the setting `opening` have no such line; their
/// single games were started by White.
pub fn complete_version_1(settings: &str) -> Cow<'_, str> {
    let keys = settings.lines().filter_map(|line| line.split_once('=')).map(|(key, _)| key.trim());
    let is_complete = keys.into_iter().any(|key| ["opening", "length"].contains(&key));
    if is_complete { Cow::Borrowed(settings) } else { Cow::Owned(format!("{settings}opening = white\n")) }
}
