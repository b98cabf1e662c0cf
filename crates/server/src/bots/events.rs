//! The stream of a bot's events: games that begin and end, open seats, and challenges.
//!
//! The stream carries states, so nothing is lost without a log of events: a new stream begins with all running games of the
//! bot, its challenges and the newest open seats. With `since`, the time of the last line that the bot has, it also repeats the ends of games since
//! then; these may be sent twice.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::http::HeaderMap;
use rules::Seat;
use store::{HistoryFilter, SeatHolder, TableState, unix_millis};
use tokio::sync::broadcast;
use tokio::time::{Instant, interval_at, sleep};

use super::is_token_valid;
use super::line_stream::{self, Disconnected, KEEP_ALIVE, LineSender};
use crate::api::{ApiResult, AppState, Parameters};
use crate::identity::User;
use crate::lobby::{Lobby, stopped};
use crate::outbox::Outbox;
use crate::people::number_parameter;
use crate::room::{GameSummary, SeatDetails};
use crate::wire::BotEvent;

/// Shortest interval between two looks at the lobby.
const INTERVAL: Duration = Duration::from_millis(100);
/// Number of tables with open seats that are sent to one bot, the newest ones.
const MAX_OPEN: usize = 100;
/// Time in milliseconds before `since` from which ends are repeated: an end may be stored before an earlier line is sent.
const OVERLAP: i64 = 10_000;
/// Number of ended games on one page, and largest number of pages that are repeated.
const PAGE: u32 = 100;
const MAX_PAGES: usize = 10;

/// Opens the stream.
pub(crate) async fn stream(
    State(app): State<AppState>,
    Query(parameters): Parameters,
    headers: HeaderMap,
) -> ApiResult {
    let bot = app.bots.identify(&headers).await?;
    let since = number_parameter(&parameters, "since")?;
    let slot = app.bots.open_stream(&bot)?;
    let event_slot = app.lobby.event_streams.take(&bot.id);
    let ended = app.identities().ended_sessions();
    let (sender, response) = line_stream::open();
    let lobby = Arc::clone(&app.lobby);
    tokio::spawn(async move {
        let _slots = (slot, event_slot);
        let _presence = lobby.presence.enter(&bot.id, Outbox::new(lobby.next_connection()).0);
        let stream = EventStream { lobby, bot, sender, known: HashMap::new(), challenges: HashSet::new() };
        let _ = stream.run(since, ended).await;
    });
    Ok(response)
}

/// Relation of a bot to an unfinished table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// The bot plays.
    Playing,
    /// The bot may take a seat.
    Open,
}

impl Standing {
    /// `reserved` is the seat of the table that is reserved for a challenged player.
    fn of(game: &GameSummary, bot: &str, reserved: Option<Seat>) -> Option<Standing> {
        let details = &game.details;
        let is_free = |seat: &SeatDetails| seat.holder == SeatHolder::Open && Some(seat.seat) != reserved;
        match (details.state, details.is_played_by(bot)) {
            (TableState::Live, true) => Some(Standing::Playing),
            (TableState::Waiting, false) if !details.is_rated && details.seats.iter().any(is_free) => {
                Some(Standing::Open)
            }
            _ => None,
        }
    }
}

struct EventStream {
    lobby: Arc<Lobby>,
    bot: User,
    sender: LineSender,
    /// Tables that the bot knows about.
    known: HashMap<Arc<str>, Standing>,
    /// Tables of the challenges that the bot knows about.
    challenges: HashSet<String>,
}

impl EventStream {
    async fn run(
        mut self,
        since: Option<i64>,
        mut ended: broadcast::Receiver<String>,
    ) -> Result<(), Disconnected> {
        if let Some(since) = since {
            self.repeat_ends(since.saturating_sub(OVERLAP)).await?;
        }
        let mut changes = self.lobby.changes();
        let mut stopping = self.lobby.stopping();
        let mut keep_alives = interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
        self.send_changes().await?;
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() {
                        return Ok(());
                    }
                    sleep(INTERVAL).await;
                    changes.mark_unchanged();
                    self.send_changes().await?;
                }
                _ = keep_alives.tick() => {
                    // A terminal on the same data may have revoked the token.
                    if !is_token_valid(&self.lobby.store, &self.bot).await {
                        return Ok(());
                    }
                    self.sender.keep_alive().await?;
                }
                session = ended.recv() => {
                    // A stream that has missed messages ends; the next one checks the token.
                    if session.map_or(true, |session| session == self.bot.session) {
                        return Ok(());
                    }
                }
                () = stopped(&mut stopping) => return Ok(()),
                () = self.sender.closed() => return Err(Disconnected),
            }
        }
    }

    /// Sends the ends of games since a time, the earliest first.
    async fn repeat_ends(&self, since: i64) -> Result<(), Disconnected> {
        let mut filter = HistoryFilter {
            viewer: Some(self.bot.id.clone()),
            user: Some(self.bot.id.clone()),
            since: Some(since),
            limit: PAGE,
            ..HistoryFilter::default()
        };
        let mut games = Vec::new();
        for _ in 0..MAX_PAGES {
            // Without the store nothing is known; the bot's next stream repeats the ends.
            let page = self.lobby.store.finished_games(&filter).await.map_err(|_| Disconnected)?;
            let Some(last) = page.last() else { break };
            filter.after = Some((last.finished, last.row.id.clone()));
            games.extend(page);
        }
        for game in games.iter().rev() {
            self.sender.send(BotEvent::game_end(&game.row.id, Some(game), unix_millis())).await?;
        }
        Ok(())
    }

    /// Sends what has changed for the bot.
    async fn send_changes(&mut self) -> Result<(), Disconnected> {
        self.send_challenges().await?;
        self.send_table_changes().await
    }

    async fn send_table_changes(&mut self) -> Result<(), Disconnected> {
        let mut games = self.lobby.summaries_for(&self.bot.id, MAX_OPEN);
        let reserved = |game: &GameSummary| self.lobby.challenges.reserved_seat(&game.details.id);
        let standing = |game: &GameSummary| Standing::of(game, &self.bot.id, reserved(game));
        let mut now: HashMap<Arc<str>, Standing> =
            games.iter().filter_map(|game| Some((Arc::clone(&game.details.id), standing(game)?))).collect();
        // Tables that newer ones have pushed out still have free seats.
        for id in self.known.keys() {
            if !now.contains_key(id)
                && let Some(Standing::Open) = self.lobby.summary(id).as_ref().and_then(standing)
            {
                now.insert(Arc::clone(id), Standing::Open);
            }
        }
        let before = std::mem::replace(&mut self.known, now);
        let at = unix_millis();
        for (id, standing) in &before {
            match (standing, self.known.get(id)) {
                (Standing::Playing, None) => {
                    let finished = self.lobby.store.finished_game(id).await.map_err(|_| Disconnected)?;
                    self.sender.send(BotEvent::game_end(id, finished.as_ref(), at)).await?;
                }
                (Standing::Open, None | Some(Standing::Playing)) => {
                    self.sender.send(BotEvent::seat_taken(id, at)).await?;
                }
                _ => {}
            }
        }
        games.retain(|game| before.get(&game.details.id) != self.known.get(&game.details.id));
        games.sort_by_key(|game| game.details.created);
        for game in &games {
            let line = match self.known.get(&game.details.id) {
                Some(Standing::Playing) => BotEvent::game_start(game, &self.bot.id, at),
                Some(Standing::Open) => BotEvent::open_seat(game, &self.bot.id, at),
                None => continue,
            };
            self.sender.send(line).await?;
        }
        Ok(())
    }

    /// Sends the challenges that are new, and the ends of those that wait no more.
    async fn send_challenges(&mut self) -> Result<(), Disconnected> {
        let received = self.lobby.challenges.received_by(&self.bot.id);
        let pending: HashSet<String> = received.iter().map(|challenge| challenge.table.clone()).collect();
        let before = std::mem::replace(&mut self.challenges, pending);
        let at = unix_millis();
        for table in before.difference(&self.challenges) {
            self.sender.send(BotEvent::challenge_end(table, at)).await?;
        }
        for challenge in received.iter().filter(|challenge| !before.contains(&challenge.table)) {
            self.sender.send(BotEvent::challenge(challenge, at)).await?;
        }
        Ok(())
    }
}
