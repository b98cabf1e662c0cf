//! A server that is killed again and again while many games are played: no move that a player was told of is lost, and every
//! game goes on.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rules::Random;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::{Connection, LoadError, TableNews};
use crate::playing::{Pair, lines, set_up};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Time between two moves of a game.
const MOVE_INTERVAL: Duration = Duration::from_millis(500);
/// Longest wait for a server that was started again, and for a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Progress of all games.
#[derive(Default)]
struct Progress {
    moves: AtomicU64,
    reconnects: AtomicU64,
}

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let (games, kills, length) = if arguments.is_short { (10, 2, 10) } else { (500, 100, 400) };
    let lines = lines(length)?;
    let folder = DataFolder::new("kills")?;
    let mut server = ServerProcess::start(&arguments.program, &folder.0)?;
    let address = server.address;
    let progress = Arc::new(Progress::default());
    let mut tasks = JoinSet::new();
    let pairs = set_up(address, games).await?;
    let begun = Instant::now();
    for (number, pair) in pairs.into_iter().enumerate() {
        let (line, progress) = (Arc::clone(&lines[number % lines.len()]), Arc::clone(&progress));
        tasks.spawn(async move {
            sleep(MOVE_INTERVAL * number as u32 / games as u32).await;
            Game::new(pair).play(address, &line, &progress).await
        });
    }
    let mut random = Random::new(1);
    for _ in 0..kills {
        // Half of the games have moved again, the others are at any point of their reconnect.
        wait_for_moves(games as u64 / 2, &progress, &mut tasks).await?;
        sleep(Duration::from_millis(u64::from(random.below(1000)))).await;
        server.kill();
        server = ServerProcess::start_on(&arguments.program, &folder.0, address)?;
    }
    // Every game goes on after the last kill.
    wait_for_moves(3 * games as u64, &progress, &mut tasks).await?;
    println!(
        "{games} games, {kills} kills: {} moves arrived, {} reconnects, none lost, in {:.0} s",
        progress.moves.load(Ordering::Relaxed),
        progress.reconnects.load(Ordering::Relaxed),
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}

/// Waits until `count` more moves were played, or all games have ended.
async fn wait_for_moves(
    count: u64,
    progress: &Progress,
    tasks: &mut JoinSet<Result<(), LoadError>>,
) -> Result<(), LoadError> {
    let goal = progress.moves.load(Ordering::Relaxed) + count;
    let begun = Instant::now();
    while progress.moves.load(Ordering::Relaxed) < goal && !tasks.is_empty() {
        sleep(Duration::from_millis(20)).await;
        while let Some(ended) = tasks.try_join_next() {
            ended.map_err(|error| error.to_string())??;
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("fewer than {count} moves in {PATIENCE:?}"));
        }
    }
    Ok(())
}

/// A game as its two players know it.
struct Game {
    table: String,
    players: [Connection; 2],
    /// Number of the last event that each player has.
    latest: [u64; 2],
    /// Moves that a player was told of.
    ply: u64,
}

impl Game {
    fn new(pair: Pair) -> Game {
        let Pair { table, players, latest } = pair;
        Game { table, players, latest, ply: 0 }
    }

    /// Plays a line to its end, whatever happens to the server.
    async fn play(
        mut self,
        address: SocketAddr,
        line: &[String],
        progress: &Progress,
    ) -> Result<(), LoadError> {
        while (self.ply as usize) < line.len() {
            let text = &line[self.ply as usize];
            // An error is a connection that was lost: whether the move was stored shows after the reconnect.
            let is_played = timeout(PATIENCE, self.play_move(text)).await.map_err(|_| self.stuck())?.is_ok();
            if is_played {
                progress.moves.fetch_add(1, Ordering::Relaxed);
                sleep(MOVE_INTERVAL).await;
            } else {
                progress.reconnects.fetch_add(1, Ordering::Relaxed);
                self.reconnect(address).await?;
            }
        }
        Ok(())
    }

    fn stuck(&self) -> LoadError {
        format!("game {} is stuck after {} moves", self.table, self.ply)
    }

    async fn play_move(&mut self, text: &str) -> Result<(), LoadError> {
        let mover = (self.ply % 2) as usize;
        let (table, seat, seen) = (&self.table, mover + 1, self.latest[mover]);
        self.players[mover]
            .send(format!(
                r#"{{"kind":"act","id":2,"table":"{table}","seat":{seat},"seen":{seen},"action":{{"do":"move","move":"{text}"}}}}"#
            ))
            .await?;
        let next = self.ply + 1;
        for player in [1 - mover, mover] {
            let read = |text: &str| TableNews::read(text).filter(|news| news.ply >= next);
            let news = self.players[player].until(read).await?;
            self.latest[player] = news.latest.unwrap_or(0);
            self.ply = next;
        }
        Ok(())
    }

    /// Connects both players again and compares what the server has with what they were told.
    async fn reconnect(&mut self, address: SocketAddr) -> Result<(), LoadError> {
        let begun = Instant::now();
        loop {
            match self.try_reconnect(address).await {
                Ok(plies) => {
                    if plies[0] != plies[1] || plies[0] < self.ply || plies[0] > self.ply + 1 {
                        return Err(format!("game {} had {} moves and has {plies:?}", self.table, self.ply));
                    }
                    self.ply = plies[0];
                    return Ok(());
                }
                Err(error) if begun.elapsed() > PATIENCE => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    async fn try_reconnect(&mut self, address: SocketAddr) -> Result<[u64; 2], LoadError> {
        let mut plies = [0, 0];
        for (index, ply) in plies.iter_mut().enumerate() {
            let cookie = self.players[index].cookie.clone();
            let mut player = Connection::open(address, Some(&cookie)).await?;
            let (table, have) = (&self.table, self.latest[index]);
            player.send(format!(r#"{{"kind":"watch","table":"{table}","have":{have}}}"#)).await?;
            let read =
                |text: &str| TableNews::read(text).map(|news| (news, text.contains(r#""reset":true"#)));
            let (news, is_reset) = player.until(read).await?;
            if is_reset {
                return Err(format!("game {table} has lost events: the client had {have}"));
            }
            (*ply, self.latest[index]) = (news.ply, news.latest.unwrap_or(0));
            self.players[index] = player;
        }
        Ok(plies)
    }
}
