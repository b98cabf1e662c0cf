//! Monte Carlo tree search against plain searches.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use rules::{Outcome, Rules, Seat};
use search::SearchGame;
use search::{Engine, Evaluator, MonteCarlo, Score, SearchLimits, SearchRequest, SearchResult};

use crate::noughts::{Board, Lines, Noughts};
use crate::plain::negamax::Negamax;
use crate::plain::{self, after, generate};
use crate::random_tree::{RandomTree, TreeConfig};

/// Terminal scores by share in thousandths, regardless of the distance.
struct Shares;

impl<R: Rules> Evaluator<R> for Shares {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &R, _position: &R::Position, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &R, _before: &R::Position, _mv: R::Move, _after: &R::Position) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &R, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, _rules: &R, _position: &R::Position, _accumulator: &(), _seat: Seat) -> Score {
        panic!("the plain search reaches every terminal position")
    }

    fn terminal_score(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> Score {
        (outcome.share(seat) * 1000.0).round() as Score
    }
}

fn simulate<R: SearchGame>(
    rules: &R,
    position: &R::Position,
    seed: u64,
    nodes: u64,
) -> SearchResult<R::Move> {
    let mut engine = MonteCarlo::new(Portable, 1 << 16);
    let stop = AtomicBool::new(false);
    Engine::<R>::new_game(&mut engine, seed);
    engine
        .search(
            &SearchRequest::new(rules, position, &[], SearchLimits::until(&stop).nodes(nodes)),
            &mut |_| {},
        )
        .unwrap()
}

/// A game short enough to be solved.
fn short(seed: u64, seats: u8, rolls: u64) -> RandomTree {
    RandomTree::new(TreeConfig {
        seed,
        seats,
        rolls,
        moves: 3,
        max_plies: 4,
        again: 100,
        ..TreeConfig::SMALL
    })
}

/// Asserts that the score is that of the plain search, as a share, and that the move is one of the best.
fn assert_solved(result: &SearchResult<u16>, plain: &[(u16, f64)], what: impl std::fmt::Display) {
    let best = plain.iter().map(|&(_, score)| score).fold(f64::NEG_INFINITY, f64::max);
    let chosen = plain.iter().find(|(mv, _)| *mv == result.best).unwrap().1;
    let is_same = |one: f64, other: f64| (one - other).abs() < 1.0;
    assert!(is_same(1000.0 * result.score, best), "{what}: {result:?} {plain:?}");
    assert!(is_same(chosen, best), "{what}: {result:?} {plain:?}");
}

#[test]
fn small_games_are_solved() {
    for seed in 0..300 {
        for seats in 1..=4 {
            let rules = short(seed, seats, 0);
            let result = simulate(&rules, &rules.start(), seed, u64::MAX);
            let plain = plain::max_n::MaxN { rules: &rules, evaluator: &Shares, root_seat: Seat::FIRST };
            let scores = plain.scores(&rules.start(), &[], 10);
            assert_solved(&result, &scores, format_args!("seed {seed}, {seats} seats"));
        }
    }
}

#[test]
fn small_games_with_dice_are_solved() {
    for seed in 0..300 {
        for seats in 1..=2 {
            let rules = short(seed, seats, 2);
            let result = simulate(&rules, &rules.start(), seed, u64::MAX);
            let plain =
                plain::expectimax::Expectimax { rules: &rules, evaluator: &Shares, seat: Seat::FIRST };
            let values = plain.values(&rules.start(), &[], 10);
            assert_solved(&result, &values, format_args!("seed {seed}, {seats} seats"));
        }
    }
}

#[test]
fn small_games_in_which_positions_repeat_are_solved() {
    for seed in 0..200 {
        let rules =
            RandomTree::<false, true>::new(TreeConfig { seed, width: 3, moves: 2, ..TreeConfig::SMALL });
        let result = simulate(&rules, &rules.start(), seed, u64::MAX);
        let plain = plain::max_n::MaxN { rules: &rules, evaluator: &Shares, root_seat: Seat::FIRST };
        let scores = plain.scores(&rules.start(), &[], 10);
        assert_solved(&result, &scores, format_args!("seed {seed}"));
    }
}

/// Wins in one of every tic-tac-toe position are found within few nodes.
#[test]
fn wins_in_one_are_found() {
    let (mut open, mut wins) = (vec![Noughts.start()], 0);
    while let Some(board) = open.pop() {
        let (_, moves) = generate(&Noughts, &board);
        let plain = Negamax { rules: &Noughts, evaluator: &Lines, quiescence: false };
        let wins_at_once = |&mv: &u8| generate(&Noughts, &after(&Noughts, &board, mv)).1.is_empty();
        let winning: Vec<u8> = moves
            .iter()
            .copied()
            .filter(wins_at_once)
            .filter(|_| plain.scores(&board, &[], 2).iter().any(|&(_, score)| score > 20_000.0))
            .collect();
        if !winning.is_empty() {
            let result = simulate(&Noughts, &board, 1, 200);
            assert!(winning.contains(&result.best) && result.score == 1.0, "{board:?} {result:?}");
            wins += 1;
        } else if board.0[0].count_ones() < 4 {
            open.extend(moves.iter().map(|&mv| after(&Noughts, &board, mv)));
        }
    }
    assert!(wins > 1_000, "{wins}");
}

/// The most visited move is a perfect player's, although the game is not solved.
#[test]
fn visits_converge_to_the_best_move() {
    for seed in 0..5 {
        let result = simulate(&Noughts, &Board([0o001, 0]), seed, 20_000);
        assert_eq!(result.best, 4, "only the centre holds against the corner");
        assert!(result.score > 0.3 && result.score < 0.6, "{result:?}");
        assert!(result.nodes == 20_000);
    }
}

#[test]
fn equal_seeds_give_equal_results() {
    let rules: RandomTree =
        RandomTree::new(TreeConfig { seats: 3, width: 1 << 40, moves: 9, rolls: 4, ..TreeConfig::SMALL });
    let results = [1, 1, 2].map(|seed| simulate(&rules, &rules.start(), seed, 5_000));
    assert_eq!(results[0], results[1]);
    assert_ne!(results[0].score, results[2].score);
}

/// A full tree is not expanded, but its simulations continue.
#[test]
fn full_tree_continues_with_rollouts() {
    let rules: RandomTree = RandomTree::new(TreeConfig { width: 1 << 40, moves: 9, ..TreeConfig::SMALL });
    let stop = AtomicBool::new(false);
    for capacity in [0, 1, 5, 30] {
        let mut engine = MonteCarlo::new(Portable, capacity);
        let limits = SearchLimits::until(&stop).nodes(3_000);
        let result =
            engine.search(&SearchRequest::new(&rules, &rules.start(), &[], limits), &mut |_| {}).unwrap();
        assert_eq!(result.nodes, 3_000);
    }
}
