//! Entering a move by picking places.

use crate::preview::lifted;
use crate::{Diagram, DynMove, DynPosition, Place, Touch};

/// The places picked so far.
#[derive(Default, Debug)]
pub struct MoveInput {
    picked: Vec<Place>,
}

/// Result of a pick.
#[derive(Debug)]
pub enum Pick {
    /// The picks are a complete move.
    Move(DynMove),
    /// More places have to be picked, or the pick was taken back.
    Changed,
    /// No move goes there.
    Nowhere,
}

impl MoveInput {
    /// The places picked so far.
    pub fn picked(&self) -> &[Place] {
        &self.picked
    }

    /// Takes back all picks; `true` if there were any.
    pub fn cancel(&mut self) -> bool {
        let had_any = !self.picked.is_empty();
        self.picked.clear();
        had_any
    }

    /// Places that may be picked next.
    pub fn targets(&self, board: &dyn DynPosition) -> Vec<Place> {
        match board.touch_move(&self.picked) {
            Touch::Targets(places) => places,
            Touch::Done(_) => Vec::new(),
        }
    }

    /// Picks a place. A second pick of the same place takes it back, and another piece may be picked instead.
    pub fn pick(&mut self, board: &dyn DynPosition, diagram: &Diagram, place: Place) -> Pick {
        if self.targets(board).contains(&place) {
            self.picked.push(place);
            return self.resolve(board);
        }
        if self.picked.last() == Some(&place) {
            self.picked.pop();
            return Pick::Changed;
        }
        if lifted(diagram, &self.picked).is_some() {
            let others = MoveInput { picked: self.picked[..self.picked.len() - 1].to_vec() };
            if others.targets(board).contains(&place) {
                *self = others;
                self.picked.push(place);
                return self.resolve(board);
            }
        }
        Pick::Nowhere
    }

    fn resolve(&mut self, board: &dyn DynPosition) -> Pick {
        match board.touch_move(&self.picked) {
            Touch::Done(mv) => {
                self.picked.clear();
                Pick::Move(mv)
            }
            Touch::Targets(places) if places.is_empty() => {
                self.picked.pop();
                Pick::Nowhere
            }
            Touch::Targets(_) => Pick::Changed,
        }
    }
}
