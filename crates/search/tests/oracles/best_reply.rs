//! Best-reply search equals the plain one, and between two seats negamax.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::BestReply;

use crate::plain::{self, negamax::Negamax};
use crate::thicket::{Guess, Shape, Thicket};
use crate::{assert_best, think};

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(shape: Shape, depths: u32) {
    let rules = Thicket::<NOISE, HAS_REPETITION>::new(shape);
    // A position that stood on the board before: where positions repeat, it is a draw when it comes again.
    let past = [rules.key(&rules.position(7))];
    for guess in Guess::ALL {
        let plain = plain::best_reply::BestReply { rules: &rules, evaluator: &guess, thinker: Seat::FIRST };
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let thought = think(&mut BestReply::new(Portable, guess), &rules, &position, &past, depth);
            let plain = plain.scores(&position, &past, depth);
            let what = format_args!("{shape:?} {guess:?} depth {depth}");
            assert_best(&thought, &plain, what);
            if shape.seats == 2 {
                let plain = Negamax { rules: &rules, evaluator: &guess, quiescence: false };
                assert_best(&thought, &plain.scores(&position, &past, depth), what);
            }
        }
    }
}

#[test]
fn equals_plain_best_reply() {
    for seed in 0..150 {
        for seats in 2..=4 {
            let shape = Shape { seed, seats, moves: 3, turns: true, ..Shape::SMALL };
            compare::<false, false>(shape, 5);
            compare::<false, false>(Shape { turns: false, ..shape }, 5);
        }
    }
}

#[test]
fn equals_plain_best_reply_in_strange_games() {
    for seed in 0..100 {
        for seats in 2..=4 {
            let strange = Shape { seed, seats, moves: 3, turns: true, again: 200, ..Shape::SMALL };
            compare::<true, false>(Shape { noisy: 200, extends: 30, ..strange }, 4);
            compare::<false, true>(strange, 4);
            compare::<false, false>(Shape { rolls: 3, ..strange }, 4);
        }
    }
}
