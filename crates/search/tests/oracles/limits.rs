//! What every engine keeps to, whatever it thinks of.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use search::alpha_beta::Features;
use search::{
    AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, SearchLimits, SearchRequest, SearchResult,
};

use crate::plain::{after, look};
use crate::thicket::{Guess, Shape, Thicket};

type Game = Thicket<true, false>;

/// Every search of the house for a game of two.
pub fn engines() -> Vec<(&'static str, Box<dyn Engine<Game>>)> {
    let guess = Guess::TIGHT;
    let exact = AlphaBeta::new(Portable, guess, 1 << 14).with_features(Features::EXACT);
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(Portable, guess, 1 << 14))),
        ("alpha-beta, exact", Box::new(exact)),
        ("expectimax", Box::new(Expectimax::new(Portable, guess, 1 << 14))),
        ("max^n", Box::new(MaxN::new(Portable, guess))),
        ("best reply", Box::new(BestReply::new(Portable, guess))),
        ("Monte Carlo", Box::new(MonteCarlo::with_evaluator(Portable, guess, 1000).with_longest(20))),
    ]
}

fn game(rolls: u64) -> Game {
    Thicket::new(Shape { width: 1 << 40, moves: 6, noisy: 50, rolls, over: 5, ..Shape::SMALL })
}

/// Everything an engine says, the reports and the last word.
fn listen(engine: &mut dyn Engine<Game>, rules: &Game, limits: &SearchLimits<'_>) -> Vec<SearchResult<u16>> {
    let mut thoughts = Vec::new();
    engine.new_game(7);
    let last = engine.search(&SearchRequest::new(rules, &rules.position(0), &[], *limits), &mut |thought| {
        thoughts.push(thought.clone());
    });
    thoughts.push(last.expect("a move is returned whatever the limits"));
    thoughts
}

#[test]
fn not_one_position_too_many_and_always_a_move() {
    for rolls in [0, 3] {
        let rules = game(rolls);
        let (_, moves) = look(&rules, &rules.position(0));
        let stop = AtomicBool::new(false);
        for (name, mut engine) in engines() {
            for nodes in (0..300).chain([1_000, 5_000]) {
                let limits = SearchLimits::until(&stop).nodes(nodes);
                let thoughts = listen(&mut *engine, &rules, &limits);
                let last = thoughts.last().unwrap();
                // Who does not look behind dice may have seen everything sooner.
                assert!(last.nodes == nodes || rolls > 0 && last.nodes < nodes, "{name}");
                assert!(moves.contains(&last.best) && last.pv[0] == last.best, "{name}");
                assert_eq!(listen(&mut *engine, &rules, &limits), thoughts, "{name} says the same again");
            }
        }
    }
}

#[test]
fn not_a_turn_too_deep() {
    let rules = game(0);
    let stop = AtomicBool::new(false);
    for (name, mut engine) in engines() {
        for depth in 1..5 {
            let limits = SearchLimits::until(&stop).depth(depth).nodes(20_000);
            let thoughts = listen(&mut *engine, &rules, &limits);
            assert!(thoughts.iter().all(|thought| thought.depth <= depth), "{name}");
            assert!(thoughts.is_sorted_by_key(|thought| (thought.depth, thought.nodes)), "{name}");
            assert!(thoughts.len() > 1, "{name} reports");
        }
    }
}

#[test]
fn who_is_stopped_at_once_has_a_move_and_who_has_none_says_so() {
    let rules = game(2);
    let stop = AtomicBool::new(true);
    for (name, mut engine) in engines() {
        let thoughts = listen(&mut *engine, &rules, &SearchLimits::until(&stop));
        assert_eq!(thoughts.len(), 1, "{name}");
        let over = Game::new(Shape { longest: 1, ..Shape::SMALL });
        let (stop, position) = (AtomicBool::new(false), after(&over, &over.position(0), 0));
        let thought = engine
            .search(&SearchRequest::new(&over, &position, &[], SearchLimits::until(&stop)), &mut |_| {});
        assert_eq!(thought, None, "{name}");
    }
}
