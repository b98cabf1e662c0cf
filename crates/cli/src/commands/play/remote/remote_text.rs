//! Events at a server's table as text.

use client::{EventMessage, SeatMessage, TableMessage};

/// Name of a seat with that of its player.
pub(super) fn seat_title(seats: &[SeatMessage], number: u8) -> String {
    match seats.iter().find(|seat| seat.seat == number) {
        Some(SeatMessage { title, name: Some(name), .. }) => format!("{title} ({name})"),
        Some(SeatMessage { title, .. }) => title.clone(),
        None => format!("Seat {number}"),
    }
}

/// Message for an event; `None` for events that need none.
pub(super) fn event_text(seats: &[SeatMessage], event: &EventMessage) -> Option<String> {
    let title = || event.seat().map_or_else(String::new, |seat| seat_title(seats, seat));
    let text = |key: &str| event.text(key).unwrap_or_default().to_owned();
    Some(match event.event.as_str() {
        "rolled" => format!("The dice show {}.", text("roll")),
        "moved" => format!("{}: {}", title(), text("move")),
        "offered" => match event.text("offer") {
            Some("takeback") => format!("{} proposes to take the last move back.", title()),
            Some("concession") => format!("{} offers a partial resignation.", title()),
            _ => format!("{} offers a draw.", title()),
        },
        "answered" => format!("{} {}.", title(), if event.is("yes") { "accepts" } else { "declines" }),
        "lapsed" => "The offer has expired.".to_owned(),
        "retired" => match event.text("why") {
            Some("time") => format!("{} has run out of time.", title()),
            Some("absence") => format!("{} has left the game.", title()),
            _ => format!("{} resigns.", title()),
        },
        "conceded" => format!("{} resigns as offered.", title()),
        "took_back" => "The last move is taken back.".to_owned(),
        "resumed" => "The game continues.".to_owned(),
        _ => return None,
    })
}

/// Remaining times of all seats; empty without a clock.
pub(super) fn clocks_text(table: &TableMessage) -> String {
    let left = table.seats.iter().zip(&table.clocks).filter_map(|(seat, clock)| {
        let left = clock.left?;
        Some(format!("{} {}:{:04.1}", seat.title, left / 60_000, (left % 60_000) as f64 / 1000.0))
    });
    let left: Vec<String> = left.collect();
    if left.is_empty() { String::new() } else { format!("Time: {}\n", left.join(", ")) }
}

/// Result of a game.
pub(super) fn ending_text(table: &TableMessage) -> String {
    let Some(ending) = &table.ending else { return "The table was closed.".to_owned() };
    let places = table.seats.iter().zip(&ending.places);
    let winners: Vec<String> = places
        .filter(|(_, place)| **place == 1)
        .map(|(seat, _)| seat_title(&table.seats, seat.seat))
        .collect();
    match winners.as_slice() {
        [winner] if table.seats.len() > 1 => format!("{winner} wins: {}.", ending.rule),
        [_] => format!("Over: {}.", ending.rule),
        _ => format!("Draw: {}.", ending.rule),
    }
}
