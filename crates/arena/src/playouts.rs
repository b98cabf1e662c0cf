//! Random games at the speed of the move generator.

use rules::Rules;
use rules::cpu::{Cpu, Task};
use search::RandomPlayer;

/// Totals of a number of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Games that ended before the ply limit.
    pub finished: u64,
    /// Moves in all games together.
    pub moves: u64,
}

/// Plays random games of at most `max_plies` moves on one thread. The same seed plays the same games.
pub fn playouts<C: Cpu, R: Rules>(cpu: C, rules: &R, games: u64, max_plies: u64, seed: u64) -> Playouts {
    cpu.run(PlayoutTask { rules, games, max_plies, seed })
}

struct PlayoutTask<'a, R> {
    rules: &'a R,
    games: u64,
    max_plies: u64,
    seed: u64,
}

impl<R: Rules> Task for PlayoutTask<'_, R> {
    type Output = Playouts;

    #[inline(always)]
    fn run(self) -> Playouts {
        let mut player = RandomPlayer::new(self.seed);
        let mut moves = Vec::new();
        let mut total = Playouts { games: self.games, ..Playouts::default() };
        for _ in 0..self.games {
            let mut position = self.rules.start();
            let (plies, is_finished) = player.playout(self.rules, &mut position, &mut moves, self.max_plies);
            total.moves += plies;
            total.finished += u64::from(is_finished);
        }
        total
    }
}
