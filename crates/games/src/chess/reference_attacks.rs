//! Reference implementation of attacks: follows paths square by square.

use super::army::{HopRule, Path};

/// Pseudo-legal targets of a piece on `from`, given the squares of its own side's and the other side's pieces. Castling
/// and en passant are not included.
pub fn reached(paths: &[Path], from: usize, is_white: bool, own: u64, other: u64) -> u64 {
    let (column, row) = ((from % 8) as i32, (from / 8) as i32);
    let ahead = if is_white { -1 } else { 1 };
    let mut found = 0;
    for path in paths {
        let mut pieces = 0;
        let mut follows_piece = false;
        for (index, step) in path.steps.iter().enumerate() {
            let (x, y) = (column + i32::from(step.right), row + ahead * i32::from(step.forward));
            if !(0..8).contains(&x) || !(0..8).contains(&y) {
                continue;
            }
            let square = 1u64 << (y * 8 + x);
            let own_row = if is_white { 7 - y } else { y };
            let within = index == 0 || path.limit.is_none_or(|limit| own_row <= i32::from(limit));
            let open = match path.hop {
                HopRule::Plain => pieces == 0,
                HopRule::OverOne => pieces == 1,
                HopRule::JustBehind => pieces == 1 && follows_piece,
            };
            let is_empty = (own | other) & square == 0;
            let allowed = if is_empty { step.may_move } else { step.may_capture && other & square != 0 };
            if within && open && allowed {
                found |= square;
            }
            follows_piece = !is_empty;
            pieces += i32::from(!is_empty);
        }
    }
    found
}
