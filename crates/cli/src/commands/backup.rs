//! `takhteh backup` and `takhteh restore`: the database of the server.

use std::path::PathBuf;

use clap::Args;

use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Args)]
#[command(after_help = "\
The backup is one file with all games, accounts, statistics and ratings. It is consistent while a server is running: every \
move that was acknowledged before the command began is in it. Tuning runs and keys are not part of it.

Examples:
  takhteh backup takhteh-monday.db
  takhteh backup /media/backup/takhteh.db --data /srv/takhteh")]
pub(crate) struct BackupArguments {
    /// New file to write, readable by its owner only
    file: PathBuf,

    #[command(flatten)]
    data: DataArgs,
}

#[derive(Args)]
#[command(after_help = "\
The backup is checked before anything changes. The old database stays in the data folder under the name that is printed. \
Stop the server first.

Examples:
  takhteh restore takhteh-monday.db
  takhteh restore takhteh-monday.db --data /srv/takhteh")]
pub(crate) struct RestoreArguments {
    /// File that takhteh backup has written
    file: PathBuf,

    #[command(flatten)]
    data: DataArgs,
}

/// Writes a backup.
pub(crate) fn back_up(arguments: &BackupArguments, output: &mut Output) -> Result<(), CliError> {
    let database = arguments.data.folder()?.join(server::DATABASE);
    let file = &arguments.file;
    if file.exists() {
        return Err(CliError::usage(format_args!(
            "cannot write {}: the file exists; expected the name of a new file",
            file.display()
        )));
    }
    if !database.is_file() {
        return Err(CliError::failed(format_args!(
            "cannot open {}: there is no database; expected the data folder of a server with --data",
            database.display()
        )));
    }
    runtime()?.block_on(store::back_up(&database, file)).map_err(CliError::failed)?;
    let bytes = std::fs::metadata(file)?.len();
    output.result(
        || format!("{}: {bytes} bytes", file.display()),
        || json!({"file": file.display().to_string(), "bytes": bytes}),
    )
}

/// Replaces the database by a backup.
pub(crate) fn restore(arguments: &RestoreArguments, output: &mut Output) -> Result<(), CliError> {
    let folder = arguments.data.folder()?;
    let _lock = server::lock_folder(&folder).map_err(CliError::failed)?;
    let database = folder.join(server::DATABASE);
    let old = runtime()?.block_on(store::restore(&arguments.file, &database)).map_err(CliError::failed)?;
    let old = old.map(|old| old.display().to_string());
    output.result(
        || match &old {
            Some(old) => format!("{}: restored; the old database is {old}", database.display()),
            None => format!("{}: restored", database.display()),
        },
        || json!({"database": database.display().to_string(), "old": old}),
    )
}

fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?)
}
