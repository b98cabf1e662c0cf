//! How the pieces move, as JSON.

use rules::{Guide, Lesson, Way};
use serde_json::{Value, json};

use super::board;

/// What a newcomer is told about the pieces.
pub(super) fn guide(guide: &Guide) -> Value {
    let lessons: Vec<Value> = guide.lessons.iter().map(lesson).collect();
    json!({"about": guide.about, "familiar": guide.is_familiar, "lessons": lessons})
}

fn lesson(lesson: &Lesson) -> Value {
    let ways: Vec<Value> = lesson
        .ways
        .iter()
        .map(|(place, way)| {
            let way = match way {
                Way::Any => "any",
                Way::Move => "move",
                Way::Capture => "capture",
                Way::Over => "over",
                Way::MoveOrOver => "move-or-over",
            };
            json!([place.0, way])
        })
        .collect();
    json!({
        "piece": board::piece(&lesson.piece), "familiar": lesson.is_familiar, "words": lesson.words,
        "from": lesson.from.0, "ways": ways,
    })
}
