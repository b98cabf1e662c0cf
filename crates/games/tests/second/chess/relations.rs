//! The relation codes 0 to 13 of one piece, for armies of plain paths.
//!
//! Where the table is silent: a step that may only move is an advance whether or not its path has a limit,
//! and one that may only capture is pressed on as a pawn's capture square is. A square pressed on behind a
//! blocker has no code unless an enemy stands there. Of several paths to a square, an advance that is
//! impossible counts as one with a blocker.

use games::chess::{HopRule, Path};

use super::{Position, Side};

impl Position<'_> {
    /// Relation of the piece on a square to each square; White is the user, Black the computer.
    pub fn relations(&self, from: usize) -> [u8; 64] {
        let (kind, side) = self.board[from].expect("a piece");
        // Number of blockers and code of each path to each square.
        let mut found: Vec<Vec<(usize, u8)>> = vec![Vec::new(); 64];
        for path in &self.army.kinds[kind].paths {
            assert_eq!(path.hop, HopRule::Plain, "the codes know no hoppers");
            self.relate(from, side, path, &mut found);
        }
        let best = |codes: &Vec<(usize, u8)>| codes.iter().min().map_or(0, |&(_, code)| code);
        let codes: Vec<u8> = found.iter().map(best).collect();
        codes.try_into().expect("64 squares")
    }

    fn relate(&self, from: usize, side: Side, path: &Path, found: &mut [Vec<(usize, u8)>]) {
        // Whose the occupied squares before this one are.
        let mut blockers: Vec<Side> = Vec::new();
        for (index, step) in path.steps.iter().enumerate() {
            let Some(square) = side.seen_from(from, step.right, step.forward) else {
                continue;
            };
            let there = self.board[square].map(|(_, owner)| owner);
            let is_beyond = path.limit.is_some_and(|limit| index > 0 && side.row(square) > limit);
            let code = match (step.may_move, step.may_capture) {
                _ if is_beyond => None,
                (false, false) => None,
                (true, true) => defined(&blockers, there),
                (true, false) => advance(&blockers, there),
                (false, true) if there == Some(side.other()) => defined(&blockers, there),
                (false, true) => press(&blockers, there),
            };
            found[square].extend(code);
            blockers.extend(there);
        }
    }
}

/// A move that may both go and capture, or a capture of what stands there.
fn defined(blockers: &[Side], there: Option<Side>) -> Option<(usize, u8)> {
    let first = match blockers {
        [] => 1,
        [Side::Black] => 4,
        [Side::White] => 7,
        _ => return None,
    };
    let code = match there {
        None => first,
        Some(Side::Black) => first + 1,
        Some(Side::White) => first + 2,
    };
    Some((blockers.len(), code))
}

/// A step that may only move: the first blocker, which may stand on the square itself, makes it impossible.
fn advance(blockers: &[Side], there: Option<Side>) -> Option<(usize, u8)> {
    match blockers.first().copied().or(there) {
        None => Some((0, 1)),
        Some(Side::Black) => Some((1, 12)),
        Some(Side::White) => Some((1, 13)),
    }
}

/// A step that may only capture, with no enemy on its square.
fn press(blockers: &[Side], there: Option<Side>) -> Option<(usize, u8)> {
    match (blockers, there) {
        ([], None) => Some((0, 10)),
        ([], Some(_)) => Some((0, 11)),
        _ => None,
    }
}
