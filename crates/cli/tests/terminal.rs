//! The terminal program through a real pseudo-terminal: accounts, menu, games, records.

mod accounts;
mod device;
mod playing;
mod pty;
mod records;
mod screens;
mod screenshots;

use std::path::Path;

use games::catalog;
use store::{Home, Store};
use table::{Table, record, verify};

use crate::program::command;

/// Runs an async function on the database of a data folder, beside any program that uses it.
pub(crate) fn with_store<T>(folder: &Path, work: impl AsyncFnOnce(&Store) -> T) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(&folder.join(store::DATABASE)).await.unwrap();
        let result = work(&store).await;
        store.close().await;
        result
    })
}

/// Registers an account in a data folder and logs in.
pub(crate) fn register(folder: &Path, name: &str) {
    use std::io::Write;
    let mut child = command(&["account", "register", name, "--data", "."], folder)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"a long password\n").unwrap();
    assert!(child.wait().unwrap().success());
}

/// Ids of the unfinished games of terminals.
pub(crate) fn unfinished(folder: &Path) -> Vec<String> {
    with_store(folder, async |store| store.unfinished_tables(Home::Terminal).await.unwrap())
}

/// The table of a stored game, replayed from its record.
pub(crate) fn stored_table(folder: &Path, id: &str) -> Table {
    let text = with_store(folder, async |store| store.record(id).await.unwrap());
    let record = record::read(&text).unwrap();
    let table::EventKind::Opened(setup) = &record.events[0].kind else { panic!("{id} has no setup") };
    verify::replay_record(catalog::open_rules(&setup.rules).unwrap(), &record).unwrap()
}
