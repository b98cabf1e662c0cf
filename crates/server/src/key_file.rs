//! Key files: random 256-bit numbers in the data folder that only its owner can read.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use disk::read_bounded;
use store::secrets::{is_token, new_token};

/// Largest key file in bytes.
const MAX_BYTES: u64 = 4096;

/// Reads the key of this name from the data folder. Creates it at the first start.
pub(crate) fn open(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    let cannot = |verb: &str, error: std::io::Error| format!("cannot {verb} {name}: {error}");
    match File::open(&path).and_then(|file| read_bounded(file, MAX_BYTES)) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            let key = text.trim();
            let invalid = || format!("{name} is not a key: delete it, and the server creates a new one");
            is_token(key).then(|| key.to_owned()).ok_or_else(invalid)
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let key = new_token();
            let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path);
            let written = created.and_then(|mut file| {
                writeln!(file, "{key}")?;
                file.sync_all()
            });
            written.map_err(|error| cannot("create", error))?;
            Ok(key)
        }
        Err(error) => Err(cannot("read", error)),
    }
}
