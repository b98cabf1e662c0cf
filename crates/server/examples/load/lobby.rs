//! Watchers of the lobby beside games.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::connection::{Connection, LoadError, open_table};
use crate::measurement::{Measurement, measure};
use crate::playing::{Counters, lines, play_all, set_up};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Tables that one guest opens; the server allows 64.
const TABLES_OF_GUEST: usize = 60;
const TABLE: &str = r#"{"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}], "listed": true}"#;

/// Messages and bytes that watchers have received.
#[derive(Default)]
struct Received {
    messages: AtomicU64,
    bytes: AtomicU64,
}

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let is_short = arguments.is_short;
    let table_counts: &[usize] = if is_short { &[60] } else { &[100, 1000, 5000] };
    println!(
        "CPU of the server for one lobby message to one watcher, beside 20 games with 40 moves a second"
    );
    println!(" tables  watchers  messages/s  bytes/message  CPU ms/message  CPU s/s without watchers, with");
    for &tables in table_counts {
        cost_of_a_message(arguments, tables, if is_short { 10 } else { 50 }).await?;
    }
    let (watchers, games, rate) = if is_short { (20, 10, 40.0) } else { (2000, 500, 500.0) };
    println!(
        "{watchers} watchers of the lobby beside {games} games with {rate} moves a second; first without watchers"
    );
    println!("{}", Measurement::HEADING);
    beside_games(arguments, watchers, games, rate).await
}

/// Opens tables that wait for players.
pub async fn open_tables(
    address: SocketAddr,
    count: usize,
    request: &'static str,
) -> Result<Vec<String>, LoadError> {
    let mut tasks: JoinSet<Result<Vec<String>, LoadError>> = JoinSet::new();
    let mut opened = Vec::with_capacity(count);
    let mut left = count;
    while left > 0 || !tasks.is_empty() {
        while left > 0 && tasks.len() < 8 {
            let share = left.min(TABLES_OF_GUEST);
            left -= share;
            tasks.spawn(async move {
                let host = Connection::open(address, None).await?;
                let mut tables = Vec::new();
                for _ in 0..share {
                    tables.push(open_table(address, &host.cookie, request).await?);
                }
                Ok(tables)
            });
        }
        if let Some(tables) = tasks.join_next().await {
            opened.extend(tables.map_err(|error| error.to_string())??);
        }
    }
    Ok(opened)
}

/// Connections that watch the lobby until they are dropped.
async fn watch(
    address: SocketAddr,
    count: usize,
    received: &Arc<Received>,
    counters: &Arc<Counters>,
) -> Result<JoinSet<()>, LoadError> {
    let mut tasks = JoinSet::new();
    for _ in 0..count {
        let mut watcher = Connection::open(address, None).await?;
        watcher.send(r#"{"kind":"lobby"}"#.to_owned()).await?;
        watcher.until(|text| text.contains(r#""kind":"lobby""#).then_some(())).await?;
        let (received, counters) = (Arc::clone(received), Arc::clone(counters));
        tasks.spawn(async move {
            loop {
                match watcher.next().await {
                    Ok(text) => {
                        received.messages.fetch_add(1, Ordering::Relaxed);
                        received.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
                    }
                    Err(error) => return counters.fail(format!("a watcher of the lobby: {error}")),
                }
            }
        });
    }
    Ok(tasks)
}

async fn cost_of_a_message(arguments: &Arguments, tables: usize, watchers: usize) -> Result<(), LoadError> {
    let time = Duration::from_secs(if arguments.is_short { 1 } else { 8 });
    let folder = DataFolder::new("lobby")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    open_tables(server.address, tables, TABLE).await?;
    let counters = Arc::new(Counters::default());
    let lines = lines(if arguments.is_short { 60 } else { 120 })?;
    let _games = play_all(set_up(server.address, 20).await?, 40.0, &lines, &counters);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut loads = Vec::new();
    let received = Arc::new(Received::default());
    let mut watching = JoinSet::new();
    let mut count = (0, 0);
    for watchers in [0, watchers] {
        watching = watch(server.address, watchers, &received, &counters).await?;
        let before = (received.messages.load(Ordering::Relaxed), received.bytes.load(Ordering::Relaxed));
        let cpu = server.cpu();
        tokio::time::sleep(time).await;
        loads.push((server.cpu() - cpu).as_secs_f64() / time.as_secs_f64());
        count.0 = received.messages.load(Ordering::Relaxed) - before.0;
        count.1 = received.bytes.load(Ordering::Relaxed) - before.1;
    }
    drop(watching);
    counters.check()?;
    let per_second = count.0 as f64 / time.as_secs_f64();
    println!(
        "{tables:7}  {watchers:8}  {per_second:10.0}  {:13.0}  {:14.3}  {:.3}, {:.3}",
        count.1 as f64 / count.0.max(1) as f64,
        (loads[1] - loads[0]).max(0.0) * 1000.0 / per_second.max(1.0),
        loads[0],
        loads[1],
    );
    Ok(())
}

async fn beside_games(
    arguments: &Arguments,
    watchers: usize,
    games: usize,
    rate: f64,
) -> Result<(), LoadError> {
    let time = Duration::from_secs(if arguments.is_short { 1 } else { 10 });
    let folder = DataFolder::new("watchers")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let lines = lines(if arguments.is_short { 60 } else { 120 })?;
    let pairs = set_up(server.address, games).await?;
    let before = Arc::new(Counters::default());
    let playing = play_all(pairs, rate, &lines, &before);
    tokio::time::sleep(Duration::from_secs(1)).await;
    println!("{}", measure(&server, 2 * games, time, &before).await?);
    drop(playing);
    let pairs = set_up(server.address, games).await?;
    let beside = Arc::new(Counters::default());
    let received = Arc::new(Received::default());
    let _watching = watch(server.address, watchers, &received, &beside).await?;
    let _playing = play_all(pairs, rate, &lines, &beside);
    tokio::time::sleep(Duration::from_secs(1)).await;
    let count = received.messages.load(Ordering::Relaxed);
    println!("{}", measure(&server, 2 * games + watchers, time, &beside).await?);
    let messages = (received.messages.load(Ordering::Relaxed) - count) as f64;
    let per_watcher = messages / watchers as f64 / time.as_secs_f64();
    println!("each watcher received {per_watcher:.1} messages a second");
    if messages == 0.0 {
        return Err("no watcher received a message".to_owned());
    }
    Ok(())
}
