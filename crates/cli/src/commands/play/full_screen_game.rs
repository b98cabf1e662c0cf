//! `takhteh play` on the whole terminal.

use rules::{InputError, Seat};
use search::EngineName;
use table::sanitize_name;
use terminal::{NewGame, NewSeat, Start};

use super::Arguments;
use super::players::by_seat;
use crate::data_folder::DataArgs;
use crate::engine_args::engine_name;
use crate::error::CliError;
use crate::full_screen::{self, ScreenArgs};
use crate::output::Output;
use crate::record_file::RecordFile;

/// `true` if the game is shown on the whole terminal: it is one, and nothing asks for lines. Typed dice and external
/// programs are played by lines.
pub(super) fn is_used(arguments: &Arguments, output: &Output) -> bool {
    let is_external = |seat: &String| seat.contains("=exec:");
    !arguments.plain
        && !output.is_json()
        && arguments.dice.is_none()
        && !arguments.seats.iter().any(is_external)
        && full_screen::is_possible()
}

/// Plays the game, which is stored in the data folder.
pub(super) fn run(
    arguments: &Arguments,
    settings: &str,
    seats: u8,
    (data, screen): (&DataArgs, &ScreenArgs),
    output: &mut Output,
) -> Result<(), CliError> {
    let players = players(arguments, seats)?;
    let mut new = NewGame::new(&arguments.game.game, settings, players);
    new.clock = arguments.clock;
    new.position.clone_from(&arguments.position);
    new.seed = arguments.seed;
    new.max_plies = arguments.max_plies;
    new.client_seeds = by_seat(&arguments.client_seeds, "--client-seed", seats)?
        .into_iter()
        .map(|(seat, seed)| (seat, seed.to_owned()))
        .collect();
    if let Some(path) = &arguments.record {
        let mut record = RecordFile::create(path)?;
        new.sink =
            Some(Box::new(move |events| record.append(events).map_err(|error| error.message().to_owned())));
    }
    full_screen::run(&mut data.open()?, screen, Start::Play(Box::new(new)), output)
}

/// Players of the seats. The first human is the user of this terminal.
fn players(arguments: &Arguments, seats: u8) -> Result<Vec<NewSeat>, CliError> {
    let chosen = by_seat(&arguments.seats, "--seat", seats)?;
    let names = by_seat(&arguments.names, "--name", seats)?;
    let mut has_user = false;
    Seat::all(seats)
        .map(|seat| {
            let default = if seat == Seat::FIRST { "human" } else { "random" };
            let player = chosen.iter().find(|(other, _)| *other == seat).map_or(default, |(_, name)| name);
            let name = names.iter().find(|(other, _)| *other == seat).map(|(_, name)| (*name).to_owned());
            if player == "human" {
                let is_user = !std::mem::replace(&mut has_user, true);
                return Ok(if is_user { NewSeat::Me(name) } else { NewSeat::Other(name) });
            }
            let unusable = |error: &dyn std::fmt::Display| {
                CliError::usage(format_args!("cannot use --seat {seat}={player}: {error}, or human"))
            };
            let engine: EngineName = engine_name(player).map_err(|error| unusable(&error))?;
            let known = games::engines::open(&arguments.game.game, "", Some(&engine));
            known.map_err(|error: InputError| unusable(&error))?;
            Ok(NewSeat::Engine(engine, name.map(|name| sanitize_name(&name))))
        })
        .collect()
}
