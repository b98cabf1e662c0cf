//! Tic-tac-toe: the smallest game, and the worked example of how to add one.

use std::convert::Infallible;

use engine::Level;

use rules::cpu::Portable;
use rules::square::square_name;
use rules::{InputError, Notation, Outcome, Perft, Rules, Seat, Status, TableRules, mix};
use search::SearchGame;
use search::{AlphaBeta, Engine, EngineOptions, Evaluator, Score, WIN_IN_MAX_PLY};
use view::diagram::{BoardMaterial, Piece, PieceColor, PieceShape, Shape};
use view::{Arrangement, Diagram, Place, Playable};

use crate::engines::CatalogGame;

/// Three in a row on a board of nine squares; crosses begin.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// The marks of both seats, a bit for each square.
pub type Position = [u16; 2];

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The mark of each seat.
const PIECES: [Piece; 2] = [
    Piece::new(PieceShape::Cross, PieceColor::Black, 'X'),
    Piece::new(PieceShape::Nought, PieceColor::Red, 'O'),
];

impl Rules for TicTacToe {
    type Position = Position;
    type Move = u8;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        [0, 0]
    }

    fn legal_moves(&self, marks: &Position, moves: &mut Vec<u8>) -> Status {
        let turn = turn(marks);
        if has_line(marks[turn.other().index()]) {
            return Status::Over(Outcome::win(2, turn.other(), "three in a row"));
        }
        let before = moves.len();
        moves.extend((0..9).filter(|&square| owner(marks, square).is_none()));
        if moves.len() == before {
            return Status::Over(Outcome::draw(2, "full board"));
        }
        Status::Turn(turn)
    }

    fn play(&self, marks: &mut Position, square: u8) {
        marks[turn(marks).index()] |= 1 << square;
    }

    fn key(&self, marks: &Position) -> u64 {
        mix(u64::from(marks[0]) << 16 | u64::from(marks[1]))
    }
}

impl TableRules for TicTacToe {}

impl Perft for TicTacToe {}

impl SearchGame for TicTacToe {
    type Scratch = ();
}

impl Notation for TicTacToe {
    fn rules_text(&self) -> String {
        "tictactoe 1\n".to_owned()
    }

    fn seat_name(&self, seat: Seat) -> String {
        ["X", "O"][seat.index()].to_owned()
    }

    /// Nine of `X`, `O` and `-`, from a1 along the rows; whose turn it is follows from the marks.
    fn write_position(&self, marks: &Position) -> String {
        (0..9).map(|square| owner(marks, square).map_or('-', letter)).collect()
    }

    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        let mut marks = [0; 2];
        for (square, mark) in text.chars().enumerate() {
            match mark.to_ascii_uppercase() {
                'X' if square < 9 => marks[0] |= 1 << square,
                'O' if square < 9 => marks[1] |= 1 << square,
                '-' if square < 9 => {}
                _ => return Err(InputError::unexpected(text, "nine of X, O and -, such as X-O-X----")),
            }
        }
        let [crosses, noughts] = marks.map(u16::count_ones);
        let counts_are_possible = crosses == noughts || crosses == noughts + 1;
        match text.len() == 9 && counts_are_possible && !has_line(marks[turn(&marks).index()]) {
            true => Ok(marks),
            false => Err(InputError::unexpected(text, "nine marks that X and O, in turn, can have made")),
        }
    }

    fn write_move(&self, _marks: &Position, square: u8) -> String {
        square_name(square as usize % 3, square as usize / 3)
    }
}

impl Playable for TicTacToe {
    fn diagram_among(&self, marks: &Position, status: Status, _moves: &[u8]) -> Diagram {
        let mut diagram = Diagram::grid(BoardMaterial::Paper, 3, 3, |column, row| {
            let piece = owner(marks, (row * 3 + column) as u8).map(|seat| PIECES[seat.index()].clone());
            (Shape::Square { dark: false }, None, piece)
        });
        if let Status::Turn(seat) = status {
            diagram.caption = format!("{} to move", letter(seat));
        }
        diagram
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.to_vec()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        Some(PIECES[seat.index()].color)
    }

    /// The turn follows from the marks; the given one is ignored.
    fn arrange(&self, arrangement: &Arrangement) -> Result<Position, InputError> {
        let mut marks = [0; 2];
        for (square, kind) in arrangement.on_squares(3, 3, &PIECES)?.into_iter().enumerate() {
            if let Some(kind) = kind {
                marks[kind] |= 1 << square;
            }
        }
        let [crosses, noughts] = marks.map(u16::count_ones);
        if crosses != noughts && crosses != noughts + 1 {
            return Err(InputError::new(format!(
                "X has {crosses} marks and O has {noughts}: expected as many, or one more of X"
            )));
        }
        match marks.into_iter().any(has_line) || crosses + noughts == 9 {
            true => Err(InputError::new("the game is over: expected a free square and no three in a row")),
            false => Ok(marks),
        }
    }

    fn picks(&self, _marks: &Position, square: u8) -> Vec<Place> {
        vec![Place(square.into())]
    }
}

/// Evaluates finished games only: the tree is small enough to be searched to its end.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeEvaluator;

impl Evaluator<TicTacToe> for OutcomeEvaluator {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &TicTacToe, _marks: &Position, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &TicTacToe, _before: &Position, _square: u8, _after: &Position) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &TicTacToe, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, rules: &TicTacToe, marks: &Position, _accumulator: &(), seat: Seat) -> Score {
        match rules.status(marks) {
            Status::Over(outcome) => ((outcome.share(seat) - 0.5) * f64::from(WIN_IN_MAX_PLY)) as Score,
            _ => 0,
        }
    }
}

impl CatalogGame for TicTacToe {
    const ENGINES: &'static [&'static str] = &["strong"];

    /// Play is perfect from the fifth level on.
    fn engine(&self, _name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        let unlimited = u64::MAX;
        let nodes = [4, 16, 64, 256, unlimited, unlimited, unlimited, unlimited];
        Ok(Box::new(Level::take(options)?.limit(AlphaBeta::new(Portable, OutcomeEvaluator, 1 << 18), nodes)))
    }
}

fn turn(marks: &Position) -> Seat {
    if marks[0].count_ones() > marks[1].count_ones() { Seat::SECOND } else { Seat::FIRST }
}

fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

fn owner(marks: &Position, square: u8) -> Option<Seat> {
    Seat::all(2).find(|seat| marks[seat.index()] >> square & 1 == 1)
}

fn letter(seat: Seat) -> char {
    ['X', 'O'][seat.index()]
}
