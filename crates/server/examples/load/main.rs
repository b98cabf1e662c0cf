//! Load on a server: thousands of sockets and games, watchers of the lobby, and a restart with many games.
//!
//! ```text
//! cargo run --release --example load -- PROGRAM moves|lobby|restart|kills|faults|armies|soak [--short] [--plot FILE]
//! ```
//!
//! PROGRAM is `takhteh`, which is started on a free port of this computer with a new data folder. Nothing else is contacted;
//! sockets, games and times are bounded. `moves` plays games at a fixed rate over more and more sockets, `lobby` adds watchers of
//! the lobby, `restart` kills a server with many games and starts it again, `kills` does so again and again while they
//! are played, `faults` plays over bad connections, `armies` compiles as many armies as it can, and `soak` plays a
//! million moves.
#![allow(clippy::print_stderr, clippy::print_stdout, reason = "a development tool")]

mod armies;
mod connection;
mod faults;
mod game;
mod kills;
mod lobby;
mod measurement;
mod playing;
mod plot;
mod process;
mod proxy;
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
        eprintln!("usage: load PROGRAM moves|lobby|restart|kills|faults|armies|soak [--short] [--plot FILE]");
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
            "faults" => faults::run(&arguments).await,
            "armies" => armies::run(&arguments).await,
            "soak" => soak::run(&arguments).await,
            other => Err(format!(
                "there is no scenario {other}: expected moves, lobby, restart, kills, faults, armies or soak"
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

/// Games at a fixed rate over more and more sockets: first all of them play, then as many as at first beside idle ones.
async fn moves(arguments: &Arguments) -> Result<(), LoadError> {
    let sizes: &[usize] = if arguments.is_short { &[20, 200] } else { &[100, 1000, 10_000] };
    let rate = if arguments.is_short { 100.0 } else { 1000.0 };
    let lines = lines(if arguments.is_short { 60 } else { 520 })?;
    println!(
        "chess, two sockets for each game, {rate} moves a second in all, every move on disk before it is sent"
    );
    println!("{}", Measurement::HEADING);
    let mut rows = Vec::new();
    for &sockets in sizes {
        rows.push(games_over(arguments, sockets, usize::MAX, rate, &lines).await?);
    }
    let fewest = sizes[0] / 2;
    println!("the same with {fewest} games that play; at the other tables nobody moves");
    let mut beside_idle = Vec::new();
    for &sockets in sizes {
        beside_idle.push(games_over(arguments, sockets, fewest, rate, &lines).await?);
    }
    if let Some(file) = &arguments.plot {
        std::fs::write(file, plot::draw(&rows))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    let ratio = |rows: &[Measurement]| rows[rows.len() - 1].cpu_per_move / rows[0].cpu_per_move;
    println!(
        "processor time of the server for a move, {} to {} sockets: {:.2} if all play, {:.2} beside idle ones (at most \
         {MAX_RATIO})",
        sizes[sizes.len() - 1],
        sizes[0],
        ratio(&rows),
        ratio(&beside_idle)
    );
    if arguments.is_short {
        return Ok(());
    }
    if ratio(&beside_idle) > MAX_RATIO {
        return Err("idle sockets make moves too expensive".to_owned());
    }
    rows.iter().chain(&beside_idle).try_for_each(|row| row.check(rate))
}

/// Plays games over this many sockets, at most `playing` of them, and prints what was measured.
async fn games_over(
    arguments: &Arguments,
    sockets: usize,
    playing: usize,
    rate: f64,
    lines: &[Arc<[String]>],
) -> Result<Measurement, LoadError> {
    let (before, seconds) = if arguments.is_short { (1, 1) } else { (3, 20) };
    let folder = DataFolder::new("moves")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let mut pairs = set_up(server.address, sockets / 2).await?;
    let idle = pairs.split_off(playing.min(pairs.len()));
    let counters = Arc::new(Counters::default());
    let _idle = play_all(idle, rate, &[Arc::from([])], &counters);
    let _playing = play_all(pairs, rate, lines, &counters);
    tokio::time::sleep(Duration::from_secs(before)).await;
    let row = measure(&server, sockets, Duration::from_secs(seconds), &counters).await?;
    println!("{row}");
    Ok(row)
}
