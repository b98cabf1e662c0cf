//! Constraints on armies.

use rules::cpu::Portable;
use rules::{InputError, Rules, Status};

use super::start;
use crate::chess::army::{Army, HopRule, Kind, MAX_KINDS, MAX_SQUARES, Path, Step};
use crate::chess::army_cache;
use crate::chess::rules::Chess;

/// Largest number of paths of a kind, mirror images included.
pub const MAX_PATHS: usize = 256;
/// Largest number of squares of a path.
pub const MAX_STEPS: usize = 64;
/// Largest value of a kind in centipawns.
pub const MAX_VALUE: u32 = 100_000;

/// Violated constraint with its kind, if it concerns one, and the key of the army file.
pub(super) struct Violation {
    pub(super) kind: Option<usize>,
    pub(super) key: &'static str,
    pub(super) error: InputError,
}

impl Army {
    /// Checks that the army can be played and written. [`Army::read`] returns only such armies.
    pub fn check(&self) -> Result<(), InputError> {
        violation(self).or_else(|| start_violation(self)).map_or(Ok(()), |violation| {
            let error = violation.error.within(violation.key);
            Err(match violation.kind {
                Some(index) => error.within(format_args!("kind {}", self.kinds[index].letter)),
                None => error,
            })
        })
    }
}

/// First violated constraint, the start position's legality left out.
pub(super) fn violation(army: &Army) -> Option<Violation> {
    check(army).err()
}

fn check(army: &Army) -> Result<(), Violation> {
    let whole = |key: &'static str, error: InputError| Violation { kind: None, key, error };
    check_words(&army.name, 40).map_err(|error| whole("name", error))?;
    let squares: usize = army.kinds.iter().flat_map(|kind| &kind.paths).map(|path| path.steps.len()).sum();
    if squares > MAX_SQUARES {
        let error = format!("the paths have {squares} squares in all: expected at most {MAX_SQUARES}");
        return Err(whole("kind", InputError::new(error)));
    }
    if army.kinds.len() > MAX_KINDS {
        let count = army.kinds.len();
        return Err(whole(
            "kind",
            InputError::new(format!("{count} kinds are too many: expected at most {MAX_KINDS}")),
        ));
    }
    for (index, kind) in army.kinds.iter().enumerate() {
        check_kind(army, index, kind).map_err(|(key, error)| Violation { kind: Some(index), key, error })?;
    }
    let Some(royal) = army.royal() else {
        let sentence = "no kind is royal: expected exactly one with royal = true, as the king is";
        return Err(whole("kind", InputError::new(sentence)));
    };
    if let Some(castling) = army.castling {
        let error = match army.kinds.get(castling.partner) {
            None => InputError::new("there is no such kind: expected the letter of one"),
            Some(_) if castling.partner == royal => InputError::new(
                "the royal piece does not castle with itself: expected the letter of another kind",
            ),
            Some(_) => return check_start(army),
        };
        return Err(whole("castling", error));
    }
    check_start(army)
}

fn check_start(army: &Army) -> Result<(), Violation> {
    let violation = |error: InputError| Violation { kind: None, key: "start", error };
    let normal = start::normal(army, &army.start).map_err(violation)?;
    if normal != army.start {
        return Err(violation(InputError::new(format!(
            "{} is written {normal}",
            InputError::quote(&army.start)
        ))));
    }
    Ok(())
}

/// Violation by the start position of an otherwise valid army; requires compiling it.
pub(super) fn start_violation(army: &Army) -> Option<Violation> {
    // An army that cannot be compiled is reported by `Chess::new`.
    let compiled = army_cache::compiled(army).ok()?;
    let error = match Chess::with_compiled(army.clone(), compiled, Portable) {
        Ok(chess) => match chess.status(&chess.start()) {
            Status::Over(outcome) => {
                let rule = outcome.rule();
                InputError::new(format!("the game is over before the first move, by {rule}: expected a move"))
            }
            _ => return None,
        },
        Err(error) => error,
    };
    Some(Violation { kind: None, key: "start", error })
}

fn check_kind(army: &Army, index: usize, kind: &Kind) -> Result<(), (&'static str, InputError)> {
    let letter = kind.letter;
    if !letter.is_ascii_uppercase() {
        return Err(("letter", InputError::unexpected(&letter.to_string(), "a letter from A to Z")));
    }
    let before = &army.kinds[..index];
    if let Some(other) = before.iter().find(|other| other.letter == letter) {
        let sentence = format!("{letter} is the letter of {} already: expected another", other.name);
        return Err(("letter", InputError::new(sentence)));
    }
    check_words(&kind.name, 30).map_err(|error| ("name", error))?;
    if let Some(other) = before.iter().find(|other| other.name == kind.name) {
        let sentence =
            format!("kind {} is called {} already: expected another name", other.letter, kind.name);
        return Err(("name", InputError::new(sentence)));
    }
    if let Some(picture) = &kind.picture {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if picture.is_empty() || picture.len() > 30 || !picture.chars().all(fits) {
            let error = InputError::unexpected(picture, "a word in lower case, such as knight");
            return Err(("picture", error));
        }
    }
    if let Some(value) = kind.value.filter(|&value| value > MAX_VALUE) {
        let most = MAX_VALUE / 100;
        let sentence = format!("{value} centipawns are too much: expected at most {most} pawns");
        return Err(("value", InputError::new(sentence)));
    }
    if let Some(other) = before.iter().find(|other| other.is_royal && kind.is_royal) {
        let sentence = format!("kind {} is royal already: expected only one such kind", other.letter);
        return Err(("royal", InputError::new(sentence)));
    }
    check_promotion(army, index, kind)?;
    check_paths(kind).map_err(|error| ("moves", error))
}

fn check_promotion(army: &Army, index: usize, kind: &Kind) -> Result<(), (&'static str, InputError)> {
    let Some(promotion) = &kind.promotion else {
        return Ok(());
    };
    if kind.is_royal {
        return Err(("promotion", InputError::new("a royal piece is never promoted: expected no promotion")));
    }
    if promotion.row > 7 {
        return Err(("promotion_rank", InputError::new("there is no such rank: expected one from 1 to 8")));
    }
    for (at, &to) in promotion.to.iter().enumerate() {
        let sentence = match army.kinds.get(to) {
            None => "there is no such kind: expected letters of kinds".to_owned(),
            Some(to) if to.is_royal => {
                format!("{} is royal: expected letters of kinds that are not", to.letter)
            }
            Some(other) if promotion.to[..at].contains(&to) => format!("{} occurs twice", other.letter),
            Some(_) => continue,
        };
        return Err(("promotion", InputError::new(sentence)));
    }
    if promotion.to.iter().all(|&to| to == index) {
        let sentence = "it promotes only to itself: expected letters of other kinds";
        return Err(("promotion", InputError::new(sentence)));
    }
    Ok(())
}

fn check_paths(kind: &Kind) -> Result<(), InputError> {
    if kind.paths.len() > MAX_PATHS {
        let count = kind.paths.len();
        return Err(InputError::new(format!("{count} paths are too many: expected at most {MAX_PATHS}")));
    }
    for path in &kind.paths {
        if path.steps.is_empty() || path.steps.len() > MAX_STEPS {
            let count = path.steps.len();
            let sentence = format!("a path has {count} squares: expected from 1 to {MAX_STEPS}");
            return Err(InputError::new(sentence));
        }
        let near = |coordinate: i8| (-7..=7).contains(&coordinate);
        let far =
            |step: &&Step| !near(step.right) || !near(step.forward) || (step.right, step.forward) == (0, 0);
        if let Some(step) = path.steps.iter().find(far) {
            let sentence = format!(
                "{},{} is not a valid square: expected columns and rows from -7 to 7, not both 0",
                step.right, step.forward
            );
            return Err(InputError::new(sentence));
        }
        if path.limit.is_some_and(|limit| limit > 7) {
            return Err(InputError::new(
                "the limit of an advance is beyond the board: expected a rank from 1 to 8",
            ));
        }
    }
    if !kind.paths.iter().any(can_be_used) {
        return Err(InputError::new("it can never move: expected at least one reachable square"));
    }
    Ok(())
}

/// `true` if some square of the path can be reached on some board.
fn can_be_used(path: &Path) -> bool {
    path.steps.iter().enumerate().any(|(index, step)| {
        let within = index == 0 || path.limit.is_none_or(|limit| step.forward.max(0) as u8 <= limit);
        let has_hurdle = path.hop == HopRule::Plain || index > 0;
        (step.may_move || step.may_capture) && within && has_hurdle
    })
}

/// `true` for invisible and direction-changing characters, except the joiners that Persian needs.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

fn check_words(name: &str, most: usize) -> Result<(), InputError> {
    let printable = !name.chars().any(|c| c.is_control() || is_invisible(c));
    let length = name.chars().count();
    if name.trim().is_empty() || name.trim() != name || !printable || length > most {
        let expected = format!("a name of at most {most} printable characters, without spaces at its ends");
        return Err(InputError::unexpected(name, expected));
    }
    Ok(())
}
