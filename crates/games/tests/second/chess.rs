//! Reference implementation of chess with any army: slow, simple, and written from the specification alone.
//!
//! It must stay independent of the main implementation, because its only use is to disagree with it in
//! tests. Of the crate it uses only the [`Army`], the plain value that defines the pieces. It walks the paths of
//! the pieces square by square.
//!
//! Interpretation where the specification is silent:
//! - A square beyond a path's limit cannot be reached, but it blocks like any other.
//! - The en passant square is set only if the piece went exactly two squares straight
//!   forward, by a path whose first step is one and whose second is two squares forward, and was not promoted.
//! - A piece that can both capture en passant and merely move to the same square captures.
//! - A square that the royal piece leaves or crosses when castling must not be attacked as the board is
//!   before the move; where it arrives must not be attacked before nor after.
//! - A piece that arrives on a row of its promotion is promoted, wherever it came from.
//! - The clock of moves without progress goes back to 0 with a capture and with a move of a kind that can be
//!   promoted.

mod fen;
pub mod moves;
pub mod ordinary;
pub mod programs;
pub mod random;
mod relations;

use games::chess::{Army, HopRule, Path, Step};

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    White,
    Black,
}

/// Reason why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The side to move has lost.
    Checkmate,
    Stalemate,
    /// 75 moves of each side without progress.
    SeventyFiveMoves,
}

/// A position of a game with an army.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position<'a> {
    pub army: &'a Army,
    /// Kind and side of the piece on each square. Square 0 is a8, 63 is h1.
    pub board: [Option<(usize, Side)>; 64],
    pub to_move: Side,
    /// Castling rights: White's on the h side and on the a side, then Black's.
    pub rights: [bool; 4],
    /// The square that the last move passed over, if it was a double advance.
    pub en_passant: Option<usize>,
    /// Moves of either side since the last progress.
    pub clock: u32,
    /// The number of the move, which grows after Black's.
    pub number: u32,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// The row of a square as this side counts them, from 0 at its own back rank.
    pub fn row(self, square: usize) -> u8 {
        let from_top = (square / 8) as u8;
        match self {
            Side::White => 7 - from_top,
            Side::Black => from_top,
        }
    }

    /// The square `right` columns to the right and `forward` rows forward, if it is on the board.
    pub fn seen_from(self, square: usize, right: i8, forward: i8) -> Option<usize> {
        let column = (square % 8) as i32 + i32::from(right);
        let row = match self {
            Side::White => (square / 8) as i32 - i32::from(forward),
            Side::Black => (square / 8) as i32 + i32::from(forward),
        };
        let is_on_board = (0..8).contains(&column) && (0..8).contains(&row);
        is_on_board.then_some((row * 8 + column) as usize)
    }
}

/// Panics if the specification does not cover an army, or if two of its moves would have the same text.
pub fn check(army: &Army) {
    assert_eq!(army.kinds.iter().filter(|kind| kind.is_royal).count(), 1, "one kind is royal");
    for kind in &army.kinds {
        if kind.is_royal {
            assert!(kind.promotion.is_none(), "the royal piece stays what it is");
            assert!(kind.paths.iter().all(|path| path.limit.is_none()), "the royal piece is no pawn");
        }
        if let Some(promotion) = &kind.promotion {
            assert!(!promotion.to.is_empty(), "a piece is promoted to something");
            assert!(promotion.to.iter().all(|&to| !army.kinds[to].is_royal), "nothing becomes royal");
        }
        for path in &kind.paths {
            let squares: Vec<_> = path.steps.iter().map(|step| (step.right, step.forward)).collect();
            assert!(!squares.contains(&(0, 0)), "a path does not lead to where it begins");
            let is_plain = path.hop == HopRule::Plain;
            let repeats = |index: usize| squares[..index].contains(&squares[index]);
            assert!(is_plain || !(0..squares.len()).any(repeats), "a hopper's squares come once");
            let is_like_castling = squares.contains(&(2, 0)) || squares.contains(&(-2, 0));
            let castles = army.castling.is_some() && kind.is_royal;
            assert!(!(castles && is_like_castling), "castling differs from other moves");
        }
    }
}

impl<'a> Position<'a> {
    /// The position before the first move.
    pub fn start(army: &'a Army) -> Position<'a> {
        Position::read(army, &army.start)
    }

    /// Shows every step of a path that a piece standing on a square can reach as far as those before it are
    /// concerned; whether it may move or capture there is another request. The number is the step's place
    /// in the path.
    fn walk(&self, from: usize, side: Side, path: &Path, mut visit: impl FnMut(usize, usize, Step)) {
        let mut occupied_before = 0;
        let mut last_was_occupied = false;
        for (index, step) in path.steps.iter().enumerate() {
            let Some(square) = side.seen_from(from, step.right, step.forward) else {
                continue;
            };
            let is_open = match path.hop {
                HopRule::Plain => occupied_before == 0,
                HopRule::OverOne => occupied_before == 1,
                HopRule::JustBehind => occupied_before == 1 && last_was_occupied,
            };
            let is_beyond = match path.limit {
                Some(limit) => index > 0 && side.row(square) > limit,
                None => false,
            };
            if is_open && !is_beyond {
                visit(index, square, *step);
            }
            last_was_occupied = self.board[square].is_some();
            if last_was_occupied {
                occupied_before += 1;
            }
        }
    }

    /// `true` if a piece of this side could capture an enemy on a square.
    pub fn is_attacked(&self, target: usize, by: Side) -> bool {
        let mut is_attacked = false;
        // The square must be occupied: it blocks paths that cross it before they end on it.
        let mut filled = *self;
        filled.board[target].get_or_insert((0, by.other()));
        for from in 0..64 {
            if let Some((kind, side)) = filled.board[from]
                && side == by
            {
                for path in &self.army.kinds[kind].paths {
                    filled.walk(from, side, path, |_, square, step| {
                        is_attacked |= square == target && step.may_capture;
                    });
                }
            }
        }
        is_attacked
    }

    /// Square of a side's royal piece.
    pub fn royal_square(&self, side: Side) -> usize {
        let is_royal = |&square: &usize| match self.board[square] {
            Some((kind, owner)) => owner == side && self.army.kinds[kind].is_royal,
            None => false,
        };
        (0..64).find(is_royal).expect("each side has a royal piece")
    }

    /// `true` if the royal piece of a side is attacked.
    pub fn is_in_check(&self, side: Side) -> bool {
        self.is_attacked(self.royal_square(side), side.other())
    }

    /// Reason why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        if self.legal().is_empty() {
            return Some(if self.is_in_check(self.to_move) { Ending::Checkmate } else { Ending::Stalemate });
        }
        (self.clock >= 150).then_some(Ending::SeventyFiveMoves)
    }

    /// In how many ways this many moves can follow each other. No game ends by its clock here.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal().iter().map(|mv| self.after(mv).perft(depth - 1)).sum()
    }
}
