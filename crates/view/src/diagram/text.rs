//! Diagrams as text.

use super::{Area, Diagram, PieceColor, PieceShape, Shape, StackDirection, TokenKind};

/// Characters per square, horizontally.
const PITCH: usize = 3;
/// Columns and lines around the board for its labels.
const MARGIN: usize = 1;

/// Draws a diagram as lines of text, with labels around the board and the caption below.
pub fn draw(diagram: &Diagram) -> String {
    let mut canvas = TextCanvas::new(diagram);
    for label in &diagram.labels {
        canvas.write(label.x, label.y, &label.text);
    }
    for spot in &diagram.spots {
        let letters: Vec<char> = spot.stack.iter().map(|piece| piece.letter).collect();
        match spot.shape {
            Shape::Square { .. } | Shape::Hollow => {
                let letter = letters.last().copied().unwrap_or('.');
                canvas.write(spot.area.x + 0.5, spot.area.y + 0.5, &letter.to_string());
            }
            Shape::Point { direction, .. } => canvas.stack(&spot.area, direction, &letters, '.'),
            Shape::Slot { direction } => canvas.stack(&spot.area, direction, &letters, ' '),
        }
    }
    let mut below = Vec::new();
    for token in &diagram.tokens {
        let (x, y) = (token.area.x + token.area.width / 2.0, token.area.y + token.area.height / 2.0);
        match &token.kind {
            TokenKind::Die(number, _) => canvas.write(x, y, &format!("[{number}]")),
            TokenKind::Cube(number) => canvas.write(x, y, &format!("<{number}>")),
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
    canvas.finish(&below.join("  "))
}

/// Explanation of letters that are not the initial of their colour.
fn legend(diagram: &Diagram) -> String {
    let mut letters: Vec<(char, PieceColor)> = Vec::new();
    for piece in diagram.spots.iter().flat_map(|spot| &spot.stack) {
        let is_coloured = matches!(piece.shape, PieceShape::Disc | PieceShape::Checker | PieceShape::Bead);
        if is_coloured && !letters.contains(&(piece.letter, piece.color)) {
            letters.push((piece.letter, piece.color));
        }
    }
    letters.retain(|(letter, color)| !color.name().starts_with(*letter));
    letters.sort_unstable_by_key(|(letter, _)| std::cmp::Reverse(*letter));
    let words: Vec<String> =
        letters.iter().map(|(letter, color)| format!("{letter} {}", color.name())).collect();
    words.join(", ")
}

/// A grid of characters.
struct TextCanvas {
    lines: Vec<Vec<char>>,
}

impl TextCanvas {
    fn new(diagram: &Diagram) -> TextCanvas {
        let across = (diagram.width.ceil() as usize + 2 * MARGIN) * PITCH;
        let down = diagram.height.ceil() as usize + 2 * MARGIN;
        TextCanvas { lines: vec![vec![' '; across]; down] }
    }

    /// Writes a word centred at this point of the board, clipped to the canvas.
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

    /// Writes a stack from the base of its area; the last visible piece of a stack too high becomes its number.
    fn stack(&mut self, area: &Area, direction: StackDirection, letters: &[char], empty: char) {
        let room = area.height.floor() as usize;
        for level in 0..room {
            let offset = level as f32 + 0.5;
            let y = match direction {
                StackDirection::Down => area.y + offset,
                StackDirection::Up => area.y + area.height - offset,
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
    use crate::diagram::{BoardMaterial, Piece};

    #[test]
    fn upright_pieces_are_their_letters_and_need_no_legend() {
        let rows = ["k.w", ".Q.", "K.W"];
        let diagram = Diagram::grid(BoardMaterial::Board, 3, 3, |column, row| {
            let letter = char::from(rows[row].as_bytes()[column]);
            let shape = match letter.to_ascii_lowercase() {
                'k' => PieceShape::King,
                'q' => PieceShape::Queen,
                _ => PieceShape::Letter,
            };
            let color = if letter.is_ascii_uppercase() { PieceColor::White } else { PieceColor::Black };
            let piece = (letter != '.').then_some(Piece::new(shape, color, letter));
            (Shape::Square { dark: (column + row) % 2 == 1 }, None, piece)
        });
        let text = draw(&diagram);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert_eq!(lines[..4], ["a  b  c", "1  k  .  w  1", "2  .  Q  .  2", "3  K  .  W  3"]);
        assert!(!text.contains('('), "{text}");
    }
}
