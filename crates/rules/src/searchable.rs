//! What counting and searching ask of a game beyond its rules.

use crate::{Rules, Stage};

/// A game that can be counted and searched.
pub trait Searchable: Rules {
    /// Whether [`perft`](crate::perft) counts a game that ended early as one leaf, as is the custom in Othello; in
    /// most games it counts nothing.
    const ENDED_IS_LEAF: bool = false;

    /// How many leaves lie one turn below: the legal moves, with dice those of every throw.
    ///
    /// `moves` is room to work in; whatever is appended is taken away again.
    #[inline]
    fn count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u64 {
        let base = moves.len();
        let stage = self.survey(position, moves);
        let found = (moves.len() - base) as u64;
        moves.truncate(base);
        match stage {
            Stage::Turn(_) => found,
            Stage::Over(_) => u64::from(Self::ENDED_IS_LEAF),
            Stage::Chance => {
                let mut total = 0;
                for &(roll, _) in self.rolls(position) {
                    let mut rolled = position.clone();
                    self.settle(&mut rolled, roll);
                    total += self.count(&rolled, moves);
                }
                total
            }
        }
    }

    /// What a transposition table compares: the key, and every counter that can change what the position is worth.
    fn search_key(&self, position: &Self::Position) -> u64 {
        self.key(position)
    }
}
