//! Events of the full-screen program: keys, engines, signals.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use engine::EngineEvent;
use ratatui::crossterm::event::{self, Event};
use rules::Seat;

/// Function that calls its argument when the program has to stop.
pub type StopHook = Box<dyn FnOnce(Box<dyn Fn() + Send>)>;

/// Number of events that may wait.
const MAX_PENDING: usize = 256;

/// An event that the program reacts to.
pub(crate) enum AppEvent {
    /// A key, a click, or a new size of the terminal.
    Input(Event),
    /// The input has ended.
    Closed,
    /// A report of the engine on a seat; `None` is the engine of hints. `game` tells games of one run apart.
    Engine { game: u64, seat: Option<Seat>, event: EngineEvent },
    /// The program has to end.
    Stop,
}

/// Sender of events.
pub(crate) type AppSender = SyncSender<AppEvent>;

/// Receiver of events.
pub(crate) struct AppEvents {
    sender: AppSender,
    receiver: Receiver<AppEvent>,
}

impl AppEvents {
    /// Starts to read the terminal, and to wait for signals.
    pub(crate) fn start(on_stop: StopHook) -> AppEvents {
        let (sender, receiver) = sync_channel(MAX_PENDING);
        let stop = sender.clone();
        on_stop(Box::new(move || {
            // A full queue is read soon, and the signal may be repeated.
            let _ = stop.try_send(AppEvent::Stop);
        }));
        let input = sender.clone();
        // The thread ends with the program: a read cannot be interrupted.
        std::thread::spawn(move || {
            loop {
                let event = event::read().map_or(AppEvent::Closed, AppEvent::Input);
                let is_last = matches!(event, AppEvent::Closed);
                if input.send(event).is_err() || is_last {
                    return;
                }
            }
        });
        AppEvents { sender, receiver }
    }

    /// A sender of events.
    pub(crate) fn sender(&self) -> AppSender {
        self.sender.clone()
    }

    /// The next event; `None` after `timeout`.
    pub(crate) fn next(&self, timeout: Option<Duration>) -> Option<AppEvent> {
        match timeout {
            None => Some(self.receiver.recv().unwrap_or(AppEvent::Closed)),
            Some(timeout) => match self.receiver.recv_timeout(timeout) {
                Ok(event) => Some(event),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => Some(AppEvent::Closed),
            },
        }
    }
}
