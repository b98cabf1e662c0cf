//! Files that are replaced as a whole.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::error::CliError;
use crate::record_file::sync_parent;

/// Writes a file so that it has its old content or its new one at any time, also after a power failure.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(name);
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&new, path)?;
        sync_parent(path)
    };
    write().map_err(|error: std::io::Error| {
        let _ = std::fs::remove_file(&new);
        CliError::failed(format_args!("cannot write {}: {error}", path.display()))
    })
}
