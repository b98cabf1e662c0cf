//! Progress bars on stderr.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Steps of a bar that shows a fraction.
pub(crate) const FRACTION_STEPS: u64 = 10_000;

/// Progress bar with the estimated remaining time. Hidden if stderr is not a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Bar that counts to `length`. `template` is a template of `indicatif`.
    pub(crate) fn new(length: u64, template: &str) -> Progress {
        let bar = ProgressBar::new(length);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(500));
        }
        Progress { bar }
    }

    /// Bar that shows a fraction of the work in percent.
    pub(crate) fn percent() -> Progress {
        Progress::new(FRACTION_STEPS, "[{bar:32}] {percent} %, {eta} left")
    }

    /// `true` if the bar is not shown.
    pub(crate) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Sets the position.
    pub(crate) fn set(&self, position: u64) {
        self.bar.set_position(position);
    }

    /// Sets the fraction of a bar created by [`percent`](Self::percent), from 0 to 1.
    pub(crate) fn set_fraction(&self, fraction: f64) {
        self.bar.set_position((fraction * FRACTION_STEPS as f64) as u64);
    }

    /// Sets the message of the template.
    pub(crate) fn set_message(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Hides the bar while `print` writes to the terminal.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Restarts the estimate, for work that was done before.
    pub(crate) fn reset_estimate(&self) {
        self.bar.reset_eta();
    }
}

impl Drop for Progress {
    /// Removes the bar, so that results are printed on a clean line.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
