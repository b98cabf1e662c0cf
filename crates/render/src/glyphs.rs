//! Text in a built-in stroke font, so that a picture needs no system fonts.
//!
//! The size of a text is its cap height. The glyphs are defined in [`strokes`].

mod strokes;

use crate::path::{Path, Point};
use crate::scene::{Color, Scene};

/// Cap height in glyph units.
const CAPITAL: f32 = 12.0;
/// Letter spacing in glyph units.
const GAP: f32 = 3.2;
/// Stroke width for a cap height of 1.
const STROKE: f32 = 0.125;

/// A glyph: its width and strokes.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Glyph {
    width: f32,
    strokes: &'static str,
}

/// Writes a text centred at a point.
pub(crate) fn write(scene: &mut Scene, word: &str, middle: Point, size: f32, color: Color) {
    scene.stroke(path(word, middle, size), color, size * STROKE);
}

/// Writes a letter as on a style of arms: broad, its middle here.
pub(crate) fn write_bold(scene: &mut Scene, letter: &str, middle: Point, size: f32, color: Color) {
    scene.stroke(path(letter, middle, size), color, 1.4 * size * STROKE);
}

/// Width of a text at this size.
pub(crate) fn width(word: &str, size: f32) -> f32 {
    let widths: f32 = word.chars().map(|letter| glyph(letter).width + GAP).sum();
    (widths - GAP).max(0.0) * size / CAPITAL
}

/// Largest size up to `size` at which a text fits into the width `room`.
pub(crate) fn fitting(word: &str, size: f32, room: f32) -> f32 {
    let (width, room) = (width(word, size), room.max(0.0));
    if width > room { size * room / width } else { size }
}

/// Wraps a text into lines of at most this width; a longer word gets a line of its own.
pub(crate) fn lines(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn path(word: &str, middle: Point, size: f32) -> Path {
    let scale = size / CAPITAL;
    let mut path = Path::new();
    let mut left = middle.0 - width(word, size) / 2.0;
    let top = middle.1 - size / 2.0;
    for letter in word.chars() {
        let glyph = glyph(letter);
        // An invalid stroke ends its glyph; a test reads all of them.
        let _ = trace(&mut path, glyph.strokes, |(x, y)| (left + x * scale, top + y * scale));
        left += (glyph.width + GAP) * scale;
    }
    path
}

fn glyph(letter: char) -> Glyph {
    let known = strokes::GLYPHS.iter().find(|(known, ..)| *known == letter);
    known.map_or(strokes::UNKNOWN, |&(_, width, strokes)| Glyph { width, strokes })
}

/// Adds the strokes of a glyph, with its points mapped by `place`; `None` if a stroke is invalid.
///
/// `m x y` starts a stroke, `l x y` is a line, `h x y` and `v x y` are quarter ellipses that start horizontally or
/// vertically, and `c` is a cubic curve with two control points.
fn trace(path: &mut Path, strokes: &str, place: impl Fn(Point) -> Point) -> Option<()> {
    let mut words = strokes.split_whitespace();
    let mut at = (0.0, 0.0);
    while let Some(command) = words.next() {
        let mut point = || Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?));
        let mut to: Point = point()?;
        match command {
            "m" => path.start(place(to)),
            "l" => path.line(place(to)),
            "h" => path.quarter_arc(place(at), place((to.0, at.1)), place(to)),
            "v" => path.quarter_arc(place(at), place((at.0, to.1)), place(to)),
            "c" => {
                let (first, second) = (to, point()?);
                to = point()?;
                path.curve(place(first), place(second), place(to))
            }
            _ => return None,
        };
        at = to;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path::PathCommand;

    #[test]
    fn every_letter_of_ascii_is_drawn() {
        for letter in ' '..='~' {
            assert_ne!(glyph(letter), strokes::UNKNOWN, "{letter}");
        }
        for letter in ['\u{0}', '\u{7f}', 'ت', '🎲'] {
            assert_eq!(glyph(letter), strokes::UNKNOWN);
        }
    }

    #[test]
    fn letters_are_drawn_once_and_within_their_width() {
        for (index, &(letter, width, strokes)) in strokes::GLYPHS.iter().enumerate() {
            assert!(
                strokes::GLYPHS[..index].iter().all(|(earlier, ..)| *earlier != letter),
                "{letter} twice"
            );
            let mut path = Path::new();
            assert_eq!(trace(&mut path, strokes, |point| point), Some(()), "{letter}");
            assert!(path.commands.is_empty() == (letter == ' '), "{letter}");
            assert!(matches!(path.commands.first(), None | Some(PathCommand::Move(_))), "{letter}");
            for (x, y) in path.commands.iter().flat_map(PathCommand::points) {
                let across = -0.5..=width + 0.5;
                assert!(across.contains(&x) && (-2.0..=16.5).contains(&y), "{letter}: {x} {y}");
            }
        }
    }

    #[test]
    fn words_are_measured_and_fitted() {
        assert_eq!(width("", 1.0), 0.0);
        assert!(width("im", 1.0) < width("mm", 1.0));
        assert_eq!(fitting("a", 1.0, 100.0), 1.0);
        let size = fitting("Take back", 1.0, 2.0);
        assert!((width("Take back", size) - 2.0).abs() < 1e-4);
    }

    #[test]
    fn text_is_broken_between_words() {
        assert_eq!(lines("", 1.0, 5.0), Vec::<String>::new());
        let text = "Black to move, and an extraordinarilylongword";
        let lines = lines(text, 1.0, 9.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
        for line in lines.iter().filter(|line| line.contains(' ')) {
            assert!(width(line, 1.0) <= 9.0, "{line}");
        }
    }
}
