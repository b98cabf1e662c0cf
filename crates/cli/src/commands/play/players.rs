//! Who sits at the table.

use rules::{Random, Seat, mix};
use table::{Action, Offer, Table};

use crate::failure::Failure;

/// Somebody on a seat.
pub(super) enum Player {
    /// A person at this terminal.
    Human,
    /// A program that takes any legal move.
    Random(Random),
}

impl Player {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Player::Human => "human",
            Player::Random(_) => "random",
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// What a program does now; nothing if a person has to be asked.
    pub(super) fn decide(&mut self, table: &Table, seat: Seat) -> Option<Action> {
        match self {
            Player::Human => None,
            // A program has nothing against a move taken back, and plays every game to its end.
            Player::Random(_) if table.awaits_answer(seat) => {
                Some(Action::Answer(matches!(table.offer(), Some((_, Offer::Takeback)))))
            }
            Player::Random(random) => table.board().random_move(random).map(Action::Move),
        }
    }
}

/// The players as the options say: a person on the first seat and programs on the others unless told otherwise.
pub(super) fn seated(options: &[String], seats: u8, seed: u64) -> Result<Vec<Player>, Failure> {
    let random = |seat: Seat| Player::Random(Random::new(mix(seed).wrapping_add(seat.number().into())));
    let mut players: Vec<Player> =
        Seat::all(seats).map(|seat| if seat == Seat::FIRST { Player::Human } else { random(seat) }).collect();
    for (seat, name) in by_seat(options, "--seat", seats)? {
        players[seat.index()] = match name {
            "human" => Player::Human,
            "random" => random(seat),
            _ => {
                let sentence = format!("there is no player {name:?}: expected human or random");
                return Err(Failure::call(sentence));
            }
        };
    }
    Ok(players)
}

/// Reads options of the form `2=random`, one for a seat at the most.
pub(super) fn by_seat<'a>(
    options: &'a [String],
    name: &str,
    seats: u8,
) -> Result<Vec<(Seat, &'a str)>, Failure> {
    let mut read: Vec<(Seat, &str)> = Vec::new();
    for option in options {
        let (seat, value) = seat_and_value(option, name, seats)?;
        if read.iter().any(|(other, _)| *other == seat) {
            return Err(Failure::call(format_args!(
                "{name} is given twice for seat {seat}: expected it once"
            )));
        }
        read.push((seat, value));
    }
    Ok(read)
}

/// A seat of this game and what is said of it.
fn seat_and_value<'a>(text: &'a str, option: &str, seats: u8) -> Result<(Seat, &'a str), Failure> {
    let read = text.split_once('=').and_then(|(seat, value)| {
        let seat = seat.trim().parse().ok().and_then(Seat::numbered)?;
        (seat.number() <= seats).then_some((seat, value.trim()))
    });
    read.ok_or_else(|| {
        Failure::call(format_args!(
            "{option} {text:?} was not understood: expected a seat from 1 to {seats}, =, and a value"
        ))
    })
}
