//! How the pieces move, as JSON.

use serde_json::{Value, json};
use view::{Guide, MoveKind, PieceGuide};

use web_host::board_json as board;

/// What a newcomer is told about the pieces.
pub(super) fn guide(guide: &Guide) -> Value {
    let lessons: Vec<Value> = guide.pieces.iter().map(lesson).collect();
    json!({"about": guide.about, "familiar": guide.is_familiar, "lessons": lessons})
}

fn lesson(lesson: &PieceGuide) -> Value {
    let ways: Vec<Value> = lesson
        .targets
        .iter()
        .map(|(place, way)| {
            let way = match way {
                MoveKind::Any => "any",
                MoveKind::Move => "move",
                MoveKind::Capture => "capture",
                MoveKind::Hop => "over",
                MoveKind::MoveOrHop => "move-or-over",
            };
            json!([place.0, way])
        })
        .collect();
    json!({
        "piece": board::piece(&lesson.piece), "familiar": lesson.is_familiar, "words": lesson.words,
        "from": lesson.from.0, "ways": ways,
    })
}
