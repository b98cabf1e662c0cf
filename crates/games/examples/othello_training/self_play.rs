//! Self-play games from random openings, played exactly to their end from some number of empty squares on.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use games::othello::endgame::Solver;
use games::othello::patterns::PatternEvaluator;
use games::othello::{Kernel, Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Random, Rules, Seat, Status, mix};
use search::{AlphaBeta, Engine, SearchLimits, SearchRequest};

/// Nodes per move.
const NODES: u64 = 1_200;
/// Games that are played before they are written together.
const BATCH: u64 = 64;

/// Games to play.
#[derive(Clone, Copy)]
pub struct Plan {
    pub games: u64,
    pub seed: u64,
    /// Number of empty squares from which a game is played exactly.
    pub exact_from: u32,
    pub threads: usize,
}

/// Appends games to a file until it holds all of the plan.
pub fn generate(path: &Path, plan: Plan) {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return generate_on(v3, path, plan);
    }
    generate_on(Portable, path, plan);
}

fn generate_on<K: Kernel>(kernel: K, path: &Path, plan: Plan) {
    let Plan { games, threads, .. } = plan;
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).unwrap();
    let before = resume(&mut file);
    let (mut next, start) = (before, Instant::now());
    let mut players: Vec<Player<K>> = (0..threads).map(|_| Player::new(kernel)).collect();
    while next < games {
        let end = games.min(next + BATCH * threads as u64);
        let lines: Vec<String> = std::thread::scope(|scope| {
            let played: Vec<_> = players
                .iter_mut()
                .enumerate()
                .map(|(thread, player)| {
                    let numbers = (next + thread as u64..end).step_by(threads);
                    scope.spawn(move || numbers.map(|number| player.line(plan, number)).collect::<Vec<_>>())
                })
                .collect();
            // Games are stored by their number, whatever the number of threads.
            let mut played: Vec<_> =
                played.into_iter().map(|thread| thread.join().unwrap().into_iter()).collect();
            (next..end).map(|number| played[(number - next) as usize % threads].next().unwrap()).collect()
        });
        file.write_all(lines.concat().as_bytes()).unwrap();
        next = end;
        let rate = (next - before) as f64 / start.elapsed().as_secs_f64();
        eprintln!("{next} of {games} games, {rate:.1} a second, {:.0} s left", (games - next) as f64 / rate);
    }
}

/// Cuts off a last line that was torn. Returns the number of games in the file.
fn resume(file: &mut File) -> u64 {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).unwrap();
    let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(complete as u64).unwrap();
    file.seek(SeekFrom::End(0)).unwrap();
    bytes[..complete].iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// The engines of one thread.
struct Player<K> {
    rules: Othello<K>,
    engine: AlphaBeta<PatternEvaluator, K>,
    solver: Solver<K>,
}

impl<K: Kernel> Player<K> {
    fn new(kernel: K) -> Player<K> {
        Player {
            rules: Othello::new(Seat::FIRST, kernel),
            engine: AlphaBeta::new(kernel, PatternEvaluator::new(), 1 << 20),
            solver: Solver::new(kernel, 1 << 22),
        }
    }

    /// A game as a line: the number of random moves, a blank, and all moves without passes.
    fn line(&mut self, plan: Plan, number: u64) -> String {
        let mut random = Random::new(mix(plan.seed).wrapping_add(mix(number)));
        // Short openings are preferred: only they show the first stages of the game.
        let opening = if random.below(2) == 0 { 4 + random.below(13) } else { 4 + random.below(37) };
        let mut squares = String::new();
        let mut position = self.rules.start();
        for _ in 0..opening {
            let mut moves = Vec::new();
            self.rules.legal_moves(&position, &mut moves);
            let Some(&mv) = random.pick(&moves) else { break };
            self.play(&mut position, mv, &mut squares);
        }
        let stop = AtomicBool::new(false);
        let limits = SearchLimits::until(&stop);
        Engine::<Othello<K>>::new_game(&mut self.engine, 1);
        while position.empties() > plan.exact_from && matches!(self.rules.status(&position), Status::Turn(_))
        {
            let request = SearchRequest::new(&self.rules, &position, &[], limits.nodes(NODES));
            let best = self.engine.search(&request, &mut |_| {}).unwrap().best;
            self.play(&mut position, best, &mut squares);
        }
        self.solver.clear();
        let solution = self.solver.solve(&position, &limits).unwrap_or_else(|_| panic!("nothing limits it"));
        for mv in solution.line {
            self.play(&mut position, mv, &mut squares);
        }
        format!("{opening} {squares}\n")
    }

    fn play(&self, position: &mut Position, mv: Move, squares: &mut String) {
        if let Some(square) = mv.square() {
            squares.push((b'a' + square % 8) as char);
            squares.push((b'1' + square / 8) as char);
        }
        self.rules.play(position, mv);
    }
}
