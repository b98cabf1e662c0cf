//! Games over connections that are cut, half-open, slow, or carry messages twice or in another order: they go on, and games
//! over good connections notice nothing.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::connection::LoadError;
use crate::game::{Game, MOVE_INTERVAL, Progress};
use crate::measurement::{Measurement, measure};
use crate::playing::{Counters, lines, play_all, set_up};
use crate::process::ServerProcess;
use crate::proxy::{Fault, Proxy};
use crate::{Arguments, DataFolder};

/// Wait for an answer before players connect again.
const ANSWER_TIME: Duration = Duration::from_secs(5);
/// Games over good connections may take this much longer for 99 of 100 moves beside bad ones, in milliseconds.
const MAX_HARM: f64 = 20.0;

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let (good, bad, rate) = if arguments.is_short { (10, 5, 20.0) } else { (250, 100, 250.0) };
    let time = Duration::from_secs(if arguments.is_short { 3 } else { 20 });
    let lines = lines(200)?;
    println!("{good} games over good connections, beside {bad} over bad ones");
    println!("{}", Measurement::HEADING);
    let folder = DataFolder::new("faults")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let mut alone = None;
    for fault in [None].into_iter().chain(Fault::ALL.map(Some)) {
        let counters = Arc::new(Counters::default());
        let _good = play_all(set_up(server.address, good).await?, rate, &lines, &counters);
        let Some(fault) = fault else {
            let row = measure(&server, 2 * good, time, &counters).await?;
            println!("{row}  without faults");
            alone = Some(row);
            continue;
        };
        let proxy = Proxy::start(server.address, fault).await?;
        // The games begin over good connections. All are lost at first, so that the players come through the proxy.
        let pairs = set_up(server.address, bad).await?;
        let progress = Arc::new(Progress::of(bad));
        let mut games = JoinSet::new();
        for (number, mut pair) in pairs.into_iter().enumerate() {
            let (line, progress) = (Arc::clone(&lines[number % lines.len()]), Arc::clone(&progress));
            let address = proxy.address;
            games.spawn(async move {
                sleep(MOVE_INTERVAL * number as u32 / bad as u32).await;
                for player in &mut pair.players {
                    player.close().await;
                }
                Game::new(pair, number, ANSWER_TIME).play(address, &line, &progress).await
            });
        }
        let row = measure(&server, 2 * (good + bad), time, &counters).await?;
        let (moves, reconnects) = (progress.moves(), progress.reconnects());
        println!("{row}  {fault:?}: {moves} moves, {reconnects} reconnects of bad ones");
        proxy.heal();
        progress.wait_for_each(2, &mut games).await?;
        let harm = alone.as_ref().map_or(0.0, |alone| row.latencies[1] - alone.latencies[1]);
        if !arguments.is_short && harm > MAX_HARM {
            return Err(format!("{fault:?}: good connections are {harm:.0} ms slower"));
        }
    }
    println!("after each fault every game went on; no move was lost or played twice");
    Ok(())
}
