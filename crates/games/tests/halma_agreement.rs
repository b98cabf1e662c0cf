//! Two implementations of Halma, written apart from the same rules, play the same games.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::second;

use std::collections::HashSet;

use games::halma::{Configuration, Halma, Move, Position};
use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Seat, Status, perft};
use second::halma::{self as other, Setup, State};

type Square = (usize, usize);

/// The same game for both.
fn pair(size: usize, seats: usize, leave_camp: u32, order: &[usize]) -> (Halma, Setup) {
    let words: Vec<String> = order.iter().map(usize::to_string).collect();
    let text = format!(
        "Size = {size} * {size}\nPlayer_num = {seats}\nLeave-camp-value = {leave_camp}\nBeads-order = {}",
        words.join(" ")
    );
    let setup = Setup { size, seats, leave_camp, order: order.to_vec() };
    (Halma::new(Configuration::read(&text).unwrap()).unwrap(), setup)
}

fn squares(size: usize, mv: Move) -> Option<(Square, Square)> {
    let square = |cell: u16| (cell as usize % size, cell as usize / size);
    (mv != Move::PASS).then(|| (square(mv.from()), square(mv.to())))
}

fn assert_same(game: &Halma, setup: &Setup, ours: &Position, theirs: &State) {
    let size = setup.size;
    for cell in 0..size * size {
        let owner = ours.owner(cell as u16).map(Seat::index);
        assert_eq!(owner, theirs.owner[cell / size][cell % size], "square {cell}");
    }
    for seat in Seat::all(setup.seats as u8) {
        assert_eq!(ours.place(seat), theirs.places[seat.index()], "place of seat {seat}");
    }
    assert_eq!(ours.moves_made(), theirs.moves_made);
    match game.status(ours) {
        Status::Turn(seat) => assert_eq!((seat.index(), false), (theirs.to_move, theirs.over)),
        _ => assert!(theirs.over, "ours ended by {:?}", game.status(ours)),
    }
    let mut list = Vec::new();
    game.legal_moves(ours, &mut list);
    let list: HashSet<_> = list.into_iter().map(|mv| squares(size, mv)).collect();
    assert_eq!(list, other::moves(setup, theirs).into_iter().collect(), "moves");
}

/// Random games, some of them drawn to the goal so that every ending comes up.
#[test]
fn both_play_the_same_games() {
    let mut endings = HashSet::new();
    let mut positions = 0;
    for (size, seats, leave_camp, order) in [
        (4, 2, 20, &[1][..]),
        (5, 2, 30, &[1, 2]),
        (5, 4, 60, &[1]),
        (6, 2, 8, &[1, 2, 3]),
        (6, 4, 24, &[1, 2]),
        (8, 4, 40, &[1, 2, 3]),
        (8, 2, 30, &[1, 2, 1, 4]),
        (10, 2, 40, &[1, 2, 3, 4, 5]),
    ] {
        let (game, setup) = pair(size, seats, leave_camp, order);
        let mut random = Random::new(size as u64 * 7 + seats as u64);
        for round in 0..if size < 8 { 120 } else { 12 } {
            let (mut ours, mut theirs) = (game.start(), State::start(&setup));
            for _ in 0..240 {
                assert_same(&game, &setup, &ours, &theirs);
                positions += 1;
                let mut moves = Vec::new();
                let Status::Turn(seat) = game.legal_moves(&ours, &mut moves) else {
                    endings.insert(theirs.rule);
                    break;
                };
                // Every other game heads for the target, as people do; pure chance never gets there.
                let distance = |mv: &Move| {
                    let corner = game.layout().target(seat)[0];
                    let ((x, y), (cx, cy)) = (square(size, mv.to()), square(size, corner));
                    let ((fx, fy), far) = (square(size, mv.from()), size as i32);
                    let gone = |x: i32, y: i32| (x - cx).abs() + (y - cy).abs();
                    far + gone(x, y) - gone(fx, fy)
                };
                if round % 2 == 0 {
                    let best = moves.iter().map(&distance).min().unwrap();
                    if random.below(5) > 0 {
                        moves.retain(|mv| distance(mv) == best);
                    }
                }
                let mv = *random.pick(&moves).unwrap();
                game.play(&mut ours, mv);
                theirs = other::play(&setup, &theirs, squares(size, mv));
            }
        }
    }
    println!("{positions} positions, endings {endings:?}");
    assert!(positions > 20_000, "only {positions} positions");
    assert!(endings.len() >= 4, "only these endings came up: {endings:?}");
}

fn square(size: usize, cell: u16) -> (i32, i32) {
    (i32::from(cell) % size as i32, i32::from(cell) / size as i32)
}

/// Perft of both, for two and four, with super jumps, and across the camp check.
#[test]
fn both_count_the_same_trees() {
    for (size, seats, leave_camp, order, depth, expected) in [
        (10, 2, 40, &[1, 2, 3, 4, 5][..], 3, 48_035),
        (8, 4, 20, &[1, 2, 3], 4, 70_208),
        (6, 2, 8, &[1, 2, 3], 4, 169_655),
        (6, 2, 2, &[1, 2, 3], 4, 0),
        (5, 2, 3, &[1, 2], 5, 0),
        (4, 2, 3, &[1], 6, 7_510),
        (5, 4, 6, &[1], 7, 17_626),
    ] {
        let (game, setup) = pair(size, seats, leave_camp, order);
        let ours = perft(Portable, &game, &game.start(), depth);
        assert_eq!(ours, other::perft(&setup, &State::start(&setup), depth), "{size} {seats} {order:?}");
        assert_eq!(ours, expected, "{size} {seats} {order:?}");
    }
}

/// Crowded boards, where beads get surrounded: every move of both leads to the same position.
#[test]
fn both_agree_on_crowded_boards() {
    let mut surrounded = 0;
    for (seats, order) in [(2, &[1, 2, 3, 4][..]), (4, &[1, 2, 1])] {
        let (game, setup) = pair(6, seats, 1_000, order);
        let mut random = Random::new(seats as u64);
        for _ in 0..400 {
            let mut theirs = State::start(&setup);
            let mut cells: Vec<Square> = (0..36).map(|cell| (cell % 6, cell / 6)).collect();
            for &(x, y) in &cells {
                theirs.owner[y][x] = None;
            }
            for seat in 0..seats {
                for _ in 0..order.iter().sum() {
                    let (x, y) = cells.swap_remove(random.below(cells.len() as u32) as usize);
                    theirs.owner[y][x] = Some(seat);
                }
            }
            theirs.moves_made = 10;
            let letter = |owner: &Option<usize>| owner.map_or('.', |seat| colours(seats)[seat]);
            let rows: Vec<String> = theirs.owner.iter().map(|row| row.iter().map(letter).collect()).collect();
            let text = format!("{} green 10 {}", rows.join("/"), "-".repeat(seats));
            let ours = game.read_position(&text).unwrap();
            assert_same(&game, &setup, &ours, &theirs);
            let mut moves = Vec::new();
            game.legal_moves(&ours, &mut moves);
            for mv in moves {
                let mut next = ours.clone();
                game.play(&mut next, mv);
                let also = other::play(&setup, &theirs, squares(6, mv));
                surrounded += u32::from(also.rule == "surrounded");
                assert_same(&game, &setup, &next, &also);
            }
        }
    }
    assert!(surrounded > 50, "only {surrounded} moves surrounded a bead");
}

fn colours(seats: usize) -> &'static [char] {
    if seats == 2 { &['g', 'b'] } else { &['g', 'y', 'b', 'r'] }
}
