//! Explanation of how the pieces move, as JSON.

use serde::Serialize;
use serde_json::Value;
use view::{Guide, MoveKind, PieceGuide};
use web_host::board_json;

/// Explanation of all kinds of pieces.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GuideView {
    about: Option<String>,
    familiar: bool,
    lessons: Vec<PieceGuideView>,
}

#[derive(Clone, Debug, Serialize)]
struct PieceGuideView {
    piece: Value,
    familiar: bool,
    words: String,
    from: u16,
    ways: Vec<(u16, &'static str)>,
}

impl From<Guide> for GuideView {
    fn from(guide: Guide) -> GuideView {
        GuideView {
            about: guide.about,
            familiar: guide.is_familiar,
            lessons: guide.pieces.into_iter().map(PieceGuideView::from).collect(),
        }
    }
}

impl From<PieceGuide> for PieceGuideView {
    fn from(guide: PieceGuide) -> PieceGuideView {
        PieceGuideView {
            piece: board_json::piece(&guide.piece),
            familiar: guide.is_familiar,
            words: guide.words,
            from: guide.from.0,
            ways: guide.targets.into_iter().map(|(place, kind)| (place.0, word(kind))).collect(),
        }
    }
}

fn word(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Any => "any",
        MoveKind::Move => "move",
        MoveKind::Capture => "capture",
        MoveKind::Hop => "over",
        MoveKind::MoveOrHop => "move-or-over",
    }
}
