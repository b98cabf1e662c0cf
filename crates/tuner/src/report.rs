//! A run as a self-contained HTML page with SVG plots.

mod family_tree;
mod matrix;
mod plot;

use std::fmt::Write;

use crate::plan::Plan;
use crate::run::Run;
use plot::{Band, Line, Plot};

const STYLE: &str = include_str!("report/style.css");

/// The page of a run, complete or not.
pub fn html(plan: &Plan, run: &Run) -> String {
    let title = format!("{}: {} tuned by {}", plan.game, plan.engine.name(), plan.method);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
        title = escape(&title)
    );
    page.push_str(&summary(plan, run));
    page.push_str(&section("Champion", &champion(plan, run)));
    page.push_str(&section("Points over generations", &points(run)));
    page.push_str(&section("Spread of the parameters", &spreads(plan, run)));
    if let Some(svg) = run.generations.last().and_then(matrix::svg) {
        page.push_str(&section("Results of the last generation", &svg));
    }
    if let Some(svg) = family_tree::svg(run) {
        page.push_str(&section("Family tree of the champion", &svg));
    }
    let _ = write!(page, "<h2>Plan</h2>\n<pre>{}</pre>\n", escape(&plan.description().replace("; ", "\n")));
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// A section, if it has content.
fn section(title: &str, content: &str) -> String {
    match content {
        "" => String::new(),
        _ => format!("<h2>{title}</h2>\n{content}\n"),
    }
}

fn summary(plan: &Plan, run: &Run) -> String {
    let state = if run.is_complete { "complete" } else { "not finished" };
    let last = run.generations.last().map_or(0, |generation| generation.number);
    format!(
        "<p>{state}: generation {last} of {}, {} games, seed {}</p>\n",
        plan.generations, run.games, plan.seed
    )
}

/// Table of the champion's values, and its matches.
fn champion(plan: &Plan, run: &Run) -> String {
    let Some(values) = run.champion_values() else { return String::new() };
    let mut text = String::from(
        "<table>\n<tr><th>parameter</th><th>champion</th><th>start</th><th>minimum</th><th>maximum</th></tr>\n",
    );
    for (parameter, value) in plan.space.parameters.iter().zip(values) {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{value}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&parameter.name),
            parameter.start,
            parameter.min,
            parameter.max
        );
    }
    text.push_str("</table>\n");
    for confirmation in &run.confirmations {
        let _ = writeln!(
            text,
            "<p>against <b>{}</b>: {}</p>",
            escape(&confirmation.opponent),
            escape(&confirmation.text())
        );
    }
    text
}

/// Best and mean points of each generation.
fn points(run: &Run) -> String {
    let of = |best: bool| {
        let point = |generation: &crate::Generation| {
            let all = generation.ranking.iter().map(|ranked| ranked.points);
            let value = match best {
                true => all.fold(0.0, f64::max),
                false => all.sum::<f64>() / generation.ranking.len().max(1) as f64,
            };
            (f64::from(generation.number), value)
        };
        run.generations.iter().map(point).collect()
    };
    let lines = vec![Line::new("best", "one", of(true)), Line::new("mean", "two", of(false))];
    Plot { title: "points", lines, band: None, y_range: None, size: [720.0, 260.0] }.svg()
}

/// One plot for each parameter: the range of all candidates and the champion.
fn spreads(plan: &Plan, run: &Run) -> String {
    let mut text = String::from("<div class=\"grid\">\n");
    for (index, parameter) in plan.space.parameters.iter().enumerate() {
        let value = |candidate: usize| run.candidates.get(candidate).map_or(0.0, |it| it.values[index]);
        let champion = run.generations.iter().map(|it| (f64::from(it.number), value(it.champion))).collect();
        let band = run.generations.iter().map(|generation| {
            let values = || generation.ranking.iter().map(|ranked| value(ranked.candidate));
            let bounds = [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)];
            let mean = values().sum::<f64>() / generation.ranking.len().max(1) as f64;
            (f64::from(generation.number), bounds, mean)
        });
        let band: Vec<(f64, [f64; 2], f64)> = band.collect();
        let mean = band.iter().map(|(number, _, mean)| (*number, *mean)).collect();
        let plot = Plot {
            title: &parameter.name,
            lines: vec![Line::new("mean", "two", mean), Line::new("champion", "one", champion)],
            band: Some(Band { bounds: band.iter().map(|(number, bounds, _)| (*number, *bounds)).collect() }),
            y_range: Some([parameter.min, parameter.max]),
            size: [350.0, 200.0],
        };
        let _ = writeln!(
            text,
            "<figure><figcaption>{}</figcaption>{}</figure>",
            escape(&parameter.name),
            plot.svg()
        );
    }
    text.push_str("</div>\n");
    text
}

/// Text for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
