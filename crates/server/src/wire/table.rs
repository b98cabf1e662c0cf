//! Tables as JSON for their watchers.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::Seat;
use serde::Serialize;
use table::Offer;
use view::diagram::PieceColor;
use view::{Place, Touch};
use web_host::board_json::{BoardLayout, PiecePlacement, places};

use super::event::offer_name;
use super::guide::GuideView;
use super::{EndingView, EventView, seat_list, seat_number, seat_option};
use store::SeatHolder;

/// A table as one watcher sees it.
#[derive(Serialize)]
pub(crate) struct TableView<'a> {
    pub(crate) table: &'a str,
    /// `true` if the client must discard its events.
    pub(crate) reset: bool,
    /// Events that the client does not have.
    pub(crate) events: Vec<EventView<'a>>,
    /// Sent in the first message only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) about: Option<TableInfo<'a>>,
    pub(crate) seats: Vec<SeatView<'a>>,
    pub(crate) state: &'static str,
    /// Number of the last event.
    pub(crate) latest: Option<u64>,
    pub(crate) ply: usize,
    #[serde(serialize_with = "seat_option")]
    pub(crate) turn: Option<Seat>,
    pub(crate) clocks: Vec<ClockView>,
    /// Sent when it differs from the last one sent to this watcher.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) layout: Option<BoardLayout>,
    pub(crate) placement: &'a PiecePlacement,
    pub(crate) trail: Vec<u16>,
    pub(crate) position: &'a str,
    /// Sent to the holder of the seat to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) touches: Option<&'a BTreeMap<String, TouchView>>,
    pub(crate) offer: Option<OfferView>,
    pub(crate) may: Option<Permissions>,
    /// Players who have left.
    pub(crate) absent: Vec<AbsenceView>,
    pub(crate) ending: Option<EndingView>,
    pub(crate) rematch: RematchView<'a>,
}

/// Facts about a table that never change.
#[derive(Serialize)]
pub(crate) struct TableInfo<'a> {
    pub(crate) game: &'a str,
    pub(crate) title: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) clock: &'a str,
    pub(crate) rated: bool,
    pub(crate) has_dice: bool,
    pub(crate) start: &'a str,
    /// Names of the partial resignations, by their index in events.
    pub(crate) concessions: &'static [&'static str],
    pub(crate) guide: Option<&'a GuideView>,
}

/// A seat as a user sees it.
#[derive(Serialize)]
pub(crate) struct SeatView<'a> {
    #[serde(serialize_with = "seat_number")]
    pub(crate) seat: Seat,
    pub(crate) title: String,
    pub(crate) paint: Option<&'static str>,
    pub(crate) name: Option<&'a str>,
    pub(crate) who: SeatRole,
    /// `true` if the person who holds the seat is connected.
    pub(crate) here: bool,
    /// `true` while the seat takes part in the game.
    pub(crate) playing: bool,
}

/// Kind of holder of a seat, relative to a user.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeatRole {
    /// The user.
    You,
    /// Another person.
    Person,
    /// An engine.
    Engine,
    /// The seat is free.
    Open,
}

impl SeatRole {
    /// Name of the role.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SeatRole::You => "you",
            SeatRole::Person => "person",
            SeatRole::Engine => "engine",
            SeatRole::Open => "open",
        }
    }

    /// Role of a seat's holder for a user, or for those who hold no seat.
    pub(crate) fn of(holder: &SeatHolder, user: Option<&str>) -> SeatRole {
        match holder {
            SeatHolder::Open => SeatRole::Open,
            SeatHolder::Engine { .. } => SeatRole::Engine,
            SeatHolder::Person { user: holder, .. } if Some(holder.as_str()) == user => SeatRole::You,
            SeatHolder::Person { .. } => SeatRole::Person,
        }
    }
}

/// Clock of a seat.
#[derive(Serialize)]
pub(crate) struct ClockView {
    /// Milliseconds left; `None` without a clock.
    pub(crate) left: Option<u64>,
    pub(crate) runs: bool,
    /// Milliseconds of a round trip of the player's connection at the last action; 0 if it was not measured.
    pub(crate) lag: u64,
}

/// An offer that waits for its answer.
#[derive(Serialize)]
pub(crate) struct OfferView {
    #[serde(serialize_with = "seat_number")]
    seat: Seat,
    offer: &'static str,
    which: Option<u8>,
    text: String,
    #[serde(serialize_with = "seat_list")]
    awaits: Vec<Seat>,
}

impl OfferView {
    /// An offer of a seat, described by `text`, that waits for the answers of `awaits`.
    pub(crate) fn new(seat: Seat, offer: Offer, text: String, awaits: Vec<Seat>) -> OfferView {
        let which = match offer {
            Offer::Concession(index) => Some(index),
            _ => None,
        };
        OfferView { seat, offer: offer_name(offer), which, text, awaits }
    }
}

/// A player who has left a running game.
#[derive(Serialize)]
pub(crate) struct AbsenceView {
    #[serde(serialize_with = "seat_number")]
    seat: Seat,
    /// Milliseconds until the other players may claim the game.
    claim_in: u64,
}

impl AbsenceView {
    /// The player of a seat, whose absence can be claimed after this time.
    pub(crate) fn new(seat: Seat, claim_in: Duration) -> AbsenceView {
        AbsenceView { seat, claim_in: u64::try_from(claim_in.as_millis()).unwrap_or(u64::MAX) }
    }
}

/// Actions that are open to a player besides moving.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Permissions {
    pub(crate) draw: bool,
    pub(crate) claim: bool,
    /// `true` if the absence of the other player may be claimed as a draw.
    pub(crate) absence_draw: bool,
    pub(crate) takeback: bool,
    pub(crate) concessions: Vec<&'static str>,
    pub(crate) resign: bool,
    /// Name of what a resignation loses.
    pub(crate) resignation: Option<&'static str>,
    pub(crate) analyse: bool,
}

/// State of a rematch.
#[derive(Serialize)]
pub(crate) struct RematchView<'a> {
    /// Seats that want a rematch.
    #[serde(serialize_with = "seat_list")]
    pub(crate) by: &'a [Seat],
    /// Table of the rematch.
    pub(crate) next: Option<&'a str>,
}

/// Resolution of the places clicked so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum TouchView {
    /// Places that may follow.
    Targets(Vec<u16>),
    /// The complete move.
    Move(String),
}

impl From<Touch<String>> for TouchView {
    fn from(touch: Touch<String>) -> TouchView {
        match touch {
            Touch::Targets(targets) => TouchView::Targets(places(&targets)),
            Touch::Done(text) => TouchView::Move(text),
        }
    }
}

impl TouchView {
    /// Key of clicked places in `touches`.
    pub(crate) fn key(picked: &[Place]) -> String {
        picked.iter().map(|place| place.0.to_string()).collect::<Vec<_>>().join(" ")
    }
}

/// Name of a colour.
pub(crate) fn paint_name(paint: Option<PieceColor>) -> Option<&'static str> {
    paint.map(PieceColor::name)
}
