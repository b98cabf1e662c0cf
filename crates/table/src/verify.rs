//! Playing a record again: every move, clock, roll and ending is what the rules make of it, or it is told where not.

use std::sync::Arc;

use rules::{InputError, RetireReason};
use view::DynGame;

use crate::action::{Action, Reply};
use crate::dice::{Dice, RecordedRolls, Secret};
use crate::event::{Event, EventKind, Offer, Setup};
use crate::record::{self, Record};
use crate::table::Table;

/// What a record that verifies holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The first event.
    pub setup: Setup,
    /// Events in all.
    pub events: usize,
    /// Moves that were made, those taken back included.
    pub moves: usize,
    /// Rolls, those taken back included.
    pub rolls: usize,
    /// Whether the dice could be computed again: the game is over and its secret fits the commitment.
    pub dice_checked: bool,
    /// How the game ended, if it has.
    pub ending: Option<crate::Ending>,
    /// The position at the end of the record.
    pub position: String,
}

/// Reads a record, plays it again and compares every event.
///
/// `open` makes the game out of the full text of its rules: who calls knows the games, this crate does not.
pub fn verify(
    text: &str,
    open: impl FnOnce(&str) -> Result<Arc<dyn DynGame>, InputError>,
) -> Result<Verdict, InputError> {
    let record = record::read(text)?;
    let setup = setup_of(&record)?.clone();
    let head_line =
        |key: &str| text.lines().position(|line| line.starts_with(key)).map_or(1, |index| index + 1);
    let at_line = |line: usize, error: InputError| error.within(format_args!("line {line}"));
    let game = open(&setup.rules).map_err(|error| {
        at_line(
            head_line("rules "),
            error.within("the rules, which begin here and whose settings are counted from the next line"),
        )
    })?;
    game.read_position(&setup.position).map_err(|error| at_line(head_line("position "), error))?;
    check_dice(&record, &setup, game.has_dice())?;
    let (dice, dice_checked) = dice_of(&record, &setup)?;
    let table = replay(game, &record.events, dice).map_err(|(index, error)| {
        at_line(record.lines.get(index).or(record.lines.last()).copied().unwrap_or(1), error)
    })?;
    let count =
        |wanted: fn(&EventKind) -> bool| record.events.iter().filter(|event| wanted(&event.what)).count();
    let is_ended = count(|what| matches!(what, EventKind::Ended(_))) > 0;
    Ok(Verdict {
        setup,
        events: record.events.len(),
        moves: count(|what| matches!(what, EventKind::Moved { .. })),
        rolls: count(|what| matches!(what, EventKind::Rolled { .. })),
        dice_checked,
        ending: table.outcome().filter(|_| is_ended).map(crate::Ending::from),
        position: table.board().position(),
    })
}

/// A game with dice has committed itself to them, and tells its secret when it is over; another does neither.
fn check_dice(record: &Record, setup: &Setup, has_dice: bool) -> Result<(), InputError> {
    let line_of = |wanted: fn(&EventKind) -> bool| {
        record.events.iter().zip(&record.lines).find(|(event, _)| wanted(&event.what)).map(|(_, line)| *line)
    };
    let ended = line_of(|what| matches!(what, EventKind::Ended(_)));
    let revealed = line_of(|what| matches!(what, EventKind::Revealed { .. }));
    match (has_dice, &setup.commitment, ended, revealed) {
        (true, None, ..) => Err(InputError::new(
            "line 1: the head of the record has no commitment: expected a line \"dice\" in a game with dice",
        )),
        (true, _, Some(line), None) => Err(InputError::new(format!(
            "line {line}: the game is over but the secret of its dice is missing: expected it right after the end"
        ))),
        (false, Some(_), ..) => {
            Err(InputError::new("line 1: the head of the record commits to dice: this game has none"))
        }
        _ => Ok(()),
    }
}

fn setup_of(record: &Record) -> Result<&Setup, InputError> {
    match record.events.first().map(|event| &event.what) {
        Some(EventKind::Opened(setup)) => Ok(setup),
        _ => Err(InputError::new("line 1: expected a record to begin with the table being opened")),
    }
}

/// The dice of a record: from its secret, which must fit the commitment, or as they are written if there is none yet.
fn dice_of(record: &Record, setup: &Setup) -> Result<(Dice, bool), InputError> {
    for (event, line) in record.events.iter().zip(&record.lines) {
        if let EventKind::Revealed { secret } = &event.what {
            let secret: Secret =
                secret.parse().map_err(|error: InputError| error.within(format_args!("line {line}")))?;
            if setup.commitment.as_ref() != Some(&secret.commitment()) {
                return Err(InputError::new(format!(
                    "line {line}: the secret does not fit the commitment at the head of the record: \
                     the dice were not those that were committed to"
                )));
            }
            return Ok((Dice::Committed(secret), true));
        }
    }
    let rolls = record.events.iter().filter_map(|event| match &event.what {
        EventKind::Rolled { roll } => Some(roll.clone()),
        _ => None,
    });
    Ok((Dice::Recorded(RecordedRolls::new(rolls)), false))
}

/// Sets a table up again from its events; tells the first event that does not follow from the rules.
pub fn replay(game: Arc<dyn DynGame>, events: &[Event], dice: Dice) -> Result<Table, (usize, InputError)> {
    let Some(Event { what: EventKind::Opened(setup), .. }) = events.first() else {
        return Err((0, InputError::new("expected the table to be opened first")));
    };
    let is_recorded = matches!(dice, Dice::Recorded(_));
    let mut table = Table::open(game, setup.names.clone(), setup.time, &setup.position, dice)
        .map_err(|error| (0, error))?;
    let mut opened = setup.clone();
    if is_recorded {
        // The commitment of an unfinished game is taken as it stands: its secret is not out.
        opened.commitment = None;
    }
    if table.events().first().map(|event| &event.what) != Some(&EventKind::Opened(opened)) {
        return Err((0, InputError::new("the head of the record is not what opening such a table writes")));
    }
    let mut index = 1;
    while let Some(cause) = events.get(index) {
        let reply = repeat(&mut table, cause);
        for (offset, event) in reply.events.iter().enumerate() {
            match events.get(index + offset) {
                Some(written) if written == event => {}
                Some(written) => {
                    return Err((index + offset, difference(written, event, reply.refusal.as_ref())));
                }
                // The record may stop anywhere, as a table may.
                None => return Ok(table),
            }
        }
        if reply.events.is_empty() {
            let why = reply.refusal.map_or_else(
                || "it does not follow from what happened before".to_owned(),
                |refusal| refusal.to_string(),
            );
            return Err((index, InputError::new(format!("{} cannot be: {why}", describe(&cause.what)))));
        }
        index += reply.events.len();
    }
    Ok(table)
}

/// Does again what led to an event.
fn repeat(table: &mut Table, cause: &Event) -> Reply {
    let (seen, at) = (table.latest(), cause.at);
    match &cause.what {
        EventKind::Word { seat, word } => table.act(*seat, seen, Action::Word(word.clone()), at),
        EventKind::Begun => table.begin(at),
        EventKind::Moved { seat, text } => table.act(*seat, seen, Action::Move(text.clone()), at),
        EventKind::Offered { seat, offer } => table.act(*seat, seen, Action::Offer(*offer), at),
        EventKind::Answered { seat, yes } => table.act(*seat, seen, Action::Answer(*yes), at),
        EventKind::Retired { seat, why: RetireReason::Resigned } => {
            table.act(*seat, seen, Action::Resign, at)
        }
        EventKind::Retired { seat, why: RetireReason::Absent } => table.act(*seat, seen, Action::Leave, at),
        EventKind::Retired { why: RetireReason::OutOfTime, .. } => table.tick(at),
        EventKind::Resumed => table.resume(at),
        // These only ever follow from the others.
        EventKind::Opened(_)
        | EventKind::Rolled { .. }
        | EventKind::Lapsed
        | EventKind::Conceded { .. }
        | EventKind::TookBack { .. }
        | EventKind::Ended(_)
        | EventKind::Revealed { .. } => Reply::default(),
    }
}

fn difference(written: &Event, expected: &Event, refusal: Option<&crate::ActionError>) -> InputError {
    let because = refusal.map_or(String::new(), |refusal| format!(" ({refusal})"));
    if written.what == expected.what {
        return InputError::new(format!(
            "{} is at the wrong time: expected {}",
            describe(&written.what),
            expected.at.0
        ));
    }
    if let (EventKind::Rolled { roll }, EventKind::Rolled { roll: expected }) =
        (&written.what, &expected.what)
    {
        return InputError::new(format!("the roll {roll} is not what the dice gave: expected {expected}"));
    }
    InputError::new(format!(
        "{} is not what happened: expected {}{because}",
        describe(&written.what),
        describe(&expected.what)
    ))
}

fn describe(what: &EventKind) -> String {
    match what {
        EventKind::Opened(_) => "the opening".to_owned(),
        EventKind::Word { seat, word } => format!("the word {} of seat {seat}", InputError::quote(word)),
        EventKind::Begun => "the beginning".to_owned(),
        EventKind::Rolled { roll } => format!("the roll {roll}"),
        EventKind::Moved { seat, text } => format!("the move {} of seat {seat}", InputError::quote(text)),
        EventKind::Offered { seat, offer: Offer::Claim } => format!("the claim of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Draw } => format!("the draw offer of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Concession(_) } => {
            format!("the concession offered by seat {seat}")
        }
        EventKind::Conceded { seat, .. } => format!("the concession of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Takeback } => {
            format!("the takeback asked for by seat {seat}")
        }
        EventKind::Answered { seat, yes } => {
            format!("the answer {} of seat {seat}", if *yes { "yes" } else { "no" })
        }
        EventKind::Lapsed => "the lapse of an offer".to_owned(),
        EventKind::Retired { seat, why: RetireReason::OutOfTime } => format!("the end of seat {seat}'s time"),
        EventKind::Retired { seat, why } => format!("the {} of seat {seat}", why.rule()),
        EventKind::TookBack { moves } => format!("taking back {moves} moves"),
        EventKind::Resumed => "going on after a stop".to_owned(),
        EventKind::Ended(ending) => {
            let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(", ");
            let places = list(&mut ending.places.iter().map(u8::to_string));
            let points = list(&mut ending.points.iter().map(i16::to_string));
            format!("the end by {} with places {places} and points {points}", ending.rule)
        }
        EventKind::Revealed { .. } => "the secret of the dice".to_owned(),
    }
}
