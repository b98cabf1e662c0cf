//! Playing a record again: every move, clock, roll and ending is what the rules make of it, or it is told where not.

use std::sync::Arc;

use rules::{Fault, Game, Leaving};

use crate::action::{Action, Reply};
use crate::dice::{Dice, Secret};
use crate::event::{Event, Happening, Offer, Setup};
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
pub fn verify(text: &str, open: impl FnOnce(&str) -> Result<Arc<dyn Game>, Fault>) -> Result<Verdict, Fault> {
    let record = record::read(text)?;
    let setup = setup_of(&record)?.clone();
    let game = open(&setup.rules).map_err(|fault| fault.within("line 2"))?;
    let (dice, dice_checked) = dice_of(&record, &setup)?;
    let at_line = |index: usize, fault: Fault| {
        let line = record.lines.get(index).or(record.lines.last()).copied().unwrap_or(1);
        fault.within(format_args!("line {line}"))
    };
    let table = replay(game, &record.events, dice).map_err(|(index, fault)| at_line(index, fault))?;
    let count =
        |wanted: fn(&Happening) -> bool| record.events.iter().filter(|event| wanted(&event.what)).count();
    Ok(Verdict {
        setup,
        events: record.events.len(),
        moves: count(|what| matches!(what, Happening::Moved { .. })),
        rolls: count(|what| matches!(what, Happening::Rolled { .. })),
        dice_checked,
        ending: table.outcome().map(crate::Ending::from),
        position: table.board().position(),
    })
}

fn setup_of(record: &Record) -> Result<&Setup, Fault> {
    match record.events.first().map(|event| &event.what) {
        Some(Happening::Opened(setup)) => Ok(setup),
        _ => Err(Fault::new("line 1: expected a record to begin with the table being opened")),
    }
}

/// The dice of a record: from its secret, which must fit the commitment, or as they are written if there is none yet.
fn dice_of(record: &Record, setup: &Setup) -> Result<(Dice, bool), Fault> {
    for (event, line) in record.events.iter().zip(&record.lines) {
        if let Happening::Revealed { secret } = &event.what {
            let secret: Secret =
                secret.parse().map_err(|fault: Fault| fault.within(format_args!("line {line}")))?;
            if setup.commitment.as_ref() != Some(&secret.commitment()) {
                return Err(Fault::new(format!(
                    "line {line}: the secret does not fit the commitment at the head of the record: \
                     the dice were not those that were committed to"
                )));
            }
            return Ok((Dice::Committed(secret), true));
        }
    }
    let rolls = record.events.iter().filter_map(|event| match &event.what {
        Happening::Rolled { roll } => Some(roll.clone()),
        _ => None,
    });
    Ok((Dice::Recorded(rolls.collect()), false))
}

/// Sets a table up again from its events; tells the first event that does not follow from the rules.
///
/// Rolls that were recorded, not computed, are taken in the order they were made, so a takeback in an unfinished record
/// of a game with dice can be followed only if the same rolls came again, as they must.
pub fn replay(game: Arc<dyn Game>, events: &[Event], dice: Dice) -> Result<Table, (usize, Fault)> {
    let Some(Event { what: Happening::Opened(setup), .. }) = events.first() else {
        return Err((0, Fault::new("expected the table to be opened first")));
    };
    let dice = match dice {
        Dice::Recorded(_) => Dice::Recorded(standing_rolls(events)),
        committed @ Dice::Committed(_) => committed,
    };
    let is_recorded = matches!(dice, Dice::Recorded(_));
    let mut table = Table::open(game, setup.names.clone(), setup.time, &setup.position, dice)
        .map_err(|fault| (0, fault))?;
    let mut opened = setup.clone();
    if is_recorded {
        // The commitment of an unfinished game is taken as it stands: its secret is not out.
        opened.commitment = None;
    }
    if table.events().first().map(|event| &event.what) != Some(&Happening::Opened(opened)) {
        return Err((0, Fault::new("the head of the record is not what opening such a table writes")));
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
            return Err((index, Fault::new(format!("{} cannot be: {why}", describe(&cause.what)))));
        }
        index += reply.events.len();
    }
    Ok(table)
}

/// Does again what led to an event.
fn repeat(table: &mut Table, cause: &Event) -> Reply {
    let (seen, at) = (u64::MAX, cause.at);
    match &cause.what {
        Happening::Word { seat, word } => table.act(*seat, seen, Action::Word(word.clone()), at),
        Happening::Begun => table.begin(at),
        Happening::Moved { seat, text } => table.act(*seat, seen, Action::Move(text.clone()), at),
        Happening::Offered { seat, offer } => table.act(*seat, seen, Action::Offer(*offer), at),
        Happening::Answered { seat, yes } => table.act(*seat, seen, Action::Answer(*yes), at),
        Happening::Retired { seat, why: Leaving::Resigned } => table.act(*seat, seen, Action::Resign, at),
        Happening::Retired { seat, why: Leaving::Absent } => table.act(*seat, seen, Action::Leave, at),
        Happening::Retired { why: Leaving::OutOfTime, .. } => table.tick(at),
        Happening::Resumed => table.resume(at),
        // These only ever follow from the others.
        Happening::Opened(_)
        | Happening::Rolled { .. }
        | Happening::TookBack { .. }
        | Happening::Ended(_)
        | Happening::Revealed { .. } => Reply::default(),
    }
}

/// The rolls by the index they have in the game: after a takeback the same ones come again.
fn standing_rolls(events: &[Event]) -> Vec<String> {
    let mut rolls: Vec<String> = Vec::new();
    let mut at = 0;
    let mut before_move = Vec::new();
    for event in events {
        match &event.what {
            Happening::Rolled { roll } => {
                if at == rolls.len() {
                    rolls.push(roll.clone());
                }
                at += 1;
            }
            Happening::Moved { .. } => before_move.push(at),
            Happening::TookBack { moves } => {
                for _ in 0..*moves {
                    at = before_move.pop().unwrap_or(0);
                }
            }
            _ => {}
        }
    }
    rolls
}

fn difference(written: &Event, expected: &Event, refusal: Option<&crate::Refusal>) -> Fault {
    let because = refusal.map_or(String::new(), |refusal| format!(" ({refusal})"));
    if written.what == expected.what {
        return Fault::new(format!(
            "{} is at the wrong time: expected {}",
            describe(&written.what),
            expected.at.0
        ));
    }
    if let (Happening::Rolled { roll }, Happening::Rolled { roll: expected }) =
        (&written.what, &expected.what)
    {
        return Fault::new(format!("the roll {roll} is not what the dice gave: expected {expected}"));
    }
    Fault::new(format!(
        "{} is not what happened: expected {}{because}",
        describe(&written.what),
        describe(&expected.what)
    ))
}

fn describe(what: &Happening) -> String {
    match what {
        Happening::Opened(_) => "the opening".to_owned(),
        Happening::Word { seat, word } => format!("the word {} of seat {seat}", Fault::quote(word)),
        Happening::Begun => "the beginning".to_owned(),
        Happening::Rolled { roll } => format!("the roll {roll}"),
        Happening::Moved { seat, text } => format!("the move {} of seat {seat}", Fault::quote(text)),
        Happening::Offered { seat, offer: Offer::Claim } => format!("the claim of seat {seat}"),
        Happening::Offered { seat, offer: Offer::Draw } => format!("the draw offer of seat {seat}"),
        Happening::Offered { seat, offer: Offer::Takeback } => {
            format!("the takeback asked for by seat {seat}")
        }
        Happening::Answered { seat, yes } => {
            format!("the answer {} of seat {seat}", if *yes { "yes" } else { "no" })
        }
        Happening::Retired { seat, why: Leaving::OutOfTime } => format!("the end of seat {seat}'s time"),
        Happening::Retired { seat, why } => format!("the {} of seat {seat}", why.rule()),
        Happening::TookBack { moves } => format!("taking back {moves} moves"),
        Happening::Resumed => "going on after a stop".to_owned(),
        Happening::Ended(ending) => format!("the end by {}", ending.rule),
        Happening::Revealed { .. } => "the secret of the dice".to_owned(),
    }
}
