//! The move generator of chess agrees with a slow reference implementation for random armies.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use games::chess::{Army, Chess, HopRule, Path, Step};
use games::pext::Pext;
use rules::cpu::Portable;
use rules::{Notation, Perft};
use rules::{Random, Rules, Status};
use search::{MoveStage, SearchGame};
use second::chess::{Ending, Position, check, random};

/// Number of random armies, and of positions of each; `AGREEMENT=500` sets the latter to 500.
const ARMIES: u64 = 200;
const POSITIONS: usize = 25;

fn moves_of<C: Pext>(chess: &Chess<C>, position: &games::chess::Position) -> Vec<String> {
    let mut moves = Vec::new();
    chess.legal_moves(position, &mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| chess.write_coordinates(mv)).collect();
    texts.sort();
    texts
}

/// Compares everything that both implementations know about a position.
fn compare<C: Pext>(chess: &Chess<C>, slow: &Position<'_>) {
    let fen = slow.fen();
    let fast = chess.read_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(chess.write_fen(&fast), slow.fen_if_it_matters(), "{fen}");
    let mut listed = Vec::new();
    let status = chess.legal_moves(&fast, &mut listed);
    let expected = slow.moves();
    match (status, slow.ending()) {
        (Status::Over(outcome), Some(ending)) => {
            let rule = match ending {
                Ending::Checkmate => "checkmate",
                Ending::Stalemate => "stalemate",
                Ending::SeventyFiveMoves => "75 moves",
            };
            assert_eq!(outcome.rule(), rule, "{fen}");
            return;
        }
        (Status::Turn(_), None) => {}
        (Status::Over(outcome), None) if outcome.rule() == "dead position" => return,
        (status, ending) => panic!("{fen}: {status:?} against {ending:?}"),
    }
    assert_eq!(moves_of(chess, &fast), expected, "{fen}\n{}", chess.army().write());
    assert_eq!(chess.count(&fast, &mut Vec::new()), expected.len() as u64, "{fen}");
    assert_eq!(chess.in_check(&fast), slow.is_in_check(slow.to_move), "{fen}");
    compare_stages(chess, &fast, &listed, &fen);
    for mv in listed {
        let text = chess.write_coordinates(mv);
        let mut after = fast;
        chess.play(&mut after, mv);
        let slowly = slow.play(&text);
        assert_eq!(chess.write_fen(&after), slowly.fen_if_it_matters(), "{fen} after {text}");
        let read = chess.read_fen(&chess.write_fen(&after));
        assert_eq!(read, Ok(after), "{fen} after {text}: the key differs from one computed from scratch");
        let san = chess.write_san(&fast, mv);
        assert_eq!(chess.read_move(&fast, &san), Ok(mv), "{fen}: {san}");
    }
}

/// The stages of generation, and the decoding of move keys, give the legal moves.
fn compare_stages<C: Pext>(
    chess: &Chess<C>,
    position: &games::chess::Position,
    legal: &[games::chess::Move],
    fen: &str,
) {
    let mut staged = Vec::new();
    chess.generate(position, MoveStage::Noisy, &mut staged);
    assert!(staged.iter().all(|&mv| chess.noisy(position, mv)), "{fen}");
    let noisy = staged.len();
    chess.generate(position, MoveStage::Quiet, &mut staged);
    assert!(!staged[noisy..].iter().any(|&mv| chess.noisy(position, mv)), "{fen}");
    assert_eq!(staged.len(), legal.len(), "{fen}");
    for &mv in legal {
        assert!(staged.contains(&mv), "{fen}: {mv:?}");
        assert_eq!(chess.move_from_key(position, chess.move_key(mv)), Some(mv), "{fen}");
        // The same move with another target is found only if it is legal.
        for to in 0..64 {
            let key = chess.move_key(mv) & !(63 << 8) | to << 8;
            let listed = legal.iter().copied().find(|&mv| chess.move_key(mv) == key);
            assert_eq!(chess.move_from_key(position, key), listed, "{fen}: {key:#x}");
        }
    }
}

/// An army whose kinds share single steps in many different ways; each way is a group of the tables.
fn sharing_army(chance: &mut Random, offsets: i8) -> Army {
    let mut army = loop {
        let army = random::army(chance);
        if army.kinds.len() == 10 && army.castling.is_none() {
            break army;
        }
    };
    for right in -offsets..=offsets {
        for forward in -offsets..=offsets {
            for (may_move, may_capture) in [(true, false), (false, true)] {
                if (right, forward) == (0, 0) {
                    continue;
                }
                let step = Step { right, forward, may_move, may_capture };
                let path = Path { steps: vec![step], hop: HopRule::Plain, limit: None };
                let owners = chance.below(1 << army.kinds.len());
                // The royal piece keeps its own moves, so that it is not in check everywhere.
                for (index, kind) in army.kinds.iter_mut().enumerate().skip(1) {
                    if owners >> index & 1 != 0 && !kind.paths.contains(&path) {
                        kind.paths.push(path.clone());
                    }
                }
            }
        }
    }
    army
}

/// More than 256 groups of paths, which a byte could not count; far more are refused.
#[test]
fn armies_with_many_shared_moves_agree() {
    let mut chance = Random::new(5);
    let mut compared = 0;
    for _ in 0..4 {
        let mut army = sharing_army(&mut chance, 7);
        // So many moves attack each other at the start: any position that can be played will do.
        let chess = (0..200).find_map(|tried| {
            army.start = random::position(&army, &mut chance).fen();
            let chess = Chess::new(army.clone(), Portable);
            assert!(tried < 199 || chess.is_ok(), "{:?}", chess.err());
            chess.ok()
        });
        let chess = chess.unwrap();
        check(&army);
        assert!(chess.table_groups() > 256, "{}", chess.table_groups());
        let mut left = 30;
        while left > 0 {
            let start = random::position(&army, &mut chance);
            for position in random::game(start, &mut chance, 10) {
                compare(&chess, &position);
                left -= 1;
                compared += 1;
            }
        }
    }
    println!("{compared} positions agree");
}

#[test]
fn random_armies_agree() {
    let positions = std::env::var("AGREEMENT").map_or(POSITIONS, |count| count.parse().unwrap());
    let (mut compared, mut games) = (0, 0);
    for seed in 0..ARMIES {
        let mut chance = Random::new(seed);
        let army: Army =
            if seed % 3 == 0 { random::number_army(&mut chance) } else { random::army(&mut chance) };
        check(&army);
        let chess = Chess::new(army.clone(), Portable).unwrap_or_else(|error| panic!("army {seed}: {error}"));
        let mut left = positions;
        while left > 0 {
            let start =
                if games % 4 == 0 { Position::start(&army) } else { random::position(&army, &mut chance) };
            games += 1;
            for position in random::game(start, &mut chance, left.min(40)) {
                compare(&chess, &position);
                left -= 1;
                compared += 1;
            }
        }
    }
    println!("{compared} positions of {games} games of {ARMIES} armies agree");
}
