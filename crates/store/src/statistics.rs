//! Statistics of players: games, wins, draws, losses, and the best and the weakest player.

use std::cmp::Reverse;

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::database::{Store, StoreError};

/// Number of finished games by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// Wins.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses.
    pub losses: u32,
}

impl Totals {
    /// Number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

impl std::ops::AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Totals of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTotals {
    /// Name of the account.
    pub name: String,
    /// The totals.
    pub totals: Totals,
}

/// Statistics of all accounts, in one game or in all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Number of finished games in which an account played.
    pub games: u32,
    /// Sum of the accounts' results.
    pub totals: Totals,
    /// Accounts with a finished game, the best first.
    pub players: Vec<PlayerTotals>,
}

impl Statistics {
    /// The best player: most wins, then most draws, then fewest losses. Several if they are equal in all three.
    pub fn best(&self) -> Vec<&PlayerTotals> {
        greatest(&self.players, |totals| (totals.wins, totals.draws, Reverse(totals.losses)))
    }

    /// The weakest player: most losses, then fewest draws, then fewest wins. Several if they are equal in all three.
    pub fn weakest(&self) -> Vec<&PlayerTotals> {
        greatest(&self.players, |totals| (totals.losses, Reverse(totals.draws), Reverse(totals.wins)))
    }
}

fn greatest<K: Ord>(players: &[PlayerTotals], key: impl Fn(&Totals) -> K) -> Vec<&PlayerTotals> {
    let Some(most) = players.iter().map(|player| key(&player.totals)).max() else { return Vec::new() };
    players.iter().filter(|player| key(&player.totals) == most).collect()
}

const SUMS: &str = "count(*) FILTER (WHERE seats.result = 'win') AS wins, \
                    count(*) FILTER (WHERE seats.result = 'draw') AS draws, \
                    count(*) FILTER (WHERE seats.result = 'loss') AS losses";
const COUNTED: &str = "FROM seats JOIN tables ON tables.id = seats.table_id JOIN users ON users.id = seats.user \
                       WHERE tables.finished IS NOT NULL AND seats.counted = 1";

fn totals(row: &SqliteRow) -> Result<Totals, sqlx::Error> {
    Ok(Totals { wins: row.try_get("wins")?, draws: row.try_get("draws")?, losses: row.try_get("losses")? })
}

impl Store {
    /// Statistics of all accounts in one game, or in all.
    pub async fn statistics(&self, game: Option<&str>) -> Result<Statistics, StoreError> {
        let of_game = if game.is_some() { "AND tables.game = $1" } else { "" };
        let is_account = "AND users.login IS NOT NULL";
        let sql = format!(
            "SELECT users.name, {SUMS} {COUNTED} {is_account} {of_game} GROUP BY users.id ORDER BY users.login"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game).fetch_all(&self.readers).await?;
        let player = |row: &SqliteRow| Ok(PlayerTotals { name: row.try_get("name")?, totals: totals(row)? });
        let mut players: Vec<PlayerTotals> = rows.iter().map(player).collect::<Result<_, sqlx::Error>>()?;
        players.sort_by_key(|player| {
            let Totals { wins, draws, losses } = player.totals;
            (Reverse(wins), Reverse(draws), losses)
        });
        let mut sum = Totals::default();
        for player in &players {
            sum += player.totals;
        }
        let sql = format!("SELECT count(DISTINCT tables.id) AS games {COUNTED} {is_account} {of_game}");
        let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(game).fetch_one(&self.readers).await?;
        Ok(Statistics { games: row.try_get("games")?, totals: sum, players })
    }

    /// Totals of a user by game.
    pub async fn user_totals(&self, user: &str) -> Result<Vec<(String, Totals)>, StoreError> {
        let sql = format!("SELECT tables.game, {SUMS} {COUNTED} AND users.id = $1 GROUP BY tables.game");
        let rows = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(user).fetch_all(&self.readers).await?;
        let read = |row: &SqliteRow| Ok((row.try_get("game")?, totals(row)?));
        Ok(rows.iter().map(read).collect::<Result<_, sqlx::Error>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statistics(players: &[(&str, u32, u32, u32)]) -> Statistics {
        let player = |&(name, wins, draws, losses): &(&str, u32, u32, u32)| PlayerTotals {
            name: name.to_owned(),
            totals: Totals { wins, draws, losses },
        };
        Statistics { players: players.iter().map(player).collect(), ..Statistics::default() }
    }

    fn names(players: &[&PlayerTotals]) -> String {
        players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn ties_are_broken_in_order() {
        for (players, best, weakest) in [
            (&[("a", 3, 0, 5), ("b", 2, 9, 0)][..], "a", "a"),
            (&[("a", 3, 1, 0), ("b", 3, 2, 9)], "b", "b"),
            (&[("a", 3, 1, 4), ("b", 3, 1, 3)], "b", "a"),
            (&[("a", 0, 2, 4), ("b", 0, 1, 4)], "a", "b"),
            (&[("a", 2, 1, 4), ("b", 1, 1, 4)], "a", "b"),
            (&[("a", 2, 1, 4), ("b", 2, 1, 4), ("c", 2, 1, 5)], "a b", "c"),
            (&[("a", 1, 1, 1), ("b", 1, 1, 1)], "a b", "a b"),
            (&[("a", 0, 0, 1)], "a", "a"),
            (&[], "", ""),
        ] {
            let statistics = statistics(players);
            assert_eq!(names(&statistics.best()), best, "{players:?}");
            assert_eq!(names(&statistics.weakest()), weakest, "{players:?}");
        }
    }
}
