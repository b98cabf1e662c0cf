//! Max^n with and without pruning equals plain max^n.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::MaxN;

use crate::plain;
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use crate::{assert_best, search_to_depth};

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(config: TreeConfig, depths: u32) {
    let rules = RandomTree::<NOISE, HAS_REPETITION>::new(config);
    // A position of the game history: in a game with repetitions it is a draw.
    let past = [rules.key(&rules.position(7))];
    for evaluator in RandomEvaluator::ALL {
        let plain = plain::max_n::MaxN { rules: &rules, evaluator: &evaluator, root_seat: Seat::FIRST };
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let result =
                search_to_depth(&mut MaxN::new(Portable, evaluator), &rules, &position, &past, depth);
            let plain = plain.scores(&position, &past, depth);
            assert_best(&result, &plain, format_args!("{config:?} {evaluator:?} depth {depth}"));
        }
    }
}

#[test]
fn equals_plain_max_n() {
    for seed in 0..150 {
        for seats in 1..=4 {
            compare::<false, false>(TreeConfig { seed, seats, ..TreeConfig::SMALL }, 5);
        }
    }
}

#[test]
fn equals_plain_max_n_in_irregular_games() {
    for seed in 0..100 {
        for seats in 1..=4 {
            let irregular = TreeConfig { seed, seats, again: 200, ..TreeConfig::SMALL };
            compare::<true, false>(TreeConfig { noisy: 200, extension: 50, ..irregular }, 4);
            compare::<false, true>(irregular, 5);
            compare::<false, false>(TreeConfig { rolls: 3, ..irregular }, 4);
        }
    }
}

/// A bounded sum of scores allows pruning, most of all between two seats.
#[test]
fn pruning_saves_nodes() {
    for (seats, at_most) in [(2, 0.3), (3, 0.999)] {
        let config = TreeConfig { seed: 5, seats, width: 1 << 40, moves: 12, over: 0, ..TreeConfig::SMALL };
        let rules = RandomTree::<false, false>::new(config);
        let [pruned, full] = [true, false].map(|declares_sum| {
            let evaluator = RandomEvaluator { declares_sum, ..RandomEvaluator::TIGHT };
            search_to_depth(&mut MaxN::new(Portable, evaluator), &rules, &rules.position(0), &[], 5)
        });
        assert_eq!(pruned.score, full.score);
        let saved = pruned.nodes as f64 / full.nodes as f64;
        assert!(saved < at_most, "{seats} seats: {} of {} nodes", pruned.nodes, full.nodes);
    }
}
