//! Diagrams as JSON: the layout of the board, and the placement of the pieces on it.

use std::borrow::Cow;
use std::slice;

use serde::{Serialize, Serializer};
use view::diagram::{
    Area, BoardMaterial, Mark, MatchScore, Piece, PieceColor, Shape, Spot, StackDirection, TokenKind,
};
use view::{Diagram, Place};

/// The board without its pieces, which rarely changes during a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoardLayout {
    material: &'static str,
    #[serde(serialize_with = "length")]
    width: f32,
    #[serde(serialize_with = "length")]
    height: f32,
    spots: Vec<SpotView>,
    labels: Vec<LabelView>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct SpotView {
    place: u16,
    name: String,
    #[serde(flatten)]
    area: AreaView,
    #[serde(flatten)]
    shape: ShapeView,
    #[serde(skip_serializing_if = "Option::is_none")]
    tint: Option<&'static str>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct AreaView {
    #[serde(serialize_with = "length")]
    x: f32,
    #[serde(serialize_with = "length")]
    y: f32,
    #[serde(serialize_with = "length")]
    w: f32,
    #[serde(serialize_with = "length")]
    h: f32,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
struct ShapeView {
    shape: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dark: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<&'static str>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
struct LabelView {
    text: String,
    #[serde(serialize_with = "length")]
    x: f32,
    #[serde(serialize_with = "length")]
    y: f32,
}

/// Pieces, dice, buttons and marks on the board.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PiecePlacement {
    /// Each kind of piece once.
    pieces: Vec<PieceView>,
    /// Places, each followed by the indices of the pieces on it.
    stacks: Vec<Vec<usize>>,
    tokens: Vec<TokenView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Vec<usize>>,
    marks: Vec<(u16, &'static str)>,
    caption: String,
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    match_score: Option<MatchScoreView>,
}

/// Score of the match that the game is part of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct MatchScoreView {
    points: Vec<u16>,
    facts: Vec<String>,
    turn: String,
}

/// A kind of piece, with its name and letter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceView {
    figure: &'static str,
    paint: &'static str,
    letter: char,
    name: Cow<'static, str>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum TokenView {
    Die {
        number: u8,
        paint: &'static str,
        #[serde(flatten)]
        area: AreaView,
    },
    Cube {
        number: u32,
        #[serde(flatten)]
        area: AreaView,
    },
    Button {
        place: u16,
        label: String,
    },
}

impl From<&Diagram> for BoardLayout {
    fn from(diagram: &Diagram) -> BoardLayout {
        let material = match diagram.material {
            BoardMaterial::Felt => "felt",
            BoardMaterial::Maple => "maple",
            BoardMaterial::Tiles => "tiles",
            BoardMaterial::Case => "case",
            BoardMaterial::Board => "board",
            BoardMaterial::Paper => "paper",
        };
        let labels = diagram.labels.iter();
        BoardLayout {
            material,
            width: diagram.width,
            height: diagram.height,
            spots: diagram.spots.iter().map(SpotView::from).collect(),
            labels: labels
                .map(|label| LabelView { text: label.text.clone(), x: label.x, y: label.y })
                .collect(),
        }
    }
}

impl From<&Spot> for SpotView {
    fn from(spot: &Spot) -> SpotView {
        SpotView {
            place: spot.place.0,
            name: spot.name.clone(),
            area: spot.area.into(),
            shape: spot.shape.into(),
            tint: spot.tint.map(PieceColor::name),
        }
    }
}

impl From<Shape> for ShapeView {
    fn from(shape: Shape) -> ShapeView {
        let growth = |direction| Some(if direction == StackDirection::Down { "down" } else { "up" });
        match shape {
            Shape::Square { dark } => ShapeView { shape: "square", dark, growth: None },
            Shape::Hollow => ShapeView { shape: "hollow", dark: false, growth: None },
            Shape::Point { direction, dark } => ShapeView { shape: "point", dark, growth: growth(direction) },
            Shape::Slot { direction } => ShapeView { shape: "slot", dark: false, growth: growth(direction) },
        }
    }
}

impl From<Area> for AreaView {
    fn from(Area { x, y, width, height }: Area) -> AreaView {
        AreaView { x, y, w: width, h: height }
    }
}

impl From<&Diagram> for PiecePlacement {
    fn from(diagram: &Diagram) -> PiecePlacement {
        let mut pieces: Vec<&Piece> = Vec::new();
        let filled = diagram.spots.iter().filter(|spot| !spot.stack.is_empty());
        let stacks = filled.map(|spot| indexed(spot.place, &spot.stack, &mut pieces)).collect();
        let choices = diagram.choices.iter();
        let choices =
            choices.map(|(place, piece)| indexed(*place, slice::from_ref(piece), &mut pieces)).collect();
        let token = |token: &view::diagram::Token| match &token.kind {
            TokenKind::Die(number, color) => {
                TokenView::Die { number: *number, paint: color.name(), area: token.area.into() }
            }
            TokenKind::Cube(number) => TokenView::Cube { number: *number, area: token.area.into() },
            TokenKind::Button { place, label } => TokenView::Button { place: place.0, label: label.clone() },
        };
        let mark = |mark| match mark {
            Mark::Last => "last",
            Mark::Target => "target",
            Mark::Selected => "selected",
            Mark::Danger => "danger",
        };
        PiecePlacement {
            pieces: pieces.into_iter().map(PieceView::from).collect(),
            stacks,
            tokens: diagram.tokens.iter().map(token).collect(),
            choices,
            marks: diagram.marks.iter().map(|(place, kind)| (place.0, mark(*kind))).collect(),
            caption: diagram.caption.clone(),
            match_score: diagram.match_score.clone().map(MatchScoreView::from),
        }
    }
}

impl From<MatchScore> for MatchScoreView {
    fn from(MatchScore { points, facts, turn }: MatchScore) -> MatchScoreView {
        MatchScoreView { points, facts, turn }
    }
}

impl From<&Piece> for PieceView {
    fn from(piece: &Piece) -> PieceView {
        PieceView {
            figure: piece.shape.name(),
            paint: piece.color.name(),
            letter: piece.letter,
            name: piece.name.clone(),
        }
    }
}

/// A place followed by the indices of the pieces on it; new pieces are appended to `pieces`.
fn indexed<'a>(place: Place, stack: &'a [Piece], pieces: &mut Vec<&'a Piece>) -> Vec<usize> {
    let mut indices = vec![usize::from(place.0)];
    for piece in stack {
        let known = pieces.iter().position(|known| *known == piece);
        indices.push(known.unwrap_or_else(|| {
            pieces.push(piece);
            pieces.len() - 1
        }));
    }
    indices
}

/// Places by their numbers.
pub fn places(places: &[Place]) -> Vec<u16> {
    places.iter().map(|place| place.0).collect()
}

/// Serializes a length with at most three decimals, as an integer where it is one.
fn length<S: Serializer>(length: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    if length.fract() == 0.0 && length.abs() < 1e6 {
        serializer.serialize_i64(*length as i64)
    } else {
        serializer.serialize_f64((f64::from(*length) * 1000.0).round() / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use view::diagram::PieceShape;

    use super::*;

    #[test]
    fn a_board_has_a_layout_and_a_placement() {
        let disc = Piece::new(PieceShape::Disc, PieceColor::Black, 'X');
        let mut diagram = Diagram::grid(BoardMaterial::Board, 2, 1, |column, _| {
            (Shape::Square { dark: column == 1 }, None, (column == 1).then(|| disc.clone()))
        });
        diagram.labels.truncate(1);
        diagram.tokens.push(view::diagram::Token {
            area: Area { x: 1.25, y: 0.0, width: 1.0, height: 1.0 },
            kind: TokenKind::Die(5, PieceColor::White),
        });
        diagram.add_button(Place(200), "roll");
        diagram.marks.push((Place(1), Mark::Last));
        diagram.caption = "Black to move".to_owned();
        assert_eq!(
            serde_json::to_string(&BoardLayout::from(&diagram)).unwrap(),
            "{\"material\":\"board\",\"width\":2,\"height\":1,\"spots\":[\
             {\"place\":0,\"name\":\"a1\",\"x\":0,\"y\":0,\"w\":1,\"h\":1,\"shape\":\"square\"},\
             {\"place\":1,\"name\":\"b1\",\"x\":1,\"y\":0,\"w\":1,\"h\":1,\"shape\":\"square\",\"dark\":true}],\
             \"labels\":[{\"text\":\"a\",\"x\":0.5,\"y\":-0.5}]}"
        );
        assert_eq!(
            serde_json::to_string(&PiecePlacement::from(&diagram)).unwrap(),
            "{\"pieces\":[{\"figure\":\"disc\",\"paint\":\"black\",\"letter\":\"X\",\"name\":\"disc\"}],\
             \"stacks\":[[1,0]],\"tokens\":[\
             {\"kind\":\"die\",\"number\":5,\"paint\":\"white\",\"x\":1.25,\"y\":0,\"w\":1,\"h\":1},\
             {\"kind\":\"button\",\"place\":200,\"label\":\"roll\"}],\
             \"marks\":[[1,\"last\"]],\"caption\":\"Black to move\"}"
        );
        diagram.match_score =
            Some(MatchScore { points: vec![1, 2], facts: vec!["match to 3".into()], turn: "to roll".into() });
        let json = serde_json::to_string(&PiecePlacement::from(&diagram)).unwrap();
        let expected = ",\"match\":{\"points\":[1,2],\"facts\":[\"match to 3\"],\"turn\":\"to roll\"}}";
        assert!(json.ends_with(expected), "{json}");
    }
}
