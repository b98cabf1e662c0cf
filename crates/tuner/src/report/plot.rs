//! Plots of values over generations.

use std::fmt::Write;

use super::escape;

/// Space for the labels: left, right, top, bottom.
const MARGINS: [f64; 4] = [48.0, 12.0, 16.0, 24.0];
/// Labels on an axis, about.
const TICKS: f64 = 5.0;

/// A line of a plot.
pub(super) struct Line {
    label: &'static str,
    class: &'static str,
    points: Vec<(f64, f64)>,
}

impl Line {
    pub(super) fn new(label: &'static str, class: &'static str, points: Vec<(f64, f64)>) -> Line {
        Line { label, class, points }
    }
}

/// A band between two lines.
pub(super) struct Band {
    pub(super) bounds: Vec<(f64, [f64; 2])>,
}

/// A plot with numbers on both axes.
pub(super) struct Plot<'a> {
    pub(super) title: &'a str,
    pub(super) lines: Vec<Line>,
    /// Bands, the widest first.
    pub(super) bands: Vec<Band>,
    /// Range of the vertical axis; by default from 0 to the largest value.
    pub(super) y_range: Option<[f64; 2]>,
    pub(super) size: [f64; 2],
}

impl Plot<'_> {
    pub(super) fn svg(&self) -> String {
        let [width, height] = self.size;
        let [left, right, top, bottom] = MARGINS;
        let all = || self.lines.iter().flat_map(|line| line.points.iter().copied());
        let last = all().map(|(x, _)| x).fold(1.0, f64::max);
        let [low, high] = self.y_range.unwrap_or_else(|| [0.0, all().map(|(_, y)| y).fold(1.0, f64::max)]);
        let x_at = |x: f64| left + x / last * (width - left - right);
        let y_at = |y: f64| height - bottom - (y - low) / (high - low) * (height - top - bottom);
        let mut svg = format!(
            "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-label=\"{} over generations\">\n",
            escape(self.title)
        );
        for y in ticks(low, high) {
            let at = y_at(y);
            let _ = writeln!(svg, "<path class=\"axis\" d=\"M{left:.1} {at:.1}H{:.1}\"/>", width - right);
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{y}</text>",
                left - 6.0,
                at + 4.0
            );
        }
        for x in ticks(0.0, last) {
            let (at, y) = (x_at(x), height - 8.0);
            let _ = writeln!(svg, "<text x=\"{at:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{x}</text>");
        }
        for band in self.bands.iter().filter(|band| !band.bounds.is_empty()) {
            let edge =
                |side: usize| band.bounds.iter().map(move |(x, bounds)| (x_at(*x), y_at(bounds[side])));
            let outline: Vec<(f64, f64)> =
                edge(0).chain(edge(1).collect::<Vec<_>>().into_iter().rev()).collect();
            let _ = writeln!(svg, "<path class=\"band\" d=\"{}Z\"/>", path(outline.into_iter()));
        }
        for (line, index) in self.lines.iter().zip(0u8..) {
            let points = line.points.iter().map(|&(x, y)| (x_at(x), y_at(y)));
            let _ = writeln!(svg, "<path class=\"{}\" d=\"{}\"/>", line.class, path(points));
            let x = left + 8.0 + 72.0 * f64::from(index);
            let _ =
                writeln!(svg, "<text class=\"{}\" x=\"{x:.1}\" y=\"12\">{}</text>", line.class, line.label);
        }
        svg.push_str("</svg>");
        svg
    }
}

/// A path through these points.
fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.enumerate() {
        let _ = write!(path, "{}{x:.1} {y:.1}", if index == 0 { 'M' } else { 'L' });
    }
    path
}

/// Round numbers within a range.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let raw = (high - low) / TICKS;
    let magnitude = 10f64.powf(raw.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude).into_iter().find(|step| *step >= raw);
    let step = step.unwrap_or(raw);
    let digits = (-magnitude.log10().floor()).max(0.0) as i32;
    let scale = 10f64.powi(digits);
    let first = (low / step).ceil() as i64;
    let last = (high / step + 1e-9).floor() as i64;
    // Adding 0 turns a negative zero into zero.
    (first..=last).map(|index| (index as f64 * step * scale).round() / scale + 0.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(0.0, 50.0), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0]);
        assert_eq!(ticks(-100.0, 0.0), [-100.0, -80.0, -60.0, -40.0, -20.0, 0.0]);
        assert_eq!(ticks(1.0, 5.0), [1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(ticks(0.0, 0.3), [0.0, 0.1, 0.2, 0.3]);
        assert_eq!(ticks(0.0, 1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    }
}
