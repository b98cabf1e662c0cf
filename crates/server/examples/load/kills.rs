//! A server that is killed again and again while many games are played: no move that a player was told of is lost, every
//! game goes on, no clock counts the time in which the server was down, and all records verify.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use rules::Random;
use table::verify::verify;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::connection::{Connection, LoadError, http};
use crate::game::{Game, MOVE_INTERVAL, PATIENCE, Progress};
use crate::playing::{lines, set_up};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Time of each player, as `Pair::open` requests it.
const CLOCK: Duration = Duration::from_secs(30 * 60);
/// Tables that one connection looks at: more would be answered more slowly.
const TABLES_OF_CONNECTION: usize = 40;

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let (games, kills, length) = if arguments.is_short { (10, 2, 10) } else { (500, 100, 400) };
    let lines = lines(length)?;
    let folder = DataFolder::new("kills")?;
    let mut server = ServerProcess::start(&arguments.program, &folder.0)?;
    let address = server.address;
    let progress = Arc::new(Progress::of(games));
    let mut tasks = JoinSet::new();
    let set_up_begun = Instant::now();
    let pairs = set_up(address, games).await?;
    let tables: Vec<String> = pairs.iter().map(|pair| pair.table.clone()).collect();
    let begun = Instant::now();
    for (number, pair) in pairs.into_iter().enumerate() {
        let (line, progress) = (Arc::clone(&lines[number % lines.len()]), Arc::clone(&progress));
        tasks.spawn(async move {
            sleep(MOVE_INTERVAL * number as u32 / games as u32).await;
            Game::new(pair, number, PATIENCE).play(address, &line, &progress).await
        });
    }
    let mut random = Random::new(1);
    let mut down = Duration::ZERO;
    for _ in 0..kills {
        // Half of the games have moved again, the others are at any point of their reconnect.
        progress.wait_for_moves(games as u64 / 2, &mut tasks).await?;
        sleep(Duration::from_millis(u64::from(random.below(1000)))).await;
        let killed = Instant::now();
        server.kill();
        server = ServerProcess::start_on(&arguments.program, &folder.0, address)?;
        down += killed.elapsed();
    }
    // Every game goes on after the last kill.
    progress.wait_for_each(2, &mut tasks).await?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut clocks = Vec::new();
    for part in tables.chunks(TABLES_OF_CONNECTION) {
        clocks.append(&mut used_times(address, part, set_up_begun, down).await?);
    }
    for table in &tables {
        check_record(address, table).await?;
    }
    println!(
        "{games} games, {kills} kills: {} moves arrived, {} reconnects, none lost, in {:.0} s",
        progress.moves(),
        progress.reconnects(),
        seconds
    );
    let (least, most) = (clocks.iter().min().copied(), clocks.iter().max().copied());
    println!(
        "down for {:.0} s, which no clock has counted: they have used {:.0} to {:.0} s; {games} records verified",
        down.as_secs_f64(),
        least.unwrap_or_default().as_secs_f64(),
        most.unwrap_or_default().as_secs_f64()
    );
    Ok(())
}

/// Times that the two clocks of each table have used together. One that has counted a time without a server is an error.
async fn used_times(
    address: SocketAddr,
    tables: &[String],
    begun: Instant,
    down: Duration,
) -> Result<Vec<Duration>, LoadError> {
    let mut spectator = Connection::open(address, None).await?;
    let mut times = Vec::new();
    for table in tables {
        spectator.send(format!(r#"{{"kind":"watch","table":"{table}","have":null}}"#)).await?;
        let id = format!(r#"{{"kind":"table","table":"{table}""#);
        let left = spectator.until(|text| text.starts_with(&id).then(|| times_left(text))).await?;
        spectator.send(format!(r#"{{"kind":"unwatch","table":"{table}"}}"#)).await?;
        let [one, other] = left[..] else { return Err(format!("game {table} has the clocks {left:?}")) };
        let used = (2 * CLOCK).saturating_sub(one + other);
        if used.is_zero() || used > begun.elapsed().saturating_sub(down) {
            let time = begun.elapsed();
            return Err(format!(
                "the clocks of game {table} have used {used:?} of {time:?}, down for {down:?}"
            ));
        }
        times.push(used);
    }
    Ok(times)
}

/// Times left on the clocks of a table message.
fn times_left(text: &str) -> Vec<Duration> {
    let number = |rest: &str| rest.split([',', '}']).next()?.parse().ok();
    text.split(r#""left":"#).skip(1).filter_map(number).map(Duration::from_millis).collect()
}

async fn check_record(address: SocketAddr, table: &str) -> Result<(), LoadError> {
    let (status, record) = http(address, "GET", &format!("/api/tables/{table}/record"), "", "").await?;
    if status != 200 {
        return Err(format!("cannot read the record of game {table}: {status} {record}"));
    }
    verify(&record, games::catalog::open_rules)
        .map(drop)
        .map_err(|error| format!("the record of game {table} is not right: {error}"))
}
