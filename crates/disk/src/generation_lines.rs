//! The generations of a tuning run as JSON lines.

use serde_json::{Map, Value, json};
use tuner::{Generation, Plan, Run};

/// All generations, one object a line.
pub(crate) fn generation_lines(plan: &Plan, run: &Run) -> String {
    run.generations
        .iter()
        .map(|generation| format!("{}\n", generation_object(plan, run, generation)))
        .collect()
}

fn generation_object(plan: &Plan, run: &Run, generation: &Generation) -> Value {
    let candidate = |number: usize| {
        let candidate = run.candidates.get(number)?;
        Some((candidate.origin.to_string(), values_object(plan, &candidate.values)))
    };
    let ranking = generation.ranking.iter().filter_map(|ranked| {
        let (origin, values) = candidate(ranked.candidate)?;
        Some(json!({"candidate": ranked.candidate, "points": ranked.points, "origin": origin, "values": values}))
    });
    let ranking: Vec<Value> = ranking.collect();
    let champion = candidate(generation.champion).map(|(_, values)| values);
    json!({
        "generation": generation.number, "games": generation.games, "champion": generation.champion,
        "values": champion, "ranking": ranking,
    })
}

/// Values of a plan's parameters by name.
pub fn values_object(plan: &Plan, values: &[f64]) -> Value {
    let names = plan.space.parameters.iter().map(|parameter| parameter.name.clone());
    Value::Object(names.zip(values.iter().map(|value| json!(value))).collect::<Map<_, _>>())
}
