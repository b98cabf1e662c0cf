//! The player that takes any legal move.

use rules::{Random, Rules, Stage};

/// Plays any legal move, each as likely as the others. With the same seed it plays the same game again.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player whose choices follow from the seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed) }
    }

    /// One of the moves.
    #[inline(always)]
    pub fn choose<M: Copy>(&mut self, moves: &[M]) -> Option<M> {
        self.random.pick(moves).copied()
    }

    /// One of the throws, each by its weight.
    #[inline(always)]
    pub fn throw<T: Copy>(&mut self, rolls: &[(T, u32)]) -> Option<T> {
        self.random.pick_weighted(rolls)
    }

    /// Plays from a position to the end of the game, or until `max_plies` moves were made; returns how many were.
    ///
    /// `moves` is room to work in.
    #[inline(always)]
    pub fn playout<R: Rules>(
        &mut self,
        rules: &R,
        position: &mut R::Position,
        moves: &mut Vec<R::Move>,
        max_plies: u64,
    ) -> u64 {
        let mut made = 0;
        while made < max_plies {
            moves.clear();
            match rules.survey(position, moves) {
                Stage::Turn(_) => match self.choose(moves) {
                    Some(mv) => rules.play(position, mv),
                    None => break,
                },
                Stage::Chance => match self.throw(rules.rolls(position)) {
                    Some(roll) => {
                        rules.settle(position, roll);
                        continue;
                    }
                    None => break,
                },
                Stage::Over(_) => break,
            }
            made += 1;
        }
        made
    }
}
