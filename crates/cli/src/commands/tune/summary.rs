//! Results of a tuning run.

use std::path::Path;

use disk::values_object;
use tuner::{Confirmation, Plan, Run, builtin_plans};

use crate::error::CliError;
use crate::output::{Output, Value, json};

/// Lists the plans that come with the program.
pub(super) fn list(output: &mut Output) -> Result<(), CliError> {
    for plan in builtin_plans::PLANS {
        output.result(
            || format!("{:<16}{}", plan.name, plan.about),
            || json!({"name": plan.name, "about": plan.about, "plan": plan.text}),
        )?;
    }
    Ok(())
}

/// Result of a run, complete or interrupted.
pub(super) struct Summary<'a> {
    pub(super) plan: &'a Plan,
    pub(super) run: &'a Run,
    pub(super) folder: &'a Path,
    pub(super) threads: usize,
    /// Number of games that were played in earlier runs.
    pub(super) before: u64,
    pub(super) seconds: f64,
}

impl Summary<'_> {
    pub(super) fn print(&self, output: &mut Output) -> Result<(), CliError> {
        output.result(|| self.text(), || self.object())
    }

    fn text(&self) -> String {
        let Summary { plan, run, .. } = self;
        let last = run.generations.last().map_or(0, |generation| generation.number);
        let mut lines = vec![format!(
            "{}: {} tuned by {}, generation {last} of {}, {} games, seed {}, {:.1} s",
            plan.game, plan.engine, plan.method, plan.generations, run.games, plan.seed, self.seconds
        )];
        if let (Some(champion), Some(values)) = (run.champion(), run.champion_values()) {
            let values = plan.space.parameters.iter().zip(values);
            let values = values.map(|(parameter, value)| format!("{} {value}", parameter.name));
            lines.push(format!("champion {champion}: {}", values.collect::<Vec<_>>().join(", ")));
        }
        for confirmation in &run.confirmations {
            lines.push(format!("against {}: {}", confirmation.opponent, confirmation.text()));
        }
        if self.before > 0 {
            lines.push(format!("{} games were played in earlier runs", self.before));
        }
        lines.push(format!("weights: {}", self.folder.join("champion.conf").display()));
        lines.push(format!("report: {}", self.folder.join("report.html").display()));
        lines.join("\n")
    }

    fn object(&self) -> Value {
        let Summary { plan, run, .. } = self;
        json!({
            "game": plan.game, "engine": plan.engine.to_string(), "method": plan.method.name(), "seed": plan.seed,
            "generations": run.generations.last().map(|generation| generation.number),
            "games": run.games, "complete": run.is_complete, "champion": run.champion(),
            "values": run.champion_values().map(|values| values_object(plan, values)),
            "confirmations": run.confirmations.iter().map(confirmation_object).collect::<Vec<_>>(),
            "folder": self.folder.display().to_string(), "threads": self.threads, "played_before": self.before,
            "seconds": self.seconds,
        })
    }
}

fn confirmation_object(confirmation: &Confirmation) -> Value {
    let &Confirmation { ref opponent, games, results: [won, drawn, lost], points, lead, lead_error, rating } =
        confirmation;
    let elo = rating.and_then(|rating| rating.elo);
    json!({
        "opponent": opponent, "games": games, "wins": won, "draws": drawn, "losses": lost, "points": points,
        "score": confirmation.score(), "lead": lead, "lead_error": lead_error,
        "elo": elo.map(|elo| elo.difference), "elo_error": elo.map(|elo| elo.error()),
    })
}
