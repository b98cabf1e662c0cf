//! How many positions each search looks at, and what it finds: kept in a file, so that a change shows.

use std::fmt::Write;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use rules::cpu::Portable;
use search::SearchGame;
use search::alpha_beta::Features;
use search::expectimax::Pruning;
use search::{AlphaBeta, BestReply, Engine, Expectimax, MaxN, MonteCarlo, SearchLimits, SearchRequest};

use crate::thicket::{Guess, Shape, Thicket};

/// A wide game, in which what is good now is mostly good later.
const WIDE: Shape = Shape { width: 1 << 40, moves: 16, over: 10, stakes: 100, ..Shape::SMALL };
const DICE: Shape = Shape { rolls: 14, over: 0, ..WIDE };
/// A game in which ways meet often.
const NARROW: Shape = Shape { width: 60, moves: 8, stakes: 0, ..WIDE };
const FOUR: Shape = Shape { seats: 4, turns: true, stakes: 0, ..WIDE };

/// Appends what an engine finds in a few positions of a game.
fn sign<R: SearchGame>(
    book: &mut String,
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
        let thought = engine.search(&SearchRequest::new(rules, position, &[], limits), &mut |_| {}).unwrap();
        let (best, score, nodes) = (thought.best, thought.score, thought.nodes);
        writeln!(book, "{name:34} {number}  depth {depth:2}  nodes {nodes:9}  score {score:12.4}  {best:?}")
            .unwrap();
    }
}

fn positions<const N: bool>(
    rules: &Thicket<N, false>,
) -> (&Thicket<N, false>, [crate::thicket::Position; 3]) {
    (rules, [1, 2, 3].map(|number| rules.position(number)))
}

fn signature() -> String {
    let mut book = String::new();
    let guess = Guess::TIGHT;
    let wide = Thicket::<false>::new(WIDE);
    let narrow = Thicket::<false>::new(NARROW);
    let noisy = Thicket::<true>::new(Shape { noisy: 60, ..WIDE });
    let dice = Thicket::<false>::new(DICE);
    let four = Thicket::<false>::new(FOUR);

    for (name, features) in [("all", Features::ALL), ("exact", Features::EXACT)] {
        let mut engine = AlphaBeta::new(Portable, guess, 1 << 16).with_features(features);
        sign(&mut book, &format!("alpha-beta {name}, wide"), &mut engine, positions(&wide), 6, u64::MAX);
        sign(&mut book, &format!("alpha-beta {name}, narrow"), &mut engine, positions(&narrow), 9, u64::MAX);
        sign(&mut book, &format!("alpha-beta {name}, noisy"), &mut engine, positions(&noisy), 5, u64::MAX);
    }
    for pruning in [Pruning::Nothing, Pruning::Star1, Pruning::Star2] {
        for (name, bytes) in [("", 0), (" with table", 1 << 16)] {
            let mut engine = Expectimax::new(Portable, guess, bytes).with_pruning(pruning);
            let name = format!("expectimax {pruning:?}{name}");
            sign(&mut book, &name, &mut engine, positions(&dice), 3, u64::MAX);
        }
    }
    for (name, is_told) in [("", false), (" pruned", true)] {
        let mut engine = MaxN::new(Portable, Guess { is_told, ..guess });
        sign(&mut book, &format!("max^n of two{name}"), &mut engine, positions(&wide), 5, u64::MAX);
        sign(&mut book, &format!("max^n of four{name}"), &mut engine, positions(&four), 5, u64::MAX);
    }
    let mut engine = BestReply::new(Portable, guess);
    sign(&mut book, "best reply of two", &mut engine, positions(&wide), 6, u64::MAX);
    sign(&mut book, "best reply of four", &mut engine, positions(&four), 4, u64::MAX);
    let mut engine = MonteCarlo::new(Portable, 1 << 12);
    sign(&mut book, "Monte Carlo of two", &mut engine, positions(&wide), 60, 50_000);
    sign(&mut book, "Monte Carlo of four", &mut engine, positions(&four), 60, 50_000);
    let mut engine = MonteCarlo::with_evaluator(Portable, guess, 1 << 12).with_longest(4);
    sign(&mut book, "Monte Carlo with dice, judged", &mut engine, positions(&dice), 60, 50_000);
    book
}

/// A refactoring leaves the signature alone, a change of behaviour shows in it; `KEEP=1` writes it anew.
#[test]
fn searches_sign_as_before() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/search.signature");
    let signature = signature();
    if std::env::var_os("KEEP").is_some() {
        std::fs::write(&file, &signature).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    for (now, before) in signature.lines().zip(kept.lines()) {
        assert_eq!(now, before, "KEEP=1 keeps the new signature");
    }
    assert_eq!(signature.lines().count(), kept.lines().count(), "KEEP=1 keeps the new signature");
}
