//! Failing programs: every failure has a kind and a message, no call blocks, and no process is left over.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use games::backgammon::BackgammonMatch;
use games::othello::Othello;
use games::tictactoe::TicTacToe;
use peers::{EngineFailure, FailureKind};
use rules::cpu::Portable;
use rules::{Notation, Rules, Seat};
use search::{Engine, SearchLimits, SearchRequest};

fn script(arguments: &str) -> String {
    format!("sh {}/tests/broken.sh {arguments}", env!("CARGO_MANIFEST_DIR"))
}

fn othello() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}

fn program(protocol: &str, arguments: &str) -> Box<dyn Engine<Othello>> {
    let name = format!("exec:{protocol}:{}", script(&format!("{protocol} {arguments}")));
    peers::make(&othello(), &name.parse().unwrap()).unwrap()
}

/// Failure of a program that has `time` milliseconds for a move.
fn failure(protocol: &str, arguments: &str, time: u64) -> (FailureKind, String) {
    let mut engine = program(protocol, arguments);
    engine.new_game(1);
    let never = AtomicBool::new(false);
    let limits = SearchLimits::until(&never).timed(Duration::from_millis(time));
    let result = engine.search(&SearchRequest::new(&othello(), &othello().start(), &[], limits), &mut |_| {});
    assert_eq!(result, None, "{protocol} {arguments}");
    let failure = *engine.failure().unwrap().downcast::<EngineFailure>().unwrap();
    assert!(engine.failure().is_none(), "it is reported once");
    assert!(!failure.sentence.contains('\n') && failure.sentence.starts_with("sh "), "{failure}");
    (failure.kind, failure.sentence)
}

#[test]
fn every_failure_has_a_kind_and_a_message() {
    use FailureKind::{Crash, Illegal, Protocol, Resignation, Time};
    for (protocol, way, kind, words) in [
        ("gtp", "crash", Crash, "exited (exit status: 3); its error output ends with \"out of luck\""),
        ("nboard", "crash", Crash, "exited (exit status: 3); its error output ends with \"out of luck\""),
        ("gtp", "illegal", Illegal, "played \"A1\", but move 1: a1 turns no disc over"),
        ("nboard", "illegal", Illegal, "played \"A1\", but move 1: A1 turns no disc over"),
        ("gtp", "nonsense", Protocol, "answered \"what do you mean?\" to \"genmove b\": expected = or ?"),
        ("nboard", "nonsense", Illegal, "played \"the\""),
        ("gtp", "flood", Protocol, "answered \"status still thinking\""),
        ("nboard", "flood", Protocol, "lines without answering \"go\""),
        ("gtp", "long", Protocol, "sent a line longer than 65536 bytes"),
        ("nboard", "long", Protocol, "sent a line longer than 65536 bytes"),
        ("gtp", "stubborn", Protocol, "rejected \"genmove b\": \"not in the mood\""),
        ("gtp", "resign", Resignation, "resigned"),
        ("gtp", "closed", Crash, "closed its output"),
        ("gtp", "silent", Time, "did not answer \"genmove b\" within 3.0 s"),
        ("nboard", "silent", Time, "did not answer \"go\" within 2.1 s"),
    ] {
        let begin = Instant::now();
        let (found, sentence) = failure(protocol, way, 100);
        assert_eq!(found, kind, "{protocol} {way}: {sentence}");
        assert!(sentence.contains(words), "{protocol} {way}: {sentence}");
        assert!(begin.elapsed() < Duration::from_secs(8), "{protocol} {way} took {:?}", begin.elapsed());
    }
}

/// `true` if a process with this argument is running.
fn runs(argument: &str) -> bool {
    std::fs::read_dir("/proc").unwrap().flatten().any(|entry| {
        let words = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        words.split(|&byte| byte == 0).any(|word| word == argument.as_bytes())
    })
}

#[test]
#[cfg(target_os = "linux")]
fn no_process_is_left_over() {
    // Arguments that no other process has.
    for (way, seconds, is_crash) in
        [("family", "86401", true), ("silent", "86402", false), ("closed", "86403", true)]
    {
        let (kind, sentence) = failure("gtp", &format!("{way} {seconds}"), 50);
        assert_eq!(kind == FailureKind::Crash, is_crash, "{sentence}");
        let begin = Instant::now();
        while runs(seconds) {
            assert!(begin.elapsed() < Duration::from_secs(5), "{way}: something still runs");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    // The same holds for an engine that was never used.
    let engine = program("nboard", "silent 86404");
    assert!(runs("86404"));
    drop(engine);
    assert!(!runs("86404"));
}

#[test]
fn a_failed_program_is_restarted_for_the_next_game() {
    let mut engine = program("gtp", "crash");
    let never = AtomicBool::new(false);
    for game in 0..3 {
        engine.new_game(game);
        let result = engine.search(
            &SearchRequest::new(&othello(), &othello().start(), &[], SearchLimits::until(&never)),
            &mut |_| {},
        );
        assert_eq!(result, None);
        let failure = engine.failure().unwrap().downcast::<EngineFailure>().unwrap();
        assert_eq!(failure.kind, FailureKind::Crash);
    }
}

#[test]
fn stop_cancels_the_wait_for_a_move() {
    let mut engine = program("gtp", "silent");
    engine.new_game(1);
    let stop = AtomicBool::new(true);
    let begin = Instant::now();
    assert!(
        engine
            .search(
                &SearchRequest::new(&othello(), &othello().start(), &[], SearchLimits::until(&stop)),
                &mut |_| {}
            )
            .is_none()
    );
    assert!(begin.elapsed() < Duration::from_secs(3));
}

#[test]
fn unusable_programs_are_rejected() {
    for (name, words) in [
        ("exec:gtp:no-such-program-here", "cannot start \"no-such-program-here\": "),
        ("exec:gtp:'no end", "expected a closing quote"),
        (
            "exec:telepathy:x",
            "unknown protocol \"telepathy\": expected json, gtp, nboard, uci, xboard or judge",
        ),
        ("exec:gtp:true", "true exited (exit status: 0)"),
        ("exec:nboard:false", "false exited (exit status: 1)"),
        (
            "exec:gtp:sh -c 'read x; echo hello; read x'",
            "sh answered \"hello\" to \"protocol_version\": expected = or ?",
        ),
        ("exec:gtp:sh -c 'read x; echo = 1; echo; read x'", "sh uses GTP version \"1\": expected 2"),
    ] {
        let error = peers::make(&othello(), &name.parse().unwrap()).err().unwrap().to_string();
        assert!(error.contains(words), "{name}: {error}");
    }
    let error = peers::make(&othello(), &"exec:judge:x".parse().unwrap()).err().unwrap().to_string();
    assert_eq!(error, "cannot play othello by judge: expected backgammon");
    let error =
        peers::make(&BackgammonMatch::to(3), &"exec:judge:x".parse().unwrap()).err().unwrap().to_string();
    assert!(error.starts_with("cannot play a match by judge: it has no cube"), "{error}");
    let error = peers::make(&TicTacToe, &"exec:gtp:x".parse().unwrap()).err().unwrap().to_string();
    assert_eq!(error, "cannot play tictactoe by gtp: expected othello");
}

#[test]
fn gtp_rejects_a_position_without_a_game() {
    let mut engine = program("gtp", "illegal");
    engine.new_game(1);
    let never = AtomicBool::new(false);
    let position = othello()
        .read_position("-------------------X-------XX------XO--------------------------- O")
        .unwrap();
    assert!(
        engine
            .search(&SearchRequest::new(&othello(), &position, &[], SearchLimits::until(&never)), &mut |_| {})
            .is_none()
    );
    assert!(
        engine.failure().unwrap().to_string().contains("GTP transmits games from the start position only")
    );
}
