//! Order of the messages that open a game.

use std::fmt;
use std::str::FromStr;

use rules::InputError;

/// Largest number of steps.
const MAX_STEPS: usize = 8;

/// Step of an opening: one message of the PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningStep {
    /// `AT`.
    Attention,
    /// `RST`.
    Reset,
    /// `ST n`; skipped if the seconds are not set.
    Seconds,
    /// `SP B` or `SP W`.
    Colour,
    /// `NG`.
    NewGame,
}

impl OpeningStep {
    const ALL: [OpeningStep; 5] = [
        OpeningStep::Attention,
        OpeningStep::Reset,
        OpeningStep::Seconds,
        OpeningStep::Colour,
        OpeningStep::NewGame,
    ];

    /// Message of the step, without its argument.
    pub fn word(self) -> &'static str {
        match self {
            OpeningStep::Attention => "AT",
            OpeningStep::Reset => "RST",
            OpeningStep::Seconds => "ST",
            OpeningStep::Colour => "SP",
            OpeningStep::NewGame => "NG",
        }
    }

    /// `true` if the step may start a game in the order of the table.
    fn may_start_game(self) -> bool {
        matches!(self, OpeningStep::Colour | OpeningStep::NewGame)
    }
}

/// Order of the messages that open a game. Devices of the course differ in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    steps: [OpeningStep; MAX_STEPS],
    length: usize,
}

impl Opening {
    /// Order of the table.
    pub const TABLE: Opening = Opening::of(&[
        OpeningStep::Attention,
        OpeningStep::Reset,
        OpeningStep::Seconds,
        OpeningStep::Colour,
        OpeningStep::NewGame,
    ]);
    /// `NG` sets up the board, `SP` starts the game.
    pub const NG_FIRST: Opening = Opening::of(&[
        OpeningStep::Attention,
        OpeningStep::Reset,
        OpeningStep::Seconds,
        OpeningStep::NewGame,
        OpeningStep::Colour,
    ]);
    /// `RST` starts the game.
    pub const RST_STARTS: Opening =
        Opening::of(&[OpeningStep::Attention, OpeningStep::Seconds, OpeningStep::Colour, OpeningStep::Reset]);
    /// `SP` alone starts the game.
    pub const SHORT: Opening =
        Opening::of(&[OpeningStep::Attention, OpeningStep::Seconds, OpeningStep::Colour]);

    /// Orders by name, in the order in which they are tried.
    pub const NAMED: [(&'static str, Opening); 4] = [
        ("table", Opening::TABLE),
        ("ng-first", Opening::NG_FIRST),
        ("rst-starts", Opening::RST_STARTS),
        ("short", Opening::SHORT),
    ];

    const fn of(steps: &[OpeningStep]) -> Opening {
        let mut opening = Opening { steps: [OpeningStep::Attention; MAX_STEPS], length: steps.len() };
        let mut index = 0;
        while index < steps.len() {
            opening.steps[index] = steps[index];
            index += 1;
        }
        opening
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[OpeningStep] {
        &self.steps[..self.length]
    }

    /// Index of the first step that may start a game.
    pub(crate) fn start_index(&self) -> usize {
        self.steps().iter().position(|step| step.may_start_game()).unwrap_or(self.length)
    }

    /// The first steps, up to and including this index.
    pub(crate) fn up_to(&self, index: usize) -> Opening {
        Opening { length: self.length.min(index + 1), ..*self }
    }

    /// The same order with `ST` before the first step that may start a game, if it has none and there is room.
    #[must_use]
    pub fn with_seconds(self) -> Opening {
        if self.steps().contains(&OpeningStep::Seconds) || self.length == MAX_STEPS {
            return self;
        }
        let mut steps = self.steps().to_vec();
        steps.insert(self.start_index(), OpeningStep::Seconds);
        Opening::of(&steps)
    }
}

impl FromStr for Opening {
    type Err = InputError;

    /// Parses a name, or words separated by commas, such as `AT,RST,NG,SP`.
    fn from_str(text: &str) -> Result<Opening, InputError> {
        if let Some((_, opening)) = Opening::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*opening);
        }
        let names = || Opening::NAMED.map(|(name, _)| name).join(", ");
        let mut steps = Vec::new();
        for word in text.split(',').map(str::trim) {
            let step = OpeningStep::ALL.into_iter().find(|step| step.word().eq_ignore_ascii_case(word));
            steps.push(step.ok_or_else(|| {
                InputError::unexpected(word, format_args!("AT, RST, ST, SP or NG, or one of {}", names()))
            })?);
        }
        if steps.len() > MAX_STEPS {
            return Err(InputError::new(format!(
                "{} steps are too many: expected at most {MAX_STEPS}",
                steps.len()
            )));
        }
        if !steps.contains(&OpeningStep::Colour) {
            return Err(InputError::unexpected(text, "an opening with SP, which sets the colours"));
        }
        Ok(Opening::of(&steps))
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.steps().iter().map(|step| step.word()).collect();
        f.write_str(&words.join(","))
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Opening({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_lists_are_parsed() {
        assert_eq!("ng-first".parse::<Opening>().unwrap().to_string(), "AT,RST,ST,NG,SP");
        assert_eq!("at, rst,NG,SP".parse::<Opening>().unwrap().to_string(), "AT,RST,NG,SP");
        for (_, opening) in Opening::NAMED {
            assert_eq!(opening.to_string().parse::<Opening>().unwrap(), opening);
        }
        for (text, sentence) in [
            ("AT,GO,SP", "ng-first"),
            ("AT,RST,NG", "with SP"),
            ("", "AT, RST"),
            ("AT,AT,AT,AT,AT,AT,AT,AT,SP", "at most 8"),
        ] {
            let error = text.parse::<Opening>().unwrap_err().to_string();
            assert!(error.contains(sentence), "{text}: {error}");
        }
    }

    #[test]
    fn seconds_come_before_the_game() {
        let opening: Opening = "AT,RST,NG,SP".parse().unwrap();
        assert_eq!(opening.start_index(), 2);
        assert_eq!(opening.with_seconds().to_string(), "AT,RST,ST,NG,SP");
        assert_eq!(Opening::TABLE.with_seconds(), Opening::TABLE);
        assert_eq!(Opening::TABLE.up_to(3).to_string(), "AT,RST,ST,SP");
    }
}
