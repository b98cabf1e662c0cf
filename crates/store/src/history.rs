//! Finished games.

use sqlx::sqlite::SqliteRow;
use sqlx::{QueryBuilder, Row, Sqlite};

use crate::database::{Store, StoreError};
use crate::results::ResultKind;
use crate::rows::TableRow;

/// Largest number of games that one query returns.
const MAX_GAMES: u32 = 100;

/// Finished games to list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryFilter {
    /// Id of the user who looks. Private games of others are not listed.
    pub viewer: Option<String>,
    /// Id of a user who played.
    pub user: Option<String>,
    /// Part of the name of a player or engine.
    pub opponent: Option<String>,
    /// Name of the game.
    pub game: Option<String>,
    /// Result of `user`.
    pub result: Option<ResultKind>,
    /// Earliest end in milliseconds since the Unix epoch.
    pub since: Option<i64>,
    /// End before this time.
    pub until: Option<i64>,
    /// Time and table of the last game of the page before.
    pub after: Option<(i64, String)>,
    /// Number of games; at most 100.
    pub limit: u32,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The table.
    pub row: TableRow,
    /// Time of the end.
    pub finished: i64,
    /// Rule that ended the game.
    pub rule: String,
    /// Number of moves.
    pub moves: u32,
    /// Result of each seat.
    pub results: Vec<SeatResult>,
}

/// Result of a seat in a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatResult {
    /// Win, draw or loss.
    pub result: ResultKind,
    /// Place; 1 is the best.
    pub place: u8,
    /// Points by the game's own count.
    pub points: i16,
    /// `true` if it counts for the user's statistics.
    pub is_counted: bool,
    /// `true` if an account has the seat.
    pub is_registered: bool,
    /// Rating after a rated game, and its change.
    pub rating: Option<(f64, f64)>,
}

impl Store {
    /// Finished games, the latest first.
    pub async fn finished_games(&self, filter: &HistoryFilter) -> Result<Vec<FinishedGame>, StoreError> {
        let mut query = query(filter);
        let rows = query.build().fetch_all(&self.readers).await?;
        let mut games = Vec::with_capacity(rows.len());
        for row in rows {
            games.extend(self.finished_game(row.try_get("id")?).await?);
        }
        Ok(games)
    }

    /// A finished game; `None` if there is none with this id.
    pub async fn finished_game(&self, id: &str) -> Result<Option<FinishedGame>, StoreError> {
        let sql = "SELECT finished, rule, moves FROM tables WHERE id = $1 AND finished IS NOT NULL";
        let Some(found) = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await? else {
            return Ok(None);
        };
        let Some(row) = self.table(id).await? else { return Ok(None) };
        let sql = "SELECT result, place, points, counted, login, before, after FROM seats \
                   LEFT JOIN users ON users.id = seats.user AND seats.at_screen = 0 \
                   LEFT JOIN rating_changes ON rating_changes.table_id = seats.table_id \
                   AND rating_changes.user = seats.user AND seats.counted = 1 \
                   WHERE seats.table_id = $1 ORDER BY seat";
        let seats = sqlx::query(sql).bind(id).fetch_all(&self.readers).await?;
        Ok(Some(FinishedGame {
            row,
            finished: found.try_get("finished")?,
            rule: found.try_get::<Option<String>, _>("rule")?.unwrap_or_default(),
            moves: found.try_get::<Option<u32>, _>("moves")?.unwrap_or(0),
            results: seats.iter().map(seat_result).collect::<Result<_, _>>()?,
        }))
    }
}

fn seat_result(row: &SqliteRow) -> Result<SeatResult, sqlx::Error> {
    let name: Option<String> = row.try_get("result")?;
    let after: Option<f64> = row.try_get("after")?;
    let before: Option<f64> = row.try_get("before")?;
    Ok(SeatResult {
        result: name.and_then(|name| ResultKind::named(&name)).unwrap_or(ResultKind::Loss),
        place: row.try_get::<Option<u8>, _>("place")?.unwrap_or(0),
        points: row.try_get::<Option<i16>, _>("points")?.unwrap_or(0),
        is_counted: row.try_get("counted")?,
        is_registered: row.try_get::<Option<String>, _>("login")?.is_some(),
        rating: after.zip(before).map(|(after, before)| (after, after - before)),
    })
}

fn query(filter: &HistoryFilter) -> QueryBuilder<Sqlite> {
    let mut query = QueryBuilder::new("SELECT id FROM tables WHERE finished IS NOT NULL");
    let viewer = filter.viewer.clone().unwrap_or_default();
    query.push(" AND (listed = 1 OR id IN (SELECT table_id FROM seats WHERE user = ");
    query.push_bind(viewer.clone()).push("))");
    query.push(" AND id NOT IN (SELECT table_id FROM hidden WHERE user = ").push_bind(viewer).push(")");
    if let Some(user) = &filter.user {
        query.push(" AND id IN (SELECT table_id FROM seats WHERE user = ").push_bind(user.clone());
        if let Some(result) = filter.result {
            query.push(" AND counted = 1 AND result = ").push_bind(result.name());
        }
        query.push(")");
    }
    if let Some(opponent) = &filter.opponent {
        query.push(" AND id IN (SELECT table_id FROM seats WHERE instr(lower(name), ");
        query.push_bind(opponent.to_lowercase()).push(") > 0)");
    }
    if let Some(game) = &filter.game {
        query.push(" AND game = ").push_bind(game.clone());
    }
    if let Some(since) = filter.since {
        query.push(" AND finished >= ").push_bind(since);
    }
    if let Some(until) = filter.until {
        query.push(" AND finished < ").push_bind(until);
    }
    if let Some((at, table)) = &filter.after {
        query.push(" AND (finished, id) < (").push_bind(*at).push(", ").push_bind(table.clone()).push(")");
    }
    query
        .push(" ORDER BY finished DESC, id DESC LIMIT ")
        .push_bind(i64::from(filter.limit.clamp(1, MAX_GAMES)));
    query
}
