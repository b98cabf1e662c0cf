//! Events and outcomes of a game as text.

use rules::{Outcome, RetireReason, Seat};
use table::{AbsenceClaim, EventKind, GIVEN_DICE, Offer, Table, TableEvent};

/// Display name of a seat at this table.
pub fn title(table: &Table, seat: Seat) -> String {
    let name = match table.events().first().map(|event| &event.kind) {
        Some(EventKind::Opened(setup)) => setup.names.get(seat.index()).map_or("", String::as_str),
        _ => "",
    };
    seat_title(seat, &table.game().seat_name(seat), name)
}

/// Name of a seat by its colour alone.
pub fn colour(table: &Table, seat: Seat) -> String {
    capitalized(&table.game().seat_name(seat))
}

/// Message for an event; `None` for events that need none.
pub fn event_text(table: &Table, event: &TableEvent) -> Option<String> {
    event_text_with(table, event, &|seat| title(table, seat))
}

/// Message for an event with other names of the seats.
pub fn event_text_with(table: &Table, event: &TableEvent, name: &dyn Fn(Seat) -> String) -> Option<String> {
    let title = |seat: &Seat| name(*seat);
    Some(match &event.kind {
        EventKind::Opened(setup) => match &setup.commitment {
            Some(commitment) if commitment == GIVEN_DICE => return None,
            Some(commitment) => format!("SHA-256 of the dice secret: {commitment}"),
            None => return None,
        },
        EventKind::ClientSeed { seat, seed } => {
            format!("{} adds the client seed {seed:?} to the dice.", title(seat))
        }
        EventKind::Begun | EventKind::Ended(_) => return None,
        EventKind::Rolled { roll } => format!("The dice show {roll}."),
        EventKind::Moved { seat, text, .. } => format!("{}: {text}", title(seat)),
        EventKind::Offered { seat, offer } => {
            format!("{} {}.", title(seat), offer_text(table, *seat, *offer))
        }
        EventKind::Conceded { seat, .. } => format!("{} resigns as offered.", title(seat)),
        EventKind::Answered { seat, yes } => {
            format!("{} {}.", title(seat), if *yes { "accepts" } else { "declines" })
        }
        EventKind::AbsenceClaimed { seat, absent, claim: AbsenceClaim::Win } => {
            format!("{} claims that {} has left.", title(seat), title(absent))
        }
        EventKind::AbsenceClaimed { seat, claim: AbsenceClaim::Draw, .. } => {
            format!("{} claims a draw: the opponent has left.", title(seat))
        }
        EventKind::Lapsed => "The offer has expired.".to_owned(),
        EventKind::Retired { seat, why } => {
            let why = match why {
                RetireReason::Resigned => "resigns",
                RetireReason::OutOfTime => "has run out of time",
                RetireReason::Absent => "has left the game",
            };
            format!("{} {why}.", title(seat))
        }
        EventKind::TookBack { moves: 1 } => "One move is taken back.".to_owned(),
        EventKind::TookBack { moves } => format!("{moves} moves are taken back."),
        EventKind::Resumed => "The game continues.".to_owned(),
        EventKind::Revealed { secret } => format!("Dice secret: {secret}"),
    })
}

fn offer_text(table: &Table, seat: Seat, offer: Offer) -> String {
    match offer {
        Offer::Draw => "offers a draw".to_owned(),
        Offer::Claim => "claims a draw".to_owned(),
        Offer::Takeback => "proposes a takeback".to_owned(),
        Offer::Concession(index) => {
            let concessions = table.board().concessions(seat);
            format!("offers to resign a {}", concessions.get(usize::from(index)).unwrap_or(&"game"))
        }
    }
}

/// Result of the game, one line and a line for each seat.
pub fn outcome_text(table: &Table, outcome: Outcome) -> String {
    let result = result_text(outcome, &|seat| title(table, seat));
    let mut text = format!("{result}: {}.\n", outcome.rule());
    for seat in Seat::all(outcome.seats()).filter(|_| outcome.seats() > 1) {
        let points = counted(outcome.points(seat).unsigned_abs().into(), "point");
        text.push_str(&format!("{}: place {}, {points}\n", title(table, seat), outcome.place(seat)));
    }
    text
}

/// Result of the game in a few words, without the rule.
pub fn result_text(outcome: Outcome, name: &dyn Fn(Seat) -> String) -> String {
    let winners: Vec<String> =
        Seat::all(outcome.seats()).filter(|&seat| outcome.place(seat) == 1).map(name).collect();
    match (outcome.seats(), &winners[..]) {
        (1, [_]) => "Solved".to_owned(),
        (1, _) => "Not solved".to_owned(),
        (_, [winner]) => format!("{winner} wins"),
        (seats, _) if winners.len() == seats as usize => "Draw".to_owned(),
        _ => format!("{} share the first place", winners.join(" and ")),
    }
}

/// Display name of a seat: colour, number and player.
pub fn seat_title(seat: Seat, colour: &str, player: &str) -> String {
    format!("{} (seat {seat}, {player})", capitalized(colour))
}

/// Text with a capital first letter.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Number with its noun in the singular or plural.
pub fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
