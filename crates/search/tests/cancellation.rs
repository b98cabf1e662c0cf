//! Whoever is told to stop, stops within five milliseconds.
//!
//! A program of its own, so that no other test takes the processor away meanwhile.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "oracles/thicket.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod thicket;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::cpu::Portable;
use search::{AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, SearchLimits, SearchRequest};
use thicket::{Guess, Shape, Thicket};

const PATIENCE: Duration = Duration::from_millis(5);
/// A machine that does something else at the wrong moment proves nothing: half of the tries have to be in time, and a
/// delay counts only as far as it is longer than that of threads which do nothing but wait for the flag.
const TRIES: usize = 9;

fn engines() -> Vec<(&'static str, Box<dyn Engine<Thicket>>)> {
    let guess = Guess::TIGHT;
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(Portable, guess, 1 << 20))),
        ("alpha-beta on two threads", Box::new(AlphaBeta::new(Portable, guess, 1 << 20).with_threads(2))),
        ("expectimax", Box::new(Expectimax::new(Portable, guess, 1 << 20))),
        ("max^n", Box::new(MaxN::new(Portable, guess))),
        ("best reply", Box::new(BestReply::new(Portable, guess))),
        ("Monte Carlo", Box::new(MonteCarlo::new(Portable, 1 << 20))),
    ]
}

/// How long the engine goes on thinking after it was told to stop.
fn delay(engine: &mut dyn Engine<Thicket>, rules: &Thicket, after: Duration) -> Duration {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let raised = scope.spawn(|| {
            std::thread::sleep(after);
            stop.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let thought = engine.search(
            &SearchRequest::new(rules, &rules.position(0), &[], SearchLimits::until(&stop)),
            &mut |_| {},
        );
        let ended = Instant::now();
        assert!(thought.is_some(), "a move is returned");
        ended.saturating_duration_since(raised.join().unwrap())
    })
}

/// How long two threads take to see the flag that do nothing else: the part of a delay that is the machine's.
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
    let large = Shape { width: 1 << 40, moves: 40, over: 0, stakes: 20, ..Shape::SMALL };
    let slow = Duration::from_micros(200);
    for shape in [
        large,
        Shape { rolls: 14, ..large },
        Shape { slowness: slow, ..large },
        Shape { slowness: slow, rolls: 14, ..large },
        Shape { slowness: slow, seats: 4, turns: true, ..large },
    ] {
        let rules = Thicket::new(shape);
        for (name, mut engine) in engines() {
            // Alpha-beta is for two, and beyond the dice it has nothing to search.
            if name.starts_with("alpha-beta") && (shape.seats > 2 || shape.rolls > 0) {
                continue;
            }
            for wait in [3, 40].map(Duration::from_millis) {
                let (mut delays, mut idle): (Vec<Duration>, Vec<Duration>) =
                    (0..TRIES).map(|_| (delay(&mut *engine, &rules, wait), idle_delay(wait))).unzip();
                delays.sort_unstable();
                idle.sort_unstable();
                let (middle, machine) = (delays[TRIES / 2], idle[TRIES - 1]);
                println!(
                    "{name}: middle {middle:?}, last {:?}, the machine's {machine:?}",
                    delays[TRIES - 1]
                );
                assert!(middle < PATIENCE + machine, "{name} went on too long, {delays:?}, in {shape:?}");
            }
        }
    }
}
