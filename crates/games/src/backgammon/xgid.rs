//! The XGID: a position with cube, dice and score in one line, as eXtreme Gammon writes it.
//!
//! Ten fields with colons between them: 26 characters for the checkers (Black's bar, White's points 1 to 24, White's
//! bar; `A` is one white checker, `a` one black, `-` none), the cube as a power of two, its owner (1 White, -1 Black),
//! the turn (likewise), the dice, White's and Black's points, the Crawford flag, the length of the match, and the
//! largest cube as a power of two. White, seat 1, is always the player at the bottom.
//!
//! Two extensions cover states that the format does not have: the turn `0` of a game whose
//! opening roll has not been made, and the dice `RR` of a player who might have doubled and chose to roll.

use rules::{InputError, Seat};

use super::dice::Dice;
use super::position::{CHECKERS, Side};

/// The fields of an XGID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xgid {
    /// The checkers of White and Black; those borne off are not part of the format and stay 0.
    pub sides: [Side; 2],
    /// The cube, as a power of two.
    pub cube: u8,
    /// The owner of the cube; `None` while it is centred.
    pub owner: Option<Seat>,
    /// The player on turn; `None` before the opening roll.
    pub turn: Option<Seat>,
    /// The dice field.
    pub dice: DiceField,
    /// The points of White and Black.
    pub score: [u16; 2],
    /// In a match 1 in the Crawford game; without one 1 for the Jacoby rule plus 2 for beavers.
    pub flag: u8,
    /// The points the match is played to; 0 without a match.
    pub length: u16,
    /// The largest cube, as a power of two.
    pub limit: u8,
}

/// The dice field of an XGID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceField {
    /// `00`: not rolled yet; a player who may double still can.
    NotRolled,
    /// `RR`: not rolled yet, and the player has chosen not to double.
    Rolling,
    /// `D`: the player on turn has doubled.
    Doubled,
    /// Two digits: these dice.
    Dice(Dice),
}

/// The XGID, with the letters `XGID=` before it.
pub fn write(xgid: &Xgid) -> String {
    let checkers: String = (0..26).map(|index| letter(xgid.sides, index)).collect();
    let dice = match xgid.dice {
        DiceField::NotRolled => "00".to_owned(),
        DiceField::Rolling => "RR".to_owned(),
        DiceField::Doubled => "D".to_owned(),
        DiceField::Dice(dice) => dice.to_string(),
    };
    let Xgid { cube, score: [white, black], flag, length, limit, .. } = xgid;
    let (owner, turn) = (sign(xgid.owner), sign(xgid.turn));
    format!("XGID={checkers}:{cube}:{owner}:{turn}:{dice}:{white}:{black}:{flag}:{length}:{limit}")
}

/// The character for the checkers on a point of White's count; a point with both sides shows White's.
fn letter(sides: [Side; 2], index: usize) -> char {
    let (white, black) = (sides[0][index], sides[1][25 - index]);
    // Number 0 of a side is what it has borne off, and lies on the other side's bar only in this count.
    match (if index > 0 { white } else { 0 }, if index < 25 { black } else { 0 }) {
        (0, 0) => '-',
        (0, black) => (b'a' + (black - 1).min(25)) as char,
        (white, _) => (b'A' + (white - 1).min(25)) as char,
    }
}

fn sign(seat: Option<Seat>) -> i8 {
    seat.map_or(0, |seat| if seat == Seat::FIRST { 1 } else { -1 })
}

/// Reads an XGID; the letters `XGID=` may be left out.
///
/// Checks only the syntax; the rules check the checkers and the cube.
pub fn read(text: &str) -> Result<Xgid, InputError> {
    let text = text.trim();
    let prefixed = text.get(..5).is_some_and(|prefix| prefix.eq_ignore_ascii_case("XGID="));
    let text = if prefixed { &text[5..] } else { text };
    let fields: Vec<&str> = text.split(':').take(11).collect();
    let &[checkers, cube, owner, turn, dice, white, black, flag, length, limit] = fields.as_slice() else {
        return Err(InputError::new(format!(
            "the XGID has {} fields: expected 10 with colons between them",
            text.split(':').count()
        )));
    };
    Ok(Xgid {
        sides: read_checkers(checkers)?,
        cube: number(cube, "cube", 15)? as u8,
        owner: read_seat(owner, "owner of the cube")?,
        turn: read_seat(turn, "turn")?,
        dice: read_dice(dice)?,
        score: [number(white, "score of White", 9999)?, number(black, "score of Black", 9999)?],
        flag: number(flag, "Crawford flag", 3)? as u8,
        length: number(length, "length of the match", 9999)?,
        limit: number(limit, "largest cube", 15)? as u8,
    })
}

fn read_checkers(field: &str) -> Result<[Side; 2], InputError> {
    let count = field.chars().count();
    if count != 26 {
        return Err(InputError::new(format!(
            "the checkers of the XGID have {count} characters: expected 26"
        )));
    }
    let mut sides = [[0; 26]; 2];
    for (index, character) in field.chars().enumerate() {
        match character {
            '-' => {}
            'A'..='O' if index > 0 => sides[0][index] = character as u8 - b'A' + 1,
            'a'..='o' if index < 25 => sides[1][25 - index] = character as u8 - b'a' + 1,
            'A'..='O' => {
                return Err(InputError::new("column 1 of the XGID is Black's bar: expected no capital"));
            }
            'a'..='o' => {
                return Err(InputError::new("column 26 of the XGID is White's bar: expected a capital"));
            }
            other => {
                return Err(InputError::new(format!(
                    "{} in column {} of the XGID is not a number of checkers: expected A to O, a to o or -",
                    InputError::quote(&other.to_string()),
                    index + 1
                )));
            }
        }
    }
    debug_assert!(sides.iter().flatten().all(|&count| count <= CHECKERS));
    Ok(sides)
}

fn number(field: &str, what: &str, most: u16) -> Result<u16, InputError> {
    let digits = !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    let value = field.parse().ok().filter(|&value| digits && value <= most);
    value.ok_or_else(|| unexpected(field, what, format_args!("a number from 0 to {most}")))
}

fn read_seat(field: &str, what: &str) -> Result<Option<Seat>, InputError> {
    match field {
        "1" => Ok(Some(Seat::FIRST)),
        "-1" => Ok(Some(Seat::SECOND)),
        "0" => Ok(None),
        _ => Err(unexpected(field, what, "1, -1 or 0")),
    }
}

fn read_dice(field: &str) -> Result<DiceField, InputError> {
    match field {
        "00" => Ok(DiceField::NotRolled),
        "RR" => Ok(DiceField::Rolling),
        "D" => Ok(DiceField::Doubled),
        "B" | "R" => Err(InputError::new("the XGID has a beaver or a raccoon: these are not played here")),
        _ if field.len() == 2 => {
            let dice = Dice::read(field).map_err(|error| error.within("dice in the XGID"))?;
            Ok(DiceField::Dice(dice))
        }
        _ => Err(unexpected(field, "dice", "two digits, 00, RR or D")),
    }
}

fn unexpected(field: &str, what: &str, expected: impl std::fmt::Display) -> InputError {
    InputError::unexpected(field, expected).within(format_args!("{what} in the XGID"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";

    #[test]
    fn the_start_after_31() {
        let xgid = read(START).unwrap();
        assert_eq!((xgid.turn, xgid.dice), (Some(Seat::FIRST), DiceField::Dice(Dice::new(3, 1).unwrap())));
        assert_eq!(xgid.sides[0], xgid.sides[1]);
        assert_eq!((xgid.sides[0][24], xgid.sides[0][13], xgid.sides[0][8], xgid.sides[0][6]), (2, 5, 3, 5));
        assert_eq!(write(&xgid), START);
        assert_eq!(read(&START[5..]), Ok(xgid), "the prefix may be left out");
        assert_eq!(read(&START.replace("XGID", " xgid")), Ok(xgid));
    }

    #[test]
    fn every_field_survives_writing_and_reading() {
        for text in [
            "XGID=a----BD-B---cD---c-e---aBA:0:0:-1:00:8:4:1:9:10",
            "XGID=aB---BD-B---cE---c-e---bA-:3:-1:1:D:12:13:0:25:10",
            "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:0:0:0:5:10",
            "XGID=-A----------------------o-:1:1:-1:RR:3:2:0:5:8",
        ] {
            assert_eq!(write(&read(text).unwrap()), text);
        }
    }

    #[test]
    fn errors_name_cause_and_place() {
        for (from, to, error) in [
            (":10", "", "the XGID has 9 fields: expected 10"),
            (":10", ":10:0", "the XGID has 11 fields: expected 10"),
            ("-b-", "b-", "the checkers of the XGID have 25 characters: expected 26"),
            ("-b-", "-z-", "\"z\" in column 2 of the XGID is not a number of checkers"),
            ("-b-", "Ab-", "column 1 of the XGID is Black's bar"),
            ("B-:", "Ba:", "column 26 of the XGID is White's bar"),
            (":0:0:1:", ":x:0:1:", "cube in the XGID: cannot read \"x\": expected a number from 0 to 15"),
            (":0:0:1:", ":0:2:1:", "owner of the cube in the XGID: cannot read \"2\""),
            (":0:0:1:", ":0:0:+1:", "turn in the XGID: cannot read \"+1\": expected 1, -1 or 0"),
            (":31:", ":37:", "dice in the XGID: cannot read \"37\": expected two dice from 1 to 6"),
            (":31:", ":3:", "dice in the XGID: cannot read \"3\""),
            (":31:", ":B:", "the XGID has a beaver or a raccoon"),
            (":31:0:", ":31:-1:", "score of White in the XGID: cannot read \"-1\""),
        ] {
            let text = START.replacen(from, to, 1);
            let found = read(&text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
