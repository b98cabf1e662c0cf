//! Games between two guests, with moves at fixed times.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rules::Random;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

use crate::connection::{Connection, LoadError, TableNews, open_table};

/// Number of games that are set up at the same time.
const SETUPS: usize = 32;
/// Number of different lines of moves.
const LINES: u64 = 16;

/// Moves of long random games of chess, which many tables play again.
pub fn lines(length: usize) -> Result<Vec<Arc<[String]>>, LoadError> {
    let game = games::catalog::open("chess", "").map_err(|error| error.to_string())?;
    let mut lines = Vec::new();
    for seed in 0..10_000 {
        let (mut board, mut random, mut moves) = (game.start(), Random::new(seed), Vec::new());
        while moves.len() < length
            && let Some(text) = board.random_move(&mut random)
        {
            board.play_text(&text).map_err(|error| error.to_string())?;
            moves.push(text);
        }
        // The game goes on after the line, so that it can be resigned.
        if moves.len() == length && board.random_move(&mut random).is_some() {
            lines.push(Arc::from(moves));
        }
        if lines.len() as u64 == LINES {
            return Ok(lines);
        }
    }
    Err(format!("no random game has {length} moves"))
}

/// Counters that all games share.
#[derive(Default)]
pub struct Counters {
    /// `true` while latencies count.
    pub is_measuring: AtomicBool,
    pub moves: AtomicU64,
    /// Time from sending a move to its arrival at the opponent, in microseconds.
    latencies: Mutex<Vec<u32>>,
    /// First error of a game.
    error: Mutex<Option<LoadError>>,
}

impl Counters {
    fn add(&self, latency: Duration) {
        if self.is_measuring.load(Ordering::Relaxed) {
            self.moves.fetch_add(1, Ordering::Relaxed);
            let micros = u32::try_from(latency.as_micros()).unwrap_or(u32::MAX);
            self.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(micros);
        }
    }

    pub fn fail(&self, error: LoadError) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Fails if a game has failed.
    pub fn check(&self) -> Result<(), LoadError> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).clone().map_or(Ok(()), Err)
    }

    /// Latencies so far, sorted.
    pub fn latencies(&self) -> Vec<u32> {
        let mut latencies = self.latencies.lock().unwrap_or_else(PoisonError::into_inner).clone();
        latencies.sort_unstable();
        latencies
    }
}

/// Two guests at one table, both watching.
pub struct Pair {
    pub table: String,
    pub players: [Connection; 2],
    /// Number of the last event that each player has.
    pub latest: [u64; 2],
}

impl Pair {
    async fn open(address: SocketAddr) -> Result<Pair, LoadError> {
        let (mut host, mut guest) =
            (Connection::open(address, None).await?, Connection::open(address, None).await?);
        let request =
            r#"{"game": "chess", "clock": "30m", "seats": [{"who": "me"}, {"who": "link"}], "listed": true}"#;
        let table = open_table(address, &host.cookie, request).await?;
        guest.send(format!(r#"{{"kind":"sit","id":1,"table":"{table}","seat":2}}"#)).await?;
        let mut latest = [0, 0];
        for (player, latest) in [&mut host, &mut guest].into_iter().zip(&mut latest) {
            player.send(format!(r#"{{"kind":"watch","table":"{table}","have":null}}"#)).await?;
            let news = player.until(|text| TableNews::read(text).filter(|news| news.is_playing)).await?;
            *latest = news.latest.unwrap_or(0);
        }
        Ok(Pair { table, players: [host, guest], latest })
    }

    /// Plays a line, one move each `interval` from `start` on, and resigns at its end.
    async fn play(
        mut self,
        line: Arc<[String]>,
        start: Instant,
        interval: Duration,
        counters: &Counters,
    ) -> Result<(), LoadError> {
        let mut due = start;
        let mut sent: Option<Instant> = None;
        let mut ply = 0;
        loop {
            let mover = ply % 2;
            let [host, guest] = &mut self.players;
            let (player, text) = tokio::select! {
                text = host.next() => (0, text?),
                text = guest.next() => (1, text?),
                () = sleep_until(due), if sent.is_none() && ply < line.len() => {
                    let (table, seen) = (&self.table, self.latest[mover]);
                    let (seat, text) = (mover + 1, &line[ply]);
                    sent = Some(Instant::now());
                    due += interval;
                    self.players[mover].send(format!(
                        r#"{{"kind":"act","id":2,"table":"{table}","seat":{seat},"seen":{seen},"action":{{"do":"move","move":"{text}"}}}}"#
                    )).await?;
                    continue;
                }
            };
            let Some(news) = TableNews::read(&text) else { continue };
            self.latest[player] = news.latest.unwrap_or(0);
            if player != mover
                && news.ply > ply as u64
                && let Some(begun) = sent.take()
            {
                counters.add(begun.elapsed());
                ply += 1;
                if ply == line.len() {
                    return self.resign().await;
                }
            }
        }
    }
}

impl Pair {
    /// Ends the game.
    async fn resign(mut self) -> Result<(), LoadError> {
        let (table, seen) = (&self.table, self.latest[0]);
        self.players[0]
            .send(format!(
                r#"{{"kind":"act","id":3,"table":"{table}","seat":1,"seen":{seen},"action":{{"do":"resign"}}}}"#
            ))
            .await?;
        self.players[1].until(|text| text.contains(r#""state":"over""#).then_some(())).await
    }
}

/// Sets up `count` games.
pub async fn set_up(address: SocketAddr, count: usize) -> Result<Vec<Pair>, LoadError> {
    let mut tasks = JoinSet::new();
    let mut pairs = Vec::with_capacity(count);
    for _ in 0..count {
        if tasks.len() >= SETUPS
            && let Some(pair) = tasks.join_next().await
        {
            pairs.push(pair.map_err(|error| error.to_string())??);
        }
        tasks.spawn(Pair::open(address));
    }
    while let Some(pair) = tasks.join_next().await {
        pairs.push(pair.map_err(|error| error.to_string())??);
    }
    Ok(pairs)
}

/// Lets all pairs play, `rate` moves a second together, until the tasks are dropped.
pub fn play_all(
    pairs: Vec<Pair>,
    rate: f64,
    lines: &[Arc<[String]>],
    counters: &Arc<Counters>,
) -> JoinSet<()> {
    let interval = Duration::from_secs_f64(pairs.len() as f64 / rate);
    let start = Instant::now() + Duration::from_millis(200);
    let count = pairs.len() as u32;
    let mut tasks = JoinSet::new();
    for (number, pair) in (0..).zip(pairs) {
        let counters = Arc::clone(counters);
        let line = Arc::clone(&lines[number as usize % lines.len()]);
        tasks.spawn(async move {
            let start = start + interval * number / count;
            if let Err(error) = pair.play(line, start, interval, &counters).await {
                counters.fail(error);
            }
        });
    }
    tasks
}
