//! Bots: programs that play through HTTP with a token in place of a cookie.
//!
//! Their owners manage them in `owner`. A bot reads two kinds of streams, one JSON object a line: `events` about all its
//! games, and `table_stream` about one of them. It acts through `actions`. `docs/bots.md` describes the protocol.

pub(crate) mod actions;
pub(crate) mod events;
mod line_stream;
pub(crate) mod owner;
pub(crate) mod table_stream;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::HeaderMap;
use store::secrets::is_token;
use store::{Store, unix_millis};

use crate::api_error::ApiError;
use crate::identity::User;
use crate::operator_key::bearer;
use crate::rate_limits::{BotLimiter, RateLimit};

/// Number of streams that one bot may read at the same time.
const MAX_STREAMS: usize = 40;

/// State that requests of bots share.
pub(crate) struct BotService {
    store: Store,
    limiter: BotLimiter,
    streams: Arc<StreamCounter>,
}

impl BotService {
    pub(crate) fn new(store: Store, limit: RateLimit) -> BotService {
        BotService { store, limiter: BotLimiter::new(limit), streams: Arc::default() }
    }

    /// The bot that sends a request. Counts the request.
    pub(crate) async fn identify(&self, headers: &HeaderMap) -> Result<User, ApiError> {
        let token = bearer(headers).ok_or_else(|| {
            ApiError::unauthorized("the request has no token; send the header Authorization: Bearer TOKEN")
        })?;
        let unknown = || ApiError::unauthorized("this token is not valid; its owner may have revoked it");
        if !is_token(token) {
            return Err(unknown());
        }
        let bot = self.store.bot_of_token(token, unix_millis()).await?.ok_or_else(unknown)?;
        self.limiter.check(&bot.user.id)?;
        Ok(User {
            id: bot.user.id,
            name: bot.user.name,
            is_registered: true,
            is_bot: true,
            session: bot.token.unwrap_or_default(),
            label: "bot".to_owned(),
        })
    }

    /// Takes a stream for a bot.
    fn open_stream(&self, bot: &User) -> Result<OpenStream, ApiError> {
        self.streams.take(&bot.id).ok_or_else(|| {
            ApiError::too_many(format!("this bot reads {MAX_STREAMS} streams already; close one first"))
        })
    }
}

/// `false` if the token of a bot was revoked. An error of the store ends no stream.
async fn is_token_valid(store: &Store, bot: &User) -> bool {
    store.bot_by_fingerprint(&bot.session).await.map_or(true, |bot| bot.is_some())
}

/// Number of open streams by bot.
#[derive(Default)]
pub(crate) struct StreamCounter(Mutex<HashMap<String, usize>>);

impl StreamCounter {
    /// Takes a stream; `None` if the bot has too many.
    fn take(self: &Arc<StreamCounter>, bot: &str) -> Option<OpenStream> {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(bot.to_owned()).or_default();
        if *count >= MAX_STREAMS {
            return None;
        }
        *count += 1;
        Some(OpenStream { counter: Arc::clone(self), bot: bot.to_owned() })
    }

    /// `true` if a bot has an open stream.
    pub(crate) fn has(&self, bot: &str) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains_key(bot)
    }
}

/// One of a bot's streams, given back when it is dropped.
struct OpenStream {
    counter: Arc<StreamCounter>,
    bot: String,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.counter.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.bot) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.bot);
            }
        }
    }
}
