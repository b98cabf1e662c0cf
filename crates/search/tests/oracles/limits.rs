//! Every engine respects its limits and returns reproducible results.

use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use search::alpha_beta::Features;
use search::{
    AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, OpponentModel, SearchLimits, SearchRequest,
    SearchResult,
};

use crate::plain::{after, generate};
use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};

type Game = RandomTree<true, false>;

/// Every search that supports a game for two.
pub fn engines() -> Vec<(&'static str, Box<dyn Engine<Game>>)> {
    let evaluator = RandomEvaluator::TIGHT;
    let exact = AlphaBeta::new(Portable, evaluator, 1 << 14).with_features(Features::EXACT);
    vec![
        ("alpha-beta", Box::new(AlphaBeta::new(Portable, evaluator, 1 << 14))),
        ("alpha-beta, exact", Box::new(exact)),
        ("expectimax", Box::new(Expectimax::new(Portable, evaluator, 1 << 14))),
        ("max^n", Box::new(MaxN::new(Portable, evaluator))),
        ("best reply", Box::new(BestReply::new(Portable, evaluator))),
        ("opponent model", Box::new(OpponentModel::new(Portable, evaluator, 1 << 14))),
        ("Monte Carlo", Box::new(MonteCarlo::with_evaluator(Portable, evaluator, 1000).with_max_plies(20))),
    ]
}

fn game(rolls: u64) -> Game {
    RandomTree::new(TreeConfig { width: 1 << 40, moves: 6, noisy: 50, rolls, over: 5, ..TreeConfig::SMALL })
}

/// Intermediate results of a search and the final one.
fn search_all(
    engine: &mut dyn Engine<Game>,
    rules: &Game,
    limits: &SearchLimits<'_>,
) -> Vec<SearchResult<u16>> {
    let mut results = Vec::new();
    engine.new_game(7);
    let last = engine.search(&SearchRequest::new(rules, &rules.position(0), &[], *limits), &mut |result| {
        results.push(result.clone());
    });
    results.push(last.expect("a move is returned whatever the limits"));
    results
}

#[test]
fn node_limit_is_exact_and_a_move_is_returned() {
    for rolls in [0, 3] {
        let rules = game(rolls);
        let (_, moves) = generate(&rules, &rules.position(0));
        let stop = AtomicBool::new(false);
        for (name, mut engine) in engines() {
            for nodes in (0..300).chain([1_000, 5_000]) {
                let limits = SearchLimits::until(&stop).nodes(nodes);
                let results = search_all(&mut *engine, &rules, &limits);
                let last = results.last().unwrap();
                // A search that does not look beyond dice may complete its tree before the limit.
                assert!(last.nodes == nodes || rolls > 0 && last.nodes < nodes, "{name}");
                assert!(moves.contains(&last.best) && last.pv[0] == last.best, "{name}");
                assert_eq!(search_all(&mut *engine, &rules, &limits), results, "{name} is reproducible");
            }
        }
    }
}

#[test]
fn depth_limit_is_respected() {
    let rules = game(0);
    let stop = AtomicBool::new(false);
    for (name, mut engine) in engines() {
        for depth in 1..5 {
            let limits = SearchLimits::until(&stop).depth(depth).nodes(20_000);
            let results = search_all(&mut *engine, &rules, &limits);
            assert!(results.iter().all(|result| result.depth <= depth), "{name}");
            assert!(results.is_sorted_by_key(|result| (result.depth, result.nodes)), "{name}");
            assert!(results.len() > 1, "{name} reports");
        }
    }
}

#[test]
fn stopped_search_returns_a_move_unless_the_game_is_over() {
    let rules = game(2);
    let stop = AtomicBool::new(true);
    for (name, mut engine) in engines() {
        let results = search_all(&mut *engine, &rules, &SearchLimits::until(&stop));
        assert_eq!(results.len(), 1, "{name}");
        let over = Game::new(TreeConfig { max_plies: 1, ..TreeConfig::SMALL });
        let (stop, position) = (AtomicBool::new(false), after(&over, &over.position(0), 0));
        let result = engine
            .search(&SearchRequest::new(&over, &position, &[], SearchLimits::until(&stop)), &mut |_| {});
        assert_eq!(result, None, "{name}");
    }
}
