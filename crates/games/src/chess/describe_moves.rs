//! Descriptions of moves in plain English.

/// Words of an entry of a list of moves.
struct Entry<'e> {
    shape: &'e str,
    square: Option<(i8, i8)>,
    mirror: Option<&'e str>,
    only: &'static str,
    hop: Option<&'e str>,
    longest: Option<&'e str>,
    rank: Option<u8>,
}

/// One sentence for each way a piece moves. The entries are in the form that [`write_moves`] produces.
///
/// [`write_moves`]: super::army_file::moves::write_moves
pub fn sentences(entries: &[String]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut left = entries.iter().peekable();
    while let Some(entry) = left.next() {
        // Orthogonal and diagonal moves of the same sort share a sentence.
        let twin = left.next_if(|next| entry.contains(" 1,0") && **next == entry.replace(" 1,0", " 1,1"));
        let sentence = sentence(&read(entry), twin.is_some());
        if !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

fn read(entry: &str) -> Entry<'_> {
    let mut words = entry.split(' ');
    let shape = words.next().unwrap_or("");
    let mut parsed =
        Entry { shape, square: None, mirror: None, only: "", hop: None, longest: None, rank: None };
    while let Some(word) = words.next() {
        match word {
            "move-only" => parsed.only = ", without capturing",
            "capture-only" => parsed.only = ", only to capture",
            "over-one" | "just-behind" => parsed.hop = Some(word),
            "one-way" | "left-right" | "four-way" | "eight-way" => parsed.mirror = Some(word),
            "up" => parsed.longest = words.nth(1),
            "to" => parsed.rank = words.nth(1).and_then(|rank| rank.parse().ok()),
            square => parsed.square = parsed.square.or_else(|| read_square(square)),
        }
    }
    parsed
}

fn read_square(word: &str) -> Option<(i8, i8)> {
    let (right, forward) = word.split_once(',')?;
    Some((right.parse().ok()?, forward.parse().ok()?))
}

fn sentence(parsed: &Entry<'_>, is_both: bool) -> String {
    let Entry { only, hop, rank, .. } = *parsed;
    let mut text = match (parsed.shape, parsed.square) {
        ("advance", _) => return advance(rank),
        ("leap", Some(square)) => leap(parsed, square, is_both),
        ("ride", Some(square)) => ride(parsed, square, is_both),
        _ => match hop {
            None => "Follows the path shown; a piece on it blocks the rest".to_owned(),
            Some("over-one") => "Follows the path shown, over exactly one piece".to_owned(),
            Some(_) => "Follows the path shown and lands just beyond the first piece on it".to_owned(),
        },
    };
    text.push_str(only);
    if let Some(rank) = rank {
        text.push_str(&format!(", but only one step at a time beyond rank {rank}"));
    }
    text.push('.');
    text
}

fn advance(rank: Option<u8>) -> String {
    match rank {
        None => "Moves straight ahead over empty squares.".to_owned(),
        // With this limit no piece makes more than one step.
        Some(..=2) => "Moves one square straight ahead.".to_owned(),
        Some(rank) => format!("Moves one square straight ahead, or several at once up to rank {rank}."),
    }
}

fn leap(parsed: &Entry<'_>, square: (i8, i8), is_both: bool) -> String {
    let Some(direction) = direction(square, parsed.mirror, is_both) else {
        return format!("Leaps {}", distances(square, parsed.mirror));
    };
    match square.0.unsigned_abs().max(square.1.unsigned_abs()) {
        1 => format!("Steps one square {direction}"),
        far => format!("Leaps {} squares {direction}, over any piece in between", number(far)),
    }
}

fn ride(parsed: &Entry<'_>, square: (i8, i8), is_both: bool) -> String {
    let is_step = square.0.unsigned_abs().max(square.1.unsigned_abs()) == 1;
    let direction = direction(square, parsed.mirror, is_both).filter(|_| is_step);
    let way = match &direction {
        Some(direction) => direction.clone(),
        None => format!("by leaps of {}", distances(square, parsed.mirror)),
    };
    let longest = parsed.longest.map_or_else(String::new, |most| {
        let most = most.parse().map_or("seven", number);
        let what = if direction.is_some() { "squares" } else { "leaps" };
        format!(", at most {most} {what}")
    });
    match (parsed.hop, direction) {
        (Some("over-one"), _) => format!("Jumps {way} over exactly one piece{longest}"),
        (Some(_), _) => format!("Jumps {way} over the first piece and lands just beyond it{longest}"),
        (None, Some(_)) => format!("Slides {way}{longest}"),
        (None, None) => format!("Moves {way} while the squares are empty{longest}"),
    }
}

/// A leap given by its two distances.
fn distances((right, forward): (i8, i8), mirror: Option<&str>) -> String {
    let (right, forward) = (right.unsigned_abs(), forward.unsigned_abs());
    let (far, near) = (number(right.max(forward)), number(right.min(forward)));
    let squares = if far == "one" { "square" } else { "squares" };
    let shown = if mirror.is_none() { "" } else { ", in the directions shown" };
    match near {
        "no" => format!("{far} {squares} orthogonally{shown}"),
        _ if near == far => format!("{far} {squares} diagonally{shown}"),
        _ => format!("{far} {squares} one way and {near} the other{shown}"),
    }
}

/// Direction of an orthogonal or diagonal step with its mirror images.
fn direction((right, forward): (i8, i8), mirror: Option<&str>, is_both: bool) -> Option<String> {
    let is_straight = right == 0 || forward == 0;
    if !is_straight && right.unsigned_abs() != forward.unsigned_abs() {
        return None;
    }
    let ahead = if forward > 0 { "ahead" } else { "back" };
    let hand = if right > 0 { "right" } else { "left" };
    let words = match mirror {
        None | Some("eight-way") if is_both => "orthogonally or diagonally".to_owned(),
        None | Some("eight-way") => (if is_straight { "orthogonally" } else { "diagonally" }).to_owned(),
        // Two directions with the same words and fewer than all mirror images: left to the picture.
        Some(_) if is_both => "in the directions shown".to_owned(),
        Some("four-way") if right == 0 => "straight ahead or back".to_owned(),
        Some("four-way" | "left-right") if forward == 0 => "sideways".to_owned(),
        Some("four-way") => "diagonally".to_owned(),
        Some(_) if right == 0 => format!("straight {ahead}"),
        Some("left-right") => format!("diagonally {ahead}"),
        Some(_) if forward == 0 => format!("to the {hand}"),
        Some(_) => format!("diagonally {ahead} to the {hand}"),
    };
    Some(words)
}

fn number(count: u8) -> &'static str {
    ["no", "one", "two", "three", "four", "five", "six", "seven"].get(usize::from(count)).unwrap_or(&"many")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::army_file::moves::{read_moves, write_moves};

    /// Sentences for entries of an army file.
    fn described(entries: &[&str]) -> String {
        let paths: Vec<_> = entries.iter().flat_map(|entry| read_moves(entry).unwrap()).collect();
        sentences(&write_moves(&paths)).join(" ")
    }

    #[test]
    fn the_kinds_of_ordinary_chess() {
        assert_eq!(described(&["leap 1,0", "leap 1,1"]), "Steps one square orthogonally or diagonally.");
        assert_eq!(described(&["ride 1,0", "ride 1,1"]), "Slides orthogonally or diagonally.");
        assert_eq!(described(&["ride 1,1"]), "Slides diagonally.");
        assert_eq!(described(&["leap 2,1"]), "Leaps two squares one way and one the other.");
        assert_eq!(
            described(&["leap 1,1 left-right capture-only", "advance to rank 4"]),
            "Steps one square diagonally ahead, only to capture. \
             Moves one square straight ahead, or several at once up to rank 4."
        );
    }

    #[test]
    fn kinds_of_other_armies() {
        assert_eq!(
            described(&["ride 1,0 move-only", "ride 1,0 capture-only over-one"]),
            "Slides orthogonally, without capturing. \
             Jumps orthogonally over exactly one piece, only to capture."
        );
        assert_eq!(
            described(&["ride 1,0 just-behind", "ride 1,1 just-behind"]),
            "Jumps orthogonally or diagonally over the first piece and lands just beyond it."
        );
        assert_eq!(
            described(&["ride 2,1"]),
            "Moves by leaps of two squares one way and one the other while the squares are empty."
        );
        assert_eq!(described(&["leap 2,2"]), "Leaps two squares diagonally, over any piece in between.");
        assert_eq!(described(&["ride 1,0 up to 4"]), "Slides orthogonally, at most four squares.");
        assert_eq!(
            described(&["leap 0,1 one-way capture-only", "ride 1,1 left-right move-only to rank 4"]),
            "Steps one square straight ahead, only to capture. \
             Slides diagonally ahead, without capturing, but only one step at a time beyond rank 4."
        );
        assert_eq!(
            described(&["path 1,1 2,1 ... eight-way"]),
            "Follows the path shown; a piece on it blocks the rest."
        );
        assert_eq!(described(&["advance to rank 2"]), "Moves one square straight ahead.");
    }
}
