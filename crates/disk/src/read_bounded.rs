//! Reading with a limit.

use std::io::{Error, ErrorKind, Read, Result};

/// Reads a stream to its end. One of more than `limit` bytes is an error of kind [`ErrorKind::FileTooLarge`].
pub fn read_bounded(stream: impl Read, limit: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than allowed shows that the stream is too long.
    stream.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(Error::new(ErrorKind::FileTooLarge, format!("longer than {limit} bytes")));
    }
    Ok(bytes)
}
