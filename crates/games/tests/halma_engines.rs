//! The engines of Halma.

use std::sync::atomic::AtomicBool;

use games::engines::create;
use games::halma::{Configuration, Halma, SoloRace};
use rules::{Notation, Outcome, Random, Rules, Seat, Status};
use search::{SearchLimits, SearchRequest};

fn halma(settings: &str) -> Halma<2> {
    Halma::new(Configuration::read(settings).unwrap()).unwrap()
}

/// Plays a game of these engines after four random moves; `None` if it repeats a position five times or does not end.
fn play(game: &Halma<2>, engines: &[&str], seed: u64) -> Option<(Outcome, u32)> {
    let mut players: Vec<_> =
        engines.iter().map(|name| create(game, &name.parse().unwrap()).unwrap()).collect();
    let (mut position, mut random, mut keys) = (game.start(), Random::new(seed), Vec::new());
    while position.moves_made() < 400 {
        let mut moves = Vec::new();
        let seat = match game.legal_moves(&position, &mut moves) {
            Status::Turn(seat) => seat,
            Status::Over(outcome) => return Some((outcome, position.moves_made())),
            Status::Chance => unreachable!("Halma has no dice"),
        };
        let mv = if position.moves_made() < 4 {
            *random.pick(&moves).unwrap()
        } else {
            let stop = AtomicBool::new(false);
            let request = SearchRequest::new(game, &position, &keys, SearchLimits::until(&stop));
            let result = players[seat.index()].search(&request, &mut |_| {}).unwrap();
            assert!(moves.contains(&result.best), "{}", game.write_position(&position));
            result.best
        };
        keys.push(game.key(&position));
        if keys.iter().filter(|&&key| Some(&key) == keys.last()).count() >= 5 {
            return None;
        }
        game.play(&mut position, mv);
    }
    None
}

const SMALL: &str = "Size = 8 * 8\nBeads-order = 1 2 3 4\nLeave-camp-value = 80";

/// Games end at the goal, and a level that searches beats plain distance.
#[test]
fn strong_beats_greedy_without_repetitions() {
    let game = halma(SMALL);
    let (mut won, games) = (0, 10);
    for number in 0..games {
        let (seat, engines) = match number % 2 {
            0 => (Seat::FIRST, ["strong:level=4", "greedy"]),
            _ => (Seat::SECOND, ["greedy", "strong:level=4"]),
        };
        let (outcome, _) = play(&game, &engines, number / 2).expect("no repetition");
        won += u32::from(outcome.winner() == Some(seat));
    }
    assert!(won >= 8, "{won} of {games} games won");
}

/// Games of each low level against itself and its neighbour end by a rule of the board, never by a repetition.
#[test]
fn levels_do_not_repeat() {
    let game = halma(SMALL);
    for engines in [
        ["strong:level=1", "strong:level=1"],
        ["strong:level=2", "strong:level=1"],
        ["strong:level=3", "strong:level=3"],
    ] {
        for seed in 0..3 {
            let (outcome, moves) = play(&game, &engines, seed).expect("no repetition");
            assert_eq!(outcome.rule(), "goal", "{engines:?} after {moves} moves");
        }
    }
}

/// An engine with little time to leave its camp leaves it.
#[test]
fn the_camp_is_left_in_time() {
    let game = halma("Size = 8 * 8\nBeads-order = 1 2 3 4\nLeave-camp-value = 40");
    for seed in 0..8 {
        let (outcome, moves) =
            play(&game, &["strong:level=4", "strong:level=4"], seed).expect("no repetition");
        assert!(outcome.rule() == "goal", "{} after {moves} moves", outcome.rule());
    }
}

/// The bead in the corner leaves while it can: beads that fill the camp around it never give way.
#[test]
fn beads_are_not_shut_in() {
    let game = halma("Size = 10 * 10\nBeads-order = 1 2 3 4 5\nLeave-camp-value = 100");
    for (text, leaves) in [
        ("g1bb6/bb3b4/b1b7/bb1b1b4/1b1bg1g3/2b2g4/1g5ggb/3gg2gg1/6ggg1/8g1 green 36 --", "a1-b1"),
        ("g1bb6/bb3b4/b1b7/bb1b1b4/1b1bg1g3/2b2g2b1/1g5gg1/4g2gg1/6ggg1/8gg green 38 --", "a1-b1"),
    ] {
        let position = game.read_position(text).unwrap();
        let mut engine = create(&game, &"strong:level=4".parse().unwrap()).unwrap();
        let stop = AtomicBool::new(false);
        let request = SearchRequest::new(&game, &position, &[], SearchLimits::until(&stop));
        let best = engine.search(&request, &mut |_| {}).unwrap().best;
        assert_eq!(game.write_move(&position, best), leaves, "{text}");
    }
}

/// No level that searches loses a game against itself by the camp.
#[test]
fn no_game_is_lost_by_the_camp() {
    let game = halma("Size = 10 * 10\nBeads-order = 1 2 3 4 5\nLeave-camp-value = 100");
    for (engine, seeds) in [("strong:level=3", 0..40), ("strong:level=4", 21..41)] {
        for seed in seeds {
            let (outcome, _) = play(&game, &[engine; 2], seed).expect("no repetition");
            assert_eq!(outcome.rule(), "goal", "{engine}, game {seed}");
        }
    }
}

/// Four engines play to the last place.
#[test]
fn four_engines_finish() {
    let game = halma("Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3\nLeave-camp-value = 240");
    let (outcome, _) = play(&game, &["strong:level=2"; 4], 1).expect("no repetition");
    let mut places: Vec<u8> = Seat::all(4).map(|seat| outcome.place(seat)).collect();
    places.sort_unstable();
    assert_eq!(places, [1, 2, 3, 4]);
}

/// Exact lengths of small boards, and lengths that a small search reaches.
#[test]
fn solo_races_are_short() {
    for (settings, shortest, most) in [
        ("Size = 6 * 6\nBeads-order = 1 2 3\nJumps = ordinary", 10, 10),
        ("Size = 6 * 6\nBeads-order = 1 2 3", 10, 10),
        ("Size = 7 * 7\nBeads-order = 1 2 3\nJumps = ordinary", 12, 12),
        ("Size = 7 * 7\nBeads-order = 1 2 3", 11, 11),
        ("Size = 8 * 8\nBeads-order = 1 2 3 4", 10, 17),
        ("Size = 10 * 10\nBeads-order = 1 2 3 4\nPlayer_num = 4", 10, 20),
    ] {
        let configuration = Configuration::read(settings).unwrap();
        let mut reported = Vec::new();
        let race = SoloRace::search(&configuration, 4_000_000, &mut |length| reported.push(length)).unwrap();
        assert!((shortest..=most).contains(&race.length()), "{settings}: {} moves", race.length());
        assert_eq!(reported.last(), Some(&race.length()));
        assert!(reported.is_sorted_by(|one, next| one > next), "{reported:?}");
        let game: Halma = Halma::new(Configuration::read(&race.settings).unwrap()).unwrap();
        let mut position = game.read_position(&race.start).unwrap();
        for text in &race.moves {
            let mv = game.read_move(&position, text).unwrap();
            game.play(&mut position, mv);
        }
        let Status::Over(outcome) = game.status(&position) else { panic!("the race does not end") };
        assert_eq!((outcome.winner(), outcome.rule()), (Some(Seat::FIRST), "goal"));
    }
    let configuration = Configuration::read("").unwrap();
    assert!(SoloRace::search(&configuration, 10, &mut |_| {}).is_err(), "too few placements");
}
