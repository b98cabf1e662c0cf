//! Every part of the search by itself: for any `alpha` its answer is a bound on the right side.

use std::sync::atomic::AtomicBool;

use ::search::{Score, SearchLimits};
use rules::Random;
use rules::cpu::Portable;

use super::board::{Board, SCORE_INF, each};
use super::hash_table::HashTable;
use super::parity::Parity;
use super::search::Search;
use super::stability::EdgeStability;
use crate::othello::patterns::PatternEvaluator;
use crate::othello::{Kernel, Scoring};

const SCORINGS: [Scoring; 2] = [Scoring::Plain, Scoring::EmptiesToWinner];

/// Plain negamax.
fn plain(board: Board, scoring: Scoring) -> Score {
    let moves = board.moves(Portable);
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves(Portable) == 0 {
            board.final_score(scoring)
        } else {
            -plain(passed, scoring)
        };
    }
    let after = |square| board.after(square, Portable.flips(square, board.mover, board.other));
    each(moves).map(|square| -plain(after(square), scoring)).max().unwrap()
}

/// A board with `empties` empty squares: random discs, or those of a random game.
fn board(random: &mut Random, empties: u32) -> Board {
    if random.below(3) == 0 {
        let (mut empty, colours) = (0u64, random.next_u64() & random.next_u64());
        while empty.count_ones() < empties {
            empty |= 1 << random.below(64);
        }
        return Board { mover: colours & !empty, other: !colours & !empty };
    }
    let mut board = Board { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
    while board.empties() > empties {
        let moves: Vec<u8> = each(board.moves(Portable)).collect();
        board = match random.pick(&moves) {
            Some(&square) => board.after(square, Portable.flips(square, board.mover, board.other)),
            None if board.pass().moves(Portable) != 0 => board.pass(),
            None => Board { mover: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 },
        };
    }
    board
}

fn answers_are_bounds<K: Kernel>(kernel: K, scoring: Scoring) {
    let stop = AtomicBool::new(false);
    let (edges, evaluator) = (EdgeStability::new(), PatternEvaluator::new());
    let mut table = HashTable::new(1 << 16);
    let mut random = Random::new(14);
    for (empties, boards) in [(1, 600), (2, 600), (3, 600), (4, 400), (5, 200), (6, 60), (7, 20), (8, 6)] {
        for _ in 0..boards {
            let board = board(&mut random, empties);
            let (exact, parity) = (plain(board, scoring), Parity::of(board.empty()));
            for alpha in -SCORE_INF..SCORE_INF {
                table.clear();
                let limits = SearchLimits::until(&stop);
                let mut search = Search::new(kernel, &edges, &evaluator, &table, scoring, limits);
                let found = search.null_window(board, parity, empties, alpha);
                let is_bound = if found > alpha { found <= exact } else { found >= exact };
                assert!(is_bound, "{empties} empty, alpha {alpha}: {found}, not {exact}: {board:?}");
                assert!(empties > 1 || found == exact);
            }
        }
    }
}

#[test]
fn portable_answers_are_bounds() {
    for scoring in SCORINGS {
        answers_are_bounds(Portable, scoring);
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn v3_answers_are_bounds() {
    match rules::cpu::V3::detect() {
        Some(v3) => SCORINGS.into_iter().for_each(|scoring| answers_are_bounds(v3, scoring)),
        None => println!("this machine has no x86-64-v3: its kernel was not tested"),
    }
}

/// Bounds in the table hold, including those stored by the search with an open window.
#[test]
fn stored_bounds_hold() {
    let stop = AtomicBool::new(false);
    let (edges, evaluator) = (EdgeStability::new(), PatternEvaluator::new());
    let mut random = Random::new(15);
    let mut checked = 0;
    for round in 0..200 {
        let scoring = SCORINGS[round % 2];
        let table = HashTable::new(1 << 16);
        let board = board(&mut random, 10);
        let mut search =
            Search::new(Portable, &edges, &evaluator, &table, scoring, SearchLimits::until(&stop));
        search.solve(board).unwrap();
        for (board, entry) in table.all().filter(|(board, _)| board.empties() < 7) {
            let exact = plain(board, scoring);
            let is_between = Score::from(entry.lower) <= exact && exact <= Score::from(entry.upper);
            assert!(is_between, "{entry:?}, not {exact}: {board:?}");
            checked += 1;
        }
    }
    assert!(checked > 500, "only {checked}");
}
