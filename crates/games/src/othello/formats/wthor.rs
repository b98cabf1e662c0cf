//! WTHOR, the database of the French federation: files `.wtb` with games of tournaments.
//!
//! A header of 16 bytes is followed by records of 68 bytes. Numbers are little-endian. A move is `10 * row + column`, both
//! counted from 1; passes are left out, and zeros follow the last move.

use rules::InputError;

use super::PlayedGame;
use crate::othello::Scoring;
use rules::square::square_name;

const HEADER: usize = 16;
const RECORD: usize = 68;
const MOVES: usize = 60;
/// Sizes of the records in the lists of players and tournaments, which have the same header.
const PLAYER_RECORD: u64 = 20;
const TOURNAMENT_RECORD: u64 = 26;

/// The header of a WTHOR file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Century, year of the century, month and day on which the file was made.
    pub made: [u8; 4],
    /// Number of games it holds.
    pub games: u32,
    /// The year of the games.
    pub year: u16,
    /// Number of empty squares the theoretical scores were computed from.
    pub depth: u8,
}

/// A game of a WTHOR file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WthorGame {
    /// The number of the tournament in the list of tournaments.
    pub tournament: u16,
    /// The number of Black in the list of players.
    pub black: u16,
    /// The number of White.
    pub white: u16,
    /// Black's discs at the end; empty squares count for the winner.
    pub score: u8,
    /// Black's discs after best play by both sides from [`Header::depth`] empty squares on.
    pub theoretical: u8,
    /// Its moves, passes put in.
    pub game: PlayedGame,
    /// Set if [`score`](WthorGame::score) is one disc off the score of the moves, as in a few games of the data base.
    pub warning: Option<InputError>,
}

/// Reads the header and checks the file's length against it.
pub fn header(bytes: &[u8]) -> Result<Header, InputError> {
    let not_wthor = |cause: String| InputError::new(format!("not a WTHOR file of games: {cause}"));
    let Some(head) = bytes.first_chunk::<HEADER>() else {
        return Err(not_wthor(format!(
            "the file has {} bytes: expected a header of {HEADER} and games of {RECORD} each",
            bytes.len()
        )));
    };
    let games = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    let body = (bytes.len() - HEADER) as u64;
    if u64::from(games) * RECORD as u64 != body {
        // The lists of players and tournaments have their length in one of two places.
        let lengths = [u64::from(games), u64::from(u16::from_le_bytes([head[8], head[9]]))];
        for (record, list) in [(PLAYER_RECORD, "players (.jou)"), (TOURNAMENT_RECORD, "tournaments (.trn)")] {
            if body > 0 && lengths.iter().any(|length| length * record == body) {
                return Err(not_wthor(format!("it is a list of {list}: expected a .wtb file")));
            }
        }
        return Err(not_wthor(format!(
            "bytes 4 to 7: the header announces {games} games of {RECORD} bytes, but {body} bytes follow it"
        )));
    }
    if ![0, 8].contains(&head[12]) {
        return Err(InputError::new(format!(
            "byte 12: the board has size {}: expected 8 (or 0 for 8)",
            head[12]
        )));
    }
    if head[13] != 0 {
        return Err(InputError::new(format!(
            "byte 13: the file is of type {}: expected 0, whole games and not endings",
            head[13]
        )));
    }
    Ok(Header {
        made: [head[0], head[1], head[2], head[3]],
        games,
        year: u16::from_le_bytes([head[10], head[11]]),
        depth: head[14],
    })
}

/// Reads every game of a file by itself, so that one that is damaged does not hide the others. An error names the game,
/// counted from 1, and the byte or the move.
pub fn games(bytes: &[u8]) -> Result<impl Iterator<Item = Result<WthorGame, InputError>>, InputError> {
    header(bytes)?;
    let (records, _) = bytes[HEADER..].as_chunks::<RECORD>();
    Ok(records.iter().enumerate().map(|(index, record)| {
        let first = HEADER + index * RECORD;
        let in_game = |error: InputError| error.within(format_args!("game {}", index + 1));
        let mut read = game(record, first).map_err(in_game)?;
        read.warning = read.warning.map(in_game);
        Ok(read)
    }))
}

fn game(record: &[u8; RECORD], first: usize) -> Result<WthorGame, InputError> {
    let number = |at: usize| u16::from_le_bytes([record[at], record[at + 1]]);
    let mut game = PlayedGame::default();
    let codes = &record[RECORD - MOVES..];
    let made = codes.iter().position(|&code| code == 0).unwrap_or(MOVES);
    for (index, &code) in codes.iter().enumerate() {
        let (row, column) = (usize::from(code) / 10, usize::from(code) % 10);
        let is_square = (1..=8).contains(&row) && (1..=8).contains(&column);
        if (index < made) != is_square {
            return Err(InputError::new(format!(
                "byte {}: {code} is no move: expected 10 * row + column, and only zeros after the last move",
                first + RECORD - MOVES + index
            )));
        }
        if is_square {
            game.add(&square_name(column - 1, row - 1))?;
        }
    }
    let score = record[6];
    let warning = check_score(&game, score, first + 6)?;
    Ok(WthorGame {
        tournament: number(0),
        black: number(2),
        white: number(4),
        score,
        theoretical: record[7],
        game,
        warning,
    })
}

/// The score of a game that was played to its end follows from its moves; one that was broken off has the score that the
/// tournament gave it. Returns a warning for a score that is one disc off.
fn check_score(game: &PlayedGame, score: u8, byte: usize) -> Result<Option<InputError>, InputError> {
    if score > 64 {
        return Err(InputError::new(format!(
            "byte {byte}: the score is {score}: expected 0 to 64 discs of Black"
        )));
    }
    if !game.is_over() {
        return Ok(None);
    }
    let [black, white] = game.discs();
    let with_empty = ((64 + Scoring::EmptiesToWinner.score(game.lead(), 64 - black - white)) / 2) as u32;
    // Some files count the discs only.
    let error = [black, with_empty].map(|expected| expected.abs_diff(score.into())).into_iter().min();
    let differs = || {
        InputError::new(format!(
            "byte {byte}: the score is {score}, but the moves lead to {with_empty} discs of Black"
        ))
    };
    match error {
        Some(0) => Ok(None),
        Some(1) => Ok(Some(differs())),
        _ => Err(differs()),
    }
}
