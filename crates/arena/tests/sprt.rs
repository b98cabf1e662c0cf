//! Sequential tests: known values, error rates, and decisions that ignore the order in which games finish.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use arena::{GameReport, GameResult, Hypothesis, MoveTimes, SequentialTest, Sprt, Tally, Termination};
use rules::Random;

fn sprt(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, Sprt::DEFAULT_ERROR, Sprt::DEFAULT_ERROR).unwrap()
}

/// The values were computed with 30 digits by another program, which solves the same equations by another method.
#[test]
fn known_log_likelihood_ratios() {
    for (pentanomial, elo0, elo1, expected) in [
        ([10, 150, 300, 170, 12], 0.0, 5.0, 0.668_858_253_729_516),
        ([1, 2, 3, 4, 5], 0.0, 10.0, 0.277_474_678_061_384),
        ([0, 0, 40, 10, 0], 0.0, 5.0, 0.714_183_960_755_07),
        ([400, 3000, 6000, 3100, 420], -3.0, 1.0, 6.795_900_312_703_62),
        ([5, 0, 0, 0, 20], 0.0, 50.0, 1.900_857_734_905_75),
        ([0; 5], 0.0, 5.0, 0.0),
    ] {
        let llr = sprt(elo0, elo1).llr(&pentanomial);
        assert!((llr - expected).abs() < 1e-9, "{pentanomial:?}: {llr}");
        // Seen from the other side, the hypotheses swap.
        let mut mirrored = pentanomial;
        mirrored.reverse();
        let llr = sprt(-elo1, -elo0).llr(&mirrored);
        assert!((llr + expected).abs() < 1e-9, "{mirrored:?}: {llr}");
    }
    let [lower, upper] = sprt(0.0, 5.0).bounds();
    assert!((upper - 19.0f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    assert_eq!(sprt(0.0, 5.0).decide(upper), Some(Hypothesis::H1));
    assert_eq!(sprt(0.0, 5.0).decide(lower), Some(Hypothesis::H0));
    assert_eq!(sprt(0.0, 5.0).decide(upper - 1e-9), None);
}

#[test]
fn impossible_tests_are_rejected() {
    for (elo0, elo1, alpha, beta, words) in [
        (5.0, 5.0, 0.05, 0.05, "cannot test Elo 5 against 5"),
        (5.0, 0.0, 0.05, 0.05, "the smaller first"),
        (0.0, f64::NAN, 0.05, 0.05, "cannot test Elo 0 against NaN"),
        (0.0, f64::INFINITY, 0.05, 0.05, "from -1000 to 1000"),
        (0.0, 5.0, 0.0, 0.05, "more than 0 and less than 0.5"),
        (0.0, 5.0, 0.05, 0.5, "more than 0 and less than 0.5"),
        (0.0, 5.0, 0.05, f64::NAN, "more than 0"),
    ] {
        let error = Sprt::new(elo0, elo1, alpha, beta).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

/// Simulates tests at a true difference. Returns the share of them that accept H1, and their mean number of pairs.
fn simulate(sprt: &Sprt, elo: f64, runs: u64) -> (f64, f64) {
    let score = 1.0 / (1.0 + 10.0f64.powf(-elo / 400.0));
    // Games of a pair are dependent: in half of the pairs the opening decides both games.
    let mut shares = [0.02, 0.2, 0.56, 0.2, 0.02];
    let shift = score - 0.5;
    shares[1] -= 2.0 * shift;
    shares[3] += 2.0 * shift;
    let (mut accepted, mut pairs) = (0u64, 0u64);
    for run in 0..runs {
        let mut random = Random::new(run);
        let mut counts = [0; 5];
        let decision = loop {
            let mut drawn = random.next_u64() as f64 / u64::MAX as f64;
            let step = shares.iter().position(|share| {
                drawn -= share;
                drawn < 0.0
            });
            counts[step.unwrap_or(4)] += 1;
            if let Some(decision) = sprt.decide(sprt.llr(&counts)) {
                break decision;
            }
        };
        accepted += u64::from(decision == Hypothesis::H1);
        pairs += counts.iter().sum::<u64>();
    }
    (accepted as f64 / runs as f64, pairs as f64 / runs as f64)
}

/// With 400 runs the share of errors deviates by about 0.011 (one standard deviation) from 0.05.
#[test]
fn errors_are_as_rare_as_promised() {
    let sprt = sprt(0.0, 30.0);
    let (wrong, pairs_at_h0) = simulate(&sprt, 0.0, 400);
    let (right, pairs_at_h1) = simulate(&sprt, 30.0, 400);
    let (even, pairs_between) = simulate(&sprt, 15.0, 400);
    assert!((0.015..0.085).contains(&wrong), "{wrong} of the tests accepted H1 at elo0");
    assert!((0.915..0.985).contains(&right), "{right} of the tests accepted H1 at elo1");
    assert!((0.4..0.6).contains(&even), "{even} of the tests accepted H1 half way");
    // Wald's approximation: (1 - 2 alpha) ln 19 pairs' worth of information at either hypothesis, more between them.
    assert!(pairs_between > pairs_at_h0 && pairs_between > pairs_at_h1);
    // The same by formula: E[N] = (0.9 ln 19) / (d^2 / (2 v)), d the difference in score and v the variance of a pair.
    let difference: f64 = 1.0 / (1.0 + 10.0f64.powf(-30.0 / 400.0)) - 0.5;
    let variance = 2.0 * (0.02 * 0.25 + 0.2 * 0.0625);
    let expected = 0.9 * 19.0f64.ln() / (difference.powi(2) / (2.0 * variance));
    assert!((pairs_at_h0 / expected - 1.0).abs() < 0.2, "{pairs_at_h0} pairs, expected {expected}");
}

fn report(game: u64, result: GameResult) -> GameReport {
    let move_times = [MoveTimes::default(); 2];
    let termination = Termination::Rule("x".to_owned());
    GameReport { game, result, points: [0; 2], plies: 1, move_times, termination }
}

#[test]
fn the_order_in_which_games_finish_does_not_matter() {
    const GAMES: u64 = 400;
    let mut random = Random::new(5);
    let results: Vec<GameResult> = (0..GAMES)
        .map(|_| if random.next_u64() % 10 < 6 { GameResult::Win } else { GameResult::Loss })
        .collect();
    let run = |order: &[u64]| {
        let (mut tally, mut test) = (Tally::new(GAMES), SequentialTest::new(sprt(0.0, 40.0)));
        for &game in order {
            tally.add(&report(game, results[game as usize]));
            test.update(&tally);
        }
        test
    };
    let in_order: Vec<u64> = (0..GAMES).collect();
    let forward = run(&in_order);
    assert_eq!(forward.accepted(), Some(Hypothesis::H1));
    assert!(forward.llr() >= forward.sprt().bounds()[1]);
    assert!(forward.pairs() < GAMES / 2, "the rest of the match does not count");
    // Blocks of eight games finish in reverse, as on several threads.
    let blocks: Vec<u64> = in_order.chunks(8).flat_map(|block| block.iter().rev().copied()).collect();
    assert_eq!(run(&blocks), forward);
    let backward: Vec<u64> = in_order.iter().rev().copied().collect();
    assert_eq!(run(&backward), forward);
    // A missing game holds the test up.
    let without: Vec<u64> = in_order.iter().copied().filter(|&game| game != 9).collect();
    assert_eq!((run(&without).pairs(), run(&without).accepted()), (4, None));
}
