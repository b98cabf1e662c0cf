//! A diagram drawn with letters.

use super::{Area, Diagram, Figure, Growth, Paint, Shape, TokenKind};

/// Characters to a square, across.
const PITCH: usize = 3;
/// Columns and lines kept free around the board for its labels.
const MARGIN: usize = 1;

/// The diagram as lines of text, with names around the board and the caption below.
pub fn draw(diagram: &Diagram) -> String {
    let mut sheet = Sheet::new(diagram);
    for label in &diagram.labels {
        sheet.write(label.x, label.y, &label.text);
    }
    for spot in &diagram.spots {
        let letters: Vec<char> = spot.stack.iter().map(|piece| piece.letter).collect();
        match spot.shape {
            Shape::Square { .. } | Shape::Hollow => {
                let letter = letters.last().copied().unwrap_or('.');
                sheet.write(spot.area.x + 0.5, spot.area.y + 0.5, &letter.to_string());
            }
            Shape::Point { growth, .. } => sheet.pile(&spot.area, growth, &letters, '.'),
            Shape::Slot { growth } => sheet.pile(&spot.area, growth, &letters, ' '),
        }
    }
    let mut below = Vec::new();
    for token in &diagram.tokens {
        let (x, y) = (token.area.x + token.area.width / 2.0, token.area.y + token.area.height / 2.0);
        match &token.kind {
            TokenKind::Die(number, _) => sheet.write(x, y, &format!("[{number}]")),
            TokenKind::Cube(number) => sheet.write(x, y, &format!("<{number}>")),
            TokenKind::Button { label, .. } => below.push(format!("({label})")),
        }
    }
    if !diagram.caption.is_empty() {
        below.insert(0, diagram.caption.clone());
    }
    let legend = legend(diagram);
    if !legend.is_empty() {
        below.push(format!("({legend})"));
    }
    sheet.finish(&below.join("  "))
}

/// Which colour a letter stands for, where it is not the colour's own.
fn legend(diagram: &Diagram) -> String {
    let mut letters: Vec<(char, Paint)> = Vec::new();
    for piece in diagram.spots.iter().flat_map(|spot| &spot.stack) {
        let is_coloured = matches!(piece.figure, Figure::Disc | Figure::Checker | Figure::Bead);
        if is_coloured && !letters.contains(&(piece.letter, piece.paint)) {
            letters.push((piece.letter, piece.paint));
        }
    }
    letters.retain(|(letter, paint)| !paint.name().starts_with(*letter));
    letters.sort_unstable_by_key(|(letter, _)| std::cmp::Reverse(*letter));
    let words: Vec<String> =
        letters.iter().map(|(letter, paint)| format!("{letter} {}", paint.name())).collect();
    words.join(", ")
}

/// Lines of characters that can be written on anywhere.
struct Sheet {
    lines: Vec<Vec<char>>,
}

impl Sheet {
    fn new(diagram: &Diagram) -> Sheet {
        let across = (diagram.width.ceil() as usize + 2 * MARGIN) * PITCH;
        let down = diagram.height.ceil() as usize + 2 * MARGIN;
        Sheet { lines: vec![vec![' '; across]; down] }
    }

    /// Writes a word with its middle at this point of the board; what falls outside the sheet is lost.
    fn write(&mut self, x: f32, y: f32, word: &str) {
        let line = (y + MARGIN as f32).floor();
        let length = word.chars().count() as f32;
        let first = ((x + MARGIN as f32) * PITCH as f32 - length / 2.0).round();
        if line < 0.0 || first < 0.0 {
            return;
        }
        if let Some(line) = self.lines.get_mut(line as usize) {
            for (cell, letter) in line.iter_mut().skip(first as usize).zip(word.chars()) {
                *cell = letter;
            }
        }
    }

    /// Writes a pile from the base of its area; the last visible piece of a pile too high becomes its number.
    fn pile(&mut self, area: &Area, growth: Growth, letters: &[char], empty: char) {
        let room = area.height.floor() as usize;
        for level in 0..room {
            let offset = level as f32 + 0.5;
            let y = match growth {
                Growth::Down => area.y + offset,
                Growth::Up => area.y + area.height - offset,
            };
            let word = match letters.get(level) {
                Some(_) if level + 1 == room && letters.len() > room => letters.len().to_string(),
                Some(letter) => letter.to_string(),
                None => empty.to_string(),
            };
            self.write(area.x + area.width / 2.0, y, &word);
        }
    }

    fn finish(self, below: &str) -> String {
        let mut text = String::new();
        for line in self.lines {
            let line: String = line.into_iter().collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if !below.is_empty() {
            text.push_str(below);
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Material, Piece};

    #[test]
    fn upright_pieces_are_their_letters_and_need_no_legend() {
        let rows = ["k.w", ".Q.", "K.W"];
        let diagram = Diagram::grid(Material::Board, 3, 3, |column, row| {
            let letter = char::from(rows[row].as_bytes()[column]);
            let figure = match letter.to_ascii_lowercase() {
                'k' => Figure::King,
                'q' => Figure::Queen,
                _ => Figure::Letter,
            };
            let paint = if letter.is_ascii_uppercase() { Paint::White } else { Paint::Black };
            let piece = (letter != '.').then_some(Piece::new(figure, paint, letter));
            (Shape::Square { dark: (column + row) % 2 == 1 }, None, piece)
        });
        let text = draw(&diagram);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(lines[..4], ["a  b  c", "1  k  .  w  1", "2  .  Q  .  2", "3  K  .  W  3"]);
        assert!(!text.contains('('), "{text}");
    }
}
