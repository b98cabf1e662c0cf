//! Node counts and results of each search, compared with a stored file so that every change is noticed.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use search::SearchGame;
use search::alpha_beta::Features;
use search::expectimax::Pruning;
use search::{AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, SearchLimits, SearchRequest};

use crate::random_tree::{RandomEvaluator, RandomTree, TreeConfig};

/// A wide game with correlated scores.
const WIDE: TreeConfig =
    TreeConfig { width: 1 << 40, moves: 16, over: 10, max_gain: 100, ..TreeConfig::SMALL };
const DICE: TreeConfig = TreeConfig { rolls: 14, over: 0, ..WIDE };
/// A game with many transpositions.
const NARROW: TreeConfig = TreeConfig { width: 60, moves: 8, max_gain: 0, ..WIDE };
const FOUR: TreeConfig = TreeConfig { seats: 4, has_with_turn: true, max_gain: 0, ..WIDE };

/// Appends an engine's results in a few positions of a game.
fn append<R: SearchGame>(
    signature: &mut String,
    name: &str,
    engine: &mut impl Engine<R>,
    (rules, positions): (&R, [R::Position; 3]),
    depth: u32,
    nodes: u64,
) {
    let stop = AtomicBool::new(false);
    for (number, position) in positions.iter().enumerate() {
        engine.new_game(1);
        let limits = SearchLimits::until(&stop).depth(depth).nodes(nodes);
        let result = engine.search(&SearchRequest::new(rules, position, &[], limits), &mut |_| {}).unwrap();
        let (best, score, nodes) = (result.best, result.score, result.nodes);
        writeln!(
            signature,
            "{name:34} {number}  depth {depth:2}  nodes {nodes:9}  score {score:12.4}  {best:?}"
        )
        .unwrap();
    }
}

fn positions<const N: bool>(
    rules: &RandomTree<N, false>,
) -> (&RandomTree<N, false>, [crate::random_tree::Position; 3]) {
    (rules, [1, 2, 3].map(|number| rules.position(number)))
}

fn signature() -> String {
    let mut signature = String::new();
    let evaluator = RandomEvaluator::TIGHT;
    let wide = RandomTree::<false>::new(WIDE);
    let narrow = RandomTree::<false>::new(NARROW);
    let noisy = RandomTree::<true>::new(TreeConfig { noisy: 60, ..WIDE });
    let dice = RandomTree::<false>::new(DICE);
    let four = RandomTree::<false>::new(FOUR);

    for (name, features) in [("all", Features::ALL), ("exact", Features::EXACT)] {
        let mut engine = AlphaBeta::new(Portable, evaluator, 1 << 16).with_features(features);
        append(
            &mut signature,
            &format!("alpha-beta {name}, wide"),
            &mut engine,
            positions(&wide),
            6,
            u64::MAX,
        );
        append(
            &mut signature,
            &format!("alpha-beta {name}, narrow"),
            &mut engine,
            positions(&narrow),
            9,
            u64::MAX,
        );
        append(
            &mut signature,
            &format!("alpha-beta {name}, noisy"),
            &mut engine,
            positions(&noisy),
            5,
            u64::MAX,
        );
    }
    for pruning in [Pruning::Nothing, Pruning::Star1, Pruning::Star2] {
        for (name, bytes) in [("", 0), (" with table", 1 << 16)] {
            let mut engine = Expectimax::new(Portable, evaluator, bytes).with_pruning(pruning);
            let name = format!("expectimax {pruning:?}{name}");
            append(&mut signature, &name, &mut engine, positions(&dice), 3, u64::MAX);
        }
    }
    for (name, declares_sum) in [("", false), (" pruned", true)] {
        let mut engine = MaxN::new(Portable, RandomEvaluator { declares_sum, ..evaluator });
        append(&mut signature, &format!("max^n of two{name}"), &mut engine, positions(&wide), 5, u64::MAX);
        append(&mut signature, &format!("max^n of four{name}"), &mut engine, positions(&four), 5, u64::MAX);
    }
    let mut engine = BestReply::new(Portable, evaluator);
    append(&mut signature, "best reply of two", &mut engine, positions(&wide), 6, u64::MAX);
    append(&mut signature, "best reply of four", &mut engine, positions(&four), 4, u64::MAX);
    let mut engine = MonteCarlo::new(Portable, 1 << 12);
    append(&mut signature, "Monte Carlo of two", &mut engine, positions(&wide), 60, 50_000);
    append(&mut signature, "Monte Carlo of four", &mut engine, positions(&four), 60, 50_000);
    let mut engine = MonteCarlo::with_evaluator(Portable, evaluator, 1 << 12).with_max_plies(4);
    append(&mut signature, "Monte Carlo with dice, judged", &mut engine, positions(&dice), 60, 50_000);
    signature
}

/// Refactoring must not change the signature. `KEEP=1` stores a new one after an intended change.
#[test]
fn signature_is_unchanged() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/search.signature");
    let signature = signature();
    if std::env::var_os("KEEP").is_some() {
        std::fs::write(&file, &signature).unwrap();
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    for (now, before) in signature.lines().zip(stored.lines()) {
        assert_eq!(now, before, "KEEP=1 stores the new signature");
    }
    assert_eq!(signature.lines().count(), stored.lines().count(), "KEEP=1 stores the new signature");
}
