//! Events of a table as JSON.

use rules::Seat;
use serde::Serialize;
use serde_json::Value;
use table::{AbsenceClaim, EventKind, FinalOutcome, Offer, TableEvent};

use super::seat_number;

/// An event as clients receive it.
#[derive(Serialize)]
pub(crate) struct EventView<'a> {
    number: u64,
    at: u64,
    #[serde(flatten)]
    details: EventDetails<'a>,
}

#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum EventDetails<'a> {
    Opened {
        commitment: Option<&'a str>,
    },
    ClientSeed {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        seed: &'a str,
    },
    Begun,
    Rolled {
        roll: &'a str,
    },
    Moved {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        r#move: &'a str,
        /// Milliseconds that the clock got back for the lag of the connection.
        #[serde(skip_serializing_if = "is_zero")]
        lag: u64,
    },
    AbsenceClaimed {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        #[serde(serialize_with = "seat_number")]
        absent: Seat,
        claim: &'static str,
    },
    Offered {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        offer: &'static str,
    },
    Answered {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        yes: bool,
    },
    Lapsed,
    Retired {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        why: &'static str,
    },
    Conceded {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        concession: u8,
    },
    TookBack {
        moves: u32,
    },
    Resumed,
    Ended(EndingView),
    Revealed {
        secret: &'a str,
    },
}

/// Result of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct EndingView {
    /// Place of each seat, 1 is the best.
    places: Vec<u8>,
    /// Points of each seat.
    points: Vec<i16>,
    /// Rule that ended the game.
    rule: String,
}

impl EndingView {
    /// Result with these places and points.
    pub(crate) fn new(places: Vec<u8>, points: Vec<i16>, rule: &str) -> EndingView {
        EndingView { places, points, rule: rule.to_owned() }
    }
}

impl From<FinalOutcome> for EndingView {
    fn from(FinalOutcome { places, points, rule }: FinalOutcome) -> EndingView {
        EndingView { places, points, rule }
    }
}

impl<'a> From<&'a TableEvent> for EventView<'a> {
    fn from(event: &'a TableEvent) -> EventView<'a> {
        let details = match &event.kind {
            EventKind::Opened(setup) => EventDetails::Opened { commitment: setup.commitment.as_deref() },
            EventKind::ClientSeed { seat, seed } => EventDetails::ClientSeed { seat: *seat, seed },
            EventKind::Begun => EventDetails::Begun,
            EventKind::Rolled { roll } => EventDetails::Rolled { roll },
            EventKind::Moved { seat, text, lag } => {
                EventDetails::Moved { seat: *seat, r#move: text, lag: lag.0 }
            }
            EventKind::AbsenceClaimed { seat, absent, claim } => EventDetails::AbsenceClaimed {
                seat: *seat,
                absent: *absent,
                claim: match claim {
                    AbsenceClaim::Win => "win",
                    AbsenceClaim::Draw => "draw",
                },
            },
            EventKind::Offered { seat, offer } => {
                EventDetails::Offered { seat: *seat, offer: offer_name(*offer) }
            }
            EventKind::Answered { seat, yes } => EventDetails::Answered { seat: *seat, yes: *yes },
            EventKind::Lapsed => EventDetails::Lapsed,
            EventKind::Retired { seat, why } => EventDetails::Retired { seat: *seat, why: why.rule() },
            EventKind::Conceded { seat, concession } => {
                EventDetails::Conceded { seat: *seat, concession: *concession }
            }
            EventKind::TookBack { moves } => EventDetails::TookBack { moves: *moves },
            EventKind::Resumed => EventDetails::Resumed,
            EventKind::Ended(ending) => EventDetails::Ended(ending.clone().into()),
            EventKind::Revealed { secret } => EventDetails::Revealed { secret },
        };
        EventView { number: event.number, at: event.at.0, details }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes the field by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// Name of an offer.
pub(crate) fn offer_name(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Claim => "claim",
        Offer::Takeback => "takeback",
        Offer::Concession(_) => "concession",
    }
}

/// An event as a JSON object.
pub fn event_object(event: &TableEvent) -> Value {
    serde_json::to_value(EventView::from(event)).unwrap_or_default()
}
