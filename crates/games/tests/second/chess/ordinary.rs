//! Ordinary chess as an army, put together by hand, and armies that differ from it by a number program.

use games::chess::{Army, Castling, HopRule, Kind, Path, Promotion, Step};

use super::programs;

/// The position before the first move.
pub const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A kind that both moves and captures along these lines, each up to `length` squares.
pub fn piece(name: &str, letter: char, directions: &[(i8, i8)], length: i8) -> Kind {
    let line = |&(right, forward): &(i8, i8)| {
        let step = |times| Step {
            right: right * times,
            forward: forward * times,
            may_move: true,
            may_capture: true,
        };
        Path { steps: (1..=length).map(step).collect(), hop: HopRule::Plain, limit: None }
    };
    Kind {
        name: name.to_owned(),
        letter,
        picture: Some(name.to_owned()),
        value: None,
        paths: directions.iter().map(line).collect(),
        is_royal: letter == 'K',
        promotion: None,
    }
}

/// Ordinary chess.
pub fn ordinary() -> Army {
    let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let oblique = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
    let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let all = [straight, oblique].concat();
    let mut pawn = piece("pawn", 'P', &[], 0);
    let advance = |forward| Step { right: 0, forward, may_move: true, may_capture: false };
    pawn.paths.push(Path { steps: vec![advance(1), advance(2)], hop: HopRule::Plain, limit: Some(3) });
    for right in [-1, 1] {
        let step = Step { right, forward: 1, may_move: false, may_capture: true };
        pawn.paths.push(Path { steps: vec![step], hop: HopRule::Plain, limit: None });
    }
    pawn.promotion = Some(Promotion { row: 7, to: vec![1, 2, 3, 4] });
    Army {
        name: "ordinary chess".to_owned(),
        kinds: vec![
            piece("king", 'K', &all, 1),
            piece("queen", 'Q', &all, 7),
            piece("rook", 'R', &straight, 7),
            piece("bishop", 'B', &oblique, 7),
            piece("knight", 'N', &leaps, 1),
            pawn,
        ],
        start: START.to_owned(),
        castling: Some(Castling { partner: 2 }),
        en_passant: true,
    }
}

/// An army of the ordinary king, pawns with this limit, and X, which moves by this program.
pub fn numbered(program: &[u8], limit: u8) -> Army {
    let kind = |name: &str, letter, paths| Kind { paths, ..piece(name, letter, &[], 0) };
    let army = Army {
        name: "numbered".to_owned(),
        kinds: vec![
            kind("king", 'K', programs::paths(&[1, 64, 8, 64, 9, 0])),
            kind("queen", 'X', programs::paths(program)),
            Kind {
                promotion: Some(Promotion { row: 7, to: vec![1] }),
                ..kind("pawn", 'P', programs::pawn_paths(9, limit))
            },
        ],
        start: "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1".to_owned(),
        castling: None,
        en_passant: false,
    };
    super::check(&army);
    army
}
