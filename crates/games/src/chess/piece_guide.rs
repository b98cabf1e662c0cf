//! Guide to the pieces of an army: their moves in words and from an example square.

use view::{Guide, MoveKind, PieceGuide, Place};

use super::army::{Army, Kind};
use super::army_file::{about, moves::write_moves};
use super::builtin::{self, ORDINARY};
use super::describe_moves::sentences;
use super::reach::{MoveMode, PathCondition, of_kind};
use super::rules::Chess;
use crate::pext::Pext;

/// Example square: d4.
pub const MIDDLE: u8 = 35;
/// Example square of kinds with a multiple advance: d2.
const HOME: u8 = 51;

/// Targets of a white piece on an empty board, in the order of the squares.
pub fn targets(kind: &Kind, from: u8) -> Vec<(u8, MoveKind)> {
    let mut board = [None; 64];
    for reach in of_kind(kind, 0, from) {
        let found = match (reach.condition, reach.mode) {
            (PathCondition::Clear(_), MoveMode::Both) => MoveKind::Any,
            (PathCondition::Clear(_), MoveMode::Move) => MoveKind::Move,
            (PathCondition::Clear(_), MoveMode::Capture) => MoveKind::Capture,
            _ => MoveKind::Hop,
        };
        let known = &mut board[usize::from(reach.to)];
        *known = Some(match (*known, found) {
            (None, found) => found,
            (Some(known), found) if known == found => known,
            (Some(MoveKind::Move | MoveKind::MoveOrHop), MoveKind::Hop)
            | (Some(MoveKind::Hop | MoveKind::MoveOrHop), MoveKind::Move) => MoveKind::MoveOrHop,
            (Some(MoveKind::Hop), found) => found,
            (Some(known), MoveKind::Hop) => known,
            _ => MoveKind::Any,
        });
    }
    (0u8..).zip(board).filter_map(|(square, way)| Some((square, way?))).collect()
}

/// Moves, promotion and royalty of a kind in words.
fn words(army: &Army, kind: &Kind) -> String {
    let mut all = sentences(&write_moves(&kind.paths));
    if let Some(promotion) = &kind.promotion {
        let names: Vec<&str> = promotion.to.iter().map(|&to| army.kinds[to].name.as_str()).collect();
        all.push(format!("On rank {} it becomes a {}.", promotion.row + 1, one_of(&names)));
    }
    if kind.is_royal {
        if let Some(castling) = army.castling {
            all.push(format!("It castles with the {}.", army.kinds[castling.partner].name));
        }
        all.push("A side that cannot save it has lost.".to_owned());
    }
    all.join(" ")
}

/// Alternatives: "queen, rook or knight".
fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// Description of a built-in army.
fn builtin_about(army: &Army) -> Option<String> {
    let text = builtin::file(&army.name)?;
    let is_same = Army::read(text).is_ok_and(|builtin| builtin == *army);
    if is_same { about(text) } else { None }
}

impl<C: Pext> Chess<C> {
    /// Guide to the pieces.
    pub(super) fn piece_guide(&self) -> Guide {
        let army = self.army();
        let about = builtin_about(army);
        let ordinary = builtin::army(ORDINARY).map_or_else(|_| Vec::new(), |army| army.kinds);
        let is_known =
            |kind: &Kind| ordinary.iter().any(|other| other.name == kind.name && other.paths == kind.paths);
        let piece_guide = |(index, kind): (usize, &Kind)| {
            let from = if kind.paths.iter().any(|path| path.limit.is_some()) { HOME } else { MIDDLE };
            let place = |square: u8| Place(square.into());
            PieceGuide {
                piece: self.drawn_piece(index, 0),
                is_familiar: is_known(kind),
                words: words(army, kind),
                from: place(from),
                targets: targets(kind, from).into_iter().map(|(to, way)| (place(to), way)).collect(),
            }
        };
        Guide {
            is_familiar: about.is_some() && army.name == ORDINARY,
            about,
            pieces: army.kinds.iter().enumerate().map(piece_guide).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use rules::cpu::Portable;
    use view::Playable;

    use super::*;

    fn guide(text: &str) -> Guide {
        Chess::new(Army::read(text).unwrap(), Portable).unwrap().guide().unwrap()
    }

    fn piece(guide: &Guide, name: &str) -> PieceGuide {
        guide.pieces.iter().find(|piece| piece.piece.name == name).unwrap().clone()
    }

    #[test]
    fn ordinary_chess_is_familiar_and_nothing_else_is() {
        assert!(guide("").is_familiar);
        for (name, text) in builtin::all() {
            let guide = guide(text);
            assert_eq!(guide.is_familiar, *name == ORDINARY, "{name}");
            assert_eq!(guide.about, about(text), "{name}");
            for piece in guide.pieces {
                assert!(!piece.words.is_empty() && !piece.targets.is_empty(), "{name}: {piece:?}");
            }
        }
        let own = guide("army = \"rose\"\n[kind.N]\nmoves = [\"leap 3,2\"]");
        assert_eq!((own.about, own.is_familiar), (None, false), "it only has the name of another");
    }

    #[test]
    fn new_kinds_are_marked() {
        let new = |text: &str| -> String {
            let guide = guide(text);
            let new = guide.pieces.iter().filter(|piece| !piece.is_familiar);
            new.map(|piece| piece.piece.letter).collect()
        };
        let armies = ["ordinary", "griffon", "three-step", "half-board"];
        assert_eq!(armies.map(|name| new(&format!("army = \"{name}\""))), ["", "QN", "P", "K"]);
    }

    #[test]
    fn a_pawn_is_shown_on_its_start_square() {
        let pawn = piece(&guide(""), "pawn");
        let square = |name: &str| Place(super::super::read_square(name).unwrap().into());
        assert_eq!(pawn.from, square("d2"));
        let shown = [
            ("d4", MoveKind::Move),
            ("c3", MoveKind::Capture),
            ("d3", MoveKind::Move),
            ("e3", MoveKind::Capture),
        ];
        assert_eq!(pawn.targets, shown.map(|(name, way)| (square(name), way)));
        assert!(pawn.words.ends_with("On rank 8 it becomes a queen, rook, bishop or knight."));
    }

    #[test]
    fn a_king_castles_and_is_royal() {
        let king = piece(&guide(""), "king").words;
        assert_eq!(
            king,
            "Steps one square orthogonally or diagonally. It castles with the rook. A side that cannot save it has lost."
        );
        let shah = piece(&guide("army = \"shatranj\""), "shah").words;
        assert!(!shah.contains("castles"), "{shah}");
    }
}
