//! Dates of the calendar, in UTC.

use std::fmt;
use std::str::FromStr;

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

    /// Days from 1 January 1970 to a date of the Gregorian calendar.
    fn days(year: i64, month: i64, day: i64) -> i64 {
        // Years begin in March, so that the leap day is the last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * month + 2) / 5 + day - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Date, String> {
        let error = || format!("cannot read the date {text:?}: expected one such as 2026-01-31");
        let mut parts = text.split('-').map(str::parse::<u16>);
        let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(error());
        };
        let date = Date(Date::days(year.into(), month.into(), day.into()) * DAY);
        // A date that does not exist is another one when it is written.
        let is_real =
            (1..=12).contains(&month) && date.to_string() == format!("{year:04}-{month:02}-{day:02}");
        is_real.then_some(date).ok_or_else(error)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = self.0.div_euclid(DAY) + 719_468;
        let era = days.div_euclid(146_097);
        let of_era = days.rem_euclid(146_097);
        let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i64::from(month <= 2);
        write!(f, "{year:04}-{month:02}-{day:02}")
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

    /// Every day of 400 years has its own date, one after the other, and is read as it is written.
    #[test]
    fn days_follow_each_other() {
        let is_leap =
            |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let mut expected = (1970, 1, 1);
        for days in 0..146_097 {
            let (year, month, day) = expected;
            let (date, text) = (Date(days * DAY), format!("{year:04}-{month:02}-{day:02}"));
            assert_eq!((date.to_string(), text.parse()), (text.clone(), Ok(date)));
            let length = match month {
                2 if is_leap(year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                (_, day) if day == length => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
        }
    }
}
