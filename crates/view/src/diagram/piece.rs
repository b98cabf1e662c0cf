//! Pieces on the board.

use std::borrow::Cow;
use std::fmt;

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its shape.
    pub shape: PieceShape,
    /// Its colour.
    pub color: PieceColor,
    /// Its letter on text boards.
    pub letter: char,
    /// Its name: that of its shape unless the game has another.
    pub name: Cow<'static, str>,
}

impl Piece {
    /// A piece named after its shape.
    pub const fn new(shape: PieceShape, color: PieceColor, letter: char) -> Piece {
        let name = match shape {
            PieceShape::Crown => "queen",
            _ => shape.name(),
        };
        Piece { shape, color, letter, name: Cow::Borrowed(name) }
    }

    /// The same piece with another name.
    pub fn with_name(self, name: &str) -> Piece {
        Piece { name: Cow::Owned(name.to_owned()), ..self }
    }
}

impl fmt::Display for Piece {
    /// Colour and name: "black disc", "white counsellor".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color.name(), self.name)
    }
}

/// Shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceShape {
    /// A domed disc.
    Disc,
    /// A round bead.
    Bead,
    /// A flat backgammon checker.
    Checker,
    /// A disc with a crown, the queen of the puzzle.
    Crown,
    /// Two crossed strokes.
    Cross,
    /// A ring.
    Nought,
    /// A chess king: a crown with a cross.
    King,
    /// A queen, with a crown of pearls.
    Queen,
    /// A tower with battlements.
    Rook,
    /// A mitre.
    Bishop,
    /// A horse's head.
    Knight,
    /// The smallest of the chess pieces, a ball on a stem.
    Pawn,
    /// A horse that wears the queen's crown.
    Amazon,
    /// An eagle's head with ears and ruffled feathers.
    Griffon,
    /// A horse with a wing.
    Knightrider,
    /// A cannon on its wheel.
    Cannon,
    /// A horse behind a bar, which can be hobbled.
    Mao,
    /// A camel with one hump.
    Camel,
    /// An elephant's head.
    Elephant,
    /// Half man, half horse, with a bow.
    Centaur,
    /// A grasshopper, ready to leap.
    Grasshopper,
    /// A star of eight tips on a stem with the piece's own letter on it, for any other kind.
    Star,
    /// A round shield with the piece's own letter on it.
    Letter,
}

impl PieceShape {
    /// All shapes.
    pub const ALL: [PieceShape; 23] = [
        PieceShape::Disc,
        PieceShape::Bead,
        PieceShape::Checker,
        PieceShape::Crown,
        PieceShape::Cross,
        PieceShape::Nought,
        PieceShape::King,
        PieceShape::Queen,
        PieceShape::Rook,
        PieceShape::Bishop,
        PieceShape::Knight,
        PieceShape::Pawn,
        PieceShape::Amazon,
        PieceShape::Griffon,
        PieceShape::Knightrider,
        PieceShape::Cannon,
        PieceShape::Mao,
        PieceShape::Camel,
        PieceShape::Elephant,
        PieceShape::Centaur,
        PieceShape::Grasshopper,
        PieceShape::Star,
        PieceShape::Letter,
    ];

    /// Name of the shape, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            PieceShape::Disc => "disc",
            PieceShape::Bead => "bead",
            PieceShape::Checker => "checker",
            PieceShape::Crown => "crown",
            PieceShape::Cross => "cross",
            PieceShape::Nought => "nought",
            PieceShape::King => "king",
            PieceShape::Queen => "queen",
            PieceShape::Rook => "rook",
            PieceShape::Bishop => "bishop",
            PieceShape::Knight => "knight",
            PieceShape::Pawn => "pawn",
            PieceShape::Amazon => "amazon",
            PieceShape::Griffon => "griffon",
            PieceShape::Knightrider => "knightrider",
            PieceShape::Cannon => "cannon",
            PieceShape::Mao => "mao",
            PieceShape::Camel => "camel",
            PieceShape::Elephant => "elephant",
            PieceShape::Centaur => "centaur",
            PieceShape::Grasshopper => "grasshopper",
            PieceShape::Star => "star",
            PieceShape::Letter => "letter",
        }
    }

    /// The shape with this name.
    pub fn named(name: &str) -> Option<PieceShape> {
        PieceShape::ALL.into_iter().find(|shape| shape.name() == name)
    }
}

/// The colour of a piece or a camp.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceColor {
    /// Black.
    Black,
    /// White.
    White,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Blue.
    Blue,
    /// Red.
    Red,
}

impl PieceColor {
    /// All colours.
    pub const ALL: [PieceColor; 6] = [
        PieceColor::Black,
        PieceColor::White,
        PieceColor::Green,
        PieceColor::Yellow,
        PieceColor::Blue,
        PieceColor::Red,
    ];

    /// The colour with this name.
    pub fn named(name: &str) -> Option<PieceColor> {
        PieceColor::ALL.into_iter().find(|color| color.name() == name)
    }

    /// Name of the colour.
    pub fn name(self) -> &'static str {
        match self {
            PieceColor::Black => "black",
            PieceColor::White => "white",
            PieceColor::Green => "green",
            PieceColor::Yellow => "yellow",
            PieceColor::Blue => "blue",
            PieceColor::Red => "red",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_found_by_name() {
        for (index, shape) in PieceShape::ALL.into_iter().enumerate() {
            assert_eq!(PieceShape::named(shape.name()), Some(shape));
            assert!(!PieceShape::ALL[..index].contains(&shape), "{shape:?} twice");
        }
        for unknown in ["", "King", "dragon", "king "] {
            assert_eq!(PieceShape::named(unknown), None);
        }
    }

    #[test]
    fn pieces_have_readable_names() {
        let piece = |shape, letter| Piece::new(shape, PieceColor::White, letter);
        assert_eq!(piece(PieceShape::Knight, 'N').to_string(), "white knight");
        assert_eq!(piece(PieceShape::Crown, 'Q').to_string(), "white queen");
        assert_eq!(piece(PieceShape::Letter, 'Q').with_name("counsellor").to_string(), "white counsellor");
    }
}
