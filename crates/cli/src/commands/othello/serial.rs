//! `takhteh othello serial`: one end of a serial line.

mod arguments;
mod letter;
mod person;
mod session;
mod visits;

use line::Device;
use line_page::LineSource;

pub(crate) use self::arguments::Arguments;
use self::arguments::RoleName;
use self::letter::{Letter, Reception};
use self::session::{Role, Session, Who};
use super::chooser::Chooser;
use super::clock::Clock;
use super::place::Place;
use super::witnesses::Witnesses;
use crate::error::CliError;
use crate::output::Output;
use crate::signals::on_stop_signal;

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let common = &arguments.common;
    let is_human = arguments.is_human()?;
    arguments.check()?;
    let mut role = arguments.role(is_human)?;
    let place = arguments.place.place(arguments.role);
    if is_human && place == Place::Stdio && common.web.is_none() {
        return Err(CliError::usage(
            "--stdio is the line itself, so nobody can type moves there: expected another line for --seat human, or --web",
        ));
    }
    // Who plays on the page has to open it before the first game, and says there when another one begins.
    let awaits_visitor = is_human && common.web.is_some() && arguments.role == RoleName::Pc;
    let is_asked_again = awaits_visitor && common.games.is_none();
    let games = match (arguments.role, common.games) {
        (_, Some(games)) => games,
        (RoleName::Device, None) => u32::MAX,
        (RoleName::Pc, None) => 1,
    };
    let (sender, letters) = std::sync::mpsc::channel();
    let who = if is_human {
        Who::Human
    } else {
        let answers = sender.clone();
        let chooser = Chooser::new(&arguments.engine, common.first.seat(), arguments.seed, move |thought| {
            answers.send(Letter::Thought(thought)).is_ok()
        })?;
        Who::Engine(Box::new(chooser))
    };
    let us = if is_human { "human".to_owned() } else { arguments.engine.to_string() };
    let names = [us, place.to_string()];
    let mut witnesses = Witnesses::call(output, place == Place::Stdio, common.quiet, names, 1);
    let orders = sender.clone();
    let about = arguments.about(&place, is_human);
    witnesses.open_page(common, about, LineSource::Endpoint(role.station()), move |order| {
        // Whoever ordered it hears that nobody is there.
        let _ = orders.send(Letter::Ordered(order));
    })?;
    if let Some(page) = witnesses.page.as_ref().filter(|_| awaits_visitor) {
        let visits = sender.clone();
        page.at_first_visitor(move || {
            // Whoever has left begins no game.
            let _ = visits.send(Letter::Visited);
        });
    }
    let door = place.open(common.baud)?;
    witnesses.keep(common, &format!("{} on {place}", arguments.role.title()))?;
    witnesses.line_is_at(0, &door)?;
    let (link, listener) = door.wait()?;
    let clock = Clock::new();
    let speaker = letter::attach(link, 0, &clock, common.patience(), sender.clone());
    let reception = match (&role, listener) {
        (Role::Device(device), Some(listener)) if common.games.is_none() => Some(Reception {
            listener,
            fresh: Device::clone(device),
            patience: common.patience(),
            letters: sender.clone(),
        }),
        _ => None,
    };
    let asked = sender.clone();
    on_stop_signal(move || {
        // Whoever has left already need not be asked.
        let _ = asked.send(Letter::Leave);
    })?;
    if is_human && place != Place::Stdio {
        person::listen_to_person(sender);
    }
    let session = Session {
        role,
        speaker: Some(speaker),
        reception,
        visit: 0,
        letters,
        who,
        witnesses,
        clock,
        games_left: games,
        is_asked_again,
        awaits_visitor,
        is_finished: awaits_visitor,
        void: 0,
        leave_by: None,
        is_over: false,
    };
    session.run()
}
