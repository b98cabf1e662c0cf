//! A server that is killed again and again while many games are played: no move that a player was told of is lost, and every
//! game goes on.

use std::sync::Arc;
use std::time::Duration;

use rules::Random;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::connection::LoadError;
use crate::game::{Game, MOVE_INTERVAL, PATIENCE, Progress};
use crate::playing::{lines, set_up};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let (games, kills, length) = if arguments.is_short { (10, 2, 10) } else { (500, 100, 400) };
    let lines = lines(length)?;
    let folder = DataFolder::new("kills")?;
    let mut server = ServerProcess::start(&arguments.program, &folder.0)?;
    let address = server.address;
    let progress = Arc::new(Progress::of(games));
    let mut tasks = JoinSet::new();
    let pairs = set_up(address, games).await?;
    let begun = Instant::now();
    for (number, pair) in pairs.into_iter().enumerate() {
        let (line, progress) = (Arc::clone(&lines[number % lines.len()]), Arc::clone(&progress));
        tasks.spawn(async move {
            sleep(MOVE_INTERVAL * number as u32 / games as u32).await;
            Game::new(pair, number, PATIENCE).play(address, &line, &progress).await
        });
    }
    let mut random = Random::new(1);
    for _ in 0..kills {
        // Half of the games have moved again, the others are at any point of their reconnect.
        progress.wait_for_moves(games as u64 / 2, &mut tasks).await?;
        sleep(Duration::from_millis(u64::from(random.below(1000)))).await;
        server.kill();
        server = ServerProcess::start_on(&arguments.program, &folder.0, address)?;
    }
    // Every game goes on after the last kill.
    progress.wait_for_each(2, &mut tasks).await?;
    println!(
        "{games} games, {kills} kills: {} moves arrived, {} reconnects, none lost, in {:.0} s",
        progress.moves(),
        progress.reconnects(),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
