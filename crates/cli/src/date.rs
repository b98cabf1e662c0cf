//! Dates of the calendar, in UTC.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// Milliseconds of a day.
const DAY: i64 = 24 * 3600 * 1000;

/// A day, as its start in milliseconds since the Unix epoch. Written as `2026-01-31`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Date(pub(crate) i64);

impl Date {
    /// The day of a moment.
    pub(crate) fn of(millis: i64) -> Date {
        Date(millis.div_euclid(DAY) * DAY)
    }

    /// The end of the day.
    pub(crate) fn end(self) -> i64 {
        self.0 + DAY
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Date, String> {
        let error = |_| format!("cannot read the date {text:?}: expected one such as 2026-01-31");
        let date = jiff::civil::Date::strptime("%Y-%m-%d", text).map_err(error)?;
        let start = date.to_zoned(TimeZone::UTC).map_err(error)?;
        Ok(Date(start.timestamp().as_millisecond()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = Timestamp::from_millisecond(self.0).unwrap_or(Timestamp::UNIX_EPOCH);
        write!(f, "{}", time.strftime("%Y-%m-%d"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_and_written() {
        for (text, millis) in [
            ("1970-01-01", 0),
            ("2026-01-01", 1_767_225_600_000),
            ("2024-02-29", 1_709_164_800_000),
            ("2000-03-01", 951_868_800_000),
        ] {
            assert_eq!(text.parse(), Ok(Date(millis)));
            assert_eq!(Date::of(millis + 5_000).to_string(), text);
        }
        for bad in ["", "2026", "2026-13-01", "2026-02-29", "2026-1-1-1", "tomorrow", "2026-00-10"] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }
}
