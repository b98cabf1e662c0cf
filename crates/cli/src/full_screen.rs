//! The full-screen program, started by `menu`, `play` and `record continue`.

use std::io::{IsTerminal, stdin, stdout};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use games::halma::Configuration;
use terminal::{ExtraPreset, LastGame, Options, Start, StopHook, TerminalData, Theme};

use crate::bounded_read::read_text_file;
use crate::error::CliError;
use crate::game_args::{CONFIGURATION, MAX_CONFIGURATION};
use crate::output::{Output, json};
use crate::signals::on_stop_signal;

/// Options of the full-screen program.
#[derive(Args, Clone)]
pub(crate) struct ScreenArgs {
    /// Milliseconds that a computer without a clock takes at least for a move
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    pace: u64,
}

/// `true` if the program can use the whole terminal.
pub(crate) fn is_possible() -> bool {
    stdin().is_terminal()
        && stdout().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Fails unless the program can use the whole terminal.
pub(crate) fn require() -> Result<(), CliError> {
    match is_possible() {
        true => Ok(()),
        false => Err(CliError::usage(
            "cannot show the board: stdin or stdout is no terminal; use `takhteh play GAME --plain` in a pipe",
        )),
    }
}

/// Shows the menu or a game until the user quits. Then prints the result of the last game, or how to continue it.
pub(crate) fn run(
    data: &mut TerminalData,
    arguments: &ScreenArgs,
    start: Start,
    output: &mut Output,
) -> Result<(), CliError> {
    let options = Options {
        theme: Theme::detect(),
        pace: Duration::from_millis(arguments.pace),
        presets: configuration().into_iter().collect(),
        on_stop: stop_hook(),
    };
    print_last(terminal::run(data, options, start)?, output)
}

/// Prints the result of the last game, or how to continue it.
pub(crate) fn print_last(last: Option<LastGame>, output: &mut Output) -> Result<(), CliError> {
    match last {
        None => Ok(()),
        Some(LastGame { id, result: Some(result) }) => output.result(
            || format!("{}\nShow it again: takhteh record show {id}", result.trim_end()),
            || json!({"game": id, "result": result}),
        ),
        Some(LastGame { id, result: None }) => output.result(
            || format!("The game is saved. Continue it: takhteh record continue {id}"),
            || json!({"game": id}),
        ),
    }
}

/// Registers the function that stops the program for signals.
pub(crate) fn stop_hook() -> StopHook {
    Box::new(|stop| {
        // Without signals the program ends as usual.
        let _ = on_stop_signal(stop);
    })
}

/// Settings of Halma in the current folder. A file with errors is left out here: `takhteh play halma` reports them.
fn configuration() -> Option<ExtraPreset> {
    let text = read_text_file(Path::new(CONFIGURATION), MAX_CONFIGURATION).ok()?;
    Configuration::read(&text).ok()?;
    let settings = Configuration::lines(&text).ok()?;
    Some(ExtraPreset { game: "halma", title: format!("from {CONFIGURATION}"), settings })
}
