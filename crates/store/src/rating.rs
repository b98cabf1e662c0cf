//! Glicko-2 ratings of users, one for each game.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::database::{Store, StoreError};
use crate::results::GameResult;

/// Time without games after which a rating becomes less certain by one step, in milliseconds: a week.
const PERIOD: i64 = 7 * 24 * 3600 * 1000;
/// Largest number of periods that are applied; the deviation has reached its limit long before.
const MAX_PERIODS: i64 = 1000;
/// Deviation of engines, whose ratings are fixed.
const ENGINE_DEVIATION: f64 = 60.0;
/// Number of points of a rating graph.
const MAX_POINTS: i64 = 500;

/// Rating of a user in one game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// The rating; a newcomer has 1500.
    pub rating: f64,
    /// Standard deviation of the rating.
    pub deviation: f64,
    /// Volatility, which lets a rating follow a change in strength.
    pub volatility: f64,
    /// Number of rated games.
    pub games: u32,
    /// Time of the last rated game in milliseconds since the Unix epoch.
    pub updated: i64,
}

/// Rating of an engine, which its games do not change.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FixedRating(pub f64);

/// A point of a rating graph.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingPoint {
    /// The rated game.
    pub table: String,
    /// Time of its end.
    pub at: i64,
    /// Rating before and after it.
    pub before: f64,
    /// Rating after the game.
    pub after: f64,
    /// Deviation after the game.
    pub deviation: f64,
}

impl Default for Rating {
    /// Rating of a newcomer.
    fn default() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0, updated: 0 }
    }
}

impl Rating {
    /// The rating at a later time: without games its deviation grows.
    #[must_use]
    pub fn at(self, now: i64) -> Rating {
        if self.games == 0 {
            return self;
        }
        let periods = ((now - self.updated) / PERIOD).clamp(0, MAX_PERIODS);
        let decayed = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        Rating { deviation: decayed.deviation, ..self }
    }

    fn glicko(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    /// The rating after one game against the others at the table. A game of several players counts as one game against each.
    fn after(self, own: u8, others: &[(Glicko2Rating, u8)], now: i64) -> Rating {
        let outcome = |place: u8| match own.cmp(&place) {
            std::cmp::Ordering::Less => Outcomes::WIN,
            std::cmp::Ordering::Equal => Outcomes::DRAW,
            std::cmp::Ordering::Greater => Outcomes::LOSS,
        };
        let results: Vec<_> = others.iter().map(|(rating, place)| (*rating, outcome(*place))).collect();
        let new = glicko2_rating_period(&self.glicko(), &results, &Glicko2Config::new());
        Rating {
            rating: new.rating,
            deviation: new.deviation,
            volatility: new.volatility,
            games: self.games + 1,
            updated: now,
        }
    }
}

/// Player of a rated game.
struct RatedPlayer {
    user: Option<String>,
    rating: Rating,
    place: u8,
}

/// Updates the ratings after a rated game. A game is rated if every seat is held by another account or by an engine with a
/// rating, and an account plays.
pub(crate) async fn rate_game(
    connection: &mut SqliteConnection,
    game: &str,
    result: &GameResult,
) -> Result<(), sqlx::Error> {
    let sql = "SELECT seats.seat, seats.user, seats.counted, users.login FROM seats \
               LEFT JOIN users ON users.id = seats.user WHERE table_id = $1 ORDER BY seat";
    let rows = sqlx::query(sql).bind(&result.table).fetch_all(&mut *connection).await?;
    let mut players = Vec::new();
    for (index, (row, seat)) in rows.iter().zip(&result.seats).enumerate() {
        let user: Option<String> = row.try_get("user")?;
        let is_account = row.try_get::<Option<String>, _>("login")?.is_some() && seat.is_counted;
        let rating = match (&user, result.engines.get(index).copied().flatten()) {
            (Some(user), _) if is_account => {
                rating_of(connection, user, game).await?.unwrap_or_default().at(result.finished)
            }
            (None, Some(FixedRating(rating))) => {
                Rating { rating, deviation: ENGINE_DEVIATION, ..Rating::default() }
            }
            _ => return Ok(()),
        };
        players.push(RatedPlayer { user, rating, place: seat.place });
    }
    if players.len() < 2 {
        return Ok(());
    }
    for (index, player) in players.iter().enumerate() {
        let Some(user) = &player.user else { continue };
        let others: Vec<_> = players
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != index)
            .map(|(_, other)| (other.rating.glicko(), other.place))
            .collect();
        let new = player.rating.after(player.place, &others, result.finished);
        store_rating(connection, user, game, &result.table, player.rating, new).await?;
    }
    Ok(())
}

async fn store_rating(
    connection: &mut SqliteConnection,
    user: &str,
    game: &str,
    table: &str,
    old: Rating,
    new: Rating,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO ratings (user, game, rating, deviation, volatility, games, updated) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user, game) DO UPDATE SET rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
               updated = excluded.updated";
    sqlx::query(sql)
        .bind(user)
        .bind(game)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.volatility)
        .bind(new.games)
        .bind(new.updated)
        .execute(&mut *connection)
        .await?;
    let sql = "INSERT INTO rating_changes (table_id, user, game, before, after, deviation, at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7)";
    sqlx::query(sql)
        .bind(table)
        .bind(user)
        .bind(game)
        .bind(old.rating)
        .bind(new.rating)
        .bind(new.deviation)
        .bind(new.updated)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

async fn rating_of(
    connection: &mut SqliteConnection,
    user: &str,
    game: &str,
) -> Result<Option<Rating>, sqlx::Error> {
    let sql = "SELECT * FROM ratings WHERE user = $1 AND game = $2";
    let row = sqlx::query(sql).bind(user).bind(game).fetch_optional(connection).await?;
    row.as_ref().map(rating).transpose()
}

fn rating(row: &SqliteRow) -> Result<Rating, sqlx::Error> {
    Ok(Rating {
        rating: row.try_get("rating")?,
        deviation: row.try_get("deviation")?,
        volatility: row.try_get("volatility")?,
        games: row.try_get("games")?,
        updated: row.try_get("updated")?,
    })
}

impl Store {
    /// Ratings of a user by game, at this time.
    pub async fn ratings(&self, user: &str, now: i64) -> Result<Vec<(String, Rating)>, StoreError> {
        let sql = "SELECT * FROM ratings WHERE user = $1 ORDER BY game";
        let rows = sqlx::query(sql).bind(user).fetch_all(&self.readers).await?;
        let read = |row: &SqliteRow| Ok((row.try_get("game")?, rating(row)?.at(now)));
        Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }

    /// Rating of a user in one game at this time; `None` before the first rated game.
    pub async fn rating(&self, user: &str, game: &str, now: i64) -> Result<Option<Rating>, StoreError> {
        Ok(self
            .ratings(user, now)
            .await?
            .into_iter()
            .find(|(name, _)| name == game)
            .map(|(_, rating)| rating))
    }

    /// The latest changes of a user's rating in one game, the oldest first.
    pub async fn rating_history(&self, user: &str, game: &str) -> Result<Vec<RatingPoint>, StoreError> {
        let sql =
            "SELECT * FROM rating_changes WHERE user = $1 AND game = $2 ORDER BY at DESC, table_id LIMIT $3";
        let rows = sqlx::query(sql).bind(user).bind(game).bind(MAX_POINTS).fetch_all(&self.readers).await?;
        let read = |row: &SqliteRow| {
            Ok(RatingPoint {
                table: row.try_get("table_id")?,
                at: row.try_get("at")?,
                before: row.try_get("before")?,
                after: row.try_get("after")?,
                deviation: row.try_get("deviation")?,
            })
        };
        Ok(rows.iter().rev().map(read).collect::<Result<_, sqlx::Error>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of Glickman's paper: a player of 1500 with deviation 200 beats 1400 (30), and loses to 1550 (100) and
    /// 1700 (300); the result is 1464.06 with deviation 151.52 and volatility 0.05999.
    #[test]
    fn the_published_example() {
        let player = Rating { deviation: 200.0, ..Rating::default() };
        let other = |rating, deviation, place| (Glicko2Rating { rating, deviation, volatility: 0.06 }, place);
        let others = [other(1400.0, 30.0, 3), other(1550.0, 100.0, 1), other(1700.0, 300.0, 1)];
        let after = player.after(2, &others, 0);
        assert!((after.rating - 1464.06).abs() < 0.02, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.02, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn a_rating_without_games_becomes_less_certain() {
        let rating = Rating { deviation: 50.0, games: 9, ..Rating::default() };
        assert_eq!(rating.at(PERIOD - 1), rating);
        let later = rating.at(10 * PERIOD).deviation;
        assert!(later > 55.0 && later < 70.0, "{later}");
        assert!(rating.at(i64::MAX / 2).deviation <= 350.0);
        assert_eq!(Rating::default().at(PERIOD * 5), Rating::default());
    }
}
