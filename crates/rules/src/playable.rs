//! How a game is drawn, how clicks become moves, and how pieces become a position.

use crate::diagram::{Paint, Piece};
use crate::{Arrangement, Diagram, Fault, Guide, Notation, Seat};

/// Something on the board that can be touched: a square, a point, the bar, a button.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub u16);

/// What touching some places in turn amounts to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Touch<M> {
    /// Not a move yet: these places may follow. None: the touches lead nowhere.
    Targets(Vec<Place>),
    /// A whole move.
    Done(M),
}

/// A game that can be drawn, and played by touching what is drawn.
pub trait Playable: Notation {
    /// The picture of a position.
    fn diagram(&self, position: &Self::Position) -> Diagram;

    /// The kinds of pieces that can be put on the board, in the order of a palette.
    fn pieces(&self) -> Vec<Piece>;

    /// How the pieces move, where that differs from kind to kind.
    fn guide(&self) -> Option<Guide> {
        None
    }

    /// The colour of a seat's pieces, if they have one that is theirs.
    fn seat_paint(&self, seat: Seat) -> Option<Paint>;

    /// The position with these pieces, if the game can go on from it. What a board does not show is as in a game that
    /// begins: no moves made, nobody gone, no dice thrown, no score.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Self::Position, Fault>;

    /// The places to touch for a move, in order.
    fn picks(&self, position: &Self::Position, mv: Self::Move) -> Vec<Place>;

    /// The places a piece passes in a move, for showing it.
    fn trail(&self, position: &Self::Position, mv: Self::Move) -> Vec<Place> {
        self.picks(position, mv)
    }

    /// What the places picked so far amount to.
    ///
    /// The default follows [`picks`](Playable::picks); it asks that no move's picks begin with those of another.
    fn touch(&self, position: &Self::Position, picked: &[Place]) -> Touch<Self::Move> {
        let mut moves = Vec::new();
        self.survey(position, &mut moves);
        let mut targets = Vec::new();
        for mv in moves {
            let picks = self.picks(position, mv);
            if picks == picked {
                return Touch::Done(mv);
            }
            if picks.len() > picked.len() && picks.starts_with(picked) {
                targets.push(picks[picked.len()]);
            }
        }
        targets.sort_unstable();
        targets.dedup();
        Touch::Targets(targets)
    }
}
