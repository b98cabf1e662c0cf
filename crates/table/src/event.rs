//! Events of a table.

use rules::{Outcome, RetireReason, Seat};

use crate::clock::{Millis, TimeControl};

/// An event of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableEvent {
    /// Sequence number from 0, never reused, not even after a takeback.
    pub number: u64,
    /// Time of the event.
    pub at: Millis,
    /// Kind of the event.
    pub kind: EventKind,
}

/// Kind of an [`TableEvent`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The table was opened.
    Opened(GameSetup),
    /// A seat added a client seed to the dice.
    ClientSeed {
        /// The seat.
        seat: Seat,
        /// The seed.
        seed: String,
    },
    /// The game started.
    Begun,
    /// The dice were rolled.
    Rolled {
        /// The roll in the game's notation.
        roll: String,
    },
    /// A seat moved.
    Moved {
        /// The seat.
        seat: Seat,
        /// The move in the game's notation.
        text: String,
        /// Time given back to the mover's clock for the lag of the connection.
        lag: Millis,
    },
    /// A seat made an offer to the other players.
    Offered {
        /// The seat.
        seat: Seat,
        /// The offer.
        offer: Offer,
    },
    /// A seat answered the pending offer.
    Answered {
        /// The seat.
        seat: Seat,
        /// `true` if it accepts.
        yes: bool,
    },
    /// The pending offer lapsed: by a move, or because a player left.
    Lapsed,
    /// A seat claimed a result because the player of another seat had left.
    AbsenceClaimed {
        /// The seat that claims.
        seat: Seat,
        /// The seat of the player who had left.
        absent: Seat,
        /// The result claimed.
        claim: AbsenceClaim,
    },
    /// A seat resigned, left or lost on time.
    Retired {
        /// The seat.
        seat: Seat,
        /// The reason.
        why: RetireReason,
    },
    /// A concession was accepted.
    Conceded {
        /// The seat.
        seat: Seat,
        /// Index of the concession.
        concession: u8,
    },
    /// Moves were taken back.
    TookBack {
        /// Number of moves.
        moves: u32,
    },
    /// The table was restored after a stop; the time in between is not charged.
    Resumed,
    /// The game ended.
    Ended(FinalOutcome),
    /// The server seed of the dice was revealed.
    Revealed {
        /// The secret in hexadecimal.
        secret: String,
    },
}

/// Setup of a game, fixed when its table is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSetup {
    /// The complete rules; see [`rules::Notation::rules_text`].
    pub rules: String,
    /// Player name of each seat.
    pub names: Vec<String>,
    /// Time control.
    pub time: TimeControl,
    /// The start position in the game's notation, or `start`.
    pub position: String,
    /// Commitment to the dice; `None` in a game without dice.
    pub commitment: Option<String>,
}

/// An offer to the other players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// A draw claimed by rule, which the others may have to accept.
    Claim,
    /// Taking back the seat's last move and all moves after it.
    Takeback,
    /// The [concession](rules::TableRules::concessions) with this index.
    Concession(u8),
}

/// Result claimed against a player who has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbsenceClaim {
    /// The absent seat leaves the game: the other of two wins, several others play on.
    Win,
    /// A draw, in a game of two that has draws.
    Draw,
}

/// Outcome of a game as stored in events and records.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalOutcome {
    /// Place of each seat; 1 is the best.
    pub places: Vec<u8>,
    /// Points of each seat by the game's own count.
    pub points: Vec<i16>,
    /// Rule that ended the game.
    pub rule: String,
}

impl From<Outcome> for FinalOutcome {
    fn from(outcome: Outcome) -> FinalOutcome {
        FinalOutcome {
            places: Seat::all(outcome.seats()).map(|seat| outcome.place(seat)).collect(),
            points: Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect(),
            rule: outcome.rule().to_owned(),
        }
    }
}

impl EventKind {
    /// `true` if the event changes the board or the turn, so that an action based on the old position is stale.
    pub fn changes_board(&self) -> bool {
        matches!(
            self,
            EventKind::Begun
                | EventKind::Rolled { .. }
                | EventKind::Moved { .. }
                | EventKind::Retired { .. }
                | EventKind::Conceded { .. }
                | EventKind::TookBack { .. }
                | EventKind::Ended(_)
        )
    }
}
