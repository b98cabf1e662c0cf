//! Match files of backgammon.

use games::backgammon::match_file::{self, MatchFile};
use games::backgammon::{Form, read_settings};
use rules::{InputError, Notation, RetireReason, Seat, Settings};
use table::Table;

use crate::{game_of, setup_of};

/// Writes a table as a match file.
pub(crate) fn write(table: &Table) -> Result<String, InputError> {
    match_file_of(table).map(|file| match_file::write(&file))
}

/// The match file of a table.
pub fn match_file_of(table: &Table) -> Result<MatchFile, InputError> {
    let setup = setup_of(table)?;
    if game_of(setup) != "backgammon" {
        return Err(InputError::new("the record is of another game: expected backgammon"));
    }
    if setup.position != "start" {
        return Err(InputError::new(
            "the game has its own start position, which a match file cannot express: expected the usual one",
        ));
    }
    let names = setup.names.first_chunk::<2>().cloned().unwrap_or_default();
    let rules = setup.rules.split_once('\n').map_or("", |(_, settings)| settings);
    let form = read_settings(&mut Settings::read(rules)?)?;
    let moves: Vec<(String, String)> = table
        .moves()
        .enumerate()
        .map(|(index, (_, played))| {
            let before = table.board_after(index).map_or(String::new(), |board| board.position());
            (before, played.text.clone())
        })
        .collect();
    match form {
        Form::Match(rules) => {
            let board = rules.read_position(&table.board().position())?;
            // A match lost on time has no score that a game could have led to.
            let forfeits = [RetireReason::OutOfTime, RetireReason::Absent].map(RetireReason::rule);
            let score = match table.outcome().filter(|outcome| !forfeits.contains(&outcome.rule())) {
                Some(outcome) => [Seat::FIRST, Seat::SECOND].map(|seat| outcome.points(seat).unsigned_abs()),
                None => [Seat::FIRST, Seat::SECOND].map(|seat| board.score(seat)),
            };
            MatchFile::of_match(&rules, names, &moves, score)
        }
        Form::Single(rules) => {
            let result = table.outcome().and_then(|outcome| {
                let winner = outcome.winner()?;
                Some((winner, outcome.points(winner).unsigned_abs()))
            });
            MatchFile::of_single(&rules, names, &moves, result)
        }
    }
}
