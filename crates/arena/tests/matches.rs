//! Matches: reproducible games, swapped seats, and engines that fail.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use crate::players;

use std::collections::HashSet;
use std::time::Duration;

use arena::{
    AGREED_REPETITIONS, Failure, FinishedGame, GameReport, GameResult, Match, MatchConfig, Side, Termination,
    default_opening_plies, record,
};
use games::backgammon::Backgammon;
use games::catalog;
use games::halma::{Configuration, Halma};
use games::othello::Othello;
use games::queens::Queens;
use games::tictactoe::{self, TicTacToe};
use rules::cpu::Portable;
use rules::{InputError, Rules, Seat};
use search::{Engine, EngineError, EngineName, Progress, SearchRequest, SearchResult};
use table::verify::verify;
use view::Playable;

use self::players::{FixedMove, config, play, random, scripted};

/// Everything about a game except its times.
fn timeless<R: Rules>(game: &FinishedGame<R>) -> (u64, GameResult, [i64; 2], Termination, Vec<R::Move>) {
    let GameReport { game: number, result, points, termination, .. } = game.report.clone();
    (number, result, points, termination, game.plies.iter().map(|ply| ply.mv).collect())
}

/// Verifies the records of these games; returns the rule that ended each of them.
fn endings<R: Playable>(rules: &R, config: &MatchConfig, games: &[FinishedGame<R>]) -> Vec<Option<String>> {
    let game = catalog::open_rules(&rules.rules_text()).unwrap();
    let ending = |finished| {
        let text = record(rules, game.clone(), ["a:level=1", "b"], config, finished).unwrap();
        let verified = verify(&text, catalog::open_rules).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(verified.moves, finished.plies.len());
        verified.outcome.map(|outcome| outcome.rule)
    };
    games.iter().map(ending).collect()
}

fn failed(side: Side, failure: Failure) -> Termination {
    Termination::Failed { side, failure, message: String::new() }
}

#[test]
fn games_are_the_same_on_any_thread_and_after_any_stop() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let strong = |level: u32| {
        let name: EngineName = format!("strong:level={level}").parse().unwrap();
        games::engines::create(&rules, &name).unwrap()
    };
    let config = MatchConfig { opening_plies: 6, ..config(40) };
    let play = |threads, already_played: &HashSet<u64>| {
        play(&rules, &config, threads, already_played, || [strong(1), random()])
    };
    let alone = play(1, &HashSet::new());
    let all: Vec<_> = alone.iter().map(timeless).collect();
    assert_eq!(play(2, &HashSet::new()).iter().map(timeless).collect::<Vec<_>>(), all);
    // Any games may have been played before, even one of a pair only.
    let already_played: HashSet<u64> = [0, 1, 5, 8, 39].into();
    let rest: Vec<_> = play(3, &already_played).iter().map(timeless).collect();
    let expected = all.iter().filter(|(number, ..)| !already_played.contains(number)).cloned();
    assert_eq!(rest, expected.collect::<Vec<_>>());
    assert!(endings(&rules, &config, &alone).iter().all(Option::is_some));
}

#[test]
fn the_games_of_a_pair_share_opening_and_dice_and_swap_seats() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let games = play(&rules, &MatchConfig { opening_plies: 8, ..config(20) }, 2, &HashSet::new(), || {
        [random(), random()]
    });
    let opening = |game: &FinishedGame<_>| game.plies[..8].iter().map(|ply| ply.mv).collect::<Vec<_>>();
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert!(pair[0].plies.iter().take(8).all(|ply| ply.took == Duration::ZERO));
    }
    let opening_plies: HashSet<String> = games.iter().map(|game| format!("{:?}", opening(game))).collect();
    assert_eq!(opening_plies.len(), 10, "the pairs differ");

    // With the same play on both sides, the advantage of seats and dice cancels out in every pair.
    let rules = Backgammon::new();
    let config = config(20);
    let games =
        play(&rules, &config, 1, &HashSet::new(), || [Box::new(FixedMove(None)), Box::new(FixedMove(None))]);
    for pair in games.chunks(2) {
        let moves = |game: &FinishedGame<_>| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert_eq!(pair[0].report.result.half_points() + pair[1].report.result.half_points(), 2);
        let [first, second] = [pair[0].report.points, pair[1].report.points];
        assert_eq!(first, [second[1], second[0]]);
    }
    assert!(endings(&rules, &config, &games).iter().all(Option::is_some));
}

#[test]
fn an_engine_without_a_move_or_with_an_illegal_one_loses() {
    let config = config(2);
    let silent = || scripted::<TicTacToe>(|made| ["a1"].get(made).copied());
    let illegal = || -> Box<dyn Engine<TicTacToe>> { Box::new(FixedMove(Some(0))) };
    let opponent = || scripted(|made| ["b2", "c1", "c3"].get(made).copied());
    for (failing, failure) in [(&silent as &dyn Fn() -> _, Failure::NoMove), (&illegal, Failure::Illegal)] {
        let games = play(&TicTacToe, &config, 1, &HashSet::new(), || [failing(), opponent()]);
        for game in &games {
            assert_eq!(game.report.result, GameResult::Loss);
            assert_eq!(game.report.termination, failed(Side::A, failure));
            assert_eq!(game.report.points, [0, 1]);
        }
        assert_eq!(
            endings(&TicTacToe, &config, &games),
            [Some("absence".to_owned()), Some("absence".to_owned())]
        );
    }
    // With four seats the partner of the failed engine leaves too; the other two do not play on.
    let rules: Halma = Halma::new(Configuration::read("Player_num = 4").unwrap()).unwrap();
    let games = play(&rules, &config, 1, &HashSet::new(), || [random(), scripted(|_| None)]);
    for game in &games {
        assert_eq!(game.report.result, GameResult::Win);
        assert_eq!(game.report.termination, failed(Side::B, Failure::NoMove));
    }
    assert_eq!(endings(&rules, &config, &games), [None, None]);
}

/// Engine that checks the moves it receives and fails after a number of them.
struct MoveChecker {
    received: Vec<(tictactoe::Position, u8)>,
    position: tictactoe::Position,
    after: usize,
    failure: Option<EngineError>,
}

impl Engine<TicTacToe> for MoveChecker {
    fn search(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        _report: &mut Progress<'_, u8>,
    ) -> Option<SearchResult<u8>> {
        let SearchRequest { rules, position, .. } = *request;
        assert_eq!(self.position, *position);
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        if self.received.len() >= self.after {
            self.failure = Some(format!("it had received {} moves", self.received.len()).into());
            return None;
        }
        Some(SearchResult::unsearched(moves[0]))
    }

    fn new_game(&mut self, _seed: u64) {
        self.received.clear();
        self.position = TicTacToe.start();
    }

    fn needs_moves(&self) -> bool {
        true
    }

    fn on_move(&mut self, rules: &TicTacToe, before: &tictactoe::Position, mv: u8) {
        assert_eq!(self.position, *before);
        self.received.push((*before, mv));
        rules.play(&mut self.position, mv);
    }

    fn failure(&mut self) -> Option<EngineError> {
        self.failure.take()
    }
}

#[test]
fn engines_receive_every_move_and_report_why_they_failed() {
    let checker = |after| -> Box<dyn Engine<TicTacToe>> {
        Box::new(MoveChecker { received: Vec::new(), position: TicTacToe.start(), after, failure: None })
    };
    let config = MatchConfig { opening_plies: 2, ..config(8) };
    let games = play(&TicTacToe, &config, 2, &HashSet::new(), || [checker(4), checker(99)]);
    for game in &games {
        // Two moves of the opening and two more: then A is to move in the first game of a pair, and B in the other.
        let received = 4 + game.report.game % 2;
        let message = format!("it had received {received} moves");
        let termination = Termination::Failed { side: Side::A, failure: Failure::Garbage, message };
        assert_eq!((&game.report.termination, game.report.plies), (&termination, received));
    }
    let mut tally = arena::Tally::new(8);
    assert!(games.iter().rev().all(|game| tally.add(&game.report)));
    assert_eq!(tally.failure_messages()[0]["garbage"], (0, "it had received 4 moves".to_owned()));
}

#[test]
fn long_games_are_stopped_and_repeated_ones_end_by_consent() {
    let config = MatchConfig { max_plies: 20, ..config(4) };
    let halma = |settings: &str| -> Halma { Halma::new(Configuration::read(settings).unwrap()).unwrap() };
    let rules = halma("");
    let games = play(&rules, &config, 2, &HashSet::new(), || [random(), random()]);
    for game in &games {
        assert_eq!(
            (&game.report.termination, game.report.result),
            (&Termination::MaxPlies, GameResult::Draw)
        );
        assert_eq!(game.report.plies, 20);
    }
    assert_eq!(endings(&rules, &config, &games), [const { None }; 4]);

    // Both leave their camps and shuttle until the repetition is accepted.
    let rules = halma("Size = 8 * 8\nBeads-order = 1\nLeave-camp-value = 2");
    let config = players::config(2);
    let shuttle = |steps: [&'static str; 3]| {
        scripted(move |made| Some(if made == 0 { steps[0] } else { steps[1 + (made - 1) % 2] }))
    };
    let first = || shuttle(["a1-b1", "b1-c1", "c1-b1"]);
    let second = || shuttle(["h8-g8", "g8-f8", "f8-g8"]);
    let game = play(&rules, &config, 1, &[1].into(), || [first(), second()]);
    assert_eq!(game[0].report.termination, Termination::Rule("repetition".to_owned()));
    assert_eq!(game[0].report.result, GameResult::Draw);
    // The position after both have left recurs every four moves.
    assert_eq!(game[0].report.plies, 2 + 4 * u64::from(AGREED_REPETITIONS - 1));
    assert_eq!(endings(&rules, &config, &game), [Some("repetition".to_owned())]);
}

#[test]
fn impossible_matches_are_rejected() {
    let error = |config| Match::new(Portable, &TicTacToe, config).err().unwrap().to_string();
    assert!(error(config(0)).contains("expected an even number"));
    assert!(error(config(7)).contains("expected an even number"));
    assert!(error(MatchConfig { opening_plies: 9, ..config(2) }).contains("they finish the game"));
    assert!(error(MatchConfig { opening_plies: 2000, ..config(2) }).contains("expected fewer"));
    assert!(Match::new(Portable, &TicTacToe, MatchConfig { opening_plies: 8, ..config(2) }).is_ok());
    let puzzle = Queens::new(8).unwrap();
    assert!(Match::new(Portable, &puzzle, config(2)).err().unwrap().to_string().contains("one player"));
}

#[test]
fn openings_are_short_in_short_games_and_none_with_dice() {
    assert_eq!(default_opening_plies(&TicTacToe), 0);
    assert_eq!(default_opening_plies(&Othello::new(Seat::FIRST, Portable)), 6);
    assert_eq!(default_opening_plies(&Backgammon::new()), 0);
}

#[test]
fn an_error_in_the_callback_stops_the_match() {
    let played_match = Match::new(Portable, &TicTacToe, config(1_000_000)).unwrap();
    let engines = || [random::<TicTacToe>(), random()];
    let mut finished_games = 0;
    let stopped = played_match.run(vec![engines(), engines()], &HashSet::new(), |finished| {
        finished_games += finished.len();
        if finished_games > 100 { Err(InputError::new("enough")) } else { Ok(()) }
    });
    assert_eq!(stopped.unwrap_err().to_string(), "enough");
    assert!(finished_games < 10_000, "{finished_games}");
}
