//! `takhteh play`: a game in the terminal.

mod full_screen_game;
mod input;
mod players;
mod remote;
mod rolls;
mod terminal_game;

use std::path::PathBuf;

use arena::MatchConfig;
use clap::Args;
use games::catalog;
use search::EngineName;
use table::{DiceSource, GivenRolls, Millis, SeatAction, Secret, Table, TimeControl};

use self::players::{Player, by_seat};
use self::remote::RemoteArgs;
use self::rolls::RollSource;
use self::terminal_game::TerminalGame;
use crate::bearoff_file;
use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::full_screen::ScreenArgs;
use crate::game_args::GameArgs;
use crate::output::Output;
use crate::program_args::ProgramArgs;
use crate::record_file::RecordFile;

#[derive(Args)]
#[command(after_help = "\
On a terminal the board fills the screen, and the game is stored in the data folder: quit and continue it later. In a pipe, \
with --plain, --json or --dice, or against an external program, the game is played by lines: type a move, or `help` for the \
other commands. With --server the game is on a server, by lines too: others join it by its link, and it continues there when \
the connection is lost. An engine that crashes, gives no move or an illegal one loses the game, and the reason is printed.

Examples:
  takhteh play othello
  takhteh play othello --plain
  takhteh play chess --army mao --seat 2=strong:level=3 --clock 10m+5s
  takhteh play halma --set Player_num=4 --seat 2=human
  takhteh play backgammon --set length=5 --record game.record
  takhteh play backgammon --seat 2=strong:level=3 --dice manual
  takhteh play chess --server http://localhost:8080 --login Laleh
  takhteh play othello --server https://play.example.org --game 4k9qd2xw7b
  takhteh play othello --seat \"2=exec:gtp:/usr/games/gtp-rhino\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Player of a seat: human, an engine with options such as 2=strong:level=3, or an external program such as
    /// 2=exec:gtp:COMMAND. By default seat 1 is human and the others play at random
    #[arg(long = "seat", value_name = "N=PLAYER")]
    seats: Vec<String>,

    /// Time control: 5m for the game, 5m+3s with an increment, 8s/move, or none
    #[arg(long, value_name = "TIME", default_value = "none")]
    clock: TimeControl,

    /// Start position
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Name of a player
    #[arg(long = "name", value_name = "N=NAME")]
    names: Vec<String>,

    /// Client seed: text that a seat mixes into the dice before the first roll
    #[arg(long = "client-seed", alias = "word", value_name = "N=TEXT")]
    client_seeds: Vec<String>,

    /// Dice: `manual` to type in the rolls of real dice, or a file of rolls. By default the program rolls
    #[arg(long, value_name = "manual|FILE", conflicts_with = "client_seeds")]
    dice: Option<String>,

    /// Write a record of the game to this new file, each move as it is made
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Number of moves after which a game between engines only ends as a draw
    #[arg(long, value_name = "N", default_value_t = MatchConfig::DEFAULT_MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,

    /// Seed of the dice and of random players
    #[arg(long)]
    seed: Option<u64>,

    /// Play by typed lines even on a terminal
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    programs: ProgramArgs,

    #[command(flatten)]
    remote: RemoteArgs,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    screen: ScreenArgs,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let (name, settings) = (&arguments.game.game, arguments.game.settings(output)?);
    let game = catalog::open(name, &settings)?;
    let seats = game.seats();
    if let Some(url) = &arguments.remote.server {
        return remote::run(arguments, url, settings, seats, output);
    }
    if full_screen_game::is_used(arguments, output) {
        bearoff_file::provide_for(name);
        let screen = (&arguments.data, &arguments.screen);
        return full_screen_game::run(arguments, &settings, seats, screen, output);
    }
    let (secret, seed) = match arguments.seed {
        Some(seed) => (Secret::from_seed(seed), seed),
        None => entropy()?,
    };
    bearoff_file::provide_for(name);
    let has_programs = arguments.seats.iter().any(|seat| seat.contains("=exec:"));
    let programs = arguments.programs.options(has_programs)?;
    let open = |engine: &EngineName| peers::open_with(name, &settings, Some(engine), &programs);
    let players = players::seated(&arguments.seats, seats, seed, open)?;
    let mut names: Vec<String> = players.iter().map(Player::name).collect();
    for (seat, name) in by_seat(&arguments.names, "--name", seats)? {
        name.clone_into(&mut names[seat.index()]);
    }
    let client_seeds = by_seat(&arguments.client_seeds, "--client-seed", seats)?;
    let rolls = arguments.dice.as_deref().map(RollSource::open).transpose()?;
    let dice = match rolls {
        Some(_) if !game.has_dice() => {
            return Err(CliError::usage(format_args!("{name} has no dice: expected no --dice")));
        }
        Some(_) => DiceSource::Given(GivenRolls::default()),
        None => DiceSource::Committed(secret),
    };
    let mut table = Table::open(game, names, arguments.clock, &arguments.position, dice)?;
    for (seat, client_seed) in client_seeds {
        let reply =
            table.act(seat, table.latest(), SeatAction::ClientSeed(client_seed.to_owned()), Millis(0));
        if let Some(error) = reply.error {
            return Err(CliError::usage(format_args!(
                "cannot use --client-seed {seat}={client_seed}: {error}"
            )));
        }
    }
    let record = arguments.record.as_deref().map(RecordFile::create).transpose()?;
    TerminalGame::new(table, players, record, rolls, arguments.max_plies, output).run()
}

/// Returns a secret for the dice and a seed for the engines from the operating system.
fn entropy() -> Result<(Secret, u64), CliError> {
    let mut bytes = [0; 40];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::failed(format_args!("cannot get random numbers: {error}")))?;
    let mut secret = [0; 32];
    let mut seed = [0; 8];
    secret.copy_from_slice(&bytes[..32]);
    seed.copy_from_slice(&bytes[32..]);
    Ok((Secret::new(secret), u64::from_le_bytes(seed)))
}
