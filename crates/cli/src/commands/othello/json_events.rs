//! Events of a line as JSON objects.

use std::time::Duration;

use line::{Claim, DeviceId, Event, Side, move_name};
use rules::Seat;

use crate::output::{Value, json};

/// Devices that play Black and White in a relay.
pub(super) type Devices = [DeviceId; 2];

/// JSON object of an event. In a relay it names the device it is about.
pub(super) fn event_object(at: Duration, event: &Event, devices: Option<Devices>) -> Value {
    let (of, event) = match event {
        Event::OnDevice(end, event) => (Some(*end), &**event),
        event => (None, event),
    };
    let (kind, seat, details) = details(event);
    let mut object = json!({"at": at.as_secs_f64(), "event": kind});
    if let Some(seat) = seat {
        object["seat"] = json!(seat.number());
    }
    if let (Value::Object(object), Value::Object(details)) = (&mut object, details) {
        object.extend(details);
    }
    if let Some(device) = of.or_else(|| Some(devices?[seat?.index()])) {
        object["device"] = json!(device.to_string());
    }
    object["sentence"] = json!(event.to_string());
    object
}

/// Kind of the event, its side, and its other fields.
fn details(event: &Event) -> (&'static str, Option<Seat>, Value) {
    match event {
        // `seat` is our side, in a relay the side that moves first.
        Event::Began { first, side } => {
            let seat = if let Side::Own(own) = side { own } else { first };
            ("began", Some(*seat), json!({"first": first.number()}))
        }
        Event::Played { seat, mv } if mv.square().is_some() => {
            ("played", Some(*seat), json!({"square": move_name(*mv).to_lowercase()}))
        }
        Event::Played { seat, .. } => ("passed", Some(*seat), json!({})),
        Event::TakenBack => ("took_back", None, json!({})),
        Event::TurnLost { seat } => ("turn_lost", Some(*seat), json!({})),
        Event::YourTurn { seat, limit } => {
            ("your_turn", Some(*seat), json!({"seconds": limit.as_secs_f64()}))
        }
        Event::Claimed(claim) => {
            ("claimed", None, json!({"claim": if *claim == Claim::Late { "late" } else { "illegal" }}))
        }
        Event::Answered { accepted } => ("answered", None, json!({"accepted": accepted})),
        Event::Leds(leds) => ("leds", None, json!({"leds": leds})),
        Event::Ended(ended) => ("ended", None, line_page::result_object(ended)),
        Event::Note(_) => ("note", None, json!({})),
        Event::OnDevice(_, event) => details(event),
        Event::Finished => ("finished", None, json!({})),
    }
}
