//! Load on a server: thousands of sockets and games, watchers of the lobby, and a restart with many games.
//!
//! ```text
//! cargo run --release --example load -- PROGRAM moves|lobby|restart|kills|armies|soak [--short] [--plot FILE]
//! ```
//!
//! PROGRAM is `takhteh`, which is started on a free port of this computer with a new data folder. Nothing else is contacted;
//! sockets, games and times are bounded. `moves` plays games at a fixed rate over more and more sockets, `lobby` adds watchers of
//! the lobby, `restart` kills a server with many games and starts it again, `kills` does so
//! again and again while they are played, `armies` compiles as many armies as it can, and `soak` plays
//! a million moves.
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a development tool")]

mod armies;
mod connection;
mod kills;
mod lobby;
mod measurement;
mod playing;
mod plot;
mod process;
mod restart;
mod soak;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use connection::LoadError;
use measurement::{Measurement, measure};
use playing::{Counters, lines, play_all, set_up};
use process::ServerProcess;

/// Number of open files and connections that the generator asks the system for.
const MAX_FILES: u64 = 20_000;
/// Largest ratio of the processor time for a move with the most and with the fewest sockets.
const MAX_RATIO: f64 = 1.3;

/// Arguments of the program.
pub struct Arguments {
    program: PathBuf,
    scenario: String,
    is_short: bool,
    plot: Option<PathBuf>,
}

impl Arguments {
    fn read(mut words: impl Iterator<Item = String>) -> Option<Arguments> {
        let (program, scenario) = (words.next()?.into(), words.next()?);
        let mut arguments = Arguments { program, scenario, is_short: false, plot: None };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--short" => arguments.is_short = true,
                "--plot" => arguments.plot = Some(words.next()?.into()),
                _ => return None,
            }
        }
        Some(arguments)
    }
}

/// A data folder that is removed when dropped.
pub struct DataFolder(PathBuf);

impl DataFolder {
    /// A new empty folder for the scenario of this name.
    pub fn new(name: &str) -> Result<DataFolder, LoadError> {
        let folder = std::env::temp_dir().join(format!("takhteh-load-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).map_err(|error| format!("cannot create a folder: {error}"))?;
        Ok(DataFolder(folder))
    }
}

impl Drop for DataFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn main() -> ExitCode {
    let Some(arguments) = Arguments::read(std::env::args().skip(1)) else {
        eprintln!("usage: load PROGRAM moves|lobby|restart|kills|armies|soak [--short] [--plot FILE]");
        return ExitCode::from(2);
    };
    let _ = rlimit::increase_nofile_limit(MAX_FILES);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("cannot start: {error}");
            return ExitCode::FAILURE;
        }
    };
    let result = runtime.block_on(async {
        match arguments.scenario.as_str() {
            "moves" => moves(&arguments).await,
            "lobby" => lobby::run(&arguments).await,
            "restart" => restart::run(&arguments).await,
            "kills" => kills::run(&arguments).await,
            "armies" => armies::run(&arguments).await,
            "soak" => soak::run(&arguments).await,
            other => Err(format!(
                "there is no scenario {other}: expected moves, lobby, restart, kills, armies or soak"
            )),
        }
    });
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Games at a fixed rate over more and more sockets.
async fn moves(arguments: &Arguments) -> Result<(), LoadError> {
    let sizes: &[usize] = if arguments.is_short { &[20, 200] } else { &[100, 1000, 10_000] };
    let rate = if arguments.is_short { 100.0 } else { 1000.0 };
    let seconds = if arguments.is_short { 1 } else { 12 };
    let lines = lines(if arguments.is_short { 60 } else { 320 })?;
    println!(
        "chess, two sockets for each game, {rate} moves a second in all, every move on disk before it is sent"
    );
    println!("{}", Measurement::HEADING);
    let mut rows = Vec::new();
    for &sockets in sizes {
        let folder = DataFolder::new("moves")?;
        let server = ServerProcess::start(&arguments.program, &folder.0)?;
        let pairs = set_up(server.address, sockets / 2).await?;
        let counters = Arc::new(Counters::default());
        let games = play_all(pairs, rate, &lines, &counters);
        tokio::time::sleep(Duration::from_secs(if arguments.is_short { 1 } else { 3 })).await;
        let row = measure(&server, sockets, Duration::from_secs(seconds), &counters).await?;
        println!("{row}");
        drop(games);
        rows.push(row);
    }
    if let [first, .., last] = &rows[..] {
        let ratio = last.cpu_per_move / first.cpu_per_move;
        println!(
            "processor time of the server for a move, {} to {} sockets: {ratio:.2} (at most {MAX_RATIO})",
            last.sockets, first.sockets
        );
    }
    if rows.iter().any(|row| row.moves_per_second < 0.8 * rate) {
        println!("the machine did not reach the rate");
    }
    if let Some(file) = &arguments.plot {
        std::fs::write(file, plot::draw(&rows))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    Ok(())
}
