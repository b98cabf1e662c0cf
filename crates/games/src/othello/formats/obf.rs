//! OBF: one position a line, with the scores of its moves.
//!
//! A line is 64 of `X`, `O` and `-` from a1 along the rows, a blank, the side to move and `;`, then for any number of moves
//! `MOVE:score;`, the score being the final difference of discs for the side to move, with squares left empty counted for
//! the winner ([`Scoring::EmptiesToWinner`](crate::othello::Scoring::EmptiesToWinner)); the last `;` may be left out. From
//! `%` on a line is a comment.

use rules::square::{read_square, square_name};
use rules::{InputError, Rules, Seat};
use search::Score;

use super::without_bom;
use crate::othello::{Kernel, Move, Othello, Position};

/// A position with the scores of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// Moves, and the final score that each leads to.
    pub scores: Vec<(Move, Score)>,
    /// The comment after `%`; empty if there is none.
    pub comment: String,
}

impl Problem {
    /// The score of the best move, if any move has one.
    pub fn known_score(&self) -> Option<Score> {
        self.scores.iter().map(|(_, score)| *score).max()
    }
}

/// Reads all positions of a file. Lines with nothing but blanks or a comment are passed over.
pub fn read<K: Kernel>(rules: &Othello<K>, text: &str) -> Result<Vec<Problem>, InputError> {
    let mut problems = Vec::new();
    for (number, line) in without_bom(text).lines().enumerate() {
        let problem =
            read_line(rules, line).map_err(|error| error.within(format_args!("line {}", number + 1)))?;
        problems.extend(problem);
    }
    Ok(problems)
}

/// Reads one line; nothing if it is empty or a comment.
fn read_line<K: Kernel>(rules: &Othello<K>, line: &str) -> Result<Option<Problem>, InputError> {
    let (content, comment) = line.split_once('%').unwrap_or((line, ""));
    if content.trim().is_empty() {
        return Ok(None);
    }
    let mut parts = Parts { rest: content, column: 1 };
    let Some((column, head)) = parts.next() else {
        let text = InputError::quote(content.trim());
        let column = 1 + content.chars().take_while(|c| c.is_whitespace()).count();
        return Err(InputError::new(format!(
            "column {column}: {text} does not end with ;: expected the board, the side to move and ;"
        )));
    };
    let position = read_head(column, head)?;
    let mut scores: Vec<(Move, Score)> = Vec::new();
    while !parts.rest.trim().is_empty() {
        let (column, part) = parts.next().unwrap_or_else(|| parts.last());
        let (mv, score) = read_score(rules, &position, part)
            .map_err(|error| error.within(format_args!("column {column}")))?;
        if scores.iter().any(|(earlier, _)| *earlier == mv) {
            let name = move_name(mv);
            return Err(InputError::new(format!(
                "column {column}: {name} has a score already: expected one a move"
            )));
        }
        scores.push((mv, score));
    }
    Ok(Some(Problem { position, scores, comment: comment.trim().to_owned() }))
}

/// The parts between semicolons, each with its starting column.
struct Parts<'a> {
    rest: &'a str,
    column: usize,
}

impl<'a> Parts<'a> {
    /// The part before the next semicolon, if there is one.
    fn next(&mut self) -> Option<(usize, &'a str)> {
        let (part, rest) = self.rest.split_once(';')?;
        let (column, part) = Parts { rest: part, column: self.column }.last();
        self.column = column + part.chars().count() + 1;
        self.rest = rest;
        Some((column, part))
    }

    /// All that is left.
    fn last(&mut self) -> (usize, &'a str) {
        let blanks = self.rest.chars().take_while(|c| c.is_whitespace()).count();
        (self.column + blanks, std::mem::take(&mut self.rest).trim_start())
    }
}

/// The board and the side to move.
fn read_head(column: usize, head: &str) -> Result<Position, InputError> {
    let board: String = head.chars().take_while(|c| !c.is_whitespace()).collect();
    let mut discs = [0u64; 2];
    for (square, c) in board.chars().take(64).enumerate() {
        match c {
            'X' | 'x' | '*' => discs[0] |= 1 << square,
            'O' | 'o' => discs[1] |= 1 << square,
            '-' | '.' => {}
            _ => {
                let (name, c) = (square_name(square % 8, square / 8), InputError::quote(&c.to_string()));
                let column = column + square;
                return Err(InputError::new(format!(
                    "column {column}: {c} cannot stand on {name}: expected X, O or -"
                )));
            }
        }
    }
    let squares = board.chars().count();
    if squares != 64 {
        let column = column + squares.min(64);
        return Err(InputError::new(format!(
            "column {column}: the board has {squares} squares: expected 64"
        )));
    }
    let side = head.chars().skip(64).collect::<String>();
    let column = column + 64 + side.chars().take_while(|c| c.is_whitespace()).count();
    let turn = match side.trim() {
        "X" | "x" | "*" => Seat::FIRST,
        "O" | "o" => Seat::SECOND,
        "" => {
            return Err(InputError::new(format!(
                "column {column}: the side to move is missing: expected X or O"
            )));
        }
        other => {
            return Err(InputError::unexpected(other, "X or O for the side to move")
                .within(format_args!("column {column}")));
        }
    };
    Ok(Position::of(discs, turn))
}

/// A move and its score.
fn read_score<K: Kernel>(
    rules: &Othello<K>,
    position: &Position,
    part: &str,
) -> Result<(Move, Score), InputError> {
    let (name, score) = part
        .split_once(':')
        .ok_or_else(|| InputError::unexpected(part.trim_end(), "a move, a colon and its score"))?;
    let name = name.trim();
    let mv = match name.to_ascii_lowercase().as_str() {
        "pass" | "pa" | "ps" | "--" => Move::PASS,
        square => read_square(square, 8, 8)
            .map(|(column, row)| Move::on((row * 8 + column) as u8))
            .ok_or_else(|| InputError::unexpected(name, "a square from a1 to h8, or pass"))?,
    };
    if !rules.is_legal(position, mv) {
        return Err(InputError::new(format!(
            "{} cannot be played here: expected a legal move",
            move_name(mv)
        )));
    }
    let expected = "a whole number from -64 to 64";
    let number = score.trim().parse().ok().filter(|number: &Score| number.abs() <= 64);
    let number = number.ok_or_else(|| {
        InputError::new(format!(
            "the score of {} cannot be {}: expected {expected}",
            move_name(mv),
            InputError::quote(score.trim())
        ))
    })?;
    Ok((mv, number))
}

fn move_name(mv: Move) -> String {
    mv.square().map_or("pass".to_owned(), |square| square_name(square as usize % 8, square as usize / 8))
}

/// Writes positions, a line for each.
pub fn write(problems: &[Problem]) -> String {
    let mut text = String::new();
    for problem in problems {
        let of = |seat| problem.position.discs(seat);
        let (black, white) = (of(Seat::FIRST), of(Seat::SECOND));
        text.extend((0..64).map(|square| match (black >> square & 1, white >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '-',
        }));
        text.push_str(if problem.position.turn() == Seat::FIRST { " X;" } else { " O;" });
        for (mv, score) in &problem.scores {
            text.push_str(&format!(" {}:{score:+};", move_name(*mv).to_ascii_uppercase()));
        }
        if !problem.comment.is_empty() {
            text.push_str(&format!(" % {}", problem.comment));
        }
        text.push('\n');
    }
    text
}
