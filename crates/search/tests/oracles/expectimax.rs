//! Expectimax with every pruning equals expectimax without.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::expectimax::Pruning;
use search::{Engine, Expectimax};

use crate::plain;
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use crate::{assert_best, search_to_depth};

const PRUNINGS: [Pruning; 3] = [Pruning::Nothing, Pruning::Star1, Pruning::Star2];

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(config: TreeConfig, depths: u32) {
    let rules = RandomTree::<NOISE, HAS_REPETITION>::new(config);
    // A position of the game history: in a game with repetitions it is a draw.
    let past = [rules.key(&rules.position(7))];
    for evaluator in RandomEvaluator::ALL {
        let plain = plain::expectimax::Expectimax { rules: &rules, evaluator: &evaluator, seat: Seat::FIRST };
        let mut engines: Vec<_> = PRUNINGS
            .into_iter()
            .flat_map(|pruning| [0, 500, 1 << 14].map(|bytes| (pruning, bytes)))
            .map(|with| (with, Expectimax::new(Portable, evaluator, with.1).with_pruning(with.0)))
            .collect();
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let plain = plain.values(&position, &past, depth);
            for (with, engine) in &mut engines {
                let result = search_to_depth(engine, &rules, &position, &past, depth);
                assert_best(&result, &plain, format_args!("{config:?} {evaluator:?} {with:?} depth {depth}"));
            }
        }
    }
}

#[test]
fn equals_plain_expectimax() {
    for seed in 0..150 {
        let config = TreeConfig { seed, moves: 3, rolls: 3, ..TreeConfig::SMALL };
        compare::<false, false>(config, 4);
        compare::<false, false>(TreeConfig { width: 1 << 40, ..config }, 3);
    }
}

#[test]
fn the_table_can_be_resized_between_searches() {
    let rules = RandomTree::<false, false>::new(TreeConfig { seed: 1, rolls: 3, ..TreeConfig::SMALL });
    let mut engine: Box<dyn Engine<_>> = Box::new(Expectimax::new(Portable, RandomEvaluator::FINE, 0));
    let nodes = |engine: &mut Box<dyn Engine<_>>| {
        search_to_depth(&mut **engine, &rules, &rules.position(0), &[], 4).nodes
    };
    let without = nodes(&mut engine);
    engine.set_option("hash", "1").unwrap();
    let with = nodes(&mut engine);
    assert!(with < without, "{with} nodes with a table, {without} without");
    for (key, value, words) in [("hash", "0", "from 1 to 65536"), ("threads", "2", "expected hash")] {
        let error = engine.set_option(key, value).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn equals_plain_expectimax_at_larger_depths() {
    for seed in 0..30 {
        compare::<false, false>(TreeConfig { seed, moves: 2, rolls: 2, ..TreeConfig::SMALL }, 6);
    }
}

#[test]
fn equals_plain_expectimax_in_irregular_games() {
    for seed in 0..60 {
        let irregular =
            TreeConfig { seed, moves: 3, rolls: 4, again: 200, extension: 30, ..TreeConfig::SMALL };
        compare::<true, false>(TreeConfig { noisy: 200, ..irregular }, 3);
        compare::<false, true>(TreeConfig { extension: 0, rolls: 2, ..irregular }, 4);
        compare::<false, false>(TreeConfig { seats: 1, ..irregular }, 3);
        compare::<false, false>(TreeConfig { seats: 4, ..irregular }, 3);
    }
}

#[test]
fn equals_negamax_without_dice() {
    for seed in 0..100 {
        compare::<false, false>(TreeConfig { seed, again: 100, ..TreeConfig::SMALL }, 5);
    }
}

/// On a larger tree with correlated scores each pruning needs fewer nodes.
#[test]
fn each_pruning_saves_nodes() {
    for seed in 1..4 {
        let config = TreeConfig {
            seed,
            width: 1 << 40,
            moves: 16,
            rolls: 14,
            over: 0,
            max_gain: 100,
            ..TreeConfig::SMALL
        };
        let rules = RandomTree::<false, false>::new(config);
        let results = PRUNINGS.map(|pruning| {
            let mut engine = Expectimax::new(Portable, RandomEvaluator::TIGHT, 0).with_pruning(pruning);
            search_to_depth(&mut engine, &rules, &rules.position(0), &[], 3)
        });
        let [all, star1, star2] = &results;
        assert!(star1.nodes < all.nodes && star2.nodes < star1.nodes, "{results:?}");
        assert!(results.iter().all(|result| result.score == all.score), "{results:?}");
    }
}
