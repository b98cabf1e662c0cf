//! The board while a move is being entered.

use std::collections::HashMap;

use crate::diagram::{Piece, Shape};
use crate::{Diagram, Place};

/// The board after the picks of an unfinished move.
///
/// A pick on an occupied place lifts its top piece; the next pick drops it. The pick after that lifts another piece, or moves
/// the same one further if the place is empty. A promotion choice replaces the piece that was dropped last.
pub fn after_picks(diagram: &Diagram, picked: &[Place]) -> Diagram {
    let mut diagram = diagram.clone();
    let mut stacks = Stacks::new(&diagram);
    stacks.apply(&diagram, picked);
    let Stacks { pieces, .. } = stacks;
    for spot in &mut diagram.spots {
        if let Some(stack) = pieces.get(&spot.place) {
            spot.stack.clone_from(stack);
        }
    }
    diagram
}

/// The place whose piece is lifted after these picks.
pub fn lifted(diagram: &Diagram, picked: &[Place]) -> Option<Place> {
    let mut stacks = Stacks::new(diagram);
    stacks.apply(diagram, picked);
    stacks.lifted
}

struct Stacks {
    pieces: HashMap<Place, Vec<Piece>>,
    lifted: Option<Place>,
    last: Option<Place>,
}

impl Stacks {
    fn new(diagram: &Diagram) -> Stacks {
        let pieces = diagram.spots.iter().map(|spot| (spot.place, spot.stack.clone())).collect();
        Stacks { pieces, lifted: None, last: None }
    }

    fn is_empty(&self, place: Place) -> bool {
        self.pieces.get(&place).is_none_or(Vec::is_empty)
    }

    fn apply(&mut self, diagram: &Diagram, picked: &[Place]) {
        for &place in picked {
            let choice = diagram.choices.iter().find(|(choice, _)| *choice == place);
            if let (Some((_, piece)), Some(last)) = (choice, self.last) {
                self.pieces.insert(last, vec![piece.clone()]);
                continue;
            }
            if self.lifted.is_none() && self.is_empty(place) {
                self.lifted = self.last;
            }
            let Some(from) = self.lifted else {
                self.lifted = (!self.is_empty(place)).then_some(place);
                continue;
            };
            let Some(piece) = self.pieces.get_mut(&from).and_then(Vec::pop) else { return };
            // A place for a single piece loses the piece that stood there.
            let holds_one = diagram.spots.iter().any(|spot| {
                spot.place == place && matches!(spot.shape, Shape::Square { .. } | Shape::Hollow)
            });
            let stack = self.pieces.entry(place).or_default();
            if holds_one {
                stack.clear();
            }
            stack.push(piece);
            (self.last, self.lifted) = (Some(place), None);
        }
    }
}
