//! Challenges by name: an open seat of a waiting table that is reserved for one account.
//!
//! A challenge is in memory only. It ends when the challenged player sits down or declines, when the host closes the table, and
//! after ten minutes; the table of one that is not accepted is closed. After a restart the table waits on, and its link works.
//! A bot receives challenges through its stream of events, so it can be challenged only while it reads one.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use rules::{InputError, Seat};
use store::TableRow;
use tokio::time::Instant;

use crate::api_error::ApiError;
use crate::identity::User;
use crate::lobby::Lobby;
use crate::room::RoomCommand;
use crate::wire::{ChallengeView, ServerMessage};

/// Time to accept a challenge.
const TIME_TO_ACCEPT: Duration = Duration::from_secs(600);
/// Number of challenges of one user that may wait for an answer.
const MAX_SENT: usize = 5;
/// Number of challenges that may wait for the answer of one user.
const MAX_RECEIVED: usize = 20;
/// Number of challenges of one user at once, and the time after which one more is allowed.
const BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
const INTERVAL: Duration = Duration::from_secs(30);

/// Challenges that wait for an answer, by table.
pub(crate) struct Challenges {
    pending: Mutex<HashMap<String, Challenge>>,
    limiter: DefaultKeyedRateLimiter<String>,
}

/// A challenge.
#[derive(Clone)]
pub(crate) struct Challenge {
    pub(crate) table: String,
    /// Id of the challenger.
    from: String,
    pub(crate) from_name: String,
    /// Id of the challenged account.
    to: String,
    pub(crate) to_name: String,
    /// `true` if the challenged account is a bot.
    is_to_bot: bool,
    /// The reserved seat, and its name.
    pub(crate) seat: Seat,
    pub(crate) seat_name: String,
    pub(crate) game: &'static str,
    pub(crate) title: &'static str,
    pub(crate) clock: String,
    pub(crate) is_rated: bool,
    /// Number of seats of the table.
    seats: usize,
    expires: Instant,
}

/// The account that a new table challenges, and its seat.
pub(crate) struct ChallengedPlayer {
    id: String,
    name: String,
    seat: Seat,
}

impl Default for Challenges {
    fn default() -> Challenges {
        let quota = Quota::with_period(INTERVAL).unwrap_or(Quota::per_second(NonZeroU32::MIN));
        Challenges { pending: Mutex::default(), limiter: RateLimiter::keyed(quota.allow_burst(BURST)) }
    }
}

impl Challenge {
    /// Time until the challenge ends.
    pub(crate) fn expires_in(&self) -> Duration {
        self.expires.saturating_duration_since(Instant::now())
    }
}

impl Challenges {
    /// The user and the name for whom a seat is reserved.
    pub(crate) fn reserved_for(&self, table: &str, seat: Seat) -> Option<(String, String)> {
        let pending = self.lock();
        let challenge = pending.get(table).filter(|challenge| challenge.seat == seat)?;
        Some((challenge.to.clone(), challenge.to_name.clone()))
    }

    /// The reserved seat of a table.
    pub(crate) fn reserved_seat(&self, table: &str) -> Option<Seat> {
        self.lock().get(table).map(|challenge| challenge.seat)
    }

    /// Challenges that wait for the answer of a user, the oldest first.
    pub(crate) fn received_by(&self, user: &str) -> Vec<Challenge> {
        let mut received: Vec<Challenge> =
            self.lock().values().filter(|challenge| challenge.to == user).cloned().collect();
        received.sort_by_key(|challenge| challenge.expires);
        received
    }

    /// Adds a challenge. Its limits are checked again: requests at the same time must not exceed them together.
    fn add(&self, challenge: &Challenge) -> Result<(), ApiError> {
        let mut pending = self.lock();
        check_count(&pending, &challenge.from, &challenge.to, &challenge.to_name)?;
        pending.insert(challenge.table.clone(), challenge.clone());
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Challenge>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a challenge of a user.
    fn check_rate(&self, from: &str) -> Result<(), ApiError> {
        self.limiter.retain_recent();
        let seconds = INTERVAL.as_secs();
        self.limiter.check_key(&from.to_owned()).map_err(|_| {
            ApiError::too_many(format!("you have sent too many challenges; try again in {seconds} seconds"))
        })
    }
}

/// Checks that a user may send another one besides these challenges.
fn check_count(
    pending: &HashMap<String, Challenge>,
    from: &str,
    to: &str,
    to_name: &str,
) -> Result<(), ApiError> {
    let count = |is_counted: &dyn Fn(&Challenge) -> bool| {
        pending.values().filter(|challenge| is_counted(challenge)).count()
    };
    if count(&|challenge| challenge.from == from && challenge.to == to) > 0 {
        return Err(ApiError::conflict(format!("you have already challenged {to_name}")));
    }
    if count(&|challenge| challenge.from == from) >= MAX_SENT {
        let message = format!("{MAX_SENT} of your challenges have no answer yet; cancel one first");
        return Err(ApiError::conflict(message));
    }
    if count(&|challenge| challenge.to == to) >= MAX_RECEIVED {
        return Err(ApiError::conflict(format!("{to_name} has too many challenges; try again later")));
    }
    Ok(())
}

impl Lobby {
    /// Looks up the account that a user wants to challenge, and checks that it may be challenged.
    pub(crate) async fn challenged_player(
        &self,
        user: &User,
        seat: Seat,
        name: &str,
        is_rated: bool,
    ) -> Result<ChallengedPlayer, ApiError> {
        if !user.is_registered {
            return Err(ApiError::forbidden("log in to challenge a player by name"));
        }
        let unknown = || ApiError::not_found(format!("there is no player {}", InputError::quote(name)));
        let account = self.store.account(name.trim()).await?.ok_or_else(unknown)?;
        if account.id == user.id {
            return Err(ApiError::unprocessable("you cannot challenge yourself"));
        }
        if self.blocks.has(&account.id, &user.id) {
            return Err(ApiError::forbidden(format!("{} does not accept your challenges", account.name)));
        }
        if self.blocks.has(&user.id, &account.id) {
            return Err(ApiError::conflict(format!("you have blocked {}", account.name)));
        }
        if store::is_bot_name(&account.name) {
            if is_rated {
                return Err(ApiError::unprocessable("bots do not play rated games"));
            }
            if !self.event_streams.has(&account.id) {
                let message = format!("{} is not connected; try again when its program runs", account.name);
                return Err(ApiError::conflict(message));
            }
        }
        check_count(&self.challenges.lock(), &user.id, &account.id, &account.name)?;
        self.challenges.check_rate(&user.id)?;
        Ok(ChallengedPlayer { id: account.id, name: account.name, seat })
    }

    /// Sends a challenge to the table that was opened for it.
    pub(crate) async fn send_challenge(
        self: &Arc<Lobby>,
        user: &User,
        player: ChallengedPlayer,
        row: &TableRow,
        seat_names: &[String],
    ) -> Result<(), ApiError> {
        let info = games::catalog::entry(row.game())?;
        let challenge = Challenge {
            table: row.id.clone(),
            from: user.id.clone(),
            from_name: user.name.clone(),
            to: player.id,
            is_to_bot: store::is_bot_name(&player.name),
            to_name: player.name,
            seat: player.seat,
            seat_name: seat_names.get(player.seat.index()).cloned().unwrap_or_default(),
            game: info.name,
            title: info.title,
            clock: row.clock.clone(),
            is_rated: row.is_rated,
            seats: row.seats.len(),
            expires: Instant::now() + TIME_TO_ACCEPT,
        };
        if let Err(error) = self.challenges.add(&challenge) {
            self.close_table(&row.id).await;
            return Err(error);
        }
        self.send_challenges(&challenge);
        let (lobby, table) = (Arc::clone(self), row.id.clone());
        tokio::spawn(async move {
            tokio::time::sleep_until(challenge.expires).await;
            lobby.close_challenge(&table).await;
        });
        Ok(())
    }

    /// Declines a challenge for the challenged user.
    pub(crate) async fn decline_challenge(
        self: &Arc<Lobby>,
        user: &User,
        table: &str,
    ) -> Result<(), ApiError> {
        let challenge =
            self.challenges.lock().get(table).filter(|challenge| challenge.to == user.id).cloned();
        let Some(challenge) = challenge else {
            return Err(ApiError::conflict("this challenge is no longer open"));
        };
        let message = ServerMessage::Declined { table, name: &challenge.to_name }.to_json();
        self.close_challenge(table).await;
        self.presence.send(&challenge.from, &message);
        Ok(())
    }

    /// Ends a challenge that is not accepted. The table of two players is closed; others may still fill a larger one.
    async fn close_challenge(self: &Arc<Lobby>, table: &str) {
        let seats = self.challenges.lock().get(table).map(|challenge| challenge.seats);
        if seats == Some(2) {
            self.close_table(table).await;
        }
        self.end_challenge(table);
    }

    /// Ends all challenges to a user who is about to be deleted.
    pub(crate) async fn close_challenges_to(self: &Arc<Lobby>, user: &str) {
        for challenge in self.challenges.received_by(user) {
            self.close_challenge(&challenge.table).await;
        }
    }

    async fn close_table(self: &Arc<Lobby>, table: &str) {
        if let Err(error) = self.ask(table, |reply| RoomCommand::Expire { is_abandoned: false, reply }).await
        {
            tracing::warn!(table, error = %error.message, "cannot close the table of a challenge");
        }
    }

    /// Ends the challenge of a table whose reserved seat is taken.
    pub(crate) fn accept_challenge(&self, table: &str, seat: Seat) {
        if self.challenges.reserved_for(table, seat).is_some() {
            self.end_challenge(table);
        }
    }

    /// Removes the challenge of a table, if there is one.
    pub(crate) fn end_challenge(&self, table: &str) {
        let ended = self.challenges.lock().remove(table);
        if let Some(challenge) = ended {
            self.send_challenges(&challenge);
        }
    }

    fn send_challenges(&self, changed: &Challenge) {
        for user in [&changed.from, &changed.to] {
            self.presence.send(user, &self.challenges_message(user));
        }
        if changed.is_to_bot {
            self.wake_bots();
        }
    }

    /// Challenges of a user that wait for an answer, as a message.
    pub(crate) fn challenges_message(&self, user: &str) -> String {
        let pending = self.challenges.lock();
        let list = |is_listed: &dyn Fn(&Challenge) -> bool| -> Vec<ChallengeView> {
            let mut listed: Vec<&Challenge> =
                pending.values().filter(|challenge| is_listed(challenge)).collect();
            listed.sort_by_key(|challenge| challenge.expires);
            listed.into_iter().map(ChallengeView::new).collect()
        };
        let received = list(&|challenge| challenge.to == user);
        let sent = list(&|challenge| challenge.from == user);
        ServerMessage::Challenges { received, sent }.to_json()
    }

    /// `true` if a user has challenges that wait for an answer.
    pub(crate) fn has_challenges(&self, user: &str) -> bool {
        self.challenges.lock().values().any(|challenge| challenge.to == user || challenge.from == user)
    }
}
