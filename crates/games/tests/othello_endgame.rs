//! Othello's endgame against a plain solver written apart: a board of 64 squares, the rules walked square by square,
//! alpha-beta without any trick.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use games::othello::endgame::{Solution, Solver};
use games::othello::{Kernel, Othello, Position, Scoring};
use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Seat, Status};
use search::SearchLimits;

/// Eight rows of eight, in an empty frame; 1 and -1 are the sides.
#[derive(Clone)]
struct Plain([i8; 100]);

const FRAME: i8 = 9;
const STEPS: [i32; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

impl Plain {
    fn read(text: &str) -> (Plain, i8) {
        let mut squares = [FRAME; 100];
        for (index, c) in text.bytes().take(64).enumerate() {
            let disc = match c {
                b'X' => 1,
                b'O' => -1,
                _ => 0,
            };
            squares[11 + index % 8 + index / 8 * 10] = disc;
        }
        (Plain(squares), if text.ends_with('X') { 1 } else { -1 })
    }

    /// The board after a disc, if it turns any over.
    fn after(&self, square: usize, side: i8) -> Option<Plain> {
        if self.0[square] != 0 {
            return None;
        }
        let mut after = None;
        for step in STEPS {
            let at = |distance: i32| (square as i32 + step * distance) as usize;
            let mut distance = 1;
            while self.0[at(distance)] == -side {
                distance += 1;
            }
            if distance > 1 && self.0[at(distance)] == side {
                let board = after.get_or_insert_with(|| self.clone());
                for place in 0..distance {
                    board.0[at(place)] = side;
                }
            }
        }
        after
    }

    /// The score of a finished game.
    fn count(&self, side: i8, scoring: Scoring) -> i32 {
        let number = |wanted: i8| self.0.iter().filter(|&&disc| disc == wanted).count() as i32;
        let (own, other, empty) = (number(side), number(-side), number(0));
        match scoring {
            Scoring::EmptiesToWinner if own > other => own + empty - other,
            Scoring::EmptiesToWinner if own < other => own - other - empty,
            _ => own - other,
        }
    }

    fn solve(&self, side: i8, mut alpha: i32, beta: i32, has_passed: bool, scoring: Scoring) -> i32 {
        let mut best = -99;
        for square in 11..=88 {
            if let Some(after) = self.after(square, side) {
                best = best.max(-after.solve(-side, -beta, -alpha, false, scoring));
                alpha = alpha.max(best);
                if alpha >= beta {
                    return best;
                }
            }
        }
        match (best, has_passed) {
            (-99, true) => self.count(side, scoring),
            (-99, false) => -self.solve(-side, -beta, -alpha, true, scoring),
            _ => best,
        }
    }
}

/// The score by the plain solver.
fn by_plain(position: &Position, scoring: Scoring) -> i32 {
    in_window(position, -99, 99, scoring)
}

/// The score by the plain solver if it lies between the two, or else a bound on it. To show that a score is right takes
/// much less time than to find it.
fn in_window(position: &Position, alpha: i32, beta: i32, scoring: Scoring) -> i32 {
    let (board, side) = Plain::read(&Othello::new(Seat::FIRST, Portable).write_position(position));
    board.solve(side, alpha, beta, false, scoring)
}

/// The position of a random game with the given number of empty squares, unless it ends before.
fn wander(random: &mut Random, wanted: u32) -> Position {
    let rules = Othello::new(Seat::FIRST, Portable);
    loop {
        let mut position = rules.start();
        let mut moves = Vec::new();
        while position.empties() > wanted {
            moves.clear();
            rules.legal_moves(&position, &mut moves);
            match random.pick(&moves) {
                Some(&mv) => rules.play(&mut position, mv),
                None => break,
            }
        }
        if position.empties() == wanted {
            return position;
        }
    }
}

/// Solves by the plain count.
fn solve<K: Kernel>(solver: &mut Solver<K>, position: &Position) -> Solution {
    solve_by(solver, position, Scoring::Plain).0
}

/// Solves, and plays the line: it must lead to the end of the game and to the score. Returns the number of squares left
/// empty, too.
fn solve_by<K: Kernel>(solver: &mut Solver<K>, position: &Position, scoring: Scoring) -> (Solution, u32) {
    let rules = Othello::new(Seat::FIRST, Portable);
    let stop = AtomicBool::new(false);
    let solution = solver.solve(position, &SearchLimits::until(&stop)).unwrap();
    let mut at = *position;
    for &mv in &solution.line {
        assert!(rules.is_legal(&at, mv), "{solution:?} in {}", rules.write_position(position));
        rules.play(&mut at, mv);
    }
    let Status::Over(_) = rules.status(&at) else { panic!("the line does not reach the end: {solution:?}") };
    let count = |seat| at.discs(seat).count_ones() as i32;
    let seat = position.turn();
    let score = scoring.score(count(seat) - count(seat.other()), at.empties());
    assert_eq!(solution.score, score, "{}", rules.write_position(position));
    (solution, at.empties())
}

/// Every position by one kernel and by the plain solver.
fn agrees_with_plain<K: Kernel>(kernel: K) -> u32 {
    let mut random = Random::new(2026);
    // A small memory, so that places are fought for.
    let mut solver = Solver::new(kernel, 1 << 18);
    let mut solved = 0;
    for (wanted, positions) in [
        (0, 40),
        (1, 400),
        (2, 400),
        (3, 400),
        (4, 400),
        (5, 300),
        (6, 300),
        (7, 300),
        (8, 700),
        (9, 500),
        (10, 400),
        (11, 200),
        (12, 100),
        (13, 70),
        (14, 40),
    ] {
        for _ in 0..positions {
            let position = wander(&mut random, wanted);
            let found = solve(&mut solver, &position).score;
            let (low, high) = if wanted > 9 { (found - 1, found + 1) } else { (-99, 99) };
            let expected = in_window(&position, low, high, Scoring::Plain);
            let text = Othello::new(Seat::FIRST, Portable).write_position(&position);
            assert_eq!(found, expected, "{wanted} empty squares: {text}");
            solved += u32::from(wanted >= 8);
        }
    }
    solved
}

#[test]
fn the_solver_agrees_with_a_plain_one() {
    let solved;
    #[cfg(target_arch = "x86_64")]
    {
        solved = rules::cpu::V3::detect().map_or_else(|| agrees_with_plain(Portable), agrees_with_plain);
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        solved = agrees_with_plain(Portable);
    }
    assert!(solved >= 2_000, "only {solved}");
}

/// The two kernels walk the same tree.
#[test]
#[cfg(target_arch = "x86_64")]
fn kernels_agree() {
    let Some(v3) = rules::cpu::V3::detect() else {
        println!("this machine has no x86-64-v3: its kernel was not compared");
        return;
    };
    let mut random = Random::new(8);
    let mut solvers = (Solver::new(Portable, 1 << 20), Solver::new(v3, 1 << 20));
    for round in 0..300 {
        let position = wander(&mut random, 5 + round % 12);
        assert_eq!(solve(&mut solvers.0, &position), solve(&mut solvers.1, &position));
    }
}

/// A board that no game leads to: random discs, `share` of 20 black, with at most `holes` empty squares.
fn random_board(random: &mut Random, share: u32, holes: u32) -> Position {
    let mut text: Vec<u8> = (0..64).map(|_| if random.below(20) < share { b'X' } else { b'O' }).collect();
    for _ in 0..holes {
        text[random.below(64) as usize] = b'-';
    }
    let side = if random.below(2) == 0 { 'X' } else { 'O' };
    let text = format!("{} {side}", String::from_utf8(text).unwrap());
    Othello::new(Seat::FIRST, Portable).read_position(&text).unwrap()
}

/// Boards that no game leads to: sparse ones with many passes, one side wiped out, no move for either, a full board.
#[test]
fn odd_boards_are_solved() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let mut random = Random::new(3);
    let mut solver = Solver::new(Portable, 1 << 18);
    let (mut passes, mut wiped_out, mut left_empty) = (0, 0, 0);
    for round in 0..1_500u32 {
        let share = random.below(20) + 1;
        let position = random_board(&mut random, share, round % 10);
        let text = rules.write_position(&position);
        let solution = solve(&mut solver, &position);
        assert_eq!(solution.score, by_plain(&position, Scoring::Plain), "{text}");
        passes += solution.line.iter().filter(|mv| mv.square().is_none()).count();
        let played = solution.line.iter().filter(|mv| mv.square().is_some()).count();
        wiped_out += u32::from(solution.score.unsigned_abs() == 64 - position.empties() + played as u32);
        left_empty += u32::from(played < position.empties() as usize);
    }
    assert!(passes > 200 && wiped_out > 20 && left_empty > 50, "{passes} {wiped_out} {left_empty}");
    let full = rules.read_position(&format!("{}{} O", "X".repeat(40), "O".repeat(24))).unwrap();
    let solution = solve(&mut solver, &full);
    assert_eq!((solution.score, solution.line), (-16, Vec::new()));
}

/// Both scorings, on positions of random games and on boards whose games end early.
fn scorings_agree_with_plain<K: Kernel>(kernel: K) {
    let mut random = Random::new(1239);
    let scorings = [Scoring::Plain, Scoring::EmptiesToWinner];
    let mut solvers = scorings.map(|scoring| Solver::new(kernel, 1 << 18).with_scoring(scoring));
    let (mut ended_early, mut differ) = (0, 0);
    for (empties, positions) in [(6, 700), (7, 700), (8, 600), (9, 400), (10, 100)] {
        for round in 0..positions {
            let position = match round % 4 {
                0 => random_board(&mut random, 1, empties),
                1 => random_board(&mut random, 18, empties),
                _ => wander(&mut random, empties),
            };
            let mut scores = [0; 2];
            for ((solver, scoring), score) in solvers.iter_mut().zip(scorings).zip(&mut scores) {
                let (solution, left_empty) = solve_by(solver, &position, scoring);
                *score = solution.score;
                let expected = by_plain(&position, scoring);
                let text = Othello::new(Seat::FIRST, Portable).write_position(&position);
                assert_eq!(solution.score, expected, "{scoring:?}: {text}");
                ended_early += u32::from(left_empty > 0);
            }
            assert_eq!(scores[0].signum(), scores[1].signum());
            assert!(scores[1] % 2 == 0 && scores[0].abs() <= scores[1].abs(), "{scores:?}");
            differ += u32::from(scores[0] != scores[1]);
        }
    }
    assert!(ended_early > 300 && differ > 150, "{ended_early} ended early, {differ} differ");
}

#[test]
fn both_scorings_agree_with_a_plain_solver() {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        scorings_agree_with_plain(v3);
        return;
    }
    scorings_agree_with_plain(Portable);
}

/// Bounds of one scoring are not used in the other.
#[test]
fn another_scoring_begins_with_an_empty_table() {
    let mut random = Random::new(77);
    let mut differ = 0;
    for _ in 0..100 {
        let position = random_board(&mut random, 1, 11);
        let mut solver = Solver::new(Portable, 1 << 18);
        let plain = solve(&mut solver, &position);
        let scoring = Scoring::EmptiesToWinner;
        let mut fresh = Solver::new(Portable, 1 << 18).with_scoring(scoring);
        let (expected, _) = solve_by(&mut fresh, &position, scoring);
        assert_eq!(solve_by(&mut solver.with_scoring(scoring), &position, scoring).0, expected);
        differ += u32::from(plain.score != expected.score);
    }
    assert!(differ > 10, "only {differ}");
}

/// Nothing that was solved before changes what is found, and after `clear` not even how.
#[test]
fn solving_can_be_repeated() {
    let mut random = Random::new(12);
    let positions: Vec<Position> = (0..30).map(|round| wander(&mut random, 10 + round % 6)).collect();
    let mut used = Solver::new(Portable, 1 << 16);
    for position in &positions {
        let fresh = solve(&mut Solver::new(Portable, 1 << 16), position);
        assert_eq!(solve(&mut used, position).score, fresh.score);
        used.clear();
        assert_eq!(solve(&mut used, position), fresh);
    }
}

#[test]
fn limits_are_respected() {
    let mut random = Random::new(20);
    let stop = AtomicBool::new(false);
    let mut solver = Solver::new(Portable, 1 << 18);
    let (mut ended, mut solved) = (0, 0);
    for round in 0..200 {
        let position = wander(&mut random, 6 + round % 12);
        let limit = 100u64 << (round % 10);
        solver.clear();
        match solver.solve(&position, &SearchLimits::until(&stop).nodes(limit)) {
            Ok(solution) => {
                assert!(solution.nodes <= limit);
                solved += 1;
            }
            Err(nodes) => {
                assert!(nodes <= limit, "{nodes} of {limit}");
                ended += 1;
            }
        }
    }
    assert!(ended > 40 && solved > 40, "{ended} {solved}");
}

#[test]
fn the_solver_stops_within_five_milliseconds() {
    let mut random = Random::new(21);
    let position = wander(&mut random, 34);
    let mut solver = Solver::new(Portable, 1 << 20);
    let mut delays: Vec<Duration> = (0..20)
        .map(|_| {
            let stop = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let raised = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(15));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                assert!(solver.solve(&position, &SearchLimits::until(&stop)).is_err());
                let ended = Instant::now();
                ended.saturating_duration_since(raised.join().unwrap())
            })
        })
        .collect();
    delays.sort_unstable();
    // The machine may be busy: a quarter of the tries have to be in time.
    assert!(delays[delays.len() / 4] < Duration::from_millis(5), "{delays:?}");
}

/// Threads share moves and a hash table, but never change a score.
#[test]
fn several_threads_find_the_same_scores() {
    let mut random = Random::new(77);
    let [mut one, mut four] = [1, 4].map(|threads| Solver::new(Portable, 1 << 20).with_threads(threads));
    for empties in [14, 15, 16, 17, 20] {
        for _ in 0..4 {
            let position = wander(&mut random, empties);
            assert_eq!(solve(&mut one, &position).score, solve(&mut four, &position).score);
        }
    }
}

/// Number of random positions; `SOLVE_RANDOM=1000000` sets it.
const RANDOM_POSITIONS: u32 = 10_000;
/// Positions of one batch. Each batch has its own seed, so that results do not depend on the number of threads.
const BATCH: u32 = 1_000;
/// One position of this many is compared with the plain solver.
const COMPARED: u32 = 200;

/// Positions of random games with 8 to 14 empty squares, each number half as frequent as the one before; scorings alternate.
/// Returns the nodes and the number of positions that were compared with the plain solver, in both scorings.
fn solve_batch<K: Kernel>(kernel: K, batch: u32) -> (u64, u32) {
    let mut random = Random::new(batch.into());
    let scorings = [Scoring::Plain, Scoring::EmptiesToWinner];
    // Small tables, never cleared, so that entries of other positions are replaced all the time.
    let mut solvers = scorings.map(|scoring| (Solver::new(kernel, 1 << 18).with_scoring(scoring), scoring));
    let (mut nodes, mut compared) = (0, 0);
    for round in 0..BATCH {
        let empties = 8 + random.below(64).trailing_zeros().min(6);
        let position = wander(&mut random, empties);
        if round % COMPARED > 0 {
            let (solver, scoring) = &mut solvers[round as usize % 2];
            nodes += solve_by(solver, &position, *scoring).0.nodes;
            continue;
        }
        for (solver, scoring) in &mut solvers {
            let (Solution { score, nodes: own, .. }, _) = solve_by(solver, &position, *scoring);
            let text = Othello::new(Seat::FIRST, Portable).write_position(&position);
            assert_eq!(score, in_window(&position, score - 1, score + 1, *scoring), "{scoring:?}: {text}");
            nodes += own;
        }
        compared += 1;
    }
    (nodes, compared)
}

/// Solves the random positions and reports their number.
fn solve_random_positions<K: Kernel>(kernel: K) -> String {
    let positions = std::env::var("SOLVE_RANDOM").map_or(RANDOM_POSITIONS, |count| count.parse().unwrap());
    let batches = positions.div_ceil(BATCH);
    let next = AtomicU32::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let parts: Vec<(u64, u32)> = std::thread::scope(|scope| {
        let solve_batches = || {
            let (mut nodes, mut compared) = (0, 0);
            loop {
                let batch = next.fetch_add(1, Ordering::Relaxed);
                if batch >= batches {
                    return (nodes, compared);
                }
                let (more, others) = solve_batch(kernel, batch);
                (nodes, compared) = (nodes + more, compared + others);
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(solve_batches)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).collect()
    });
    let nodes: u64 = parts.iter().map(|(nodes, _)| nodes).sum();
    let compared: u32 = parts.iter().map(|(_, compared)| compared).sum();
    assert_eq!(compared, batches * (BATCH / COMPARED));
    format!(
        "{} positions with 8 to 14 empty squares solved, {nodes} nodes; {compared} of them compared with the plain \
         solver in both scorings: all agree",
        batches * BATCH
    )
}

#[test]
fn random_positions_are_solved() {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        println!("{}", solve_random_positions(v3));
        return;
    }
    println!("{}", solve_random_positions(Portable));
}

/// A stopped search on several threads ends, and the solver can be used again.
#[test]
fn several_threads_stop_together() {
    let mut random = Random::new(34);
    let mut solver = Solver::new(Portable, 1 << 20).with_threads(3);
    let stop = AtomicBool::new(false);
    for _ in 0..10 {
        let (large, small) = (wander(&mut random, 34), wander(&mut random, 13));
        stop.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(10));
                stop.store(true, Ordering::Relaxed);
            });
            assert!(solver.solve(&large, &SearchLimits::until(&stop)).is_err());
        });
        let score = solve(&mut solver, &small).score;
        assert_eq!(score, solve(&mut Solver::new(Portable, 1 << 18), &small).score);
    }
}
