//! Tic-tac-toe, a game with known results.

use std::convert::Infallible;

use rules::{Outcome, Rules, Seat, Status, mix};
use search::SearchGame;
use search::{Evaluator, Score};

/// Three in a row on nine squares.
pub struct Noughts;

/// The marks of both seats, a bit for each square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board(pub [u16; 2]);

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    fn turn(&self) -> Seat {
        Seat::new(u8::from(self.0[0].count_ones() > self.0[1].count_ones()))
    }

    fn lines(&self, seat: Seat) -> usize {
        LINES.iter().filter(|&&line| self.0[seat.index()] & line == line).count()
    }
}

impl Rules for Noughts {
    type Position = Board;
    type Move = u8;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Board {
        Board::default()
    }

    fn legal_moves(&self, board: &Board, moves: &mut Vec<u8>) -> Status {
        let [one, two] = board.0;
        let last = board.turn().other();
        if board.lines(last) > 0 {
            return Status::Over(Outcome::win(2, last, "three in a row"));
        }
        if one | two == 0o777 {
            return Status::Over(Outcome::draw(2, "full board"));
        }
        moves.extend((0..9).filter(|square| (one | two) >> square & 1 == 0));
        Status::Turn(board.turn())
    }

    fn play(&self, board: &mut Board, square: u8) {
        board.0[board.turn().index()] |= 1 << square;
    }

    fn key(&self, board: &Board) -> u64 {
        mix(u64::from(board.0[0]) << 16 | u64::from(board.0[1]))
    }
}

impl SearchGame for Noughts {
    type Scratch = ();
}

/// Evaluates complete lines and the centre.
pub struct Lines;

impl Evaluator<Noughts> for Lines {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &Noughts, _board: &Board, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &Noughts, _before: &Board, _mv: u8, _after: &Board) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &Noughts, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, _rules: &Noughts, board: &Board, _accumulator: &(), seat: Seat) -> Score {
        let value =
            |seat: Seat| 100 * board.lines(seat) as Score + Score::from(board.0[seat.index()] >> 4 & 1);
        value(seat) - value(seat.other())
    }
}
