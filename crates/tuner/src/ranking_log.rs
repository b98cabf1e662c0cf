//! The rankings of all generations as text, as the source logged them.

use std::fmt::Write;

use crate::plan::Plan;
use crate::run::Run;

/// Rankings of all generations: rank, points, candidate, origin and values.
pub fn ranking_log(plan: &Plan, run: &Run) -> String {
    let widths: Vec<usize> =
        plan.space.parameters.iter().map(|parameter| parameter.name.len().max(8)).collect();
    let mut text = format!("# {}\n", plan.description());
    for generation in &run.generations {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "\ngeneration {}, {} games", generation.number, generation.games);
        let _ = write!(text, "rank  points  candidate  {:<14}", "origin");
        for (parameter, width) in plan.space.parameters.iter().zip(&widths) {
            let _ = write!(text, "  {:>width$}", parameter.name);
        }
        text.push('\n');
        for (ranked, rank) in generation.ranking.iter().zip(1..) {
            let Some(candidate) = run.candidates.get(ranked.candidate) else { continue };
            let origin = candidate.origin.to_string();
            let _ = write!(text, "{rank:>4}  {:>6.1}  {:>9}  {origin:<14}", ranked.points, ranked.candidate);
            for (value, width) in candidate.values.iter().zip(&widths) {
                let _ = write!(text, "  {value:>width$}");
            }
            text.push('\n');
        }
    }
    if let (Some(champion), Some(values)) = (run.champion(), run.champion_values()) {
        let _ = writeln!(text, "\nchampion: candidate {champion}");
        for (parameter, value) in plan.space.parameters.iter().zip(values) {
            let _ = writeln!(text, "{} {value}", parameter.name);
        }
    }
    for confirmation in &run.confirmations {
        let _ = writeln!(text, "against {}: {}", confirmation.opponent, confirmation.text());
    }
    text
}
