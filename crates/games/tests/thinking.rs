//! Search limits: every engine obeys them and stops in time with a good move.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::catalog::{self, Visitor};
use games::engines::{CatalogGame, create};
use games::othello::{MobilityEvaluator, Othello};
use rules::cpu::{Cpu, Portable};
use rules::{Random, Rules, Seat, Status};
use search::{AlphaBeta, Engine, MonteCarlo, SearchLimits, SearchRequest};

/// A stopped search returns the move of the last complete iteration unless it has found a better one: where two
/// iterations agree, no node limit between them gives another move.
#[test]
fn stopped_search_returns_its_best_move() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let stop = AtomicBool::new(false);
    let mut random = Random::new(3);
    let mut checked = 0;
    for round in 0..60 {
        let mut position = rules.start();
        let mut moves = Vec::new();
        for _ in 0..4 + round % 40 {
            moves.clear();
            rules.legal_moves(&position, &mut moves);
            if let Some(&mv) = random.pick(&moves) {
                rules.play(&mut position, mv);
            }
        }
        let think = |limits: SearchLimits<'_>| {
            let mut engine = AlphaBeta::new(Portable, MobilityEvaluator, 1 << 16);
            engine.search(&SearchRequest::new(&rules, &position, &[], limits), &mut |_| {})
        };
        let whole = |depth| think(SearchLimits::until(&stop).depth(depth));
        let (Some(one), Some(two)) = (whole(1), whole(2)) else { continue };
        if one.best == two.best {
            for nodes in one.nodes..=two.nodes {
                assert_eq!(
                    think(SearchLimits::until(&stop).nodes(nodes)).unwrap().best,
                    one.best,
                    "{nodes} nodes"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 500, "only {checked} searches were stopped");
}

/// The node limit applies to all threads together.
#[test]
fn threads_share_the_node_limit() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let stop = AtomicBool::new(false);
    let mut engine = AlphaBeta::new(Portable, MobilityEvaluator, 1 << 20).with_threads(3);
    let limits = SearchLimits::until(&stop).nodes(30_000);
    let result =
        engine.search(&SearchRequest::new(&rules, &rules.start(), &[], limits), &mut |_| {}).unwrap();
    assert!(result.nodes <= 30_000 && result.nodes > 9_000, "{}", result.nodes);
}

/// A search with only a depth limit ends.
#[test]
fn monte_carlo_ends_with_only_a_depth_limit() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let stop = AtomicBool::new(false);
    let mut engine = MonteCarlo::new(Portable, 1 << 12);
    let result = engine
        .search(
            &SearchRequest::new(&rules, &rules.start(), &[], SearchLimits::until(&stop).depth(2)),
            &mut |_| {},
        )
        .unwrap();
    assert!(result.nodes > 1_000);
}

/// The time an engine takes to stop, in the start position or after the first roll.
struct Delay(&'static str);

impl Visitor for Delay {
    type Output = Duration;

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Duration {
        let mut position = rules.start();
        while rules.status(&position) == Status::Chance {
            let roll = rules.rolls(&position)[0].0;
            rules.apply_roll(&mut position, roll);
        }
        let mut engine = create(&rules, &self.0.parse().unwrap()).unwrap();
        // The machine may be busy for a moment: half of the tries have to be in time.
        let tries = (0..20).map(|_| {
            let (stop, time) = (AtomicBool::new(false), Duration::from_millis(15));
            std::thread::scope(|scope| {
                let raised = scope.spawn(|| {
                    std::thread::sleep(time);
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let result = engine.search(
                    &SearchRequest::new(&rules, &position, &[], SearchLimits::until(&stop).timed(time)),
                    &mut |_| {},
                );
                let ended = Instant::now();
                assert!(result.is_some());
                ended.saturating_duration_since(raised.join().unwrap())
            })
        });
        let mut delays: Vec<Duration> = tries.collect();
        delays.sort_unstable();
        delays[delays.len() / 2]
    }
}

#[test]
fn every_engine_stops_within_five_milliseconds() {
    for (game, settings) in [
        ("othello", ""),
        ("halma", ""),
        ("halma", "Size = 16 * 16\nBeads-order = 1 2 3 4 5 4"),
        ("halma", "Size = 16 * 16\nPlayer_num = 4\nBeads-order = 1 2 3 4 5 4"),
        ("backgammon", ""),
        ("backgammon", "length = 5"),
    ] {
        let delay = catalog::visit(game, settings, Delay("strong")).unwrap();
        assert!(delay < Duration::from_millis(5), "{game} {settings:?} goes on for {delay:?}");
    }
}
