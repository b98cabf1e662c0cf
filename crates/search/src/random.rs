//! Uniformly random play.

use rules::{Random, Rules, Status};

use crate::engine::{Engine, Progress, SearchResult};
use crate::request::SearchRequest;

/// Plays uniformly random legal moves. Equal seeds play equal games.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    random: Random,
}

impl RandomPlayer {
    /// A player with this seed.
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed) }
    }

    /// A random move.
    #[inline(always)]
    pub fn choose<M: Copy>(&mut self, moves: &[M]) -> Option<M> {
        self.random.pick(moves).copied()
    }

    /// A random roll by weight.
    #[inline(always)]
    pub fn choose_roll<T: Copy>(&mut self, rolls: &[(T, u32)]) -> Option<T> {
        self.random.pick_weighted(rolls)
    }

    /// Plays to the end of the game, but at most `max_plies` moves. Returns the number of moves, and `true` if the game has
    /// ended. `moves` is a buffer.
    #[inline(always)]
    pub fn playout<R: Rules>(
        &mut self,
        rules: &R,
        position: &mut R::Position,
        moves: &mut Vec<R::Move>,
        max_plies: u64,
    ) -> (u64, bool) {
        let mut plies = 0;
        loop {
            let (status, mv) = rules.random_move(position, &mut self.random, moves);
            match status {
                Status::Over(_) => return (plies, true),
                Status::Chance => {
                    let Some(roll) = self.choose_roll(rules.rolls(position)) else { return (plies, false) };
                    rules.apply_roll(position, roll);
                }
                Status::Turn(_) => {
                    let Some(mv) = mv.filter(|_| plies < max_plies) else { return (plies, false) };
                    rules.play(position, mv);
                    plies += 1;
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
