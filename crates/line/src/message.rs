//! Messages of the protocol.

use std::fmt;

use games::othello::Move;
use rules::Seat;
use rules::square::{read_square, square_name};

/// Message from the PC to the device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PcMessage {
    /// `AT`: requests a sign of life.
    Attention,
    /// `RST`: clears the board and switches off the LEDs.
    Reset,
    /// `SP B`, `SP W`: sets the colours.
    Colour(Seat),
    /// `NG`: starts a new game.
    NewGame,
    /// `EG`: ends the game.
    EndGame,
    /// `ST n`: seconds for a move, 1 to 9.
    Seconds(u8),
    /// `MV G3`: the PC's move.
    Move(Move),
    /// `PS`: the PC passes.
    Pass,
    /// `WN`: the device has won.
    YouWin,
    /// Reply to a message of the device.
    Reply(Reply),
}

/// Message from the device to the PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceMessage {
    /// `MM B5`: the device's move.
    Move(Move),
    /// `MP`: the device passes.
    Pass,
    /// `WN`, `LS`, `TE`: result of the game.
    Result(DeviceResult),
    /// `IL`, `IT`: the PC broke a rule.
    Claim(Claim),
    /// `QT`: the device resigns.
    Quit,
    /// `ER`: the last message was not understood.
    NotUnderstood,
    /// `OK` or an empty line.
    Reply(Reply),
}

/// Messages that are only replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// An empty line.
    Blank,
    /// `PL`, sent by the PC only: rejects a claim.
    PlayOn,
}

/// Result of a game from the device's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DeviceResult {
    /// `WN`.
    Won,
    /// `LS`.
    Lost,
    /// `TE`.
    Tied,
}

impl DeviceResult {
    /// Message that announces it.
    pub fn word(self) -> &'static str {
        match self {
            DeviceResult::Won => "WN",
            DeviceResult::Lost => "LS",
            DeviceResult::Tied => "TE",
        }
    }

    /// Reply of the PC: `OK` if the device won, else an empty line.
    pub fn reply(self) -> Reply {
        if self == DeviceResult::Won { Reply::Ok } else { Reply::Blank }
    }

    /// LED that shows it, counted from 1.
    pub fn led(self) -> u8 {
        match self {
            DeviceResult::Won => 1,
            DeviceResult::Lost => 2,
            DeviceResult::Tied => 3,
        }
    }
}

/// Rule that a device claims the PC broke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// `IL`: an illegal move.
    Illegal,
    /// `IT`: the move came too late.
    Late,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Claim::Illegal => "illegal move",
            Claim::Late => "too late",
        })
    }
}

/// Strictness of the parser and of the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strictness {
    /// Messages must match the table exactly.
    Strict,
    /// Extra blanks and lower case are accepted.
    Tolerant,
}

impl Strictness {
    /// Splits a line into a word and an optional argument; `None` if it cannot be a message.
    fn split(self, line: &str) -> Option<(String, Option<String>)> {
        match self {
            Strictness::Strict => {
                let (word, argument) = match line.split_once(' ') {
                    Some((word, argument)) => (word, Some(argument.to_owned())),
                    None => (line, None),
                };
                Some((word.to_owned(), argument))
            }
            Strictness::Tolerant => {
                let mut words = line.split_ascii_whitespace().map(str::to_ascii_uppercase);
                let (word, argument) = (words.next().unwrap_or_default(), words.next());
                words.next().is_none().then_some((word, argument))
            }
        }
    }
}

impl PcMessage {
    /// Parses a line; `None` if it is no message to a device.
    pub fn parse(line: &str, strictness: Strictness) -> Option<PcMessage> {
        let (word, argument) = strictness.split(line)?;
        Some(match (word.as_str(), argument.as_deref()) {
            ("AT", None) => PcMessage::Attention,
            ("RST", None) => PcMessage::Reset,
            ("SP", Some("B")) => PcMessage::Colour(Seat::FIRST),
            ("SP", Some("W")) => PcMessage::Colour(Seat::SECOND),
            ("NG", None) => PcMessage::NewGame,
            ("EG", None) => PcMessage::EndGame,
            ("ST", Some(seconds)) => PcMessage::Seconds(parse_seconds(seconds)?),
            ("MV", Some(square)) => PcMessage::Move(parse_move(square)?),
            ("PS", None) => PcMessage::Pass,
            ("WN", None) => PcMessage::YouWin,
            ("OK", None) => PcMessage::Reply(Reply::Ok),
            ("PL", None) => PcMessage::Reply(Reply::PlayOn),
            ("", None) => PcMessage::Reply(Reply::Blank),
            _ => return None,
        })
    }
}

impl DeviceMessage {
    /// Parses a line; `None` if it is no message to a PC.
    pub fn parse(line: &str, strictness: Strictness) -> Option<DeviceMessage> {
        let (word, argument) = strictness.split(line)?;
        Some(match (word.as_str(), argument.as_deref()) {
            ("MM", Some(square)) => DeviceMessage::Move(parse_move(square)?),
            ("MP", None) => DeviceMessage::Pass,
            ("WN", None) => DeviceMessage::Result(DeviceResult::Won),
            ("LS", None) => DeviceMessage::Result(DeviceResult::Lost),
            ("TE", None) => DeviceMessage::Result(DeviceResult::Tied),
            ("IL", None) => DeviceMessage::Claim(Claim::Illegal),
            ("IT", None) => DeviceMessage::Claim(Claim::Late),
            ("QT", None) => DeviceMessage::Quit,
            ("ER", None) => DeviceMessage::NotUnderstood,
            ("OK", None) => DeviceMessage::Reply(Reply::Ok),
            ("", None) => DeviceMessage::Reply(Reply::Blank),
            _ => return None,
        })
    }
}

impl fmt::Display for PcMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PcMessage::Attention => f.write_str("AT"),
            PcMessage::Reset => f.write_str("RST"),
            PcMessage::Colour(seat) => write!(f, "SP {}", ["B", "W"][seat.index()]),
            PcMessage::NewGame => f.write_str("NG"),
            PcMessage::EndGame => f.write_str("EG"),
            PcMessage::Seconds(seconds) => write!(f, "ST {seconds}"),
            PcMessage::Move(mv) => write!(f, "MV {}", move_name(*mv)),
            PcMessage::Pass => f.write_str("PS"),
            PcMessage::YouWin => f.write_str("WN"),
            PcMessage::Reply(answer) => answer.fmt(f),
        }
    }
}

impl fmt::Display for DeviceMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DeviceMessage::Move(mv) => write!(f, "MM {}", move_name(*mv)),
            DeviceMessage::Pass => f.write_str("MP"),
            DeviceMessage::Result(result) => f.write_str(result.word()),
            DeviceMessage::Claim(Claim::Illegal) => f.write_str("IL"),
            DeviceMessage::Claim(Claim::Late) => f.write_str("IT"),
            DeviceMessage::Quit => f.write_str("QT"),
            DeviceMessage::NotUnderstood => f.write_str("ER"),
            DeviceMessage::Reply(answer) => answer.fmt(f),
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reply::Ok => "OK",
            Reply::Blank => "",
            Reply::PlayOn => "PL",
        })
    }
}

/// Name of a move in the protocol: a square with a capital letter.
pub fn move_name(mv: Move) -> String {
    match mv.square() {
        Some(square) => square_name(usize::from(square % 8), usize::from(square / 8)).to_ascii_uppercase(),
        None => "pass".to_owned(),
    }
}

/// Parses a capital letter and a digit.
fn parse_move(text: &str) -> Option<Move> {
    if text.len() != 2 || text.chars().any(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let (column, row) = read_square(&text.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}

fn parse_seconds(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_round_trips() {
        for text in
            ["AT", "RST", "SP B", "SP W", "NG", "EG", "ST 1", "ST 9", "MV G3", "PS", "WN", "OK", "PL", ""]
        {
            for strictness in [Strictness::Strict, Strictness::Tolerant] {
                assert_eq!(PcMessage::parse(text, strictness).unwrap().to_string(), text);
            }
        }
        for text in ["MM B5", "MP", "WN", "LS", "TE", "IL", "IT", "QT", "ER", "OK", ""] {
            for strictness in [Strictness::Strict, Strictness::Tolerant] {
                assert_eq!(DeviceMessage::parse(text, strictness).unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn text_outside_the_table_is_no_message() {
        let broken = [
            "at", " AT", "AT ", "SP", "SP X", "SP  B", "ST 0", "ST 10", "ST", "MV", "MV I1", "MV A9",
            "MV A0", "MV g3", "MVG3", "MV G33", "PS 1", "HELLO", "MM B5", "ER", "MV é3", "\u{0}",
        ];
        for text in broken {
            assert_eq!(PcMessage::parse(text, Strictness::Strict), None, "{text:?}");
        }
        for text in ["AT", "SP B", "MM", "MM Z9", "PL", "MM  B5", "mm B5"] {
            assert_eq!(DeviceMessage::parse(text, Strictness::Strict), None, "{text:?}");
        }
    }

    #[test]
    fn tolerant_parsing_accepts_blanks_and_lower_case() {
        for text in [" at", "AT ", "At"] {
            assert_eq!(PcMessage::parse(text, Strictness::Tolerant), Some(PcMessage::Attention));
        }
        assert_eq!(PcMessage::parse("mv   g3 ", Strictness::Tolerant).unwrap().to_string(), "MV G3");
        assert_eq!(PcMessage::parse("   ", Strictness::Tolerant), Some(PcMessage::Reply(Reply::Blank)));
        // Only a whole line is a message.
        for text in ["OK so far", "MM B5 please", "Type your move", "AVR: 12 User: 9WN"] {
            assert_eq!(DeviceMessage::parse(text, Strictness::Tolerant), None, "{text:?}");
        }
    }
}
