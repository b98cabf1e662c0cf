//! Opponent-model search equals the plain one.

use rules::Seat;
use rules::cpu::Portable;
use search::OpponentModel;

use crate::plain;
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use crate::{assert_best, search_to_depth};

fn compare<const NOISE: bool>(config: TreeConfig, depths: u32) {
    let rules = RandomTree::<NOISE, false>::new(config);
    for evaluator in RandomEvaluator::ALL {
        let plain = plain::opponent_model::OpponentModel {
            rules: &rules,
            evaluator: &evaluator,
            root_seat: Seat::FIRST,
        };
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let mut search = OpponentModel::new(Portable, evaluator, 1 << 14);
            let result = search_to_depth(&mut search, &rules, &position, &[], depth);
            assert_best(
                &result,
                &plain.scores(&position, &[], depth),
                format_args!("{config:?} {evaluator:?} depth {depth}"),
            );
        }
    }
}

#[test]
fn equals_plain_opponent_model() {
    for seed in 0..150 {
        for seats in 2..=4 {
            compare::<false>(TreeConfig { seed, seats, moves: 3, ..TreeConfig::SMALL }, 5);
        }
    }
}

#[test]
fn equals_plain_opponent_model_in_irregular_games() {
    for seed in 0..100 {
        for seats in 2..=4 {
            let irregular = TreeConfig { seed, seats, moves: 3, again: 200, ..TreeConfig::SMALL };
            compare::<true>(TreeConfig { noisy: 200, ..irregular }, 4);
            compare::<false>(TreeConfig { rolls: 3, ..irregular }, 4);
        }
    }
}
