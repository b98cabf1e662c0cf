//! Chess pieces as patterns of dots, for squares of three lines or more.

use view::diagram::PieceShape;

/// Row of a pattern that is left out where a square has only six dots.
const SPARE: usize = 4;

const KING: [&str; 7] = ["   #   ", "  ###  ", "   #   ", " ## ## ", " ##### ", "  ###  ", " ##### "];
const QUEEN: [&str; 7] = ["#  #  #", "# ### #", " ##### ", " ##### ", "  ###  ", "  ###  ", " ##### "];
const ROOK: [&str; 7] = [" # # # ", " ##### ", "  ###  ", "  ###  ", "  ###  ", "  ###  ", " ##### "];
const BISHOP: [&str; 7] = ["   #   ", "  ###  ", " ## ## ", " ##### ", "  ###  ", "   #   ", " ##### "];
const KNIGHT: [&str; 7] = ["  ##   ", " ##### ", "## ####", " ## ###", "   ### ", "  #### ", " ##### "];
const PAWN: [&str; 7] = ["       ", "   #   ", "  ###  ", "  ###  ", "   #   ", "  ###  ", " ##### "];

/// Pattern of a chess piece for a square of this height in dots; `None` if it has none, or the square is too small.
pub(super) fn pattern(shape: PieceShape, height: u16) -> Option<Vec<&'static str>> {
    let rows = match shape {
        PieceShape::King => KING,
        PieceShape::Queen => QUEEN,
        PieceShape::Rook => ROOK,
        PieceShape::Bishop => BISHOP,
        PieceShape::Knight => KNIGHT,
        PieceShape::Pawn => PAWN,
        _ => return None,
    };
    match height {
        0..6 => None,
        6 => Some(rows.iter().enumerate().filter(|(row, _)| *row != SPARE).map(|(_, row)| *row).collect()),
        _ => Some(rows.to_vec()),
    }
}
