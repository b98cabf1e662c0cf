//! Verification of records: every move, clock, roll and outcome must follow from the rules.

use std::sync::Arc;

use rules::{InputError, RetireReason};
use view::DynGame;

use crate::action::{ActionReply, SeatAction};
use crate::dice::{DiceSource, GIVEN_DICE, GivenRolls, RecordedRolls, Secret};
use crate::event::{EventKind, GameSetup, Offer, TableEvent};
use crate::record::{self, Record};
use crate::table::Table;

/// Contents of a verified record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifiedRecord {
    /// Setup of the game.
    pub setup: GameSetup,
    /// Number of events.
    pub events: usize,
    /// Number of moves, those taken back included.
    pub moves: usize,
    /// Number of rolls, those taken back included.
    pub rolls: usize,
    /// `true` if the dice were recomputed: the game is over and its secret matches the commitment.
    pub dice_checked: bool,
    /// Outcome of the game, if it is over.
    pub outcome: Option<crate::FinalOutcome>,
    /// Position at the end of the record.
    pub position: String,
}

/// Reads a record, replays it and compares every event.
///
/// `open` creates the game from the complete text of its rules, since this crate knows no game.
pub fn verify(
    text: &str,
    open: impl FnOnce(&str) -> Result<Arc<dyn DynGame>, InputError>,
) -> Result<VerifiedRecord, InputError> {
    let record = record::read(text)?;
    let setup = setup_of(&record)?.clone();
    let head_line =
        |key: &str| text.lines().position(|line| line.starts_with(key)).map_or(1, |index| index + 1);
    let at_line = |line: usize, error: InputError| error.within(format_args!("line {line}"));
    let game = open(&setup.rules).map_err(|error| {
        at_line(
            head_line("rules "),
            error.within("in the rules, whose settings are counted from the next line"),
        )
    })?;
    game.read_position(&setup.position).map_err(|error| at_line(head_line("position "), error))?;
    check_dice(&record, &setup, game.has_dice())?;
    let (dice, dice_checked) = dice_of(&record, &setup)?;
    let table = replay(game, &record.events, dice).map_err(|(index, error)| {
        at_line(record.lines.get(index).or(record.lines.last()).copied().unwrap_or(1), error)
    })?;
    let count =
        |wanted: fn(&EventKind) -> bool| record.events.iter().filter(|event| wanted(&event.kind)).count();
    let is_ended = count(|kind| matches!(kind, EventKind::Ended(_))) > 0;
    Ok(VerifiedRecord {
        setup,
        events: record.events.len(),
        moves: count(|kind| matches!(kind, EventKind::Moved { .. })),
        rolls: count(|kind| matches!(kind, EventKind::Rolled { .. })),
        dice_checked,
        outcome: table.outcome().filter(|_| is_ended).map(crate::FinalOutcome::from),
        position: table.board().position(),
    })
}

/// Checks that a game with dice has a commitment and reveals its secret at the end, and that another has neither.
fn check_dice(record: &Record, setup: &GameSetup, has_dice: bool) -> Result<(), InputError> {
    let line_of = |wanted: fn(&EventKind) -> bool| {
        record.events.iter().zip(&record.lines).find(|(event, _)| wanted(&event.kind)).map(|(_, line)| *line)
    };
    let ended = line_of(|kind| matches!(kind, EventKind::Ended(_)));
    let revealed = line_of(|kind| matches!(kind, EventKind::Revealed { .. }));
    if has_dice && setup.commitment.as_deref() == Some(GIVEN_DICE) {
        return match revealed {
            Some(line) => Err(InputError::new(format!(
                "line {line}: a secret is revealed, but the rolls were given: expected none"
            ))),
            None => Ok(()),
        };
    }
    match (has_dice, &setup.commitment, ended, revealed) {
        (true, None, ..) => Err(InputError::new(
            "line 1: the head of the record has no commitment: expected a line \"dice\" in a game with dice",
        )),
        (true, _, Some(line), None) => Err(InputError::new(format!(
            "line {line}: the secret of its dice is missing: expected it right after the end of the game"
        ))),
        (false, Some(_), ..) => Err(InputError::new(
            "line 1: the head of the record has a commitment to dice: this game has none",
        )),
        _ => Ok(()),
    }
}

fn setup_of(record: &Record) -> Result<&GameSetup, InputError> {
    match record.events.first().map(|event| &event.kind) {
        Some(EventKind::Opened(setup)) => Ok(setup),
        _ => Err(InputError::new("line 1: expected the setup of the game")),
    }
}

/// Dice of a record: drawn from its secret, which must match the commitment, or as written if it is not revealed yet.
fn dice_of(record: &Record, setup: &GameSetup) -> Result<(DiceSource, bool), InputError> {
    if setup.commitment.as_deref() == Some(GIVEN_DICE) {
        return Ok((DiceSource::Given(GivenRolls::default()), false));
    }
    for (event, line) in record.events.iter().zip(&record.lines) {
        if let EventKind::Revealed { secret } = &event.kind {
            let secret: Secret =
                secret.parse().map_err(|error: InputError| error.within(format_args!("line {line}")))?;
            if setup.commitment.as_ref() != Some(&secret.commitment()) {
                return Err(InputError::new(format!(
                    "line {line}: the secret does not match the commitment at the head of the record"
                )));
            }
            return Ok((DiceSource::Committed(secret), true));
        }
    }
    let rolls = record.events.iter().filter_map(|event| match &event.kind {
        EventKind::Rolled { roll } => Some(roll.clone()),
        _ => None,
    });
    Ok((DiceSource::Recorded(RecordedRolls::new(rolls)), false))
}

/// Restores the table of a record whose dice are checked as by [`verify`].
pub fn replay_record(game: Arc<dyn DynGame>, record: &Record) -> Result<Table, InputError> {
    let (dice, _) = dice_of(record, setup_of(record)?)?;
    replay(game, &record.events, dice).map_err(|(_, error)| error)
}

/// Restores a table from its events. The error has the index of the first event that does not follow from the rules.
pub fn replay(
    game: Arc<dyn DynGame>,
    events: &[TableEvent],
    dice: DiceSource,
) -> Result<Table, (usize, InputError)> {
    let Some(TableEvent { kind: EventKind::Opened(setup), .. }) = events.first() else {
        return Err((0, InputError::new("expected the setup of the game")));
    };
    let is_recorded = matches!(dice, DiceSource::Recorded(_));
    let mut table = Table::open(game, setup.names.clone(), setup.time, &setup.position, dice)
        .map_err(|error| (0, error))?;
    let mut opened = setup.clone();
    if is_recorded {
        // The secret of an unfinished game is not revealed, so its commitment cannot be checked.
        opened.commitment = None;
    }
    if table.events().first().map(|event| &event.kind) != Some(&EventKind::Opened(opened)) {
        return Err((
            0,
            InputError::new("the head of the record is not what this program writes for such a game"),
        ));
    }
    let mut index = 1;
    while let Some(cause) = events.get(index) {
        let reply = repeat(&mut table, cause);
        for (offset, event) in reply.events.iter().enumerate() {
            match events.get(index + offset) {
                Some(written) if written == event => {}
                Some(written) => {
                    return Err((index + offset, difference(written, event, reply.error.as_ref())));
                }
                // A record may end anywhere.
                None => return Ok(table),
            }
        }
        if reply.events.is_empty() {
            let cause_text = reply.error.map_or_else(
                || "it does not follow from the events before".to_owned(),
                |error| error.to_string(),
            );
            return Err((
                index,
                InputError::new(format!("{} is impossible: {cause_text}", describe(&cause.kind))),
            ));
        }
        index += reply.events.len();
    }
    Ok(table)
}

/// Repeats the action that caused an event.
fn repeat(table: &mut Table, cause: &TableEvent) -> ActionReply {
    let (seen, at) = (table.latest(), cause.at);
    match &cause.kind {
        EventKind::ClientSeed { seat, seed } => {
            table.act(*seat, seen, SeatAction::ClientSeed(seed.clone()), at)
        }
        EventKind::Begun => table.begin(at),
        EventKind::Moved { seat, text, lag } => {
            table.act_with_lag(*seat, seen, SeatAction::Move(text.clone()), *lag, at)
        }
        EventKind::AbsenceClaimed { seat, absent, claim } => {
            table.act(*seat, seen, SeatAction::ClaimAbsence { absent: *absent, claim: *claim }, at)
        }
        EventKind::Offered { seat, offer } => table.act(*seat, seen, SeatAction::Offer(*offer), at),
        EventKind::Answered { seat, yes } => table.act(*seat, seen, SeatAction::Answer(*yes), at),
        EventKind::Retired { seat, why: RetireReason::Resigned } => {
            table.act(*seat, seen, SeatAction::Resign, at)
        }
        EventKind::Retired { seat, why: RetireReason::Absent } => {
            table.act(*seat, seen, SeatAction::Leave, at)
        }
        EventKind::Retired { why: RetireReason::OutOfTime, .. } => table.tick(at),
        EventKind::Resumed => table.resume(at),
        EventKind::Rolled { roll } if table.awaits_roll() => table.add_roll(roll, at),
        // These are consequences of other events.
        EventKind::Opened(_)
        | EventKind::Rolled { .. }
        | EventKind::Lapsed
        | EventKind::Conceded { .. }
        | EventKind::TookBack { .. }
        | EventKind::Ended(_)
        | EventKind::Revealed { .. } => ActionReply::default(),
    }
}

fn difference(written: &TableEvent, expected: &TableEvent, error: Option<&crate::ActionError>) -> InputError {
    let because = error.map_or(String::new(), |error| format!(" ({error})"));
    if written.kind == expected.kind {
        return InputError::new(format!(
            "{} has the wrong time: expected {}",
            describe(&written.kind),
            expected.at.0
        ));
    }
    if let (
        EventKind::Moved { seat, text, lag },
        EventKind::Moved { seat: mover, text: expected_text, lag: expected_lag },
    ) = (&written.kind, &expected.kind)
        && (seat, text) == (mover, expected_text)
    {
        return InputError::new(format!(
            "the lag of {} ms exceeds the allowance of seat {seat}: expected {}",
            lag.0, expected_lag.0
        ));
    }
    if let (EventKind::Rolled { roll }, EventKind::Rolled { roll: expected }) =
        (&written.kind, &expected.kind)
    {
        return InputError::new(format!("the roll {roll} does not match the dice: expected {expected}"));
    }
    InputError::new(format!(
        "{} does not follow from the events before: expected {}{because}",
        describe(&written.kind),
        describe(&expected.kind)
    ))
}

fn describe(kind: &EventKind) -> String {
    match kind {
        EventKind::Opened(_) => "the setup".to_owned(),
        EventKind::ClientSeed { seat, seed } => {
            format!("the client seed {} of seat {seat}", InputError::quote(seed))
        }
        EventKind::Begun => "the start".to_owned(),
        EventKind::Rolled { roll } => format!("the roll {roll}"),
        EventKind::Moved { seat, text, .. } => {
            format!("the move {} of seat {seat}", InputError::quote(text))
        }
        EventKind::AbsenceClaimed { seat, absent, .. } => {
            format!("the claim of seat {seat} that seat {absent} has left")
        }
        EventKind::Offered { seat, offer: Offer::Claim } => format!("the claim of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Draw } => format!("the draw offer of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Concession(_) } => {
            format!("the concession offered by seat {seat}")
        }
        EventKind::Conceded { seat, .. } => format!("the concession of seat {seat}"),
        EventKind::Offered { seat, offer: Offer::Takeback } => {
            format!("the takeback request of seat {seat}")
        }
        EventKind::Answered { seat, yes } => {
            format!("the answer {} of seat {seat}", if *yes { "yes" } else { "no" })
        }
        EventKind::Lapsed => "the lapse of an offer".to_owned(),
        EventKind::Retired { seat, why: RetireReason::OutOfTime } => format!("the flag fall of seat {seat}"),
        EventKind::Retired { seat, why } => format!("the {} of seat {seat}", why.rule()),
        EventKind::TookBack { moves } => format!("the takeback of {moves} moves"),
        EventKind::Resumed => "the resumption".to_owned(),
        EventKind::Ended(outcome) => {
            let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(", ");
            let places = list(&mut outcome.places.iter().map(u8::to_string));
            let points = list(&mut outcome.points.iter().map(i16::to_string));
            format!("the end by {} with places {places} and points {points}", outcome.rule)
        }
        EventKind::Revealed { .. } => "the secret of the dice".to_owned(),
    }
}
