//! Max^n with and without pruning equals plain max^n.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::MaxN;

use crate::plain;
use crate::thicket::{Guess, Shape, Thicket};
use crate::{assert_best, think};

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(shape: Shape, depths: u32) {
    let rules = Thicket::<NOISE, HAS_REPETITION>::new(shape);
    // A position that stood on the board before: where positions repeat, it is a draw when it comes again.
    let past = [rules.key(&rules.position(7))];
    for guess in Guess::ALL {
        let plain = plain::max_n::MaxN { rules: &rules, evaluator: &guess, thinker: Seat::FIRST };
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let thought = think(&mut MaxN::new(Portable, guess), &rules, &position, &past, depth);
            let plain = plain.scores(&position, &past, depth);
            assert_best(&thought, &plain, format_args!("{shape:?} {guess:?} depth {depth}"));
        }
    }
}

#[test]
fn equals_plain_max_n() {
    for seed in 0..150 {
        for seats in 1..=4 {
            compare::<false, false>(Shape { seed, seats, ..Shape::SMALL }, 5);
        }
    }
}

#[test]
fn equals_plain_max_n_in_strange_games() {
    for seed in 0..100 {
        for seats in 1..=4 {
            let strange = Shape { seed, seats, again: 200, ..Shape::SMALL };
            compare::<true, false>(Shape { noisy: 200, extends: 50, ..strange }, 4);
            compare::<false, true>(strange, 5);
            compare::<false, false>(Shape { rolls: 3, ..strange }, 4);
        }
    }
}

/// Where scores are shared out, less needs to be looked at, and between two seats much less.
#[test]
fn pruning_saves_something() {
    for (seats, at_most) in [(2, 0.3), (3, 0.999)] {
        let shape = Shape { seed: 5, seats, width: 1 << 40, moves: 12, over: 0, ..Shape::SMALL };
        let rules = Thicket::<false, false>::new(shape);
        let [told, untold] = [true, false].map(|is_told| {
            let guess = Guess { is_told, ..Guess::TIGHT };
            think(&mut MaxN::new(Portable, guess), &rules, &rules.position(0), &[], 5)
        });
        assert_eq!(told.score, untold.score);
        let saved = told.nodes as f64 / untold.nodes as f64;
        assert!(saved < at_most, "{seats} seats: {} of {} positions", told.nodes, untold.nodes);
    }
}
