//! Messages about the lobby. Games are rendered once and then put into the messages as they are.

use rules::Seat;
use serde::{Deserialize, Serialize};

use super::table::SeatView;
use super::{seat_option, to_json};
use crate::lobby::ListPage;
use crate::room::GameSummary;

/// Pages of the lists that a client watches, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct LobbyPages {
    /// The user's games.
    pub(crate) mine: usize,
    /// Tables with free seats.
    pub(crate) open: usize,
    /// Games that are being played.
    pub(crate) live: usize,
}

/// Content of a page, or what has changed on it.
pub(crate) struct ListChange<'a> {
    /// Number of the page.
    pub(crate) page: usize,
    /// Number of games on all pages.
    pub(crate) total: usize,
    /// Tables on the page in their order; `None` if they are the same as before.
    pub(crate) tables: Option<Vec<&'a str>>,
    /// JSON of the games that are new or have changed.
    pub(crate) games: Vec<String>,
}

impl<'a> ListChange<'a> {
    /// The whole page, with the JSON of its games.
    pub(crate) fn all(page: &'a ListPage, games: Vec<String>) -> ListChange<'a> {
        let tables = page.games.iter().map(|game| &*game.details().id).collect();
        ListChange { page: page.page, total: page.total, tables: Some(tables), games }
    }

    fn write(&self, text: &mut String) {
        text.push_str(&format!("{{\"page\":{},\"total\":{}", self.page, self.total));
        if let Some(tables) = &self.tables {
            text.push_str(",\"tables\":");
            text.push_str(&to_json(tables));
        }
        text.push_str(",\"games\":[");
        text.push_str(&self.games.join(","));
        text.push_str("]}");
    }
}

/// Message about some lists of the lobby, by their names.
pub(crate) fn lobby_message<'a>(lists: impl IntoIterator<Item = (&'static str, ListChange<'a>)>) -> String {
    let mut text = r#"{"kind":"lobby""#.to_owned();
    for (name, list) in lists {
        text.push_str(&format!(",\"{name}\":"));
        list.write(&mut text);
    }
    text.push('}');
    text
}

/// An unfinished game in the lobby.
#[derive(Serialize)]
pub(crate) struct GameView<'a> {
    table: &'a str,
    game: &'a str,
    title: &'a str,
    detail: &'a str,
    clock: &'a str,
    rated: bool,
    state: &'static str,
    seats: Vec<SeatView<'a>>,
    moves: usize,
    #[serde(serialize_with = "seat_option")]
    turn: Option<Seat>,
    your_turn: bool,
}

/// A game of which only the moves have changed.
#[derive(Serialize)]
struct ProgressView<'a> {
    table: &'a str,
    moves: usize,
    #[serde(serialize_with = "seat_option")]
    turn: Option<Seat>,
    your_turn: bool,
}

impl<'a> GameView<'a> {
    /// A game as a user sees it, or as those who do not play see it.
    pub(super) fn new(game: &'a GameSummary, user: Option<&str>) -> GameView<'a> {
        let details = &game.details;
        GameView {
            table: &details.id,
            game: details.game,
            title: details.title,
            detail: &details.detail,
            clock: &details.clock,
            rated: details.is_rated,
            state: details.state_name(),
            seats: details.seat_views(user),
            moves: game.moves,
            turn: game.turn,
            your_turn: user.is_some_and(|user| game.is_turn_of(user)),
        }
    }
}

/// JSON of a game as a user sees it, or as those who do not play see it.
pub(crate) fn summary_json(game: &GameSummary, user: Option<&str>) -> String {
    to_json(&GameView::new(game, user))
}

/// JSON of a game's progress, for a client that has the rest of it.
pub(crate) fn progress_json(game: &GameSummary, user: Option<&str>) -> String {
    to_json(&ProgressView {
        table: &game.details.id,
        moves: game.moves,
        turn: game.turn,
        your_turn: user.is_some_and(|user| game.is_turn_of(user)),
    })
}
