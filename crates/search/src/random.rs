//! The player that takes any legal move.

use rules::{Random, Rules, Status};

use crate::engine::{Engine, Progress, SearchResult};
use crate::request::SearchRequest;

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

    /// Plays from a position to the end of the game, or until `max_plies` moves were made; returns how many were, and
    /// whether the game has ended.
    ///
    /// `moves` is room to work in.
    #[inline(always)]
    pub fn playout<R: Rules>(
        &mut self,
        rules: &R,
        position: &mut R::Position,
        moves: &mut Vec<R::Move>,
        max_plies: u64,
    ) -> (u64, bool) {
        let mut made = 0;
        loop {
            let (stage, any) = rules.random_move(position, &mut self.random, moves);
            match stage {
                Status::Over(_) => return (made, true),
                Status::Chance => {
                    let Some(roll) = self.throw(rules.rolls(position)) else { return (made, false) };
                    rules.apply_roll(position, roll);
                }
                Status::Turn(_) => {
                    let Some(mv) = any.filter(|_| made < max_plies) else { return (made, false) };
                    rules.play(position, mv);
                    made += 1;
                }
            }
        }
    }
}

impl<R: Rules> Engine<R> for RandomPlayer {
    fn search(
        &mut self,
        request: &SearchRequest<'_, R>,
        _report: &mut Progress<'_, R::Move>,
    ) -> Option<SearchResult<R::Move>> {
        self.choose(&request.moves()).map(SearchResult::unsearched)
    }

    fn new_game(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }
}
