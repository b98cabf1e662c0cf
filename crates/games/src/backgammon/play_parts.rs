//! Taking a written play apart.

use rules::InputError;

use super::position::{BAR, OFF};

/// A part of a play as written: a checker that goes from one point to another with one or more dice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    /// The origin as written.
    pub(super) from: u8,
    /// The point that the checker has reached.
    pub(super) at: u8,
    /// The destination as written.
    pub(super) to: u8,
}

/// A play as written.
#[derive(Default)]
pub(super) struct PlayText {
    pub(super) hops: Vec<Hop>,
    /// The points with a star, a bit for each.
    pub(super) stars: u32,
}

/// Takes the words apart: parts between blanks, commas or semicolons, each `from/to`, `from/over/to`, with `*` and `(n)`;
/// blanks inside a part are ignored.
pub(super) fn parse(words: &str) -> Result<PlayText, InputError> {
    let mut writing = PlayText::default();
    let words = &without_inner_blanks(words);
    for part in words.split([' ', '\t', ',', ';']).filter(|part| !part.is_empty()) {
        read_part(part, &mut writing).map_err(|error| error.within(InputError::quote(part)))?;
        if writing.hops.len() > 4 {
            return Err(InputError::new("more than four steps: expected at most four"));
        }
    }
    if writing.hops.is_empty() {
        return Err(InputError::new("no play is written: expected one such as \"24/18 13/11\", or \"pass\""));
    }
    Ok(writing)
}

/// The text without blanks around slashes, in brackets, and before brackets and stars.
fn without_inner_blanks(words: &str) -> String {
    let mut text = String::new();
    let mut has_blank = false;
    for character in words.chars() {
        if character == ' ' || character == '\t' {
            has_blank = true;
            continue;
        }
        let is_inner = text.ends_with(['/', '(']) || "/(*)".contains(character) && !text.is_empty();
        if has_blank && !is_inner {
            text.push(' ');
        }
        has_blank = false;
        text.push(character);
    }
    text
}

fn read_part(part: &str, writing: &mut PlayText) -> Result<(), InputError> {
    let unstarred = part.trim_end_matches('*');
    let (way, times) = match unstarred.split_once('(') {
        None => (part, 1),
        Some((way, rest)) => match ["1)", "2)", "3)", "4)"].iter().position(|&number| number == rest) {
            Some(index) => (way, index + 1),
            None => return Err(InputError::new("expected a number of checkers from (2) to (4) at its end")),
        },
    };
    let points: Vec<(u8, bool)> = way.split('/').map(read_point).collect::<Result<_, _>>()?;
    let &[(_, star_before), .., (last, _)] = points.as_slice() else {
        return Err(InputError::new(
            "expected where a checker comes from and where it goes, such as \"24/18\"",
        ));
    };
    if star_before {
        return Err(InputError::new("a star follows the point where a checker is hit"));
    }
    for pair in points.windows(2) {
        let ((from, _), (to, starred)) = (pair[0], pair[1]);
        if to >= from {
            return Err(InputError::new("a checker moves from a higher point to a lower one"));
        }
        writing.hops.extend(std::iter::repeat_n(Hop { from, at: from, to }, times));
        writing.stars |= u32::from(starred) << to;
    }
    // 8/4(2)* is written as often as 8/4*(2).
    writing.stars |= u32::from(unstarred.ends_with(')') && part.ends_with('*')) << last;
    if writing.stars & 1 << OFF != 0 {
        return Err(InputError::new("nothing can be hit by bearing off"));
    }
    Ok(())
}

/// A point and whether it has a star.
fn read_point(name: &str) -> Result<(u8, bool), InputError> {
    let bare = name.trim_end_matches('*');
    let point = match bare {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        _ if bare.bytes().all(|byte| byte.is_ascii_digit()) => {
            bare.parse().ok().filter(|&point| point <= BAR)
        }
        _ => None,
    };
    let point = point.ok_or_else(|| InputError::unexpected(bare, "a point from 1 to 24, bar or off"))?;
    Ok((point, bare.len() < name.len()))
}
