//! What devices do that the table does not say.

use std::str::FromStr;

use rules::InputError;

/// How a device ends its lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Terminator {
    /// CR, as the table says.
    #[default]
    Cr,
    /// LF.
    Lf,
    /// CR LF.
    CrLf,
    /// NUL.
    Nul,
}

impl Terminator {
    /// Its bytes.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Terminator::Cr => b"\r",
            Terminator::Lf => b"\n",
            Terminator::CrLf => b"\r\n",
            Terminator::Nul => b"\0",
        }
    }
}

/// Where a device says an `OK` too many beside a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrayOk {
    /// Before the claim.
    Before,
    /// Behind it.
    Behind,
}

/// The habits of devices that were really built, for a device to show and for a PC to live with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Habits {
    /// How lines end.
    pub terminator: Terminator,
    /// Every byte that arrives is sent back.
    pub echoes: bool,
    /// `SP` is answered by `OK`, not by an empty line.
    pub answers_colour: bool,
    /// The game begins at `SP`, not at `NG`.
    pub starts_at_colour: bool,
    /// An `OK` too many beside claims.
    pub stray_ok: Option<StrayOk>,
    /// Boards and prose between messages.
    pub prints: bool,
}

impl Habits {
    /// The words for habits, each with what it means.
    pub const WORDS: [(&'static str, &'static str); 9] = [
        ("lf", "lines end with LF"),
        ("crlf", "lines end with CR LF"),
        ("nul", "lines end with NUL"),
        ("echo", "every byte is sent back"),
        ("sp-ok", "SP is answered by OK"),
        ("sp-starts", "the game begins at SP"),
        ("ok-before", "an OK stands before each claim"),
        ("ok-behind", "an OK stands behind each claim"),
        ("print", "the board is printed between messages"),
    ];

    /// One habit more.
    fn add(&mut self, word: &str) -> Result<(), InputError> {
        match word {
            "lf" => self.terminator = Terminator::Lf,
            "crlf" => self.terminator = Terminator::CrLf,
            "nul" => self.terminator = Terminator::Nul,
            "echo" => self.echoes = true,
            "sp-ok" => self.answers_colour = true,
            "sp-starts" => self.starts_at_colour = true,
            "ok-before" => self.stray_ok = Some(StrayOk::Before),
            "ok-behind" => self.stray_ok = Some(StrayOk::Behind),
            "print" => self.prints = true,
            _ => {
                let known: Vec<&str> = Habits::WORDS.iter().map(|(word, _)| *word).collect();
                return Err(InputError::unexpected(word, format_args!("a habit: {}", known.join(", "))));
            }
        }
        Ok(())
    }
}

impl FromStr for Habits {
    type Err = InputError;

    /// Reads words with commas between them.
    fn from_str(text: &str) -> Result<Habits, InputError> {
        let mut habits = Habits::default();
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            habits.add(word)?;
        }
        Ok(habits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_a_habit() {
        for (word, _) in Habits::WORDS {
            assert_ne!(word.parse::<Habits>().unwrap(), Habits::default(), "{word}");
        }
        let both = "echo, lf".parse::<Habits>().unwrap();
        assert!(both.echoes && both.terminator == Terminator::Lf);
        assert!("loud".parse::<Habits>().unwrap_err().to_string().contains("sp-starts"));
    }
}
