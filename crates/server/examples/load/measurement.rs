//! Figures of a running server: processor time, memory, and the times of moves.

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use crate::connection::LoadError;
use crate::playing::Counters;
use crate::process::{ServerProcess, machine_cpu, own_cpu};

/// Longest time of 99 of 100 moves on an idle machine, in milliseconds.
const MAX_P99: f64 = 50.0;
/// A machine on which other programs use less, in seconds of processor time a second, counts as idle.
const IDLE: f64 = 0.2;
/// Most memory of the server in megabytes.
const MAX_MEMORY: f64 = 500.0;

/// Result of one measurement.
pub struct Measurement {
    pub sockets: usize,
    pub moves_per_second: f64,
    /// Percentiles 50 and 99, and the longest time, in milliseconds.
    pub latencies: [f64; 3],
    /// Milliseconds of processor time of the server for one move.
    pub cpu_per_move: f64,
    /// Seconds of processor time in one second: server, generator, and all other programs.
    pub load: [f64; 3],
    /// Resident memory of the server in megabytes.
    pub memory: f64,
}

impl Measurement {
    pub const HEADING: &str =
        "sockets  moves/s  p50 ms  p99 ms  max ms  CPU ms/move     MB  CPU of server, generator, others";

    /// Fails if the server was too slow for moves at this rate or needed too much memory.
    pub fn check(&self, rate: f64) -> Result<(), LoadError> {
        let [_, p99, _] = self.latencies;
        let [.., others] = self.load;
        if self.moves_per_second < 0.9 * rate {
            return Err(format!("with {} sockets the rate was not reached", self.sockets));
        }
        if p99 > MAX_P99 && others < IDLE {
            return Err(format!("with {} sockets p99 is above {MAX_P99} ms", self.sockets));
        }
        if self.memory > MAX_MEMORY {
            return Err(format!("with {} sockets the server needs more than {MAX_MEMORY} MB", self.sockets));
        }
        Ok(())
    }
}

impl fmt::Display for Measurement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [p50, p99, max] = self.latencies;
        let [server, generator, others] = self.load;
        write!(
            formatter,
            "{:7}  {:7.0}  {p50:6.1}  {p99:6.1}  {max:6.0}  {:11.3}  {:5.0}  {server:.2}, {generator:.2}, {others:.2}",
            self.sockets, self.moves_per_second, self.cpu_per_move, self.memory
        )
    }
}

/// Measures a server for a while.
pub async fn measure(
    server: &ServerProcess,
    sockets: usize,
    time: Duration,
    counters: &Counters,
) -> Result<Measurement, LoadError> {
    let used = || [server.cpu(), own_cpu(), machine_cpu()];
    counters.check()?;
    let before = used();
    let begun = Instant::now();
    counters.is_measuring.store(true, Ordering::Relaxed);
    tokio::time::sleep(time).await;
    counters.is_measuring.store(false, Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs_f64();
    let after = used();
    counters.check()?;
    let moves = counters.moves.load(Ordering::Relaxed) as f64;
    if moves == 0.0 {
        return Err("no move arrived".to_owned());
    }
    let [cpu, own, all] = [0, 1, 2].map(|index| (after[index] - before[index]).as_secs_f64());
    let latencies = counters.latencies();
    let at =
        |part: f64| f64::from(latencies[((latencies.len() - 1) as f64 * part).round() as usize]) / 1000.0;
    Ok(Measurement {
        sockets,
        moves_per_second: moves / seconds,
        latencies: [at(0.5), at(0.99), at(1.0)],
        cpu_per_move: cpu * 1000.0 / moves,
        load: [cpu / seconds, own / seconds, (all - cpu - own).max(0.0) / seconds],
        memory: server.memory(),
    })
}
