//! Lists of moves as sentences, for those who do not know the words of an army file.

/// The words of an entry.
struct Entry<'e> {
    shape: &'e str,
    square: Option<(i8, i8)>,
    mirror: Option<&'e str>,
    only: &'static str,
    hop: Option<&'e str>,
    longest: Option<&'e str>,
    rank: Option<u8>,
}

/// How a piece moves, a sentence for each thing it can do. The entries are as [`write_moves`] writes them.
///
/// [`write_moves`]: super::army_file::moves::write_moves
pub fn sentences(entries: &[String]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    let mut left = entries.iter().peekable();
    while let Some(entry) = left.next() {
        // What can be done straight and aslant alike is told at once.
        let twin = left.next_if(|next| entry.contains(" 1,0") && **next == entry.replace(" 1,0", " 1,1"));
        let sentence = sentence(&read(entry), twin.is_some());
        if !told.contains(&sentence) {
            told.push(sentence);
        }
    }
    told
}

fn read(entry: &str) -> Entry<'_> {
    let mut words = entry.split(' ');
    let shape = words.next().unwrap_or("");
    let mut said =
        Entry { shape, square: None, mirror: None, only: "", hop: None, longest: None, rank: None };
    while let Some(word) = words.next() {
        match word {
            "move-only" => said.only = ", without capturing",
            "capture-only" => said.only = ", only to capture",
            "over-one" | "just-behind" => said.hop = Some(word),
            "one-way" | "left-right" | "four-way" | "eight-way" => said.mirror = Some(word),
            "up" => said.longest = words.nth(1),
            "to" => said.rank = words.nth(1).and_then(|rank| rank.parse().ok()),
            square => said.square = said.square.or_else(|| read_square(square)),
        }
    }
    said
}

fn read_square(word: &str) -> Option<(i8, i8)> {
    let (right, forward) = word.split_once(',')?;
    Some((right.parse().ok()?, forward.parse().ok()?))
}

fn sentence(said: &Entry<'_>, is_both: bool) -> String {
    let Entry { only, hop, rank, .. } = *said;
    let mut text = match (said.shape, said.square) {
        ("advance", _) => return advance(rank),
        ("leap", Some(square)) => leap(said, square, is_both),
        ("ride", Some(square)) => ride(said, square, is_both),
        _ => match hop {
            None => "Goes the way that is shown; a piece on it bars the rest".to_owned(),
            Some("over-one") => "Goes the way that is shown, over exactly one piece".to_owned(),
            Some(_) => "Goes the way that is shown, to just behind the first piece it meets".to_owned(),
        },
    };
    text.push_str(only);
    if let Some(rank) = rank {
        text.push_str(&format!(", beyond rank {rank} one step only"));
    }
    text.push('.');
    text
}

fn advance(rank: Option<u8>) -> String {
    match rank {
        None => "Advances straight ahead over empty squares.".to_owned(),
        // Nobody who stands behind the second rank gets further than one square by this.
        Some(..=2) => "Advances one square straight ahead.".to_owned(),
        Some(rank) => format!("Advances one square straight ahead, or as far as rank {rank} at once."),
    }
}

fn leap(said: &Entry<'_>, square: (i8, i8), is_both: bool) -> String {
    let Some(direction) = direction(square, said.mirror, is_both) else {
        return format!("Leaps {}", sideways(square, said.mirror));
    };
    match square.0.unsigned_abs().max(square.1.unsigned_abs()) {
        1 => format!("Steps one square {direction}"),
        far => format!("Leaps {} squares {direction}, over whatever stands between", number(far)),
    }
}

fn ride(said: &Entry<'_>, square: (i8, i8), is_both: bool) -> String {
    let is_step = square.0.unsigned_abs().max(square.1.unsigned_abs()) == 1;
    let direction = direction(square, said.mirror, is_both).filter(|_| is_step);
    let way = match &direction {
        Some(direction) => direction.clone(),
        None => format!("by leaps of {}", sideways(square, said.mirror)),
    };
    let longest = said.longest.map_or_else(String::new, |most| {
        let most = most.parse().map_or("seven", number);
        let what = if direction.is_some() { "squares" } else { "leaps" };
        format!(", at most {most} {what}")
    });
    match (said.hop, direction) {
        (Some("over-one"), _) => format!("Jumps {way} over exactly one piece{longest}"),
        (Some(_), _) => format!("Jumps {way} to just behind the first piece it meets{longest}"),
        (None, Some(_)) => format!("Runs {way} over empty squares{longest}"),
        (None, None) => format!("Goes on {way} while the squares are empty{longest}"),
    }
}

/// A leap that is neither straight nor aslant.
fn sideways((right, forward): (i8, i8), mirror: Option<&str>) -> String {
    let (right, forward) = (right.unsigned_abs(), forward.unsigned_abs());
    let (far, near) = (number(right.max(forward)), number(right.min(forward)));
    let squares = if far == "one" { "square" } else { "squares" };
    let shown = if mirror.is_none() { "" } else { ", in the directions that are shown" };
    match near {
        "no" => format!("{far} {squares} straight{shown}"),
        _ if near == far => format!("{far} {squares} aslant{shown}"),
        _ => format!("{far} {squares} one way and {near} the other{shown}"),
    }
}

/// The direction of a straight or slanting step, with its mirror images.
fn direction((right, forward): (i8, i8), mirror: Option<&str>, is_both: bool) -> Option<String> {
    let is_straight = right == 0 || forward == 0;
    if !is_straight && right.unsigned_abs() != forward.unsigned_abs() {
        return None;
    }
    let ahead = if forward > 0 { "ahead" } else { "back" };
    let hand = if right > 0 { "right" } else { "left" };
    let words = match mirror {
        None | Some("eight-way") if is_both => "straight or aslant".to_owned(),
        None | Some("eight-way") => (if is_straight { "straight" } else { "aslant" }).to_owned(),
        // Two directions with the same words and less than all images: the picture tells it.
        Some(_) if is_both => "in the directions that are shown".to_owned(),
        Some("four-way") if right == 0 => "straight ahead or back".to_owned(),
        Some("four-way" | "left-right") if forward == 0 => "sideways".to_owned(),
        Some("four-way") => "aslant".to_owned(),
        Some(_) if right == 0 => format!("straight {ahead}"),
        Some("left-right") => format!("aslant {ahead}"),
        Some(_) if forward == 0 => format!("to the {hand}"),
        Some(_) => format!("aslant {ahead} to the {hand}"),
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

    /// The sentences for entries as people write them.
    fn told(entries: &[&str]) -> String {
        let paths: Vec<_> = entries.iter().flat_map(|entry| read_moves(entry).unwrap()).collect();
        sentences(&write_moves(&paths)).join(" ")
    }

    #[test]
    fn the_kinds_of_ordinary_chess() {
        assert_eq!(told(&["leap 1,0", "leap 1,1"]), "Steps one square straight or aslant.");
        assert_eq!(told(&["ride 1,0", "ride 1,1"]), "Runs straight or aslant over empty squares.");
        assert_eq!(told(&["ride 1,1"]), "Runs aslant over empty squares.");
        assert_eq!(told(&["leap 2,1"]), "Leaps two squares one way and one the other.");
        assert_eq!(
            told(&["leap 1,1 left-right capture-only", "advance to rank 4"]),
            "Steps one square aslant ahead, only to capture. \
             Advances one square straight ahead, or as far as rank 4 at once."
        );
    }

    #[test]
    fn kinds_of_other_armies() {
        assert_eq!(
            told(&["ride 1,0 move-only", "ride 1,0 capture-only over-one"]),
            "Runs straight over empty squares, without capturing. \
             Jumps straight over exactly one piece, only to capture."
        );
        assert_eq!(
            told(&["ride 1,0 just-behind", "ride 1,1 just-behind"]),
            "Jumps straight or aslant to just behind the first piece it meets."
        );
        assert_eq!(
            told(&["ride 2,1"]),
            "Goes on by leaps of two squares one way and one the other while the squares are empty."
        );
        assert_eq!(told(&["leap 2,2"]), "Leaps two squares aslant, over whatever stands between.");
        assert_eq!(told(&["ride 1,0 up to 4"]), "Runs straight over empty squares, at most four squares.");
        assert_eq!(
            told(&["leap 0,1 one-way capture-only", "ride 1,1 left-right move-only to rank 4"]),
            "Steps one square straight ahead, only to capture. \
             Runs aslant ahead over empty squares, without capturing, beyond rank 4 one step only."
        );
        assert_eq!(
            told(&["path 1,1 2,1 ... eight-way"]),
            "Goes the way that is shown; a piece on it bars the rest."
        );
        assert_eq!(told(&["advance to rank 2"]), "Advances one square straight ahead.");
    }
}
