//! `takhteh`: the one program of the house.

mod bounded_read;
mod commands;
mod conductor;
mod error;
mod game_args;
mod log_file;
mod mind;
mod output;
mod pace;
mod record_file;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use commands::{
    best, chess, contest, games, gtp, nboard, othello, perft, play, playouts, queens, record, serve, show,
};
use output::Output;

/// Classic board games to play, to study and to measure programs by.
#[derive(Parser)]
#[command(name = "takhteh", version, about)]
struct Arguments {
    /// One JSON object a line instead of text
    #[arg(long, global = true)]
    json: bool,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the web app: lobby, boards, live games; what takhteh does without a command
    Serve(serve::Arguments),
    /// The games: names, seats, engines, settings
    Games,
    /// Play a game in the terminal
    Play(play::Arguments),
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Random games on one thread, and how fast they are
    Playouts(playouts::Arguments),
    /// Play two engines against each other, in pairs of games with the seats changed
    Match(contest::Arguments),
    /// Choose a move in a position
    Best(best::Arguments),
    /// An engine for Othello that speaks GTP on stdin and stdout
    Gtp(gtp::Arguments),
    /// An engine for the Othello board NBoard, on stdin and stdout
    Nboard(nboard::Arguments),
    /// Draw a position as text, SVG or PNG
    Show(show::Arguments),
    /// Chess: relation codes of pieces, armies
    #[command(subcommand)]
    Chess(chess::Command),
    /// Othello: a serial line, and the exact end of positions
    #[command(subcommand)]
    Othello(othello::Command),
    /// n queens: count, list, show, complete
    #[command(subcommand)]
    Queens(queens::Command),
    /// Records of games
    #[command(subcommand)]
    Record(record::Command),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut output = Output::new(arguments.json);
    let command = arguments.command.unwrap_or_else(|| Command::Serve(serve::Arguments::default()));
    let done = match command {
        Command::Serve(arguments) => serve::run(&arguments, &mut output),
        Command::Games => games::run(&mut output),
        Command::Play(arguments) => play::run(&arguments, &mut output),
        Command::Perft(arguments) => perft::run(&arguments, &mut output),
        Command::Playouts(arguments) => playouts::run(&arguments, &mut output),
        Command::Match(arguments) => contest::run(&arguments, &mut output),
        Command::Best(arguments) => best::run(&arguments, &mut output),
        Command::Gtp(arguments) => gtp::run(&arguments),
        Command::Nboard(arguments) => nboard::run(&arguments),
        Command::Show(arguments) => show::run(&arguments, &mut output),
        Command::Chess(command) => chess::run(&command, &mut output),
        Command::Othello(command) => othello::run(&command, &mut output),
        Command::Queens(command) => queens::run(&command, &mut output),
        Command::Record(command) => record::run(&command, &mut output),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "takhteh", &mut script);
            output.raw(&script)
        }
    };
    match done.and_then(|()| output.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.exit(),
    }
}
