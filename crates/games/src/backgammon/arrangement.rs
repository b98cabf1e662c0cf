//! Positions set up by hand.

use rules::{InputError, Seat};
use view::{Arrangement, Place};

use super::dice::ROLLS;
use super::partial_turn::legal_plays;
use super::picture::checkers;
use super::places::place;
use super::play::Play;
use super::position::{BAR, CHECKERS, OFF, Position, Side, name};

/// The position with these checkers, whose turn it is to roll. Missing checkers have been borne off; they may
/// be on the trays, but then all of them.
pub(super) fn arrange(arrangement: &Arrangement) -> Result<Position, InputError> {
    let turn = arrangement.turn_among(2)?;
    let mut sides: [Side; 2] = [[0; 26]; 2];
    for (place, stack) in &arrangement.stacks {
        let place_name = place_name(*place, turn).ok_or_else(|| {
            let number = place.0;
            InputError::new(format!(
                "there is no place {number} on the board: expected a point, a bar or a tray"
            ))
        })?;
        for piece in stack {
            let seat = Seat::new(piece.kind_among(&checkers(), &place_name)? as u8);
            let number = number(seat, *place).ok_or_else(|| {
                let other = &checkers()[seat.other().index()];
                InputError::new(format!(
                    "a {piece} cannot lie on {place_name}: expected only a {other} there"
                ))
            })?;
            let count = &mut sides[seat.index()][usize::from(number)];
            *count = count.saturating_add(1);
        }
    }
    for seat in Seat::all(2) {
        let [off, points @ ..] = sides[seat.index()];
        let on_board: u32 = points.iter().map(|&count| u32::from(count)).sum();
        if off > 0 && on_board + u32::from(off) != u32::from(CHECKERS) {
            return Err(InputError::new(format!(
                "{0} has {on_board} checkers on the board and {off} on {0}'s tray: expected {CHECKERS} in all",
                name(seat)
            )));
        }
    }
    let position = Position::new(sides, turn, None)?;
    if let Some(winner) = position.winner() {
        let winner = name(winner);
        return Err(InputError::new(format!(
            "{winner} has no checker left: expected one of each side at least"
        )));
    }
    if no_roll_moves(&position) {
        return Err(InputError::new(
            "no roll lets either side move: expected a point where a checker enters",
        ));
    }
    Ok(position)
}

/// `true` if no roll gives either side a play.
fn no_roll_moves(position: &Position) -> bool {
    ROLLS.iter().all(|&(dice, _)| {
        Seat::all(2).all(|seat| {
            let rolled = position.with_turn(seat, Some(dice));
            legal_plays(&rolled).iter().all(|legal| legal.play == Play::PASS)
        })
    })
}

/// The number of a place in a seat's own count, if its checkers may be there.
fn number(seat: Seat, wanted: Place) -> Option<u8> {
    (OFF..=BAR).find(|&number| place(seat, number) == wanted)
}

/// The name of a place in the numbering of the player on turn, if there is such a place.
fn place_name(place: Place, turn: Seat) -> Option<String> {
    let (seat, number) =
        [turn, turn.other()].into_iter().find_map(|seat| Some((seat, number(seat, place)?)))?;
    Some(match number {
        BAR => format!("{}'s bar", name(seat)),
        OFF => format!("{}'s tray", name(seat)),
        point => format!("{}'s {point}-point", name(seat)),
    })
}
