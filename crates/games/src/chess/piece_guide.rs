//! How the kinds of an army move, in words and from an example square.

use view::{Guide, MoveKind, PieceGuide, Place};

use super::army::{Army, Kind};
use super::army_file::{about, moves::write_moves};
use super::builtin::{self, ORDINARY};
use super::describe_moves::sentences;
use super::reach::{MoveMode, PathCondition, of_kind};
use super::rules::Chess;
use crate::pext::Pext;

/// Where a kind stands to show what it reaches: d4.
pub const MIDDLE: u8 = 35;
/// Where a kind stands that advances further from home: d2.
const HOME: u8 = 51;

/// What a kind of White's reaches from a square on an empty board; each square once, in the order of the squares.
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

/// How a kind moves, what it becomes, and what it means to lose it.
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
        all.push("Who cannot save it has lost.".to_owned());
    }
    all.join(" ")
}

/// Names of which one is chosen: "queen, rook or knight".
fn one_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// What is said about an army that comes with the game.
fn shipped_about(army: &Army) -> Option<String> {
    let text = builtin::file(&army.name)?;
    let is_same = Army::read(text).is_ok_and(|shipped| shipped == *army);
    if is_same { about(text) } else { None }
}

impl<C: Pext> Chess<C> {
    /// How the pieces move.
    pub(super) fn lessons(&self) -> Guide {
        let army = self.army();
        let about = shipped_about(army);
        let ordinary = builtin::army(ORDINARY).map_or_else(|_| Vec::new(), |army| army.kinds);
        let is_known =
            |kind: &Kind| ordinary.iter().any(|other| other.name == kind.name && other.paths == kind.paths);
        let lesson = |(index, kind): (usize, &Kind)| {
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
            pieces: army.kinds.iter().enumerate().map(lesson).collect(),
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

    fn lesson(guide: &Guide, name: &str) -> PieceGuide {
        guide.pieces.iter().find(|lesson| lesson.piece.name == name).unwrap().clone()
    }

    #[test]
    fn ordinary_chess_is_familiar_and_nothing_else_is() {
        assert!(guide("").is_familiar);
        for (name, text) in builtin::all() {
            let guide = guide(text);
            assert_eq!(guide.is_familiar, *name == ORDINARY, "{name}");
            assert_eq!(guide.about, about(text), "{name}");
            for lesson in guide.pieces {
                assert!(!lesson.words.is_empty() && !lesson.targets.is_empty(), "{name}: {lesson:?}");
            }
        }
        let own = guide("army = \"rose\"\n[kind.N]\nmoves = [\"leap 3,2\"]");
        assert_eq!((own.about, own.is_familiar), (None, false), "it only has the name of another");
    }

    #[test]
    fn it_is_known_which_kinds_are_new() {
        let new = |text: &str| -> String {
            let guide = guide(text);
            let new = guide.pieces.iter().filter(|lesson| !lesson.is_familiar);
            new.map(|lesson| lesson.piece.letter).collect()
        };
        let armies = ["ordinary", "griffon", "three-step", "half-board"];
        assert_eq!(armies.map(|name| new(&format!("army = \"{name}\""))), ["", "QN", "P", "K"]);
    }

    #[test]
    fn a_pawn_is_shown_at_home() {
        let pawn = lesson(&guide(""), "pawn");
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
    fn a_king_castles_and_must_be_saved() {
        let king = lesson(&guide(""), "king").words;
        assert_eq!(
            king,
            "Steps one square straight or aslant. It castles with the rook. Who cannot save it has lost."
        );
        let shah = lesson(&guide("army = \"shatranj\""), "shah").words;
        assert!(!shah.contains("castles"), "{shah}");
    }
}
