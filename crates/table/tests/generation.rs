//! A table generates the legal moves of a position at most once.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex};

use games::tictactoe::TicTacToe;
use rules::{InputError, Notation, Repetition, Rules, Seat, Status, TableRules};
use table::{DiceSource, Millis, Offer, SeatAction, Secret, Table};
use view::diagram::{Piece, PieceColor};
use view::{Arrangement, Diagram, Place, Playable, Touch, erase};

type Position = <TicTacToe as Rules>::Position;

/// Tic-tac-toe that counts move generations by position.
struct Counting {
    generations: Arc<Mutex<HashMap<Position, u32>>>,
}

impl Rules for Counting {
    type Position = Position;
    type Move = u8;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        TicTacToe.seats()
    }

    fn start(&self) -> Position {
        TicTacToe.start()
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        *self.generations.lock().unwrap().entry(*position).or_default() += 1;
        TicTacToe.legal_moves(position, moves)
    }

    fn play(&self, position: &mut Position, mv: u8) {
        TicTacToe.play(position, mv);
    }

    fn key(&self, position: &Position) -> u64 {
        TicTacToe.key(position)
    }

    fn repeated(&self, position: &Position, times: u32) -> Repetition {
        TicTacToe.repeated(position, times)
    }
}

impl TableRules for Counting {}

impl Notation for Counting {
    fn rules_text(&self) -> String {
        TicTacToe.rules_text()
    }

    fn seat_name(&self, seat: Seat) -> String {
        TicTacToe.seat_name(seat)
    }

    fn write_position(&self, position: &Position) -> String {
        TicTacToe.write_position(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, InputError> {
        TicTacToe.read_position(text)
    }

    fn write_move(&self, position: &Position, mv: u8) -> String {
        TicTacToe.write_move(position, mv)
    }
}

impl Playable for Counting {
    fn diagram_among(&self, position: &Position, status: Status, moves: &[u8]) -> Diagram {
        TicTacToe.diagram_among(position, status, moves)
    }

    fn pieces(&self) -> Vec<Piece> {
        TicTacToe.pieces()
    }

    fn seat_color(&self, seat: Seat) -> Option<PieceColor> {
        TicTacToe.seat_color(seat)
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<Position, InputError> {
        TicTacToe.arrange(arrangement)
    }

    fn picks(&self, position: &Position, mv: u8) -> Vec<Place> {
        TicTacToe.picks(position, mv)
    }
}

#[test]
fn no_position_is_generated_twice() {
    let generations = Arc::new(Mutex::new(HashMap::new()));
    let game = erase(Counting { generations: Arc::clone(&generations) });
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let names = vec!["a".to_owned(), "b".to_owned()];
    let mut table = Table::open(game, names, "none".parse().unwrap(), "start", dice).unwrap();
    table.begin(Millis(0));
    let act = |table: &mut Table, seat, action| {
        let reply = table.act(seat, table.latest(), action, Millis(1));
        assert_eq!(reply.error, None);
    };
    let (one, two) = (Seat::FIRST, Seat::SECOND);
    act(&mut table, one, SeatAction::Move("a1".to_owned()));
    assert_eq!(table.board().moves().len(), 8);
    // A click resolves to a typed move; drawing and rejected texts generate nothing either.
    table.board().diagram();
    let reply = table.act(two, table.latest(), SeatAction::Move("a1".to_owned()), Millis(1));
    assert!(reply.error.is_some());
    let place = TicTacToe.picks(&TicTacToe.start(), 4)[0];
    let Touch::Done(mv) = table.board().touch_move(&[place]) else { panic!("one click is a move") };
    act(&mut table, two, SeatAction::Play(mv));
    act(&mut table, one, SeatAction::Move("c3".to_owned()));
    // A takeback restores a position that was generated before.
    act(&mut table, one, SeatAction::Offer(Offer::Takeback));
    act(&mut table, two, SeatAction::Answer(true));
    assert_eq!(table.board().move_count(), 7);
    act(&mut table, one, SeatAction::Move("c2".to_owned()));
    assert_eq!(table.turn(), Some(two));
    let counts = generations.lock().unwrap();
    assert_eq!(counts.len(), 5);
    assert!(counts.values().all(|&count| count == 1), "{counts:?}");
}
