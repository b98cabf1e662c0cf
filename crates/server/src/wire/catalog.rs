//! Bodies of HTTP responses.

use games::catalog::{EngineInfo, GameInfo, Preset, SettingInfo, Values};
use games::queens::Solution;
use rules::Seat;
use serde::Serialize;
use view::{DynGame, DynPosition};
use web_host::board_json::{BoardLayout, PiecePlacement, PieceView};

use super::guide::GuideView;
use super::table::paint_name;
use super::{seat_number, seat_option, to_json};

/// Health of the server.
pub(crate) fn health(tables: usize, reopening: usize) -> String {
    #[derive(Serialize)]
    struct Health {
        healthy: bool,
        version: &'static str,
        tables: usize,
        reopening: usize,
    }
    to_json(&Health { healthy: true, version: env!("CARGO_PKG_VERSION"), tables, reopening })
}

/// Id of a new table.
pub(crate) fn table_opened(id: &str) -> String {
    #[derive(Serialize)]
    struct Opened<'a> {
        table: &'a str,
    }
    to_json(&Opened { table: id })
}

#[derive(Serialize)]
struct GameList<T> {
    games: Vec<T>,
}

#[derive(Serialize)]
struct CatalogGameView<'a> {
    name: &'a str,
    title: &'a str,
    about: &'a str,
    seats: &'a [u8],
    usual_seats: u8,
    engines: Vec<EngineView>,
    /// Engines that play rated games.
    rated: Vec<&'static str>,
    has_dice: bool,
    settings: Vec<SettingView>,
    presets: Vec<PresetView>,
    layout: BoardLayout,
    placement: PiecePlacement,
}

/// An engine to choose as an opponent; the first is that of one-click play.
#[derive(Serialize)]
struct EngineView {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    options: Vec<SettingView>,
}

/// Ready-made settings; the first are those of one-click play.
#[derive(Serialize)]
struct PresetView {
    name: &'static str,
    title: &'static str,
    about: &'static str,
    settings: &'static str,
}

#[derive(Serialize)]
struct SettingView {
    key: &'static str,
    about: &'static str,
    usual: &'static str,
    #[serde(flatten)]
    values: ValuesView,
    #[serde(skip_serializing_if = "Option::is_none")]
    only_with: Option<&'static str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    files: bool,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ValuesView {
    Choice { choices: &'static [&'static str] },
    Number { least: u32, most: u32 },
    Text { values: &'static str },
}

impl From<&EngineInfo> for EngineView {
    fn from(engine: &EngineInfo) -> EngineView {
        let EngineInfo { name, title, about, options } = *engine;
        EngineView { name, title, about, options: options.iter().map(SettingView::from).collect() }
    }
}

impl From<&Preset> for PresetView {
    fn from(preset: &Preset) -> PresetView {
        let Preset { name, title, about, settings } = *preset;
        PresetView { name, title, about, settings }
    }
}

impl From<&SettingInfo> for SettingView {
    fn from(setting: &SettingInfo) -> SettingView {
        SettingView {
            key: setting.key,
            about: setting.about,
            usual: setting.default,
            values: match setting.values {
                Values::Choice(choices) => ValuesView::Choice { choices },
                Values::Number { least, most } => ValuesView::Number { least, most },
                Values::Text(values) => ValuesView::Text { values },
            },
            only_with: setting.only_with,
            files: setting.files.is_some(),
        }
    }
}

/// The catalog of games.
pub(crate) fn games<'a>(games: impl Iterator<Item = (&'a GameInfo, &'a dyn DynGame)>) -> String {
    let view = |(info, game): (&'a GameInfo, &'a dyn DynGame)| {
        let diagram = game.start().diagram();
        CatalogGameView {
            name: info.name,
            title: info.title,
            about: info.about,
            seats: info.seats,
            usual_seats: game.seats(),
            rated: info.rated_engines().collect(),
            engines: info.engines.iter().map(EngineView::from).collect(),
            has_dice: game.has_dice(),
            settings: info.settings.iter().map(SettingView::from).collect(),
            presets: info.presets.iter().map(PresetView::from).collect(),
            layout: BoardLayout::from(&diagram),
            placement: PiecePlacement::from(&diagram),
        }
    };
    to_json(&GameList { games: games.map(view).collect() })
}

/// A position in the editor.
pub(crate) fn preview(game: &dyn DynGame, position: &dyn DynPosition) -> String {
    #[derive(Serialize)]
    struct Preview {
        position: String,
        seats: Vec<SeatTitle>,
        #[serde(serialize_with = "seat_option")]
        turn: Option<Seat>,
        layout: BoardLayout,
        placement: PiecePlacement,
        pieces: Vec<PieceView>,
        guide: Option<GuideView>,
    }
    #[derive(Serialize)]
    struct SeatTitle {
        #[serde(serialize_with = "seat_number")]
        seat: Seat,
        title: String,
        paint: Option<&'static str>,
    }
    let diagram = position.diagram();
    let title =
        |seat| SeatTitle { seat, title: game.seat_name(seat), paint: paint_name(game.seat_color(seat)) };
    to_json(&Preview {
        position: position.position(),
        seats: Seat::all(game.seats()).map(title).collect(),
        turn: match position.status() {
            rules::Status::Turn(seat) => Some(seat),
            _ => None,
        },
        layout: BoardLayout::from(&diagram),
        placement: PiecePlacement::from(&diagram),
        pieces: game.pieces().iter().map(PieceView::from).collect(),
        guide: game.guide().map(GuideView::from),
    })
}

/// All solutions of the queens puzzle, each with its symmetry class.
pub(crate) fn queens_solutions(size: usize, solutions: &[Solution]) -> String {
    #[derive(Serialize)]
    struct Solutions<'a> {
        size: usize,
        solutions: Vec<&'a [u8]>,
        classes: Vec<usize>,
    }
    let (solutions, classes) =
        solutions.iter().map(|solution| (&solution.columns[..], solution.class)).unzip();
    to_json(&Solutions { size, solutions, classes })
}

/// Steps of a search for queens.
pub(crate) fn queens_steps(size: usize, steps: &[[u8; 3]]) -> String {
    #[derive(Serialize)]
    struct Steps<'a> {
        size: usize,
        steps: &'a [[u8; 3]],
    }
    to_json(&Steps { size, steps })
}

/// A completed placement of queens.
pub(crate) fn queens_completed(squares: &[&str]) -> String {
    #[derive(Serialize)]
    struct Completed<'a> {
        queens: &'a [&'a str],
    }
    to_json(&Completed { queens: squares })
}
