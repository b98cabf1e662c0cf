//! Writing paths as a list of moves.

use std::fmt::Write;

use super::continued;
use crate::chess::army::{HopRule, Path, Step};
use crate::chess::mirror::Mirror;

/// Entries that read back to these paths in this order; each covers as many paths as possible.
pub fn write_moves(paths: &[Path]) -> Vec<String> {
    let mut entries = Vec::new();
    let mut left = paths;
    while let Some(path) = left.first() {
        let (shape, usual) = write_shape(path);
        let mirrors = std::iter::once(usual).chain(Mirror::ALL.into_iter().rev());
        let reach = |mirror: Mirror| {
            let images = mirror.images(path);
            if left.starts_with(&images) { images.len() } else { 0 }
        };
        // Among equal counts the default comes first, because it needs no keyword, then the smallest symmetry.
        let mut best = (Mirror::OneWay, 0);
        for mirror in mirrors {
            let count = reach(mirror);
            if count > best.1 {
                best = (mirror, count);
            }
        }
        let (mirror, count) = best;
        let mut entry = shape;
        if mirror != usual {
            entry.push(' ');
            entry.push_str(mirror.word());
        }
        entry.push_str(&write_words(path));
        entries.push(entry);
        left = left.get(count.max(1)..).unwrap_or(&[]);
    }
    entries
}

/// Shape with its squares, and its default symmetry.
fn write_shape(path: &Path) -> (String, Mirror) {
    let steps = &path.steps[..];
    let may = |step: &Step| (step.may_move, step.may_capture);
    let uniform = uniform(path);
    if let Some(&first) = steps.first()
        && uniform.is_some()
    {
        let full: Vec<Step> =
            std::iter::once(first).chain(continued(first, first.right, first.forward)).take(7).collect();
        let is_straight_ahead = (first.right, first.forward) == (0, 1) && may(&first) == (true, false);
        let square = format!("{},{}", first.right, first.forward);
        match steps.len() {
            _ if steps == full && is_straight_ahead => return ("advance".to_owned(), Mirror::OneWay),
            1 => return (format!("leap {square}"), Mirror::EightWay),
            _ if steps == full => return (format!("ride {square}"), Mirror::EightWay),
            count if full.starts_with(steps) => {
                return (format!("ride {square} up to {count}"), Mirror::EightWay);
            }
            _ => {}
        }
    }
    let written = written_squares(steps);
    let mut text = "path".to_owned();
    for step in &steps[..written] {
        let square = format!("{},{}", step.right, step.forward);
        text.push_str(&match (step.may_move, step.may_capture) {
            (false, false) => format!(" [{square}]"),
            (true, false) if uniform.is_none() => format!(" {square}:move"),
            (false, true) if uniform.is_none() => format!(" {square}:capture"),
            _ => format!(" {square}"),
        });
    }
    if written < steps.len() {
        text.push_str(" ...");
    }
    (text, Mirror::FourWay)
}

/// Number of squares before `...` can replace the rest.
fn written_squares(steps: &[Step]) -> usize {
    for written in 2..steps.len().saturating_sub(1) {
        let (before, last) = (steps[written - 2], steps[written - 1]);
        let (right, forward) =
            (last.right.checked_sub(before.right), last.forward.checked_sub(before.forward));
        if let (Some(right), Some(forward)) = (right, forward)
            && continued(last, right, forward).eq(steps[written..].iter().copied())
        {
            return written;
        }
    }
    steps.len()
}

/// Permission to move and to capture if it is the same for all squares where the piece can stop.
fn uniform(path: &Path) -> Option<(bool, bool)> {
    let ways = path.steps.iter().map(|step| (step.may_move, step.may_capture));
    let mut ways = ways.filter(|&way| way != (false, false));
    let first = ways.next()?;
    ways.all(|way| way == first).then_some(first)
}

/// Keywords after the squares and the symmetry.
fn write_words(path: &Path) -> String {
    let mut text = String::new();
    let (shape, _) = write_shape(path);
    match uniform(path) {
        Some((true, false)) if shape != "advance" => text.push_str(" move-only"),
        Some((false, true)) => text.push_str(" capture-only"),
        _ => {}
    }
    match path.hop {
        HopRule::Plain => {}
        HopRule::OverOne => text.push_str(" over-one"),
        HopRule::JustBehind => text.push_str(" just-behind"),
    }
    if let Some(limit) = path.limit {
        let _ = write!(text, " to rank {}", u32::from(limit) + 1);
    }
    text
}
