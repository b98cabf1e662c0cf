//! Monte-Carlo tree search comes to what is true.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use rules::{Outcome, Rules, Seat};
use search::SearchGame;
use search::{Engine, Evaluator, MonteCarlo, Score, SearchLimits, SearchRequest, SearchResult};

use crate::noughts::{Board, Lines, Noughts};
use crate::plain::negamax::Negamax;
use crate::plain::{self, after, look};
use crate::thicket::{Shape, Thicket};

/// Scores finished games by shares alone, however long they took, in thousandths.
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
        panic!("the plain search sees every end")
    }

    fn terminal_score(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> Score {
        (outcome.share(seat) * 1000.0).round() as Score
    }
}

fn think<R: SearchGame>(rules: &R, position: &R::Position, seed: u64, nodes: u64) -> SearchResult<R::Move> {
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

/// A game so short that all of it can be seen.
fn short(seed: u64, seats: u8, rolls: u64) -> Thicket {
    Thicket::new(Shape { seed, seats, rolls, moves: 3, longest: 4, again: 100, ..Shape::SMALL })
}

/// The thought says what the plain search has found, in shares, and the move is one of the best.
fn assert_solved(thought: &SearchResult<u16>, plain: &[(u16, f64)], what: impl std::fmt::Display) {
    let best = plain.iter().map(|&(_, score)| score).fold(f64::NEG_INFINITY, f64::max);
    let chosen = plain.iter().find(|(mv, _)| *mv == thought.best).unwrap().1;
    let is_same = |one: f64, other: f64| (one - other).abs() < 1.0;
    assert!(is_same(1000.0 * thought.score, best), "{what}: {thought:?} {plain:?}");
    assert!(is_same(chosen, best), "{what}: {thought:?} {plain:?}");
}

#[test]
fn small_games_are_solved() {
    for seed in 0..300 {
        for seats in 1..=4 {
            let rules = short(seed, seats, 0);
            let thought = think(&rules, &rules.start(), seed, u64::MAX);
            let plain = plain::max_n::MaxN { rules: &rules, evaluator: &Shares, thinker: Seat::FIRST };
            let scores = plain.scores(&rules.start(), &[], 10);
            assert_solved(&thought, &scores, format_args!("seed {seed}, {seats} seats"));
        }
    }
}

#[test]
fn small_games_with_dice_are_solved() {
    for seed in 0..300 {
        for seats in 1..=2 {
            let rules = short(seed, seats, 2);
            let thought = think(&rules, &rules.start(), seed, u64::MAX);
            let plain =
                plain::expectimax::Expectimax { rules: &rules, evaluator: &Shares, seat: Seat::FIRST };
            let values = plain.values(&rules.start(), &[], 10);
            assert_solved(&thought, &values, format_args!("seed {seed}, {seats} seats"));
        }
    }
}

#[test]
fn small_games_in_which_positions_repeat_are_solved() {
    for seed in 0..200 {
        let rules = Thicket::<false, true>::new(Shape { seed, width: 3, moves: 2, ..Shape::SMALL });
        let thought = think(&rules, &rules.start(), seed, u64::MAX);
        let plain = plain::max_n::MaxN { rules: &rules, evaluator: &Shares, thinker: Seat::FIRST };
        let scores = plain.scores(&rules.start(), &[], 10);
        assert_solved(&thought, &scores, format_args!("seed {seed}"));
    }
}

/// Every board of three in a row with a winning move: it is found while there is no time for anything else.
#[test]
fn wins_in_one_are_found() {
    let (mut open, mut wins) = (vec![Noughts.start()], 0);
    while let Some(board) = open.pop() {
        let (_, moves) = look(&Noughts, &board);
        let plain = Negamax { rules: &Noughts, evaluator: &Lines, quiescence: false };
        let wins_at_once = |&mv: &u8| look(&Noughts, &after(&Noughts, &board, mv)).1.is_empty();
        let winning: Vec<u8> = moves
            .iter()
            .copied()
            .filter(wins_at_once)
            .filter(|_| plain.scores(&board, &[], 2).iter().any(|&(_, score)| score > 20_000.0))
            .collect();
        if !winning.is_empty() {
            let thought = think(&Noughts, &board, 1, 200);
            assert!(winning.contains(&thought.best) && thought.score == 1.0, "{board:?} {thought:?}");
            wins += 1;
        } else if board.0[0].count_ones() < 4 {
            open.extend(moves.iter().map(|&mv| after(&Noughts, &board, mv)));
        }
    }
    assert!(wins > 1_000, "{wins}");
}

/// Without being solved, the choice comes to be that of a perfect player.
#[test]
fn visits_settle_on_the_best_move() {
    for seed in 0..5 {
        let thought = think(&Noughts, &Board([0o001, 0]), seed, 20_000);
        assert_eq!(thought.best, 4, "only the centre holds against the corner");
        assert!(thought.score > 0.3 && thought.score < 0.6, "{thought:?}");
        assert!(thought.nodes == 20_000);
    }
}

#[test]
fn equal_seeds_think_alike_and_others_differ() {
    let rules: Thicket = Thicket::new(Shape { seats: 3, width: 1 << 40, moves: 9, rolls: 4, ..Shape::SMALL });
    let thoughts = [1, 1, 2].map(|seed| think(&rules, &rules.start(), seed, 5_000));
    assert_eq!(thoughts[0], thoughts[1]);
    assert_ne!(thoughts[0].score, thoughts[2].score);
}

/// Where there is no room for more positions, games go on at random behind those there are.
#[test]
fn a_full_tree_is_no_end() {
    let rules: Thicket = Thicket::new(Shape { width: 1 << 40, moves: 9, ..Shape::SMALL });
    let stop = AtomicBool::new(false);
    for room in [0, 1, 5, 30] {
        let mut engine = MonteCarlo::new(Portable, room);
        let limits = SearchLimits::until(&stop).nodes(3_000);
        let thought =
            engine.search(&SearchRequest::new(&rules, &rules.start(), &[], limits), &mut |_| {}).unwrap();
        assert_eq!(thought.nodes, 3_000);
    }
}
