//! Half turns of a board.

use crate::Diagram;
use crate::diagram::{Area, BoardMaterial, PieceColor, Shape, StackDirection, TokenKind};
use rules::Seat;

/// `true` if a seat sees the board from the other side, with its own camp at the bottom.
pub fn is_upside_down(diagram: &Diagram, seat: Seat, color: Option<PieceColor>) -> bool {
    let camp: Vec<f32> = diagram
        .spots
        .iter()
        .filter(|spot| matches!(spot.shape, Shape::Hollow | Shape::Square { .. }))
        .filter(|spot| spot.tint.is_some() && spot.tint == color)
        .map(|spot| spot.area.y + spot.area.height / 2.0)
        .collect();
    if !camp.is_empty() {
        return camp.iter().sum::<f32>() / (camp.len() as f32) < diagram.height / 2.0;
    }
    matches!(diagram.material, BoardMaterial::Case | BoardMaterial::Board) && seat == Seat::SECOND
}

/// The diagram seen from the other side.
pub fn half_turn(mut diagram: Diagram) -> Diagram {
    let (width, height) = (diagram.width, diagram.height);
    let turn = |area: &mut Area| {
        area.x = width - area.x - area.width;
        area.y = height - area.y - area.height;
    };
    for spot in &mut diagram.spots {
        turn(&mut spot.area);
        if let Shape::Point { direction, .. } | Shape::Slot { direction } = &mut spot.shape {
            *direction = match direction {
                StackDirection::Down => StackDirection::Up,
                StackDirection::Up => StackDirection::Down,
            };
        }
    }
    for token in &mut diagram.tokens {
        if !matches!(token.kind, TokenKind::Button { .. }) {
            turn(&mut token.area);
        }
    }
    for label in &mut diagram.labels {
        label.x = width - label.x;
        label.y = height - label.y;
    }
    diagram
}
