//! Bots: accounts of programs, each owned by the account of a person.
//!
//! A bot has a token in place of a password; the store has only the token's SHA-256. Its name ends in [`BOT_MARK`], which no
//! other name may, so that a bot is recognised wherever its name is shown.

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use crate::accounts::{AccountError, Accounts, check_account_name};
use crate::database::{LimitReached, Store, StoreError};
use crate::secrets;
use crate::sessions::{User, login};
use crate::writer::WriteOp;

/// End of the name of every bot.
pub const BOT_MARK: &str = "(bot)";
/// Number of bots that one account may have.
pub const MAX_BOTS: usize = 8;
/// Text in place of a bot's password hash, which no password matches.
const NO_PASSWORD: &str = "none";
/// The time of use is stored at most this often, in milliseconds.
const USE_INTERVAL: i64 = 3600 * 1000;

/// A bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// Its account.
    pub user: User,
    /// Id of the user who owns it.
    pub owner: String,
    /// SHA-256 of its token; `None` if the token was revoked.
    pub token: Option<String>,
    /// Time of the last use in milliseconds since the Unix epoch, to the hour.
    pub used: Option<i64>,
}

/// A new token of a bot. Only the owner gets it.
#[derive(Clone, Debug)]
pub struct NewBotToken {
    /// The token, in hexadecimal.
    pub token: String,
    /// The bot.
    pub bot: Bot,
}

/// `true` if a name is marked as that of a bot.
pub fn is_bot_name(name: &str) -> bool {
    name.trim().to_lowercase().ends_with(BOT_MARK)
}

/// Name of the bot that an owner calls `name`, with its mark or without.
fn full_name(name: &str) -> String {
    let name = name.trim();
    let short = if is_bot_name(name) { name.get(..name.len() - BOT_MARK.len()) } else { None };
    format!("{} {BOT_MARK}", short.unwrap_or(name).trim_end())
}

impl Accounts {
    /// Creates a bot of an account. The bot's name is `name` with the mark of bots.
    pub async fn create_bot(&self, owner: &User, name: &str, now: i64) -> Result<NewBotToken, AccountError> {
        if !owner.is_registered || is_bot_name(&owner.name) {
            return Err(AccountError::NotLoggedIn);
        }
        let full = full_name(name);
        check_account_name(full.trim_end_matches(BOT_MARK).trim_end())?;
        if self.store.bots(&owner.id).await?.len() >= MAX_BOTS {
            return Err(AccountError::TooManyBots);
        }
        let token = secrets::new_token();
        let create = WriteOp::Bot {
            user: secrets::random_hexadecimal::<32>(),
            login: login(&full),
            name: full.clone(),
            owner: owner.id.clone(),
            token: secrets::fingerprint(&token),
            now,
        };
        self.store.write(vec![create]).await.map_err(|error| match error {
            StoreError::Conflict => AccountError::NameTaken,
            StoreError::LimitReached => AccountError::TooManyBots,
            other => AccountError::Store(other),
        })?;
        Ok(NewBotToken { token, bot: self.bot(owner, &full).await? })
    }

    /// Replaces the token of a bot; the old one is no longer valid.
    pub async fn renew_bot_token(&self, owner: &User, name: &str) -> Result<NewBotToken, AccountError> {
        let bot = self.bot(owner, name).await?;
        let token = secrets::new_token();
        self.set_token(&bot, Some(secrets::fingerprint(&token))).await?;
        Ok(NewBotToken { token, bot: self.bot(owner, name).await? })
    }

    /// Revokes the token of a bot, and returns the bot as it was.
    pub async fn revoke_bot_token(&self, owner: &User, name: &str) -> Result<Bot, AccountError> {
        let bot = self.bot(owner, name).await?;
        self.set_token(&bot, None).await?;
        Ok(bot)
    }

    /// Deletes a bot. Its games stay, without its name.
    pub async fn delete_bot(&self, owner: &User, name: &str) -> Result<(), AccountError> {
        let bot = self.bot(owner, name).await?;
        let mut ops = self.store.unname_records(&bot.user.id).await?;
        ops.push(WriteOp::DeleteUser { user: bot.user.id });
        Ok(self.store.write(ops).await?)
    }

    /// A bot of an account by its name, with the mark of bots or without.
    pub async fn bot(&self, owner: &User, name: &str) -> Result<Bot, AccountError> {
        let full = login(&full_name(name));
        let mut bots = self.store.bots(&owner.id).await?.into_iter();
        bots.find(|bot| login(&bot.user.name) == full).ok_or(AccountError::NoSuchBot)
    }

    async fn set_token(&self, bot: &Bot, token: Option<String>) -> Result<(), AccountError> {
        Ok(self.store.write(vec![WriteOp::BotToken { user: bot.user.id.clone(), token }]).await?)
    }
}

const COLUMNS: &str = "SELECT bots.owner, bots.token, bots.used, users.id, users.name, users.created \
                       FROM bots JOIN users ON users.id = bots.user";

fn bot(row: &SqliteRow) -> Result<Bot, sqlx::Error> {
    Ok(Bot {
        user: User {
            id: row.try_get("id")?,
            name: row.try_get("name")?,
            is_registered: true,
            created: row.try_get("created")?,
        },
        owner: row.try_get("owner")?,
        token: row.try_get("token")?,
        used: row.try_get("used")?,
    })
}

impl Store {
    /// Bots of an account, the oldest first.
    pub async fn bots(&self, owner: &str) -> Result<Vec<Bot>, StoreError> {
        let sql =
            sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE bots.owner = $1 ORDER BY bots.created, users.id"));
        let rows = sqlx::query(sql).bind(owner).fetch_all(&self.readers).await?;
        Ok(rows.iter().map(bot).collect::<Result<_, _>>()?)
    }

    /// The bot whose token has this SHA-256.
    pub async fn bot_by_fingerprint(&self, fingerprint: &str) -> Result<Option<Bot>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{COLUMNS} WHERE bots.token = $1"));
        let row = sqlx::query(sql).bind(fingerprint).fetch_optional(&self.readers).await?;
        Ok(row.as_ref().map(bot).transpose()?)
    }

    /// The bot of a token. Stores the time of use from time to time.
    pub async fn bot_of_token(&self, token: &str, now: i64) -> Result<Option<Bot>, StoreError> {
        let Some(bot) = self.bot_by_fingerprint(&secrets::fingerprint(token)).await? else { return Ok(None) };
        if bot.used.is_none_or(|used| now - used > USE_INTERVAL) {
            self.write(vec![WriteOp::UseBot { user: bot.user.id.clone(), now }]).await?;
        }
        Ok(Some(bot))
    }
}

/// Applies an operation on bots.
pub(crate) async fn apply(connection: &mut SqliteConnection, op: &WriteOp) -> Result<(), sqlx::Error> {
    match op {
        WriteOp::Bot { user, name, login, owner, token, now } => {
            let sql = "INSERT INTO users (id, name, login, password, created) VALUES ($1, $2, $3, $4, $5)";
            let query = sqlx::query(sql).bind(user).bind(name).bind(login).bind(NO_PASSWORD).bind(now);
            query.execute(&mut *connection).await?;
            // Counted here, so that requests at the same time cannot exceed the limit together.
            let sql = "INSERT INTO bots (user, owner, token, created) SELECT $1, $2, $3, $4 \
                       WHERE (SELECT count(*) FROM bots WHERE owner = $2) < $5";
            let query = sqlx::query(sql).bind(user).bind(owner).bind(token).bind(now).bind(MAX_BOTS as i64);
            if query.execute(&mut *connection).await?.rows_affected() == 0 {
                return Err(sqlx::Error::AnyDriverError(Box::new(LimitReached)));
            }
        }
        WriteOp::BotToken { user, token } => {
            let sql = "UPDATE bots SET token = $1 WHERE user = $2";
            sqlx::query(sql).bind(token).bind(user).execute(&mut *connection).await?;
        }
        WriteOp::UseBot { user, now } => {
            let sql = "UPDATE bots SET used = $1 WHERE user = $2";
            sqlx::query(sql).bind(now).bind(user).execute(&mut *connection).await?;
        }
        // Other operations are applied by the callers.
        _ => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_added_once() {
        for (name, full) in
            [("ziggy", "ziggy (bot)"), (" ziggy (bot) ", "ziggy (bot)"), ("Z (BOT)", "Z (bot)")]
        {
            assert_eq!(full_name(name), full);
        }
        assert!(is_bot_name("anna (Bot)") && !is_bot_name("bot") && !is_bot_name("(bot) anna"));
    }

    #[tokio::test]
    async fn bots_have_tokens_and_no_password() {
        let folder = std::env::temp_dir().join(format!("takhteh-bots-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        let store = Store::open(&folder.join("takhteh.db")).await.unwrap();
        let accounts = Accounts::new(store.clone());
        let owner = accounts.register("Laleh", "a long password", None, "test", 1).await.unwrap().user;
        let other = accounts.register("Omid", "a long password", None, "test", 1).await.unwrap().user;
        let new = accounts.create_bot(&owner, "ziggy", 2).await.unwrap();
        assert_eq!(new.bot.user.name, "ziggy (bot)");
        assert_eq!(store.bot_of_token(&new.token, 3).await.unwrap().unwrap().user, new.bot.user);
        assert!(store.bot_of_token(new.bot.token.as_ref().unwrap(), 3).await.unwrap().is_none(), "a hash");
        assert!(store.session(&new.token, 3).await.unwrap().is_none(), "a token is no session");
        for password in ["", NO_PASSWORD] {
            assert!(accounts.log_in("ziggy (bot)", password, None, "test", 4).await.is_err());
        }
        // The name is taken for all owners, and each has only its own bots.
        let again = accounts.create_bot(&other, "Ziggy", 5).await.unwrap_err();
        assert!(matches!(again, AccountError::NameTaken));
        for name in ["a", "computer1", "two words", ""] {
            assert!(accounts.create_bot(&owner, name, 5).await.is_err(), "{name}");
        }
        assert!(matches!(accounts.bot(&other, "ziggy").await, Err(AccountError::NoSuchBot)));
        assert!(accounts.create_bot(&new.bot.user, "child", 5).await.is_err(), "a bot owns no bots");
        // A new token replaces the old one; without a token the bot is locked out.
        let renewed = accounts.renew_bot_token(&owner, "ziggy").await.unwrap();
        assert!(store.bot_of_token(&new.token, 6).await.unwrap().is_none());
        assert!(store.bot_of_token(&renewed.token, 6).await.unwrap().is_some());
        accounts.revoke_bot_token(&owner, "ziggy (bot)").await.unwrap();
        assert!(store.bot_of_token(&renewed.token, 7).await.unwrap().is_none());
        // The limit holds for requests at the same time, too.
        let mut creations = tokio::task::JoinSet::new();
        for number in 0..20 {
            let (accounts, owner) = (accounts.clone(), owner.clone());
            creations.spawn(async move { accounts.create_bot(&owner, &format!("swarm{number}"), 8).await });
        }
        let (created, refused): (Vec<_>, Vec<_>) =
            creations.join_all().await.into_iter().partition(Result::is_ok);
        for error in refused.into_iter().filter_map(Result::err) {
            assert!(matches!(error, AccountError::TooManyBots), "{error}");
        }
        assert_eq!((created.len(), store.bots(&owner.id).await.unwrap().len()), (MAX_BOTS - 1, MAX_BOTS));
        let op = |user: &str| WriteOp::Bot {
            user: user.to_owned(),
            name: user.to_owned(),
            login: user.to_owned(),
            owner: owner.id.clone(),
            token: user.to_owned(),
            now: 9,
        };
        let error = store.write(vec![op("ninth")]).await.unwrap_err();
        assert!(matches!(error, StoreError::LimitReached), "{error}");
        assert!(store.user("ninth").await.unwrap().is_none(), "nothing is left of a bot too many");
        // Bots are deleted with their owner.
        accounts.delete_bot(&owner, "ziggy").await.unwrap();
        accounts.delete(&owner, "a long password").await.unwrap();
        assert_eq!(store.bots(&owner.id).await.unwrap(), []);
        store.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
