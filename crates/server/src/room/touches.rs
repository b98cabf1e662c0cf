//! What the first touches of a turn amount to, told beforehand, so that a board need not ask.

use std::collections::VecDeque;

use view::{DynPosition, Place, Touch};

/// How many answers are told beforehand; the rest is asked for.
const FORETOLD: usize = 96;

/// The answers to the first touches, the shortest first.
pub(crate) fn precompute_touches(board: &dyn DynPosition) -> Vec<(Vec<Place>, Touch<String>)> {
    let mut told = Vec::new();
    let mut open = VecDeque::from([Vec::new()]);
    while let Some(picked) = open.pop_front() {
        let touch = board.touch(&picked);
        if let Touch::Targets(targets) = &touch {
            for &target in targets {
                if told.len() + open.len() + 1 < FORETOLD {
                    let mut next = picked.clone();
                    next.push(target);
                    open.push_back(next);
                }
            }
        }
        told.push((picked, touch));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_touches_are_told_and_are_what_the_board_says() {
        for (game, settings) in
            [("othello", ""), ("halma", "Size = 16 * 16\nBeads-order = 1 2 3 4 5 4\n"), ("queens", "")]
        {
            let board = games::catalog::open(game, settings).unwrap().start();
            let told = precompute_touches(&*board);
            assert!(told.len() <= FORETOLD);
            assert_eq!(told[0].0, []);
            let Touch::Targets(first) = &told[0].1 else { panic!("nobody has touched anything") };
            for place in first {
                assert!(told.iter().any(|(picked, _)| picked == &[*place]), "{game}: {place:?}");
            }
            for (picked, touch) in told {
                assert_eq!(board.touch(&picked), touch);
            }
        }
    }
}
