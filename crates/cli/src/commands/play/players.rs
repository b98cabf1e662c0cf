//! Players of the seats.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::Timer;
use games::dyn_engine::DynEngine;
use rules::{InputError, Seat, mix};
use search::{EngineName, SearchLimits};
use table::{Action, Millis, Offer, Table, fitting_name};

use crate::error::CliError;

/// Under a clock an engine uses this fraction of its remaining time for a move.
const TIME_FRACTION: u64 = 20;

/// Player of a seat.
pub(super) enum Player {
    /// A person at this terminal.
    Human,
    /// An engine or an external program.
    Engine(EnginePlayer),
    /// A player that has left the game.
    Left,
}

/// Engine with its move timer.
pub(super) struct EnginePlayer {
    engine: Box<dyn DynEngine>,
    /// Created at the first move under a clock.
    timer: Option<Timer>,
}

impl Player {
    pub(super) fn name(&self) -> String {
        match self {
            Player::Human | Player::Left => "human".to_owned(),
            Player::Engine(player) => fitting_name(&player.engine.name().to_string()),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// Reports a move that was made in `position`. Fails if the engine has failed.
    pub(super) fn on_move(&mut self, position: &str, mv: &str) -> Result<(), InputError> {
        match self {
            Player::Human | Player::Left => Ok(()),
            Player::Engine(player) => player.engine.on_move(position, mv),
        }
    }

    /// Returns the action of an engine, or `None` for a human. Fails if the engine gives no move.
    pub(super) fn decide(
        &mut self,
        table: &Table,
        seat: Seat,
        now: Millis,
    ) -> Result<Option<Action>, InputError> {
        match self {
            Player::Human | Player::Left => Ok(None),
            // Engines accept takebacks and decline everything else.
            Player::Engine(_) if table.awaits_answer(seat) => {
                Ok(Some(Action::Answer(matches!(table.offer(), Some((_, Offer::Takeback))))))
            }
            Player::Engine(player) => player.choose_move(table, seat, now).map(|mv| Some(Action::Move(mv))),
        }
    }
}

impl EnginePlayer {
    fn choose_move(&mut self, table: &Table, seat: Seat, now: Millis) -> Result<String, InputError> {
        let never = AtomicBool::new(false);
        let limits = match table.clocks().left(seat, now) {
            None => SearchLimits::until(&never),
            Some(Millis(left)) => {
                let timer = self.timer.get_or_insert_default();
                let share = Duration::from_millis(left / TIME_FRACTION);
                timer.set(share);
                SearchLimits { time: Some(share), ..SearchLimits::until(timer.stop()) }
            }
        };
        let position = table.board().position();
        let past = table.keys().split_last().map_or(&[][..], |(_, past)| past);
        let analysis = self.engine.search(&position, past, &limits, &mut |_| {})?;
        let analysis = analysis
            .ok_or_else(|| InputError::new(format!("{} gave no move in {position}", self.engine.name())))?;
        Ok(analysis.best)
    }
}

/// Creates the players from the options. By default seat 1 is human and the others are `random`.
pub(super) fn seated(
    options: &[String],
    seats: u8,
    seed: u64,
    open: impl Fn(&EngineName) -> Result<Box<dyn DynEngine>, InputError>,
) -> Result<Vec<Player>, CliError> {
    let chosen = by_seat(options, "--seat", seats)?;
    Seat::all(seats)
        .map(|seat| {
            let default = if seat == Seat::FIRST { "human" } else { "random" };
            let name = chosen.iter().find(|(other, _)| *other == seat).map_or(default, |(_, name)| name);
            if name == "human" {
                return Ok(Player::Human);
            }
            let mut engine = name.parse().and_then(|name| open(&name)).map_err(|error: InputError| {
                CliError::usage(format_args!("cannot use --seat {seat}={name}: it is not human, and {error}"))
            })?;
            engine.new_game(mix(seed).wrapping_add(seat.number().into()));
            Ok(Player::Engine(EnginePlayer { engine, timer: None }))
        })
        .collect()
}

/// Parses options of the form `2=random`, at most one for each seat.
pub(super) fn by_seat<'a>(
    options: &'a [String],
    name: &str,
    seats: u8,
) -> Result<Vec<(Seat, &'a str)>, CliError> {
    let mut parsed: Vec<(Seat, &str)> = Vec::new();
    for option in options {
        let (seat, value) = seat_and_value(option, name, seats)?;
        if parsed.iter().any(|(other, _)| *other == seat) {
            return Err(CliError::usage(format_args!(
                "{name} is given twice for seat {seat}: expected it once"
            )));
        }
        parsed.push((seat, value));
    }
    Ok(parsed)
}

fn seat_and_value<'a>(text: &'a str, option: &str, seats: u8) -> Result<(Seat, &'a str), CliError> {
    let parsed = text.split_once('=').and_then(|(seat, value)| {
        let seat = seat.trim().parse().ok().and_then(Seat::numbered)?;
        (seat.number() <= seats).then_some((seat, value.trim()))
    });
    parsed.ok_or_else(|| {
        CliError::usage(format_args!(
            "cannot read {option} {text:?}: expected a seat from 1 to {seats}, =, and a value"
        ))
    })
}
