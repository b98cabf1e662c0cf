//! Players of the seats.

use engine::{
    DynEngine, Limits, SearchRunner, SearchTask, StopFlags, TimeManager, accepts_concession, accepts_draw,
};
use rules::{InputError, Seat, mix};
use search::{EngineFailure, EngineName, Evaluation};
use table::{Action, Millis, Offer, Table, sanitize_name};
use view::{DynMove, DynPosition};

use crate::error::CliError;

/// Player of a seat.
pub(super) enum Player {
    /// A person at this terminal.
    Human,
    /// An engine or an external program.
    Engine(EnginePlayer),
    /// A player that has left the game.
    Left,
}

/// Engine that holds a seat.
pub(super) struct EnginePlayer {
    engine: Box<dyn DynEngine>,
    /// Evaluation of its last search, for itself.
    evaluation: Option<Evaluation>,
    runner: SearchRunner,
}

impl Player {
    pub(super) fn name(&self) -> String {
        match self {
            Player::Human | Player::Left => "human".to_owned(),
            Player::Engine(player) => sanitize_name(&player.engine.name().to_string()),
        }
    }

    pub(super) fn is_human(&self) -> bool {
        matches!(self, Player::Human)
    }

    /// Notifies an engine of a move that was played in the position `before`.
    pub(super) fn on_move(&mut self, before: &dyn DynPosition, mv: &DynMove) {
        if let Player::Engine(player) = self {
            player.engine.on_move(before, mv);
        }
    }

    /// Returns the action of an engine, or `None` for a human. Fails if the engine gives no move.
    pub(super) fn decide(
        &mut self,
        table: &Table,
        seat: Seat,
        now: Millis,
    ) -> Result<Option<Action>, EngineFailure> {
        match self {
            Player::Human | Player::Left => Ok(None),
            Player::Engine(player) if table.awaits_answer(seat) => {
                let own = player.evaluation;
                let accepts = match table.offer() {
                    Some((_, Offer::Takeback | Offer::Claim)) => true,
                    Some((_, Offer::Draw)) => own.is_some_and(accepts_draw),
                    Some((_, Offer::Concession(index))) => {
                        own.is_some_and(|own| accepts_concession(own, f64::from(index) + 1.0))
                    }
                    None => false,
                };
                Ok(Some(Action::Answer(accepts)))
            }
            Player::Engine(player) => player.choose_move(table, seat, now).map(|mv| Some(Action::Move(mv))),
        }
    }
}

impl EnginePlayer {
    fn choose_move(&mut self, table: &Table, seat: Seat, now: Millis) -> Result<String, EngineFailure> {
        let time = table.clocks().turn_time(seat, now);
        let task = SearchTask {
            position: table.board().duplicate(),
            past: table.keys().split_last().map_or_else(Vec::new, |(_, past)| past.to_vec()),
            limits: time.map_or_else(Limits::default, |(left, increment)| Limits::turn(left, increment)),
        };
        let (analysis, _) = self.runner.search(&mut *self.engine, &task, &StopFlags::new(), &mut |_| {});
        let analysis = analysis?;
        let analysis = analysis.ok_or_else(|| {
            let position = table.board().position();
            InputError::new(format!("{} gave no move in {position}", self.engine.name()))
        })?;
        self.evaluation = Some(analysis.evaluation);
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
            Ok(Player::Engine(EnginePlayer {
                engine,
                evaluation: None,
                runner: SearchRunner::new(TimeManager::TERMINAL),
            }))
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
