//! `takhteh backgammon bearoff`: the exact databases.

use clap::Args;
use rules::check_sum;

use crate::bearoff_file;
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Compute the databases again
    #[arg(long)]
    build: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let path = bearoff_file::path()?;
    let is_stored = !arguments.build && bearoff_file::read(&path).is_ok();
    if !is_stored {
        bearoff_file::write(&path, &bearoff_file::build())?;
    }
    let bytes = bearoff_file::read(&path)?.write();
    let (size, sum) = (bytes.len(), format!("{:016x}", check_sum(&bytes)));
    let path = path.display().to_string();
    output.result(
        || {
            let state = if is_stored { "in" } else { "written to" };
            format!("{size} bytes {state} {path}, check sum {sum}")
        },
        || json!({"path": path, "bytes": size, "check_sum": sum, "built": !is_stored}),
    )
}
