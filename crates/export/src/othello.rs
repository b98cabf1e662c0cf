//! GGF and transcripts of Othello.

use games::othello::Othello;
use games::othello::formats::{PlayedGame, ggf as ggf_format, transcript as transcript_format};
use rules::cpu::Portable;
use rules::{InputError, Notation, Seat};
use table::TimeControl;

use crate::GameRecord;

/// Writes a game as GGF, with names, date, clock and result.
pub(crate) fn ggf(record: &GameRecord) -> Result<String, InputError> {
    let game = played(record)?;
    let name = |seat: usize| record.setup.names.get(seat).map_or("?", String::as_str);
    let result = match record.table.outcome() {
        Some(outcome) => {
            let lead = outcome.points(Seat::FIRST) - outcome.points(Seat::SECOND);
            format!("{lead:+}.00")
        }
        None => "?".to_owned(),
    };
    let mut ggf = ggf_format::Ggf::new(game)
        .with("PC", "Takhteh")
        .with("DT", &record.date("%Y.%m.%d_%H:%M:%S.UTC", "?"))
        .with("PB", name(0))
        .with("PW", name(1))
        .with("RE", &result);
    if record.setup.time != TimeControl::Unlimited {
        ggf = ggf.with("TI", &record.setup.time.to_string());
    }
    Ok(format!("{ggf}\n"))
}

/// Writes the moves of a game from the usual start.
pub(crate) fn transcript(record: &GameRecord) -> Result<String, InputError> {
    let game = played(record)?;
    if game.start() != PlayedGame::default().start() {
        return Err(InputError::new(
            "the game has its own start position, which a transcript cannot express: expected ggf",
        ));
    }
    Ok(format!("{}\n", transcript_format::write(&game)))
}

fn played(record: &GameRecord) -> Result<PlayedGame, InputError> {
    let rules = Othello::new(Seat::FIRST, Portable);
    let start = record.table.board_after(0).map_or_else(String::new, |board| board.position());
    let mut game = PlayedGame::from_position(rules.read_position(&start)?);
    for (_, played) in record.table.moves() {
        game.add(&played.text)?;
    }
    Ok(game)
}
