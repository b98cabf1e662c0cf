//! Othello's engines: `strong` near the end of a game, and `first`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::engines::create;
use games::othello::endgame::Solver;
use games::othello::{Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Random, Rules, Seat, Status};
use search::{Engine, SearchLimits, SearchRequest, SearchResult};

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}

fn engine(name: &str) -> Box<dyn Engine<Othello>> {
    create(&rules(), &name.parse().unwrap()).unwrap()
}

/// A position of a random game with `wanted` empty squares that is not over.
fn random_position(random: &mut Random, wanted: u32) -> Position {
    let rules = rules();
    loop {
        let mut position = rules.start();
        let mut moves = Vec::new();
        loop {
            moves.clear();
            let status = rules.legal_moves(&position, &mut moves);
            if matches!(status, Status::Over(_)) {
                break;
            }
            if position.empties() == wanted {
                return position;
            }
            rules.play(&mut position, *random.pick(&moves).unwrap());
        }
    }
}

fn search(
    engine: &mut dyn Engine<Othello>,
    position: &Position,
    limits: &SearchLimits<'_>,
) -> SearchResult<Move> {
    let result = engine.search(&SearchRequest::new(&rules(), position, &[], *limits), &mut |_| {}).unwrap();
    assert!(rules().is_legal(position, result.best));
    assert!(result.nodes <= limits.nodes);
    result
}

/// The exact score of the position.
fn exact(position: &Position) -> i32 {
    let stop = AtomicBool::new(false);
    Solver::new(Portable, 1 << 20).solve(position, &SearchLimits::until(&stop)).unwrap().score
}

/// With few empty squares play is perfect and reproducible.
#[test]
fn strong_plays_the_end_exactly() {
    let rules = rules();
    let stop = AtomicBool::new(false);
    let mut random = Random::new(5);
    let mut strong = engine("strong:level=6");
    for round in 0..60 {
        let position = random_position(&mut random, 1 + round % 11);
        strong.new_game(1);
        let result = search(&mut *strong, &position, &SearchLimits::until(&stop));
        let mut after = position;
        rules.play(&mut after, result.best);
        assert_eq!(-exact(&after), exact(&position));
        // A win counts 20,000 more than its discs.
        let score = result.score as i32;
        assert_eq!(score - 20_000 * score.signum(), exact(&position));
        strong.new_game(2);
        assert_eq!(search(&mut *strong, &position, &SearchLimits::until(&stop)), result);
    }
}

/// A move is returned within any node limit.
#[test]
fn strong_respects_its_limits() {
    let stop = AtomicBool::new(false);
    let mut random = Random::new(6);
    let mut strong = engine("strong");
    for round in 0..300u32 {
        let position = random_position(&mut random, 1 + round % 20);
        let limits = SearchLimits::until(&stop).nodes(1 + u64::from(random.below(60_000)));
        strong.new_game(1);
        let result = search(&mut *strong, &position, &limits);
        strong.new_game(1);
        assert_eq!(search(&mut *strong, &position, &limits), result);
    }
    // A depth limit holds too: a solution would be deeper.
    let position = random_position(&mut random, 12);
    assert_eq!(search(&mut *strong, &position, &SearchLimits::until(&stop).depth(3)).depth, 3);
}

/// With only a time limit, search and solver alternate; both stop on request.
#[test]
fn strong_stops_in_the_endgame() {
    let mut random = Random::new(7);
    let mut strong = engine("strong");
    let mut delays: Vec<Duration> = (0..20)
        .map(|round| {
            let position = random_position(&mut random, 24 + round % 4);
            let stop = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let raised = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(60));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                search(&mut *strong, &position, &SearchLimits::until(&stop).timed(Duration::from_secs(60)));
                let ended = Instant::now();
                ended.saturating_duration_since(raised.join().unwrap())
            })
        })
        .collect();
    delays.sort_unstable();
    // The machine may be busy: a quarter of the tries have to be in time.
    assert!(delays[delays.len() / 4] < Duration::from_millis(5), "{delays:?}");
    // Stopped before it begins, it has a move all the same; with time enough it solves.
    let position = random_position(&mut random, 10);
    search(
        &mut *strong,
        &position,
        &SearchLimits::until(&AtomicBool::new(true)).timed(Duration::from_secs(60)),
    );
    let result = search(
        &mut *strong,
        &position,
        &SearchLimits::until(&AtomicBool::new(false)).timed(Duration::from_secs(60)),
    );
    let score = result.score as i32;
    assert_eq!(score - 20_000 * score.signum(), exact(&position));
}

/// "takes the first legal move it finds, scanning A1..H1, A2..H2, ..."
#[test]
fn first_takes_the_first_legal_move() {
    let rules = rules();
    let stop = AtomicBool::new(false);
    let mut random = Random::new(8);
    let mut first = engine("first");
    let mut passes = 0;
    for round in 0..400 {
        let position = random_position(&mut random, 1 + round % 60);
        let expected = (0..64).map(Move::on).find(|&mv| rules.is_legal(&position, mv)).unwrap_or(Move::PASS);
        assert_eq!(search(&mut *first, &position, &SearchLimits::until(&stop)).best, expected);
        passes += u32::from(expected == Move::PASS);
    }
    assert!(passes > 0);
    assert!(create(&rules, &"first:level=1".parse().unwrap()).is_err());
}

/// The start is even at any depth, and a deeper search does not reverse the score.
#[test]
fn the_start_is_even() {
    let stop = AtomicBool::new(false);
    let mut scores = Vec::new();
    for depth in 1..=10 {
        let result =
            search(&mut *engine("strong"), &rules().start(), &SearchLimits::until(&stop).depth(depth));
        scores.push(result.score / f64::from(games::othello::patterns::UNIT));
    }
    assert!(scores.iter().all(|discs| discs.abs() <= 3.5), "{scores:?}");
}
