//! Start position of an army.

use rules::InputError;

use crate::chess::army::Army;
use crate::chess::castling::{RIGHTS, Right};

/// Normal form of a start position: six fields, empty squares counted together, castling rights in the order `KQkq`.
///
/// Missing fields get the defaults of a start position; missing castling rights are all that the pieces allow.
pub(super) fn normal(army: &Army, text: &str) -> Result<String, InputError> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let Some(&placement) = fields.first() else {
        return Err(InputError::new("the start is empty: expected a FEN"));
    };
    if fields.len() > 6 {
        return Err(InputError::unexpected(fields[6], "a FEN of at most six fields"));
    }
    let board = read_board(army, placement)?;
    let turn = match fields.get(1).copied().unwrap_or("w") {
        turn @ ("w" | "b") => turn,
        other => return Err(InputError::unexpected(other, "w or b, the side to move")),
    };
    let possible = castling_rights(army, &board);
    let rights = match fields.get(2).copied() {
        None => possible,
        Some(given) => {
            let allowed = |c: char| {
                c == '-' || "KQkq".contains(c) && army.castling.is_none_or(|_| possible.contains(c))
            };
            if let Some(bad) = given.chars().find(|&c| !allowed(c)) {
                let why = if "KQkq".contains(bad) {
                    "the pieces are not on their castling squares: expected"
                } else {
                    "not a castling right: expected some of"
                };
                return Err(InputError::new(format!(
                    "{}: {why} KQkq or -",
                    InputError::quote(&bad.to_string())
                )));
            }
            possible.chars().filter(|&c| given.contains(c)).collect()
        }
    };
    let rights = if rights.is_empty() { "-" } else { &rights };
    if let Some(&passed) = fields.get(3).filter(|&&passed| passed != "-") {
        return Err(InputError::unexpected(passed, "-: there is no en passant square before the first move"));
    }
    let count = |index: usize, usual: u32, least: u32, what: &str| match fields.get(index) {
        None => Ok(usual),
        Some(word) => word
            .parse()
            .ok()
            .filter(|count| (least..=9999).contains(count))
            .ok_or_else(|| InputError::unexpected(word, format_args!("{what} from {least} to 9999"))),
    };
    let halfmove_clock = count(4, 0, 0, "a halfmove clock")?;
    let number = count(5, 1, 1, "a move number")?;
    Ok(format!("{} {turn} {rights} - {halfmove_clock} {number}", write_board(&board)))
}

/// Letters of the pieces by square.
fn read_board(army: &Army, placement: &str) -> Result<Vec<Option<char>>, InputError> {
    let rows: Vec<&str> = placement.split('/').collect();
    if rows.len() != 8 {
        let count = rows.len();
        return Err(InputError::new(format!("the start has {count} ranks: expected 8, with / between them")));
    }
    let mut board = Vec::with_capacity(64);
    for (index, row) in rows.iter().enumerate() {
        let rank = 8 - index;
        let before = board.len();
        for c in row.chars() {
            match c.to_digit(10) {
                Some(count @ 1..=8) => board.extend((0..count).map(|_| None)),
                _ if c.is_ascii_alphabetic() && army.kind_of_letter(c).is_some() => board.push(Some(c)),
                _ => {
                    let letters: String = army.kinds.iter().map(|kind| kind.letter).collect();
                    let expected = format!("a number of empty squares or one of the letters {letters}");
                    let error = InputError::unexpected(&c.to_string(), expected);
                    return Err(error.within(format_args!("rank {rank} of the start")));
                }
            }
            if board.len() > before + 8 {
                break;
            }
        }
        let count = board.len() - before;
        if count != 8 {
            let count = if count > 8 { "more than 8 squares".to_owned() } else { format!("{count} squares") };
            return Err(InputError::new(format!("rank {rank} of the start has {count}: expected 8")));
        }
    }
    let Some(royal) = army.royal().map(|royal| army.kinds[royal].letter) else {
        return Ok(board);
    };
    for (side, letter) in [("White", royal), ("Black", royal.to_ascii_lowercase())] {
        let count = board.iter().filter(|&&c| c == Some(letter)).count();
        if count != 1 {
            let has = if count == 0 { "no".to_owned() } else { count.to_string() };
            return Err(InputError::new(format!(
                "{side} has {has} royal pieces {letter} in the start: expected exactly one"
            )));
        }
    }
    Ok(board)
}

/// Castling rights that the pieces allow.
fn castling_rights(army: &Army, board: &[Option<char>]) -> String {
    let letter = |kind: usize| army.kinds.get(kind).map(|kind| kind.letter);
    let Some((royal, partner)) =
        army.royal().and_then(letter).zip(army.castling.and_then(|c| letter(c.partner)))
    else {
        return String::new();
    };
    let is_possible = |right: &Right| {
        let of_side = |letter: char| if right.side == 0 { letter } else { letter.to_ascii_lowercase() };
        let stands =
            |square: u8, letter: char| board.get(usize::from(square)) == Some(&Some(of_side(letter)));
        stands(right.royal, royal) && stands(right.corner, partner)
    };
    RIGHTS.iter().filter(|right| is_possible(right)).map(|right| right.letter).collect()
}

fn write_board(board: &[Option<char>]) -> String {
    let mut text = String::new();
    for row in board.chunks(8) {
        if !text.is_empty() {
            text.push('/');
        }
        let mut empty = 0;
        for square in row {
            match square {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push(*letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
    }
    text
}
