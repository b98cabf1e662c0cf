//! A scene as SVG.
//!
//! Lengths are whole thousandths of a square, so no number has a point in it and none can be infinite.

use crate::path::{Path, Point, Step};
use crate::scene::{Coat, Color, Fill, Form, Scene, Stop};
use std::fmt::Write;

/// Writes the scene, shown this many pixels wide unless whoever embeds it says otherwise.
pub(crate) fn write(scene: &Scene, pixels_wide: u32) -> String {
    let view = &scene.view;
    let title = escaped(&scene.title);
    let mut gradients = Gradients::default();
    let mut body = String::new();
    for item in scene.items() {
        let paint = match &item.coat {
            Coat::Fill(fill) => gradients.attribute(fill),
            Coat::Stroke(color, width) => format!(
                r#"fill="none" stroke="{}"{} stroke-width="{}""#,
                code(*color),
                opacity("stroke-opacity", *color),
                thousandths(*width)
            ),
        };
        let line = match &item.form {
            Form::Circle((x, y), radius) => format!(
                r#"<circle cx="{}" cy="{}" r="{}" {paint}/>"#,
                thousandths(*x),
                thousandths(*y),
                thousandths(*radius)
            ),
            Form::Path(path) => format!(r#"<path d="{}" {paint}/>"#, Pen::trace(path)),
        };
        body.push_str(&line);
        body.push('\n');
    }
    let [left, top, width, height] = [view.x, view.y, view.width, view.height].map(thousandths);
    let pixels_high = scene.pixels_high(pixels_wide);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{title}" width="{pixels_wide}" height="{pixels_high}" viewBox="{left} {top} {width} {height}" preserveAspectRatio="xMidYMin" stroke-linecap="round" stroke-linejoin="round">
<title>{title}</title>
<defs>
{}</defs>
{body}</svg>
"#,
        gradients.definitions
    )
}

/// The gradients met so far.
#[derive(Default)]
struct Gradients {
    names: Vec<String>,
    definitions: String,
}

impl Gradients {
    /// What makes a form be filled like this.
    fn attribute(&mut self, fill: &Fill) -> String {
        let (element, placement, stops) = match fill {
            Fill::Flat(color) => {
                return format!(r#"fill="{}"{}"#, code(*color), opacity("fill-opacity", *color));
            }
            Fill::Linear((x1, y1), (x2, y2), stops) => {
                ("linearGradient", format!(r#"x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}""#), stops)
            }
            Fill::Radial((x, y), radius, stops) => {
                ("radialGradient", format!(r#"cx="{x}" cy="{y}" r="{radius}""#), stops)
            }
        };
        let content: String = stops.iter().map(stop).collect();
        // Named after what it is: two pictures in one page may then share a name, but never by mistake.
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
    format!(r#"<stop offset="{offset}" stop-color="{}"{}/>"#, code(*color), opacity("stop-opacity", *color))
}

/// A pen that writes path data: where it was set down, where it is, what it has written.
#[derive(Default)]
struct Pen {
    start: (i64, i64),
    at: (i64, i64),
    data: String,
}

impl Pen {
    fn trace(path: &Path) -> String {
        let mut pen = Pen::default();
        for step in &path.steps {
            match step {
                Step::Move(to) => {
                    let (x, y) = grid(*to);
                    pen.start = (x, y);
                    pen.at = (x, y);
                    // Writing to a String cannot fail.
                    let _ = write!(pen.data, "M{x} {y}");
                }
                Step::Line(to) => pen.go('l', &[*to]),
                Step::Curve(first, second, to) => pen.go('c', &[*first, *second, *to]),
                Step::Close => {
                    pen.data.push('z');
                    pen.at = pen.start;
                }
            }
        }
        pen.data
    }

    /// Writes a command with its points, relative to where the pen is, and moves to the last of them.
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

fn opacity(attribute: &str, color: Color) -> String {
    match color.cover {
        100.. => String::new(),
        cover => format!(r#" {attribute}="{}""#, f32::from(cover) / 100.0),
    }
}

/// The text with everything that means something to XML written otherwise, and what XML forbids replaced.
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

/// FNV-1a over the words.
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
        assert_eq!(Pen::trace(&path), "M0 0l500 0l-250 0zM1000 1000c0 1000 1000 1000 1000 0");
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b> & \"c\"\u{1}\n\u{ffff}"), "a&lt;b&gt; &amp; &quot;c&quot;\u{fffd} \u{fffd}");
    }
}
