//! What counting and searching ask of a game beyond its rules.

use std::hash::{Hash, Hasher};

use crate::{Rules, Seat, Stage, mix};

/// A game that can be counted and searched.
pub trait Searchable: Rules {
    /// Whether [`perft`](crate::perft) counts a game that ended early as one leaf, as is the custom in Othello; in
    /// most games it counts nothing.
    const ENDED_IS_LEAF: bool = false;

    /// Whether some moves are [`noisy`](Searchable::noisy): a search then looks at them beyond its depth.
    const HAS_NOISE: bool = false;

    /// Whether [`Rules::repeated`] can ever say something that ends a game or lets a seat end it.
    const REPEATS: bool = false;

    /// The moves that trees are counted by: those of [`Rules::survey`], unless published counts go on where a rule has
    /// declared the game a draw.
    #[inline(always)]
    fn branches(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Stage {
        self.survey(position, moves)
    }

    /// How many leaves lie one turn below: the [branches](Searchable::branches), with dice those of every throw.
    ///
    /// `moves` is room to work in; whatever is appended is taken away again.
    #[inline]
    fn count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u64 {
        let base = moves.len();
        let stage = self.branches(position, moves);
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

    /// Whether the move changes so much at once (a capture, a promotion) that the position cannot be judged before it.
    fn noisy(&self, _position: &Self::Position, _mv: Self::Move) -> bool {
        false
    }

    /// Whether what follows a move should be searched a turn deeper than usual.
    fn extends(&self, _position: &Self::Position, _mv: Self::Move, _after: &Self::Position) -> bool {
        false
    }

    /// The position if the seat to move did nothing, where that is a fair question: a search may ask whether even that
    /// is good enough.
    fn null(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// The position if it were this seat's turn and nothing else had changed: who would be to move in between is passed
    /// over, without a move being counted. Nothing if the seat cannot be to move, or the game knows no such thing.
    ///
    /// No game is played like that: it is for a search that lets only the best reply of all opponents be made.
    fn with_turn(&self, _position: &Self::Position, _seat: Seat) -> Option<Self::Position> {
        None
    }

    /// A number for the move, not 0, that tells it from the other moves of its position almost always, and is the same
    /// for like moves of other positions: by it a search remembers which moves were good.
    #[inline]
    fn code(&self, mv: Self::Move) -> u32 {
        let mut hasher = CodeHasher(0);
        mv.hash(&mut hasher);
        (hasher.finish() >> 32) as u32 | 1
    }
}

/// Mixes the parts of a move together.
struct CodeHasher(u64);

impl Hasher for CodeHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0.wrapping_add(number).wrapping_add(0x9e37_79b9_7f4a_7c15));
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
