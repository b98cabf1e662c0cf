//! Chess by number programs, in a few hundred bytes.
//!
//! Squares are numbered from the upper left corner of White's view, a8, row by row. A board knows neither repetition nor the
//! fifty-move rule: those belong to the record of the game.

use core::fmt;

use crate::program::Program;

/// A colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Moves first, from the lower rows.
    White,
    /// Moves from the upper rows.
    Black,
}

impl Colour {
    /// The other colour.
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Pawn.
    Pawn,
    /// Knight.
    Knight,
    /// Bishop.
    Bishop,
    /// Rook.
    Rook,
    /// Queen.
    Queen,
    /// King.
    King,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// Kinds that a pawn may become.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Index in [`Kind::ALL`].
    pub fn index(self) -> usize {
        self as usize
    }

    /// Letter in army files and in notation.
    pub fn letter(self) -> char {
        ['P', 'N', 'B', 'R', 'Q', 'K'][self.index()]
    }

    /// Name of its picture in army files.
    fn picture(self) -> &'static str {
        ["pawn", "knight", "bishop", "rook", "queen", "king"][self.index()]
    }

    /// Name.
    pub fn name(self) -> &'static str {
        ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"][self.index()]
    }
}

/// How each kind moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Army {
    /// Programs in the order of [`Kind::ALL`].
    pub programs: [Program; 6],
    /// `true` for ordinary chess, which has castling and en passant.
    pub has_castling: bool,
}

impl Army {
    /// Ordinary chess.
    pub const ORDINARY: Army = Army {
        programs: [
            Program::new(&[9, 24]),
            Program::new(&[10, 64, 17]),
            Program::new(&[9, 18, 27, 36, 45, 54, 63]),
            Program::new(&[1, 2, 3, 4, 5, 6, 7, 64, 8, 16, 24, 32, 40, 48, 56]),
            Program::new(&[
                1, 2, 3, 4, 5, 6, 7, 64, 8, 16, 24, 32, 40, 48, 56, 64, 9, 18, 27, 36, 45, 54, 63,
            ]),
            Program::new(&[1, 64, 8, 64, 9]),
        ],
        has_castling: true,
    };
}

impl Army {
    /// Writes the army file of these programs, which every part of Takhteh reads.
    pub fn write_file(&self, name: &str, output: &mut impl fmt::Write) -> fmt::Result {
        write!(output, "name = \"{name}\"\nstart = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"\n")?;
        for kind in Kind::ALL.into_iter().rev() {
            let (lower, letter) = (kind.picture(), kind.letter());
            write!(output, "\n[kind.{letter}]\nname = \"{lower}\"\npicture = \"{lower}\"\n")?;
            match kind {
                Kind::King => output.write_str("royal = true\nprogram = \"")?,
                Kind::Pawn => output.write_str("promotion = \"QRBN\"\npawn = \"")?,
                _ => output.write_str("program = \"")?,
            }
            for number in self.programs[kind.index()].numbers() {
                write!(output, "{number} ")?;
            }
            output.write_str("0\"\n")?;
        }
        Ok(())
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Square of the piece.
    pub from: u8,
    /// Square it goes to; of a castling king, two columns away.
    pub to: u8,
    /// Kind that a pawn becomes.
    pub promotion: Option<Kind>,
}

/// State of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The side to move can move.
    Open,
    /// The king of the side to move is attacked, and it can move.
    Check,
    /// The side to move has lost.
    Mate,
    /// The side to move cannot move and is not in check.
    Stalemate,
}

/// Bits of a square: kind plus 1, and the colour.
const BLACK: u8 = 8;
const BACK_ROW: [Kind; 8] =
    [Kind::Rook, Kind::Knight, Kind::Bishop, Kind::Queen, Kind::King, Kind::Bishop, Kind::Knight, Kind::Rook];
const NO_SQUARE: u8 = 64;

/// A board with its pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    squares: [u8; 64],
    turn: Colour,
    /// Columns of rooks that may castle: bits 0 to 7 for White, 8 to 15 for Black.
    castling: u16,
    /// Square that a pawn has just passed, or [`NO_SQUARE`].
    passed: u8,
    has_en_passant: bool,
}

impl Board {
    /// Start of a game.
    pub fn start(army: &Army) -> Board {
        let mut board = Board {
            squares: [0; 64],
            turn: Colour::White,
            castling: if army.has_castling { 0x8181 } else { 0 },
            passed: NO_SQUARE,
            has_en_passant: army.has_castling,
        };
        for (column, &kind) in BACK_ROW.iter().enumerate() {
            board.squares[column] = coded(Colour::Black, kind);
            board.squares[8 + column] = coded(Colour::Black, Kind::Pawn);
            board.squares[48 + column] = coded(Colour::White, Kind::Pawn);
            board.squares[56 + column] = coded(Colour::White, kind);
        }
        board
    }

    /// Side to move.
    pub fn turn(&self) -> Colour {
        self.turn
    }

    /// Piece on a square.
    pub fn piece(&self, square: u8) -> Option<(Colour, Kind)> {
        let code = *self.squares.get(square as usize)?;
        let kind = *Kind::ALL.get(usize::from(code & 7).checked_sub(1)?)?;
        Some((if code & BLACK == 0 { Colour::White } else { Colour::Black }, kind))
    }

    /// Places or removes a piece, for set-ups in tests and puzzles. Castling and en passant are no longer possible.
    pub fn set(&mut self, square: u8, piece: Option<(Colour, Kind)>) {
        if let Some(place) = self.squares.get_mut(square as usize) {
            *place = piece.map_or(0, |(colour, kind)| coded(colour, kind));
        }
        (self.castling, self.passed) = (0, NO_SQUARE);
    }

    /// Sets the side to move.
    pub fn set_turn(&mut self, turn: Colour) {
        (self.turn, self.passed) = (turn, NO_SQUARE);
    }

    /// The board as bytes.
    pub fn to_bytes(&self) -> [u8; 68] {
        let mut bytes = [0; 68];
        bytes[..64].copy_from_slice(&self.squares);
        bytes[64] = u8::from(self.turn == Colour::Black) | u8::from(self.has_en_passant) << 1;
        bytes[65..67].copy_from_slice(&self.castling.to_le_bytes());
        bytes[67] = self.passed;
        bytes
    }

    /// The board of [`to_bytes`](Board::to_bytes); `None` if no board has these bytes.
    pub fn from_bytes(bytes: &[u8; 68]) -> Option<Board> {
        let mut board = Board {
            squares: [0; 64],
            turn: if bytes[64] & 1 == 0 { Colour::White } else { Colour::Black },
            castling: u16::from_le_bytes([bytes[65], bytes[66]]) & 0x8181,
            passed: bytes[67],
            has_en_passant: bytes[64] & 2 != 0,
        };
        board.squares.copy_from_slice(&bytes[..64]);
        let is_piece = |&code: &u8| code == 0 || code & !(BLACK | 7) == 0 && (1..=6).contains(&(code & 7));
        (bytes[64] < 4 && board.squares.iter().all(is_piece) && board.passed <= NO_SQUARE).then_some(board)
    }

    /// Calls `each` with the legal moves, until it returns `false`.
    pub fn for_legal_moves(&self, army: &Army, mut each: impl FnMut(Move) -> bool) {
        for from in 0..64 {
            if !self.for_moves_from(army, from, &mut |mv| !self.is_safe(army, mv) || each(mv)) {
                return;
            }
        }
    }

    /// `true` if a move is legal.
    pub fn is_legal(&self, army: &Army, mv: Move) -> bool {
        let mut is_found = false;
        self.for_moves_from(army, mv.from, &mut |other| {
            is_found |= other == mv;
            !is_found
        });
        is_found && self.is_safe(army, mv)
    }

    /// `true` if the piece on `from` has a legal move to `to`, whatever it becomes.
    pub fn can_go(&self, army: &Army, from: u8, to: u8) -> bool {
        let mut is_found = false;
        self.for_moves_from(army, from, &mut |mv| {
            is_found |= mv.to == to && self.is_safe(army, mv);
            !is_found
        });
        is_found
    }

    /// `true` if a move from `from` to `to` promotes.
    pub fn promotes(&self, from: u8, to: u8) -> bool {
        matches!(self.piece(from), Some((colour, Kind::Pawn)) if to / 8 == last_row(colour))
    }

    /// State of the game.
    pub fn status(&self, army: &Army) -> Status {
        let mut can_move = false;
        self.for_legal_moves(army, |_| {
            can_move = true;
            false
        });
        match (self.in_check(army, self.turn), can_move) {
            (false, true) => Status::Open,
            (true, true) => Status::Check,
            (true, false) => Status::Mate,
            (false, false) => Status::Stalemate,
        }
    }

    /// `true` if the king of a colour is attacked.
    pub fn in_check(&self, army: &Army, colour: Colour) -> bool {
        let king = (0..64).find(|&square| self.piece(square) == Some((colour, Kind::King)));
        king.is_some_and(|king| self.is_attacked(army, king, colour.other()))
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let Some((colour, kind)) = self.piece(mv.from) else { return };
        let (from, to) = (usize::from(mv.from & 63), usize::from(mv.to & 63));
        let passed = core::mem::replace(&mut self.passed, NO_SQUARE);
        self.squares[from] = 0;
        if kind == Kind::Pawn {
            let forward = forward(colour);
            if mv.to == passed {
                self.squares[usize::from(step(mv.to, 0, -forward).unwrap_or(0))] = 0;
            }
            if mv.from / 8 != mv.to / 8 && (mv.from.abs_diff(mv.to)) == 16 && self.has_en_passant {
                self.passed = step(mv.from, 0, forward).unwrap_or(NO_SQUARE);
            }
        }
        if kind == Kind::King {
            if mv.from.abs_diff(mv.to) == 2 && self.may_castle(colour, if mv.to > mv.from { 7 } else { 0 }) {
                let row = mv.from & 56;
                let (rook, beside) = if mv.to > mv.from { (row + 7, mv.to - 1) } else { (row, mv.to + 1) };
                self.squares[usize::from(rook)] = 0;
                self.squares[usize::from(beside)] = coded(colour, Kind::Rook);
            }
            self.castling &= if colour == Colour::White { !0xff } else { !0xff00 };
        }
        for corner in [mv.from, mv.to] {
            match corner {
                0 => self.castling &= !0x100,
                7 => self.castling &= !0x8000,
                56 => self.castling &= !0x1,
                63 => self.castling &= !0x80,
                _ => {}
            }
        }
        self.squares[to] = coded(colour, mv.promotion.unwrap_or(kind));
        self.turn = colour.other();
    }

    fn may_castle(&self, colour: Colour, column: u8) -> bool {
        let shift = if colour == Colour::White { column } else { column + 8 };
        self.castling >> shift & 1 != 0
    }

    /// `true` if the own king is not attacked after a move.
    fn is_safe(&self, army: &Army, mv: Move) -> bool {
        let mut after = *self;
        after.play(mv);
        !after.in_check(army, self.turn)
    }

    /// Calls `each` with the moves of the piece on a square, without regard to check; `false` if `each` ended it.
    fn for_moves_from(&self, army: &Army, from: u8, each: &mut impl FnMut(Move) -> bool) -> bool {
        match self.piece(from) {
            Some((colour, Kind::Pawn)) if colour == self.turn => self.pawn_moves(army, from, colour, each),
            Some((colour, kind)) if colour == self.turn => {
                let program = &army.programs[kind.index()];
                let mut is_open = true;
                self.reach(program, from, &mut |to| {
                    let is_own = self.piece(to).is_some_and(|(other, _)| other == colour);
                    is_open = is_own || each(Move { from, to, promotion: None });
                    is_open
                });
                is_open && (kind != Kind::King || self.castling_moves(army, from, colour, each))
            }
            _ => true,
        }
    }

    /// Calls `each` with every square that a program reaches, occupied ones included, until it returns `false`.
    fn reach(&self, program: &Program, from: u8, each: &mut impl FnMut(u8) -> bool) {
        for path in program.paths() {
            for (mirror_x, mirror_y) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                // The image of a straight path is the path itself.
                let is_column = mirror_x < 0 && path.iter().all(|square| square % 8 == 0);
                let is_row = mirror_y < 0 && path.iter().all(|square| square / 8 == 0);
                if is_column || is_row {
                    continue;
                }
                for &square in path {
                    let (across, along) = ((square % 8) as i8, (square / 8) as i8);
                    let Some(to) = step(from, across * mirror_x, along * mirror_y) else { continue };
                    if !each(to) {
                        return;
                    }
                    if self.squares[usize::from(to)] != 0 {
                        break;
                    }
                }
            }
        }
    }

    fn pawn_moves(&self, army: &Army, from: u8, colour: Colour, each: &mut impl FnMut(Move) -> bool) -> bool {
        let forward = forward(colour);
        let &[capture, limit, ..] = army.programs[Kind::Pawn.index()].numbers() else { return true };
        let (across, along) = ((capture % 8) as i8, (capture / 8) as i8);
        for side in if across == 0 { &[1][..] } else { &[1, -1] } {
            let Some(to) = step(from, across * side, along * forward) else { continue };
            let is_enemy = self.piece(to).is_some_and(|(other, _)| other != colour);
            if (is_enemy || to == self.passed) && !self.pawn_to(from, to, colour, each) {
                return false;
            }
        }
        // Rows are counted from the own side.
        let row = |square: u8| if colour == Colour::White { 7 - square / 8 } else { square / 8 };
        for distance in 1..8 {
            let Some(to) = step(from, 0, distance * forward) else { break };
            let is_past = distance > 1 && row(to) > limit / 8;
            if self.squares[usize::from(to)] != 0 || is_past {
                break;
            }
            if !self.pawn_to(from, to, colour, each) {
                return false;
            }
        }
        true
    }

    fn pawn_to(&self, from: u8, to: u8, colour: Colour, each: &mut impl FnMut(Move) -> bool) -> bool {
        if to / 8 != last_row(colour) {
            return each(Move { from, to, promotion: None });
        }
        Kind::PROMOTIONS.iter().all(|&kind| each(Move { from, to, promotion: Some(kind) }))
    }

    fn castling_moves(
        &self,
        army: &Army,
        from: u8,
        colour: Colour,
        each: &mut impl FnMut(Move) -> bool,
    ) -> bool {
        for (column, between, to) in [(7, &[1, 2][..], 2), (0, &[-1, -2, -3], -2_i8)] {
            let is_empty = |&offset: &i8| {
                from.checked_add_signed(offset)
                    .is_some_and(|square| self.squares[usize::from(square & 63)] == 0)
            };
            let is_free = |offset: i8| {
                from.checked_add_signed(offset)
                    .is_some_and(|square| !self.is_attacked(army, square, colour.other()))
            };
            if self.may_castle(colour, column)
                && between.iter().all(is_empty)
                && [0, to / 2, to].into_iter().all(is_free)
                && let Some(to) = from.checked_add_signed(to)
                && !each(Move { from, to, promotion: None })
            {
                return false;
            }
        }
        true
    }

    /// `true` if a piece of a colour could capture on a square.
    fn is_attacked(&self, army: &Army, target: u8, by: Colour) -> bool {
        (0..64).any(|from| match self.piece(from) {
            Some((colour, Kind::Pawn)) if colour == by => {
                let Some(&capture) = army.programs[Kind::Pawn.index()].numbers().first() else {
                    return false;
                };
                let (across, along) = ((capture % 8) as i8, (capture / 8) as i8 * forward(by));
                step(from, across, along) == Some(target) || step(from, -across, along) == Some(target)
            }
            Some((colour, kind)) if colour == by => {
                let mut is_found = false;
                self.reach(&army.programs[kind.index()], from, &mut |to| {
                    is_found |= to == target;
                    !is_found
                });
                is_found
            }
            _ => false,
        })
    }
}

fn coded(colour: Colour, kind: Kind) -> u8 {
    let bits = kind.index() as u8 + 1;
    if colour == Colour::Black { bits | BLACK } else { bits }
}

/// Direction of a pawn in rows.
fn forward(colour: Colour) -> i8 {
    if colour == Colour::White { -1 } else { 1 }
}

fn last_row(colour: Colour) -> u8 {
    if colour == Colour::White { 0 } else { 7 }
}

/// The square some columns and rows away; `None` off the board.
fn step(square: u8, columns: i8, rows: i8) -> Option<u8> {
    let column = (square % 8) as i8 + columns;
    let row = (square / 8) as i8 + rows;
    ((0..8).contains(&column) && (0..8).contains(&row)).then(|| (row * 8 + column) as u8)
}
