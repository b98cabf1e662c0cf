//! SVG output.
//!
//! Lengths are integers in thousandths of a square.

use crate::path::{Path, PathCommand, Point};
use crate::scene::{Color, Fill, Outline, PaintStyle, Scene, Stop};
use std::fmt::Write;

/// Writes a scene with a default width in pixels.
pub(crate) fn write(scene: &Scene, width_px: u32) -> String {
    let view = &scene.view;
    let title = escaped(&scene.title);
    let mut gradients = Gradients::default();
    let mut body = String::new();
    for item in scene.items() {
        let paint = match &item.style {
            PaintStyle::Fill(fill) => gradients.attribute(fill),
            PaintStyle::Stroke(color, width) => format!(
                r#"fill="none" stroke="{}"{} stroke-width="{}""#,
                code(*color),
                opacity_attribute("stroke-opacity", *color),
                thousandths(*width)
            ),
        };
        let line = match &item.outline {
            Outline::Circle((x, y), radius) => format!(
                r#"<circle cx="{}" cy="{}" r="{}" {paint}/>"#,
                thousandths(*x),
                thousandths(*y),
                thousandths(*radius)
            ),
            Outline::Path(path) => format!(r#"<path d="{}" {paint}/>"#, PathWriter::trace(path)),
        };
        body.push_str(&line);
        body.push('\n');
    }
    let [left, top, width, height] = [view.x, view.y, view.width, view.height].map(thousandths);
    let height_px = scene.height_px(width_px);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" width="{width_px}" height="{height_px}" viewBox="{left} {top} {width} {height}" preserveAspectRatio="xMidYMin" stroke-linecap="round" stroke-linejoin="round">
<title>{title}</title>
<defs>
{}</defs>
{body}</svg>
"#,
        gradients.definitions
    )
}

/// Gradient definitions.
#[derive(Default)]
struct Gradients {
    names: Vec<String>,
    definitions: String,
}

impl Gradients {
    /// Attributes for a fill.
    fn attribute(&mut self, fill: &Fill) -> String {
        let (element, placement, stops) = match fill {
            Fill::Flat(color) => {
                return format!(r#"fill="{}"{}"#, code(*color), opacity_attribute("fill-opacity", *color));
            }
            Fill::Linear((x1, y1), (x2, y2), stops) => {
                ("linearGradient", format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}""#), stops)
            }
            Fill::Radial((x, y), radius, stops) => {
                ("radialGradient", format!(r#"cx="{x}" cy="{y}" r="{radius}""#), stops)
            }
        };
        let content: String = stops.iter().map(stop).collect();
        // Named by content: two pictures in one page may share a name only for equal gradients.
        let name = format!("g{:016x}", fingerprint(&[element, &placement, &content]));
        if !self.names.contains(&name) {
            let definition = format!("<{element} id=\"{name}\" {placement}>{content}</{element}>\n");
            self.definitions.push_str(&definition);
            self.names.push(name.clone());
        }
        format!(r#"fill="url(#{name})""#)
    }
}

fn stop((offset, color): &Stop) -> String {
    format!(
        r#"<stop offset="{offset}" stop-color="{}"{}/>"#,
        code(*color),
        opacity_attribute("stop-opacity", *color)
    )
}

/// Writer of relative path data.
#[derive(Default)]
struct PathWriter {
    start: (i64, i64),
    at: (i64, i64),
    data: String,
}

impl PathWriter {
    fn trace(path: &Path) -> String {
        let mut pen = PathWriter::default();
        for command in &path.commands {
            match command {
                PathCommand::Move(to) => {
                    let (x, y) = grid(*to);
                    pen.start = (x, y);
                    pen.at = (x, y);
                    // Writing to a String cannot fail.
                    let _ = write!(pen.data, "M{x} {y}");
                }
                PathCommand::Line(to) => pen.go('l', &[*to]),
                PathCommand::Curve(first, second, to) => pen.go('c', &[*first, *second, *to]),
                PathCommand::Close => {
                    pen.data.push('z');
                    pen.at = pen.start;
                }
            }
        }
        pen.data
    }

    /// Writes a command with points relative to the current point.
    fn go(&mut self, command: char, points: &[Point]) {
        self.data.push(command);
        let from = self.at;
        for (index, point) in points.iter().enumerate() {
            let (x, y) = grid(*point);
            let space = if index > 0 { " " } else { "" };
            let _ = write!(self.data, "{space}{} {}", x - from.0, y - from.1);
            self.at = (x, y);
        }
    }
}

fn grid((x, y): Point) -> (i64, i64) {
    (thousandths(x), thousandths(y))
}

fn thousandths(length: f32) -> i64 {
    (length * 1000.0).round() as i64
}

fn code(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue)
}

fn opacity_attribute(attribute: &str, color: Color) -> String {
    match color.opacity {
        100.. => String::new(),
        opacity => format!(r#" {attribute}="{}""#, f32::from(opacity) / 100.0),
    }
}

/// Escapes a text for XML and replaces characters that XML forbids.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// FNV-1a hash of the words.
fn fingerprint(words: &[&str]) -> u64 {
    let bytes = words.iter().flat_map(|word| word.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_data_is_relative_and_whole() {
        let mut path = Path::of_polygon(&[(0.0, 0.0), (0.5, 0.0), (0.25, -0.0004)]);
        path.start((1.0, 1.0)).curve((1.0, 2.0), (2.0, 2.0), (2.0, 1.0));
        assert_eq!(PathWriter::trace(&path), "M0 0l500 0l-250 0zM1000 1000c0 1000 1000 1000 1000 0");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}\n\u{ffff}"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd} \u{fffd}");
    }
}
