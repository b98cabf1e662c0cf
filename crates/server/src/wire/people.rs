//! Accounts, statistics, profiles and finished games as JSON.

use export::Format;
use games::catalog::{self, GameInfo};
use serde::{Deserialize, Serialize};
use store::statistics::{PlayerTotals, Statistics, Totals};
use store::{FinishedGame, Rating, RatingPoint, Session, TableRow};
use web_host::responses::to_json;

use super::body::read_body;
use super::{EndingView, SeatRole};
use crate::api_error::ApiError;
use crate::identity::User;

/// Name and password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// Reads name and password. An error does not quote the request.
pub(crate) fn read_credentials(text: &str) -> Result<Credentials, ApiError> {
    read_secret(text, r#"{"name": "laleh", "password": "..."}"#)
}

/// Old and new password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasswordChange {
    pub(crate) old: String,
    pub(crate) new: String,
}

/// Reads a change of the password.
pub(crate) fn read_password_change(text: &str) -> Result<PasswordChange, ApiError> {
    read_secret(text, r#"{"old": "...", "new": "..."}"#)
}

/// Password that confirms the deletion of an account.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deletion {
    pub(crate) password: String,
}

/// Reads the confirmation of a deletion.
pub(crate) fn read_deletion(text: &str) -> Result<Deletion, ApiError> {
    read_secret(text, r#"{"password": "..."}"#)
}

/// Reads a body with a secret: the parser's error could quote it, so the message only has the example.
fn read_secret<T: serde::de::DeserializeOwned>(text: &str, example: &str) -> Result<T, ApiError> {
    read_body(text, example)
        .map_err(|_| ApiError::bad_request(format!("cannot read the request; expected {example}")))
}

/// Reply to a request without a result.
pub(crate) fn done() -> String {
    #[derive(Serialize)]
    struct Done {
        done: bool,
    }
    to_json(&Done { done: true })
}

/// Reply to a log-in.
pub(crate) fn logged_in(name: &str) -> String {
    #[derive(Serialize)]
    struct LoggedIn<'a> {
        name: &'a str,
        registered: bool,
    }
    to_json(&LoggedIn { name, registered: true })
}

/// The user, the sessions of the account, and the unfinished games.
pub(crate) fn account(user: &User, sessions: &[Session], games: &[TableRow]) -> String {
    #[derive(Serialize)]
    struct AccountView<'a> {
        name: &'a str,
        registered: bool,
        sessions: Vec<SessionView<'a>>,
        games: Vec<SavedView<'a>>,
    }
    #[derive(Serialize)]
    struct SessionView<'a> {
        session: &'a str,
        label: &'a str,
        created: i64,
        used: i64,
        current: bool,
    }
    #[derive(Serialize)]
    struct SavedView<'a> {
        table: &'a str,
        game: &'a str,
        created: i64,
        home: &'static str,
        seats: Vec<Option<&'a str>>,
    }
    let session = |session: &'_ Session| -> bool { session.id == user.session };
    to_json(&AccountView {
        name: &user.name,
        registered: user.is_registered,
        sessions: sessions
            .iter()
            .map(|found| SessionView {
                session: &found.id,
                label: &found.label,
                created: found.created,
                used: found.used,
                current: session(found),
            })
            .collect(),
        games: games
            .iter()
            .map(|row| SavedView {
                table: &row.id,
                game: row.game(),
                created: row.created,
                home: row.home.name(),
                seats: row.seats.iter().map(store::SeatHolder::name).collect(),
            })
            .collect(),
    })
}

#[derive(Serialize)]
struct TotalsView {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl From<Totals> for TotalsView {
    fn from(totals: Totals) -> TotalsView {
        TotalsView { games: totals.games(), wins: totals.wins, draws: totals.draws, losses: totals.losses }
    }
}

/// Statistics of all accounts and of the user.
pub(crate) fn statistics(
    game: Option<&str>,
    statistics: &Statistics,
    user: &User,
    own: &[(String, Totals)],
) -> String {
    #[derive(Serialize)]
    struct StatisticsView<'a> {
        game: Option<&'a str>,
        games: u32,
        wins: u32,
        draws: u32,
        losses: u32,
        best: Vec<&'a str>,
        weakest: Vec<&'a str>,
        players: Vec<PlayerView<'a>>,
        own: OwnView<'a>,
    }
    #[derive(Serialize)]
    struct PlayerView<'a> {
        name: &'a str,
        #[serde(flatten)]
        totals: TotalsView,
    }
    #[derive(Serialize)]
    struct OwnView<'a> {
        name: &'a str,
        registered: bool,
        #[serde(flatten)]
        totals: TotalsView,
        by_game: Vec<GameTotalsView<'a>>,
    }
    let names = |players: Vec<&'_ PlayerTotals>| -> Vec<String> {
        players.iter().map(|player| player.name.clone()).collect()
    };
    let (best, weakest) = (names(statistics.best()), names(statistics.weakest()));
    let mut sum = Totals::default();
    for (_, totals) in own {
        sum += *totals;
    }
    to_json(&StatisticsView {
        game,
        games: statistics.games,
        wins: statistics.totals.wins,
        draws: statistics.totals.draws,
        losses: statistics.totals.losses,
        best: best.iter().map(String::as_str).collect(),
        weakest: weakest.iter().map(String::as_str).collect(),
        players: statistics
            .players
            .iter()
            .map(|player| PlayerView { name: &player.name, totals: player.totals.into() })
            .collect(),
        own: OwnView {
            name: &user.name,
            registered: user.is_registered,
            totals: sum.into(),
            by_game: own.iter().map(|(game, totals)| GameTotalsView::new(game, *totals)).collect(),
        },
    })
}

#[derive(Serialize)]
struct GameTotalsView<'a> {
    game: &'a str,
    title: &'a str,
    #[serde(flatten)]
    totals: TotalsView,
}

impl GameTotalsView<'_> {
    fn new(game: &str, totals: Totals) -> GameTotalsView<'_> {
        GameTotalsView { game, title: title_of(game), totals: totals.into() }
    }
}

fn title_of(game: &str) -> &str {
    catalog::entry(game).map_or(game, |info| info.title)
}

/// One game in a profile.
pub(crate) struct ProfileGame {
    pub(crate) info: &'static GameInfo,
    pub(crate) totals: Totals,
    pub(crate) rating: Option<Rating>,
    pub(crate) points: Vec<RatingPoint>,
}

/// Profile of an account.
pub(crate) fn player(user: &store::User, games: &[ProfileGame]) -> String {
    #[derive(Serialize)]
    struct ProfileView<'a> {
        name: &'a str,
        created: i64,
        games: Vec<ProfileGameView<'a>>,
    }
    #[derive(Serialize)]
    struct ProfileGameView<'a> {
        #[serde(flatten)]
        totals: GameTotalsView<'a>,
        rating: Option<RatingView>,
        /// Time, rating and deviation after each rated game.
        graph: Vec<(i64, f64, f64)>,
    }
    #[derive(Serialize)]
    struct RatingView {
        rating: f64,
        deviation: f64,
        games: u32,
    }
    let game = |game: &'_ ProfileGame| ProfileGameView {
        totals: GameTotalsView::new(game.info.name, game.totals),
        rating: game.rating.map(|rating| RatingView {
            rating: rating.rating.round(),
            deviation: rating.deviation.round(),
            games: rating.games,
        }),
        graph: game
            .points
            .iter()
            .map(|point| (point.at, point.after.round(), point.deviation.round()))
            .collect(),
    };
    to_json(&ProfileView { name: &user.name, created: user.created, games: games.iter().map(game).collect() })
}

/// A page of finished games.
pub(crate) fn history(games: &[FinishedGame], has_more: bool, viewer: &str, of: Option<&str>) -> String {
    #[derive(Serialize)]
    struct HistoryView<'a> {
        games: Vec<FinishedView<'a>>,
        /// Value of `after` for the next page.
        next: Option<String>,
    }
    #[derive(Serialize)]
    struct FinishedView<'a> {
        table: &'a str,
        game: &'a str,
        title: &'a str,
        clock: &'a str,
        rated: bool,
        created: i64,
        finished: i64,
        moves: u32,
        /// Result of the player whose games are listed.
        result: Option<&'static str>,
        seats: Vec<SeatView<'a>>,
        ending: EndingView,
        formats: Vec<&'static str>,
    }
    #[derive(Serialize)]
    struct SeatView<'a> {
        seat: usize,
        name: Option<&'a str>,
        who: SeatRole,
        registered: bool,
        rating: Option<f64>,
        change: Option<f64>,
    }
    fn view<'a>(game: &'a FinishedGame, viewer: &str, of: Option<&str>) -> FinishedView<'a> {
        let seat = |index: usize| SeatView {
            seat: index + 1,
            name: game.row.seats[index].name(),
            who: SeatRole::of(&game.row.seats[index], Some(viewer)),
            registered: game.results[index].is_registered,
            rating: game.results[index].rating.map(|(rating, _)| rating.round()),
            change: game.results[index].rating.map(|(_, change)| change.round()),
        };
        let count = game.row.seats.len().min(game.results.len());
        let own = of.and_then(|of| {
            (0..count)
                .find(|&index| game.row.seats[index].user() == Some(of) && game.results[index].is_counted)
        });
        FinishedView {
            table: &game.row.id,
            game: game.row.game(),
            title: title_of(game.row.game()),
            clock: &game.row.clock,
            rated: game.row.is_rated,
            created: game.row.created,
            finished: game.finished,
            moves: game.moves,
            result: own.map(|index| game.results[index].result.name()),
            seats: (0..count).map(seat).collect(),
            ending: EndingView::new(
                game.results.iter().map(|seat| seat.place).collect(),
                game.results.iter().map(|seat| seat.points).collect(),
                &game.rule,
            ),
            formats: Format::of_game(game.row.game()).iter().map(|format| format.name()).collect(),
        }
    }
    let next = games.last().filter(|_| has_more).map(|game| format!("{}-{}", game.finished, game.row.id));
    to_json(&HistoryView { games: games.iter().map(|game| view(game, viewer, of)).collect(), next })
}
