//! Engines of a game, each on a thread of its own.

use engine::{EngineEvent, EngineHandle, Limits, OpponentOffer, Perspective, SearchTask, TimeManager};
use games::engines;
use rules::{InputError, Seat};
use search::{EngineName, Evaluation};
use table::{Offer, Table};

use crate::events::{AppEvent, AppSender};

/// Decision that an engine makes by a search.
#[derive(Clone, Copy, Debug)]
pub(super) enum Decision {
    /// Its move.
    Move,
    /// Its answer to the pending offer.
    Answer(OpponentOffer, Perspective),
}

/// The engine on a seat.
pub(super) struct EngineSeat {
    handle: EngineHandle,
    /// Evaluation of its last move, for itself.
    pub(super) evaluation: Option<Evaluation>,
}

/// Starts an engine. Its reports are sent as events of `seat`.
pub(super) fn spawn(
    rules: &str,
    engine: &EngineName,
    seed: u64,
    (game, seat): (u64, Option<Seat>),
    sender: AppSender,
) -> Result<EngineHandle, InputError> {
    let engine = engines::open_rules(rules, Some(engine))?;
    let on_event = move |event| {
        // Progress is not shown.
        matches!(event, EngineEvent::Progress { .. })
            || sender.send(AppEvent::Engine { game, seat, event }).is_ok()
    };
    let handle = EngineHandle::spawn(engine, TimeManager::TERMINAL, on_event);
    handle.new_game(seed);
    Ok(handle)
}

impl EngineSeat {
    pub(super) fn new(handle: EngineHandle) -> EngineSeat {
        EngineSeat { handle, evaluation: None }
    }

    /// Starts a search of the current position; returns its number.
    pub(super) fn search(&mut self, table: &Table, limits: Limits) -> u64 {
        self.handle.search(task(table, limits))
    }

    pub(super) fn stop(&mut self) {
        self.handle.stop();
    }
}

/// Search of the current position of a table.
pub(super) fn task(table: &Table, limits: Limits) -> SearchTask {
    let past = table.keys().split_last().map_or_else(Vec::new, |(_, past)| past.to_vec());
    SearchTask { position: table.board().duplicate(), past, limits }
}

/// Offer that waits for the answer of a seat.
pub(super) fn pending_offer(table: &Table, seat: Seat) -> Option<OpponentOffer> {
    let (_, offer) = table.offer().filter(|_| table.awaits_answer(seat))?;
    Some(match offer {
        Offer::Takeback => OpponentOffer::Takeback,
        Offer::Claim => OpponentOffer::Claim,
        Offer::Draw => OpponentOffer::Draw,
        Offer::Concession(index) => OpponentOffer::Concession(index),
    })
}
