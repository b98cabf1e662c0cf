//! Deviations of real devices from the message table.

use std::str::FromStr;

use rules::InputError;

/// Line terminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Terminator {
    /// CR, as in the table.
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
    /// Name in options.
    pub fn name(self) -> &'static str {
        match self {
            Terminator::Cr => "cr",
            Terminator::Lf => "lf",
            Terminator::CrLf => "crlf",
            Terminator::Nul => "nul",
        }
    }

    /// Bytes of the terminator.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Terminator::Cr => b"\r",
            Terminator::Lf => b"\n",
            Terminator::CrLf => b"\r\n",
            Terminator::Nul => b"\0",
        }
    }
}

/// Position of a superfluous `OK` next to a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StrayOk {
    /// Before the claim.
    Before,
    /// After the claim.
    After,
}

/// Deviations found in real devices. Our device can imitate them; our PC tolerates them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Quirks {
    /// Line terminator.
    pub terminator: Terminator,
    /// Received bytes are sent back.
    pub echoes: bool,
    /// `SP` is answered by `OK` instead of an empty line.
    pub ok_to_colour: bool,
    /// The game begins at `SP` instead of `NG`.
    pub starts_at_colour: bool,
    /// Superfluous `OK` next to claims.
    pub stray_ok: Option<StrayOk>,
    /// Boards and prose are printed between messages.
    pub prints: bool,
    /// `OK` to a move of the PC has to be answered by `OK` before the game goes on.
    pub ok_after_ok: bool,
}

impl Quirks {
    /// Names of the quirks, each with its meaning.
    pub const NAMES: [(&'static str, &'static str); 10] = [
        ("lf", "lines end with LF"),
        ("crlf", "lines end with CR LF"),
        ("nul", "lines end with NUL"),
        ("echo", "every byte is sent back"),
        ("sp-ok", "SP is answered by OK"),
        ("sp-starts", "the game begins at SP"),
        ("ok-before", "an extra OK precedes each claim"),
        ("ok-after", "an extra OK follows each claim"),
        ("print", "the board is printed between messages"),
        ("ok-after-ok", "the device waits for OK after its OK to a move"),
    ];

    /// Adds a quirk by name.
    fn add(&mut self, name: &str) -> Result<(), InputError> {
        match name {
            "lf" => self.terminator = Terminator::Lf,
            "crlf" => self.terminator = Terminator::CrLf,
            "nul" => self.terminator = Terminator::Nul,
            "echo" => self.echoes = true,
            "sp-ok" => self.ok_to_colour = true,
            "sp-starts" => self.starts_at_colour = true,
            "ok-before" => self.stray_ok = Some(StrayOk::Before),
            "ok-after" => self.stray_ok = Some(StrayOk::After),
            "print" => self.prints = true,
            "ok-after-ok" => self.ok_after_ok = true,
            _ => {
                let known: Vec<&str> = Quirks::NAMES.iter().map(|(name, _)| *name).collect();
                return Err(InputError::unexpected(name, format_args!("a quirk: {}", known.join(", "))));
            }
        }
        Ok(())
    }
}

impl FromStr for Quirks {
    type Err = InputError;

    /// Parses a comma-separated list of names.
    fn from_str(text: &str) -> Result<Quirks, InputError> {
        let mut quirks = Quirks::default();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            quirks.add(name)?;
        }
        Ok(quirks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_sets_a_quirk() {
        for (name, _) in Quirks::NAMES {
            assert_ne!(name.parse::<Quirks>().unwrap(), Quirks::default(), "{name}");
        }
        let both = "echo, lf".parse::<Quirks>().unwrap();
        assert!(both.echoes && both.terminator == Terminator::Lf);
        assert!("loud".parse::<Quirks>().unwrap_err().to_string().contains("sp-starts"));
    }
}
