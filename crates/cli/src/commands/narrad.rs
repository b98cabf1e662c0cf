//! `takhteh narrad`: the backgammon player of the judge protocol.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use games::backgammon::narrad::{Weights, choose};
use games::backgammon::{Position, parameters};
use games::parameter_file;
use peers::judge::{JudgePlayer, PlayerEffect};
use rules::InputError;
use view::Playable;

use crate::bounded_read::{self, read_text_file};
use crate::error::CliError;

/// Maximum length of a line in bytes.
const MAX_LINE: usize = 4096;

#[derive(Args)]
#[command(after_help = "\
The judge sends one line for each turn: `d1 d2` to the player who starts, otherwise the opponent's roll, the opponent's \
moves as pairs `from to`, and the own roll. The player prints a line `from to` for each die, and `finish OWN OTHER` when \
the game is over. docs/judge.md describes the protocol.

Without --params, a file named like the program with the extension .conf is read if it is beside the program. The board is \
drawn on stderr after each turn. An illegal move of the opponent is reported on stderr, with exit code 1.

Examples:
  takhteh narrad
  takhteh narrad --depth 1 --params guess --quiet
  takhteh narrad --params champion.conf --dialect caia")]
pub(crate) struct Arguments {
    /// Number of turns to look ahead: 1 evaluates after the own turn, 2 after the opponent's reply
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4))]
    depth: u32,

    /// Weights of the evaluation: guess, evolved, or a parameter file [default: evolved]
    #[arg(long, value_name = "guess|evolved|FILE")]
    params: Option<String>,

    /// Dialect of the protocol
    #[arg(long, value_enum, default_value_t = Dialect::Judge)]
    dialect: Dialect,

    /// Do not draw the board
    #[arg(long)]
    quiet: bool,
}

/// Dialect of the judge protocol.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dialect {
    /// A referee talks to the players directly
    Judge,
    /// Manager, referee and players under the dispatcher of `CodeCup`
    Caia,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), CliError> {
    let weights = weights(arguments)?;
    let mut player = JudgePlayer::new();
    if arguments.dialect == Dialect::Caia {
        // The dispatcher takes the first line of the error output for the name of the player.
        note("R narrad");
    }
    for line in bounded_read::lines(std::io::stdin().lock(), MAX_LINE) {
        let line = line.map_err(|error| CliError::failed(format_args!("cannot read stdin: {error}")))?;
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if arguments.dialect == Dialect::Caia && line.eq_ignore_ascii_case("quit") {
            return Ok(());
        }
        let mut effects = player.on_line(line).map_err(|error| {
            CliError::failed(format_args!("cannot play on after {}: {error}", InputError::quote(line)))
        })?;
        let mut sent = String::new();
        while !effects.is_empty() {
            match effects.remove(0) {
                PlayerEffect::Draw(_) if arguments.quiet => {}
                PlayerEffect::Draw(position) => draw(&player, &position),
                PlayerEffect::Choose(position) => {
                    let play = choose(&weights, arguments.depth, &position);
                    effects.splice(0..0, player.on_play(play));
                }
                PlayerEffect::Send(line) => sent.push_str(&format!("{line}\n")),
                PlayerEffect::Exit => return send(&sent),
            }
        }
        send(&sent)?;
    }
    Ok(())
}

/// Writes lines to stdout at once.
fn send(lines: &str) -> Result<(), CliError> {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(lines.as_bytes())?;
    Ok(stdout.flush()?)
}

/// Draws a position on stderr.
fn draw(player: &JudgePlayer, position: &Position) {
    note(view::diagram::text::draw(&player.rules().diagram(position)).trim_end());
}

/// Writes to stderr. A closed stderr is no reason to stop.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// The weights that the arguments choose.
fn weights(arguments: &Arguments) -> Result<Weights, CliError> {
    match arguments.params.as_deref() {
        Some("guess") => Ok(Weights::GUESS),
        Some("evolved") => Ok(Weights::EVOLVED),
        Some(file) if Path::new(file).exists() => read_parameters(Path::new(file)),
        Some(file) => Err(CliError::usage(format_args!(
            "there are no parameters {file} and no such file: expected guess, evolved or a file"
        ))),
        None => match own_parameter_file() {
            Some(file) => {
                if !arguments.quiet {
                    note(&format!("parameters: {}", file.display()));
                }
                read_parameters(&file)
            }
            None => Ok(Weights::EVOLVED),
        },
    }
}

fn read_parameters(file: &Path) -> Result<Weights, CliError> {
    let text = read_text_file(file, parameter_file::MAX_BYTES)?;
    parameters::read(&text).map_err(|error| CliError::usage(format_args!("{}, {error}", file.display())))
}

/// The file beside this program that has its name and the extension `.conf`, if it exists. The name is the one that the
/// program was started by, so that links to one program can have files of their own.
fn own_parameter_file() -> Option<PathBuf> {
    let started_as =
        std::env::args_os().next().map(PathBuf::from).filter(|path| path.components().count() > 1);
    let candidates = [started_as, std::env::current_exe().ok()];
    candidates.into_iter().flatten().map(|path| path.with_extension("conf")).find(|path| path.is_file())
}
