//! Actions of a seat, and the replies of the table.

use std::fmt;

use rules::{InputError, Seat};
use view::DynMove;

use crate::event::{AbsenceClaim, Offer, TableEvent};

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatAction {
    /// Adds a client seed to the dice, before the game starts.
    ClientSeed(String),
    /// Plays a move in the game's notation.
    Move(String),
    /// Plays a move without going through text.
    Play(DynMove),
    /// Makes an offer to the other players.
    Offer(Offer),
    /// Plays a move and claims a draw by rule in the position after it.
    ClaimWith(String),
    /// Accepts or declines the pending offer.
    Answer(bool),
    /// Resigns the game, or in a match the current game.
    Resign,
    /// Leaves the table.
    Leave,
    /// Claims a win or a draw because the player of another seat has left. The caller checks how long that player has been
    /// away.
    ClaimAbsence {
        /// The seat of the player who has left.
        absent: Seat,
        /// The result claimed.
        claim: AbsenceClaim,
    },
}

/// Reason why an action was rejected. The table is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The game has not started.
    NotBegun,
    /// The game has already started.
    Begun,
    /// The game is over.
    Over,
    /// Another seat is to move.
    NotYourTurn {
        /// Name of the seat to move.
        turn: String,
    },
    /// The board changed after the last event the sender had seen.
    Stale,
    /// The sender refers to an event that does not exist.
    NotYet,
    /// The seat has made this offer before, and the board has not changed since.
    OfferedAlready,
    /// The seat does not exist or has left the game.
    NotPlaying,
    /// The move is not legal.
    Move(InputError),
    /// The roll is not possible, or none is due.
    Roll(InputError),
    /// The client seed is not valid.
    ClientSeed(InputError),
    /// No offer waits for the answer of this seat.
    NothingToAnswer,
    /// Another offer is pending.
    OfferWaiting,
    /// The game has no draws.
    NoDraw,
    /// The rules have no such concession in this position.
    NoConcession,
    /// No draw can be claimed in this position.
    NothingToClaim,
    /// The claim was declined; it may be repeated after another repetition.
    ClaimDeclined,
    /// The seat has no move to take back.
    NothingToTakeBack,
    /// The seat claimed to be absent is the player's own, or no longer in the game.
    NotAbsent,
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionError::NotBegun => f.write_str("the game has not started yet"),
            ActionError::Begun => f.write_str("the game has already started"),
            ActionError::Over => f.write_str("the game is over"),
            ActionError::NotYourTurn { turn } => write!(f, "it is not your turn: {turn} is to move"),
            ActionError::Stale => f.write_str("the position has changed: look at the board and try again"),
            ActionError::NotYet => f.write_str("you refer to an event that does not exist"),
            ActionError::OfferedAlready => {
                f.write_str("you have already offered that: you can offer it again after a move")
            }
            ActionError::NotPlaying => f.write_str("you are no longer in the game"),
            ActionError::Move(error) | ActionError::Roll(error) | ActionError::ClientSeed(error) => {
                error.fmt(f)
            }
            ActionError::NothingToAnswer => f.write_str("there is no offer for you to answer"),
            ActionError::OfferWaiting => f.write_str("another offer is still pending"),
            ActionError::NoDraw => f.write_str("this game has no draws"),
            ActionError::NoConcession => f.write_str("you cannot concede that here: resign instead"),
            ActionError::NothingToClaim => f.write_str("you cannot claim a draw in this position"),
            ActionError::ClaimDeclined => {
                f.write_str("your claim was declined: you can claim again after another repetition")
            }
            ActionError::NothingToTakeBack => f.write_str("you have no move to take back"),
            ActionError::NotAbsent => f.write_str("no other player of this seat has left the game"),
        }
    }
}

impl std::error::Error for ActionError {}

/// Result of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActionReply {
    /// New events. A flag fall comes first, whatever the action was.
    pub events: Vec<TableEvent>,
    /// Reason why the action was rejected, if it was.
    pub error: Option<ActionError>,
}
