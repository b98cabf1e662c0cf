//! Diagrams: positions described independently of how they are drawn.
//!
//! All boards share one vocabulary: spots with an area, a shape and a stack of pieces, and tokens beside them. Lengths are in
//! squares; x runs right, y runs down, and (0, 0) is the upper left corner of the board. [`text`] draws a diagram with
//! letters, the crate `render` as SVG and PNG, and the browser from the same data.

mod piece;
pub mod text;

use rules::square::{column_name, square_name};

use crate::Place;

pub use piece::{Piece, PieceColor, PieceShape};

/// Description of a position for drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// Material of the board.
    pub material: BoardMaterial,
    /// Width of the board in squares.
    pub width: f32,
    /// Height of the board in squares.
    pub height: f32,
    /// Places where pieces can stand.
    pub spots: Vec<Spot>,
    /// Dice, cube and buttons.
    pub tokens: Vec<Token>,
    /// Promotion pieces, each with the place that clicking it stands for. They are not drawn with the board but shown when
    /// the choice is due.
    pub choices: Vec<(Place, Piece)>,
    /// Labels of columns, rows and points.
    pub labels: Vec<Label>,
    /// Highlighted places.
    pub marks: Vec<(Place, Mark)>,
    /// Caption below the board: the turn and the score.
    pub caption: String,
    /// Score of the match that the game is part of.
    pub match_score: Option<MatchScore>,
}

/// Score of a match, for callers that show it beside the players. The caption of the diagram has the same in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchScore {
    /// Points of each seat.
    pub points: Vec<u16>,
    /// Length of the match and facts about the current game, such as the cube, in a few words each.
    pub facts: Vec<String>,
    /// The caption without the score.
    pub turn: String,
}

/// Material of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardMaterial {
    /// Green felt in a walnut frame.
    Felt,
    /// Maple with a hollow on every square.
    Maple,
    /// Tiles of two shades with a bevelled border.
    Tiles,
    /// A walnut case with cream felt and coloured points.
    Case,
    /// Squares of maple and walnut.
    Board,
    /// Lines on paper.
    Paper,
}

/// A rectangle on the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Area {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Area {
    /// The unit square in this column and row, counted from 0 at the upper left.
    pub fn square(column: usize, row: usize) -> Area {
        Area { x: column as f32, y: row as f32, width: 1.0, height: 1.0 }
    }
}

/// A place where pieces can stand.
#[derive(Clone, PartialEq, Debug)]
pub struct Spot {
    /// The place that clicking it stands for.
    pub place: Place,
    /// Name in the game's notation; also its accessible name.
    pub name: String,
    /// Area on the board.
    pub area: Area,
    /// Its shape.
    pub shape: Shape,
    /// Colour of the player whose camp or home it is.
    pub tint: Option<PieceColor>,
    /// Pieces on it, from bottom to top.
    pub stack: Vec<Piece>,
}

/// Shape of a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square of the board; `dark` where the squares alternate.
    Square {
        /// `true` for a dark square.
        dark: bool,
    },
    /// A square with a hollow in which a bead rests.
    Hollow,
    /// A backgammon point; pieces stack from its base.
    Point {
        /// Direction in which the stack grows.
        direction: StackDirection,
        /// `true` for a dark point.
        dark: bool,
    },
    /// A bar or a tray; pieces stack inside it.
    Slot {
        /// Direction in which the stack grows.
        direction: StackDirection,
    },
}

/// Direction in which a stack of pieces grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackDirection {
    /// From the upper edge down.
    Down,
    /// From the lower edge up.
    Up,
}

/// A die, the cube or a button.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// Area on or beside the board.
    pub area: Area,
    /// Kind of token.
    pub kind: TokenKind,
}

/// Kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A die showing this number, rolled by the player of this colour.
    Die(u8, PieceColor),
    /// The doubling cube showing this number.
    Cube(u32),
    /// A button.
    Button {
        /// The place that clicking it stands for.
        place: Place,
        /// Text on the button.
        label: String,
    },
}

/// A label, centred at `x`, `y`, inside the board or half a square outside.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The text.
    pub text: String,
    /// Centre of the text.
    pub x: f32,
    /// Centre of the text.
    pub y: f32,
}

/// Reason for highlighting a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Part of the last move.
    Last,
    /// Possible target of a move.
    Target,
    /// Selected by the player.
    Selected,
    /// An attacked piece.
    Danger,
}

impl Diagram {
    /// Places of the buttons with their labels.
    pub fn buttons(&self) -> impl Iterator<Item = (Place, &str)> {
        self.tokens.iter().filter_map(|token| match &token.kind {
            TokenKind::Button { place, label } => Some((*place, label.as_str())),
            TokenKind::Die(..) | TokenKind::Cube(_) => None,
        })
    }

    /// An empty board of this size.
    pub fn new(material: BoardMaterial, width: f32, height: f32) -> Diagram {
        Diagram {
            material,
            width,
            height,
            spots: Vec::new(),
            tokens: Vec::new(),
            choices: Vec::new(),
            labels: Vec::new(),
            marks: Vec::new(),
            caption: String::new(),
            match_score: None,
        }
    }

    /// A board of columns a, b, c, ... and rows 1, 2, 3, ... from the top; the place of a square is
    /// `row * columns + column`. `square` returns shape, tint and piece of the square in a column and row.
    pub fn grid(
        material: BoardMaterial,
        columns: usize,
        rows: usize,
        mut square: impl FnMut(usize, usize) -> (Shape, Option<PieceColor>, Option<Piece>),
    ) -> Diagram {
        let mut diagram = Diagram::new(material, columns as f32, rows as f32);
        for row in 0..rows {
            for column in 0..columns {
                let (shape, tint, piece) = square(column, row);
                diagram.spots.push(Spot {
                    place: Place((row * columns + column) as u16),
                    name: square_name(column, row),
                    area: Area::square(column, row),
                    shape,
                    tint,
                    stack: piece.into_iter().collect(),
                });
            }
        }
        for column in 0..columns {
            for y in [-0.5, rows as f32 + 0.5] {
                diagram.labels.push(Label { text: column_name(column), x: column as f32 + 0.5, y });
            }
        }
        for row in 0..rows {
            for x in [-0.5, columns as f32 + 0.5] {
                diagram.labels.push(Label { text: (row + 1).to_string(), x, y: row as f32 + 0.5 });
            }
        }
        diagram
    }

    /// Adds a button below the board, to the right of the others.
    pub fn add_button(&mut self, place: Place, label: &str) {
        let x = self.tokens.iter().filter(|token| matches!(token.kind, TokenKind::Button { .. })).count()
            as f32
            * 2.5;
        let area = Area { x, y: self.height + 1.25, width: 2.25, height: 0.8 };
        self.tokens.push(Token { area, kind: TokenKind::Button { place, label: label.to_owned() } });
    }
}
