//! What a seat asks of a table, and what it is told.

use std::fmt;

use rules::InputError;

use crate::event::{Event, Offer};

/// What a seat can do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Add a word to the dice, before the game begins.
    Word(String),
    /// Play a move.
    Move(String),
    /// Offer something to the others.
    Offer(Offer),
    /// Claim a draw under the rules together with a move that is played first.
    ClaimWith(String),
    /// Answer what is on offer.
    Answer(bool),
    /// Give up: the game, or in a match the current game.
    Resign,
    /// Go away for good.
    Leave,
}

/// Why an action was not carried out; nothing has changed by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ActionError {
    /// The game has not begun yet.
    NotBegun,
    /// The game has begun already.
    Begun,
    /// The game is over.
    Over,
    /// Another seat is to move.
    NotYourTurn {
        /// What the seat to move is called.
        turn: String,
    },
    /// The sender had not seen everything that happened on the board.
    Stale,
    /// The sender says it has seen what has not happened.
    NotYet,
    /// The seat has offered this before, and nothing has happened on the board since.
    OfferedAlready,
    /// There is no such seat, or it has left the game.
    NotPlaying,
    /// The move cannot be played.
    Move(InputError),
    /// The word cannot be used.
    Word(InputError),
    /// Nothing is on offer that this seat could answer.
    NothingToAnswer,
    /// An offer is waiting for its answer.
    OfferWaiting,
    /// The game knows no draw.
    NoDraw,
    /// The rules know no such concession in this position.
    NoConcession,
    /// The rules do not let a player claim a draw here.
    NothingToClaim,
    /// The claim was refused; it may be made again after another repetition.
    ClaimRefused,
    /// The seat has no move that could be taken back.
    NothingToTakeBack,
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ActionError::NotBegun => f.write_str("the game has not begun yet"),
            ActionError::Begun => f.write_str("the game has begun already"),
            ActionError::Over => f.write_str("the game is over"),
            ActionError::NotYourTurn { turn } => write!(f, "it is not your turn: {turn} is to move"),
            ActionError::Stale => f.write_str("something happened on the board that you have not seen yet"),
            ActionError::NotYet => f.write_str("you answer something that has not happened"),
            ActionError::OfferedAlready => {
                f.write_str("you have offered that already: it may be offered again after a move")
            }
            ActionError::NotPlaying => f.write_str("you do not take part in the game any more"),
            ActionError::Move(error) | ActionError::Word(error) => error.fmt(f),
            ActionError::NothingToAnswer => f.write_str("there is no offer for you to answer"),
            ActionError::OfferWaiting => f.write_str("an offer is still waiting for its answer"),
            ActionError::NoDraw => f.write_str("this game knows no draw"),
            ActionError::NoConcession => {
                f.write_str("less than that cannot be offered here: resigning costs no more")
            }
            ActionError::NothingToClaim => {
                f.write_str("no draw can be claimed about this position under the rules of this game")
            }
            ActionError::ClaimRefused => {
                f.write_str("the claim was refused: it may be made again after another repetition")
            }
            ActionError::NothingToTakeBack => f.write_str("you have no move that could be taken back"),
        }
    }
}

impl std::error::Error for ActionError {}

/// What an action led to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// What happened. A clock that ran out comes first, whatever the action was.
    pub events: Vec<Event>,
    /// Why the action itself was not carried out, if it was not.
    pub refusal: Option<ActionError>,
}
