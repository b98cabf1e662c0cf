//! The 26 pictures of the board: 2 empty cells, and 6 kinds in 2 colours on 2 backgrounds.
//!
//! Each kind is drawn once: `#` is its body, `o` a line inside the body. Colour and background follow from that. On its own
//! background a white piece is an outline and a black piece has a white rim.

use crate::chess::{Colour, Kind};

/// Width and height of a picture in pixels.
pub const SIZE: usize = 16;

/// Rows of a picture; the highest bit is the left pixel, and a set bit is a dark pixel.
pub type Picture = [u16; SIZE];

/// Number of pictures.
pub const COUNT: usize = 26;

const PAWN: [&str; SIZE] = [
    "................",
    "................",
    "................",
    "......####......",
    ".....######.....",
    ".....######.....",
    ".....######.....",
    "......####......",
    ".....######.....",
    "......####......",
    "......####......",
    ".....######.....",
    "....########....",
    "...##########...",
    "...##########...",
    "................",
];
const KNIGHT: [&str; SIZE] = [
    "................",
    ".......#.#......",
    "......#####.....",
    ".....#######....",
    "....###o#####...",
    "...##########...",
    "..############..",
    "..#####.######..",
    "..###..#######..",
    "......########..",
    ".....########...",
    ".....########...",
    "....#########...",
    "...##########...",
    "...##########...",
    "................",
];
const BISHOP: [&str; SIZE] = [
    "................",
    ".......##.......",
    ".......##.......",
    "......####......",
    ".....###o##.....",
    "....###o####....",
    "....##o#####....",
    "....########....",
    ".....######.....",
    "......####......",
    ".....######.....",
    "......####......",
    ".....######.....",
    "...##########...",
    "...##########...",
    "................",
];
const ROOK: [&str; SIZE] = [
    "................",
    "................",
    "..###.####.###..",
    "..###.####.###..",
    "..############..",
    "...oooooooooo...",
    "....########....",
    "....########....",
    "....########....",
    "....########....",
    "....########....",
    "...oooooooooo...",
    "...##########...",
    "..############..",
    "..############..",
    "................",
];
const QUEEN: [&str; SIZE] = [
    ".......##.......",
    "..#....##....#..",
    "..#...####...#..",
    "..##..####..##..",
    "..##..####..##..",
    "..###.####.###..",
    "..############..",
    "..############..",
    "...##########...",
    "...##########...",
    "....########....",
    "....oooooooo....",
    "....########....",
    "...##########...",
    "..############..",
    "................",
];
const KING: [&str; SIZE] = [
    ".......##.......",
    ".....######.....",
    ".......##.......",
    "..###..##..###..",
    ".#####.##.#####.",
    ".##############.",
    ".##############.",
    ".##############.",
    "..############..",
    "..############..",
    "...##########...",
    "....oooooooo....",
    "....########....",
    "...##########...",
    "..############..",
    "................",
];

/// Drawing of a kind: its body, and the lines inside.
#[derive(Clone, Copy)]
struct Drawing {
    body: Picture,
    lines: Picture,
}

const fn drawing(rows: [&str; SIZE]) -> Drawing {
    let mut body = [0; SIZE];
    let mut lines = [0; SIZE];
    let mut row = 0;
    while row < SIZE {
        let text = rows[row].as_bytes();
        let mut column = 0;
        while column < SIZE {
            let bit = 1 << (SIZE - 1 - column);
            if text[column] != b'.' {
                body[row] |= bit;
            }
            if text[column] == b'o' {
                lines[row] |= bit;
            }
            column += 1;
        }
        row += 1;
    }
    Drawing { body, lines }
}

/// Drawings in the order of [`Kind::ALL`].
const DRAWINGS: [Drawing; 6] =
    [drawing(PAWN), drawing(KNIGHT), drawing(BISHOP), drawing(ROOK), drawing(QUEEN), drawing(KING)];

/// Code of a picture, 0 to 25: 0 is the empty white cell, 1 to 6 are the white kinds on it and 7 to 12 the black ones; 13 to 25
/// are the same on a black cell.
pub fn code(piece: Option<(Colour, Kind)>, is_dark: bool) -> usize {
    let on_white = match piece {
        None => 0,
        Some((Colour::White, kind)) => 1 + kind.index(),
        Some((Colour::Black, kind)) => 7 + kind.index(),
    };
    if is_dark { on_white + COUNT / 2 } else { on_white }
}

/// The picture with a code; codes above 25 are the empty white cell.
pub fn picture(code: usize) -> Picture {
    let is_dark = (COUNT / 2..COUNT).contains(&code);
    let piece = if is_dark { code - COUNT / 2 } else { code };
    let background = if is_dark { u16::MAX } else { 0 };
    match piece {
        1..=6 => white(&DRAWINGS[piece - 1], background),
        7..=12 => black(&DRAWINGS[piece - 7], background),
        _ => [background; SIZE],
    }
}

/// White piece with its lines; on a white cell it has an outline.
fn white(drawing: &Drawing, background: u16) -> Picture {
    core::array::from_fn(|row| {
        let body = drawing.body[row];
        let outline = body & !shrunk(&drawing.body, row) & !background;
        background & !body | outline | drawing.lines[row]
    })
}

/// Filled piece with white lines, and a white rim on a black cell.
fn black(drawing: &Drawing, background: u16) -> Picture {
    core::array::from_fn(|row| {
        let body = drawing.body[row];
        background & !grown(&drawing.body, row) | body & !drawing.lines[row]
    })
}

/// Pixels of a row that have only body on all four sides.
fn shrunk(body: &Picture, row: usize) -> u16 {
    let [above, below] = neighbours(body, row);
    let own = body[row];
    above & below & own << 1 & own >> 1
}

/// Pixels of a row that are body or next to it.
fn grown(body: &Picture, row: usize) -> u16 {
    let [above, below] = neighbours(body, row);
    let column = above | below | body[row];
    column | column << 1 | column >> 1
}

/// Rows above and below; outside the picture there is nothing.
fn neighbours(body: &Picture, row: usize) -> [u16; 2] {
    let at = |row: Option<usize>| row.and_then(|row| body.get(row)).copied().unwrap_or(0);
    [at(row.checked_sub(1)), at(row.checked_add(1))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pictures_differ() {
        for one in 0..COUNT {
            for other in 0..one {
                let differing: u32 =
                    picture(one).iter().zip(picture(other)).map(|(a, b)| (a ^ b).count_ones()).sum();
                assert!(differing >= 20, "{one} and {other} differ in {differing} pixels");
            }
        }
    }

    #[test]
    fn codes_are_those_of_the_source() {
        assert_eq!(code(None, false), 0);
        assert_eq!(code(Some((Colour::White, Kind::Pawn)), false), 1);
        assert_eq!(code(None, true), 13);
        assert_eq!(code(Some((Colour::Black, Kind::King)), true), 25);
    }
}
