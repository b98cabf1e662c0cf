//! The database that the server and the terminal share: games, accounts, statistics, ratings.
//!
//! [`Store`] reads and writes it, [`Accounts`] adds passwords and sessions. The only crate with SQL.

pub mod accounts;
mod backup;
mod blocks;
mod bots;
mod database;
mod devices;
#[doc(hidden)]
pub mod example_data;
mod folder_lock;
mod game_lock;
mod history;
mod new_database;
mod passwords;
mod rating;
mod results;
mod rows;
mod saved;
pub mod secrets;
mod sessions;
pub mod statistics;
mod unnamed;
mod writer;

pub use accounts::{AccountError, Accounts, NewSession};
pub use backup::{back_up, restore};
pub use blocks::Block;
pub use bots::{BOT_MARK, Bot, MAX_BOTS, NewBotToken, is_bot_name};
pub use database::{Store, StoreError, unix_millis};
pub use devices::SavedDevice;
pub use folder_lock::{DATABASE, FolderLock, lock_folder};
pub use game_lock::GameLock;
pub use history::{FinishedGame, HistoryFilter, SeatResult};
pub use passwords::MIN_CHARACTERS;
pub use rating::{FixedRating, Rating, RatingPoint};
pub use results::{GameResult, ResultKind};
pub use rows::{Home, SeatHolder, TableRow, TableState};
pub use sessions::{Session, User};
pub use writer::WriteOp;
