//! How far a match has come, for somebody who watches.

use std::time::Duration;

use arena::Tally;
use indicatif::{ProgressBar, ProgressStyle};

const TEMPLATE: &str = "[{bar:32}] {pos} of {len} games, {msg}, {eta} left";

/// A bar on stderr with the time left; nothing if stderr is not a terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A match of so many games, of which some may have been played before.
    pub(super) fn new(games: u64, tally: &Tally) -> Progress {
        let bar = ProgressBar::new(games);
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        let progress = Progress { bar };
        progress.show(tally);
        // What was played before took no time today.
        progress.bar.reset_eta();
        progress.bar.enable_steady_tick(Duration::from_millis(500));
        progress
    }

    /// The results so far.
    pub(super) fn show(&self, tally: &Tally) {
        if self.bar.is_hidden() {
            return;
        }
        let [losses, draws, wins] = tally.trinomial();
        self.bar.set_message(format!("{wins} won, {draws} drawn, {losses} lost"));
        self.bar.set_position(wins + draws + losses);
    }

    /// Takes the bar away.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
