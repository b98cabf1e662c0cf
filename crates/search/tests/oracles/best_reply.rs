//! Best-reply search equals the plain one, and between two seats negamax.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::BestReply;

use crate::plain::{self, negamax::Negamax};
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};
use crate::{assert_best, search_to_depth};

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(config: TreeConfig, depths: u32) {
    let rules = RandomTree::<NOISE, HAS_REPETITION>::new(config);
    // A position of the game history: in a game with repetitions it is a draw.
    let past = [rules.key(&rules.position(7))];
    for evaluator in RandomEvaluator::ALL {
        let plain =
            plain::best_reply::BestReply { rules: &rules, evaluator: &evaluator, root_seat: Seat::FIRST };
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let result =
                search_to_depth(&mut BestReply::new(Portable, evaluator), &rules, &position, &past, depth);
            let plain = plain.scores(&position, &past, depth);
            let what = format_args!("{config:?} {evaluator:?} depth {depth}");
            assert_best(&result, &plain, what);
            // Negamax also sees repetitions at the horizon.
            if config.seats == 2 && !HAS_REPETITION {
                let plain = Negamax { rules: &rules, evaluator: &evaluator, quiescence: false };
                assert_best(&result, &plain.scores(&position, &past, depth), what);
            }
        }
    }
}

#[test]
fn equals_plain_best_reply() {
    for seed in 0..150 {
        for seats in 2..=4 {
            let config = TreeConfig { seed, seats, moves: 3, has_with_turn: true, ..TreeConfig::SMALL };
            compare::<false, false>(config, 5);
            compare::<false, false>(TreeConfig { has_with_turn: false, ..config }, 5);
        }
    }
}

#[test]
fn equals_plain_best_reply_in_irregular_games() {
    for seed in 0..100 {
        for seats in 2..=4 {
            let irregular =
                TreeConfig { seed, seats, moves: 3, has_with_turn: true, again: 200, ..TreeConfig::SMALL };
            compare::<true, false>(TreeConfig { noisy: 200, extension: 30, ..irregular }, 4);
            compare::<false, true>(irregular, 4);
            compare::<false, false>(TreeConfig { rolls: 3, ..irregular }, 4);
        }
    }
}
