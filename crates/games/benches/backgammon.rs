//! Speed of backgammon: Narrad's games with and without pruning, evaluations of the networks, the bearoff databases.
//!
//! `cargo bench --workspace --bench backgammon [-- --short]`. Times are CPU times of this process.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::panic,
    reason = "a benchmark"
)]

use std::hint::black_box;
use std::sync::atomic::AtomicBool;

use games::backgammon::bearoff::Bearoff;
use games::backgammon::narrad::{Costs, Search, Weights};
use games::backgammon::network::{Networks, Scratch};
use games::backgammon::{Board, ROLLS, Turn, TurnVisitor, for_each_turn};
use rules::Random;
use rules::cpu::{Cpu, Portable, Task};
use search::SearchLimits;

/// CPU time of this process in seconds.
fn cpu_time() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    // User time, in ticks of 1/100 s.
    fields[11].parse::<f64>().unwrap() / 100.0
}

/// Games of `evolved` against `guess`.
#[derive(Clone, Copy)]
struct NarradGames<C> {
    cpu: C,
    depth: u32,
    is_plain: bool,
    games: u64,
}

struct Collect<'a> {
    costs: &'a Costs,
    turns: &'a mut Vec<(i64, Turn)>,
}

impl TurnVisitor for Collect<'_> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        self.turns.push((self.costs.evaluate(&turn.board).into(), *turn));
    }
}

impl<C: Cpu> Task for NarradGames<C> {
    /// Positions evaluated, and a check sum of the games.
    type Output = (u64, u64);

    #[inline(always)]
    fn run(self) -> (u64, u64) {
        let costs = [Weights::EVOLVED, Weights::GUESS].map(|weights| Costs::new(&weights));
        let (mut random, never) = (Random::new(1), AtomicBool::new(false));
        let (mut nodes, mut sum) = (0, 0);
        let mut turns = Vec::new();
        for game in 0..self.games {
            let (mut board, mut seat) = (Board::start(), (game % 2) as usize);
            while !board.is_over() {
                let dice = random.pick_weighted(&ROLLS).unwrap();
                turns.clear();
                for_each_turn(&board, dice, &mut Collect { costs: &costs[seat], turns: &mut turns });
                turns.sort_by_key(|&(value, _)| -value);
                nodes += turns.len() as u64;
                let mut best = turns[0];
                if self.depth > 1 && turns.len() > 1 {
                    let mut search = Search::new(self.cpu, &costs[seat], SearchLimits::until(&never));
                    best.0 = i64::MIN / 64;
                    for (_, turn) in &turns {
                        let value = match self.is_plain {
                            true => search.plain_score(&turn.board, self.depth),
                            false => search.score(&turn.board, self.depth, best.0),
                        };
                        if value > best.0 {
                            best = (value, *turn);
                        }
                    }
                    nodes += search.nodes();
                }
                sum = rules::mix(sum ^ u64::from(best.1.board.mover().pips()));
                board = best.1.board.flipped();
                seat = 1 - seat;
            }
        }
        (nodes, sum)
    }
}

/// Evaluations of the boards that the turns of a roll lead to, in random games: what an engine does for a turn.
struct Evaluations<'a> {
    networks: &'a Networks,
    rolls: &'a [Vec<Board>],
    rounds: u32,
}

impl Task for Evaluations<'_> {
    type Output = f32;

    #[inline(always)]
    fn run(self) -> f32 {
        let mut scratch = Scratch::default();
        let mut sum = 0.0;
        for _ in 0..self.rounds {
            for boards in self.rolls {
                scratch.end_series();
                for board in boards {
                    sum += self.networks.evaluate_similar(board, &mut scratch).equity();
                }
            }
        }
        sum
    }
}

fn rolls() -> Vec<Vec<Board>> {
    let (mut random, mut board, mut rolls) = (Random::new(3), Board::start(), Vec::new());
    while rolls.len() < 500 {
        let dice = random.pick_weighted(&ROLLS).unwrap();
        let mut boards = Vec::new();
        for_each_turn(&board, dice, &mut |turn: &Turn| boards.push(turn.board.flipped()));
        board = *random.pick(&boards).unwrap();
        if board.is_over() {
            board = Board::start();
        }
        rolls.push(boards);
    }
    rolls
}

fn run<C: Cpu>(cpu: C, is_short: bool) {
    let games = if is_short { 40 } else { 1_000 };
    let timed = |depth, is_plain, games| {
        let before = cpu_time();
        let (nodes, sum) = cpu.run(NarradGames { cpu, depth, is_plain, games });
        let seconds = (cpu_time() - before).max(1e-3);
        let (each, speed) = (1e3 * seconds / games as f64, nodes as f64 / seconds / 1e6);
        let kind = if is_plain { "plain" } else { "pruned" };
        println!(
            "narrad depth {depth}, {kind:6}: {each:7.3} ms a game, {speed:5.1} million evaluations a second"
        );
        (each, sum)
    };
    timed(1, false, 100 * games);
    let (pruned, one) = timed(2, false, games);
    let (plain, two) = timed(2, true, games / 4);
    println!("pruning saves {:.1} times (asked: 4), {pruned:.2} ms a game (asked: 2.5)", plain / pruned);
    let (_, same) = timed(2, false, games / 4);
    assert_eq!(two, same, "pruning must not change a move");
    black_box(one);
    let networks = Networks { bearoff: None, ..(*Networks::builtin()).clone() };
    let (rolls, rounds) = (rolls(), if is_short { 4 } else { 200 });
    let before = cpu_time();
    black_box(cpu.run(Evaluations { networks: &networks, rolls: &rolls, rounds }));
    let seconds = (cpu_time() - before).max(1e-3);
    let count: usize = rolls.iter().map(Vec::len).sum();
    let speed = count as f64 * f64::from(rounds) / seconds / 1e6;
    println!(
        "network with {} hidden units: {speed:.2} million evaluations a second (asked: 1)",
        networks.contact.hidden()
    );
    let before = cpu_time();
    black_box(Bearoff::build(&mut |_| {}));
    println!("bearoff databases: {:.2} s, {} bytes (asked: 5 s)", cpu_time() - before, Bearoff::FILE_SIZE);
}

fn main() {
    let is_short = std::env::args().any(|word| word == "--short");
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return run(v3, is_short);
    }
    run(Portable, is_short);
}
