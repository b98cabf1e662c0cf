//! What happens at a table.

use rules::{Outcome, RetireReason, Seat};

use crate::clock::{Millis, TimeControl};

/// Something that happened at a table, when, and as the how-manieth thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Counted from 0; it is never given twice, whatever is taken back.
    pub number: u64,
    /// When it happened.
    pub at: Millis,
    /// What happened.
    pub what: EventKind,
}

/// What can happen at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// The table was opened: the whole truth about the game.
    Opened(Setup),
    /// A seat added a word to the dice.
    Word {
        /// Whose word.
        seat: Seat,
        /// The word.
        word: String,
    },
    /// The game began.
    Begun,
    /// The dice were rolled.
    Rolled {
        /// The roll, written out.
        roll: String,
    },
    /// A seat moved.
    Moved {
        /// Who moved.
        seat: Seat,
        /// The move, written out.
        text: String,
    },
    /// A seat made an offer to the others.
    Offered {
        /// Who offers.
        seat: Seat,
        /// What.
        offer: Offer,
    },
    /// A seat answered what is on offer.
    Answered {
        /// Who answers.
        seat: Seat,
        /// Whether it agrees.
        yes: bool,
    },
    /// What was on offer lapsed without an answer: by a move, or because somebody left.
    Lapsed,
    /// A seat left or gave up.
    Retired {
        /// Who.
        seat: Seat,
        /// Why.
        why: RetireReason,
    },
    /// A seat lost what it had offered to lose.
    Conceded {
        /// Who.
        seat: Seat,
        /// Which of its concessions.
        concession: u8,
    },
    /// Moves were taken back.
    TookBack {
        /// How many of the moves that stood.
        moves: u32,
    },
    /// The table was set up again after a stop; the time in between costs nobody anything.
    Resumed,
    /// The game ended.
    Ended(Ending),
    /// The secret of the dice was published.
    Revealed {
        /// The secret in hexadecimal.
        secret: String,
    },
}

/// What is fixed when a table is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules in full, as [`rules::Notation::rules_text`] gives them.
    pub rules: String,
    /// Who sits where: one name for each seat.
    pub names: Vec<String>,
    /// The players' time.
    pub time: TimeControl,
    /// The position the game begins from, written out, or `start`.
    pub position: String,
    /// The commitment of the dice, in a game that has them.
    pub commitment: Option<String>,
}

/// What a seat can offer the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// To end the game as a draw.
    Draw,
    /// A draw that the rules let a player claim and the others refuse.
    Claim,
    /// To take back the offering seat's last move, and what was played since.
    Takeback,
    /// To lose what the [concession](rules::Rules::concessions) with this index says.
    Concession(u8),
}

/// How a game ended, as an event tells it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The place of each seat, 1 the best.
    pub places: Vec<u8>,
    /// The game's own count for each seat.
    pub points: Vec<i16>,
    /// The rule that ended the game.
    pub rule: String,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending {
            places: Seat::all(outcome.seats()).map(|seat| outcome.place(seat)).collect(),
            points: Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect(),
            rule: outcome.rule().to_owned(),
        }
    }
}

impl EventKind {
    /// Whether it changed what stands on the board or whose turn it is, so that an answer to what was before is late.
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
