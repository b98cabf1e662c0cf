//! Files that the server and the command line write in the same way.
//!
//! A [`JournalFile`] is appended to and survives a kill at any moment; [`replace_file`] writes a file as a whole;
//! [`read_bounded`] reads with a limit; a [`TuningFolder`] holds all files of a tuning run.

mod error;
mod generation_lines;
mod journal_file;
mod read_bounded;
mod replace_file;
mod tuning_folder;

pub use error::DiskError;
pub use generation_lines::values_object;
pub use journal_file::{JournalFile, refuse};
pub use read_bounded::read_bounded;
pub use replace_file::{replace_file, sync_parent};
pub use tuning_folder::TuningFolder;
