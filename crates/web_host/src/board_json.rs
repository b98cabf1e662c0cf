//! Diagrams as JSON: the board itself, and the pieces on it.

use std::slice;

use serde_json::{Map, Value, json};
use view::diagram::{Area, BoardMaterial, Mark, Piece, PieceColor, Shape, Spot, StackDirection, TokenKind};
use view::{Diagram, Place};

/// The board without its pieces, which rarely changes during a game.
pub fn ground(diagram: &Diagram) -> Value {
    let material = match diagram.material {
        BoardMaterial::Felt => "felt",
        BoardMaterial::Maple => "maple",
        BoardMaterial::Tiles => "tiles",
        BoardMaterial::Case => "case",
        BoardMaterial::Board => "board",
        BoardMaterial::Paper => "paper",
    };
    let labels: Vec<Value> = diagram
        .labels
        .iter()
        .map(|label| json!({"text": label.text, "x": number(label.x), "y": number(label.y)}))
        .collect();
    json!({
        "material": material, "width": number(diagram.width), "height": number(diagram.height),
        "spots": diagram.spots.iter().map(spot).collect::<Vec<_>>(), "labels": labels,
    })
}

fn spot(spot: &Spot) -> Value {
    let mut object = Map::new();
    let mut put = |key: &str, value: Value| {
        object.insert(key.to_owned(), value);
    };
    put("place", json!(spot.place.0));
    put("name", json!(spot.name));
    for (key, value) in lengths(&spot.area) {
        put(key, value);
    }
    let (shape, dark, direction) = match spot.shape {
        Shape::Square { dark } => ("square", dark, None),
        Shape::Hollow => ("hollow", false, None),
        Shape::Point { direction, dark } => ("point", dark, Some(direction)),
        Shape::Slot { direction } => ("slot", false, Some(direction)),
    };
    put("shape", json!(shape));
    if dark {
        put("dark", json!(true));
    }
    if let Some(direction) = direction {
        put("growth", json!(if direction == StackDirection::Down { "down" } else { "up" }));
    }
    if let Some(tint) = spot.tint {
        put("tint", json!(paint(tint)));
    }
    Value::Object(object)
}

/// A place followed by the indices of the pieces on it; new pieces are appended to `pieces`.
fn numbered<'a>(place: Place, stack: &'a [Piece], pieces: &mut Vec<&'a Piece>) -> Vec<usize> {
    let mut numbers = vec![usize::from(place.0)];
    for piece in stack {
        let known = pieces.iter().position(|known| *known == piece);
        numbers.push(known.unwrap_or_else(|| {
            pieces.push(piece);
            pieces.len() - 1
        }));
    }
    numbers
}

/// Pieces, dice, buttons and marks on the board.
pub fn standing(diagram: &Diagram) -> Value {
    let mut pieces: Vec<&Piece> = Vec::new();
    let filled = diagram.spots.iter().filter(|spot| !spot.stack.is_empty());
    let stacks: Vec<_> = filled.map(|spot| numbered(spot.place, &spot.stack, &mut pieces)).collect();
    let offered = diagram.choices.iter();
    let choices: Vec<_> =
        offered.map(|(place, piece)| numbered(*place, slice::from_ref(piece), &mut pieces)).collect();
    let tokens: Vec<Value> = diagram
        .tokens
        .iter()
        .map(|token| {
            let mut value = match &token.kind {
                TokenKind::Die(number, color) => {
                    json!({"kind": "die", "number": number, "paint": paint(*color)})
                }
                TokenKind::Cube(number) => json!({"kind": "cube", "number": number}),
                TokenKind::Button { place, label } => {
                    return json!({"kind": "button", "place": place.0, "label": label});
                }
            };
            if let Value::Object(object) = &mut value {
                object.extend(lengths(&token.area).map(|(key, value)| (key.to_owned(), value)));
            }
            value
        })
        .collect();
    let marks: Vec<Value> = diagram
        .marks
        .iter()
        .map(|(place, mark)| {
            let mark = match mark {
                Mark::Last => "last",
                Mark::Target => "target",
                Mark::Selected => "selected",
                Mark::Danger => "danger",
            };
            json!([place.0, mark])
        })
        .collect();
    let mut standing = json!({
        "pieces": pieces.into_iter().map(piece).collect::<Vec<_>>(),
        "stacks": stacks, "tokens": tokens, "marks": marks, "caption": diagram.caption,
    });
    if let (false, Value::Object(standing)) = (choices.is_empty(), &mut standing) {
        standing.insert("choices".to_owned(), json!(choices));
    }
    standing
}

/// A kind of piece, with its name and letter.
pub fn piece(piece: &Piece) -> Value {
    json!({"figure": piece.shape.name(), "paint": paint(piece.color), "letter": piece.letter.to_string(), "name": piece.name})
}

/// Wire names of the paints.
pub const PAINTS: [(PieceColor, &str); 6] = [
    (PieceColor::Black, "black"),
    (PieceColor::White, "white"),
    (PieceColor::Green, "green"),
    (PieceColor::Yellow, "yellow"),
    (PieceColor::Blue, "blue"),
    (PieceColor::Red, "red"),
];

/// Wire name of a paint.
pub fn paint(paint: PieceColor) -> &'static str {
    word(&PAINTS, paint)
}

fn word<T: PartialEq + Copy>(words: &[(T, &'static str)], value: T) -> &'static str {
    words.iter().find(|(known, _)| *known == value).map_or("", |(_, word)| word)
}

/// Places by their numbers.
pub fn places(places: &[Place]) -> Vec<u16> {
    places.iter().map(|place| place.0).collect()
}

fn lengths(area: &Area) -> [(&'static str, Value); 4] {
    [("x", number(area.x)), ("y", number(area.y)), ("w", number(area.width)), ("h", number(area.height))]
}

/// A length with at most three decimals, as an integer where it is one.
fn number(length: f32) -> Value {
    if length.fract() == 0.0 && length.abs() < 1e6 {
        json!(length as i64)
    } else {
        json!((f64::from(length) * 1000.0).round() / 1000.0)
    }
}
