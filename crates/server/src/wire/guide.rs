//! Explanation of how the pieces move, as JSON.

use serde::Serialize;
use view::{Guide, MoveKind, PieceGuide};
use web_host::board_json::PieceView;

/// Explanation of all kinds of pieces.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GuideView {
    about: Option<String>,
    familiar: bool,
    pieces: Vec<PieceGuideView>,
}

#[derive(Clone, Debug, Serialize)]
struct PieceGuideView {
    piece: PieceView,
    familiar: bool,
    text: String,
    from: u16,
    targets: Vec<(u16, &'static str)>,
}

impl From<Guide> for GuideView {
    fn from(guide: Guide) -> GuideView {
        GuideView {
            about: guide.about,
            familiar: guide.is_familiar,
            pieces: guide.pieces.into_iter().map(PieceGuideView::from).collect(),
        }
    }
}

impl From<PieceGuide> for PieceGuideView {
    fn from(guide: PieceGuide) -> PieceGuideView {
        PieceGuideView {
            piece: PieceView::from(&guide.piece),
            familiar: guide.is_familiar,
            text: guide.words,
            from: guide.from.0,
            targets: guide.targets.into_iter().map(|(place, kind)| (place.0, kind_name(kind))).collect(),
        }
    }
}

fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Any => "any",
        MoveKind::Move => "move",
        MoveKind::Capture => "capture",
        MoveKind::Hop => "hop",
        MoveKind::MoveOrHop => "move-or-hop",
    }
}
