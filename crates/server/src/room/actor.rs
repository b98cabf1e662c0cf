//! The owner of one table: takes letters one by one, and tells nobody anything that is not stored.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use games::catalog;
use rules::{InputError, MAX_SEATS, Seat};
use table::{Dice, EventKind, Millis, Table, TimeControl, record, verify};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use view::DynGame;

use super::Letter;
use super::engines::{Thinking, answer_offers};
use super::table_view;
use super::telling::Watcher;
use crate::lobby::Lobby;
use crate::refusal::Refusal;
use crate::store::{Entry, Sitting, StoreError, TableRow, TableState};

/// How long the dice wait for the players' words.
const WORDS: Duration = Duration::from_secs(3);
/// How long a room stays that nobody looks at and no clock keeps open.
const IDLE: Duration = Duration::from_secs(60);
/// How long to wait before the store is tried again.
const RETRY: Duration = Duration::from_secs(1);

/// Why a room is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrival {
    /// The table is new, or somebody wants to see it again.
    Calm,
    /// The server was down meanwhile: that time costs nobody anything.
    AfterRestart,
}

/// Sets the table up and serves it until nobody needs it.
pub(super) async fn run(
    lobby: Arc<Lobby>,
    row: TableRow,
    arrival: Arrival,
    mailbox: mpsc::WeakSender<Letter>,
    mut letters: mpsc::Receiver<Letter>,
) {
    let id = row.id.clone();
    match Actor::new(Arc::clone(&lobby), row, mailbox) {
        // It takes itself off the lobby's list: another room may be on it by the time this comes back.
        Ok(mut actor) => actor.serve(arrival, &mut letters).await,
        Err(error) => {
            tracing::error!(table = %id, %error, "a table cannot be set up");
            let refusal = Refusal::from(StoreError::Damaged { table: id.clone(), why: error.to_string() });
            while let Ok(Some(letter)) = tokio::time::timeout(IDLE, letters.recv()).await {
                refuse(letter, &refusal);
            }
            lobby.close(&id);
        }
    }
}

pub(super) struct Actor {
    pub(super) lobby: Arc<Lobby>,
    pub(super) row: TableRow,
    pub(super) game: Arc<dyn DynGame>,
    pub(super) entry: &'static catalog::GameInfo,
    pub(super) detail: String,
    pub(super) mailbox: mpsc::WeakSender<Letter>,
    /// Nothing while it waits for players, or if the store has failed and it must be read again.
    pub(super) table: Option<Table>,
    needs_reading: bool,
    /// Whether a time in which nothing could happen has yet to be forgiven, and told with what happens next.
    owes_resume: bool,
    /// How many events are on disk.
    stored: usize,
    seal: record::Writer,
    base: Millis,
    since: Instant,
    pub(super) watchers: Vec<Watcher>,
    pub(super) thinking: Option<Thinking>,
    pub(super) not_before: Option<Instant>,
    /// What each engine thought of its position when it last moved.
    pub(super) opinions: [Option<search::Evaluation>; MAX_SEATS],
    pub(super) rematch: Vec<Seat>,
    pub(super) idle_since: Instant,
}

impl Actor {
    fn new(lobby: Arc<Lobby>, row: TableRow, mailbox: mpsc::WeakSender<Letter>) -> Result<Actor, InputError> {
        let game = catalog::open_rules(&row.rules)?;
        let entry = catalog::entry(catalog::split_rules(&row.rules)?.0)?;
        Ok(Actor {
            detail: table_view::detail(&row.rules),
            lobby,
            row,
            game,
            entry,
            mailbox,
            table: None,
            needs_reading: true,
            owes_resume: false,
            stored: 0,
            seal: record::Writer::new(),
            base: Millis(0),
            since: Instant::now(),
            watchers: Vec::new(),
            thinking: None,
            not_before: None,
            opinions: [None; MAX_SEATS],
            rematch: Vec::new(),
            idle_since: Instant::now(),
        })
    }

    async fn serve(&mut self, arrival: Arrival, letters: &mut mpsc::Receiver<Letter>) {
        self.arrive(arrival).await;
        loop {
            self.think();
            let wake = self.wake();
            tokio::select! {
                letter = letters.recv() => match letter {
                    Some(letter) => self.read(letter).await,
                    None => break,
                },
                () = sleep_until(wake) => {
                    if self.is_idle() && self.idle_since.elapsed() >= IDLE {
                        break;
                    }
                    self.on_time().await;
                }
            }
            if self.lobby.is_closing() {
                break;
            }
        }
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        // Whoever has written meanwhile finds nobody, and asks the lobby for a new room.
        self.lobby.close(&self.row.id);
        letters.close();
    }

    async fn arrive(&mut self, arrival: Arrival) {
        if let Err(error) = self.read_store(arrival == Arrival::AfterRestart).await {
            return self.try_later(&error);
        }
        self.go_on().await;
        if !self.needs_reading {
            self.publish();
        }
    }

    pub(super) fn now(&self) -> Millis {
        Millis(self.base.0 + self.since.elapsed().as_millis() as u64)
    }

    /// When something is to be done without a letter.
    fn wake(&self) -> Instant {
        let idle = self.idle_since.max(self.since) + IDLE;
        let mut wake = if self.is_idle() { idle } else { Instant::now() + IDLE };
        if let Some(retry) = self.not_before {
            wake = wake.min(retry);
        }
        let Some(table) = &self.table else { return wake };
        let moment = |at: Millis| self.since + Duration::from_millis(at.0.saturating_sub(self.base.0));
        if let Some((_, deadline)) = table.clocks().deadline()
            && table.turn().is_some()
        {
            wake = wake.min(moment(deadline).max(self.not_before.unwrap_or(self.since)));
        }
        if self.is_opening() {
            wake = wake.min(self.words_due().max(self.not_before.unwrap_or(self.since)));
        }
        wake
    }

    /// Whether nobody would miss the room.
    fn is_idle(&self) -> bool {
        let is_needed = self.table.as_ref().is_some_and(|table| {
            table.outcome().is_none() && (table.clocks().deadline().is_some() || self.is_opening())
        });
        self.watchers.is_empty() && self.thinking.is_none() && !is_needed && self.not_before.is_none()
    }

    async fn on_time(&mut self) {
        if self.not_before.is_some_and(|moment| moment <= Instant::now()) {
            self.not_before = None;
        }
        self.go_on().await;
    }

    /// Does what is due by itself; if the store fails now, it is done when it does not.
    pub(super) async fn go_on(&mut self) {
        if let Err(refusal) = self.apply_roll().await {
            tracing::warn!(table = %self.row.id, sentence = %refusal.sentence, "a table could not go on yet");
        }
    }

    /// Does what is due by itself: the game begins, a clock runs out, engines answer. Stores and tells it.
    pub(super) async fn apply_roll(&mut self) -> Result<(), Refusal> {
        self.ensure_table().await?;
        self.resume();
        let now = self.now();
        let everybody_sits = self.row.seats.iter().all(|sitting| *sitting != Sitting::Open);
        if self.table.is_none() && everybody_sits && self.row.state == TableState::Waiting {
            self.table = Some(self.set_up()?);
        }
        let begins = self.is_opening() && (self.has_all_words() || self.words_due() <= Instant::now());
        if let Some(table) = &mut self.table {
            if begins {
                let _ = table.begin(now);
            }
            let _ = table.tick(now);
            answer_offers(table, &self.row.seats, &self.opinions, now);
        }
        self.commit().await
    }

    fn set_up(&mut self) -> Result<Table, Refusal> {
        let names = self.row.seats.iter().map(|sitting| sitting.name().unwrap_or("?").to_owned()).collect();
        let time: TimeControl = self.row.clock.parse()?;
        let dice = Dice::Committed(self.row.secret.parse()?);
        self.base = Millis(0);
        self.since = Instant::now();
        Ok(Table::open(Arc::clone(&self.game), names, time, &self.row.position, dice)?)
    }

    /// Whether the table is open and the game has not begun.
    pub(super) fn is_opening(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            table.outcome().is_none()
                && !table.events().iter().any(|event| matches!(event.kind, EventKind::Begun))
        })
    }

    fn has_all_words(&self) -> bool {
        let Some(table) = &self.table else { return false };
        let given = |seat: Seat| {
            table
                .events()
                .iter()
                .any(|event| matches!(event.kind, EventKind::ClientSeed { seat: who, .. } if who == seat))
        };
        let people =
            Seat::all(self.game.seats()).filter(|seat| self.row.seats[seat.index()].guest().is_some());
        !self.game.has_dice() || people.into_iter().all(given)
    }

    fn words_due(&self) -> Instant {
        self.since + WORDS
    }

    /// Reads the table again if the store has failed before.
    pub(super) async fn ensure_table(&mut self) -> Result<(), Refusal> {
        if self.needs_reading {
            if let Err(error) = self.read_store(true).await {
                self.try_later(&error);
                return Err(error.into());
            }
            // The lobby may never have heard of it.
            self.lobby.publish(self.note());
        }
        Ok(())
    }

    /// A store that failed may work again; what cannot be read will not get better.
    fn try_later(&mut self, error: &StoreError) {
        if matches!(error, StoreError::Failed(_)) {
            self.not_before = Some(Instant::now() + RETRY);
        }
    }

    /// Forgives the time in which nothing could happen. Like all that happens, it is stored before it is told.
    pub(super) fn resume(&mut self) {
        let now = self.now();
        if let Some(table) = self.table.as_mut().filter(|_| self.owes_resume) {
            let _ = table.resume(now);
        }
        self.owes_resume = false;
    }

    /// Sets the table up from what is stored.
    async fn read_store(&mut self, was_down: bool) -> Result<(), StoreError> {
        let damaged =
            |error: InputError| StoreError::Damaged { table: self.row.id.clone(), why: error.to_string() };
        let text = self.lobby.store.record(&self.row.id).await?;
        let mut table = None;
        self.seal = record::Writer::new();
        self.stored = 0;
        if !text.is_empty() {
            let events = record::read(&text).map_err(damaged)?.events;
            let secret = self.row.secret.parse().map_err(damaged)?;
            let again = verify::replay(Arc::clone(&self.game), &events, Dice::Committed(secret))
                .map_err(|(_, error)| damaged(error))?;
            for event in &events {
                self.seal.write(event);
            }
            self.stored = events.len();
            self.base = events.last().map_or(Millis(0), |event| event.at);
            self.since = Instant::now();
            self.owes_resume = was_down && again.outcome().is_none();
            table = Some(again);
        }
        if let Some(fresh) = self.lobby.store.table(&self.row.id).await? {
            self.row = fresh;
        }
        self.table = table;
        self.needs_reading = false;
        Ok(())
    }

    /// Puts what has happened on disk and then tells it. If that fails, it has not happened.
    pub(super) async fn commit(&mut self) -> Result<(), Refusal> {
        if self.store(Vec::new()).await? {
            self.publish();
        }
        Ok(())
    }

    /// Puts what has happened on disk, together with these entries; says whether there was anything.
    pub(super) async fn store(&mut self, mut entries: Vec<Entry>) -> Result<bool, Refusal> {
        let mut state = self.row.state;
        let mut seal = self.seal.clone();
        let mut count = self.stored;
        if let Some(table) = &self.table {
            for event in &table.events()[self.stored..] {
                let lines = seal.write(event);
                entries.push(Entry::Event { table: self.row.id.clone(), number: event.number, lines });
            }
            count = table.events().len();
            state = if table.outcome().is_some() { TableState::Over } else { TableState::Live };
        }
        if state != self.row.state {
            entries.push(Entry::State { table: self.row.id.clone(), state });
        }
        if entries.is_empty() {
            return Ok(false);
        }
        if let Err(error) = self.lobby.store.write(entries).await {
            self.table = None;
            self.needs_reading = true;
            self.try_later(&error);
            if let Some(thinking) = self.thinking.take() {
                thinking.stop.store(true, Ordering::Relaxed);
            }
            return Err(error.into());
        }
        self.seal = seal;
        self.stored = count;
        self.row.state = state;
        Ok(true)
    }

    async fn read(&mut self, letter: Letter) {
        if let Err(refusal) = self.ensure_table().await {
            if let Letter::Unwatch { connection } = letter {
                self.remove_watcher(connection);
            }
            return refuse(letter, &refusal);
        }
        match letter {
            Letter::Watch { guest, outbox, have, reply } => {
                self.watch(&guest, outbox, have);
                let _ = reply.send(Ok(()));
            }
            Letter::Unwatch { connection } => self.unwatch(connection),
            Letter::Sit { guest, seat, reply } => {
                let _ = reply.send(self.sit(&guest, seat).await);
            }
            Letter::Withdraw { guest, reply } => {
                let _ = reply.send(self.withdraw(&guest).await);
            }
            Letter::Act { guest, seat, seen, action, reply } => {
                let _ = reply.send(self.act(&guest, seat, seen, action).await);
            }
            Letter::Touch { seen, picked, reply } => {
                let _ = reply.send(self.touch(seen, &picked));
            }
            Letter::Look { ply, reply } => {
                let _ = reply.send(self.look(ply));
            }
            Letter::Advise { guest, ply, question, reply } => {
                let _ = reply.send(self.advise(&guest, ply, question));
            }
            Letter::Rematch { guest, reply } => {
                let _ = reply.send(self.ask_rematch(&guest).await);
            }
            Letter::Thought { at, result } => self.hear_thought(at, result).await,
        }
    }
}

/// Answers a letter that cannot be dealt with.
fn refuse(letter: Letter, refusal: &Refusal) {
    let refusal = refusal.clone();
    match letter {
        Letter::Watch { reply, .. }
        | Letter::Sit { reply, .. }
        | Letter::Withdraw { reply, .. }
        | Letter::Act { reply, .. }
        | Letter::Advise { reply, .. }
        | Letter::Rematch { reply, .. } => drop(reply.send(Err(refusal))),
        Letter::Touch { reply, .. } => drop(reply.send(Err(refusal))),
        Letter::Look { reply, .. } => drop(reply.send(Err(refusal))),
        Letter::Unwatch { .. } | Letter::Thought { .. } => {}
    }
}
