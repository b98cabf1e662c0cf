//! Users and their sessions.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use crate::database::{Store, StoreError};
use crate::secrets;
use crate::writer::WriteOp;

const DAY: i64 = 24 * 3600 * 1000;
/// Longest time between two uses of a session of an account, in milliseconds.
pub const IDLE_LIMIT: i64 = 30 * DAY;
/// Longest life of a session of an account, in milliseconds.
pub const AGE_LIMIT: i64 = 90 * DAY;
/// The time of use is stored at most this often.
const TOUCH_INTERVAL: i64 = 3600 * 1000;

/// A user: an account, or a guest.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct User {
    /// Id, known to the server only.
    pub id: String,
    /// Name shown to others.
    pub name: String,
    /// `true` for an account, `false` for a guest.
    pub is_registered: bool,
    /// Time of the first visit in milliseconds since the Unix epoch.
    pub created: i64,
}

/// A session of a user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// SHA-256 of the session's token.
    pub id: String,
    /// The user.
    pub user: User,
    /// Browser or program of the session, as shown in the list of sessions.
    pub label: String,
    /// Time of the log-in.
    pub created: i64,
    /// Time of the last use, to the hour.
    pub used: i64,
}

impl Session {
    /// `true` if the session is no longer valid. A guest's session does not expire: it is the only way to the guest's games.
    pub fn is_expired(&self, now: i64) -> bool {
        self.user.is_registered && (now - self.used > IDLE_LIMIT || now - self.created > AGE_LIMIT)
    }
}

const COLUMNS: &str = "SELECT sessions.id, sessions.label, sessions.created, sessions.used, users.id AS user_id, \
                       users.name, users.login, users.created AS user_created \
                       FROM sessions JOIN users ON users.id = sessions.user";

fn session(row: &SqliteRow) -> Result<Session, sqlx::Error> {
    Ok(Session {
        id: row.try_get("id")?,
        user: User {
            id: row.try_get("user_id")?,
            name: row.try_get("name")?,
            is_registered: row.try_get::<Option<String>, _>("login")?.is_some(),
            created: row.try_get("user_created")?,
        },
        label: row.try_get("label")?,
        created: row.try_get("created")?,
        used: row.try_get("used")?,
    })
}

impl Store {
    /// The valid session of a token. Stores the time of use from time to time, and ends an expired session.
    pub async fn session(&self, token: &str, now: i64) -> Result<Option<Session>, StoreError> {
        let Some(session) = self.session_by_id(&secrets::fingerprint(token)).await? else { return Ok(None) };
        if session.is_expired(now) {
            self.write(vec![WriteOp::EndSession { session: session.id }]).await?;
            return Ok(None);
        }
        if now - session.used > TOUCH_INTERVAL {
            self.write(vec![WriteOp::UseSession { session: session.id.clone(), now }]).await?;
        }
        Ok(Some(session))
    }

    /// A session by its id.
    pub async fn session_by_id(&self, id: &str) -> Result<Option<Session>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE sessions.id = $1"));
        let row = sqlx::query(sql).bind(id).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(session).transpose()?)
    }

    /// Sessions of a user, the latest first.
    pub async fn sessions(&self, user: &str) -> Result<Vec<Session>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!(
            "{COLUMNS} WHERE users.id = $1 ORDER BY sessions.used DESC, sessions.id"
        ));
        let rows = sqlx::query(sql).bind(user).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(session).collect::<Result<_, _>>()?)
    }

    /// A user by its id.
    pub async fn user(&self, id: &str) -> Result<Option<User>, StoreError> {
        self.user_where("id", id).await
    }

    /// An account by its name, in any case.
    pub async fn account(&self, name: &str) -> Result<Option<User>, StoreError> {
        self.user_where("login", &login(name)).await
    }

    async fn user_where(&self, column: &str, value: &str) -> Result<Option<User>, StoreError> {
        let sql =
            sqlx::AssertSqlSafe(format!("SELECT id, name, login, created FROM users WHERE {column} = $1"));
        let row = sqlx::query(sql).bind(value).fetch_optional(&self.readers).await?;
        let user = |row: SqliteRow| -> Result<User, sqlx::Error> {
            Ok(User {
                id: row.try_get("id")?,
                name: row.try_get("name")?,
                is_registered: row.try_get::<Option<String>, _>("login")?.is_some(),
                created: row.try_get("created")?,
            })
        };
        Ok(row.map(user).transpose()?)
    }

    /// Id and password hash of an account; `None` if there is none with this name.
    pub(crate) async fn credentials(&self, login: &str) -> Result<Option<(String, String)>, StoreError> {
        let sql = "SELECT id, password FROM users WHERE login = $1 AND password IS NOT NULL";
        let row = sqlx::query(sql).bind(login).fetch_optional(&self.readers).await?;
        let read = |row: SqliteRow| Ok((row.try_get("id")?, row.try_get("password")?));
        Ok(row.map(read).transpose().map_err(|error: sqlx::Error| error)?)
    }
}

/// Name by which an account is found: the name in lower case.
pub(crate) fn login(name: &str) -> String {
    name.trim().to_lowercase()
}
