//! Pieces of an army in Betza notation, as the `piece` command of the xboard protocol announces them.

use std::collections::BTreeMap;

use games::chess::{Army, HopRule, Kind, Path};

/// Places of the pieces in a `setup` command, for each colour; pawn, knight, bishop, rook and queen first, the royal piece last.
const PLACES: usize = 22;
/// Longest ride on the board.
const MAX_RIDE: usize = 7;

/// The `setup` command of an army: which letter is which piece, and the start position. `None` if it has too many kinds.
pub(super) fn setup(army: &Army, start: &str) -> Option<String> {
    let mut letters = ['.'; PLACES];
    let mut others = Vec::new();
    for kind in &army.kinds {
        match "PNBRQ".find(kind.letter) {
            _ if kind.is_royal => letters[PLACES - 1] = kind.letter,
            Some(place) => letters[place] = kind.letter,
            None => others.push(kind.letter),
        }
    }
    if others.len() > PLACES - 6 {
        return None;
    }
    letters[5..5 + others.len()].copy_from_slice(&others);
    let white: String = letters.iter().collect();
    Some(format!("setup ({white}{}) 8x8+0_fairy {start}", white.to_ascii_lowercase()))
}

/// The `piece` commands of the kinds that can be expressed.
pub(super) fn pieces(army: &Army) -> Vec<String> {
    let command = |kind: &Kind| {
        let castles = kind.is_royal && army.castling.is_some();
        let mut moves = betza(&kind.paths, start_row(army, kind.letter))?;
        if army.en_passant {
            // The double step can be answered by an en passant capture.
            moves = moves.replace("ifmW2", "ifmnD").replace("fcF", "fceF");
        }
        Some(format!("piece {}& {moves}{}", kind.letter, if castles { "isO2" } else { "" }))
    };
    army.kinds.iter().filter_map(command).collect()
}

/// Direction of a leap and what may be done with it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Atom {
    /// Larger and smaller coordinate.
    leap: (i8, i8),
    /// Betza's modifiers for captures, moves and hops.
    modifiers: &'static str,
    /// Number of leaps; `None` for any number.
    range: Option<usize>,
    is_initial: bool,
}

/// The row, counted from 0 at the own back rank, on which all pieces of a kind stand at the start.
fn start_row(army: &Army, letter: char) -> Option<u8> {
    let board = army.start.split_whitespace().next()?;
    let mut rows =
        board.split('/').rev().zip(0..).filter(|(rank, _)| rank.contains(letter)).map(|(_, row)| row);
    rows.next().filter(|_| rows.next().is_none())
}

/// Moves in Betza notation; `None` if they cannot be expressed. `start_row` is the row of the pieces at the start.
fn betza(paths: &[Path], start_row: Option<u8>) -> Option<String> {
    let mut directions: BTreeMap<Atom, Vec<(i8, i8)>> = BTreeMap::new();
    for path in paths {
        for (atom, direction) in atoms(path, start_row)? {
            let found = directions.entry(atom).or_default();
            if !found.contains(&direction) {
                found.push(direction);
            }
        }
    }
    let mut text = String::new();
    for (atom, directions) in &directions {
        for prefix in prefixes(atom.leap, directions)? {
            text += &write_atom(atom, prefix)?;
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Atoms of a path, each with its direction.
fn atoms(path: &Path, start_row: Option<u8>) -> Option<Vec<(Atom, (i8, i8))>> {
    let first = path.steps.first()?;
    let unit = (first.right, first.forward);
    let leap = |(right, forward): (i8, i8)| {
        let (a, b) = (right.abs(), forward.abs());
        (a.max(b), a.min(b))
    };
    let mode = |may_move: bool, may_capture: bool| match (may_move, may_capture) {
        (true, true) => Some(""),
        (true, false) => Some("m"),
        (false, true) => Some("c"),
        (false, false) => None,
    };
    // A lame leaper: one square on the way must be empty. Betza's n means the orthogonal one.
    if let [way, target] = path.steps.as_slice()
        && !way.may_move
        && !way.may_capture
    {
        let is_mao = leap((target.right, target.forward)) == (2, 1)
            && leap(unit) == (1, 0)
            && 2 * way.right == target.right - target.right % 2
            && 2 * way.forward == target.forward - target.forward % 2;
        let is_plain =
            path.hop == HopRule::Plain && path.limit.is_none() && target.may_move && target.may_capture;
        let atom = Atom { leap: (2, 1), modifiers: "n", range: Some(1), is_initial: false };
        return (is_mao && is_plain).then(|| vec![(atom, (target.right, target.forward))]);
    }
    let is_ride = path.steps.iter().zip(1i8..).all(|(step, times)| {
        (i32::from(step.right), i32::from(step.forward))
            == (i32::from(unit.0) * i32::from(times), i32::from(unit.1) * i32::from(times))
            && (step.may_move, step.may_capture) == (first.may_move, first.may_capture)
    });
    if !is_ride {
        return None;
    }
    let mode = mode(first.may_move, first.may_capture)?;
    let modifiers = match (path.hop, mode) {
        (HopRule::Plain, mode) => mode,
        (HopRule::OverOne, "") => "p",
        (HopRule::OverOne, "c") => "cp",
        (HopRule::OverOne, _) => "mp",
        (HopRule::JustBehind, "") => "g",
        (HopRule::JustBehind, "c") => "cg",
        (HopRule::JustBehind, _) => "mg",
    };
    let length = path.steps.len();
    if let Some(limit) = path.limit {
        // A pawn: one step always, more from its start.
        let steps = usize::from(limit.saturating_sub(start_row?)).clamp(1, length);
        let single = Atom { leap: leap(unit), modifiers, range: Some(1), is_initial: false };
        let multiple = Atom { range: Some(steps), is_initial: true, ..single.clone() };
        let atoms = if steps == 1 { vec![(single, unit)] } else { vec![(single, unit), (multiple, unit)] };
        return (path.hop == HopRule::Plain).then_some(atoms);
    }
    let reach = length * usize::from(leap(unit).0.unsigned_abs().max(1));
    let range = if reach >= MAX_RIDE - 1 && length > 1 { None } else { Some(length) };
    Some(vec![(Atom { leap: leap(unit), modifiers, range, is_initial: false }, unit)])
}

/// Direction prefixes that select these of all directions of a leap; an empty one selects all.
fn prefixes(leap: (i8, i8), directions: &[(i8, i8)]) -> Option<Vec<&'static str>> {
    let (a, b) = leap;
    let all = if a == b || b == 0 { 4 } else { 8 };
    if directions.len() == all {
        return Some(vec![""]);
    }
    if a != b && b != 0 {
        return None;
    }
    let signs: Vec<(i8, i8)> =
        directions.iter().map(|(right, forward)| (right.signum(), forward.signum())).collect();
    let is_diagonal = a == b;
    let pairs: [(&str, [(i8, i8); 2]); 4] = [
        ("f", [(1, 1), (-1, 1)]),
        ("b", [(1, -1), (-1, -1)]),
        ("r", [(1, 1), (1, -1)]),
        ("l", [(-1, 1), (-1, -1)]),
    ];
    let has_both = |pair: &[(i8, i8); 2]| pair.iter().all(|sign| signs.contains(sign));
    let pair = pairs.iter().find(|(_, pair)| is_diagonal && signs.len() == 2 && has_both(pair));
    if let Some((prefix, _)) = pair {
        return Some(vec![prefix]);
    }
    let single = |sign: &(i8, i8)| match sign {
        (0, 1) => "f",
        (0, _) => "b",
        (1, 0) => "r",
        (_, 0) => "l",
        (1, 1) => "fr",
        (_, 1) => "fl",
        (1, _) => "br",
        _ => "bl",
    };
    Some(signs.iter().map(single).collect())
}

fn write_atom(atom: &Atom, prefix: &str) -> Option<String> {
    let letter = match atom.leap {
        (1, 0) => "W",
        (1, 1) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, 2) => "A",
        (3, 0) => "H",
        (3, 1) => "C",
        (3, 2) => "Z",
        (3, 3) => "G",
        _ => return None,
    };
    let range = match atom.range {
        Some(1) => String::new(),
        Some(range) => range.to_string(),
        None if atom.leap == (1, 0) || atom.leap == (1, 1) => "0".to_owned(),
        None => letter.to_owned(),
    };
    let letter = match (letter, atom.range) {
        ("W", None) => "R",
        ("F", None) => "B",
        _ => letter,
    };
    let range = if matches!(letter, "R" | "B") { String::new() } else { range };
    let initial = if atom.is_initial { "i" } else { "" };
    Some(format!("{initial}{prefix}{}{letter}{range}", atom.modifiers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::chess::builtin;

    fn of(army: &str, letter: char) -> Option<String> {
        let army = builtin::army(army).unwrap();
        betza(&army.kinds[army.kind_of_letter(letter).unwrap()].paths, start_row(&army, letter))
    }

    #[test]
    fn ordinary_and_invented_pieces_are_written() {
        for (army, letter, expected) in [
            ("ordinary", 'K', Some("WF")),
            ("ordinary", 'Q', Some("RB")),
            ("ordinary", 'R', Some("R")),
            ("ordinary", 'B', Some("B")),
            ("ordinary", 'N', Some("N")),
            ("ordinary", 'P', Some("fmWifmW2fcF")),
            ("knightmate", 'K', Some("N")),
            ("mao", 'N', Some("nN")),
            ("cannon", 'B', Some("cpRmR")),
            ("grasshopper", 'N', Some("gRgB")),
            ("knightrider", 'N', Some("NN")),
            ("three-step", 'P', Some("fmWifmW3fcF")),
            ("berolina", 'P', Some("fcWfmFifmF2")),
            ("shatranj", 'P', Some("fmWfcF")),
            ("griffon", 'Q', None),
            ("rose", 'N', None),
        ] {
            assert_eq!(of(army, letter).as_deref(), expected, "{army} {letter}");
        }
    }

    #[test]
    fn armies_are_announced() {
        let army = builtin::army("griffon").unwrap();
        let setup = setup(&army, "FEN").unwrap();
        assert_eq!(setup, "setup (PNBRQ................Kpnbrq................k) 8x8+0_fairy FEN");
        let commands = pieces(&army);
        assert!(commands.contains(&"piece K& WFisO2".to_owned()), "{commands:?}");
        assert!(commands.contains(&"piece P& fmWifmnDfceF".to_owned()), "{commands:?}");
        assert!(
            commands.contains(&"piece N& NN".to_owned())
                && !commands.iter().any(|line| line.contains("piece Q"))
        );
        for (name, _) in builtin::all() {
            let army = builtin::army(name).unwrap();
            assert!(super::setup(&army, "x").is_some() && !pieces(&army).is_empty(), "{name}");
        }
    }
}
