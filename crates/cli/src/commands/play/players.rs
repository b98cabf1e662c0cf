//! Who sits at the table.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::Timer;
use games::dyn_engine::DynEngine;
use rules::{InputError, Seat, mix};
use search::{EngineName, SearchLimits};
use table::{Action, Millis, Offer, Table, fitting_name};

use crate::error::CliError;

/// Under a clock a program uses one part in so many of the time it has left, unless its level ends its thinking earlier.
const PARTS: u64 = 20;

/// Somebody on a seat.
pub(super) enum Player {
    /// A person at this terminal.
    Human,
    /// An engine.
    Program(Program),
}

/// An engine, and who tells it to stop.
pub(super) struct Program {
    thinker: Box<dyn DynEngine>,
    /// Only under a clock.
    timer: Option<Timer>,
}

impl Player {
    pub(super) fn name(&self) -> String {
        match self {
            Player::Human => "human".to_owned(),
            Player::Program(program) => fitting_name(&program.thinker.name().to_string()),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// A move was made in this position.
    pub(super) fn hear(&mut self, position: &str, mv: &str) -> Result<(), CliError> {
        match self {
            Player::Human => Ok(()),
            Player::Program(program) => program.thinker.on_move(position, mv).map_err(CliError::failed),
        }
    }

    /// What a program does now; nothing if a person has to be asked.
    pub(super) fn decide(
        &mut self,
        table: &Table,
        seat: Seat,
        now: Millis,
    ) -> Result<Option<Action>, CliError> {
        match self {
            Player::Human => Ok(None),
            // A program has nothing against a move taken back, and plays every game to its end.
            Player::Program(_) if table.awaits_answer(seat) => {
                Ok(Some(Action::Answer(matches!(table.offer(), Some((_, Offer::Takeback))))))
            }
            Player::Program(program) => program.choose(table, seat, now).map(|mv| Some(Action::Move(mv))),
        }
    }
}

impl Program {
    fn choose(&mut self, table: &Table, seat: Seat, now: Millis) -> Result<String, CliError> {
        let never = AtomicBool::new(false);
        let limits = match table.clocks().left(seat, now) {
            None => SearchLimits::until(&never),
            Some(Millis(left)) => {
                let timer = self.timer.get_or_insert_default();
                let share = Duration::from_millis(left / PARTS);
                timer.set(share);
                SearchLimits { time: Some(share), ..SearchLimits::until(timer.stop()) }
            }
        };
        let position = table.board().position();
        let past = table.keys().split_last().map_or(&[][..], |(_, past)| past);
        let advice = self.thinker.search(&position, past, &limits, &mut |_| {}).map_err(CliError::failed)?;
        let advice = advice.ok_or_else(|| {
            CliError::failed(format_args!("{} gave no move in {position}", self.thinker.name()))
        })?;
        Ok(advice.best)
    }
}

/// The players as the options say: a person on the first seat and `random` on the others unless told otherwise.
pub(super) fn seated(
    options: &[String],
    seats: u8,
    seed: u64,
    open: impl Fn(&EngineName) -> Result<Box<dyn DynEngine>, InputError>,
) -> Result<Vec<Player>, CliError> {
    let chosen = by_seat(options, "--seat", seats)?;
    Seat::all(seats)
        .map(|seat| {
            let usual = if seat == Seat::FIRST { "human" } else { "random" };
            let name = chosen.iter().find(|(other, _)| *other == seat).map_or(usual, |(_, name)| name);
            if name == "human" {
                return Ok(Player::Human);
            }
            let mut thinker = name.parse().and_then(|name| open(&name)).map_err(|error: InputError| {
                CliError::usage(format_args!("--seat {seat}={name} is not human, and {error}"))
            })?;
            thinker.new_game(mix(seed).wrapping_add(seat.number().into()));
            Ok(Player::Program(Program { thinker, timer: None }))
        })
        .collect()
}

/// Reads options of the form `2=random`, one for a seat at the most.
pub(super) fn by_seat<'a>(
    options: &'a [String],
    name: &str,
    seats: u8,
) -> Result<Vec<(Seat, &'a str)>, CliError> {
    let mut read: Vec<(Seat, &str)> = Vec::new();
    for option in options {
        let (seat, value) = seat_and_value(option, name, seats)?;
        if read.iter().any(|(other, _)| *other == seat) {
            return Err(CliError::usage(format_args!(
                "{name} is given twice for seat {seat}: expected it once"
            )));
        }
        read.push((seat, value));
    }
    Ok(read)
}

/// A seat of this game and what is said of it.
fn seat_and_value<'a>(text: &'a str, option: &str, seats: u8) -> Result<(Seat, &'a str), CliError> {
    let read = text.split_once('=').and_then(|(seat, value)| {
        let seat = seat.trim().parse().ok().and_then(Seat::numbered)?;
        (seat.number() <= seats).then_some((seat, value.trim()))
    });
    read.ok_or_else(|| {
        CliError::usage(format_args!(
            "{option} {text:?} was not understood: expected a seat from 1 to {seats}, =, and a value"
        ))
    })
}
