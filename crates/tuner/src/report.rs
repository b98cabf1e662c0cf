//! A run as a self-contained HTML page with SVG plots.

pub(crate) mod family_tree;
mod matrix;
mod plot;

use std::fmt::Write;

use crate::generation_summary::GenerationSummary;
use crate::plan::Plan;
use crate::run::Run;
use crate::space::Parameter;
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
    let plots = Plots::new(plan, run, &run.summaries());
    page.push_str(&section("Points over generations", &plots.points));
    page.push_str(&section("Spread of the parameters", &grid(plan, &plots.spreads)));
    if let Some(svg) = &plots.matrix {
        page.push_str(&section("Results of the last generation", &wide(svg)));
    }
    if let Some(svg) = &plots.family_tree {
        page.push_str(&section("Family tree of the champion", &wide(svg)));
    }
    let _ = write!(page, "<h2>Plan</h2>\n<pre>{}</pre>\n", escape(&plan.description().replace("; ", "\n")));
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// The plots of a run, as SVG.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plots {
    /// Best and mean points over generations.
    pub points: String,
    /// Spread of each parameter over generations.
    pub spreads: Vec<String>,
    /// Results of the last generation; `None` without a round robin.
    pub matrix: Option<String>,
    /// Ancestors of the champion; `None` if the method breeds no candidates.
    pub family_tree: Option<String>,
}

impl Plots {
    /// Draws a run; `generations` are its [summaries](Run::summaries).
    pub fn new(plan: &Plan, run: &Run, generations: &[GenerationSummary]) -> Plots {
        Plots {
            points: points(generations),
            spreads: spreads(plan, generations),
            matrix: run.generations.last().and_then(matrix::svg),
            family_tree: family_tree::svg(run),
        }
    }
}

/// The spreads side by side.
fn grid(plan: &Plan, spreads: &[String]) -> String {
    let mut text = String::from("<div class=\"grid\">\n");
    for (parameter, svg) in plan.space.parameters.iter().zip(spreads) {
        let name = escape(&parameter.name);
        let _ = writeln!(text, "<figure><figcaption>{name}</figcaption>{svg}</figure>");
    }
    text.push_str("</div>\n");
    text
}

/// A picture that scrolls where it is wider than the page.
fn wide(svg: &str) -> String {
    format!("<div class=\"wide\">{svg}</div>")
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
fn points(generations: &[GenerationSummary]) -> String {
    let of = |value: fn(&GenerationSummary) -> f64| {
        generations.iter().map(|it| (f64::from(it.number), value(it))).collect()
    };
    let lines = vec![Line::new("best", "one", of(|it| it.best)), Line::new("mean", "two", of(|it| it.mean))];
    Plot { title: "points", lines, bands: Vec::new(), y_range: None, size: [720.0, 260.0] }.svg()
}

/// One plot for each parameter: the range and the middle half of all candidates, their median, and the champion.
fn spreads(plan: &Plan, generations: &[GenerationSummary]) -> Vec<String> {
    let plot = |(index, parameter): (usize, &Parameter)| {
        let spread = |it: &GenerationSummary| it.spreads.get(index).copied().unwrap_or_default();
        let line = |value: &dyn Fn(&GenerationSummary) -> f64| {
            generations.iter().map(|it| (f64::from(it.number), value(it))).collect()
        };
        let band = |[low, high]: [usize; 2]| Band {
            bounds: generations
                .iter()
                .map(|it| (f64::from(it.number), [spread(it)[low], spread(it)[high]]))
                .collect(),
        };
        let champion = line(&|it| it.champion.get(index).copied().unwrap_or_default());
        Plot {
            title: &parameter.name,
            lines: vec![
                Line::new("median", "two", line(&|it| spread(it)[2])),
                Line::new("champion", "one", champion),
            ],
            bands: vec![band([0, 4]), band([1, 3])],
            y_range: Some([parameter.min, parameter.max]),
            size: [350.0, 200.0],
        }
        .svg()
    };
    plan.space.parameters.iter().enumerate().map(plot).collect()
}

/// Text for HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
