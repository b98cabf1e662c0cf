//! Pieces: what they are, and of which colour.

use std::borrow::Cow;
use std::fmt;

/// A piece on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// What it is.
    pub figure: Figure,
    /// Its colour.
    pub paint: Paint,
    /// Its letter where only letters can be shown.
    pub letter: char,
    /// What it is called: the word for its figure, unless its game has another one.
    pub name: Cow<'static, str>,
}

impl Piece {
    /// A piece that is called what it looks like.
    pub const fn new(figure: Figure, paint: Paint, letter: char) -> Piece {
        let name = match figure {
            Figure::Crown => "queen",
            _ => figure.name(),
        };
        Piece { figure, paint, letter, name: Cow::Borrowed(name) }
    }

    /// The same piece under a name that its game has given it.
    pub fn called(self, name: &str) -> Piece {
        Piece { name: Cow::Owned(name.to_owned()), ..self }
    }
}

impl fmt::Display for Piece {
    /// Its colour and what it is called: "black disc", "white counsellor".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.paint.name(), self.name)
    }
}

/// What a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
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
    /// A king of chess, with a cross on the crown.
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

impl Figure {
    /// Every figure there is.
    pub const ALL: [Figure; 23] = [
        Figure::Disc,
        Figure::Bead,
        Figure::Checker,
        Figure::Crown,
        Figure::Cross,
        Figure::Nought,
        Figure::King,
        Figure::Queen,
        Figure::Rook,
        Figure::Bishop,
        Figure::Knight,
        Figure::Pawn,
        Figure::Amazon,
        Figure::Griffon,
        Figure::Knightrider,
        Figure::Cannon,
        Figure::Mao,
        Figure::Camel,
        Figure::Elephant,
        Figure::Centaur,
        Figure::Grasshopper,
        Figure::Star,
        Figure::Letter,
    ];

    /// What it is called, in one word.
    pub const fn name(self) -> &'static str {
        match self {
            Figure::Disc => "disc",
            Figure::Bead => "bead",
            Figure::Checker => "checker",
            Figure::Crown => "crown",
            Figure::Cross => "cross",
            Figure::Nought => "nought",
            Figure::King => "king",
            Figure::Queen => "queen",
            Figure::Rook => "rook",
            Figure::Bishop => "bishop",
            Figure::Knight => "knight",
            Figure::Pawn => "pawn",
            Figure::Amazon => "amazon",
            Figure::Griffon => "griffon",
            Figure::Knightrider => "knightrider",
            Figure::Cannon => "cannon",
            Figure::Mao => "mao",
            Figure::Camel => "camel",
            Figure::Elephant => "elephant",
            Figure::Centaur => "centaur",
            Figure::Grasshopper => "grasshopper",
            Figure::Star => "star",
            Figure::Letter => "letter",
        }
    }

    /// The figure of this name.
    pub fn named(name: &str) -> Option<Figure> {
        Figure::ALL.into_iter().find(|figure| figure.name() == name)
    }
}

/// The colour of a piece or a camp.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paint {
    /// Black, or as near as the material allows.
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

impl Paint {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Paint::Black => "black",
            Paint::White => "white",
            Paint::Green => "green",
            Paint::Yellow => "yellow",
            Paint::Blue => "blue",
            Paint::Red => "red",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_names() {
        for (index, figure) in Figure::ALL.into_iter().enumerate() {
            assert_eq!(Figure::named(figure.name()), Some(figure));
            assert!(!Figure::ALL[..index].contains(&figure), "{figure:?} twice");
        }
        for stranger in ["", "King", "dragon", "king "] {
            assert_eq!(Figure::named(stranger), None);
        }
    }

    #[test]
    fn pieces_say_what_they_are() {
        let piece = |figure, letter| Piece::new(figure, Paint::White, letter);
        assert_eq!(piece(Figure::Knight, 'N').to_string(), "white knight");
        assert_eq!(piece(Figure::Crown, 'Q').to_string(), "white queen");
        assert_eq!(piece(Figure::Letter, 'Q').called("counsellor").to_string(), "white counsellor");
    }
}
