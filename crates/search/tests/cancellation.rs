//! Every search stops within five milliseconds of the stop flag.
//!
//! A test binary of its own, so that no other test competes for the processor.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "oracles/random_tree.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod random_tree;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use rules::cpu::Portable;
use search::{
    AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, OpponentModel, SearchLimits, SearchRequest,
};

const MAX_DELAY: Duration = Duration::from_millis(5);
/// The median counts, and the delay of threads that only wait for the flag is subtracted, because the machine may be busy.
const TRIES: usize = 9;

fn engines() -> Vec<(&'static str, Box<dyn Engine<RandomTree>>)> {
    let evaluator = RandomEvaluator::TIGHT;
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(Portable, evaluator, 1 << 20))),
        ("alpha-beta on two threads", Box::new(AlphaBeta::new(Portable, evaluator, 1 << 20).with_threads(2))),
        ("expectimax", Box::new(Expectimax::new(Portable, evaluator, 1 << 20))),
        ("max^n", Box::new(MaxN::new(Portable, evaluator))),
        ("best reply", Box::new(BestReply::new(Portable, evaluator))),
        ("opponent model", Box::new(OpponentModel::new(Portable, evaluator, 1 << 20))),
        ("Monte Carlo", Box::new(MonteCarlo::new(Portable, 1 << 20))),
    ]
}

/// Time from the stop flag to the end of the search.
fn delay(engine: &mut dyn Engine<RandomTree>, rules: &RandomTree, after: Duration) -> Duration {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let raised = scope.spawn(|| {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let result = engine.search(
            &SearchRequest::new(rules, &rules.position(0), &[], SearchLimits::until(&stop)),
            &mut |_| {},
        );
        let ended = Instant::now();
        assert!(result.is_some(), "a move is returned");
        ended.saturating_duration_since(raised.join().unwrap())
    })
}

/// Time that two idle threads take to see the flag: the machine's part of a delay.
fn idle_delay(after: Duration) -> Duration {
    let stop = AtomicBool::new(false);
    let wait = || {
        while !stop.load(Ordering::Relaxed) {
            std::hint::spin_loop();
        }
    };
    std::thread::scope(|scope| {
        let raised = scope.spawn(|| {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let other = scope.spawn(wait);
        wait();
        other.join().unwrap();
        let ended = Instant::now();
        ended.saturating_duration_since(raised.join().unwrap())
    })
}

#[test]
fn every_search_stops_within_five_milliseconds() {
    let large = TreeConfig { width: 1 << 40, moves: 40, over: 0, max_gain: 20, ..TreeConfig::SMALL };
    let slow = Duration::from_micros(200);
    for config in [
        large,
        TreeConfig { rolls: 14, ..large },
        TreeConfig { generation_time: slow, ..large },
        TreeConfig { generation_time: slow, rolls: 14, ..large },
        TreeConfig { generation_time: slow, seats: 4, has_with_turn: true, ..large },
    ] {
        let rules = RandomTree::new(config);
        for (name, mut engine) in engines() {
            // Alpha-beta supports only two seats and no dice.
            if name.starts_with("alpha-beta") && (config.seats > 2 || config.rolls > 0) {
                continue;
            }
            for wait in [3, 40].map(Duration::from_millis) {
                let (mut delays, mut idle): (Vec<Duration>, Vec<Duration>) =
                    (0..TRIES).map(|_| (delay(&mut *engine, &rules, wait), idle_delay(wait))).unzip();
                delays.sort_unstable();
                idle.sort_unstable();
                let (median, machine) = (delays[TRIES / 2], idle[TRIES - 1]);
                println!("{name}: median {median:?}, maximum {:?}, idle {machine:?}", delays[TRIES - 1]);
                assert!(
                    median < MAX_DELAY + machine,
                    "{name} took too long to stop: {delays:?}, in {config:?}"
                );
            }
        }
    }
}
