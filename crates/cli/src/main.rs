//! `takhteh`: the command line.

mod bearoff_file;
mod bounded_read;
mod commands;
mod data_folder;
mod date;
mod engine_args;
mod error;
mod full_screen;
mod game_args;
#[cfg(test)]
mod help_tests;
mod limit_args;
mod log_file;
mod output;
mod password_input;
mod program_args;
mod progress;
mod record_file;
mod signals;
mod stdio_loop;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    account, backgammon, backup, best, chess, device, games, gtp, halma, judge, match_command, menu, narrad,
    nboard, othello, perft, play, playouts, queens, record, serve, show, tune, uci, xboard,
};
use error::CliError;
use output::Output;

/// Classic board games to play, to study and to measure engines with.
#[derive(Parser)]
#[command(
    name = "takhteh",
    version,
    about,
    max_term_width = 120,
    after_help = "\
Exit codes: 0 done, 1 the work failed, 2 wrong call, 130 interrupted.

Examples:
  takhteh
  takhteh play othello --seat 2=strong:level=3
  takhteh best chess --time 500 --json
  takhteh match othello strong:level=4 random --games 20"
)]
struct Arguments {
    /// Print one JSON object per line instead of text; errors are objects on stderr
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the web app: lobby, boards, live games. The default command
    Serve(serve::Arguments),
    /// List the games with their seats, engines and settings
    #[command(after_help = "Examples:\n  takhteh games\n  takhteh games --json")]
    Games,
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Play on the chess computer of 128x128 pixels and 16 keys
    Device(device::Arguments),
    /// Open the full-screen terminal program: accounts, statistics, new and saved games
    Menu(menu::Arguments),
    /// Accounts: register, log in and out, statistics
    #[command(
        subcommand,
        after_help = "Examples:\n  takhteh account register Laleh\n  takhteh account stats --game chess"
    )]
    Account(account::Command),
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Play random games on one thread and measure the speed
    Playouts(playouts::Arguments),
    /// Play two engines against each other, in pairs of games with the sides swapped
    Match(Box<match_command::Arguments>),
    /// Tune the weights of an engine by games
    Tune(tune::Arguments),
    /// Choose a move in a position
    Best(best::Arguments),
    /// Run a chess engine that speaks UCI on stdin and stdout
    Uci(uci::Arguments),

    /// Play chess as an engine for programs that speak the xboard protocol
    Xboard(xboard::Arguments),
    /// Run an Othello engine that speaks GTP on stdin and stdout
    Gtp(gtp::Arguments),
    /// Run an Othello engine that speaks the NBoard protocol on stdin and stdout
    Nboard(nboard::Arguments),
    /// Play backgammon by the judge protocol on stdin and stdout
    Narrad(narrad::Arguments),
    /// Play two programs of the judge protocol against each other
    Judge(judge::Arguments),
    /// Kill the process groups that stdin lists when it ends
    #[command(hide = true, after_help = "Examples:\n  takhteh process-guard")]
    ProcessGuard,
    /// Draw a position as text, SVG or PNG
    Show(show::Arguments),
    /// Chess: armies and relation codes of pieces
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh chess army check griffon
  takhteh chess relations --square b1"
    )]
    Chess(chess::Command),
    /// Backgammon: match files and formats of positions
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh backgammon convert game.record --to mat
  takhteh backgammon position 4HPwATDgc/ABMA"
    )]
    Backgammon(backgammon::Command),
    /// Othello: serial line, endgame solver, game files
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh othello solve positions.obf
  takhteh othello serial --role pc --port /dev/ttyUSB0
  takhteh othello convert games.wtb --to ggf"
    )]
    Othello(othello::Command),
    /// Halma: the solo race
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh halma race --config confi.cfg
  takhteh halma race --preset 10x10 --json"
    )]
    Halma(halma::Command),
    /// n queens: count, list, show, complete
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh queens count 8
  takhteh queens complete --size 8 c1,e2"
    )]
    Queens(queens::Command),
    /// Records of games: verify files; list, show and continue stored games
    #[command(
        subcommand,
        after_help = "Examples:\n  takhteh record verify game.record\n  takhteh record list --game halma"
    )]
    Record(record::Command),
    /// Write a backup of all games and accounts
    Backup(backup::BackupArguments),
    /// Replace all games and accounts by a backup
    Restore(backup::RestoreArguments),
    /// Print a completion script for a shell
    #[command(after_help = "Examples:\n  takhteh completions bash\n  takhteh completions zsh")]
    Completions {
        /// Shell to print the script for
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit_with_parse_error(&error),
    };
    let mut output = Output::new(arguments.json);
    let command = arguments.command.unwrap_or_else(|| Command::Serve(serve::Arguments::default()));
    match run(command, &mut output).and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.exit(arguments.json),
    }
}

fn run(command: Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Serve(arguments) => serve::run(&arguments, output),
        Command::Games => games::run(output),
        Command::Play(arguments) => play::run(&arguments, output),
        Command::Device(arguments) => device::run(&arguments, output),
        Command::Menu(arguments) => menu::run(&arguments, output),
        Command::Account(command) => account::run(&command, output),
        Command::Perft(arguments) => perft::run(&arguments, output),
        Command::Playouts(arguments) => playouts::run(&arguments, output),
        Command::Match(arguments) => match_command::run(&arguments, output),
        Command::Tune(arguments) => tune::run(&arguments, output),
        Command::Best(arguments) => best::run(&arguments, output),
        Command::Gtp(arguments) => gtp::run(&arguments),
        Command::Nboard(arguments) => nboard::run(&arguments),
        Command::Uci(arguments) => uci::run(&arguments, output),
        Command::Xboard(arguments) => xboard::run(&arguments, output),
        Command::Narrad(arguments) => narrad::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments, output),
        Command::ProcessGuard => {
            peers::process::run_guard(std::io::stdin().lock());
            Ok(())
        }
        Command::Show(arguments) => show::run(&arguments, output),
        Command::Chess(command) => chess::run(&command, output),
        Command::Backgammon(command) => backgammon::run(&command, output),
        Command::Othello(command) => othello::run(&command, output),
        Command::Halma(command) => halma::run(&command, output),
        Command::Queens(command) => queens::run(&command, output),
        Command::Record(command) => record::run(&command, output),
        Command::Backup(arguments) => backup::back_up(&arguments, output),
        Command::Restore(arguments) => backup::restore(&arguments, output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "takhteh", &mut script);
            output.raw(&script)
        }
    }
}

/// Prints an error of the argument parser, or the help that was requested. With `--json` an error is an object.
fn exit_with_parse_error(error: &clap::Error) -> ExitCode {
    let is_json = std::env::args_os()
        .skip(1)
        .take_while(|argument| argument != "--")
        .any(|argument| argument == "--json");
    if is_json && error.use_stderr() {
        let text = error.to_string();
        return CliError::usage(text.trim_start_matches("error: ").trim_end()).exit(true);
    }
    // Without a readable stdout or stderr the exit code is all that is left.
    let _ = error.print();
    let _ = std::io::stdout().flush();
    ExitCode::from(error.exit_code() as u8)
}
