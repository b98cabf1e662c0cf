//! Accounts: register, log in, change the password, delete.

use table::check_name;

use crate::bots::MAX_BOTS;
use crate::database::{Store, StoreError};
use crate::passwords::{self, MIN_CHARACTERS, PasswordPool};
use crate::secrets;
use crate::sessions::{Session, User, login};
use crate::writer::WriteOp;

/// Shortest and longest name of an account in characters.
const NAME_LENGTHS: std::ops::RangeInclusive<usize> = 2..=24;
/// Longest label of a session in characters.
const MAX_LABEL: usize = 60;
/// Beginnings of names that look like those of engines or of the program itself, in lower case.
const RESERVED: [&str; 6] = ["computer", "engine", "guest", "deleted", "takhteh", "operator"];

/// Reason why an account request failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AccountError {
    /// The name cannot be used.
    #[error("cannot use this name: use 2 to 24 letters, digits, - or _")]
    BadName,
    /// The name looks like that of an engine or of the program.
    #[error("cannot use this name: it looks like a name of the program; choose another one")]
    ReservedName,
    /// Another account has the name.
    #[error("this name is taken; choose another one")]
    NameTaken,
    /// The new password is too short or too long.
    #[error("cannot use this password: use at least {MIN_CHARACTERS} characters, and at most 256 bytes")]
    BadPassword,
    /// Name and password do not belong together. The same for an unknown name.
    #[error("the name or the password is wrong")]
    WrongCredentials,
    /// The password of a change is wrong.
    #[error("the password is wrong")]
    WrongPassword,
    /// The user has an account already.
    #[error("you are already logged in; log out first")]
    AlreadyRegistered,
    /// The request needs an account.
    #[error("you are not logged in")]
    NotLoggedIn,
    /// The account has no such bot.
    #[error("you have no bot with this name")]
    NoSuchBot,
    /// The account has the largest number of bots.
    #[error("cannot create a bot: you have {MAX_BOTS} bots; delete one first")]
    TooManyBots,
    /// Too many passwords are being checked.
    #[error("the server is busy; try again in a moment")]
    Busy,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A session that has just begun. Only the client gets its token.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// The token, in hexadecimal.
    pub token: String,
    /// The user.
    pub user: User,
}

/// Accounts in a [`Store`].
#[derive(Clone)]
pub struct Accounts {
    pub(crate) store: Store,
    passwords: PasswordPool,
}

impl Accounts {
    /// Accounts of a store.
    pub fn new(store: Store) -> Accounts {
        Accounts { store, passwords: PasswordPool::new() }
    }

    /// Registers an account and logs in. With the session of a guest, the account is that guest, who keeps all games; the
    /// guest's old token is no longer valid.
    pub async fn register(
        &self,
        name: &str,
        password: &str,
        guest: Option<&Session>,
        label: &str,
        now: i64,
    ) -> Result<NewSession, AccountError> {
        let name = name.trim();
        check_account_name(name)?;
        passwords::check_new(password)?;
        if guest.is_some_and(|session| session.user.is_registered) {
            return Err(AccountError::AlreadyRegistered);
        }
        // Checked before the expensive hash; the database checks it again.
        if self.store.account(name).await?.is_some() {
            return Err(AccountError::NameTaken);
        }
        let hash = self.passwords.hash(password.to_owned()).await?;
        let user = guest.map_or_else(secrets::random_hexadecimal::<32>, |session| session.user.id.clone());
        let register = WriteOp::Register {
            user: user.clone(),
            name: name.to_owned(),
            login: login(name),
            password: hash,
            now,
        };
        let ops = vec![register, WriteOp::EndSessions { user: user.clone(), except: None }];
        self.begin(user, label, now, ops).await.map_err(|error| match error {
            AccountError::Store(StoreError::Conflict) => AccountError::NameTaken,
            other => other,
        })
    }

    /// Logs in with a new session. The games of `guest` become games of the account, and the guest's session ends.
    pub async fn log_in(
        &self,
        name: &str,
        password: &str,
        guest: Option<&Session>,
        label: &str,
        now: i64,
    ) -> Result<NewSession, AccountError> {
        let credentials = self.store.credentials(&login(name)).await?;
        let (user, hash) = credentials.unzip();
        let password = if passwords::is_bounded(password) { password } else { "" };
        let is_right = self.passwords.matches(password.to_owned(), hash).await?;
        let Some(user) = user.filter(|_| is_right) else { return Err(AccountError::WrongCredentials) };
        let mut ops = Vec::new();
        if let Some(session) = guest {
            ops.push(WriteOp::EndSession { session: session.id.clone() });
            if !session.user.is_registered {
                ops.push(WriteOp::MoveGames { from: session.user.id.clone(), to: user.clone() });
            }
        }
        self.begin(user, label, now, ops).await
    }

    /// Changes the password, ends all sessions of the account, and begins a new one.
    pub async fn change_password(
        &self,
        session: &Session,
        old: &str,
        new: &str,
        now: i64,
    ) -> Result<NewSession, AccountError> {
        self.check_password(&session.user, old).await?;
        passwords::check_new(new)?;
        let password = self.passwords.hash(new.to_owned()).await?;
        let user = session.user.id.clone();
        let ops = vec![
            WriteOp::Password { user: user.clone(), password },
            WriteOp::EndSessions { user: user.clone(), except: None },
        ];
        self.begin(user, &session.label, now, ops).await
    }

    /// Ends a session.
    pub async fn log_out(&self, session: &str) -> Result<(), AccountError> {
        Ok(self.store.write(vec![WriteOp::EndSession { session: session.to_owned() }]).await?)
    }

    /// Ends one of a user's sessions; `false` if the user has no such session.
    pub async fn revoke(&self, user: &User, session: &str) -> Result<bool, AccountError> {
        let found = self.store.session_by_id(session).await?.filter(|found| found.user.id == user.id);
        if found.is_none() {
            return Ok(false);
        }
        self.log_out(session).await?;
        Ok(true)
    }

    /// Deletes an account and its bots. Their games stay, without their names.
    pub async fn delete(&self, user: &User, password: &str) -> Result<(), AccountError> {
        self.check_password(user, password).await?;
        for bot in self.store.bots(&user.id).await? {
            self.delete_bot(user, &bot.user.name).await?;
        }
        let mut ops = self.store.unname_records(&user.id).await?;
        ops.push(WriteOp::DeleteUser { user: user.id.clone() });
        Ok(self.store.write(ops).await?)
    }

    /// Checks the password of an account.
    pub async fn check_password(&self, user: &User, password: &str) -> Result<(), AccountError> {
        if !user.is_registered {
            return Err(AccountError::NotLoggedIn);
        }
        let hash = self.store.credentials(&login(&user.name)).await?.map(|(_, hash)| hash);
        let password = if passwords::is_bounded(password) { password } else { "" };
        match self.passwords.matches(password.to_owned(), hash).await? {
            true => Ok(()),
            false => Err(AccountError::WrongPassword),
        }
    }

    /// Carries out operations and begins a session of a user in one transaction.
    async fn begin(
        &self,
        user: String,
        label: &str,
        now: i64,
        mut ops: Vec<WriteOp>,
    ) -> Result<NewSession, AccountError> {
        let token = secrets::new_token();
        let id = secrets::fingerprint(&token);
        let label = label.chars().filter(|c| !c.is_control()).take(MAX_LABEL).collect();
        ops.push(WriteOp::Session { id, user: user.clone(), label, now });
        self.store.write(ops).await?;
        let user = self.store.user(&user).await?.ok_or(AccountError::NotLoggedIn)?;
        Ok(NewSession { token, user })
    }
}

/// Checks the name of a new account.
pub(crate) fn check_account_name(name: &str) -> Result<(), AccountError> {
    let is_allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    if !NAME_LENGTHS.contains(&name.chars().count())
        || !name.chars().all(is_allowed)
        || !name.chars().any(char::is_alphanumeric)
        || check_name(name).is_err()
    {
        return Err(AccountError::BadName);
    }
    let lower = login(name);
    if RESERVED.iter().any(|reserved| lower.starts_with(reserved)) {
        return Err(AccountError::ReservedName);
    }
    Ok(())
}
