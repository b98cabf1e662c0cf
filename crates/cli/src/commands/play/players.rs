//! Players of the seats.

use arena::AGREED_REPETITIONS;
use engine::{
    Analysis, DynEngine, Limits, OpponentOffer, Perspective, SearchRunner, SearchTask, StopFlags,
    TimeManager, claims_draw,
};
use peers::OpenError;
use rules::{InputError, Seat, mix};
use search::{EngineError, EngineName, Evaluation};
use table::{Millis, Offer, SeatAction, Table, sanitize_name};
use view::{DynMove, DynPosition};

use crate::engine_args::engine_name;
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
    ) -> Result<Option<SeatAction>, EngineError> {
        match self {
            Player::Human | Player::Left => Ok(None),
            Player::Engine(player) if table.awaits_answer(seat) => {
                Ok(Some(SeatAction::Answer(player.accepts_offer(table, seat)?)))
            }
            Player::Engine(player) => player.choose_action(table, seat, now).map(Some),
        }
    }
}

impl EnginePlayer {
    /// Returns a move, or a claim of a draw by repetition if the engine is not better.
    fn choose_action(&mut self, table: &Table, seat: Seat, now: Millis) -> Result<SeatAction, EngineError> {
        let time = table.clocks().turn_time(seat, now);
        let limits = time.map_or_else(Limits::default, |(left, increment)| Limits::turn(left, increment));
        let analysis = self.search(table, limits)?;
        self.evaluation = Some(analysis.evaluation);
        let occurrences = table.keys().iter().filter(|&&key| key == table.board().key()).count();
        let claims = claims_draw(analysis.evaluation) || occurrences >= AGREED_REPETITIONS as usize;
        match claims && table.can_claim() {
            true => Ok(SeatAction::Offer(Offer::Claim)),
            false => Ok(SeatAction::Play(analysis.best)),
        }
    }

    /// Answers the pending offer by an evaluation of the current position.
    fn accepts_offer(&mut self, table: &Table, seat: Seat) -> Result<bool, EngineError> {
        let offer = match table.offer() {
            Some((_, Offer::Takeback)) => OpponentOffer::Takeback,
            Some((_, Offer::Claim)) => OpponentOffer::Claim,
            Some((_, Offer::Draw)) => OpponentOffer::Draw,
            Some((_, Offer::Concession(index))) => OpponentOffer::Concession(index),
            None => return Ok(false),
        };
        let own = if offer.needs_evaluation() { self.evaluate(table, seat)? } else { None };
        Ok(offer.is_accepted(own))
    }

    /// Evaluation of the current position for `seat`, by a short search. Falls back on the last search where a search of
    /// this position says nothing about the seat: on the turn of one of several opponents, and for an external program,
    /// whose protocol searches only for moves to be played.
    fn evaluate(&mut self, table: &Table, seat: Seat) -> Result<Option<Evaluation>, EngineError> {
        let perspective = Perspective::of(seat, table.turn(), table.game().seats());
        let Some(perspective) = perspective.filter(|_| self.engine.name().program().is_none()) else {
            return Ok(self.evaluation);
        };
        let evaluation = self.search(table, OpponentOffer::search_limits())?.evaluation;
        Ok(Some(perspective.evaluation(evaluation)))
    }

    /// Searches the current position.
    fn search(&mut self, table: &Table, limits: Limits) -> Result<Analysis, EngineError> {
        let task = SearchTask {
            position: table.board().duplicate(),
            past: table.keys().split_last().map_or_else(Vec::new, |(_, past)| past.to_vec()),
            limits,
        };
        let (analysis, _) = self.runner.search(&mut *self.engine, &task, &StopFlags::new(), &mut |_| {});
        analysis?.ok_or_else(|| {
            let position = table.board().position();
            InputError::new(format!("{} gave no move in {position}", self.engine.name())).into()
        })
    }
}

/// Creates the players from the options. By default seat 1 is human and the others are `random`.
pub(super) fn seated(
    options: &[String],
    seats: u8,
    seed: u64,
    open: impl Fn(&EngineName) -> Result<Box<dyn DynEngine>, OpenError>,
) -> Result<Vec<Player>, CliError> {
    let chosen = by_seat(options, "--seat", seats)?;
    Seat::all(seats)
        .map(|seat| {
            let default = if seat == Seat::FIRST { "human" } else { "random" };
            let name = chosen.iter().find(|(other, _)| *other == seat).map_or(default, |(_, name)| name);
            if name == "human" {
                return Ok(Player::Human);
            }
            let read = engine_name(name).map_err(|error| OpenError::Input(InputError::new(error)));
            let engine = read.and_then(|name| open(&name));
            let mut engine = engine.map_err(|error| match error {
                OpenError::Input(error) => {
                    CliError::usage(format_args!("cannot use --seat {seat}={name}: {error}, or human"))
                }
                OpenError::Failed(failure) => {
                    CliError::failed(format_args!("cannot use --seat {seat}={name}: {failure}"))
                }
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
