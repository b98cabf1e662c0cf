//! JSON, in and out: the one place that knows it. The shapes are described in `docs/protocol.md`.

mod guide;
mod reading;

use std::collections::BTreeMap;

use engine::Analysis;
use games::catalog::{GameInfo, Values};
use games::queens::Solution;
use rules::{RetireReason, Seat};
use search::Evaluation;
use serde_json::{Map, Value, json};
use table::{Event, EventKind, FinalOutcome, Offer};
use view::diagram::Paint;
use view::{DynGame, DynPosition, Place, Touch};
use web_host::board_json::{self as board, places};
use web_host::responses;

pub(crate) use reading::{Request, arrangement, opening, preview, request};

use crate::refusal::Refusal;
use crate::room::{About, May, Note, Offered, Past, SeatView, View, Who};

/// The first message of a connection.
pub(crate) fn welcome(name: &str) -> String {
    json!({"kind": "welcome", "name": name, "version": env!("CARGO_PKG_VERSION")}).to_string()
}

/// A wish was fulfilled.
pub(crate) fn done(id: u64) -> String {
    responses::done(id)
}

/// A wish was not fulfilled.
pub(crate) fn refused(id: Option<u64>, refusal: &Refusal) -> String {
    responses::refused(id, refusal.status, &refusal.sentence)
}

/// A table cannot be watched.
pub(crate) fn not_watched(table: &str, refusal: &Refusal) -> String {
    json!({
        "kind": "refused", "id": null, "table": table, "status": refusal.status, "sentence": refusal.sentence,
    })
    .to_string()
}

/// The state of the server's health.
pub(crate) fn health(tables: usize) -> String {
    json!({"healthy": true, "version": env!("CARGO_PKG_VERSION"), "tables": tables}).to_string()
}

/// A table has been opened.
pub(crate) fn opened(id: &str) -> String {
    json!({"table": id}).to_string()
}

/// What touched places amount to.
pub(crate) fn touched(id: u64, touch: &Touch<String>) -> String {
    json!({"kind": "touched", "id": id, "touch": touch_value(touch)}).to_string()
}

/// A position of the past.
pub(crate) fn looked(id: u64, ply: usize, past: &Past) -> String {
    json!({
        "kind": "looked", "id": id, "ply": ply,
        "ground": board::ground(&past.diagram), "standing": board::standing(&past.diagram),
        "trail": places(&past.trail), "position": past.position,
    })
    .to_string()
}

/// What an engine thinks.
pub(crate) fn advice(id: u64, ply: usize, advice: &Analysis, trail: &[Place], is_last: bool) -> String {
    json!({
        "kind": "advice", "id": id, "ply": ply, "final": is_last, "best": advice.best,
        "evaluation": evaluation(advice.evaluation), "line": advice.pv, "depth": advice.depth, "nodes": advice.nodes, "trail": places(trail),
    })
    .to_string()
}

/// An evaluation: a number with its unit, or the plies to a forced win or loss, and the text to show.
fn evaluation(evaluation: Evaluation) -> Value {
    let text = evaluation.to_string();
    match evaluation {
        Evaluation::Value { value, unit } => json!({"value": value, "unit": unit.name(), "text": text}),
        Evaluation::Win(plies) => json!({"win": plies, "text": text}),
        Evaluation::Loss(plies) => json!({"loss": plies, "text": text}),
    }
}

/// What is going on in the house, as a guest sees it.
pub(crate) fn lobby(notes: &[Note], guest: &str) -> String {
    let listed = |wanted: &dyn Fn(&Note) -> bool| -> Vec<Value> {
        notes.iter().filter(|note| wanted(note)).map(|note| note_value(note, guest)).collect()
    };
    json!({
        "kind": "lobby",
        "mine": listed(&|note| note.is_of(guest)),
        "open": listed(&|note| note.state() == "waiting" && note.row.listed && !note.is_of(guest)),
        "live": listed(&|note| note.state() == "playing" && note.row.listed && !note.is_of(guest)),
    })
    .to_string()
}

fn note_value(note: &Note, guest: &str) -> Value {
    json!({
        "table": note.row.id, "game": note.game, "title": note.title, "detail": note.detail,
        "clock": note.row.clock, "state": note.state(),
        "seats": note.seats(guest).iter().map(seat).collect::<Vec<_>>(),
        "moves": note.moves, "turn": note.turn.map(Seat::number), "your_turn": note.awaits(guest),
        "ending": note.ending.as_ref().map(ending),
    })
}

/// A table as one watcher sees it.
pub(crate) fn table(view: &View<'_>) -> String {
    let clocks: Vec<Value> = view
        .clocks
        .iter()
        .map(|(left, runs)| json!({"left": left.map(|left| left.0), "runs": runs}))
        .collect();
    let mut message = json!({
        "kind": "table", "table": view.table, "reset": view.reset,
        "events": view.events.iter().map(event_object).collect::<Vec<_>>(),
        "seats": view.seats.iter().map(seat).collect::<Vec<_>>(),
        "state": view.state, "latest": view.latest, "ply": view.ply, "turn": view.turn.map(Seat::number),
        "clocks": clocks, "standing": board::standing(view.diagram), "trail": places(view.trail),
        "position": view.position,
        "offer": view.offer.as_ref().map(offered), "may": view.may.as_ref().map(may),
        "ending": view.ending.as_ref().map(ending),
        "rematch": {"by": seats(view.rematch), "next": view.next},
    });
    if let Value::Object(message) = &mut message {
        if let Some(about) = &view.about {
            message.insert("about".to_owned(), about_value(about));
        }
        if view.shows_ground {
            message.insert("ground".to_owned(), board::ground(view.diagram));
        }
        if let Some(touches) = view.touches {
            let entries = touches.iter().map(|(picked, touch)| (picked_text(picked), touch_value(touch)));
            message.insert("touches".to_owned(), Value::Object(entries.collect()));
        }
    }
    message.to_string()
}

fn about_value(about: &About<'_>) -> Value {
    json!({
        "game": about.game, "title": about.title, "rules": about.rules, "clock": about.clock,
        "has_dice": about.has_dice, "start": about.start, "guide": about.guide.as_ref().map(guide::guide),
    })
}

fn seat(seat: &SeatView<'_>) -> Value {
    let who = match seat.who {
        Who::You => "you",
        Who::Person => "person",
        Who::Engine => "engine",
        Who::Open => "open",
    };
    json!({
        "seat": seat.seat.number(), "title": seat.title, "paint": seat.paint.map(board::paint),
        "name": seat.name, "who": who, "here": seat.is_here, "playing": seat.is_playing,
    })
}

fn offered(offered: &Offered) -> Value {
    let which = match offered.offer {
        Offer::Concession(index) => Some(index),
        _ => None,
    };
    json!({
        "seat": offered.seat.number(), "offer": offer_word(offered.offer), "which": which,
        "words": offered.words, "awaits": seats(&offered.awaits),
    })
}

fn may(may: &May) -> Value {
    json!({
        "draw": may.draw, "claim": may.claim, "takeback": may.takeback, "concessions": may.concessions,
        "resign": may.resign, "advise": may.advise,
    })
}

fn ending(ending: &FinalOutcome) -> Value {
    json!({"places": ending.places, "points": ending.points, "rule": ending.rule})
}

fn offer_word(offer: Offer) -> &'static str {
    match offer {
        Offer::Draw => "draw",
        Offer::Claim => "claim",
        Offer::Takeback => "takeback",
        Offer::Concession(_) => "concession",
    }
}

fn seats(seats: &[Seat]) -> Vec<u8> {
    seats.iter().map(|seat| seat.number()).collect()
}

fn picked_text(picked: &[Place]) -> String {
    picked.iter().map(|place| place.0.to_string()).collect::<Vec<_>>().join(" ")
}

fn touch_value(touch: &Touch<String>) -> Value {
    match touch {
        Touch::Targets(targets) => json!(places(targets)),
        Touch::Done(text) => json!(text),
    }
}

/// Something that happened, as an object.
pub fn event_object(event: &Event) -> Value {
    let (kind, details) = match &event.kind {
        EventKind::Opened(setup) => ("opened", json!({"commitment": setup.commitment})),
        EventKind::ClientSeed { seat, seed } => ("word", json!({"seat": seat.number(), "word": seed})),
        EventKind::Begun => ("begun", json!({})),
        EventKind::Rolled { roll } => ("rolled", json!({"roll": roll})),
        EventKind::Moved { seat, text } => ("moved", json!({"seat": seat.number(), "move": text})),
        EventKind::Offered { seat, offer } => {
            ("offered", json!({"seat": seat.number(), "offer": offer_word(*offer)}))
        }
        EventKind::Answered { seat, yes } => ("answered", json!({"seat": seat.number(), "yes": yes})),
        EventKind::Lapsed => ("lapsed", json!({})),
        EventKind::Retired { seat, why } => {
            ("retired", json!({"seat": seat.number(), "why": RetireReason::rule(*why)}))
        }
        EventKind::Conceded { seat, concession } => {
            ("conceded", json!({"seat": seat.number(), "concession": concession}))
        }
        EventKind::TookBack { moves } => ("took_back", json!({"moves": moves})),
        EventKind::Resumed => ("resumed", json!({})),
        EventKind::Ended(how) => ("ended", ending(how)),
        EventKind::Revealed { secret } => ("revealed", json!({"secret": secret})),
    };
    let mut object = Map::new();
    object.insert("number".to_owned(), json!(event.number));
    object.insert("at".to_owned(), json!(event.at.0));
    object.insert("event".to_owned(), json!(kind));
    if let Value::Object(details) = details {
        object.extend(details);
    }
    Value::Object(object)
}

/// The games of the house, for pages to be made of.
pub(crate) fn games<'a>(games: impl Iterator<Item = (&'a GameInfo, &'a dyn DynGame)>) -> String {
    let games: Vec<Value> = games.map(|(entry, game)| game_value(entry, game)).collect();
    json!({"games": games}).to_string()
}

fn game_value(entry: &GameInfo, game: &dyn DynGame) -> Value {
    let settings: Vec<Value> = entry
        .settings
        .iter()
        .map(|note| {
            let mut setting = json!({"key": note.key, "about": note.about, "usual": note.default});
            let kind = match note.values {
                Values::Choice(choices) => json!({"kind": "choice", "choices": choices}),
                Values::Number { least, most } => json!({"kind": "number", "least": least, "most": most}),
                Values::Text(values) => json!({"kind": "text", "values": values}),
            };
            if let (Value::Object(setting), Value::Object(kind)) = (&mut setting, kind) {
                setting.extend(kind);
                if let Some(key) = note.only_with {
                    setting.insert("only_with".to_owned(), json!(key));
                }
                if note.files.is_some() {
                    setting.insert("files".to_owned(), json!(true));
                }
            }
            setting
        })
        .collect();
    let diagram = game.start().diagram();
    json!({
        "name": entry.name, "title": entry.title, "about": entry.about, "seats": entry.seats,
        "usual_seats": game.seats(), "levels": if entry.engines.contains(&"strong") { 8 } else { 0 },
        "has_dice": game.has_dice(), "settings": settings,
        "ground": board::ground(&diagram), "standing": board::standing(&diagram),
    })
}

/// A position that somebody is setting up.
pub(crate) fn previewed(game: &dyn DynGame, position: &dyn DynPosition) -> String {
    let diagram = position.diagram();
    let turn = match position.status() {
        rules::Status::Turn(seat) => Some(seat.number()),
        _ => None,
    };
    let titles: Vec<Value> = Seat::all(game.seats())
        .map(|seat| {
            let paint: Option<Paint> = game.seat_paint(seat);
            json!({"seat": seat.number(), "title": game.seat_name(seat), "paint": paint.map(board::paint)})
        })
        .collect();
    let pieces: Vec<Value> = game.pieces().iter().map(board::piece).collect();
    json!({
        "position": position.position(), "seats": titles, "turn": turn,
        "ground": board::ground(&diagram), "standing": board::standing(&diagram), "pieces": pieces,
        "guide": game.guide().as_ref().map(guide::guide),
    })
    .to_string()
}

/// All placements of queens, and to which class of symmetric ones each belongs.
pub(crate) fn queens(size: usize, solutions: &[Solution]) -> String {
    let (solutions, classes): (Vec<&[u8]>, Vec<usize>) =
        solutions.iter().map(|solution| (&solution.columns[..], solution.class)).unzip();
    json!({"size": size, "solutions": solutions, "classes": classes}).to_string()
}

/// A search for queens as it goes.
pub(crate) fn queens_steps(size: usize, steps: &[[u8; 3]]) -> String {
    json!({"size": size, "steps": steps}).to_string()
}

/// A completed placement.
pub(crate) fn queens_completed(squares: &[&str]) -> String {
    json!({"queens": squares}).to_string()
}

/// Settings as the `key = value` lines a game reads.
pub(crate) fn settings_lines(settings: &BTreeMap<String, String>) -> Result<String, Refusal> {
    let mut lines = String::new();
    for (key, value) in settings {
        if key.contains(['\n', '\r', '=']) || value.contains(['\n', '\r']) {
            return Err(Refusal::senseless("a setting stands on one line: expected no line breaks in it"));
        }
        lines.push_str(&format!("{key} = {value}\n"));
    }
    Ok(lines)
}
