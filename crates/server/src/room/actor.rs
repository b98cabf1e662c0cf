//! The owner of one table. It handles commands one by one and broadcasts only what is stored.

use std::sync::Arc;
use std::time::Duration;

use games::catalog::{self, GameInfo};
use rules::{MAX_SEATS, Seat};
use search::Evaluation;
use table::{Millis, Table, record};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use view::DynGame;

use super::bots::BotWatcher;
use super::broadcast::Watcher;
use super::chat::TableChat;
use super::engine_moves::RunningSearch;
use super::{AnalysisSink, OpenReason, RoomCommand, RoomReply, TableTime, summary};
use crate::api_error::ApiError;
use crate::army_memory;
use crate::identity::User;
use crate::lobby::Lobby;
use crate::wire::{ClientRequest, GuideView};
use store::{StoreError, TableRow};

/// Longest time after which the room of a finished game that is not watched closes.
const FINISHED_TIMEOUT: Duration = Duration::from_secs(10);

/// Compiles the rules and serves the table until it is no longer used.
pub(super) async fn run(
    lobby: Arc<Lobby>,
    row: TableRow,
    reason: OpenReason,
    mailbox: mpsc::WeakSender<RoomCommand>,
    mut commands: mpsc::Receiver<RoomCommand>,
) {
    let id = row.id.clone();
    let rules = row.rules.clone();
    let compiled = lobby.blocking.run_queued(move || CompiledGame::new(&rules)).await;
    match compiled.and_then(|compiled| compiled) {
        Ok(compiled) => Actor::new(lobby, row, compiled, mailbox).serve(reason, &mut commands).await,
        Err(error) if error == ApiError::busy() => {
            tracing::warn!(table = %id, "too many armies are in use to open a table");
            lobby.reopened(&id);
            lobby.remove_room(&id);
            commands.close();
            while let Some(command) = commands.recv().await {
                refuse(command, &error);
            }
        }
        Err(error) => {
            tracing::error!(table = %id, error = %error.message, "cannot open a table");
            lobby.reopened(&id);
            let error = ApiError::from(StoreError::Damaged { table: id.clone(), why: error.message });
            while let Ok(Some(command)) = tokio::time::timeout(lobby.idle_timeout, commands.recv()).await {
                refuse(command, &error);
            }
            lobby.remove_room(&id);
        }
    }
}

/// A game and what is derived from its rules once.
pub(super) struct CompiledGame {
    pub(super) game: Arc<dyn DynGame>,
    pub(super) info: &'static GameInfo,
    /// Settings that differ from the defaults.
    pub(super) detail: String,
    pub(super) guide: Option<GuideView>,
}

impl CompiledGame {
    /// Compiles rules; for a large army this takes a while.
    fn new(rules: &str) -> Result<CompiledGame, ApiError> {
        army_memory::admit_rules(rules)?;
        let game = catalog::open_rules(rules)?;
        Ok(CompiledGame {
            info: catalog::entry(catalog::split_rules(rules)?.0)?,
            detail: summary::detail(rules),
            guide: game.guide().map(GuideView::from),
            game,
        })
    }
}

/// Owner of one table: handles its commands one by one, and owns its watchers, its running search and its timers.
pub(super) struct Actor {
    pub(super) lobby: Arc<Lobby>,
    pub(super) row: TableRow,
    pub(super) compiled: CompiledGame,
    pub(super) mailbox: mpsc::WeakSender<RoomCommand>,
    /// `None` while the table waits for players, or if the store failed and must be read again.
    pub(super) table: Option<Table>,
    pub(super) needs_reading: bool,
    /// `true` if the clocks have yet to be credited with a downtime.
    pub(super) owes_resume: bool,
    /// Number of events on disk.
    pub(super) stored: usize,
    pub(super) record: record::Writer,
    /// Time of the table at the instant `since`.
    pub(super) base: Millis,
    pub(super) since: Instant,
    pub(super) watchers: Vec<Watcher>,
    pub(super) bots: Vec<BotWatcher>,
    pub(super) search: Option<RunningSearch>,
    /// Earliest time of the next attempt after the store failed.
    pub(super) retry_at: Option<Instant>,
    /// Result of each engine's last search.
    pub(super) evaluations: [Option<Evaluation>; MAX_SEATS],
    pub(super) chat: TableChat,
    /// Lag of each seat's connection at its last action.
    pub(super) lags: [Millis; MAX_SEATS],
    /// Id of the person whose turn was announced last.
    pub(super) awaited: Option<String>,
    /// Seats that want a rematch.
    pub(super) rematch: Vec<Seat>,
    /// Time at which watchers are sent who is connected, if that has changed.
    pub(super) presence_due: Option<Instant>,
    /// Time at which they were sent it last.
    pub(super) presence_sent: Option<Instant>,
    pub(super) idle_since: Instant,
}

impl Actor {
    fn new(
        lobby: Arc<Lobby>,
        row: TableRow,
        compiled: CompiledGame,
        mailbox: mpsc::WeakSender<RoomCommand>,
    ) -> Actor {
        Actor {
            lobby,
            row,
            compiled,
            mailbox,
            table: None,
            needs_reading: true,
            owes_resume: false,
            stored: 0,
            record: record::Writer::new(),
            base: Millis(0),
            since: Instant::now(),
            watchers: Vec::new(),
            bots: Vec::new(),
            search: None,
            retry_at: None,
            evaluations: [None; MAX_SEATS],
            chat: TableChat::default(),
            lags: [Millis(0); MAX_SEATS],
            awaited: None,
            rematch: Vec::new(),
            presence_due: None,
            presence_sent: None,
            idle_since: Instant::now(),
        }
    }

    async fn serve(mut self, reason: OpenReason, commands: &mut mpsc::Receiver<RoomCommand>) {
        self.load(reason).await;
        loop {
            self.start_search();
            tokio::select! {
                command = commands.recv() => match command {
                    Some(command) => self.handle(command).await,
                    None => break,
                },
                () = sleep_until(self.next_timer()) => {
                    if self.is_idle() && self.idle_since.elapsed() >= self.idle_timeout() {
                        if let Some(flag) = self.flag() {
                            let time = TableTime { base: self.base, since: self.since };
                            self.lobby.open_at(&self.row.id, flag, time);
                        }
                        break;
                    }
                    self.on_timer().await;
                }
            }
            if self.lobby.is_shutting_down() {
                break;
            }
        }
        self.stop_search();
        self.close_presence();
        // Senders of commands that are still queued get no reply, and the lobby opens a new room for them.
        self.lobby.remove_room(&self.row.id);
        commands.close();
    }

    async fn load(&mut self, reason: OpenReason) {
        if let Err(error) = self.read_store(reason == OpenReason::ServerRestart).await {
            if matches!(error, StoreError::Damaged { .. }) {
                self.lobby.reopened(&self.row.id);
            }
            return self.retry_later(&error);
        }
        if let OpenReason::ClockRunning(TableTime { base, since }) = reason {
            (self.base, self.since) = (base, since);
        }
        self.try_advance().await;
        if !self.needs_reading {
            self.publish();
        }
    }

    /// Time of the table.
    pub(super) fn now(&self) -> Millis {
        Millis(self.base.0 + self.since.elapsed().as_millis() as u64)
    }

    pub(super) fn game(&self) -> &dyn DynGame {
        &*self.compiled.game
    }

    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.game().seats())
    }

    /// Seats that a user holds.
    pub(super) fn seats_of(&self, user: &str) -> Vec<Seat> {
        self.seats().filter(|seat| self.row.seats[seat.index()].user() == Some(user)).collect()
    }

    /// Time of the next timer event.
    fn next_timer(&self) -> Instant {
        let timeout = self.idle_timeout();
        let idle = self.idle_since.max(self.since) + timeout;
        let mut next = if self.is_idle() { idle } else { Instant::now() + timeout };
        for due in [self.retry_at, self.presence_due].into_iter().flatten() {
            next = next.min(due);
        }
        let not_before = self.retry_at.unwrap_or(self.since);
        if let Some(flag) = self.flag() {
            next = next.min(flag.max(not_before));
        }
        if self.is_opening() {
            next = next.min(self.client_seeds_deadline().max(not_before));
        }
        next
    }

    /// Time at which the running clock runs out.
    fn flag(&self) -> Option<Instant> {
        let table = self.table.as_ref().filter(|table| table.turn().is_some())?;
        let (seat, deadline) = table.clocks().deadline()?;
        let deadline = deadline.0.saturating_add(self.lag_grace(seat).0);
        Some(self.since + Duration::from_millis(deadline.saturating_sub(self.base.0)))
    }

    /// Time after which the room closes if it is not used.
    fn idle_timeout(&self) -> Duration {
        match self.state() {
            "over" => self.lobby.idle_timeout.min(FINISHED_TIMEOUT),
            _ => self.lobby.idle_timeout,
        }
    }

    /// `true` if the room may close. One whose clock runs out soon stays open.
    fn is_idle(&self) -> bool {
        let runs = |table: &Table| table.outcome().is_none() && table.clocks().deadline().is_some();
        let soon = Instant::now() + self.lobby.idle_timeout;
        let is_due_soon = self.table.as_ref().is_some_and(runs) && self.flag().is_none_or(|flag| flag < soon);
        self.watchers.is_empty()
            && self.bots.is_empty()
            && self.search.is_none()
            && !is_due_soon
            && !self.is_opening()
            && !self.owes_resume
            && self.retry_at.is_none()
            && self.presence_due.is_none()
    }

    async fn on_timer(&mut self) {
        if self.retry_at.is_some_and(|retry| retry <= Instant::now()) {
            self.retry_at = None;
        }
        if self.presence_due.is_some_and(|due| due <= Instant::now()) {
            self.publish_presence();
        }
        self.try_advance().await;
    }

    /// Cancels the running search.
    pub(super) fn stop_search(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise();
        }
    }

    async fn handle(&mut self, command: RoomCommand) {
        if let Err(error) = self.ensure_table().await {
            if let RoomCommand::Unwatch { connection } = command {
                self.unwatch(connection);
            }
            return refuse(command, &error);
        }
        // A client that has disconnected does not receive its reply.
        match command {
            RoomCommand::Watch { user, outbox, have, reply } => {
                self.watch(&user, outbox, have);
                let _ = reply.send(Ok(()));
            }
            RoomCommand::Unwatch { connection } => self.unwatch(connection),
            RoomCommand::Request { user, request, lag, sink, reply } => {
                let _ = reply.send(self.handle_request(&user, request, lag, sink).await);
            }
            RoomCommand::Position { ply, reply } => {
                let _ = reply.send(self.position_at(ply));
            }
            RoomCommand::Game { reply } => {
                let _ = reply.send(self.game_state());
            }
            RoomCommand::Act { user, seat, seen, action, reply } => {
                let _ = reply.send(self.act(&user, seat, seen, action, Millis(0)).await);
            }
            RoomCommand::Bot { user, command, reply } => {
                let _ = reply.send(self.handle_bot(&user, command).await);
            }
            RoomCommand::Leave { user, reply } => {
                let _ = reply.send(self.abandon(&user).await);
            }
            RoomCommand::Reload { reply } => {
                let _ = reply.send(self.reload().await);
            }
            RoomCommand::Expire { is_abandoned, reply } => {
                let _ = reply.send(self.expire(is_abandoned).await);
            }
            RoomCommand::PresenceChanged => self.presence_changed(),
            RoomCommand::EngineDone { at, result } => self.finish_search(at, result).await,
        }
    }

    async fn handle_request(
        &mut self,
        user: &User,
        request: ClientRequest,
        lag: Millis,
        sink: AnalysisSink,
    ) -> Result<RoomReply, ApiError> {
        match request {
            ClientRequest::Sit { seat, .. } => self.sit(user, seat).await?,
            ClientRequest::Withdraw { .. } => self.withdraw(user).await?,
            ClientRequest::Act { seat, seen, action, .. } => self.act(user, seat, seen, action, lag).await?,
            ClientRequest::Touch { seen, picked, .. } => {
                return self.touch(seen, &picked).map(RoomReply::Touch);
            }
            ClientRequest::Position { ply, .. } => {
                return self.position_at(Some(ply)).map(|position| RoomReply::Position(Box::new(position)));
            }
            ClientRequest::Analyse { ply, .. } => {
                self.analyse(user, ply, sink)?;
                return Ok(RoomReply::AnalysisStarted);
            }
            ClientRequest::Rematch { .. } => self.request_rematch(user).await?,
            ClientRequest::Hide { .. } => self.hide(user).await?,
            ClientRequest::Say { phrase, text, key, .. } => {
                self.say(user, phrase.as_deref(), text.as_deref(), key)?;
            }
            ClientRequest::Block { line, .. } => self.block_author(user, line).await?,
            ClientRequest::Abandon { .. } => self.abandon(user).await?,
            ClientRequest::Name { .. }
            | ClientRequest::Decline { .. }
            | ClientRequest::Lobby(_)
            | ClientRequest::Unlobby
            | ClientRequest::Watch { .. }
            | ClientRequest::Unwatch { .. }
            | ClientRequest::StopAnalysis { .. } => {
                return Err(ApiError::bad_request("this request is not about a seat or a position"));
            }
        }
        Ok(RoomReply::Done)
    }
}

/// Replies to a command that cannot be handled.
fn refuse(command: RoomCommand, error: &ApiError) {
    let error = error.clone();
    match command {
        RoomCommand::Watch { reply, .. } => drop(reply.send(Err(error))),
        RoomCommand::Request { reply, .. } => drop(reply.send(Err(error))),
        RoomCommand::Position { reply, .. } => drop(reply.send(Err(error))),
        RoomCommand::Game { reply } => drop(reply.send(Err(error))),
        RoomCommand::Act { reply, .. }
        | RoomCommand::Bot { reply, .. }
        | RoomCommand::Leave { reply, .. }
        | RoomCommand::Reload { reply }
        | RoomCommand::Expire { reply, .. } => drop(reply.send(Err(error))),
        RoomCommand::Unwatch { .. } | RoomCommand::PresenceChanged | RoomCommand::EngineDone { .. } => {}
    }
}
