//! Games of a contest as records.

use std::sync::Arc;
use std::time::Duration;

use rules::{InputError, Notation, Seat};
use table::{Action, Dice, Millis, Offer, Reply, Table, TimeControl, fitting_name};
use view::DynGame;

use crate::contest::Finished;
use crate::course::{Course, Next};
use crate::game::leaving_seats;
use crate::report::Ending;
use crate::side::Side;
use crate::terms::Terms;

/// The record of a game, made by playing it again at a table. `game` must be the same game as `rules`, and `names` are
/// the sides'. A stopped game is left unfinished, and who failed has left.
pub fn record<R: Notation>(
    rules: &R,
    game: Arc<dyn DynGame>,
    names: [&str; 2],
    terms: &Terms,
    finished: &Finished<R>,
) -> Result<String, InputError> {
    let number = finished.report.game;
    let seats = rules.seats();
    let name = |seat| fitting_name(names[Side::on(seat, number % 2 == 1).index()]);
    let dice = terms.chances(number / 2).dice;
    let names = Seat::all(seats).map(name).collect();
    let table = Table::open(game, names, TimeControl::Unlimited, "start", Dice::Committed(dice))?;
    let mut scribe = Scribe { table, at: Duration::ZERO };
    scribe.expect(Table::begin)?;
    let mut course = Course::new(rules);
    let mut moves = Vec::new();
    for ply in &finished.plies {
        let Next::Turn(seat) = course.next(rules, &dice, &mut moves) else {
            return Err(InputError::new(format!("game {number} goes on after its end")));
        };
        scribe.at += ply.took;
        scribe.act(seat, Action::Move(rules.write_move(&course.position, ply.mv)))?;
        course.play(rules, ply.mv, ply.took);
    }
    match (&finished.report.ending, scribe.table.turn()) {
        // The table ends games by its rules, but waits for somebody to claim a draw.
        (Ending::Rule(_), Some(seat)) => scribe.claim(seat, seats)?,
        (Ending::Failed { .. }, Some(seat)) => {
            for seat in leaving_seats(seats, seat) {
                if scribe.table.outcome().is_none() {
                    scribe.act(seat, Action::Leave)?;
                }
            }
        }
        _ => {}
    }
    Ok(table::record::write(scribe.table.events()))
}

/// Does at a table what was done in a game.
struct Scribe {
    table: Table,
    at: Duration,
}

impl Scribe {
    fn expect(&mut self, act: impl FnOnce(&mut Table, Millis) -> Reply) -> Result<(), InputError> {
        let now = Millis(self.at.as_millis() as u64);
        match act(&mut self.table, now).refusal {
            None => Ok(()),
            Some(refusal) => {
                Err(InputError::new(format!("a game could not be played again at a table: {refusal}")))
            }
        }
    }

    fn act(&mut self, seat: Seat, action: Action) -> Result<(), InputError> {
        self.expect(|table, now| {
            let seen = table.events().last().map_or(0, |event| event.number);
            table.act(seat, seen, action, now)
        })
    }

    fn claim(&mut self, seat: Seat, seats: u8) -> Result<(), InputError> {
        self.act(seat, Action::Offer(Offer::Claim))?;
        for other in Seat::all(seats) {
            if self.table.awaits_answer(other) {
                self.act(other, Action::Answer(true))?;
            }
        }
        Ok(())
    }
}
