//! The rules.

use std::convert::Infallible;

use rules::cpu::Portable;
use rules::{InputError, Outcome, Perft, RetireReason, Rules, Seat, Settings, Status, TableRules, mix};
use search::SearchGame;

use super::{Bitboard, Kernel};

/// The game, for a processor. Black is the first seat.
#[derive(Clone, Copy, Debug)]
pub struct Othello<K = Portable> {
    first: Seat,
    passes_freely: bool,
    kernel: K,
}

/// A square to put a disc on, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(pub(super) u8);

impl Move {
    /// Giving up the turn, allowed only where nothing else is, except with free passes.
    pub const PASS: Move = Move(64);

    /// A disc on this square, bit `8 * row + column`.
    pub fn on(square: u8) -> Move {
        debug_assert!(square < 64);
        Move(square)
    }

    /// The square, unless it is a pass.
    pub fn square(self) -> Option<u8> {
        (self != Move::PASS).then_some(self.0)
    }
}

/// The discs of the side to move and of the other, and which side that is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) mover: Bitboard,
    pub(super) other: Bitboard,
    pub(super) turn: Seat,
}

impl Position {
    /// Discs of the side to move and of the other, on different squares.
    pub fn new(mover: Bitboard, other: Bitboard, turn: Seat) -> Position {
        debug_assert_eq!(mover & other, 0);
        Position { mover, other, turn }
    }

    /// Black's and White's discs, and the side to move.
    pub(super) fn of(discs: [Bitboard; 2], turn: Seat) -> Position {
        Position { mover: discs[turn.index()], other: discs[turn.other().index()], turn }
    }

    /// The discs of a seat.
    pub fn discs(&self, seat: Seat) -> Bitboard {
        if seat == self.turn { self.mover } else { self.other }
    }

    /// The side to move, or the side that would be if the game were not over.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Number of empty squares.
    pub fn empties(&self) -> u32 {
        (self.mover | self.other).count_zeros()
    }

    /// Legal squares of the side to move.
    #[inline(always)]
    pub fn moves<K: Kernel>(&self, kernel: K) -> Bitboard {
        kernel.moves(self.mover, self.other)
    }
}

impl<K: Kernel> Othello<K> {
    /// The game with this seat moving first.
    pub const fn new(first: Seat, kernel: K) -> Othello<K> {
        Othello { first, passes_freely: false, kernel }
    }

    /// The same game where a player may pass at any time. Games under a referee that can take a turn away, as on a serial
    /// line, use it.
    #[must_use]
    pub fn with_free_passes(self) -> Othello<K> {
        Othello { passes_freely: true, ..self }
    }

    /// Reads `first = black` or `first = white`, and `pass = stuck` or `pass = free`.
    pub fn from_settings(mut settings: Settings, kernel: K) -> Result<Othello<K>, InputError> {
        let first = match settings.take("first") {
            Some(setting) => setting.word(&[("black", Seat::FIRST), ("white", Seat::SECOND)])?,
            None => Seat::FIRST,
        };
        let passes_freely = match settings.take("pass") {
            Some(setting) => setting.word(&[("stuck", false), ("free", true)])?,
            None => false,
        };
        settings.finish()?;
        Ok(Othello { passes_freely, ..Othello::new(first, kernel) })
    }

    /// The seat that moves first.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// `true` if a player may pass despite having a legal move.
    #[inline(always)]
    pub fn passes_freely(&self) -> bool {
        self.passes_freely
    }

    /// The move generator of the processor.
    #[inline(always)]
    pub(super) fn kernel(&self) -> K {
        self.kernel
    }

    #[inline(always)]
    fn is_stuck(&self, position: &Position) -> bool {
        self.kernel.moves(position.other, position.mover) == 0
    }

    #[cold]
    fn outcome(&self, position: &Position) -> Outcome {
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| position.discs(seat).count_ones() as i16);
        let outcome = match black.cmp(&white) {
            std::cmp::Ordering::Greater => Outcome::win(2, Seat::FIRST, "more discs"),
            std::cmp::Ordering::Less => Outcome::win(2, Seat::SECOND, "more discs"),
            std::cmp::Ordering::Equal => Outcome::draw(2, "equal discs"),
        };
        outcome.with_points(&[black, white])
    }
}

impl<K: Kernel> Rules for Othello<K> {
    type Position = Position;
    type Move = Move;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        // White on d4 and e5, Black on e4 and d5.
        let (black, white) = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000);
        match self.first {
            Seat::FIRST => Position { mover: black, other: white, turn: self.first },
            _ => Position { mover: white, other: black, turn: self.first },
        }
    }

    #[inline(always)]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        let mut squares = position.moves(self.kernel);
        if squares == 0 {
            if self.is_stuck(position) {
                return Status::Over(self.outcome(position));
            }
            moves.push(Move::PASS);
        } else if self.passes_freely {
            moves.push(Move::PASS);
        }
        moves.reserve(squares.count_ones() as usize);
        while squares != 0 {
            moves.push(Move(squares.trailing_zeros() as u8));
            squares &= squares - 1;
        }
        Status::Turn(position.turn)
    }

    fn is_legal(&self, position: &Position, mv: Move) -> bool {
        let squares = position.moves(self.kernel);
        match mv.square() {
            Some(square) => square < 64 && squares >> square & 1 == 1,
            None => squares != 0 && self.passes_freely || squares == 0 && !self.is_stuck(position),
        }
    }

    #[inline(always)]
    fn play(&self, position: &mut Position, mv: Move) {
        let Position { mover, other, turn } = *position;
        *position = match mv.square() {
            Some(square) => {
                let flipped = self.kernel.flips(square, mover, other);
                Position { mover: other ^ flipped, other: mover | flipped | 1 << square, turn: turn.other() }
            }
            None => Position { mover: other, other: mover, turn: turn.other() },
        };
    }

    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        mix(mix(position.mover).wrapping_add(position.other)) ^ position.turn.index() as u64
    }
}

impl<K: Kernel> TableRules for Othello<K> {
    /// The seat that retires loses 0 to 64.
    fn retire(&self, _position: &mut Position, seat: Seat, why: RetireReason) -> Option<Outcome> {
        let mut discs = [0; 2];
        discs[seat.other().index()] = 64;
        Some(Outcome::win(2, seat.other(), why.rule()).with_points(&discs))
    }
}

impl<K: Kernel> Perft for Othello<K> {
    const ENDED_IS_LEAF: bool = true;

    /// A pass is a turn, and a game that has ended is a leaf: where there is no square, there is one leaf.
    #[inline(always)]
    fn count(&self, position: &Position, _moves: &mut Vec<Move>) -> u64 {
        let squares = position.moves(self.kernel);
        u64::from((squares.count_ones() + u32::from(self.passes_freely && squares != 0)).max(1))
    }
}

impl<K: Kernel> SearchGame for Othello<K> {
    type Scratch = ();

    #[inline(always)]
    fn move_key(&self, mv: Move) -> u32 {
        u32::from(mv.0) + 1
    }
}
