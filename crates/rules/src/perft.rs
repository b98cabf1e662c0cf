//! Counting the leaves of the game tree: the plainest check of a move generator.

use crate::cpu::{Cpu, Task};
use crate::{Rules, Status};

/// A game whose tree can be counted as published counts do.
pub trait Perft: Rules {
    /// `true` if a game that ended early counts as one leaf, as is the custom in Othello; elsewhere it counts nothing.
    const ENDED_IS_LEAF: bool = false;

    /// Moves that the count follows: those of [`Rules::legal_moves`], unless published counts go on after a rule has
    /// declared a draw.
    #[inline(always)]
    fn perft_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Status {
        self.legal_moves(position, moves)
    }

    /// Number of leaves one turn below: the [`perft_moves`](Perft::perft_moves), with dice those of every roll.
    ///
    /// `moves` is scratch space; its length is restored.
    #[inline]
    fn count(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> u64 {
        let base = moves.len();
        let status = self.perft_moves(position, moves);
        let found = (moves.len() - base) as u64;
        moves.truncate(base);
        match status {
            Status::Turn(_) => found,
            Status::Over(_) => u64::from(Self::ENDED_IS_LEAF),
            Status::Chance => {
                let mut total = 0;
                for &(roll, _) in self.rolls(position) {
                    let mut rolled = position.clone();
                    self.apply_roll(&mut rolled, roll);
                    total += self.count(&rolled, moves);
                }
                total
            }
        }
    }
}

/// Number of leaves `depth` turns below the position.
///
/// With dice a depth is a turn: every roll is a branch, counted once whatever its weight.
pub fn perft<C: Cpu, R: Perft>(cpu: C, rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::with_capacity(1024);
    cpu.run(Node { cpu, rules, position, depth, moves: &mut moves })
}

/// [`perft`] split by the first move (with dice: by roll and move), in the generator's order.
pub fn divide<C: Cpu, R: Perft>(
    cpu: C,
    rules: &R,
    position: &R::Position,
    depth: u32,
) -> Vec<(Option<R::Roll>, R::Move, u64)> {
    let mut parts = Vec::new();
    let mut of_roll = |roll: Option<R::Roll>, position: &R::Position| {
        let mut moves = Vec::new();
        rules.perft_moves(position, &mut moves);
        for mv in moves {
            let mut child = position.clone();
            rules.play(&mut child, mv);
            parts.push((roll, mv, perft(cpu, rules, &child, depth.saturating_sub(1))));
        }
    };
    match rules.perft_moves(position, &mut Vec::new()) {
        Status::Turn(_) => of_roll(None, position),
        Status::Chance => {
            for &(roll, _) in rules.rolls(position) {
                let mut rolled = position.clone();
                rules.apply_roll(&mut rolled, roll);
                of_roll(Some(roll), &rolled);
            }
        }
        Status::Over(_) => {}
    }
    parts
}

/// A position with at least one turn to count below it. `moves` is one stack for the whole tree.
struct Node<'a, C, R: Perft> {
    cpu: C,
    rules: &'a R,
    position: &'a R::Position,
    depth: u32,
    moves: &'a mut Vec<R::Move>,
}

impl<C: Cpu, R: Perft> Task for Node<'_, C, R> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Node { cpu, rules, position, depth, moves } = self;
        if depth == 1 {
            return rules.count(position, moves);
        }
        let base = moves.len();
        let mut total = 0;
        match rules.perft_moves(position, moves) {
            Status::Turn(_) => {
                for index in base..moves.len() {
                    let mut child = position.clone();
                    rules.play(&mut child, moves[index]);
                    total +=
                        cpu.run(Node { cpu, rules, position: &child, depth: depth - 1, moves: &mut *moves });
                }
            }
            Status::Chance => {
                for &(roll, _) in rules.rolls(position) {
                    let mut rolled = position.clone();
                    rules.apply_roll(&mut rolled, roll);
                    total += cpu.run(Node { cpu, rules, position: &rolled, depth, moves: &mut *moves });
                }
            }
            Status::Over(_) => total = u64::from(R::ENDED_IS_LEAF),
        }
        moves.truncate(base);
        total
    }
}
