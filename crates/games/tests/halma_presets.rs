//! The presets of Halma can be won, and the leave-camp rule is announced on the board.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::sync::atomic::AtomicBool;

use games::catalog;
use games::engines;
use games::halma::{Configuration, Halma, Layout, Move, Position};
use rules::{Notation, Random, Rules, Seat, Status};
use search::{Evaluation, SearchLimits, SearchRequest, Unit};
use view::Playable;
use view::diagram::Mark;

fn presets() -> Vec<(&'static str, Halma)> {
    let presets = catalog::entry("halma").unwrap().presets.iter();
    let game = |settings| -> Halma { Halma::new(Configuration::read(settings).unwrap()).unwrap() };
    presets.map(|preset| (preset.name, game(preset.settings))).collect()
}

/// The distance of a seat's beads from its target corner; far beads and those outside the target camp count more.
fn cost(layout: &Layout, position: &Position, seat: Seat) -> usize {
    let (size, corner) = (layout.size(), layout.target(seat)[0] as usize);
    let beads = (0..size * size).filter(|&cell| position.owner(cell as u16) == Some(seat));
    let of_bead = |cell: usize| {
        let distance = (cell % size).abs_diff(corner % size) + (cell / size).abs_diff(corner / size);
        // On the last diagonal of a camp only the middle belongs to it.
        16 * distance + distance * distance + if layout.in_target(seat, cell as u16) { 0 } else { 24 }
    };
    beads.map(of_bead).sum()
}

/// The move that leaves the seat on turn the least cost after `ply` moves of its own, with ties broken at random.
fn best(game: &Halma, position: &Position, ply: u32, random: &mut Random) -> (usize, Move) {
    let seat = position.turn();
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let mut scored: Vec<(usize, Move)> = moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            game.play(&mut after, mv);
            let now = cost(game.layout(), &after, seat);
            let again = search::SearchGame::with_turn(game, &after, seat).filter(|_| ply > 1 && now > 0);
            (again.map_or(now, |again| best(game, &again, ply - 1, random).0), mv)
        })
        .collect();
    let least = scored.iter().map(|(cost, _)| *cost).min().unwrap();
    scored.retain(|(cost, _)| *cost == least);
    *random.pick(&scored).unwrap()
}

/// Number of moves in which one player crosses the board alone.
fn solo_length(game: &Halma) -> u32 {
    let size = game.layout().size();
    let text = game.configuration().text();
    let order = text.lines().find(|line| line.starts_with("Beads-order")).unwrap();
    let alone = format!("Size = {size} * {size}\n{order}\nLeave-camp-value = 1000000");
    let game: Halma = Halma::new(Configuration::read(&alone).unwrap()).unwrap();
    // The other has a single bead in a corner without a camp.
    let start = game.write_position(&game.start());
    let (rows, _) = start.split_once(' ').unwrap();
    let mut rows: Vec<String> = rows.split('/').map(|row| row.replace('b', ".")).collect();
    let last = rows[0].find(|c: char| c.is_ascii_digit()).unwrap();
    let gap: usize = rows[0][last..].parse().unwrap();
    rows[0].replace_range(last.., &format!("{}b", gap - 1));
    let mut position = game.read_position(&format!("{} green 0 --", rows.join("/"))).unwrap();
    let mut random = Random::new(1);
    for length in 1..1_000 {
        let (_, mv) = best(&game, &position, 2, &mut random);
        game.play(&mut position, mv);
        if let Status::Over(outcome) = game.status(&position) {
            assert_eq!(outcome.rule(), "goal");
            return length;
        }
        position = search::SearchGame::with_turn(&game, &position, Seat::FIRST).unwrap();
    }
    panic!("the board cannot be crossed alone");
}

#[test]
fn camps_are_checked_after_three_times_the_solo_length() {
    for (name, game) in presets() {
        let (solo, limit) = (solo_length(&game), game.configuration().leave_camp);
        println!("{name}: {solo} moves alone, camps checked after {limit}");
        assert!(limit >= 3 * solo * u32::from(game.seats()), "{name}: {solo} moves alone");
    }
}

/// Players who simply walk across finish by reaching the goal, with two and with four.
#[test]
fn presets_are_won_by_the_goal() {
    for (name, game) in presets().into_iter().filter(|(name, _)| name.starts_with('8')) {
        let mut won = 0;
        for seed in 0..4 {
            let (mut position, mut random) = (game.start(), Random::new(seed));
            while let Status::Turn(_) = game.status(&position) {
                if position.moves_made() > 3_000 {
                    break;
                }
                let (_, mv) = best(&game, &position, 1, &mut random);
                game.play(&mut position, mv);
            }
            won += u32::from(Seat::all(game.seats()).any(|seat| {
                position.place(seat) == Some(1) && {
                    let target = game.layout().target(seat);
                    target.iter().any(|&cell| position.owner(cell) == Some(seat))
                }
            }));
        }
        assert!(won > 0, "{name}: no game was won");
    }
}

/// A level start is worth about the half move of having the turn, at every depth and for any number of players.
#[test]
fn a_level_start_is_worth_half_a_move() {
    let presets = catalog::entry("halma").unwrap().presets.iter().map(|preset| preset.settings);
    for settings in presets.chain(["", "Player_num = 4"]) {
        let game: Halma = Halma::new(Configuration::read(settings).unwrap()).unwrap();
        let mut engine = engines::create(&game, &"strong".parse().unwrap()).unwrap();
        let (stop, start) = (AtomicBool::new(false), game.start());
        for depth in 1..=3 {
            let request = SearchRequest::new(&game, &start, &[], SearchLimits::until(&stop).depth(depth));
            let result = engine.search(&request, &mut |_| {}).unwrap();
            let Evaluation::Value { value, unit: Unit::Moves } = result.evaluation else {
                panic!("{result:?}")
            };
            assert!((0.0..1.5).contains(&value), "{settings:?}, depth {depth}: {value}");
        }
    }
}

#[test]
fn the_camp_check_is_announced() {
    let text = "Size = 6 * 6\nBeads-order = 1 2\nLeave-camp-value = 9";
    let game: Halma = Halma::new(Configuration::read(text).unwrap()).unwrap();
    let shown = |moves: u32| {
        let text = format!("gg4/6/2g3/6/4b1/4bb green {moves} --");
        let diagram = game.diagram(&game.read_position(&text).unwrap());
        let marked = diagram.marks.iter().filter(|(_, mark)| *mark == Mark::Danger).count();
        (diagram.caption, marked)
    };
    assert_eq!(shown(0), ("green to move, move 1; camps are checked in 9 moves".to_owned(), 0));
    assert_eq!(shown(5).1, 0);
    // Two green and two blue beads are still in their camps.
    assert_eq!(shown(6), ("green to move, move 7; camps are checked in 3 moves".to_owned(), 4));
    assert_eq!(shown(8), ("green to move, move 9; camps are checked after this move".to_owned(), 4));
    assert_eq!(shown(9), ("green to move, move 10; a move that ends in the own camp loses".to_owned(), 0));
}
