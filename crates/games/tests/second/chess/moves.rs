//! The moves of a position, and what they do.

use games::chess::{Kind, Path, Step};

use super::fen::square_name;
use super::{Position, Side};

/// Special kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Nature {
    /// The captured piece stands in front of the square that is reached, as its own side sees it.
    EnPassant,
    /// The square behind the one that is reached was passed over.
    DoubleAdvance,
    /// The partner jumps over the royal piece.
    Castling,
    Ordinary,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    pub from: usize,
    pub to: usize,
    /// The index of the kind that the piece becomes.
    pub promotion: Option<usize>,
    pub nature: Nature,
}

/// One of the four ways to castle, in the order of [`Position::rights`].
struct Way {
    side: Side,
    royal_from: usize,
    royal_over: usize,
    royal_to: usize,
    partner_from: usize,
    /// The squares between the two, all of which must be empty.
    between: &'static [usize],
}

const E8: usize = 4;
const E1: usize = 60;

const WAYS: [Way; 4] = [
    Way {
        side: Side::White,
        royal_from: E1,
        royal_over: 61,
        royal_to: 62,
        partner_from: 63,
        between: &[61, 62],
    },
    Way {
        side: Side::White,
        royal_from: E1,
        royal_over: 59,
        royal_to: 58,
        partner_from: 56,
        between: &[57, 58, 59],
    },
    Way { side: Side::Black, royal_from: E8, royal_over: 5, royal_to: 6, partner_from: 7, between: &[5, 6] },
    Way {
        side: Side::Black,
        royal_from: E8,
        royal_over: 3,
        royal_to: 2,
        partner_from: 0,
        between: &[1, 2, 3],
    },
];

/// `true` if a kind has an advance with a limit, so that it can capture en passant.
fn has_limit(kind: &Kind) -> bool {
    kind.paths.iter().any(|path| path.limit.is_some())
}

/// `true` if the second step of a path is a double advance, which passes over the first.
fn has_double_advance(path: &Path) -> bool {
    let is_straight =
        matches!(path.steps[..], [Step { right: 0, forward: 1, .. }, Step { right: 0, forward: 2, .. }, ..]);
    path.limit.is_some() && is_straight
}

impl<'a> Position<'a> {
    /// All moves by the ways the pieces move, in order and each once; some may leave the royal piece
    /// attacked.
    pub fn pseudo_legal(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in 0..64 {
            if let Some((kind, side)) = self.board[from]
                && side == self.to_move
            {
                self.add_moves_of(from, kind, &mut moves);
            }
        }
        self.add_castling(&mut moves);
        moves.sort();
        // Of equal moves of several kinds, the first in the order of `Nature` counts.
        moves.dedup_by_key(|mv| (mv.from, mv.to, mv.promotion));
        moves
    }

    fn add_moves_of(&self, from: usize, kind: usize, moves: &mut Vec<Move>) {
        let side = self.to_move;
        let kind = &self.army.kinds[kind];
        for path in &kind.paths {
            self.walk(from, side, path, |index, to, step| {
                let is_en_passant = self.en_passant == Some(to) && has_limit(kind) && step.may_capture;
                let is_possible = match self.board[to] {
                    None => step.may_move || is_en_passant,
                    Some((_, owner)) => owner != side && step.may_capture,
                };
                if !is_possible {
                    return;
                }
                let nature = if is_en_passant {
                    Nature::EnPassant
                } else if index == 1 && has_double_advance(path) {
                    Nature::DoubleAdvance
                } else {
                    Nature::Ordinary
                };
                match &kind.promotion {
                    Some(promotion) if side.row(to) >= promotion.row => {
                        for &kind in &promotion.to {
                            moves.push(Move { from, to, promotion: Some(kind), nature });
                        }
                    }
                    _ => moves.push(Move { from, to, promotion: None, nature }),
                }
            });
        }
    }

    fn add_castling(&self, moves: &mut Vec<Move>) {
        let Some(castling) = self.army.castling else {
            return;
        };
        for (way, has_right) in WAYS.iter().zip(self.rights) {
            let own = |square: usize, kind| self.board[square] == Some((kind, way.side));
            let royal = self.board[self.royal_square(way.side)].expect("it stands there").0;
            let is_safe = |square| !self.is_attacked(square, way.side.other());
            if way.side == self.to_move
                && has_right
                && own(way.royal_from, royal)
                && own(way.partner_from, castling.partner)
                && way.between.iter().all(|&square| self.board[square].is_none())
                && is_safe(way.royal_from)
                && is_safe(way.royal_over)
                && is_safe(way.royal_to)
            {
                let (from, to) = (way.royal_from, way.royal_to);
                moves.push(Move { from, to, promotion: None, nature: Nature::Castling });
            }
        }
    }

    /// The moves after which the own royal piece is not attacked.
    pub fn legal(&self) -> Vec<Move> {
        let mut moves = self.pseudo_legal();
        moves.retain(|mv| !self.after(mv).is_in_check(self.to_move));
        moves
    }

    /// The position after one of its moves.
    pub fn after(&self, mv: &Move) -> Position<'a> {
        let side = self.to_move;
        let mut next = *self;
        let (kind, _) = self.board[mv.from].expect("a piece to move");
        next.board[mv.from] = None;
        next.board[mv.to] = Some((mv.promotion.unwrap_or(kind), side));
        next.en_passant = None;
        let mut is_capture = self.board[mv.to].is_some();
        match mv.nature {
            Nature::Ordinary => {}
            Nature::EnPassant => {
                let victim = side.other().seen_from(mv.to, 0, 1).expect("it went two squares");
                assert!(next.board[victim].is_some_and(|(_, owner)| owner != side), "a piece to capture");
                next.board[victim] = None;
                is_capture = true;
            }
            Nature::DoubleAdvance => {
                if self.army.en_passant && mv.promotion.is_none() {
                    next.en_passant = side.seen_from(mv.from, 0, 1);
                }
            }
            Nature::Castling => {
                let is_its = |way: &&Way| way.royal_from == mv.from && way.royal_to == mv.to;
                let way = WAYS.iter().find(is_its).expect("one of four ways");
                next.board[way.royal_over] = next.board[way.partner_from].take();
            }
        }
        for (way, right) in WAYS.iter().zip(&mut next.rights) {
            for square in [mv.from, mv.to] {
                if square == way.royal_from || square == way.partner_from {
                    *right = false;
                }
            }
        }
        let is_progress = is_capture || self.army.kinds[kind].promotion.is_some();
        next.clock = if is_progress { 0 } else { self.clock + 1 };
        if side == Side::Black {
            next.number += 1;
        }
        next.to_move = side.other();
        next
    }

    /// `true` if a piece has a pseudo-legal en passant capture.
    pub fn has_en_passant_capture(&self) -> bool {
        self.pseudo_legal().iter().any(|mv| mv.nature == Nature::EnPassant)
    }

    /// A move as text: from, to, and the small letter of what the piece becomes.
    pub fn text(&self, mv: &Move) -> String {
        let mut text = square_name(mv.from) + &square_name(mv.to);
        if let Some(kind) = mv.promotion {
            text.push(self.army.kinds[kind].letter.to_ascii_lowercase());
        }
        text
    }

    /// The legal moves as text, in the order of the alphabet.
    pub fn moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.legal().iter().map(|mv| self.text(mv)).collect();
        texts.sort();
        texts
    }

    /// The position after the legal move with this text.
    pub fn play(&self, text: &str) -> Position<'a> {
        let moves = self.legal();
        let mv = moves.iter().find(|mv| self.text(mv) == text);
        self.after(mv.unwrap_or_else(|| panic!("{text} is a legal move in {}", self.fen())))
    }
}
