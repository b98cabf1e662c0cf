//! Actions of a bot.

use rules::InputError;
use serde::{Deserialize, Serialize};

/// An action of a bot with the number of the last event that the bot has seen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum BotAction {
    /// Plays a move.
    Move {
        /// The move in the notation of the game.
        r#move: String,
        /// Number of the last event seen.
        seen: u64,
    },
    /// Offers something to the opponents.
    Offer {
        /// The offer.
        #[serde(flatten)]
        offer: Offer,
        /// Number of the last event seen.
        seen: u64,
    },
    /// Answers the pending offer.
    Answer {
        /// `true` accepts it.
        yes: bool,
        /// Number of the last event seen.
        seen: u64,
    },
    /// Resigns.
    Resign {
        /// Number of the last event seen.
        seen: u64,
    },
    /// Adds a text of its own to the seed of the dice.
    Seed {
        /// Any text.
        seed: String,
        /// Number of the last event seen.
        seen: u64,
    },
}

/// Something to agree on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// The kind.
    pub offer: OfferKind,
    /// Index of a concession among those of the game.
    #[serde(default)]
    pub which: u8,
}

/// Kind of an offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// A draw by a rule that has to be claimed, such as repetition.
    Claim,
    /// Taking back the last move.
    Takeback,
    /// A partial resignation, such as a gammon.
    Concession,
}

impl BotAction {
    /// Number of the last event that the bot has seen.
    pub fn seen(&self) -> u64 {
        match self {
            BotAction::Move { seen, .. }
            | BotAction::Offer { seen, .. }
            | BotAction::Answer { seen, .. }
            | BotAction::Resign { seen }
            | BotAction::Seed { seen, .. } => *seen,
        }
    }
}

/// A valid action of each kind, for error messages.
const EXAMPLES: [(&str, &str); 5] = [
    ("move", r#"{"do": "move", "move": "f5", "seen": 14}"#),
    ("offer", r#"{"do": "offer", "offer": "draw", "seen": 14}"#),
    ("answer", r#"{"do": "answer", "yes": true, "seen": 14}"#),
    ("resign", r#"{"do": "resign", "seen": 14}"#),
    ("seed", r#"{"do": "seed", "seed": "luck", "seen": 0}"#),
];

/// Reads an action. Over HTTP its kind is part of the address: `kind` takes the place of `do`.
pub fn read_action(text: &str, kind: Option<&str>) -> Result<BotAction, InputError> {
    let (_, example) = EXAMPLES.iter().find(|(name, _)| kind == Some(*name)).unwrap_or(&EXAMPLES[0]);
    let example = match kind {
        // The kind is already in the address.
        Some(_) => example.split_once(", ").map_or_else(String::new, |(_, rest)| format!("{{{rest}")),
        None => (*example).to_owned(),
    };
    let invalid = |error: serde_json::Error| {
        let error: String = error.to_string().chars().take(200).collect();
        InputError::new(format!("cannot read the action: {error}; expected {example}"))
    };
    let mut value: serde_json::Value = serde_json::from_str(text).map_err(invalid)?;
    if let (Some(kind), Some(object)) = (kind, value.as_object_mut()) {
        object.insert("do".to_owned(), kind.into());
    }
    serde_json::from_value(value).map_err(invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_valid_example() {
        for (kind, example) in EXAMPLES {
            let action = read_action(example, None).unwrap();
            let written = serde_json::to_string(&action).unwrap();
            assert_eq!(read_action(&written, None), Ok(action.clone()));
            let without_kind = example.replacen(&format!("\"do\": \"{kind}\", "), "", 1);
            assert_eq!(read_action(&without_kind, Some(kind)), Ok(action));
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, kind, part) in [
            ("{}", Some("move"), "missing field `move`; expected {\"move\": \"f5\", \"seen\": 14}"),
            ("[]", Some("move"), "expected {\"move\""),
            ("f5", None, "expected {\"do\": \"move\""),
            (r#"{"do": "dance"}"#, None, "unknown variant `dance`"),
            (r#"{"move": "f5"}"#, Some("move"), "missing field `seen`"),
            (r#"{"move": "f5", "seen": -1}"#, Some("move"), "invalid value"),
        ] {
            let error = read_action(text, kind).unwrap_err().to_string();
            assert!(error.contains(part) && error.len() < 400, "{error}");
        }
        let long = format!(r#"{{"do": "{}"}}"#, "x".repeat(10_000));
        assert!(read_action(&long, None).unwrap_err().to_string().len() < 500);
    }
}
