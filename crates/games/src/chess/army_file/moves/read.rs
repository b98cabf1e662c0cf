//! Reading the entries of a list of moves.

use rules::InputError;

use super::{continued, is_near};
use crate::chess::army::{HopRule, Path, Step};
use crate::chess::mirror::Mirror;

/// First word of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Leap,
    Ride,
    Path,
    Advance,
}

/// A square of an entry with its mark.
#[derive(Clone, Copy)]
struct Square {
    right: i8,
    forward: i8,
    /// Permission to move and to capture, if the square is marked.
    may: Option<(bool, bool)>,
}

/// Parsed keywords of an entry.
#[derive(Default)]
struct Words {
    squares: Vec<Square>,
    goes_on: bool,
    may: Option<(bool, bool)>,
    mirror: Option<Mirror>,
    hop: Option<HopRule>,
    longest: Option<u8>,
    limit: Option<u8>,
}

/// Reads the paths of one entry, such as `ride 1,0` or `path [1,0] 2,1 eight-way`.
pub fn read_moves(entry: &str) -> Result<Vec<Path>, InputError> {
    let words = split(entry);
    let mut words = words.iter().map(String::as_str);
    let shape = match words.next() {
        Some("leap" | "leaper") => Shape::Leap,
        Some("ride" | "rider") => Shape::Ride,
        Some("path") => Shape::Path,
        Some("advance") => Shape::Advance,
        other => {
            return Err(InputError::unexpected(
                other.unwrap_or(""),
                "leap, ride, path or advance, such as leap 2,1",
            ));
        }
    };
    let parsed = read_words(shape, words)?;
    let steps = steps(shape, &parsed)?;
    let usual = match shape {
        Shape::Leap | Shape::Ride => Mirror::EightWay,
        Shape::Path => Mirror::FourWay,
        Shape::Advance => Mirror::OneWay,
    };
    let path = Path { steps, hop: parsed.hop.unwrap_or(HopRule::Plain), limit: parsed.limit };
    Ok(parsed.mirror.unwrap_or(usual).images(&path))
}

/// Splits an entry into words; spaces inside brackets do not separate.
fn split(entry: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut inside = false;
    for c in entry.chars() {
        match c {
            '(' | '[' => inside = true,
            ')' | ']' => inside = false,
            _ => {}
        }
        if !c.is_whitespace() {
            if let Some(word) = words.last_mut() {
                word.push(c);
            }
        } else if !inside {
            words.push(String::new());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn read_words<'w>(shape: Shape, mut words: impl Iterator<Item = &'w str>) -> Result<Words, InputError> {
    let mut parsed = Words::default();
    while let Some(word) = words.next() {
        match word {
            "move-only" => set(&mut parsed.may, (true, false), word)?,
            "capture-only" => set(&mut parsed.may, (false, true), word)?,
            "over-one" => set(&mut parsed.hop, HopRule::OverOne, word)?,
            "just-behind" => set(&mut parsed.hop, HopRule::JustBehind, word)?,
            "up" if shape == Shape::Ride => {
                follows(&mut words, "to", "up to 3")?;
                set(&mut parsed.longest, number(words.next(), 7, "up to")?, "up to")?;
            }
            "to" => {
                follows(&mut words, "rank", "to rank 4")?;
                set(&mut parsed.limit, number(words.next(), 8, "to rank")? - 1, "to rank")?;
            }
            "..." | "…" if shape == Shape::Path && parsed.squares.len() >= 2 && !parsed.goes_on => {
                parsed.goes_on = true;
            }
            "..." | "…" => {
                return Err(InputError::unexpected(word, "it once, after at least two squares of a path"));
            }
            _ => match Mirror::ALL.into_iter().find(|mirror| mirror.word() == word) {
                Some(mirror) => set(&mut parsed.mirror, mirror, word)?,
                None if parsed.goes_on => {
                    return Err(InputError::unexpected(word, "no square and no unknown word after ..."));
                }
                None => parsed.squares.push(read_square(shape, word)?),
            },
        }
    }
    Ok(parsed)
}

/// Sets a keyword that may occur once.
fn set<T>(parsed: &mut Option<T>, meaning: T, word: &str) -> Result<(), InputError> {
    match parsed.replace(meaning) {
        None => Ok(()),
        Some(_) => Err(InputError::new(format!(
            "{} occurs twice in the entry: expected it once",
            InputError::quote(word)
        ))),
    }
}

fn follows<'w>(
    words: &mut impl Iterator<Item = &'w str>,
    wanted: &str,
    example: &str,
) -> Result<(), InputError> {
    match words.next() {
        Some(word) if word == wanted => Ok(()),
        other => {
            Err(InputError::unexpected(other.unwrap_or(""), format_args!("{wanted}, as in \"{example}\"")))
        }
    }
}

fn number(word: Option<&str>, most: u8, after: &str) -> Result<u8, InputError> {
    let word = word.unwrap_or("");
    let number = word.parse().ok().filter(|number| (1..=most).contains(number));
    number
        .ok_or_else(|| InputError::unexpected(word, format_args!("a number from 1 to {most} after {after}")))
}

fn read_square(shape: Shape, word: &str) -> Result<Square, InputError> {
    let error = || {
        let expected = match shape {
            Shape::Path => "a square such as 2,1 or [2,1] or 2,1:move, or one of the words",
            Shape::Leap | Shape::Ride => "a square such as 2,1, or one of the words",
            Shape::Advance => "one of the words",
        };
        let up_to = if shape == Shape::Ride { "up to N, " } else { "" };
        InputError::unexpected(
            word,
            format_args!(
                "{expected} {up_to}to rank N, move-only, capture-only, one-way, left-right, four-way, eight-way, \
                 over-one, just-behind"
            ),
        )
    };
    let (square, mark) = word.split_once(':').map_or((word, None), |(square, mark)| (square, Some(mark)));
    let inner = |open: char, close: char| square.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
    let (square, passing) = match inner('[', ']') {
        Some(square) => (square, true),
        None => (inner('(', ')').unwrap_or(square), false),
    };
    let may = match (mark, passing) {
        (None, false) => None,
        (None, true) => Some((false, false)),
        (Some("move"), false) => Some((true, false)),
        (Some("capture"), false) => Some((false, true)),
        _ => return Err(error()),
    };
    let (right, forward) = square.split_once(',').ok_or_else(error)?;
    let (Ok(right), Ok(forward)) = (right.parse::<i8>(), forward.parse::<i8>()) else {
        return Err(error());
    };
    if !is_near(right.into(), forward.into()) || (right, forward) == (0, 0) {
        let expected = "a square with columns and rows from -7 to 7, not both 0";
        return Err(InputError::unexpected(word, expected));
    }
    if may.is_some() && shape != Shape::Path {
        return Err(InputError::unexpected(word, "marks only on the squares of a path"));
    }
    Ok(Square { right, forward, may })
}

fn steps(shape: Shape, parsed: &Words) -> Result<Vec<Step>, InputError> {
    let step = |square: &Square| {
        let (may_move, may_capture) = square.may.or(parsed.may).unwrap_or((true, true));
        Step { right: square.right, forward: square.forward, may_move, may_capture }
    };
    let count = parsed.squares.len();
    match (shape, &parsed.squares[..]) {
        (Shape::Advance, []) => {
            if parsed.may == Some((false, true)) {
                return Err(InputError::new("an advance never captures: expected no capture-only"));
            }
            let first = Step { right: 0, forward: 1, may_move: true, may_capture: false };
            Ok(std::iter::once(first).chain(continued(first, 0, 1)).collect())
        }
        (Shape::Leap, [square]) => Ok(vec![step(square)]),
        (Shape::Ride, [square]) => {
            let first = step(square);
            let longest = parsed.longest.map_or(7, usize::from);
            let all = std::iter::once(first).chain(continued(first, first.right, first.forward));
            Ok(all.take(longest).collect())
        }
        (Shape::Path, [.., before, last]) if parsed.goes_on => {
            let (right, forward) = (last.right - before.right, last.forward - before.forward);
            let mut steps: Vec<Step> = parsed.squares.iter().map(step).collect();
            steps.extend(continued(step(last), right, forward));
            Ok(steps)
        }
        (Shape::Path, [_, ..]) => Ok(parsed.squares.iter().map(step).collect()),
        (Shape::Path, []) => Err(InputError::new("a path needs squares, such as path 1,1 2,1")),
        (Shape::Advance, _) => Err(InputError::new("advance goes straight ahead and has no squares")),
        (Shape::Leap | Shape::Ride, _) => {
            Err(InputError::new(format!("a leap or ride has one square, such as 2,1; here are {count}")))
        }
    }
}
