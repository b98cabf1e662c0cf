//! Files that are replaced as a whole.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::error::DiskError;

/// Writes a file so that it has its old content or its new one at any time, also after a power failure.
pub fn replace_file(path: &Path, bytes: &[u8]) -> Result<(), DiskError> {
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
        DiskError::Failed(format!("cannot write {}: {error}", path.display()))
    })
}

/// Waits until the directory entry of a new file or folder is on disk. Without it a power failure can lose a file whose
/// content was synced.
pub fn sync_parent(path: &Path) -> std::io::Result<()> {
    let parent = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    File::open(parent)?.sync_all()
}
