//! Contests: what is the same whoever plays it and when, what is swapped, and what becomes of engines that fail.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod players;

use std::collections::HashSet;
use std::time::Duration;

use arena::{
    CONSENT, Contest, Ending, Failure, Finished, Report, Side, Terms, Verdict, record, usual_openings,
};
use games::backgammon::Backgammon;
use games::catalog;
use games::halma::{Configuration, Halma};
use games::othello::Othello;
use games::queens::Queens;
use games::tictactoe::{self, TicTacToe};
use rules::cpu::Portable;
use rules::{InputError, Rules, Seat};
use search::{Engine, EngineFailure, EngineName, FailureKind, Progress, SearchRequest, SearchResult};
use table::verify::verify;
use view::Playable;

use self::players::{Stubborn, play, random, terms, told};

/// Everything about a game but the time it took.
fn timeless<R: Rules>(game: &Finished<R>) -> (u64, Verdict, [i64; 2], Ending, Vec<R::Move>) {
    let Report { game: number, verdict, points, ending, .. } = game.report.clone();
    (number, verdict, points, ending, game.plies.iter().map(|ply| ply.mv).collect())
}

/// The records of these games, verified; how each of them ended, if it did.
fn endings<R: Playable>(rules: &R, terms: &Terms, games: &[Finished<R>]) -> Vec<Option<String>> {
    let game = catalog::open_rules(&rules.rules_text()).unwrap();
    let ending = |finished| {
        let text = record(rules, game.clone(), ["a:level=1", "b"], terms, finished).unwrap();
        let verdict = verify(&text, catalog::open_rules).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(verdict.moves, finished.plies.len());
        verdict.ending.map(|ending| ending.rule)
    };
    games.iter().map(ending).collect()
}

fn failed(side: Side, failure: Failure) -> Ending {
    Ending::Failed { side, failure, sentence: String::new() }
}

#[test]
fn games_are_the_same_on_any_thread_and_after_any_stop() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let strong = |level: u32| {
        let name: EngineName = format!("strong:level={level}").parse().unwrap();
        games::engines::create(Portable, &rules, &name).unwrap()
    };
    let terms = Terms { openings: 6, ..terms(40) };
    let play =
        |threads, before: &HashSet<u64>| play(&rules, terms, threads, before, || [strong(1), random()]);
    let alone = play(1, &HashSet::new());
    let all: Vec<_> = alone.iter().map(timeless).collect();
    assert_eq!(play(2, &HashSet::new()).iter().map(timeless).collect::<Vec<_>>(), all);
    // Any games may have been played before, also one of a pair only.
    let before: HashSet<u64> = [0, 1, 5, 8, 39].into();
    let rest: Vec<_> = play(3, &before).iter().map(timeless).collect();
    let expected = all.iter().filter(|(number, ..)| !before.contains(number)).cloned();
    assert_eq!(rest, expected.collect::<Vec<_>>());
    assert!(endings(&rules, &terms, &alone).iter().all(Option::is_some));
}

#[test]
fn the_games_of_a_pair_share_opening_and_dice_and_change_seats() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let games = play(&rules, Terms { openings: 8, ..terms(20) }, 2, &HashSet::new(), || [random(), random()]);
    let opening = |game: &Finished<_>| game.plies[..8].iter().map(|ply| ply.mv).collect::<Vec<_>>();
    for pair in games.chunks(2) {
        assert_eq!(opening(&pair[0]), opening(&pair[1]));
        assert!(pair[0].plies.iter().take(8).all(|ply| ply.took == Duration::ZERO));
    }
    let openings: HashSet<String> = games.iter().map(|game| format!("{:?}", opening(game))).collect();
    assert_eq!(openings.len(), 10, "the pairs differ");

    // The same play on both sides: what the seats and the dice are worth comes out even in every pair.
    let rules = Backgammon::new();
    let terms = terms(20);
    let games =
        play(&rules, terms, 1, &HashSet::new(), || [Box::new(Stubborn(None)), Box::new(Stubborn(None))]);
    for pair in games.chunks(2) {
        let moves = |game: &Finished<_>| game.plies.iter().map(|ply| ply.mv).collect::<Vec<_>>();
        assert_eq!(moves(&pair[0]), moves(&pair[1]));
        assert_eq!(pair[0].report.verdict.halves() + pair[1].report.verdict.halves(), 2);
        let [first, second] = [pair[0].report.points, pair[1].report.points];
        assert_eq!(first, [second[1], second[0]]);
    }
    assert!(endings(&rules, &terms, &games).iter().all(Option::is_some));
}

#[test]
fn who_gives_no_move_or_an_illegal_one_loses_for_that_reason() {
    let terms = terms(2);
    let silent = || told::<TicTacToe>(|made| ["a1"].get(made).copied());
    let stubborn = || -> Box<dyn Engine<TicTacToe>> { Box::new(Stubborn(Some(0))) };
    let patient = || told(|made| ["b2", "c1", "c3"].get(made).copied());
    for (failing, failure) in
        [(&silent as &dyn Fn() -> _, Failure::NoMove), (&stubborn, Failure::IllegalMove)]
    {
        let games = play(&TicTacToe, terms, 1, &HashSet::new(), || [failing(), patient()]);
        for game in &games {
            assert_eq!(game.report.verdict, Verdict::Loss);
            assert_eq!(game.report.ending, failed(Side::A, failure));
            assert_eq!(game.report.points, [0, 1]);
        }
        assert_eq!(
            endings(&TicTacToe, &terms, &games),
            [Some("absence".to_owned()), Some("absence".to_owned())]
        );
    }
    // With four seats the partner of who failed leaves too; the other two would have to play it out between them.
    let rules = Halma::new(Configuration::read("Player_num = 4").unwrap()).unwrap();
    let games = play(&rules, terms, 1, &HashSet::new(), || [random(), told(|_| None)]);
    for game in &games {
        assert_eq!(game.report.verdict, Verdict::Win);
        assert_eq!(game.report.ending, failed(Side::B, Failure::NoMove));
    }
    assert_eq!(endings(&rules, &terms, &games), [None, None]);
}

/// Hears every move of its games, and breaks down where the game it has heard of is not the one it is asked about.
struct Witness {
    heard: Vec<(tictactoe::Position, u8)>,
    position: tictactoe::Position,
    after: usize,
    failure: Option<EngineFailure>,
}

impl Engine<TicTacToe> for Witness {
    fn search(
        &mut self,
        request: &SearchRequest<'_, TicTacToe>,
        _report: &mut Progress<'_, u8>,
    ) -> Option<SearchResult<u8>> {
        let SearchRequest { rules, position, .. } = *request;
        assert_eq!(self.position, *position);
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        if self.heard.len() >= self.after {
            let sentence = format!("it had heard {} moves", self.heard.len());
            self.failure = Some(EngineFailure { kind: FailureKind::Protocol, sentence });
            return None;
        }
        Some(SearchResult::unsearched(moves[0]))
    }

    fn new_game(&mut self, _seed: u64) {
        self.heard.clear();
        self.position = TicTacToe.start();
    }

    fn needs_moves(&self) -> bool {
        true
    }

    fn on_move(&mut self, rules: &TicTacToe, before: &tictactoe::Position, mv: u8) {
        assert_eq!(self.position, *before);
        self.heard.push((*before, mv));
        rules.play(&mut self.position, mv);
    }

    fn failure(&mut self) -> Option<EngineFailure> {
        self.failure.take()
    }
}

#[test]
fn engines_hear_every_move_and_say_why_they_gave_none() {
    let witness = |after| -> Box<dyn Engine<TicTacToe>> {
        Box::new(Witness { heard: Vec::new(), position: TicTacToe.start(), after, failure: None })
    };
    let terms = Terms { openings: 2, ..terms(8) };
    let games = play(&TicTacToe, terms, 2, &HashSet::new(), || [witness(4), witness(99)]);
    for game in &games {
        // Two moves of the opening and two more: then A is to move in the first game of a pair, and B in the other.
        let heard = 4 + game.report.game % 2;
        let sentence = format!("it had heard {heard} moves");
        let ending = Ending::Failed { side: Side::A, failure: Failure::Protocol, sentence };
        assert_eq!((&game.report.ending, game.report.plies), (&ending, heard));
    }
    let mut tally = arena::Tally::new(8);
    assert!(games.iter().rev().all(|game| tally.add(&game.report)));
    assert_eq!(tally.sentences()[0]["protocol"], (0, "it had heard 4 moves".to_owned()));
}

#[test]
fn long_games_are_stopped_and_repeated_ones_end_by_consent() {
    let terms = Terms { max_plies: 20, ..terms(4) };
    let halma = |settings: &str| Halma::new(Configuration::read(settings).unwrap()).unwrap();
    let rules = halma("");
    let games = play(&rules, terms, 2, &HashSet::new(), || [random(), random()]);
    for game in &games {
        assert_eq!((&game.report.ending, game.report.verdict), (&Ending::Stopped, Verdict::Draw));
        assert_eq!(game.report.plies, 20);
    }
    assert_eq!(endings(&rules, &terms, &games), [const { None }; 4]);

    // Both leave their camps and walk to and fro until the others of their kind have had enough.
    let rules = halma("Size = 8 * 8\nBeads-order = 1\nLeave-camp-value = 2");
    let terms = players::terms(2);
    let to_and_fro = |steps: [&'static str; 3]| {
        told(move |made| Some(if made == 0 { steps[0] } else { steps[1 + (made - 1) % 2] }))
    };
    let first = || to_and_fro(["a1-b1", "b1-c1", "c1-b1"]);
    let second = || to_and_fro(["h8-g8", "g8-f8", "f8-g8"]);
    let game = play(&rules, terms, 1, &[1].into(), || [first(), second()]);
    assert_eq!(game[0].report.ending, Ending::Rule("repetition".to_owned()));
    assert_eq!(game[0].report.verdict, Verdict::Draw);
    // The position after both have left comes again with every fourth move.
    assert_eq!(game[0].report.plies, 2 + 4 * u64::from(CONSENT - 1));
    assert_eq!(endings(&rules, &terms, &game), [Some("repetition".to_owned())]);
}

#[test]
fn what_cannot_be_a_contest_is_refused_in_a_sentence() {
    let error = |terms| Contest::new(Portable, &TicTacToe, terms).err().unwrap().to_string();
    assert!(error(terms(0)).contains("expected an even number"));
    assert!(error(terms(7)).contains("expected an even number"));
    assert!(error(Terms { openings: 9, ..terms(2) }).contains("leave no game to play"));
    assert!(error(Terms { openings: 2000, ..terms(2) }).contains("expected fewer"));
    assert!(Contest::new(Portable, &TicTacToe, Terms { openings: 8, ..terms(2) }).is_ok());
    let puzzle = Queens::new(8).unwrap();
    assert!(Contest::new(Portable, &puzzle, terms(2)).err().unwrap().to_string().contains("one player"));
}

#[test]
fn openings_are_short_in_short_games_and_none_with_dice() {
    assert_eq!(usual_openings(&TicTacToe), 0);
    assert_eq!(usual_openings(&Othello::new(Seat::FIRST, Portable)), 6);
    assert_eq!(usual_openings(&Backgammon::new()), 0);
}

#[test]
fn a_listener_that_fails_stops_the_contest() {
    let contest = Contest::new(Portable, &TicTacToe, terms(1_000_000)).unwrap();
    let engines = || [random::<TicTacToe>(), random()];
    let mut heard = 0;
    let stopped = contest.run(vec![engines(), engines()], &HashSet::new(), |finished| {
        heard += finished.len();
        if heard > 100 { Err(InputError::new("enough")) } else { Ok(()) }
    });
    assert_eq!(stopped.unwrap_err().to_string(), "enough");
    assert!(heard < 10_000, "{heard}");
}
