//! Signatures: results and node counts of fixed searches. Refactoring must not change `golden/engines.signature`; `KEEP=1`
//! stores a new one after an intended change.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::Path;
use std::sync::atomic::AtomicBool;

use games::catalog::{self, Visitor};
use games::engines::{CatalogGame, create};
use rules::cpu::Cpu;
use rules::{Random, Status};
use search::{SearchLimits, SearchRequest, SearchResult};

/// Positions of random games, each searched by an engine.
struct Think {
    engine: &'static str,
    nodes: u64,
    positions: u32,
}

impl Visitor for Think {
    type Output = String;

    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> String {
        let mut text = String::new();
        let mut random = Random::new(7);
        let mut engine = create(&rules, &self.engine.parse().unwrap()).unwrap();
        for number in 0..self.positions {
            let mut position = rules.start();
            let mut moves = Vec::new();
            // Further and further into the game, up to a player's turn.
            for _ in 0..4 + 5 * number {
                moves.clear();
                match rules.legal_moves(&position, &mut moves) {
                    Status::Turn(_) => rules.play(&mut position, *random.pick(&moves).unwrap()),
                    Status::Chance => {
                        let roll = random.pick_weighted(rules.rolls(&position)).unwrap();
                        rules.apply_roll(&mut position, roll);
                    }
                    Status::Over(_) => break,
                }
            }
            if rules.status(&position) == Status::Chance {
                let roll = random.pick_weighted(rules.rolls(&position)).unwrap();
                rules.apply_roll(&mut position, roll);
            }
            engine.new_game(1);
            let stop = AtomicBool::new(false);
            let limits = SearchLimits::until(&stop).nodes(self.nodes);
            // A search that runs out of nodes tells little by their number; its last complete iteration does.
            let mut nodes = 0;
            let mut report = |result: &SearchResult<R::Move>| nodes = result.nodes;
            if let Some(result) =
                engine.search(&SearchRequest::new(&rules, &position, &[], limits), &mut report)
            {
                text.push_str(&format!(
                    "  {} -> {} score {:.3} depth {} nodes {}\n",
                    rules.write_position(&position),
                    rules.write_move(&position, result.best),
                    result.score,
                    result.depth,
                    if nodes == 0 { result.nodes } else { nodes }
                ));
            }
        }
        text
    }
}

#[test]
fn engine_signatures_are_unchanged() {
    let mut text = String::new();
    for (game, settings, engine, nodes) in [
        ("othello", "", "strong:level=8", 50_000),
        ("tictactoe", "", "strong", 50_000),
        ("halma", "", "strong:level=8", 3_000),
        ("backgammon", "opening = white", "strong:level=8", 3_000),
        ("backgammon", "length = 3", "strong:level=8", 3_000),
        ("halma", "Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3", "strong:level=8", 2_000),
        ("chess", "", "strong:level=8", 50_000),
        ("chess", "army = griffon", "strong:level=8", 20_000),
    ] {
        text.push_str(&format!("{game} {} {engine} nodes={nodes}\n", settings.replace('\n', ", ")));
        let positions = match game {
            "tictactoe" => 1,
            // As far as the end, which is solved.
            "othello" => 11,
            _ => 4,
        };
        text.push_str(&catalog::visit(game, settings, Think { engine, nodes, positions }).unwrap());
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/engines.signature");
    if std::env::var_os("KEEP").is_some() {
        std::fs::write(&file, &text).unwrap();
    }
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(text == stored, "engines think differently: KEEP=1 stores the new signature\n{text}");
}
