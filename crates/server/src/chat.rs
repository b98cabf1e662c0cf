//! Chat at a table: preset phrases and short texts.
//!
//! Players and spectators have a log each, and do not see that of the others. The logs are in memory while the room is open,
//! at most a hundred lines each; they are not part of the record of the game.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use rules::Seat;

use crate::api_error::ApiError;

/// Preset phrases, which clients show in the user's language.
pub(crate) const PHRASES: [&str; 8] =
    ["hello", "good_luck", "have_fun", "thanks", "well_played", "good_game", "sorry", "bye"];
/// Longest text in characters.
pub(crate) const MAX_TEXT: usize = 140;
/// Number of lines that a log has.
const MAX_LINES: usize = 100;
/// Longest key of a line in bytes.
const MAX_KEY: usize = 64;
/// Number of lines of one user at once, and the time after which one more is allowed.
const USER_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
const USER_INTERVAL: Duration = Duration::from_secs(2);
/// The same for all spectators of a table together.
const TABLE_BURST: NonZeroU32 = NonZeroU32::MIN.saturating_add(19);
const TABLE_INTERVAL: Duration = Duration::from_millis(500);

/// Content of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ChatContent {
    /// One of [`PHRASES`].
    Phrase(&'static str),
    /// A text without control characters.
    Text(String),
}

impl ChatContent {
    /// Content of a request, which has either a phrase or a text.
    pub(crate) fn read(phrase: Option<&str>, text: Option<&str>) -> Result<ChatContent, ApiError> {
        match (phrase, text) {
            (Some(phrase), None) => {
                let known = PHRASES.into_iter().find(|known| *known == phrase).map(ChatContent::Phrase);
                let message = || format!("there is no such phrase: expected one of {}", PHRASES.join(", "));
                known.ok_or_else(|| ApiError::unprocessable(message()))
            }
            (None, Some(text)) => {
                let text = clean(text);
                let length = text.chars().count();
                if length == 0 || length > MAX_TEXT {
                    let message = format!("a message has 1 to {MAX_TEXT} characters, not {length}");
                    return Err(ApiError::unprocessable(message));
                }
                Ok(ChatContent::Text(text))
            }
            _ => Err(ApiError::bad_request("a message has either a \"phrase\" or a \"text\"")),
        }
    }
}

/// Text on one line, without control characters and without invisible ones that could disguise it: bidirectional overrides, zero-width
/// spaces, tags. Joiners stay; Persian words and combined emoji need them.
fn clean(text: &str) -> String {
    let is_shown = |c: &char| {
        !matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
            && (!c.is_control() || c.is_whitespace())
    };
    let shown: String = text.chars().filter(is_shown).collect();
    let line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_visible = line.chars().any(|c| !matches!(c, '\u{200c}' | '\u{200d}') && !c.is_whitespace());
    if is_visible { line } else { String::new() }
}

/// A line of a log.
#[derive(Clone, Debug)]
pub(crate) struct ChatLine {
    pub(crate) number: u64,
    /// Id of the author.
    pub(crate) user: String,
    pub(crate) name: String,
    /// Seat of the author; `None` for a spectator.
    pub(crate) seat: Option<Seat>,
    pub(crate) content: ChatContent,
    /// Text by which the client recognises the line, if it chose one.
    pub(crate) key: Option<String>,
}

/// The latest lines of players or of spectators.
#[derive(Default)]
pub(crate) struct ChatLog {
    lines: VecDeque<ChatLine>,
    count: u64,
}

impl ChatLog {
    /// Adds a line and returns it with its number.
    pub(crate) fn push(&mut self, mut line: ChatLine) -> ChatLine {
        self.count += 1;
        line.number = self.count;
        if self.lines.len() == MAX_LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line.clone());
        line
    }

    /// `true` if the log has a line of this user with this key: it was sent again after the connection was lost.
    pub(crate) fn has(&self, user: &str, key: &str) -> bool {
        self.lines.iter().any(|line| line.user == user && line.key.as_deref() == Some(key))
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &ChatLine> {
        self.lines.iter()
    }
}

/// Checks the key of a line.
pub(crate) fn check_key(key: Option<&str>) -> Result<(), ApiError> {
    match key {
        Some(key) if key.is_empty() || key.len() > MAX_KEY => {
            let length = key.len();
            Err(ApiError::unprocessable(format!(
                "the key of a message has 1 to {MAX_KEY} bytes, not {length}"
            )))
        }
        _ => Ok(()),
    }
}

/// Limits on the number of lines.
pub(crate) struct ChatLimits {
    by_user: DefaultKeyedRateLimiter<String>,
    by_table: DefaultKeyedRateLimiter<String>,
}

impl Default for ChatLimits {
    fn default() -> ChatLimits {
        let limiter = |burst: NonZeroU32, interval: Duration| {
            let quota = Quota::with_period(interval).unwrap_or(Quota::per_second(NonZeroU32::MIN));
            RateLimiter::keyed(quota.allow_burst(burst))
        };
        ChatLimits {
            by_user: limiter(USER_BURST, USER_INTERVAL),
            by_table: limiter(TABLE_BURST, TABLE_INTERVAL),
        }
    }
}

impl ChatLimits {
    /// Counts a line of a user; `table` is that of a spectator.
    pub(crate) fn check(&self, user: &str, table: Option<&str>) -> Result<(), ApiError> {
        let too_many = |_| ApiError::too_many("too many messages; wait a moment");
        if self.by_user.len() > 10_000 {
            self.by_user.retain_recent();
            self.by_table.retain_recent();
        }
        self.by_user.check_key(&user.to_owned()).map_err(too_many)?;
        match table {
            Some(table) => self.by_table.check_key(&table.to_owned()).map_err(too_many),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Result<ChatContent, ApiError> {
        ChatContent::read(None, Some(text))
    }

    #[test]
    fn texts_are_one_visible_line() {
        for (sent, shown) in [
            (" hello  there ", "hello there"),
            ("one\ntwo\r\n\tthree", "one two three"),
            ("\u{202e}abc\u{202c} \u{2066}def\u{2069}", "abc def"),
            ("a\u{0}b\u{1b}[31mc\u{9f}", "ab[31mc"),
            ("<b onclick=alert(1)>", "<b onclick=alert(1)>"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
        ] {
            assert_eq!(text(sent).unwrap(), ChatContent::Text(shown.to_owned()), "{sent:?}");
        }
        for sent in ["", "   ", "\n", "\u{200b}\u{202e}", "\u{200d}\u{200c}", "\u{e0041}"] {
            assert_eq!(text(sent).unwrap_err().status.as_u16(), 422, "{sent:?}");
        }
        assert!(text(&"x".repeat(MAX_TEXT)).is_ok() && text(&"ü".repeat(MAX_TEXT)).is_ok());
        assert_eq!(
            text(&"x".repeat(MAX_TEXT + 1)).unwrap_err().message,
            "a message has 1 to 140 characters, not 141"
        );
    }

    #[test]
    fn phrases_are_known_ones() {
        assert_eq!(ChatContent::read(Some("thanks"), None).unwrap(), ChatContent::Phrase("thanks"));
        assert_eq!(ChatContent::read(Some("insult"), None).unwrap_err().status.as_u16(), 422);
        assert_eq!(ChatContent::read(None, None).unwrap_err().status.as_u16(), 400);
        assert_eq!(ChatContent::read(Some("thanks"), Some("x")).unwrap_err().status.as_u16(), 400);
    }

    #[test]
    fn a_log_has_the_latest_lines() {
        let mut log = ChatLog::default();
        for _ in 0..MAX_LINES + 5 {
            log.push(ChatLine {
                number: 0,
                user: "one".to_owned(),
                name: "One".to_owned(),
                seat: None,
                content: ChatContent::Phrase("hello"),
                key: None,
            });
        }
        let numbers: Vec<u64> = log.lines().map(|line| line.number).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[MAX_LINES - 1]), (MAX_LINES, 6, 105));
    }

    #[test]
    fn a_user_and_the_spectators_of_a_table_have_limits() {
        let limits = ChatLimits::default();
        for _ in 0..USER_BURST.get() {
            limits.check("laleh", None).unwrap();
        }
        assert_eq!(limits.check("laleh", None).unwrap_err().status.as_u16(), 429);
        for number in 0..TABLE_BURST.get() {
            limits.check(&format!("guest {number}"), Some("table")).unwrap();
        }
        assert_eq!(limits.check("another", Some("table")).unwrap_err().status.as_u16(), 429);
        limits.check("somebody", None).unwrap();
    }
}
