//! Alpha-beta equals negamax.

use rules::Rules;
use rules::cpu::Portable;
use search::AlphaBeta;
use search::alpha_beta::Features;

use crate::noughts::{Board, Lines, Noughts};
use crate::plain::negamax::Negamax;
use crate::thicket::{Guess, Shape, Thicket};
use crate::{assert_best, think};

/// Every choice of features that leaves the score alone.
fn exact_features() -> impl Iterator<Item = Features> {
    (0..8).map(|bits| Features {
        table: bits & 1 != 0,
        aspiration: bits & 2 != 0,
        quiescence: bits & 4 != 0,
        ..Features::EXACT
    })
}

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(shape: Shape, depths: u32) {
    let rules = Thicket::<NOISE, HAS_REPETITION>::new(shape);
    // A position that stood on the board before: where positions repeat, it is a draw when it comes again.
    let past = [rules.key(&rules.position(7))];
    for guess in Guess::ALL {
        for features in exact_features() {
            // Where positions repeat, what the table knows of them depends on the way to them.
            if HAS_REPETITION && features.table {
                continue;
            }
            let plain = Negamax { rules: &rules, evaluator: &guess, quiescence: features.quiescence };
            let mut engine = AlphaBeta::new(Portable, guess, 1 << 12).with_features(features);
            for depth in 1..=depths {
                let position = rules.position(depth.into());
                let thought = think(&mut engine, &rules, &position, &past, depth);
                let plain = plain.scores(&position, &past, depth);
                assert_best(&thought, &plain, format_args!("{shape:?} {guess:?} {features:?} depth {depth}"));
            }
        }
    }
}

#[test]
fn equals_negamax() {
    for seed in 0..60 {
        compare::<false, false>(Shape { seed, ..Shape::SMALL }, 6);
    }
}

#[test]
fn equals_negamax_where_a_seat_moves_twice() {
    for seed in 0..60 {
        compare::<false, false>(Shape { seed, again: 300, ..Shape::SMALL }, 6);
    }
}

#[test]
fn equals_negamax_with_noise_and_extensions() {
    for seed in 0..60 {
        compare::<true, false>(
            Shape { seed, noisy: 150, extends: 50, again: 100, check: 60, ..Shape::SMALL },
            5,
        );
    }
}

#[test]
fn equals_negamax_where_positions_repeat() {
    for seed in 0..60 {
        compare::<false, true>(Shape { seed, again: 100, ..Shape::SMALL }, 5);
    }
}

#[test]
fn equals_negamax_on_two_threads() {
    for seed in 0..40 {
        let shape = Shape { seed, width: 40, moves: 6, over: 20, again: 100, ..Shape::SMALL };
        let rules = Thicket::<false, false>::new(shape);
        let (guess, position) = (Guess::FINE, rules.position(0));
        let plain = Negamax { rules: &rules, evaluator: &guess, quiescence: false };
        let mut engine =
            AlphaBeta::new(Portable, guess, 1 << 12).with_features(Features::EXACT).with_threads(2);
        let thought = think(&mut engine, &rules, &position, &[], 6);
        assert_best(&thought, &plain.scores(&position, &[], 6), format_args!("{shape:?}"));
    }
}

#[test]
fn knows_three_in_a_row() {
    for features in exact_features() {
        let mut engine = AlphaBeta::new(Portable, Lines, 1 << 16).with_features(features);
        for depth in [1, 2, 5, 9] {
            let boards = [Board([0o001, 0o020]), Board([0o401, 0o020]), Board([0o005, 0o020])];
            for board in boards {
                let thought = think(&mut engine, &Noughts, &board, &[], depth);
                let plain = Negamax { rules: &Noughts, evaluator: &Lines, quiescence: true };
                assert_best(&thought, &plain.scores(&board, &[], depth), format_args!("{board:?} {depth}"));
            }
        }
    }
}
