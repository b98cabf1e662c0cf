//! The `board:` line of FIBS, the First Internet Backgammon Server, which GNU Backgammon's sockets use too.
//!
//! Fields with colons between them: `board`, both names, the length of the match (0, or 9999 on the server, without one),
//! both scores, 26 numbers for the checkers, the turn, the dice of both players, the cube, who may double (two fields),
//! whether a double was offered, the colour and the direction of the player, the numbers of its home and its bar, the
//! checkers of both borne off and on the bar, two fields that are ignored, whether this is the Crawford game, and the
//! number of redoubles. The player is White here, the opponent Black.

use rules::{InputError, Seat};

use super::dice::Dice;
use super::position::{BAR, CHECKERS, Position, Side};
use super::position_text::CUBE_LIMIT;
use super::xgid::{DiceField, Xgid};

/// Number of fields after the word `board`; the last five may be missing.
const FIELDS: usize = 52;
/// Number of fields that are needed.
const NEEDED: usize = 47;
/// Length of a match without an end on the server.
const UNLIMITED: i32 = 9999;

/// `true` if a text starts like a board of FIBS.
pub fn is_board(text: &str) -> bool {
    text.trim_start().get(..6).is_some_and(|prefix| prefix.eq_ignore_ascii_case("board:"))
}

/// The board of a position; `names` are White's and Black's.
pub fn write(xgid: &Xgid, names: [&str; 2]) -> String {
    let name =
        |name: &str| name.chars().map(|c| if c == ':' || c.is_whitespace() { '_' } else { c }).collect();
    let mut fields: Vec<String> = names.map(name).to_vec();
    let mut push = |number: i32| fields.push(number.to_string());
    let [white, black] = xgid.sides;
    push(xgid.length.into());
    xgid.score.iter().for_each(|&points| push(points.into()));
    for index in 0..=usize::from(BAR) {
        // Index 0 of a side is what it has borne off; here it is the bar of the other.
        let own = if index > 0 { white[index] } else { 0 };
        let other = if index < usize::from(BAR) { black[usize::from(BAR) - index] } else { 0 };
        push(i32::from(own) - i32::from(other));
    }
    let is_white = xgid.turn == Some(Seat::FIRST);
    push(xgid.turn.map_or(0, |turn| if turn == Seat::FIRST { 1 } else { -1 }));
    let dice = if let DiceField::Dice(dice) = xgid.dice { [dice.high(), dice.low()] } else { [0; 2] };
    for seat in Seat::all(2) {
        dice.iter().for_each(|&die| push(if (seat == Seat::FIRST) == is_white { die.into() } else { 0 }));
    }
    push(1 << xgid.cube);
    for seat in Seat::all(2) {
        push((xgid.flag != 1 && xgid.owner.is_none_or(|owner| owner == seat)).into());
    }
    push((xgid.dice == DiceField::Doubled).into());
    // The player has the colour 1 and moves from 24 down to 1.
    [1, -1, 0, BAR.into()].into_iter().for_each(&mut push);
    let on_board = |side: &Side| side[1..].iter().map(|&count| i32::from(count)).sum::<i32>();
    [white, black].iter().for_each(|side| push(i32::from(CHECKERS) - on_board(side)));
    [white, black].iter().for_each(|side| push(side[usize::from(BAR)].into()));
    [0, 0, (xgid.length > 0 && xgid.flag == 1).into(), 0].into_iter().for_each(&mut push);
    format!("board:{}", fields.join(":"))
}

/// Reads a board. Checks the syntax and that the checkers can be; the rules check the cube and the score.
pub fn read(text: &str) -> Result<Xgid, InputError> {
    let fields: Vec<&str> = text.trim().split(':').skip(1).take(FIELDS + 1).collect();
    if !is_board(text) || !(NEEDED..=FIELDS).contains(&fields.len()) {
        return Err(InputError::new(format!(
            "the board of FIBS has {} fields: expected {FIELDS} after \"board:\"",
            fields.len()
        )));
    }
    let number = |index: usize, what: &str, range: std::ops::RangeInclusive<i32>| {
        // Missing fields are those that are 0 in most games.
        let field = fields.get(index).copied().unwrap_or("0").trim();
        field.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let expected = format!("a number from {} to {}", range.start(), range.end());
            InputError::unexpected(field, expected).within(format_args!("{what} on the board of FIBS"))
        })
    };
    let length = number(2, "length of the match", 0..=UNLIMITED)?;
    let length = if length == UNLIMITED { 0 } else { length as u16 };
    let score = [number(3, "score of the player", 0..=9999)?, number(4, "score of the opponent", 0..=9999)?];
    let colour = sign(number(40, "colour", -1..=1)?, "colour")?;
    let direction = sign(number(41, "direction", -1..=1)?, "direction")?;
    let mut sides: [Side; 2] = [[0; 26]; 2];
    for index in 0..=BAR {
        let checkers = colour * number(5 + usize::from(index), "checkers", -15..=15)?;
        let point = if direction < 0 { index } else { BAR - index };
        match checkers {
            0 => {}
            1.. if point > 0 => sides[0][usize::from(point)] = checkers as u8,
            ..0 if point < BAR => sides[1][usize::from(BAR - point)] = checkers.unsigned_abs() as u8,
            _ => {
                return Err(InputError::new(format!(
                    "checkers {index} on the board of FIBS are on the bar of the other side"
                )));
            }
        }
    }
    let turn = match colour * number(31, "turn", -1..=1)? {
        1 => Some(Seat::FIRST),
        -1 => Some(Seat::SECOND),
        _ => None,
    };
    // Some programs fill in only the dice of the player, whoever is on turn.
    let pairs = if turn == Some(Seat::SECOND) { [34, 32] } else { [32, 34] };
    let mut dice = DiceField::NotRolled;
    for first in pairs {
        let (one, two) = (number(first, "die", 0..=6)?, number(first + 1, "die", 0..=6)?);
        if let Some(roll) = Dice::new(one as u8, two as u8).filter(|_| dice == DiceField::NotRolled) {
            dice = DiceField::Dice(roll);
        }
    }
    let cube = number(36, "cube", 1..=1 << CUBE_LIMIT)? as u32;
    if !cube.is_power_of_two() {
        return Err(
            InputError::unexpected(&cube.to_string(), "a power of two").within("cube on the board of FIBS")
        );
    }
    let owner = match (number(37, "may double", 0..=1)?, number(38, "may double", 0..=1)?) {
        (1, 0) if cube > 1 => Some(Seat::FIRST),
        (0, 1) if cube > 1 => Some(Seat::SECOND),
        _ => None,
    };
    if number(39, "was doubled", 0..=1)? == 1 {
        dice = DiceField::Doubled;
    }
    let flag = if length > 0 { number(50, "Crawford game", 0..=1)? as u8 } else { 0 };
    let xgid = Xgid {
        sides,
        cube: cube.trailing_zeros() as u8,
        owner,
        turn,
        dice,
        score: score.map(|points| points as u16),
        flag,
        length,
        limit: CUBE_LIMIT,
    };
    Position::new(xgid.sides, turn.unwrap_or(Seat::FIRST), None)?;
    Ok(xgid)
}

fn sign(number: i32, what: &str) -> Result<i32, InputError> {
    if number == 0 {
        return Err(
            InputError::unexpected("0", "1 or -1").within(format_args!("{what} on the board of FIBS"))
        );
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::xgid;

    const START: &str = "board:You:Opp:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:0:0:1:1:1:0:1:-1:\
                         0:25:0:0:0:0:0:0:0:0";

    #[test]
    fn the_start_after_31() {
        let xgid = xgid::read("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10").unwrap();
        assert_eq!(write(&xgid, ["You", "Opp"]), START);
        assert_eq!(read(START), Ok(xgid));
        assert_eq!(read(&format!("  {START}\r\n")), Ok(xgid));
        // The same position as the server sends it to the other player: X, moving up.
        let mirrored = START.replace(":1:-1:0:25:", ":-1:1:25:0:").replace(":1:3:1:0:0:1:", ":-1:3:1:0:0:1:");
        assert_eq!(read(&mirrored), Ok(xgid));
    }

    #[test]
    fn every_field_survives_writing_and_reading() {
        for text in [
            "XGID=a----BD-B---cD---c-e---aBA:0:0:-1:00:8:4:1:9:10",
            "XGID=aB---BD-B---cD---c-e---bA-:3:-1:1:62:12:13:0:25:10",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:5:10",
            "XGID=-A----------------------o-:1:1:-1:11:3:2:0:5:10",
            "XGID=-b----E-C---eE---c-e----B-:0:0:-1:44:0:0:0:0:10",
        ] {
            let xgid = xgid::read(text).unwrap();
            assert_eq!(xgid::write(&read(&write(&xgid, ["a b", "c:d"])).unwrap()), text);
        }
    }

    #[test]
    fn errors_name_the_field() {
        for (from, to, error) in [
            (
                ":5:0:0:0:-2:",
                ":x:0:0:0:-2:",
                "length of the match on the board of FIBS: cannot read \"x\": expected",
            ),
            (
                ":-5:5:",
                ":-16:5:",
                "checkers on the board of FIBS: cannot read \"-16\": expected a number from -15 to 15",
            ),
            (":0:0:0:-2:", ":0:0:1:-2:", "checkers 0 on the board of FIBS are on the bar of the other side"),
            (":1:3:1:0:0:1:", ":1:7:1:0:0:1:", "die on the board of FIBS: cannot read \"7\""),
            (
                ":1:3:1:0:0:1:",
                ":1:3:1:0:0:3:",
                "cube on the board of FIBS: cannot read \"3\": expected a power of two",
            ),
            (
                ":1:-1:0:25:",
                ":0:-1:0:25:",
                "colour on the board of FIBS: cannot read \"0\": expected 1 or -1",
            ),
            (":-2:0:0:0:0:5:", ":-2:0:0:0:0:6:", "White has 16 checkers on the board"),
        ] {
            let text = START.replacen(from, to, 1);
            assert_ne!(text, START, "{from}");
            let found = read(&text).map_or_else(|error| error.to_string(), |xgid| xgid::write(&xgid));
            assert!(found.starts_with(error), "{text}: {found}");
        }
        assert!(read("board:a:b").is_err() && read("").is_err());
    }
}
