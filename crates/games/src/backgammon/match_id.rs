//! GNU Backgammon's Match ID: cube, dice, score and turn in twelve letters.
//!
//! Its players 0 and 1 are Black and White here, as they sit at the top and the bottom of that program's board.

use rules::{InputError, Seat};

use super::base64;
use super::dice::Dice;

const BYTES: usize = 9;

/// The state before a game has begun.
pub const NO_GAME: u8 = 0;
/// The state of a game that is being played.
pub const PLAYING: u8 = 1;
/// The state of a game that was played to its end.
pub const OVER: u8 = 2;

/// The fields of a Match ID.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchId {
    /// The cube, as a power of two: 0 to 15.
    pub cube: u8,
    /// The owner of the cube; `None` while it is centred.
    pub owner: Option<Seat>,
    /// The player on roll.
    pub roller: Seat,
    /// `true` if this is the Crawford game.
    pub crawford: bool,
    /// [`NO_GAME`], [`PLAYING`], [`OVER`], 3 resigned or 4 dropped.
    pub state: u8,
    /// The player to decide: the roller, unless something was offered.
    pub turn: Seat,
    /// `true` if a double was offered.
    pub doubled: bool,
    /// The offered resignation: 0 for none, or the points of the game.
    pub resigned: u8,
    /// The dice, if they have been rolled.
    pub dice: Option<Dice>,
    /// The points the match is played to; 0 without a match.
    pub length: u16,
    /// The points of White and Black.
    pub score: [u16; 2],
}

/// The Match ID; numbers too large for their field lose their upper bits.
pub fn write(id: &MatchId) -> String {
    let dice = id.dice.map_or((0, 0), |dice| (dice.high(), dice.low()));
    let fields = [
        (4, u16::from(id.cube)),
        (2, id.owner.map_or(3, player)),
        (1, player(id.roller)),
        (1, u16::from(id.crawford)),
        (3, u16::from(id.state)),
        (1, player(id.turn)),
        (1, u16::from(id.doubled)),
        (2, u16::from(id.resigned)),
        (3, u16::from(dice.0)),
        (3, u16::from(dice.1)),
        (15, id.length),
        (15, id.score[1]),
        (15, id.score[0]),
    ];
    let (mut bits, mut at) = (0u128, 0);
    for (width, value) in fields {
        bits |= u128::from(value & ((1 << width) - 1)) << at;
        at += width;
    }
    base64::encode(bits, BYTES)
}

/// Reads a Match ID. The bits after the scores, where newer programs store the Jacoby rule, are ignored.
pub fn read(text: &str) -> Result<MatchId, InputError> {
    let mut bits = base64::decode(text, BYTES, "match ID")?;
    let mut field = |width: u32| {
        let value = (bits & ((1 << width) - 1)) as u16;
        bits >>= width;
        value
    };
    // The order of these lines is the order of the fields.
    let cube = field(4) as u8;
    let owner = match field(2) {
        3 => None,
        2 => {
            return Err(InputError::new(
                "the match ID gives the cube to player 2: expected 0, 1 or 3 for none",
            ));
        }
        number => Some(seat(number)),
    };
    let roller = seat(field(1));
    let crawford = field(1) == 1;
    let state = field(3) as u8;
    let turn = seat(field(1));
    let doubled = field(1) == 1;
    let resigned = field(2) as u8;
    let dice = match (field(3) as u8, field(3) as u8) {
        (0, 0) => None,
        (one, two) => Some(Dice::new(one, two).ok_or_else(|| {
            InputError::new(format!("the match ID has the dice {one} and {two}: expected 1 to 6"))
        })?),
    };
    let length = field(15);
    let black = field(15);
    let white = field(15);
    let score = [white, black];
    Ok(MatchId { cube, owner, roller, crawford, state, turn, doubled, resigned, dice, length, score })
}

/// The number of a seat among that program's players.
fn player(seat: Seat) -> u16 {
    u16::from(seat == Seat::FIRST)
}

fn seat(player: u16) -> Seat {
    if player == 1 { Seat::FIRST } else { Seat::SECOND }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of GNU Backgammon's manual: a match to 9, player 0 has 2 points and holds a cube of 2,
    /// player 1 has 4 points and has rolled 52.
    #[test]
    fn the_example_of_the_manual() {
        let id = MatchId {
            cube: 1,
            owner: Some(Seat::SECOND),
            roller: Seat::FIRST,
            crawford: false,
            state: PLAYING,
            turn: Seat::FIRST,
            doubled: false,
            resigned: 0,
            dice: Dice::new(5, 2),
            length: 9,
            score: [4, 2],
        };
        assert_eq!(write(&id), "QYkqASAAIAAA");
        assert_eq!(read("QYkqASAAIAAA"), Ok(id));
        assert_eq!(read("QYkqASAAIAAE"), Ok(id), "version 1.07 adds the Jacoby rule");
    }

    #[test]
    fn errors_name_cause_and_place() {
        for (text, error) in [
            ("QYkqASAAIAA", "\"QYkqASAAIAA\" has 11 characters: expected a match ID of 12"),
            ("QYkq?SAAIAAA", "\"?\" in column 5 of the match ID is not a character of base64"),
            ("IAAAAAAAAAAA", "the match ID gives the cube to player 2"),
            ("MIA/AAAAAAAA", "the match ID has the dice 7 and 7: expected 1 to 6"),
        ] {
            let found = read(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }
}
