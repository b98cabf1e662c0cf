//! Number programs of the specification as paths.

use games::chess::{HopRule, Path, Step};

/// The paths of a program: squares as seen from square 0, 64 to cut, 0 at the end.
pub fn paths(program: &[u8]) -> Vec<Path> {
    let (&end, numbers) = program.split_last().expect("a program");
    assert!(end == 0 && numbers.iter().all(|&number| (1..=64).contains(&number)), "{program:?}");
    let mut paths = Vec::new();
    for part in numbers.split(|&number| number == 64).filter(|part| !part.is_empty()) {
        for (right, forward) in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let step = |&number: &u8| Step {
                right: right * (number % 8) as i8,
                forward: forward * (number / 8) as i8,
                may_move: true,
                may_capture: true,
            };
            let path = Path { steps: part.iter().map(step).collect(), hop: HopRule::Plain, limit: None };
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    paths
}

/// The paths of a pawn: its capturing square, mirrored left and right, and the advance up to the row of
/// the limit.
pub fn pawn_paths(capture: u8, limit: u8) -> Vec<Path> {
    let captures = |right| Step { right, forward: (capture / 8) as i8, may_move: false, may_capture: true };
    let advance = |forward| Step { right: 0, forward, may_move: true, may_capture: false };
    let mut paths =
        vec![Path { steps: (1..8).map(advance).collect(), hop: HopRule::Plain, limit: Some(limit / 8) }];
    for right in [(capture % 8) as i8, -((capture % 8) as i8)] {
        let path = Path { steps: vec![captures(right)], hop: HopRule::Plain, limit: None };
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}
