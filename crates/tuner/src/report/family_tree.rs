//! The ancestors of the champion.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::candidate::Origin;
use crate::run::Run;

const COLUMN: f64 = 64.0;
const ROW: f64 = 26.0;
const MARGIN: f64 = 24.0;
/// Most ancestors that are drawn.
const MOST: usize = 400;

/// The family tree of the champion, one column for each generation in which an ancestor was born; `None` if the method
/// makes no children of two parents.
pub(super) fn svg(run: &Run) -> Option<String> {
    let champion = run.champion()?;
    let ancestors = run.champion_ancestors();
    let is_bred = |candidate: &usize| {
        matches!(run.candidates[*candidate].origin, Origin::Crossover(_) | Origin::Mutation(..))
    };
    if !ancestors.iter().any(is_bred) && run.candidates[champion].origin.parents().len() == 1 {
        return None;
    }
    // Rows and columns of the ancestors, by generation.
    let mut by_generation: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for &candidate in &ancestors {
        by_generation.entry(run.candidates[candidate].generation).or_default().push(candidate);
    }
    let rows = by_generation.values().map(Vec::len).max().unwrap_or(1);
    let height = 2.0 * MARGIN + ROW * rows as f64;
    let width = 2.0 * MARGIN + COLUMN * by_generation.len() as f64;
    let mut places: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    let mut svg = format!(
        "<svg class=\"tree\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"Ancestors of the champion\">\n"
    );
    for ((generation, members), column) in by_generation.iter().zip(0u16..) {
        let x = MARGIN + COLUMN * (f64::from(column) + 0.5);
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"14\" text-anchor=\"middle\">{generation}</text>");
        let step = ROW * rows as f64 / members.len() as f64;
        for (candidate, row) in members.iter().zip(0u16..) {
            places.insert(*candidate, (x, MARGIN + step * (f64::from(row) + 0.5)));
        }
    }
    for &candidate in &ancestors {
        let (x, y) = places[&candidate];
        for parent in run.candidates[candidate].origin.parents() {
            let Some(&(from_x, from_y)) = places.get(&parent) else { continue };
            let middle = f64::midpoint(from_x, x);
            let _ = writeln!(
                svg,
                "<path class=\"edge\" d=\"M{from_x:.1} {from_y:.1}C{middle:.1} {from_y:.1} {middle:.1} {y:.1} {x:.1} {y:.1}\"/>"
            );
        }
    }
    for &candidate in &ancestors {
        let (x, y) = places[&candidate];
        let class = if candidate == champion { "node champion" } else { "node" };
        let origin = run.candidates[candidate].origin;
        let _ = writeln!(
            svg,
            "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"><title>candidate {candidate}: {origin}</title></circle>"
        );
        let _ = writeln!(svg, "<text x=\"{:.1}\" y=\"{:.1}\">{candidate}</text>", x + 8.0, y + 4.0);
    }
    svg.push_str("</svg>");
    Some(svg)
}

/// The champion and its ancestors, the oldest first.
pub(crate) fn ancestors(run: &Run, champion: usize) -> Vec<usize> {
    let mut found = vec![champion];
    let mut next = 0;
    while let Some(&candidate) = found.get(next).filter(|_| next < MOST) {
        next += 1;
        for parent in run.candidates.get(candidate).map_or(Vec::new(), |it| it.origin.parents()) {
            if !found.contains(&parent) {
                found.push(parent);
            }
        }
    }
    found.sort_unstable();
    found
}
