//! What is said on the line.

use std::fmt;

use games::othello::Move;
use rules::Seat;
use rules::square::{read_square, square_name};

/// What a PC says to a device.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// `AT`: is anybody there?
    Attention,
    /// `RST`: clear the board, switch off the LEDs.
    Reset,
    /// `SP B`, `SP W`: who has which colour.
    Colour(Seat),
    /// `NG`: a new game.
    NewGame,
    /// `EG`: the game ends here.
    EndGame,
    /// `ST n`: seconds for a move, 1 to 9.
    Seconds(u8),
    /// `MV G3`: the PC's move.
    Move(Move),
    /// `PS`: the PC passes.
    Pass,
    /// `WN`: the device has won.
    YouWin,
    /// An answer to what the device has said.
    Answer(Answer),
}

/// What a device says to a PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Report {
    /// `MM B5`: the device's move.
    Move(Move),
    /// `MP`: the device passes.
    Pass,
    /// `WN`, `LS`, `TE`: how the game has ended.
    Ending(Ending),
    /// `IL`, `IT`: the PC has broken a rule.
    Claim(Claim),
    /// `QT`: the device gives up.
    Quit,
    /// `ER`: the device has not understood.
    NotUnderstood,
    /// `OK` or an empty line.
    Answer(Answer),
}

/// The words that only answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// `OK`.
    Ok,
    /// An empty line.
    Blank,
    /// `PL`, said by a PC only: a claim is rejected, play on.
    PlayOn,
}

/// How a game ended, as the device sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// `WN`.
    Won,
    /// `LS`.
    Lost,
    /// `TE`.
    Tied,
}

impl Ending {
    /// The word that announces it.
    pub fn word(self) -> &'static str {
        match self {
            Ending::Won => "WN",
            Ending::Lost => "LS",
            Ending::Tied => "TE",
        }
    }

    /// What the PC answers: `OK` to a device that has won, else an empty line.
    pub fn answer(self) -> Answer {
        if self == Ending::Won { Answer::Ok } else { Answer::Blank }
    }

    /// Which of the three LEDs shows it, counted from 1.
    pub fn led(self) -> u8 {
        match self {
            Ending::Won => 1,
            Ending::Lost => 2,
            Ending::Tied => 3,
        }
    }
}

/// What a device says the PC has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// `IL`: an illegal move.
    Illegal,
    /// `IT`: too late.
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

/// How a message has to be written to be understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reading {
    /// As in the table, to the letter.
    Strict,
    /// Blanks around it, several before the argument and small letters do no harm.
    Tolerant,
}

impl Reading {
    /// The word and the argument of a line, if it can be a message at all.
    fn parts(self, line: &str) -> Option<(String, Option<String>)> {
        match self {
            Reading::Strict => {
                let (word, argument) = match line.split_once(' ') {
                    Some((word, argument)) => (word, Some(argument.to_owned())),
                    None => (line, None),
                };
                Some((word.to_owned(), argument))
            }
            Reading::Tolerant => {
                let mut words = line.split_ascii_whitespace().map(str::to_ascii_uppercase);
                let (word, argument) = (words.next().unwrap_or_default(), words.next());
                words.next().is_none().then_some((word, argument))
            }
        }
    }
}

impl Command {
    /// What a line means to a device, if it is a message.
    pub fn read(line: &str, reading: Reading) -> Option<Command> {
        let (word, argument) = reading.parts(line)?;
        Some(match (word.as_str(), argument.as_deref()) {
            ("AT", None) => Command::Attention,
            ("RST", None) => Command::Reset,
            ("SP", Some("B")) => Command::Colour(Seat::FIRST),
            ("SP", Some("W")) => Command::Colour(Seat::SECOND),
            ("NG", None) => Command::NewGame,
            ("EG", None) => Command::EndGame,
            ("ST", Some(seconds)) => Command::Seconds(read_seconds(seconds)?),
            ("MV", Some(square)) => Command::Move(read_move(square)?),
            ("PS", None) => Command::Pass,
            ("WN", None) => Command::YouWin,
            ("OK", None) => Command::Answer(Answer::Ok),
            ("PL", None) => Command::Answer(Answer::PlayOn),
            ("", None) => Command::Answer(Answer::Blank),
            _ => return None,
        })
    }
}

impl Report {
    /// What a line means to a PC, if it is a message.
    pub fn read(line: &str, reading: Reading) -> Option<Report> {
        let (word, argument) = reading.parts(line)?;
        Some(match (word.as_str(), argument.as_deref()) {
            ("MM", Some(square)) => Report::Move(read_move(square)?),
            ("MP", None) => Report::Pass,
            ("WN", None) => Report::Ending(Ending::Won),
            ("LS", None) => Report::Ending(Ending::Lost),
            ("TE", None) => Report::Ending(Ending::Tied),
            ("IL", None) => Report::Claim(Claim::Illegal),
            ("IT", None) => Report::Claim(Claim::Late),
            ("QT", None) => Report::Quit,
            ("ER", None) => Report::NotUnderstood,
            ("OK", None) => Report::Answer(Answer::Ok),
            ("", None) => Report::Answer(Answer::Blank),
            _ => return None,
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Attention => f.write_str("AT"),
            Command::Reset => f.write_str("RST"),
            Command::Colour(seat) => write!(f, "SP {}", ["B", "W"][seat.index()]),
            Command::NewGame => f.write_str("NG"),
            Command::EndGame => f.write_str("EG"),
            Command::Seconds(seconds) => write!(f, "ST {seconds}"),
            Command::Move(mv) => write!(f, "MV {}", name(*mv)),
            Command::Pass => f.write_str("PS"),
            Command::YouWin => f.write_str("WN"),
            Command::Answer(answer) => answer.fmt(f),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Report::Move(mv) => write!(f, "MM {}", name(*mv)),
            Report::Pass => f.write_str("MP"),
            Report::Ending(ending) => f.write_str(ending.word()),
            Report::Claim(Claim::Illegal) => f.write_str("IL"),
            Report::Claim(Claim::Late) => f.write_str("IT"),
            Report::Quit => f.write_str("QT"),
            Report::NotUnderstood => f.write_str("ER"),
            Report::Answer(answer) => answer.fmt(f),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Answer::Ok => "OK",
            Answer::Blank => "",
            Answer::PlayOn => "PL",
        })
    }
}

/// A move as the line writes it: a square with a capital letter.
pub fn name(mv: Move) -> String {
    match mv.square() {
        Some(square) => square_name(usize::from(square % 8), usize::from(square / 8)).to_ascii_uppercase(),
        None => "pass".to_owned(),
    }
}

/// A capital letter and a digit.
fn read_move(text: &str) -> Option<Move> {
    if text.len() != 2 || text.chars().any(|c| c.is_ascii_lowercase()) {
        return None;
    }
    let (column, row) = read_square(&text.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}

fn read_seconds(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_message_is_written_and_read() {
        for text in
            ["AT", "RST", "SP B", "SP W", "NG", "EG", "ST 1", "ST 9", "MV G3", "PS", "WN", "OK", "PL", ""]
        {
            for reading in [Reading::Strict, Reading::Tolerant] {
                assert_eq!(Command::read(text, reading).unwrap().to_string(), text);
            }
        }
        for text in ["MM B5", "MP", "WN", "LS", "TE", "IL", "IT", "QT", "ER", "OK", ""] {
            for reading in [Reading::Strict, Reading::Tolerant] {
                assert_eq!(Report::read(text, reading).unwrap().to_string(), text);
            }
        }
    }

    #[test]
    fn what_is_not_in_the_table_is_no_message() {
        let broken = [
            "at", " AT", "AT ", "SP", "SP X", "SP  B", "ST 0", "ST 10", "ST", "MV", "MV I1", "MV A9",
            "MV A0", "MV g3", "MVG3", "MV G33", "PS 1", "HELLO", "MM B5", "ER", "MV é3", "\u{0}",
        ];
        for text in broken {
            assert_eq!(Command::read(text, Reading::Strict), None, "{text:?}");
        }
        for text in ["AT", "SP B", "MM", "MM Z9", "PL", "MM  B5", "mm B5"] {
            assert_eq!(Report::read(text, Reading::Strict), None, "{text:?}");
        }
    }

    #[test]
    fn the_tolerant_do_not_mind_blanks_and_small_letters() {
        for text in [" at", "AT ", "At"] {
            assert_eq!(Command::read(text, Reading::Tolerant), Some(Command::Attention));
        }
        assert_eq!(Command::read("mv   g3 ", Reading::Tolerant).unwrap().to_string(), "MV G3");
        assert_eq!(Command::read("   ", Reading::Tolerant), Some(Command::Answer(Answer::Blank)));
        // A line is a message only if the whole of it is one.
        for text in ["OK so far", "MM B5 please", "Type your move", "AVR: 12 User: 9WN"] {
            assert_eq!(Report::read(text, Reading::Tolerant), None, "{text:?}");
        }
    }
}
