//! A picture of a position, before anybody has decided how to draw it.
//!
//! One vocabulary for every board: places with an area, a shape and a stack of pieces, and the tokens that lie beside
//! them. Lengths are in squares; x runs right, y runs down, (0, 0) is the board's upper left corner. [`text`] draws it
//! with letters; the crate `picture` as SVG and PNG; the browser draws the same value.

mod piece;
pub mod text;

use rules::square::{column_letter, square_name};

use crate::Place;

pub use piece::{Figure, Paint, Piece};

/// A drawn position.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagram {
    /// What the board is made of.
    pub material: Material,
    /// Width of the board in squares.
    pub width: f32,
    /// Height of the board in squares.
    pub height: f32,
    /// The places where pieces stand.
    pub spots: Vec<Spot>,
    /// Dice, cube, buttons, and what else lies about.
    pub tokens: Vec<Token>,
    /// Pieces to choose from where a move asks what a piece becomes, and what touching each means. They are no part of
    /// the picture: who plays by touching is asked only when the choice is due.
    pub choices: Vec<(Place, Piece)>,
    /// Names of columns, rows and points, on the frame around the board.
    pub labels: Vec<Label>,
    /// What should catch the eye.
    pub marks: Vec<(Place, Mark)>,
    /// One line below the board: whose turn, what counts.
    pub caption: String,
}

/// What a board is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Material {
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
    /// What touching it means.
    pub place: Place,
    /// Its name in the game's notation, also for those who hear the board instead of seeing it.
    pub name: String,
    /// Where it lies.
    pub area: Area,
    /// How it looks.
    pub shape: Shape,
    /// The colour of the player it belongs to, if it belongs to one: a camp, a home.
    pub tint: Option<Paint>,
    /// What stands on it, the lowest first.
    pub stack: Vec<Piece>,
}

/// How a place looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A square of the board; `dark` where the squares alternate.
    Square {
        /// Whether it is one of the darker squares.
        dark: bool,
    },
    /// A square with a hollow in which a bead rests.
    Hollow,
    /// A long triangle; pieces pile up from its base.
    Point {
        /// Where the pile grows to.
        growth: Growth,
        /// Whether it is one of the darker points.
        dark: bool,
    },
    /// A bar or a tray; pieces pile up inside it.
    Slot {
        /// Where the pile grows to.
        growth: Growth,
    },
}

/// Where a pile of pieces grows to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Growth {
    /// From the upper edge down.
    Down,
    /// From the lower edge up.
    Up,
}

/// Something beside the places.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    /// Where it lies.
    pub area: Area,
    /// What it is.
    pub kind: TokenKind,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A die showing this number, thrown by the player of this colour.
    Die(u8, Paint),
    /// The doubling cube showing this number.
    Cube(u32),
    /// Words to touch.
    Button {
        /// What touching it means.
        place: Place,
        /// What it says.
        label: String,
    },
}

/// A name on the frame; its middle lies at `x`, `y`, half a square outside the board or inside it.
#[derive(Clone, PartialEq, Debug)]
pub struct Label {
    /// The name.
    pub text: String,
    /// Middle of the text.
    pub x: f32,
    /// Middle of the text.
    pub y: f32,
}

/// Why a place should catch the eye.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// The last move touched it.
    Last,
    /// A move may end here.
    Target,
    /// The player has picked it.
    Selected,
    /// Something is attacked.
    Danger,
}

impl Diagram {
    /// An empty board of this size, to which places are added.
    pub fn new(material: Material, width: f32, height: f32) -> Diagram {
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
        }
    }

    /// A board of columns a, b, c, ... and rows 1, 2, 3, ... from the top; the place of a square is
    /// `row * columns + column`. Every square is made by `spot`, which gets its column and row.
    pub fn grid(
        material: Material,
        columns: usize,
        rows: usize,
        mut square: impl FnMut(usize, usize) -> (Shape, Option<Paint>, Option<Piece>),
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
                diagram.labels.push(Label {
                    text: column_letter(column).to_string(),
                    x: column as f32 + 0.5,
                    y,
                });
            }
        }
        for row in 0..rows {
            for x in [-0.5, columns as f32 + 0.5] {
                diagram.labels.push(Label { text: (row + 1).to_string(), x, y: row as f32 + 0.5 });
            }
        }
        diagram
    }

    /// Adds a button below the board, to the right of those that are there.
    pub fn add_button(&mut self, place: Place, label: &str) {
        let x = self.tokens.iter().filter(|token| matches!(token.kind, TokenKind::Button { .. })).count()
            as f32
            * 2.5;
        let area = Area { x, y: self.height + 1.25, width: 2.25, height: 0.8 };
        self.tokens.push(Token { area, kind: TokenKind::Button { place, label: label.to_owned() } });
    }
}
