//! JSON of bots.

use bot_lines::BotAction;
use rules::Seat;
use serde::{Deserialize, Serialize};
use store::{Bot, FinishedGame, NewBotToken};
use web_host::responses::to_json;

use super::EndingView;
use super::body::read_body;
use super::lobby::GameView;
use super::social::ChallengeView;
use crate::api_error::ApiError;
use crate::challenges::Challenge;
use crate::identity::User;
use crate::room::GameSummary;

/// A line of a bot's events. `at` is the time in milliseconds since the Unix epoch.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum BotEvent<'a> {
    /// A game of the bot has begun, or was running when the stream was opened.
    GameStart {
        at: i64,
        #[serde(flatten)]
        game: GameView<'a>,
    },
    /// A game of the bot is over for it; without an `ending` the others play on.
    GameEnd { at: i64, table: &'a str, ending: Option<EndingView> },
    /// A listed table has a free seat.
    OpenSeat {
        at: i64,
        #[serde(flatten)]
        game: GameView<'a>,
    },
    /// A table has no free seat any more.
    SeatTaken { at: i64, table: &'a str },
    /// A challenge waits for the answer of the bot.
    Challenge {
        at: i64,
        #[serde(flatten)]
        challenge: ChallengeView,
    },
    /// A challenge was accepted, declined or cancelled, or has expired.
    ChallengeEnd { at: i64, table: &'a str },
}

impl<'a> BotEvent<'a> {
    /// Line of a game that has begun.
    pub(crate) fn game_start(game: &'a GameSummary, bot: &str, at: i64) -> String {
        to_json(&BotEvent::GameStart { at, game: GameView::new(game, Some(bot)) })
    }

    /// Line of a game that is over.
    pub(crate) fn game_end(table: &'a str, finished: Option<&FinishedGame>, at: i64) -> String {
        let ending = finished.map(|game| {
            let places = game.results.iter().map(|seat| seat.place).collect();
            let points = game.results.iter().map(|seat| seat.points).collect();
            EndingView::new(places, points, &game.rule)
        });
        to_json(&BotEvent::GameEnd { at, table, ending })
    }

    /// Line of a table with a free seat.
    pub(crate) fn open_seat(game: &'a GameSummary, bot: &str, at: i64) -> String {
        to_json(&BotEvent::OpenSeat { at, game: GameView::new(game, Some(bot)) })
    }

    /// Line of a table without a free seat.
    pub(crate) fn seat_taken(table: &'a str, at: i64) -> String {
        to_json(&BotEvent::SeatTaken { at, table })
    }

    /// Line of a challenge that waits for an answer.
    pub(crate) fn challenge(challenge: &Challenge, at: i64) -> String {
        to_json(&BotEvent::Challenge { at, challenge: ChallengeView::new(challenge) })
    }

    /// Line of a challenge that has ended.
    pub(crate) fn challenge_end(table: &'a str, at: i64) -> String {
        to_json(&BotEvent::ChallengeEnd { at, table })
    }
}

/// The bot that sends the request.
pub(crate) fn bot_account(bot: &User) -> String {
    #[derive(Serialize)]
    struct BotAccount<'a> {
        name: &'a str,
    }
    to_json(&BotAccount { name: &bot.name })
}

/// A bot as its owner sees it.
#[derive(Serialize)]
struct BotView<'a> {
    name: &'a str,
    created: i64,
    used: Option<i64>,
    has_token: bool,
}

impl<'a> From<&'a Bot> for BotView<'a> {
    fn from(bot: &'a Bot) -> BotView<'a> {
        BotView {
            name: &bot.user.name,
            created: bot.user.created,
            used: bot.used,
            has_token: bot.token.is_some(),
        }
    }
}

/// The bots of an account.
pub(crate) fn bots(bots: &[Bot]) -> String {
    #[derive(Serialize)]
    struct Bots<'a> {
        bots: Vec<BotView<'a>>,
        most: usize,
    }
    to_json(&Bots { bots: bots.iter().map(BotView::from).collect(), most: store::MAX_BOTS })
}

/// A bot with its new token.
pub(crate) fn bot_token(new: &NewBotToken) -> String {
    #[derive(Serialize)]
    struct BotToken<'a> {
        #[serde(flatten)]
        bot: BotView<'a>,
        token: &'a str,
    }
    to_json(&BotToken { bot: BotView::from(&new.bot), token: &new.token })
}

/// Reads the name of a new bot.
pub(crate) fn read_bot_name(text: &str) -> Result<String, ApiError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NewBot {
        name: String,
    }
    read_body::<NewBot>(text, r#"{"name": "ziggy"}"#).map(|bot| bot.name)
}

/// The seat that a request is about, if it names one.
#[derive(Default, Deserialize)]
struct SeatField {
    seat: Option<u8>,
}

fn seat_of(text: &str, example: &str) -> Result<Option<Seat>, ApiError> {
    let SeatField { seat } = read_body(text, example)?;
    seat.map(|number| {
        Seat::numbered(number).ok_or_else(|| ApiError::unprocessable(format!("there is no seat {number}")))
    })
    .transpose()
}

/// Reads the seat that a bot wants to take; `None` for any.
pub(crate) fn read_join(text: &str) -> Result<Option<Seat>, ApiError> {
    if text.trim().is_empty() { Ok(None) } else { seat_of(text, r#"{"seat": 2}"#) }
}

/// Reads an action, and the seat that acts; `None` for the one whose turn it is.
pub(crate) fn read_bot_action(text: &str, kind: &str) -> Result<(Option<Seat>, BotAction), ApiError> {
    let action =
        bot_lines::read_action(text, Some(kind)).map_err(|error| ApiError::bad_request(error.to_string()))?;
    Ok((seat_of(text, r#"{"seat": 1}"#)?, action))
}
