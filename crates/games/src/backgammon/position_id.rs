//! GNU Backgammon's Position ID: the checkers in fourteen letters.
//!
//! First the side that is not on roll, then the one that is: for each of its points 1 to 24 and the bar as many ones
//! as there are checkers, and a zero. The ID holds neither the player on roll nor the dice.

use rules::{InputError, Seat};

use super::base64;
use super::position::{BAR, Position};

const BYTES: usize = 10;
/// Number of letters a Position ID has.
pub const LENGTH: usize = 14;

/// The Position ID of a position, from the view of the seat whose turn it is.
pub fn write(position: &Position) -> String {
    let (mut bits, mut at) = (0u128, 0);
    for seat in [position.turn().other(), position.turn()] {
        for number in 1..=BAR {
            let count = position.checkers(seat, number);
            bits |= ((1 << count) - 1) << at;
            at += count + 1;
        }
    }
    base64::encode(bits, BYTES)
}

/// Reads a Position ID as a position in which this seat is on roll.
pub fn read(text: &str, on_roll: Seat) -> Result<Position, InputError> {
    let mut bits = base64::decode(text, BYTES, "position ID")?;
    let mut left = 8 * BYTES as u32;
    let mut sides = [[0; 26]; 2];
    for seat in [on_roll.other(), on_roll] {
        for number in 1..=BAR {
            let count = bits.trailing_ones();
            let Some(rest) = left.checked_sub(count + 1) else {
                return Err(InputError::new("the position ID has more checkers than two sides of fifteen"));
            };
            sides[seat.index()][number as usize] = count as u8;
            bits >>= count + 1;
            left = rest;
        }
    }
    if bits != 0 {
        return Err(InputError::new("the position ID has more checkers than points to put them on"));
    }
    Position::new(sides, on_roll, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_its_well_known_id() {
        let start = Position::start();
        assert_eq!(write(&start), "4HPwATDgc/ABMA");
        assert_eq!(read("4HPwATDgc/ABMA", Seat::FIRST), Ok(start));
        assert_eq!(read("4HPwATDgc/ABMA", Seat::SECOND).unwrap().turn(), Seat::SECOND);
    }

    #[test]
    fn errors_name_cause_and_place() {
        for (text, error) in [
            ("4HPwATDgc/ABM", "\"4HPwATDgc/ABM\" has 13 characters: expected a position ID of 14"),
            ("4HPwATDgc-ABMA", "\"-\" in column 10 of the position ID is not a character of base64"),
            ("4HPwATDgc/ABMB", "the last character of the position ID has bits that mean nothing"),
            ("//////////////", "the last character of the position ID has bits"),
            ("/////////////w", "the position ID has more checkers than two sides of fifteen"),
            ("AQAAAAAAAAAAgA", "the position ID has more checkers than points to put them on"),
            ("//8BAAAAAAAAAA", "Black has 17 checkers on the board: expected 15 at most"),
            ("AAAAAAAAAAAAAA", "neither side has a checker left"),
            ("AQAAAAAAAgAAAA", "both sides stand on White's 24-point"),
        ] {
            let found = read(text, Seat::FIRST).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
