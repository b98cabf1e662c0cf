//! A game that goes on after its connections were lost.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::{Connection, LoadError, TableNews};
use crate::playing::Pair;

/// Time between two moves of a game.
pub const MOVE_INTERVAL: Duration = Duration::from_millis(500);
/// Longest wait for a server that was started again, for a connection that works, and for moves of all games.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// Progress of all games.
pub struct Progress {
    /// Moves of each game that both players were told of.
    moves: Vec<AtomicU64>,
    reconnects: AtomicU64,
}

impl Progress {
    pub fn of(games: usize) -> Progress {
        Progress { moves: (0..games).map(|_| AtomicU64::new(0)).collect(), reconnects: AtomicU64::new(0) }
    }

    /// Number of moves that both players were told of, in all games.
    pub fn moves(&self) -> u64 {
        self.counts().sum()
    }

    /// How often both players of a game connected again.
    pub fn reconnects(&self) -> u64 {
        self.reconnects.load(Ordering::Relaxed)
    }

    fn counts(&self) -> impl Iterator<Item = u64> {
        self.moves.iter().map(|moves| moves.load(Ordering::Relaxed))
    }

    /// Waits until `count` more moves were played in all, or all games have ended.
    pub async fn wait_for_moves(&self, count: u64, games: &mut Games) -> Result<(), LoadError> {
        let goal = self.moves() + count;
        wait_until(games, || self.moves() >= goal).await
    }

    /// Waits until every game has made `count` more moves, or all games have ended.
    pub async fn wait_for_each(&self, count: u64, games: &mut Games) -> Result<(), LoadError> {
        let goals: Vec<u64> = self.counts().map(|moves| moves + count).collect();
        wait_until(games, || self.counts().zip(&goals).all(|(moves, goal)| moves >= *goal)).await
    }
}

/// Games that are being played.
pub type Games = JoinSet<Result<(), LoadError>>;

async fn wait_until(games: &mut Games, is_reached: impl Fn() -> bool) -> Result<(), LoadError> {
    let begun = Instant::now();
    while !is_reached() && !games.is_empty() {
        sleep(Duration::from_millis(20)).await;
        while let Some(ended) = games.try_join_next() {
            ended.map_err(|error| error.to_string())??;
        }
        if begun.elapsed() > PATIENCE {
            return Err(format!("games do not go on for {PATIENCE:?}"));
        }
    }
    Ok(())
}

/// A game as its two players know it.
pub struct Game {
    table: String,
    players: [Connection; 2],
    /// Number of the last event that each player has.
    latest: [u64; 2],
    /// Moves that a player was told of.
    ply: u64,
    /// Number of this game in the [`Progress`].
    number: usize,
    /// Longest wait for an answer before the players connect again.
    answer_time: Duration,
}

impl Game {
    pub fn new(pair: Pair, number: usize, answer_time: Duration) -> Game {
        let Pair { table, players, latest } = pair;
        Game { table, players, latest, ply: 0, number, answer_time }
    }

    /// Plays a line to its end, whatever happens to the server or the connections.
    pub async fn play(
        mut self,
        address: SocketAddr,
        line: &[String],
        progress: &Progress,
    ) -> Result<(), LoadError> {
        let mut moved = Instant::now();
        while (self.ply as usize) < line.len() {
            let text = &line[self.ply as usize];
            // An error is a connection that was lost: whether the move was stored shows after the reconnect.
            if let Ok(Ok(())) = timeout(self.answer_time, self.play_move(text)).await {
                progress.moves[self.number].fetch_add(1, Ordering::Relaxed);
                moved = Instant::now();
                sleep(MOVE_INTERVAL).await;
            } else {
                progress.reconnects.fetch_add(1, Ordering::Relaxed);
                self.reconnect(address).await?;
            }
            if moved.elapsed() > PATIENCE {
                return Err(format!("game {} is stuck after {} moves", self.table, self.ply));
            }
        }
        Ok(())
    }

    async fn play_move(&mut self, text: &str) -> Result<(), LoadError> {
        let mover = (self.ply % 2) as usize;
        let (table, seat, seen) = (&self.table, mover + 1, self.latest[mover]);
        // Two messages without a wait between them, which a network may reorder.
        let watch = format!(r#"{{"kind":"watch","table":"{table}","have":{seen}}}"#);
        self.players[mover].send(watch).await?;
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
            let answer_time = self.answer_time;
            let tried = timeout(answer_time, self.try_reconnect(address)).await;
            match tried.unwrap_or_else(|_| Err("no connection works".to_owned())) {
                Ok(plies) => {
                    let may_be = self.ply..=self.ply + 1;
                    if !plies.iter().all(|ply| may_be.contains(ply)) {
                        return Err(format!("game {} had {} moves and has {plies:?}", self.table, self.ply));
                    }
                    // A move that was still on its way may have arrived between the two.
                    if plies[0] == plies[1] {
                        self.ply = plies[0];
                        return Ok(());
                    }
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
