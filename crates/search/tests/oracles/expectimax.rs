//! Expectimax with every pruning equals expectimax without.

use rules::cpu::Portable;
use rules::{Rules, Seat};
use search::Expectimax;
use search::expectimax::Pruning;

use crate::plain;
use crate::thicket::{Guess, Shape, Thicket};
use crate::{assert_best, think};

const PRUNINGS: [Pruning; 3] = [Pruning::Nothing, Pruning::Star1, Pruning::Star2];

fn compare<const NOISE: bool, const HAS_REPETITION: bool>(shape: Shape, depths: u32) {
    let rules = Thicket::<NOISE, HAS_REPETITION>::new(shape);
    // A position that stood on the board before: where positions repeat, it is a draw when it comes again.
    let past = [rules.key(&rules.position(7))];
    for guess in Guess::ALL {
        let plain = plain::expectimax::Expectimax { rules: &rules, evaluator: &guess, seat: Seat::FIRST };
        let mut engines: Vec<_> = PRUNINGS
            .into_iter()
            .flat_map(|pruning| [0, 500, 1 << 14].map(|bytes| (pruning, bytes)))
            .map(|with| (with, Expectimax::new(Portable, guess, with.1).with_pruning(with.0)))
            .collect();
        for depth in 1..=depths {
            let position = rules.position(depth.into());
            let plain = plain.values(&position, &past, depth);
            for (with, engine) in &mut engines {
                let thought = think(engine, &rules, &position, &past, depth);
                assert_best(&thought, &plain, format_args!("{shape:?} {guess:?} {with:?} depth {depth}"));
            }
        }
    }
}

#[test]
fn equals_plain_expectimax() {
    for seed in 0..150 {
        let shape = Shape { seed, moves: 3, rolls: 3, ..Shape::SMALL };
        compare::<false, false>(shape, 4);
        compare::<false, false>(Shape { width: 1 << 40, ..shape }, 3);
    }
}

#[test]
fn equals_plain_expectimax_at_some_depth() {
    for seed in 0..30 {
        compare::<false, false>(Shape { seed, moves: 2, rolls: 2, ..Shape::SMALL }, 6);
    }
}

#[test]
fn equals_plain_expectimax_in_strange_games() {
    for seed in 0..60 {
        let strange = Shape { seed, moves: 3, rolls: 4, again: 200, extends: 30, ..Shape::SMALL };
        compare::<true, false>(Shape { noisy: 200, ..strange }, 3);
        compare::<false, true>(Shape { extends: 0, rolls: 2, ..strange }, 4);
        compare::<false, false>(Shape { seats: 1, ..strange }, 3);
        compare::<false, false>(Shape { seats: 4, ..strange }, 3);
    }
}

#[test]
fn equals_negamax_without_dice() {
    for seed in 0..100 {
        compare::<false, false>(Shape { seed, again: 100, ..Shape::SMALL }, 5);
    }
}

/// On a larger tree, in which what is good now is mostly good later, each pruning needs fewer positions.
#[test]
fn each_pruning_saves_something() {
    for seed in 1..4 {
        let shape =
            Shape { seed, width: 1 << 40, moves: 16, rolls: 14, over: 0, stakes: 100, ..Shape::SMALL };
        let rules = Thicket::<false, false>::new(shape);
        let thoughts = PRUNINGS.map(|pruning| {
            let mut engine = Expectimax::new(Portable, Guess::TIGHT, 0).with_pruning(pruning);
            think(&mut engine, &rules, &rules.position(0), &[], 3)
        });
        let [all, star1, star2] = &thoughts;
        assert!(star1.nodes < all.nodes && star2.nodes < star1.nodes, "{thoughts:?}");
        assert!(thoughts.iter().all(|thought| thought.score == all.score), "{thoughts:?}");
    }
}
