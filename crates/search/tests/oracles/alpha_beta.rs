//! Alpha-beta equals negamax.

use rules::cpu::Portable;
use rules::{Outcome, Rules, Seat};
use search::alpha_beta::Features;
use search::{AlphaBeta, Evaluator, Score};

use crate::noughts::{Board, Lines, Noughts};
use crate::plain::negamax::Negamax;
use crate::random_tree::{Position, RandomEvaluator, RandomTree, TreeConfig};
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

/// An evaluator with margins: selective search, of which [`Features::EXACT`] leaves only what keeps the score.
#[derive(Clone, Copy)]
struct WithMargins(RandomEvaluator);

impl<const NOISE: bool, const HAS_REPETITION: bool> Evaluator<RandomTree<NOISE, HAS_REPETITION>>
    for WithMargins
{
    const PAWN: Option<Score> = Some(100);

    type Accumulator = <RandomEvaluator as Evaluator<RandomTree<NOISE, HAS_REPETITION>>>::Accumulator;
    type Delta = <RandomEvaluator as Evaluator<RandomTree<NOISE, HAS_REPETITION>>>::Delta;

    fn refresh(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        position: &Position,
        accumulator: &mut Self::Accumulator,
    ) {
        self.0.refresh(rules, position, accumulator);
    }

    fn delta(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        before: &Position,
        mv: u16,
        after: &Position,
    ) -> Option<Self::Delta> {
        self.0.delta(rules, before, mv, after)
    }

    fn update(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        before: &Self::Accumulator,
        delta: Self::Delta,
        after: &mut Self::Accumulator,
    ) {
        self.0.update(rules, before, delta, after);
    }

    fn evaluate(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        position: &Position,
        accumulator: &Self::Accumulator,
        seat: Seat,
    ) -> Score {
        self.0.evaluate(rules, position, accumulator, seat)
    }

    fn terminal_score(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        Evaluator::<RandomTree<NOISE, HAS_REPETITION>>::terminal_score(&self.0, outcome, seat, ply)
    }
}

/// Every search with margins but without inexact features equals negamax, also on a table that stays warm.
#[test]
fn equals_negamax_with_margins() {
    for seed in 0..60 {
        let config = TreeConfig { seed, noisy: 150, check: 60, ..TreeConfig::SMALL };
        let rules = RandomTree::<true, false>::new(config);
        for evaluator in [RandomEvaluator::COARSE, RandomEvaluator::FINE, RandomEvaluator::TIGHT] {
            let plain = Negamax { rules: &rules, evaluator: &evaluator, quiescence: true };
            let mut engine =
                AlphaBeta::new(Portable, WithMargins(evaluator), 1 << 12).with_features(Features::EXACT);
            for depth in 1..=5 {
                let position = rules.position(depth.into());
                let result = search_to_depth(&mut engine, &rules, &position, &[], depth);
                let plain = plain.scores(&position, &[], depth);
                assert_best(&result, &plain, format_args!("{config:?} {evaluator:?} depth {depth}"));
            }
        }
    }
}

/// Every part of the search can be turned off by name.
#[test]
fn features_have_names() {
    for name in Features::NAMES {
        assert_ne!(Features::ALL.without(name).unwrap(), Features::ALL, "{name}");
    }
    let error = Features::ALL.without("telepathy").unwrap_err().to_string();
    assert!(error.contains("telepathy") && error.contains("null-move"), "{error}");
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
