//! Characters of pieces.

use view::diagram::{Piece, PieceColor, PieceShape};

use crate::theme::Theme;

/// Character of a piece on a board that does not draw it.
///
/// With colours the solid form is coloured. Without them White is hollow and Black solid, as in print, and pieces of other
/// colours are letters.
pub(super) fn glyph(piece: &Piece, theme: Theme) -> char {
    if !theme.is_unicode {
        return piece.letter;
    }
    let is_hollow = !theme.has_colors() && piece.color == PieceColor::White;
    let is_other = !matches!(piece.color, PieceColor::White | PieceColor::Black);
    let (solid, hollow) = match piece.shape {
        PieceShape::Disc | PieceShape::Bead | PieceShape::Checker if is_other && !theme.has_colors() => {
            return piece.letter;
        }
        PieceShape::Disc | PieceShape::Bead | PieceShape::Checker => ('●', '○'),
        PieceShape::Crown => ('♛', '♛'),
        PieceShape::Cross => ('×', '×'),
        PieceShape::Nought => ('○', '○'),
        PieceShape::King => ('♚', '♔'),
        PieceShape::Queen => ('♛', '♕'),
        PieceShape::Rook => ('♜', '♖'),
        PieceShape::Bishop => ('♝', '♗'),
        PieceShape::Knight => ('♞', '♘'),
        PieceShape::Pawn => ('♟', '♙'),
        // Invented pieces have no character of their own.
        _ => return piece.letter,
    };
    if is_hollow { hollow } else { solid }
}

/// `true` if a piece is drawn as a figure where a square has two lines or more.
pub(super) fn is_drawn(shape: PieceShape) -> bool {
    matches!(
        shape,
        PieceShape::Disc
            | PieceShape::Bead
            | PieceShape::Checker
            | PieceShape::Crown
            | PieceShape::Cross
            | PieceShape::Nought
    )
}

/// Digit of a die as a character of its own.
pub(super) fn die(number: u8, theme: Theme) -> String {
    let face = ['⚀', '⚁', '⚂', '⚃', '⚄', '⚅'].get(usize::from(number).wrapping_sub(1));
    match face {
        Some(face) if theme.is_unicode && !theme.has_colors() => format!("{face} {number}"),
        _ => format!("[{number}]"),
    }
}
