//! Positions set up by hand, and the errors of those that are not possible.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::ops::Range;
use std::sync::Arc;

use games::catalog;
use proptest::prelude::*;
use rules::{Seat, Status};
use view::diagram::{Piece, PieceColor, PieceShape};
use view::{Arrangement, DynGame, DynPosition, Place};

fn open(name: &str, settings: &str) -> Arc<dyn DynGame> {
    catalog::open(name, settings).unwrap()
}

/// Pieces by place name, index of the kind, and count.
fn arrangement(game: &dyn DynGame, stacks: &[(&str, usize, usize)], turn: Seat) -> Arrangement {
    let spots = game.start().diagram().spots;
    let place = |name: &str| spots.iter().find(|spot| spot.name == name).unwrap().place;
    let kinds = game.pieces();
    let stacks = stacks.iter().map(|&(name, kind, count)| (place(name), vec![kinds[kind].clone(); count]));
    Arrangement { stacks: stacks.collect(), turn }
}

fn arrange(game: &dyn DynGame, stacks: &[(&str, usize, usize)], turn: Seat) -> Box<dyn DynPosition> {
    game.arrange(&arrangement(game, stacks, turn)).unwrap_or_else(|error| panic!("{stacks:?}: {error}"))
}

fn error(game: &dyn DynGame, stacks: &[(&str, usize, usize)]) -> String {
    match game.arrange(&arrangement(game, stacks, Seat::FIRST)) {
        Ok(board) => panic!("{stacks:?} is let through as {}", board.position()),
        Err(error) => error.to_string(),
    }
}

const STRANGER: Piece = Piece::new(PieceShape::Queen, PieceColor::Green, 'Q');

#[test]
fn othello() {
    let game = open("othello", "");
    let board = arrange(&*game, &[("a1", 0, 1), ("b1", 1, 1)], Seat::FIRST);
    assert_eq!(board.moves(), ["c1"]);
    assert!(board.position().starts_with("XO------") && board.position().ends_with(" X"));
    let board = arrange(&*game, &[("a1", 0, 1), ("b1", 1, 1)], Seat::SECOND);
    assert_eq!(board.moves(), ["pass"], "the other side can go on");
    assert!(error(&*game, &[("a1", 0, 1)]).starts_with("neither side can move: expected a free square"));
    assert!(error(&*game, &[]).starts_with("neither side can move"));
    assert_eq!(error(&*game, &[("c3", 0, 2)]), "more than one piece stands on c3: expected one at most");
    assert_eq!(
        error(&*game, &[("c3", 0, 1), ("c3", 1, 1)]),
        "more than one piece stands on c3: expected one at most"
    );
}

#[test]
fn halma() {
    let game = open("halma", "Size = 6 * 6\nBeads-order = 1 2\nLeave-camp-value = 20");
    let beads = [("c3", 0, 1), ("d3", 1, 1), ("a1", 1, 1)];
    let board = arrange(&*game, &beads, Seat::SECOND);
    assert_eq!(board.position(), "b5/6/2gb2/6/6/6 blue 0 --");
    assert_eq!(error(&*game, &[("c3", 0, 1)]), "blue has 0 beads: expected 1 to 3");
    let many = [("c1", 0, 1), ("c2", 0, 1), ("c3", 0, 1), ("c4", 0, 1), ("d3", 1, 1)];
    assert_eq!(error(&*game, &many), "green has 4 beads: expected 1 to 3");
    assert_eq!(
        error(&*game, &[("f6", 0, 1), ("d3", 1, 1)]),
        "green has reached its goal: expected a bead outside its target camp"
    );
}

#[test]
fn halma_for_four_goes_round_from_any_seat() {
    let game = open("halma", "Size = 6 * 6\nPlayer_num = 4\nBeads-order = 1 2");
    let paints = [PieceColor::Green, PieceColor::Yellow, PieceColor::Blue, PieceColor::Red];
    assert_eq!(game.pieces().iter().map(|piece| piece.color).collect::<Vec<_>>(), paints);
    let beads = [("c3", 0, 1), ("c4", 1, 1), ("d3", 2, 1), ("d4", 3, 1)];
    for seat in Seat::all(4) {
        let mut board = arrange(&*game, &beads, seat);
        assert_eq!(board.status(), Status::Turn(seat));
        let text = board.moves().remove(0);
        board.play_text(&text).unwrap();
        assert_eq!(board.status(), Status::Turn(seat.next(4)));
    }
}

#[test]
fn backgammon() {
    let game = open("backgammon", "");
    // Nothing in the trays: what is missing has been borne off.
    let board = arrange(&*game, &[("6", 0, 2), ("24", 1, 1), ("Black's bar", 1, 1)], Seat::SECOND);
    assert_eq!(board.position(), "XGID=a-----B-----------------a-:0:0:-1:00:0:0:0:0:10");
    assert_eq!(board.status(), Status::Chance);
    let stack =
        |name: &str| board.diagram().spots.into_iter().find(|spot| spot.name == name).unwrap().stack.len();
    assert_eq!((stack("White's tray"), stack("Black's tray"), stack("Black's bar")), (13, 13, 1));
    // All of it in the trays is the same.
    let stacks =
        [("6", 0, 2), ("White's tray", 0, 13), ("24", 1, 1), ("Black's bar", 1, 1), ("Black's tray", 1, 13)];
    assert_eq!(arrange(&*game, &stacks, Seat::SECOND).position(), board.position());

    for (stacks, sentence) in [
        (
            &[("6", 0, 2), ("White's tray", 0, 3), ("24", 1, 1)][..],
            "White has 2 checkers on the board and 3 on White's tray: expected 15 in all",
        ),
        (&[("6", 0, 16), ("24", 1, 1)], "White has 16 checkers on the board: expected 15 at most"),
        (&[("6", 0, 400), ("24", 1, 1)], "White has 255 checkers on the board: expected 15 at most"),
        (&[("6", 0, 2), ("6", 1, 1)], "both sides stand on White's 6-point: expected one side on each point"),
        (&[("6", 0, 2)], "Black has no checker left: expected one of each side at least"),
        (&[], "neither side has a checker left: expected one side at least to have some"),
        (
            &[("White's bar", 1, 1), ("6", 0, 2)],
            "a black checker cannot lie on White's bar: expected only a white checker there",
        ),
    ] {
        assert_eq!(error(&*game, stacks), sentence);
    }
}

#[test]
fn backgammon_without_a_move_for_either_side() {
    for settings in ["", "length = 5"] {
        let game = open("backgammon", settings);
        // Both homes are closed, and both sides wait on the bar.
        let points: Vec<String> = (1..=24).map(|point| point.to_string()).collect();
        let mut stacks = vec![("White's bar", 0, 1), ("Black's bar", 1, 1)];
        stacks.extend((0..6).map(|point| (points[point].as_str(), 0, 2)));
        stacks.extend((18..24).map(|point| (points[point].as_str(), 1, 2)));
        assert!(error(&*game, &stacks).starts_with("no roll lets either side move: expected"));
        stacks[7].2 = 1;
        arrange(&*game, &stacks, Seat::FIRST);
    }
}

#[test]
fn match_starts_from_the_arranged_position() {
    let stacks = [("6", 0, 2), ("24", 1, 1)];
    let game = open("backgammon", "length = 5");
    let board = arrange(&*game, &stacks, Seat::SECOND);
    assert_eq!(board.status(), Status::Turn(Seat::SECOND));
    assert_eq!(board.moves(), ["roll", "double"]);
    assert!(board.diagram().caption.contains("White 0, Black 0 in a match to 5, cube 1;"));
    let game = open("backgammon", "length = 1");
    let board = arrange(&*game, &stacks, Seat::SECOND);
    assert_eq!(board.status(), Status::Chance, "no doubling in a match to one point");
    assert!(error(&*game, &[("6", 0, 2)]).starts_with("Black has no checker left"));
}

#[test]
fn queens() {
    let game = open("queens", "size = 6");
    assert_eq!(arrange(&*game, &[("c2", 0, 1), ("a1", 0, 1)], Seat::FIRST).position(), "a1,c2");
    assert_eq!(arrange(&*game, &[], Seat::FIRST).position(), "-");
    assert_eq!(
        error(&*game, &[("a1", 0, 1), ("c3", 0, 1)]),
        "the queens on a1 and c3 share a diagonal; expected queens that do not attack each other"
    );
    let solution = ["b1", "d2", "f3", "a4", "c5", "e6"].map(|square| (square, 0, 1));
    assert_eq!(error(&*game, &solution), "all queens placed: expected a safe square for another queen");
}

#[test]
fn tictactoe() {
    let game = open("tictactoe", "");
    let marks = [("a1", 0, 1), ("b2", 1, 1), ("c3", 0, 1)];
    for given in [Seat::FIRST, Seat::SECOND] {
        let board = arrange(&*game, &marks, given);
        assert_eq!(board.status(), Status::Turn(Seat::SECOND), "it follows from the marks");
    }
    assert_eq!(
        error(&*game, &[("a1", 1, 1)]),
        "X has 0 marks and O has 1: expected as many, or one more of X"
    );
    let line = [("a1", 0, 1), ("b1", 0, 1), ("c1", 0, 1), ("a2", 1, 1), ("b2", 1, 1)];
    assert_eq!(error(&*game, &line), "the game is over: expected a free square and no three in a row");
}

#[test]
fn every_game_rejects_unsupported_actions() {
    for entry in catalog::GAMES {
        let game = open(entry.name, "");
        let start = game.start().diagram();
        let spot = &start.spots[0];
        let stacks = vec![(spot.place, vec![STRANGER])];
        let sentence = game.arrange(&Arrangement { stacks, turn: Seat::FIRST }).err().unwrap().to_string();
        assert!(sentence.starts_with("a green queen cannot stand on "), "{sentence}");
        assert!(sentence.contains(&format!(": expected a {}", game.pieces()[0])), "{sentence}");
        assert!(sentence.contains(&spot.name), "{sentence} does not name {}", spot.name);

        let stacks = vec![(Place(999), vec![game.pieces()[0].clone()])];
        let sentence = game.arrange(&Arrangement { stacks, turn: Seat::FIRST }).err().unwrap().to_string();
        assert!(sentence.starts_with("there is no place 999 on the board: expected "), "{sentence}");

        let turn = Seat::new(3);
        match game.arrange(&Arrangement::of(&start, turn)) {
            Ok(board) => assert_eq!((entry.name, board.status()), ("tictactoe", Status::Turn(Seat::FIRST))),
            Err(error) => {
                assert!(error.to_string().starts_with("seat 4 cannot be to move: expected"), "{error}");
            }
        }
    }
}

/// The colours of the seats, as the pieces show them.
#[test]
fn seats_have_the_colour_of_their_pieces() {
    for (name, settings, paints) in [
        ("othello", "first = white", &[PieceColor::Black, PieceColor::White][..]),
        ("halma", "First-color = red", &[PieceColor::Red, PieceColor::Blue]),
        ("backgammon", "", &[PieceColor::White, PieceColor::Black]),
        ("backgammon", "length = 3", &[PieceColor::White, PieceColor::Black]),
        ("queens", "", &[PieceColor::Black]),
        ("tictactoe", "", &[PieceColor::Black, PieceColor::Red]),
    ] {
        let game = open(name, settings);
        let found: Vec<PieceColor> =
            Seat::all(game.seats()).filter_map(|seat| game.seat_color(seat)).collect();
        assert_eq!(found, paints, "{name} {settings}");
        assert_eq!(game.pieces().iter().map(|piece| piece.color).collect::<Vec<_>>(), paints, "{name}");
    }
}

const GAMES: &[(&str, &str)] = &[
    ("chess", "army = mao"),
    ("othello", ""),
    ("tictactoe", ""),
    ("queens", "size = 5"),
    ("halma", "Size = 4 * 4\nBeads-order = 1 2"),
    ("halma", "Size = 5 * 5\nPlayer_num = 4\nBeads-order = 1 2"),
    ("backgammon", ""),
    ("backgammon", "length = 3"),
];

/// A number out of the first range, and now and then one out of the second.
fn mostly<T: std::fmt::Debug>(usual: Range<T>, strange: Range<T>) -> impl Strategy<Value = T>
where
    Range<T>: Strategy<Value = T>,
{
    prop_oneof![40 => usual, 1 => strange]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is put on a board, it is refused in a sentence, or it can be played on and written down.
    #[test]
    fn anything_is_refused_or_playable(
        which in 0..GAMES.len(), turn in mostly(0u8..2, 2..4),
        stacks in proptest::collection::vec(
            (mostly(0u16..25, 25..40), mostly(0usize..4, 4..5), mostly(1usize..2, 0..5)),
            0..10,
        ),
    ) {
        let (name, settings) = GAMES[which];
        let game = open(name, settings);
        let kinds = game.pieces();
        let kind = |index: usize| if index == 4 { STRANGER } else { kinds[index % kinds.len()].clone() };
        let stacks = stacks.iter().map(|&(place, index, count)| (Place(place), vec![kind(index); count]));
        match game.arrange(&Arrangement { stacks: stacks.collect(), turn: Seat::new(turn) }) {
            Ok(board) => {
                prop_assert!(!matches!(board.status(), Status::Over(_)), "{}", board.position());
                prop_assert_eq!(game.read_position(&board.position()).unwrap().position(), board.position());
                for text in board.moves() {
                    board.duplicate().play_text(&text).unwrap();
                }
            }
            Err(error) => {
                let sentence = error.to_string();
                prop_assert!(sentence.contains("expected") && sentence.len() < 200, "{}", sentence);
            }
        }
    }
}
