//! Records of the games of a match.

use std::sync::Arc;
use std::time::Duration;

use rules::{InputError, Notation, Seat};
use table::{ActionReply, DiceSource, Millis, Offer, SeatAction, Table, TimeControl, sanitize_name};
use view::DynGame;

use crate::game_runner::leaving_seats;
use crate::match_config::MatchConfig;
use crate::matches::FinishedGame;
use crate::playthrough::{NextStep, Playthrough};
use crate::report::Termination;
use crate::side::Side;

/// Writes the record of a game by replaying it at a table.
///
/// `game` must be the same game as `rules`; `names` are those of the sides. The record of a stopped game is left
/// unfinished, and the seats of an engine that failed leave.
pub fn record<R: Notation>(
    rules: &R,
    game: Arc<dyn DynGame>,
    names: [&str; 2],
    config: &MatchConfig,
    finished: &FinishedGame<R>,
) -> Result<String, InputError> {
    let number = finished.report.game;
    let seats = rules.seats();
    let name = |seat| sanitize_name(names[Side::on(seat, number % 2 == 1).index()]);
    let dice = config.pair_seeds(number / 2).dice;
    let names = Seat::all(seats).map(name).collect();
    let start = if finished.start == rules.start() {
        "start".to_owned()
    } else {
        rules.write_position(&finished.start)
    };
    let table = Table::open(game, names, TimeControl::Unlimited, &start, DiceSource::Committed(dice))?;
    let mut replay = TableReplay { table, at: Duration::ZERO };
    replay.apply(Table::begin)?;
    let mut playthrough = Playthrough::at(rules, finished.start.clone());
    let mut moves = Vec::new();
    for ply in &finished.plies {
        let NextStep::Turn(seat) = playthrough.next(rules, &dice, &mut moves) else {
            return Err(InputError::new(format!("cannot write game {number}: it goes on after its end")));
        };
        replay.at += ply.took;
        replay.act(seat, SeatAction::Move(rules.write_move(&playthrough.position, ply.mv)))?;
        playthrough.play(rules, ply.mv, ply.took);
    }
    match (&finished.report.termination, replay.table.turn()) {
        // A table ends games by rule, but a draw must be claimed.
        (Termination::Rule(_), Some(seat)) => replay.claim_draw(seat, seats)?,
        (Termination::Failed { .. }, Some(seat)) => {
            for seat in leaving_seats(seats, seat) {
                if replay.table.outcome().is_none() {
                    replay.act(seat, SeatAction::Leave)?;
                }
            }
        }
        _ => {}
    }
    Ok(table::record::write(replay.table.events()))
}

/// A table at which a game is replayed.
struct TableReplay {
    table: Table,
    at: Duration,
}

impl TableReplay {
    fn apply(&mut self, act: impl FnOnce(&mut Table, Millis) -> ActionReply) -> Result<(), InputError> {
        let now = Millis(self.at.as_millis() as u64);
        match act(&mut self.table, now).error {
            None => Ok(()),
            Some(error) => Err(InputError::new(format!("cannot replay a game at a table: {error}"))),
        }
    }

    fn act(&mut self, seat: Seat, action: SeatAction) -> Result<(), InputError> {
        self.apply(|table, now| {
            let seen = table.events().last().map_or(0, |event| event.number);
            table.act(seat, seen, action, now)
        })
    }

    fn claim_draw(&mut self, seat: Seat, seats: u8) -> Result<(), InputError> {
        self.act(seat, SeatAction::Offer(Offer::Claim))?;
        for other in Seat::all(seats) {
            if self.table.awaits_answer(other) {
                self.act(other, SeatAction::Answer(true))?;
            }
        }
        Ok(())
    }
}
