//! The stored data as the terminal uses them: synchronously, as one user.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use store::secrets::{fingerprint, new_token};
use store::statistics::{Statistics, Totals};
use store::{
    AccountError, Accounts, Bot, FinishedGame, HistoryFilter, NewBotToken, NewSession, Session, Store,
    TableRow, User, WriteOp, unix_millis,
};
use tokio::runtime::{Builder, Runtime};

use crate::error::TerminalError;
use crate::session_file;

/// Label of a terminal's session in the list of sessions.
const LABEL: &str = "terminal";

/// The store, and the session of this terminal. Works beside a running server.
pub struct TerminalData {
    connection: Rc<Connection>,
    accounts: Accounts,
    folder: PathBuf,
    session: Option<Session>,
}

/// The store and the runtime that drives it.
pub(crate) struct Connection {
    runtime: Runtime,
    pub(crate) store: Store,
}

impl Connection {
    /// Waits for a future.
    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }
}

impl TerminalData {
    /// Opens the data folder; creates it if needed.
    pub fn open(folder: &Path) -> Result<TerminalData, TerminalError> {
        let failed = |error: std::io::Error| TerminalError::File {
            file: folder.display().to_string(),
            why: error.to_string(),
        };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().map_err(failed)?;
        let store = runtime.block_on(Store::open(&folder.join(store::DATABASE)))?;
        let accounts = Accounts::new(store.clone());
        let session = match session_file::read(&session_file::of_terminal(folder))? {
            Some(token) => runtime.block_on(store.session(&token, unix_millis()))?,
            None => None,
        };
        let connection = Rc::new(Connection { runtime, store });
        Ok(TerminalData { connection, accounts, folder: folder.to_owned(), session })
    }

    pub(crate) fn connection(&self) -> Rc<Connection> {
        Rc::clone(&self.connection)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The user of this terminal; `None` for a guest who has not played yet.
    pub fn user(&self) -> Option<&User> {
        self.session.as_ref().map(|session| &session.user)
    }

    /// The account that is logged in.
    pub fn account(&self) -> Option<&User> {
        self.user().filter(|user| user.is_registered)
    }

    /// The user of this terminal; a new guest is stored.
    pub fn ensure_user(&mut self) -> Result<User, TerminalError> {
        if let Some(user) = self.user() {
            return Ok(user.clone());
        }
        let token = new_token();
        let id = fingerprint(&token);
        let digits = u64::from_str_radix(id.get(..8).unwrap_or("0"), 16).unwrap_or(0) % 9000 + 1000;
        let guest = WriteOp::Guest {
            id: id.clone(),
            name: format!("Guest {digits}"),
            session: id.clone(),
            label: LABEL.to_owned(),
            now: unix_millis(),
        };
        let Connection { runtime, store } = &*self.connection;
        runtime.block_on(store.write(vec![guest]))?;
        session_file::write(&session_file::of_terminal(&self.folder), &token)?;
        self.session = runtime.block_on(store.session_by_id(&id))?;
        self.user().cloned().ok_or_else(|| AccountError::NotLoggedIn.into())
    }

    /// Registers an account and logs in. A guest keeps its games.
    pub fn register(&mut self, name: &str, password: &str) -> Result<User, TerminalError> {
        let guest = self.session.as_ref();
        let register = self.accounts.register(name, password, guest, LABEL, unix_millis());
        let new = self.connection.wait(register)?;
        self.begin(new)
    }

    /// Logs in. The games of a guest become games of the account.
    pub fn log_in(&mut self, name: &str, password: &str) -> Result<User, TerminalError> {
        if self.account().is_some() {
            return Err(AccountError::AlreadyRegistered.into());
        }
        let guest = self.session.as_ref();
        let log_in = self.accounts.log_in(name, password, guest, LABEL, unix_millis());
        let new = self.connection.wait(log_in)?;
        self.begin(new)
    }

    /// Logs out; returns the name of the account.
    pub fn log_out(&mut self) -> Result<String, TerminalError> {
        let session = self.session.as_ref().filter(|session| session.user.is_registered);
        let Some(session) = session.cloned() else { return Err(AccountError::NotLoggedIn.into()) };
        self.connection.wait(self.accounts.log_out(&session.id))?;
        session_file::remove(&session_file::of_terminal(&self.folder))?;
        self.session = None;
        Ok(session.user.name)
    }

    /// Changes the password. All other sessions of the account end.
    pub fn change_password(&mut self, old: &str, new: &str) -> Result<(), TerminalError> {
        let session = self.session.clone().ok_or(AccountError::NotLoggedIn)?;
        let new = self.connection.wait(self.accounts.change_password(&session, old, new, unix_millis()))?;
        self.begin(new).map(drop)
    }

    /// Bots of the account that is logged in.
    pub fn bots(&self) -> Result<Vec<Bot>, TerminalError> {
        let owner = self.account().ok_or(AccountError::NotLoggedIn)?;
        Ok(self.connection.wait(self.connection.store.bots(&owner.id))?)
    }

    /// Creates a bot of the account that is logged in.
    pub fn create_bot(&self, name: &str) -> Result<NewBotToken, TerminalError> {
        let owner = self.account().ok_or(AccountError::NotLoggedIn)?;
        Ok(self.connection.wait(self.accounts.create_bot(owner, name, unix_millis()))?)
    }

    /// Replaces the token of a bot.
    pub fn renew_bot_token(&self, name: &str) -> Result<NewBotToken, TerminalError> {
        let owner = self.account().ok_or(AccountError::NotLoggedIn)?;
        Ok(self.connection.wait(self.accounts.renew_bot_token(owner, name))?)
    }

    /// Revokes the token of a bot.
    pub fn revoke_bot_token(&self, name: &str) -> Result<Bot, TerminalError> {
        let owner = self.account().ok_or(AccountError::NotLoggedIn)?;
        Ok(self.connection.wait(self.accounts.revoke_bot_token(owner, name))?)
    }

    fn begin(&mut self, new: NewSession) -> Result<User, TerminalError> {
        session_file::write(&session_file::of_terminal(&self.folder), &new.token)?;
        self.session = self.connection.wait(self.connection.store.session_by_id(&fingerprint(&new.token)))?;
        Ok(new.user)
    }

    /// Statistics of all accounts in one game, or in all.
    pub fn statistics(&self, game: Option<&str>) -> Result<Statistics, TerminalError> {
        Ok(self.connection.wait(self.connection.store.statistics(game))?)
    }

    /// Totals of this terminal's user by game.
    pub fn own_totals(&self) -> Result<Vec<(String, Totals)>, TerminalError> {
        let Some(user) = self.user() else { return Ok(Vec::new()) };
        Ok(self.connection.wait(self.connection.store.user_totals(&user.id))?)
    }

    /// Unfinished games of this terminal's user that have begun, the newest first.
    pub fn unfinished_games(&self) -> Result<Vec<TableRow>, TerminalError> {
        let Some(user) = self.user() else { return Ok(Vec::new()) };
        let mut games = self.connection.wait(self.connection.store.unfinished_games(&user.id))?;
        games.retain(|row| row.state == store::TableState::Live);
        Ok(games)
    }

    /// Finished games that a filter selects, the latest first.
    pub fn finished_games(&self, filter: &HistoryFilter) -> Result<Vec<FinishedGame>, TerminalError> {
        Ok(self.connection.wait(self.connection.store.finished_games(filter))?)
    }

    /// The account with this name, in any case.
    pub fn account_named(&self, name: &str) -> Result<Option<User>, TerminalError> {
        Ok(self.connection.wait(self.connection.store.account(name))?)
    }

    /// A stored table, its record, and its result if the game is over.
    pub fn game(&self, id: &str) -> Result<(TableRow, String, Option<FinishedGame>), TerminalError> {
        let store = &self.connection.store;
        let found = self.connection.wait(async {
            let Some(row) = store.table(id).await? else { return Ok(None) };
            let (record, finished) = (store.record(id).await?, store.finished_game(id).await?);
            Ok::<_, store::StoreError>(Some((row, record, finished)))
        })?;
        found.ok_or_else(|| TerminalError::NoSuchGame(id.to_owned()))
    }
}

impl Drop for TerminalData {
    /// Waits until every write is on disk.
    fn drop(&mut self) {
        self.connection.wait(self.connection.store.clone().close());
    }
}
