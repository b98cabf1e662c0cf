//! Numbers of the places that can be touched.

use rules::Seat;
use view::Place;

use super::position::{BAR, OFF};

/// The button for the pass.
pub const PASS: Place = Place(28);
/// The button for rolling the dice.
pub const ROLL: Place = Place(29);
/// The button for doubling.
pub const DOUBLE: Place = Place(30);
/// The button for taking a double.
pub const TAKE: Place = Place(31);
/// The button for dropping a double.
pub const DROP: Place = Place(32);

/// The place of a point in a seat's own count.
///
/// Places 0 to 23 are the points in White's direction of play, from White's 24-point to its 1-point; 24 and 25 are
/// the bars of White and Black, 26 and 27 the trays for what they have borne off.
pub fn place(seat: Seat, number: u8) -> Place {
    let white = seat == Seat::FIRST;
    Place(match number {
        BAR => 24 + seat.index() as u16,
        OFF => 26 + seat.index() as u16,
        number if white => 24 - u16::from(number),
        number => u16::from(number) - 1,
    })
}
