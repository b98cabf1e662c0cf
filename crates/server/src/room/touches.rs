//! Precomputed resolutions of the first clicks of a turn, so that a board need not ask the server.

use std::collections::{BTreeMap, VecDeque};

use view::{DynPosition, Place, Touch};

use crate::wire::TouchView;

/// Number of resolutions that are sent in advance; clients ask for the rest.
const MAX_TOUCHES: usize = 96;

/// Resolutions of the first clicks, the shortest first.
fn first_touches(board: &dyn DynPosition) -> Vec<(Vec<Place>, Touch<String>)> {
    let mut touches = Vec::new();
    let mut queue = VecDeque::from([Vec::new()]);
    while let Some(picked) = queue.pop_front() {
        let touch = board.touch(&picked);
        if let Touch::Targets(targets) = &touch {
            for &target in targets {
                if touches.len() + queue.len() + 1 < MAX_TOUCHES {
                    let mut next = picked.clone();
                    next.push(target);
                    queue.push_back(next);
                }
            }
        }
        touches.push((picked, touch));
    }
    touches
}

/// Resolutions of the first clicks, by the places clicked so far.
pub(super) fn precompute_touches(board: &dyn DynPosition) -> BTreeMap<String, TouchView> {
    let touches = first_touches(board).into_iter();
    touches.map(|(picked, touch)| (TouchView::key(&picked), touch.into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_touches_agree_with_the_board() {
        for (game, settings) in
            [("othello", ""), ("halma", "Size = 16 * 16\nBeads-order = 1 2 3 4 5 4\n"), ("queens", "")]
        {
            let board = games::catalog::open(game, settings).unwrap().start();
            let touches = first_touches(&*board);
            assert!(touches.len() <= MAX_TOUCHES);
            assert_eq!(touches[0].0, []);
            let Touch::Targets(first) = &touches[0].1 else { panic!("nothing has been clicked") };
            for place in first {
                assert!(touches.iter().any(|(picked, _)| picked == &[*place]), "{game}: {place:?}");
            }
            for (picked, touch) in touches {
                assert_eq!(board.touch(&picked), touch);
            }
        }
    }
}
