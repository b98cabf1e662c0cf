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
    playouts_with_progress(cpu, rules, games, max_plies, seed, &|_| {})
}

/// [`playouts`] that reports the number of games played so far, from time to time.
pub fn playouts_with_progress<C: Cpu, R: Rules>(
    cpu: C,
    rules: &R,
    games: u64,
    max_plies: u64,
    seed: u64,
    on_progress: &dyn Fn(u64),
) -> Playouts {
    cpu.run(PlayoutTask { rules, games, max_plies, seed, on_progress })
}

/// Number of games between two reports of progress.
const GAMES_PER_REPORT: u64 = 64;

struct PlayoutTask<'a, R> {
    rules: &'a R,
    games: u64,
    max_plies: u64,
    seed: u64,
    on_progress: &'a dyn Fn(u64),
}

impl<R: Rules> Task for PlayoutTask<'_, R> {
    type Output = Playouts;

    #[inline(always)]
    fn run(self) -> Playouts {
        let mut player = RandomPlayer::new(self.seed);
        let mut moves = Vec::new();
        let mut total = Playouts { games: self.games, ..Playouts::default() };
        for game in 0..self.games {
            if game % GAMES_PER_REPORT == 0 {
                (self.on_progress)(game);
            }
            let mut position = self.rules.start();
            let (plies, is_finished) = player.playout(self.rules, &mut position, &mut moves, self.max_plies);
            total.moves += plies;
            total.finished += u64::from(is_finished);
        }
        total
    }
}
