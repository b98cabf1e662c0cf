//! Counting the leaves of the game tree: the plainest check of a move generator.

use crate::cpu::{Cpu, Task};
use crate::{Searchable, Stage};

/// The number of leaves `depth` turns below the position.
///
/// With dice a depth is a turn: every throw is a branch, counted once whatever its weight.
pub fn perft<C: Cpu, R: Searchable>(cpu: C, rules: &R, position: &R::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::with_capacity(1024);
    cpu.run(Node { cpu, rules, position, depth, moves: &mut moves })
}

/// [`perft`] split by the first move (with dice: by throw and move), in the generator's order.
pub fn divide<C: Cpu, R: Searchable>(
    cpu: C,
    rules: &R,
    position: &R::Position,
    depth: u32,
) -> Vec<(Option<R::Roll>, R::Move, u64)> {
    let mut parts = Vec::new();
    let mut of_throw = |roll: Option<R::Roll>, position: &R::Position| {
        let mut moves = Vec::new();
        rules.branches(position, &mut moves);
        for mv in moves {
            let mut child = position.clone();
            rules.play(&mut child, mv);
            parts.push((roll, mv, perft(cpu, rules, &child, depth.saturating_sub(1))));
        }
    };
    match rules.branches(position, &mut Vec::new()) {
        Stage::Turn(_) => of_throw(None, position),
        Stage::Chance => {
            for &(roll, _) in rules.rolls(position) {
                let mut rolled = position.clone();
                rules.settle(&mut rolled, roll);
                of_throw(Some(roll), &rolled);
            }
        }
        Stage::Over(_) => {}
    }
    parts
}

/// A position with at least one turn to count below it. `moves` is one stack for the whole tree.
struct Node<'a, C, R: Searchable> {
    cpu: C,
    rules: &'a R,
    position: &'a R::Position,
    depth: u32,
    moves: &'a mut Vec<R::Move>,
}

impl<C: Cpu, R: Searchable> Task for Node<'_, C, R> {
    type Output = u64;

    #[inline(always)]
    fn run(self) -> u64 {
        let Node { cpu, rules, position, depth, moves } = self;
        if depth == 1 {
            return rules.count(position, moves);
        }
        let base = moves.len();
        let mut total = 0;
        match rules.branches(position, moves) {
            Stage::Turn(_) => {
                for index in base..moves.len() {
                    let mut child = position.clone();
                    rules.play(&mut child, moves[index]);
                    total +=
                        cpu.run(Node { cpu, rules, position: &child, depth: depth - 1, moves: &mut *moves });
                }
            }
            Stage::Chance => {
                for &(roll, _) in rules.rolls(position) {
                    let mut rolled = position.clone();
                    rules.settle(&mut rolled, roll);
                    total += cpu.run(Node { cpu, rules, position: &rolled, depth, moves: &mut *moves });
                }
            }
            Stage::Over(_) => total = u64::from(R::ENDED_IS_LEAF),
        }
        moves.truncate(base);
        total
    }
}
