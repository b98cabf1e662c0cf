//! Lines of the judge protocol.

use games::backgammon::{BAR, Dice, OFF, Step};
use rules::{InputError, Seat};

/// Number of the bar.
pub const WIRE_BAR: u8 = 24;
/// Number of the home, where checkers are borne off to.
pub const WIRE_HOME: u8 = 25;

/// Largest number of moves in a turn.
const MAX_MOVES: usize = 4;

/// A move as two numbers of the protocol.
type Pair = (u8, u8);

/// A line to a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum PlayerMessage {
    /// The player starts with this roll.
    Start(Dice),
    /// The opponent has played; `roll` is the player's own roll, `None` if the opponent has won.
    Turn { opponent: Dice, moves: Vec<Pair>, roll: Option<Dice> },
}

/// Reads a line to a player.
pub(super) fn read_message(line: &str) -> Result<PlayerMessage, InputError> {
    let numbers = read_numbers(line, 2 + 2 * MAX_MOVES + 2)?;
    let pairs: Vec<Pair> = numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    match *pairs.as_slice() {
        _ if numbers.len() % 2 == 1 => Err(InputError::new(format!(
            "the line has {} numbers: expected two dice, or dice, moves and dice",
            numbers.len()
        ))),
        [] => Err(InputError::new("the line is empty: expected dice")),
        [roll] => Ok(PlayerMessage::Start(read_dice(roll)?)),
        // The last move of a game bears off, and no die is a 25.
        [opponent, ref moves @ .., last] if last.1 == WIRE_HOME => {
            let moves = moves.iter().copied().chain([last]).collect();
            Ok(PlayerMessage::Turn { opponent: read_dice(opponent)?, moves, roll: None })
        }
        [opponent, ref moves @ .., roll] => Ok(PlayerMessage::Turn {
            opponent: read_dice(opponent)?,
            moves: moves.to_vec(),
            roll: Some(read_dice(roll)?),
        }),
    }
}

/// The line that starts a game.
pub(super) fn write_start(roll: Dice) -> String {
    write_dice(roll)
}

/// The line after a turn of the opponent `seat`.
pub(super) fn write_turn(seat: Seat, opponent: Dice, steps: &[Step], roll: Option<Dice>) -> String {
    let moves = steps.iter().map(|&step| format!(" {}", write_step(seat, step)));
    let roll = roll.map(|roll| format!(" {}", write_dice(roll)));
    write_dice(opponent) + &moves.chain(roll).collect::<String>()
}

/// A move of a seat as `from to`. The first seat is X, the player who starts.
pub fn write_step(seat: Seat, step: Step) -> String {
    let number = |point: u8| match point {
        BAR => WIRE_BAR,
        OFF => WIRE_HOME,
        point if seat == Seat::FIRST => BAR - 1 - point,
        point => point - 1,
    };
    format!("{} {}", number(step.from), number(step.to))
}

/// Reads a move `from to` of a seat.
pub fn read_step(seat: Seat, line: &str) -> Result<Step, InputError> {
    match *read_numbers(line, 2)?.as_slice() {
        [from, to] => step(seat, (from, to)),
        _ => Err(InputError::unexpected(line.trim(), "two numbers, from and to")),
    }
}

/// The move of a seat with these numbers.
pub(super) fn step(seat: Seat, (from, to): Pair) -> Result<Step, InputError> {
    let point = |number: u8| if seat == Seat::FIRST { BAR - 1 - number } else { number + 1 };
    let from_point = match from {
        0..=23 => point(from),
        WIRE_BAR => BAR,
        _ => return Err(InputError::unexpected(&from.to_string(), "an origin from 0 to 24")),
    };
    let to_point = match to {
        0..=23 => point(to),
        WIRE_HOME => OFF,
        _ => return Err(InputError::unexpected(&to.to_string(), "a destination from 0 to 23, or 25")),
    };
    Ok(Step { from: from_point, to: to_point })
}

fn read_dice((one, two): Pair) -> Result<Dice, InputError> {
    Dice::new(one, two).ok_or_else(|| InputError::unexpected(&format!("{one} {two}"), "two dice from 1 to 6"))
}

fn write_dice(dice: Dice) -> String {
    format!("{} {}", dice.high(), dice.low())
}

/// Reads at most `most` numbers between blanks.
fn read_numbers(line: &str, most: usize) -> Result<Vec<u8>, InputError> {
    let mut numbers = Vec::new();
    for word in line.split_whitespace() {
        if numbers.len() == most {
            return Err(InputError::new(format!("the line has more than {most} numbers")));
        }
        let is_number = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| is_number);
        numbers.push(number.ok_or_else(|| InputError::unexpected(word, "a number from 0 to 25"))?);
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_numbered_in_the_direction_of_the_starter() {
        for (seat, step, text) in [
            (Seat::FIRST, Step { from: 24, to: 18 }, "0 6"),
            (Seat::FIRST, Step { from: BAR, to: 22 }, "24 2"),
            (Seat::FIRST, Step { from: 1, to: OFF }, "23 25"),
            (Seat::SECOND, Step { from: 24, to: 18 }, "23 17"),
            (Seat::SECOND, Step { from: BAR, to: 22 }, "24 21"),
            (Seat::SECOND, Step { from: 1, to: OFF }, "0 25"),
        ] {
            assert_eq!(write_step(seat, step), text);
            assert_eq!(read_step(seat, text), Ok(step));
            assert_eq!(read_step(seat, &format!("  {} ", text.replace(' ', "\t "))), Ok(step));
        }
        for (text, error) in [
            ("0", "cannot read \"0\": expected two numbers, from and to"),
            ("0 6 7", "the line has more than 2 numbers"),
            ("25 6", "cannot read \"25\": expected an origin from 0 to 24"),
            ("0 24", "cannot read \"24\": expected a destination from 0 to 23, or 25"),
            ("0 -6", "cannot read \"-6\": expected a number from 0 to 25"),
            ("a b", "cannot read \"a\": expected a number from 0 to 25"),
            ("0 0000000000000000000000001", "expected a number from 0 to 25"),
        ] {
            let found = read_step(Seat::FIRST, text).unwrap_err().to_string();
            assert!(found.contains(error), "{text}: {found}");
        }
    }

    #[test]
    fn messages_to_players() {
        let dice = |one, two| Dice::new(one, two).unwrap();
        let turn =
            |moves: &[Pair], roll| PlayerMessage::Turn { opponent: dice(6, 2), moves: moves.to_vec(), roll };
        for (text, message) in [
            ("6 2", PlayerMessage::Start(dice(6, 2))),
            ("2 6 3 1", turn(&[], Some(dice(3, 1)))),
            ("6 2 0 6 11 13 3 1", turn(&[(0, 6), (11, 13)], Some(dice(3, 1)))),
            ("6 2 18 25 19 25", turn(&[(18, 25), (19, 25)], None)),
        ] {
            assert_eq!(read_message(text), Ok(message));
        }
        for (text, error) in [
            ("", "the line is empty"),
            ("6", "the line has 1 numbers"),
            ("6 2 3", "the line has 3 numbers"),
            ("7 2", "cannot read \"7 2\": expected two dice"),
            ("6 2 0 6", "cannot read \"0 6\": expected two dice"),
            ("6 2 x 1", "cannot read \"x\": expected a number"),
            ("1 1 0 1 0 1 1 2 1 2 2 3 3 1", "the line has more than 12 numbers"),
        ] {
            let found = read_message(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
