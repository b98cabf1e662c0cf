//! Errors of the terminal program.

use rules::InputError;
use store::{AccountError, StoreError};

/// Reason why a request of the terminal failed.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// The account request was rejected.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game, a setting or a record is invalid.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file cannot be used.
    #[error("cannot use {file}: {why}")]
    File {
        /// The file or folder.
        file: String,
        /// The cause.
        why: String,
    },
    /// No stored game has this id.
    #[error("cannot open the game {0}: there is none with this id; `takhteh record list` lists them")]
    NoSuchGame(String),
    /// The game cannot be continued.
    #[error("cannot continue the game: {0}")]
    NotContinued(String),
    /// The terminal cannot be used.
    #[error("cannot use the terminal: {0}")]
    Screen(#[from] std::io::Error),
    /// The chess computer and its table disagree.
    #[error(transparent)]
    Device(#[from] device_home::GameError),
    /// The record file of a game cannot be written.
    #[error("{0}")]
    Record(String),
}
