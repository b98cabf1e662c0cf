//! Threads that play batches of games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use games::tuning::{GamePoints, GameSeed, WeightGames};

/// Most games that a thread takes at a time.
const MAX_CHUNK: usize = 16;

/// A game of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchGame {
    /// Indices into [`Batch::weights`].
    pub(crate) players: [usize; 2],
    pub(crate) seed: GameSeed,
}

/// Games that are played at the same time.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub(crate) weights: Vec<Vec<f64>>,
    pub(crate) games: Vec<BatchGame>,
}

/// A batch that the workers share.
struct SharedBatch {
    batch: Batch,
    chunk: usize,
    next_chunk: AtomicUsize,
}

/// Results of a chunk of games, with its number; `None` if the worker has stopped.
type ChunkResults = (usize, Option<Vec<GamePoints>>);

/// Threads that play games, for as long as a scope lasts.
pub(crate) struct Workers {
    batches: Vec<Sender<Arc<SharedBatch>>>,
    results: Receiver<ChunkResults>,
}

impl Workers {
    /// Starts one thread for each player of games. Raising `stop` ends the batch that is played.
    pub(crate) fn start<'scope, 'env: 'scope>(
        scope: &'scope Scope<'scope, 'env>,
        games: Vec<Box<dyn WeightGames + 'env>>,
        stop: &'env AtomicBool,
    ) -> Workers {
        let (sender, results) = channel();
        let spawn = |games: Box<dyn WeightGames + 'env>| {
            let (batch_sender, batches) = channel();
            let worker = Worker { games, stop, results: sender.clone() };
            scope.spawn(move || worker.work(&batches));
            batch_sender
        };
        Workers { batches: games.into_iter().map(spawn).collect(), results }
    }

    /// Plays a batch. `on_results` receives the results in the order of the games. Returns `false` if it was stopped.
    pub(crate) fn play<E>(
        &self,
        batch: Batch,
        mut on_results: impl FnMut(&[GamePoints]) -> Result<(), E>,
    ) -> Result<bool, E> {
        // Small chunks at the end keep all threads busy.
        let chunk = (batch.games.len() / (self.batches.len().max(1) * 8)).clamp(1, MAX_CHUNK);
        let chunks = batch.games.len().div_ceil(chunk);
        let shared = Arc::new(SharedBatch { batch, chunk, next_chunk: AtomicUsize::new(0) });
        for batches in &self.batches {
            // A worker that is gone has reported that it stopped.
            let _ = batches.send(Arc::clone(&shared));
        }
        let mut waiting: Vec<Option<Vec<GamePoints>>> = vec![None; chunks];
        let mut next = 0;
        while next < chunks {
            match self.results.recv() {
                Ok((number, Some(results))) => waiting[number] = Some(results),
                Ok((_, None)) | Err(_) => return Ok(false),
            }
            while let Some(results) = waiting.get_mut(next).and_then(Option::take) {
                on_results(&results)?;
                next += 1;
            }
        }
        Ok(true)
    }
}

struct Worker<'env> {
    games: Box<dyn WeightGames + 'env>,
    stop: &'env AtomicBool,
    results: Sender<ChunkResults>,
}

impl Worker<'_> {
    fn work(mut self, batches: &Receiver<Arc<SharedBatch>>) {
        while let Ok(shared) = batches.recv() {
            while self.play_chunk(&shared) {}
        }
    }

    /// Plays the next chunk of a batch; returns `false` if there is none.
    fn play_chunk(&mut self, shared: &SharedBatch) -> bool {
        let SharedBatch { batch, chunk, next_chunk } = shared;
        let number = next_chunk.fetch_add(1, Ordering::Relaxed);
        let Some(games) = batch.games.chunks(*chunk).nth(number) else { return false };
        let mut results = Vec::with_capacity(games.len());
        for &BatchGame { players: [one, other], seed } in games {
            if self.stop.load(Ordering::Relaxed) {
                // The receiver is gone only if it was stopped before.
                let _ = self.results.send((number, None));
                return false;
            }
            results.push(self.games.play([&batch.weights[one], &batch.weights[other]], seed));
        }
        self.results.send((number, Some(results))).is_ok()
    }
}

impl Drop for Worker<'_> {
    /// Reports a panic, which the scope passes on; without it the other side would wait forever.
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.results.send((0, None));
        }
    }
}
