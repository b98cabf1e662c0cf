//! As many moves as the server can do, for a long time: its memory stays flat.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use crate::connection::LoadError;
use crate::playing::{Counters, lines, play_all, set_up};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Games at the same time.
const GAMES: usize = 100;
/// Largest growth of the memory in the second half, in parts of it. In the first one caches fill, and the memory follows the
/// number of moves a second: rooms of finished games stay open for some seconds.
const MAX_GROWTH: f64 = 1.1;
/// Longest time of one round of games.
const ROUND: Duration = Duration::from_secs(600);

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let (total, length) = if arguments.is_short { (1000, 10) } else { (1_000_000, 200) };
    let rounds = total / (GAMES * length);
    let lines = lines(length)?;
    let folder = DataFolder::new("soak")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let mut begun = Instant::now();
    let mut moves = 0;
    let mut memories = Vec::new();
    for round in 1..=rounds {
        let counters = Arc::new(Counters::default());
        counters.is_measuring.store(true, std::sync::atomic::Ordering::Relaxed);
        // A rate that no server reaches: each game plays as fast as it goes.
        let mut games = play_all(set_up(server.address, GAMES).await?, 1e6, &lines, &counters);
        let round_begun = Instant::now();
        while counters.moves.load(std::sync::atomic::Ordering::Relaxed) < (GAMES * length) as u64 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            counters.check()?;
            if round_begun.elapsed() > ROUND {
                return Err(format!("round {round} is not over after {ROUND:?}"));
            }
        }
        moves += GAMES * length;
        while games.join_next().await.is_some() {}
        counters.check()?;
        let report = (rounds / 10).max(1);
        if round % report == 0 {
            let rate = (report * GAMES * length) as f64 / begun.elapsed().as_secs_f64();
            begun = Instant::now();
            let memory = server.memory();
            println!("{moves:8} moves, {rate:5.0} a second, {memory:.0} MB");
            memories.push(memory);
        }
    }
    let early = memories.get(memories.len().saturating_sub(1) / 2).copied().unwrap_or_default();
    let late = server.memory();
    println!("memory after half of the moves {early:.0} MB, at the end {late:.0} MB");
    if !arguments.is_short && late > early * MAX_GROWTH {
        return Err(format!("the memory has grown from {early:.0} to {late:.0} MB"));
    }
    Ok(())
}
