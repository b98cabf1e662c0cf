//! Alpha-beta equals negamax.

use rules::Rules;
use rules::cpu::Portable;
use search::AlphaBeta;
use search::alpha_beta::Features;

use crate::noughts::{Board, Lines, Noughts};
use crate::plain::negamax::Negamax;
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use crate::{assert_best, search_to_depth};

/// Every combination of features that does not change the score.
fn exact_features() -> impl Iterator<Item = Features> {
    (0..8).map(|bits| Features {
        table: bits & 1 != 0,
        aspiration: bits & 2 != 0,
        quiescence: bits & 4 != 0,
        ..Features::EXACT
    })
}

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(config: TreeConfig, depths: u32) {
    let rules = RandomTree::<NOISE, HAS_REPETITION>::new(config);
    // A position of the game history: in a game with repetitions it is a draw.
    let past = [rules.key(&rules.position(7))];
    for evaluator in RandomEvaluator::ALL {
        for features in exact_features() {
            // With repetitions, scores of the transposition table depend on the path.
            if HAS_REPETITION && features.table {
                continue;
            }
            let plain = Negamax { rules: &rules, evaluator: &evaluator, quiescence: features.quiescence };
            let mut engine = AlphaBeta::new(Portable, evaluator, 1 << 12).with_features(features);
            for depth in 1..=depths {
                let position = rules.position(depth.into());
                let result = search_to_depth(&mut engine, &rules, &position, &past, depth);
                let plain = plain.scores(&position, &past, depth);
                assert_best(
                    &result,
                    &plain,
                    format_args!("{config:?} {evaluator:?} {features:?} depth {depth}"),
                );
            }
        }
    }
}

#[test]
fn equals_negamax() {
    for seed in 0..60 {
        compare::<false, false>(TreeConfig { seed, ..TreeConfig::SMALL }, 6);
    }
}

#[test]
fn equals_negamax_where_a_seat_moves_twice() {
    for seed in 0..60 {
        compare::<false, false>(TreeConfig { seed, again: 300, ..TreeConfig::SMALL }, 6);
    }
}

#[test]
fn equals_negamax_with_noise_and_extensions() {
    for seed in 0..60 {
        compare::<true, false>(
            TreeConfig { seed, noisy: 150, extension: 50, again: 100, check: 60, ..TreeConfig::SMALL },
            5,
        );
    }
}

#[test]
fn equals_negamax_where_positions_repeat() {
    for seed in 0..60 {
        compare::<false, true>(TreeConfig { seed, again: 100, ..TreeConfig::SMALL }, 5);
    }
}

#[test]
fn equals_negamax_on_two_threads() {
    for seed in 0..40 {
        let config = TreeConfig { seed, width: 40, moves: 6, over: 20, again: 100, ..TreeConfig::SMALL };
        let rules = RandomTree::<false, false>::new(config);
        let (evaluator, position) = (RandomEvaluator::FINE, rules.position(0));
        let plain = Negamax { rules: &rules, evaluator: &evaluator, quiescence: false };
        let mut engine =
            AlphaBeta::new(Portable, evaluator, 1 << 12).with_features(Features::EXACT).with_threads(2);
        let result = search_to_depth(&mut engine, &rules, &position, &[], 6);
        assert_best(&result, &plain.scores(&position, &[], 6), format_args!("{config:?}"));
    }
}

#[test]
fn equals_negamax_in_tic_tac_toe() {
    for features in exact_features() {
        let mut engine = AlphaBeta::new(Portable, Lines, 1 << 16).with_features(features);
        for depth in [1, 2, 5, 9] {
            let boards = [Board([0o001, 0o020]), Board([0o401, 0o020]), Board([0o005, 0o020])];
            for board in boards {
                let result = search_to_depth(&mut engine, &Noughts, &board, &[], depth);
                let plain = Negamax { rules: &Noughts, evaluator: &Lines, quiescence: true };
                assert_best(&result, &plain.scores(&board, &[], depth), format_args!("{board:?} {depth}"));
            }
        }
    }
}
