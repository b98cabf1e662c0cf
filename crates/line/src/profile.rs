//! Properties of a device.

use std::time::Duration;

use rules::Seat;

use crate::ColourOf;
use crate::opening::Opening;
use crate::quirks::Terminator;

/// Properties of a device that a PC adapts to. `None` is found out by a tolerant PC, and is as in the table for a strict one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DeviceProfile {
    /// Order of the messages that open a game.
    pub opening: Option<Opening>,
    /// Side that moves first.
    pub first: Option<Seat>,
    /// Side whose colour `SP` names.
    pub colour_of: Option<ColourOf>,
    /// Terminator of the lines that the device receives.
    pub ends: Option<Terminator>,
    /// `true` if the device waits for `OK` after its `OK` to a move.
    pub ok_after_ok: Option<bool>,
    /// Time without a byte on the line before a message is sent.
    pub quiet: Option<Duration>,
}

impl DeviceProfile {
    /// Default quiet time of a tolerant PC.
    pub const QUIET: Duration = Duration::from_millis(80);

    /// Named profiles, each with its meaning.
    pub const NAMED: [(&'static str, &'static str); 6] = [
        ("table", "the message table exactly: AT, RST, ST, SP, NG; no quiet time"),
        ("ng-first", "NG sets up the board, SP starts the game; Black moves first"),
        ("rst-starts", "RST starts the game, SP comes before it; Black moves first"),
        ("short", "SP alone starts the game; Black moves first"),
        ("crlf", "the order of the table, lines end with CR LF"),
        ("ok-after-ok", "the order of the table; the device waits for OK after its OK to a move"),
    ];

    /// Profile by name.
    pub fn named(name: &str) -> Option<DeviceProfile> {
        let of = |opening| DeviceProfile {
            opening: Some(opening),
            ends: Some(Terminator::Cr),
            ok_after_ok: Some(false),
            ..DeviceProfile::default()
        };
        let black = Some(Seat::FIRST);
        Some(match name {
            "table" => DeviceProfile { quiet: Some(Duration::ZERO), ..of(Opening::TABLE) },
            "ng-first" => DeviceProfile { first: black, ..of(Opening::NG_FIRST) },
            "rst-starts" => DeviceProfile { first: black, ..of(Opening::RST_STARTS) },
            "short" => DeviceProfile { first: black, ..of(Opening::SHORT) },
            "crlf" => DeviceProfile { ends: Some(Terminator::CrLf), ..of(Opening::TABLE) },
            "ok-after-ok" => DeviceProfile { ok_after_ok: Some(true), ..of(Opening::TABLE) },
            _ => return None,
        })
    }

    /// These properties, with those of `other` where they are unknown.
    #[must_use]
    pub fn or(self, other: DeviceProfile) -> DeviceProfile {
        DeviceProfile {
            opening: self.opening.or(other.opening),
            first: self.first.or(other.first),
            colour_of: self.colour_of.or(other.colour_of),
            ends: self.ends.or(other.ends),
            ok_after_ok: self.ok_after_ok.or(other.ok_after_ok),
            quiet: self.quiet.or(other.quiet),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_profile() {
        for (name, _) in DeviceProfile::NAMED {
            assert!(DeviceProfile::named(name).is_some_and(|profile| profile.opening.is_some()), "{name}");
        }
        assert_eq!(DeviceProfile::named("loud"), None);
    }

    #[test]
    fn given_properties_come_before_named_ones() {
        let given = DeviceProfile { ends: Some(Terminator::Lf), ..DeviceProfile::default() };
        let both = given.or(DeviceProfile::named("crlf").unwrap());
        assert_eq!((both.ends, both.opening), (Some(Terminator::Lf), Some(Opening::TABLE)));
    }
}
