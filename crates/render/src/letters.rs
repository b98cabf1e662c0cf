//! Words drawn with a round pen, so that a picture looks the same wherever it is seen and needs no fonts.
//!
//! A word is sized by the height of its capitals. The shapes of the letters are in [`glyphs`].

mod glyphs;

use crate::path::{Path, Point};
use crate::scene::{Color, Scene};

/// Height of the capitals in the units in which glyphs are designed.
const CAPITAL: f32 = 12.0;
/// Free space between two letters, in the same units.
const GAP: f32 = 3.2;
/// Width of the pen for capitals of height 1.
const PEN: f32 = 0.125;

/// A letter: its width, and the pen strokes that make it.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Glyph {
    width: f32,
    strokes: &'static str,
}

/// Writes a word with its middle here, its capitals this high.
pub(crate) fn write(scene: &mut Scene, word: &str, middle: Point, size: f32, color: Color) {
    scene.stroke(path(word, middle, size), color, size * PEN);
}

/// Writes a letter as on a coat of arms: broad, its middle here.
pub(crate) fn blazon(scene: &mut Scene, letter: &str, middle: Point, size: f32, color: Color) {
    scene.stroke(path(letter, middle, size), color, 1.4 * size * PEN);
}

/// How much room a word takes when its capitals are this high.
pub(crate) fn width(word: &str, size: f32) -> f32 {
    let widths: f32 = word.chars().map(|letter| glyph(letter).width + GAP).sum();
    (widths - GAP).max(0.0) * size / CAPITAL
}

/// The size nearest to this one at which a word fits into the room.
pub(crate) fn fitting(word: &str, size: f32, room: f32) -> f32 {
    let (width, room) = (width(word, size), room.max(0.0));
    if width > room { size * room / width } else { size }
}

/// The words of a text, arranged in lines that fit into the room; a word longer than the room has a line of its own.
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
        // A stroke that cannot be read ends its letter; the tests read them all.
        let _ = trace(&mut path, glyph.strokes, |(x, y)| (left + x * scale, top + y * scale));
        left += (glyph.width + GAP) * scale;
    }
    path
}

fn glyph(letter: char) -> Glyph {
    let known = glyphs::GLYPHS.iter().find(|(known, ..)| *known == letter);
    known.map_or(glyphs::UNKNOWN, |&(_, width, strokes)| Glyph { width, strokes })
}

/// Draws the strokes of a letter, with its points brought into place; `None` if a stroke makes no sense.
///
/// Strokes are words: `m x y` sets the pen down, `l x y` draws a straight line, `h x y` and `v x y` a quarter of an
/// ellipse that leaves horizontally or vertically, `c` a curve with two handles.
fn trace(path: &mut Path, strokes: &str, place: impl Fn(Point) -> Point) -> Option<()> {
    let mut words = strokes.split_whitespace();
    let mut at = (0.0, 0.0);
    while let Some(command) = words.next() {
        let mut point = || Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?));
        let mut to: Point = point()?;
        match command {
            "m" => path.start(place(to)),
            "l" => path.line(place(to)),
            "h" => path.turn(place(at), place((to.0, at.1)), place(to)),
            "v" => path.turn(place(at), place((at.0, to.1)), place(to)),
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
    use crate::path::Step;

    #[test]
    fn every_letter_of_ascii_is_drawn() {
        for letter in ' '..='~' {
            assert_ne!(glyph(letter), glyphs::UNKNOWN, "{letter}");
        }
        for letter in ['\u{0}', '\u{7f}', 'ت', '🎲'] {
            assert_eq!(glyph(letter), glyphs::UNKNOWN);
        }
    }

    #[test]
    fn letters_are_drawn_once_and_within_their_width() {
        for (index, &(letter, width, strokes)) in glyphs::GLYPHS.iter().enumerate() {
            assert!(glyphs::GLYPHS[..index].iter().all(|(earlier, ..)| *earlier != letter), "{letter} twice");
            let mut path = Path::new();
            assert_eq!(trace(&mut path, strokes, |point| point), Some(()), "{letter}");
            assert!(path.steps.is_empty() == (letter == ' '), "{letter}");
            assert!(matches!(path.steps.first(), None | Some(Step::Move(_))), "{letter}");
            for (x, y) in path.steps.iter().flat_map(Step::points) {
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
