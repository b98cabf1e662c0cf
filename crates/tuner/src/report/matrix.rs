//! The results of a generation as a matrix.

use std::fmt::Write;

use crate::method::Generation;

const CELL: f64 = 30.0;
const LABEL: f64 = 44.0;

/// Points of each candidate (row) against each other one (column), the best first; `None` without a round robin.
pub(super) fn svg(generation: &Generation) -> Option<String> {
    let all = generation.matrix.iter().flatten().flatten();
    let most = all.copied().fold(0.0, f64::max);
    if most == 0.0 {
        return None;
    }
    let size = LABEL + CELL * generation.matrix.len() as f64;
    let mut svg = format!(
        "<svg class=\"matrix\" viewBox=\"0 0 {size} {size}\" width=\"{size}\" height=\"{size}\" role=\"img\" aria-label=\"Points of each candidate against each other one\">\n"
    );
    for (row, index) in generation.matrix.iter().zip(0u16..) {
        let at = LABEL + CELL * f64::from(index);
        let candidate = generation.ranking.get(usize::from(index)).map_or(0, |ranked| ranked.candidate);
        let middle = at + CELL / 2.0 + 4.0;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\">{candidate}</text>",
            LABEL - 6.0
        );
        let centre = at + CELL / 2.0;
        let _ = writeln!(
            svg,
            "<text x=\"{centre:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{candidate}</text>",
            LABEL - 8.0
        );
        for (points, column) in row.iter().zip(0u16..) {
            let Some(points) = points else { continue };
            let x = LABEL + CELL * f64::from(column);
            let opacity = 0.05 + 0.75 * points / most;
            let _ = writeln!(
                svg,
                "<rect class=\"cell\" x=\"{x:.1}\" y=\"{at:.1}\" width=\"{:.1}\" height=\"{:.1}\" opacity=\"{opacity:.2}\"/>",
                CELL - 1.0,
                CELL - 1.0
            );
            let text = (points * 10.0).round() / 10.0;
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"middle\">{text}</text>",
                x + CELL / 2.0
            );
        }
    }
    svg.push_str("</svg>");
    Some(svg)
}
