//! Portable game notation of chess.

use std::fmt::Write;

use games::catalog;
use rules::{InputError, Seat, Status};

use crate::GameRecord;
use crate::pgn_import::{ARMY_TAG, encode_army};

/// Longest line of the moves, as the standard recommends.
const LINE: usize = 79;

/// Writes a game as PGN. An army other than the usual one is in the tag `Army`, complete, so that the game can be replayed.
pub(crate) fn write(record: &GameRecord) -> Result<String, InputError> {
    let setup = &record.setup;
    let name = |seat: usize| setup.names.get(seat).map_or("?", String::as_str);
    let outcome = record.table.outcome();
    let result = match outcome {
        None => "*",
        Some(outcome) => match outcome.winner() {
            Some(Seat::FIRST) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        },
    };
    let mut text = String::new();
    let mut tag = |key: &str, value: &str| {
        let _ = writeln!(text, "[{key} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    tag("Event", "Takhteh");
    tag("Site", "?");
    tag("Date", &record.date("%Y.%m.%d", "????.??.??"));
    tag("Round", "-");
    tag("White", name(0));
    tag("Black", name(1));
    tag("Result", result);
    if let Some(outcome) = outcome {
        tag("Termination", outcome.rule());
    }
    let usual = catalog::open("chess", "")?.rules_text();
    let army = setup.rules.split_once('\n').map_or("", |(_, army)| army);
    let is_usual = setup.rules == usual;
    if !is_usual {
        let title = army.lines().find_map(|line| line.strip_prefix("name = ")).unwrap_or("?");
        tag("Variant", title.trim_matches('"'));
        tag(ARMY_TAG, &encode_army(army));
    }
    let start = record.table.board_after(0);
    if setup.position != "start" {
        tag("SetUp", "1");
        tag("FEN", &start.map_or_else(String::new, |board| board.position()));
    }
    text.push('\n');
    let mut words = Vec::new();
    let first = match start.map(|board| board.status()) {
        Some(Status::Turn(seat)) => seat,
        _ => Seat::FIRST,
    };
    let number = first_number(record);
    for (index, (seat, played)) in record.table.moves().enumerate() {
        let ply = index + usize::from(first == Seat::SECOND);
        let turn = number + ply / 2;
        match seat {
            Seat::FIRST => words.push(format!("{turn}.")),
            _ if index == 0 => words.push(format!("{turn}...")),
            _ => {}
        }
        words.push(played.text.clone());
    }
    words.push(result.to_owned());
    wrap(&mut text, &words);
    Ok(text)
}

/// Number of the first move, from the position at the start.
fn first_number(record: &GameRecord) -> usize {
    let position = record.table.board_after(0).map_or_else(String::new, |board| board.position());
    position.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1)
}

fn wrap(text: &mut String, words: &[String]) {
    let mut length = 0;
    for word in words {
        if length > 0 && length + 1 + word.len() > LINE {
            text.push('\n');
            length = 0;
        }
        if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(word);
        length += word.len();
    }
    text.push('\n');
}
