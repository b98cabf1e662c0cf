//! Number programs of the original chess computer.
//!
//! A program is a list of numbers, ended by 0. A number from 1 to 63 is a square relative to the piece: n mod 8 columns to
//! the side, n div 8 rows forward. 64 is a cut, which starts a new path. Every path is mirrored into the four quadrants. A
//! pawn's program is different: the first number is its capture square, the second the last row of a multiple advance.
//!
//! A cut at the start or end, or after another cut, is ignored.

use rules::InputError;

use super::army::{Army, HopRule, Kind, Path, Promotion, Step};
use super::mirror::Mirror;

/// Number that separates paths.
const CUT: u8 = 64;

/// Programs of ordinary chess: king, queen, rook, bishop, knight, pawn.
pub const ORDINARY: [&str; 6] = [
    "1 64 8 64 9 0",
    "1 2 3 4 5 6 7 64 8 16 24 32 40 48 56 64 9 18 27 36 45 54 63 0",
    "1 2 3 4 5 6 7 64 8 16 24 32 40 48 56 0",
    "9 18 27 36 45 54 63 0",
    "10 64 17 0",
    "9 24 0",
];

/// Reads the program of a king, queen, rook, bishop or knight: numbers separated by spaces or commas.
pub fn read_program(text: &str) -> Result<Vec<Path>, InputError> {
    let numbers = numbers(text)?;
    let mut paths = Vec::new();
    for squares in numbers.split(|&number| number == CUT).filter(|squares| !squares.is_empty()) {
        let steps = squares.iter().map(|&square| step(square)).collect();
        paths.extend(Mirror::FourWay.images(&Path { steps, hop: HopRule::Plain, limit: None }));
    }
    if paths.is_empty() {
        return Err(InputError::new("the program is empty: expected a square from 1 to 63 before the 0"));
    }
    Ok(paths)
}

/// Reads the program of a pawn: its capture square, the limit of its advance, and 0.
pub fn read_pawn_program(text: &str) -> Result<Vec<Path>, InputError> {
    let expected = "expected its capture square, the limit of its advance, and 0, such as 9 24 0";
    let numbers = numbers(text)?;
    if let Some(index) = numbers.iter().position(|&number| number == CUT) {
        return Err(InputError::new(format!(
            "number {}: a pawn's program has no cut (64): {expected}",
            index + 1
        )));
    }
    let [square, limit] = numbers[..] else {
        let count = numbers.len();
        return Err(InputError::new(format!(
            "a pawn's program has two numbers before the 0, here are {count}: {expected}"
        )));
    };
    let capture = Step { may_move: false, ..step(square) };
    let capture = Path { steps: vec![capture], hop: HopRule::Plain, limit: None };
    let mut paths = Mirror::LeftRight.images(&capture);
    paths.push(advance(Some(limit / 8)));
    Ok(paths)
}

/// Move-only path straight ahead with a limit.
pub fn advance(limit: Option<u8>) -> Path {
    let step = |forward| Step { right: 0, forward, may_move: true, may_capture: false };
    Path { steps: (1..=7).map(step).collect(), hop: HopRule::Plain, limit }
}

/// Writes paths as a program, in any order; `None` if no program has exactly these paths.
pub fn write_program(paths: &[Path]) -> Option<String> {
    let mut left = paths.to_vec();
    let mut parts: Vec<String> = Vec::new();
    while !left.is_empty() {
        // The image in the quadrant ahead and to the right is written.
        let written = left.iter().position(|path| path.steps.iter().all(|step| number(step).is_some()))?;
        let written = left[written].clone();
        if written.hop != HopRule::Plain || written.limit.is_some() || written.steps.is_empty() {
            return None;
        }
        for image in Mirror::FourWay.images(&written) {
            let index = left.iter().position(|path| *path == image)?;
            left.remove(index);
        }
        let numbers: Vec<String> = written.steps.iter().filter_map(number).map(|n| n.to_string()).collect();
        parts.push(numbers.join(" "));
    }
    (!parts.is_empty()).then(|| format!("{} 0", parts.join(" 64 ")))
}

/// Writes paths as a pawn's program; `None` if no program has exactly these paths.
pub fn write_pawn_program(paths: &[Path]) -> Option<String> {
    let limit = paths.iter().find_map(|path| path.limit).filter(|&limit| limit < 8)?;
    let capture =
        paths.iter().find(|path| path.limit.is_none() && path.steps.iter().all(|s| s.right >= 0))?;
    let [capture] = capture.steps[..] else { return None };
    let square = number(&Step { may_move: true, ..capture })?;
    // A limit on row 0 is written as its last square, because 0 ends the program.
    let limit = if limit == 0 { 7 } else { limit * 8 };
    let program = format!("{square} {limit} 0");
    let read = read_pawn_program(&program).ok()?;
    (read.len() == paths.len() && read.iter().all(|path| paths.contains(path))).then_some(program)
}

/// Army of six programs (king, queen, rook, bishop, knight, pawn) with the start position of ordinary chess, without
/// castling and en passant. Kinds that move as in ordinary chess have their values there.
pub fn army_of_programs(name: &str, programs: [&str; 6]) -> Result<Army, InputError> {
    const KINDS: [(&str, char, u32); 6] = [
        ("king", 'K', 4000),
        ("queen", 'Q', 900),
        ("rook", 'R', 500),
        ("bishop", 'B', 300),
        ("knight", 'N', 300),
        ("pawn", 'P', 100),
    ];
    let mut kinds = Vec::new();
    for (index, (name, letter, value)) in KINDS.into_iter().enumerate() {
        let is_pawn = name == "pawn";
        let read = if is_pawn { read_pawn_program } else { read_program };
        let paths = read(programs[index]).map_err(|error| error.within(name))?;
        let value = (read(ORDINARY[index]).as_ref() == Ok(&paths)).then_some(value);
        kinds.push(Kind {
            name: name.to_owned(),
            letter,
            picture: Some(name.to_owned()),
            value,
            paths,
            is_royal: name == "king",
            promotion: is_pawn.then(|| Promotion { row: 7, to: vec![1, 2, 3, 4] }),
        });
    }
    let army = Army {
        name: name.to_owned(),
        kinds,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".to_owned(),
        castling: None,
        en_passant: false,
    };
    army.check()?;
    Ok(army)
}

/// Numbers before the final 0, each at most 64.
fn numbers(text: &str) -> Result<Vec<u8>, InputError> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let mut numbers: Vec<u8> = Vec::new();
    let mut ended = false;
    for (index, word) in words.enumerate() {
        let expected = "expected a square from 1 to 63, 64 for a cut, or 0 for the end";
        if ended {
            return Err(InputError::new(format!(
                "number {}: {} comes after the 0 that ends the program: expected nothing more",
                index + 1,
                InputError::quote(word)
            )));
        }
        match word.parse::<u8>() {
            Ok(0) => ended = true,
            Ok(number) if number <= CUT => numbers.push(number),
            _ => {
                return Err(InputError::new(format!(
                    "number {} is {}: {expected}",
                    index + 1,
                    InputError::quote(word)
                )));
            }
        }
    }
    if numbers.is_empty() {
        return Err(InputError::new("the program is empty: expected a square from 1 to 63 before the 0"));
    }
    if !ended {
        return Err(InputError::new("the program has no end: expected 0 as its last number"));
    }
    Ok(numbers)
}

/// Step of a number.
fn step(number: u8) -> Step {
    Step { right: (number % 8) as i8, forward: (number / 8) as i8, may_move: true, may_capture: true }
}

/// Number of a step.
fn number(step: &Step) -> Option<u8> {
    let fits = (0..8).contains(&step.right) && (0..8).contains(&step.forward);
    let number =
        (fits && step.may_move && step.may_capture).then_some((step.forward * 8 + step.right) as u8)?;
    (number > 0).then_some(number)
}

#[cfg(test)]
mod tests;
