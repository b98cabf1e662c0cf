//! The program under test: calling it, and folders to call it in.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// Path of the program.
pub(crate) fn program() -> &'static Path {
    assert_cmd::cargo::cargo_bin!("takhteh")
}

/// A new empty folder for one test.
pub(crate) fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A call of the program in a folder, without input.
pub(crate) fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder).stdin(Stdio::null());
    command
}

/// What a call of the program prints.
pub(crate) fn takhteh(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().unwrap()
}

/// The object that a call with `--json` prints.
pub(crate) fn json_in(arguments: &[&str], folder: &Path) -> Value {
    let arguments: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
    let output = takhteh(&arguments, folder);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}
