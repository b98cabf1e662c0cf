//! The turn of a socket to be read.

use tokio::time::Instant;

use crate::rate_limits::FramePacer;

/// State of a socket between two frames: its next frame may be read, or it has to wait.
#[derive(Default)]
pub(crate) enum ReadTurn {
    /// The next frame is not counted yet.
    #[default]
    Unknown,
    /// The next frame is counted and may be read.
    Come,
    /// The next frame may be counted at this time.
    At(Instant),
}

impl ReadTurn {
    /// Counts the next frame if it may be read now.
    pub(crate) fn take(&mut self, pacer: &FramePacer) {
        match self {
            ReadTurn::Come => return,
            ReadTurn::At(time) if *time > Instant::now() => return,
            ReadTurn::At(_) | ReadTurn::Unknown => {}
        }
        *self = match pacer.take() {
            Ok(()) => ReadTurn::Come,
            Err(wait) => ReadTurn::At(Instant::now() + wait),
        };
    }

    /// `true` if a frame may be read.
    pub(crate) fn has_come(&self) -> bool {
        matches!(self, ReadTurn::Come)
    }

    /// Time of the next attempt to count a frame.
    pub(crate) fn next(&self) -> Instant {
        match self {
            ReadTurn::At(time) => *time,
            ReadTurn::Unknown | ReadTurn::Come => Instant::now(),
        }
    }
}
