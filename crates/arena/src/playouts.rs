//! Random games, as fast as the rules allow.

use rules::Rules;
use rules::cpu::{Cpu, Task};
use search::RandomPlayer;

/// What came of some random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Games that were played.
    pub games: u64,
    /// Games that came to an end before they were stopped.
    pub finished: u64,
    /// Moves in all games together.
    pub moves: u64,
}

/// Plays random games on one thread, each stopped after `max_plies` moves. The same seed plays the same games.
pub fn playouts<C: Cpu, R: Rules>(cpu: C, rules: &R, games: u64, max_plies: u64, seed: u64) -> Playouts {
    cpu.run(Many { rules, games, max_plies, seed })
}

struct Many<'a, R> {
    rules: &'a R,
    games: u64,
    max_plies: u64,
    seed: u64,
}

impl<R: Rules> Task for Many<'_, R> {
    type Output = Playouts;

    #[inline(always)]
    fn run(self) -> Playouts {
        let mut player = RandomPlayer::new(self.seed);
        let mut moves = Vec::new();
        let mut total = Playouts { games: self.games, ..Playouts::default() };
        for _ in 0..self.games {
            let mut position = self.rules.start();
            let (made, is_finished) = player.playout(self.rules, &mut position, &mut moves, self.max_plies);
            total.moves += made;
            total.finished += u64::from(is_finished);
        }
        total
    }
}
