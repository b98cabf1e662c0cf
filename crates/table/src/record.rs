//! Records: a game as text, written event by event.
//!
//! The head of a record is the first event: the complete rules, the players, the clock, the start position, and the
//! commitment to the dice. Every other line is one event: its time in milliseconds, its name, and its details. Each line
//! ends with a seal of the [hash chain](HashChain), so that a change is detected and located. A client seed of the dice is
//! called `word` in the file format.

use rules::{InputError, RetireReason, Seat};

use crate::clock::Millis;
use crate::event::{AbsenceClaim, EventKind, FinalOutcome, GameSetup, Offer, TableEvent};
use crate::hash_chain::{HashChain, without_seal};

/// First line of a record in this format.
const HEADING: &str = "takhteh record 1";

/// Largest time of an event: a hundred years in milliseconds.
const MAX_TIME: u64 = 100 * 366 * 24 * 3600 * 1000;
/// Largest record that is read, in bytes.
pub const MAX_SIZE: usize = 1 << 26;
/// Longest line that is read, in bytes.
const MAX_LINE: usize = 1 << 16;

/// Writer of events as sealed lines.
#[derive(Clone, Default, Debug)]
pub struct Writer {
    chain: HashChain,
}

impl Writer {
    /// A writer at the start of a record.
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Lines of the next event, each with its line break.
    pub fn write(&mut self, event: &TableEvent) -> String {
        lines(event).iter().map(|line| self.chain.seal(line)).collect()
    }
}

/// Writes a complete record.
pub fn write(events: &[TableEvent]) -> String {
    let mut writer = Writer::new();
    events.iter().map(|event| writer.write(event)).collect()
}

fn lines(event: &TableEvent) -> Vec<String> {
    if let EventKind::Opened(setup) = &event.kind {
        let mut lines = vec![HEADING.to_owned()];
        lines.extend(setup.rules.lines().map(|line| format!("rules {line}")));
        lines.extend(setup.names.iter().zip(1..).map(|(name, seat)| format!("seat {seat} {name}")));
        lines.push(format!("clock {}", setup.time));
        lines.push(format!("position {}", setup.position));
        lines.extend(setup.commitment.iter().map(|commitment| format!("dice {commitment}")));
        return lines;
    }
    vec![format!("{} {}", event.at.0, details(&event.kind))]
}

fn details(kind: &EventKind) -> String {
    match kind {
        EventKind::Opened(_) => "opened".to_owned(),
        EventKind::ClientSeed { seat, seed } => format!("word {seat} {seed}"),
        EventKind::Begun => "begun".to_owned(),
        EventKind::Rolled { roll } => format!("rolled {roll}"),
        EventKind::Moved { seat, text, lag: Millis(0) } => format!("moved {seat} {text}"),
        EventKind::Moved { seat, text, lag } => format!("moved {seat} +{} {text}", lag.0),
        EventKind::AbsenceClaimed { seat, absent, claim } => {
            format!("claimed {seat} {} {absent}", word_of(claim, &ABSENCE_CLAIMS))
        }
        EventKind::Offered { seat, offer: Offer::Concession(index) } => {
            format!("offered {seat} concession {index}")
        }
        EventKind::Offered { seat, offer } => format!("offered {seat} {}", word_of(offer, &OFFERS)),
        EventKind::Answered { seat, yes } => format!("answered {seat} {}", if *yes { "yes" } else { "no" }),
        EventKind::Lapsed => "lapsed".to_owned(),
        EventKind::Retired { seat, why } => format!("retired {seat} {}", word_of(why, &RETIRE_REASONS)),
        EventKind::Conceded { seat, concession } => format!("conceded {seat} {concession}"),
        EventKind::TookBack { moves } => format!("took-back {moves}"),
        EventKind::Resumed => "resumed".to_owned(),
        EventKind::Ended(outcome) => {
            let places: Vec<String> = outcome.places.iter().map(u8::to_string).collect();
            let points: Vec<String> = outcome.points.iter().map(i16::to_string).collect();
            format!("ended {} {} {}", places.join(","), points.join(","), outcome.rule)
        }
        EventKind::Revealed { secret } => format!("revealed {secret}"),
    }
}

const OFFERS: [(&str, Offer); 3] =
    [("draw", Offer::Draw), ("claim", Offer::Claim), ("takeback", Offer::Takeback)];
const ABSENCE_CLAIMS: [(&str, AbsenceClaim); 2] = [("win", AbsenceClaim::Win), ("draw", AbsenceClaim::Draw)];
const RETIRE_REASONS: [(&str, RetireReason); 3] = [
    ("resigned", RetireReason::Resigned),
    ("time", RetireReason::OutOfTime),
    ("absent", RetireReason::Absent),
];

fn word_of<T: PartialEq>(value: &T, words: &[(&'static str, T)]) -> &'static str {
    words.iter().find(|(_, other)| other == value).map_or("?", |(word, _)| word)
}

/// A record that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// Events in order.
    pub events: Vec<TableEvent>,
    /// Line number of each event, from 1; the first event has that of the heading.
    pub lines: Vec<usize>,
}

/// Reads a record and checks its seals.
pub fn read(text: &str) -> Result<Record, InputError> {
    if text.len() > MAX_SIZE {
        return Err(InputError::new(format!(
            "line 1: cannot read a record of {} bytes: expected at most {MAX_SIZE}",
            text.len()
        )));
    }
    let mut reader = Reader { chain: HashChain::new(), lines: text.split_inclusive('\n').enumerate() };
    let (setup, mut next) = reader.head()?;
    let mut record = Record {
        events: vec![TableEvent { number: 0, at: Millis(0), kind: EventKind::Opened(setup) }],
        lines: vec![1],
    };
    while let Some((number, line)) = next {
        let event = read_event(line, record.events.len() as u64).map_err(|error| at_line(number, error))?;
        record.events.push(event);
        record.lines.push(number);
        next = reader.next()?;
    }
    check_canonical(text, &record)?;
    Ok(record)
}

/// Checks that the record is exactly what this program writes: nothing repeated, nothing added.
fn check_canonical(text: &str, record: &Record) -> Result<(), InputError> {
    let written = write(&record.events);
    let mut lines = text.lines().zip(written.lines().map(Some).chain(std::iter::repeat(None))).zip(1..);
    match lines.find(|((read, written), _)| Some(*read) != *written) {
        None if text.len() == written.len() => Ok(()),
        None => Err(InputError::new("the record ends within its head")),
        Some(((read, _), number)) => {
            let line = without_seal(read);
            Err(at_line(number, InputError::unexpected(line, "the line that belongs here, once")))
        }
    }
}

fn at_line(number: usize, error: InputError) -> InputError {
    error.within(format_args!("line {number}"))
}

struct Reader<'a, L: Iterator<Item = (usize, &'a str)>> {
    chain: HashChain,
    lines: L,
}

impl<'a, L: Iterator<Item = (usize, &'a str)>> Reader<'a, L> {
    /// Next line, without its seal, which is checked.
    fn next(&mut self) -> Result<Option<(usize, &'a str)>, InputError> {
        let Some((index, full)) = self.lines.next() else { return Ok(None) };
        let number = index + 1;
        if full.len() > MAX_LINE {
            let message = format!("cannot read a line of {} bytes: expected at most {MAX_LINE}", full.len());
            return Err(at_line(number, InputError::new(message)));
        }
        let line = full.strip_suffix('\n').ok_or_else(|| {
            at_line(number, InputError::new("the last line is cut off: expected a line break at its end"))
        })?;
        if line.ends_with('\r') {
            let message = "the line ends with a carriage return: expected a plain line break";
            return Err(at_line(number, InputError::new(message)));
        }
        let line = self.chain.check(line).map_err(|error| at_line(number, error))?;
        Ok(Some((number, line)))
    }

    /// Reads the head of the record; returns the first line after it as well.
    #[expect(clippy::type_complexity, reason = "a line and its number, as next returns them")]
    fn head(&mut self) -> Result<(GameSetup, Option<(usize, &'a str)>), InputError> {
        let mut setup = GameSetup {
            rules: String::new(),
            names: Vec::new(),
            time: crate::TimeControl::Unlimited,
            position: String::new(),
            commitment: None,
        };
        match self.next()? {
            Some((_, HEADING)) => {}
            other => {
                let found = other.map_or("", |(_, line)| line);
                return Err(at_line(1, InputError::unexpected(found, format_args!("\"{HEADING}\""))));
            }
        }
        loop {
            let next = self.next()?;
            let Some((number, line)) = next else { return Ok((setup, None)) };
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "rules" => setup.rules.push_str(&format!("{value}\n")),
                "seat" => {
                    let expected = format!("{} ", setup.names.len() + 1);
                    let name = value.strip_prefix(&expected).ok_or_else(|| {
                        at_line(
                            number,
                            InputError::unexpected(line, format_args!("\"seat {expected}\" and a name")),
                        )
                    })?;
                    setup.names.push(name.to_owned());
                }
                "clock" => setup.time = value.parse().map_err(|error| at_line(number, error))?,
                "position" => setup.position = value.to_owned(),
                "dice" => setup.commitment = Some(value.to_owned()),
                _ => return Ok((setup, next)),
            }
        }
    }
}

fn read_event(line: &str, number: u64) -> Result<TableEvent, InputError> {
    let expected = "a time in milliseconds, an event, and its details";
    let error = || InputError::unexpected(line, expected);
    let (at, rest) = line.split_once(' ').ok_or_else(error)?;
    let at = at.parse().ok().filter(|&at: &u64| at <= MAX_TIME).map(Millis).ok_or_else(error)?;
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let seat_and_rest = || -> Result<(Seat, &str), InputError> {
        let (seat, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let seat = seat.parse().ok().and_then(Seat::numbered);
        seat.map(|seat| (seat, rest))
            .ok_or_else(|| InputError::unexpected(line, "the number of a seat after the event"))
    };
    let kind = match word {
        "word" => {
            seat_and_rest().map(|(seat, seed)| EventKind::ClientSeed { seat, seed: seed.to_owned() })?
        }
        "begun" => EventKind::Begun,
        "rolled" => EventKind::Rolled { roll: rest.to_owned() },
        "moved" => {
            let (seat, rest) = seat_and_rest()?;
            let (lag, text) = read_lag(rest)?;
            EventKind::Moved { seat, text: text.to_owned(), lag }
        }
        "claimed" => {
            let (seat, rest) = seat_and_rest()?;
            let (claim, absent) = rest.split_once(' ').unwrap_or((rest, ""));
            let absent = absent.parse().ok().and_then(Seat::numbered);
            let absent = absent
                .ok_or_else(|| InputError::unexpected(line, "the number of the absent seat at the end"))?;
            EventKind::AbsenceClaimed { seat, absent, claim: read_word(claim, &ABSENCE_CLAIMS)? }
        }
        "offered" => {
            let (seat, offer) = seat_and_rest()?;
            let offer = match offer.strip_prefix("concession ") {
                Some(index) => Offer::Concession(read_index(index)?),
                None => read_word(offer, &OFFERS)?,
            };
            EventKind::Offered { seat, offer }
        }
        "answered" => {
            let (seat, answer) = seat_and_rest()?;
            EventKind::Answered { seat, yes: read_word(answer, &[("yes", true), ("no", false)])? }
        }
        "lapsed" => EventKind::Lapsed,
        "retired" => {
            let (seat, why) = seat_and_rest()?;
            EventKind::Retired { seat, why: read_word(why, &RETIRE_REASONS)? }
        }
        "conceded" => {
            let (seat, index) = seat_and_rest()?;
            EventKind::Conceded { seat, concession: read_index(index)? }
        }
        "took-back" => EventKind::TookBack {
            moves: rest
                .parse()
                .map_err(|_| InputError::unexpected(rest, "the number of moves taken back"))?,
        },
        "resumed" => EventKind::Resumed,
        "ended" => EventKind::Ended(read_outcome(rest)?),
        "revealed" => EventKind::Revealed { secret: rest.to_owned() },
        _ => {
            return Err(InputError::unexpected(word, "an event such as moved or rolled"));
        }
    };
    Ok(TableEvent { number, at, kind })
}

/// Reads the compensated lag before a move, such as `+40`, if there is one.
fn read_lag(text: &str) -> Result<(Millis, &str), InputError> {
    let Some((lag, mv)) = text.strip_prefix('+').and_then(|rest| rest.split_once(' ')) else {
        return Ok((Millis(0), text));
    };
    let lag = lag.parse().ok().filter(|&lag: &u64| lag <= MAX_TIME);
    let lag = lag.ok_or_else(|| InputError::unexpected(text, "the lag in milliseconds, such as +40"))?;
    Ok((Millis(lag), mv))
}

fn read_index(text: &str) -> Result<u8, InputError> {
    text.parse().map_err(|_| InputError::unexpected(text, "the index of a concession, from 0"))
}

fn read_word<T: Copy>(text: &str, words: &[(&str, T)]) -> Result<T, InputError> {
    let found = words.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        InputError::unexpected(text, known.join(" or "))
    })
}

fn read_outcome(text: &str) -> Result<FinalOutcome, InputError> {
    let error =
        || InputError::unexpected(text, "places, points and the rule, such as \"1,2 33,31 more discs\"");
    let mut parts = text.splitn(3, ' ');
    let (Some(places), Some(points), Some(rule)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(error());
    };
    let places: Option<Vec<u8>> = places.split(',').map(|place| place.parse().ok()).collect();
    let points: Option<Vec<i16>> = points.split(',').map(|points| points.parse().ok()).collect();
    match (places, points) {
        (Some(places), Some(points)) => Ok(FinalOutcome { places, points, rule: rule.to_owned() }),
        _ => Err(error()),
    }
}
