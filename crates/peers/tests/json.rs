//! Lines of JSON: local programs of every game, those of the examples, and those that fail.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::catalog;
use games::othello::Othello;
use games::tictactoe::TicTacToe;
use peers::json::{GameLines, LineAnswer};
use peers::{EngineFailure, FailureKind, GameHistory};
use rules::cpu::Portable;
use rules::{Notation, Rules, Seat, Status};
use search::{Engine, SearchLimits, SearchRequest};

/// A program that plays the first legal move of every line: without JSON tools, the first text after `"legal":[`.
const FIRST_MOVE: &str = r#"while read -r line; do
  legal=${line#*\"legal\":\[\"}; seen=${line#*\"latest\":};
  printf '{"do": "move", "move": "%s", "seen": %s}\n' "${legal%%\"*}" "${seen%%,*}";
done"#;

fn engine_of(script: &str) -> Box<dyn Engine<Othello>> {
    let name = format!("exec:json:sh -c '{}'", script.replace('\'', r"'\''").replace('\n', " "));
    let othello = Othello::new(Seat::FIRST, Portable);
    peers::make(&othello, &name.parse().unwrap()).unwrap_or_else(|error| panic!("{error}"))
}

/// Failure of a program that answers the first line like this.
fn failure(script: &str) -> (FailureKind, String) {
    let mut engine = engine_of(script);
    engine.new_game(1);
    let othello = Othello::new(Seat::FIRST, Portable);
    let never = AtomicBool::new(false);
    let limits = SearchLimits::until(&never).timed(Duration::from_millis(50));
    let result = engine.search(&SearchRequest::new(&othello, &othello.start(), &[], limits), &mut |_| {});
    assert_eq!(result, None, "{script}");
    let failure = *engine.failure().unwrap().downcast::<EngineFailure>().unwrap();
    assert!(!failure.sentence.contains('\n') && failure.sentence.len() < 1000, "{failure}");
    (failure.kind, failure.sentence)
}

#[test]
fn every_failure_has_a_kind_and_a_message() {
    use FailureKind::{Crash, Illegal, Protocol, Resignation, Time};
    let say = |text: &str| format!("read -r line; echo '{text}'; read -r line");
    for (script, kind, words) in [
        ("read -r line; echo out of luck >&2; exit 3".to_owned(), Crash, "ends with \"out of luck\""),
        ("read -r line; sleep 86411".to_owned(), Time, "did not answer"),
        (say(r#"{"do": "move", "move": "a1", "seen": 0}"#), Illegal, "a1 turns no disc over"),
        (say(r#"{"do": "move", "move": "d3", "seen": 7}"#), Protocol, "answers event 7: expected 0"),
        (say(r#"{"do": "resign", "seen": 0}"#), Resignation, "resigned"),
        (say(r#"{"do": "offer", "offer": "draw", "seen": 0}"#), Protocol, "expected a move or resign"),
        (say("d3"), Protocol, "expected {\"do\": \"move\""),
        (say(r#"{"do": "dance"}"#), Protocol, "unknown variant `dance`"),
        ("while :; do printf aaaaaaaaaaaaaaaaaaaa; done".to_owned(), Protocol, "longer than 65536"),
        ("while :; do echo; done".to_owned(), Protocol, "lines without answering"),
    ] {
        let (found, sentence) = failure(&script);
        assert_eq!(found, kind, "{script}: {sentence}");
        assert!(sentence.contains(words), "{script}: {sentence}");
    }
}

/// A line longer than a pipe holds, to a program that never reads.
#[test]
fn a_program_that_does_not_read_fails_in_time() {
    let mut process = peers::process::Process::start("sleep 86412", None).unwrap();
    let begin = Instant::now();
    let failure = process.send(&"x".repeat(1 << 20)).unwrap_err();
    assert_eq!(failure.kind, FailureKind::Stall, "{failure}");
    assert!((3..8).contains(&begin.elapsed().as_secs()), "{:?}", begin.elapsed());
}

#[test]
fn every_game_can_be_played_by_lines() {
    for info in &catalog::GAMES {
        let name = format!("exec:json:sh -c '{}'", FIRST_MOVE.replace('\'', r"'\''").replace('\n', " "));
        let mut engine = peers::open(info.name, "", Some(&name.parse().unwrap()))
            .unwrap_or_else(|error| panic!("{}: {error}", info.name));
        let game = catalog::open(info.name, "").unwrap();
        let mut position = game.start();
        let mut random = rules::Random::new(5);
        engine.new_game(1);
        for _ in 0..20 {
            match position.status() {
                Status::Over(_) => break,
                Status::Chance => {
                    let rolls = position.rolls();
                    let (roll, _) = &rolls[random.below(rolls.len() as u32) as usize];
                    position.apply_roll(roll).unwrap();
                }
                Status::Turn(_) => {
                    let never = AtomicBool::new(false);
                    let limits = SearchLimits::until(&never);
                    let found = engine.search(&*position, &[], &limits, &[], &mut |_| {});
                    let best = found.unwrap_or_else(|error| panic!("{}: {error}", info.name)).unwrap().best;
                    assert_eq!(
                        position.write_move(&best).as_ref(),
                        position.moves().first(),
                        "{}",
                        info.name
                    );
                    engine.on_move(&*position, &best);
                    position.play(&best).unwrap();
                }
            }
        }
    }
}

#[test]
fn lines_carry_what_is_new() {
    let game = catalog::open("tictactoe", "").unwrap();
    let mut lines = GameLines::new(game);
    let mut position = TicTacToe.start();
    let mut history = GameHistory {
        start: TicTacToe.write_position(&position),
        moves: Vec::new(),
        positions: vec![TicTacToe.write_position(&position)],
        clocks: None,
    };
    let mut seen = Vec::new();
    for _ in 0..3 {
        let (line, latest) = lines.request(&history, Some(Duration::from_secs(2))).unwrap();
        let line: bot_lines::TableLine<bot_lines::Moved> = bot_lines::TableLine::read(&line).unwrap();
        assert_eq!(
            (line.latest, line.ply, line.you.clone()),
            (Some(latest), latest as usize, vec![line.turn.unwrap()])
        );
        assert_eq!(line.rules.is_some(), latest == 0, "the rules are sent once");
        assert_eq!(line.clocks[usize::from(line.turn.unwrap()) - 1].left, Some(2000));
        seen.extend(line.events.iter().map(|event| (event.number, event.seat)));
        let chosen = line.legal.unwrap()[0].clone();
        let answer = format!(r#"{{"do": "move", "move": "{chosen}", "seen": {latest}}}"#);
        assert_eq!(GameLines::read_answer(&answer, latest), Some(Ok(LineAnswer::Move(chosen.clone()))));
        let mv = TicTacToe.read_move(&position, &chosen).unwrap();
        TicTacToe.play(&mut position, mv);
        history.moves.push(chosen);
        history.positions.push(TicTacToe.write_position(&position));
    }
    assert_eq!(seen, [(1, 1), (2, 2)]);
}
