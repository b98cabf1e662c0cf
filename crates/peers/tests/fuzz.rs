//! Protocol engines survive arbitrary input.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use engine::Analysis;
use peers::gtp::GtpEngine;
use peers::nboard::NBoardEngine;
use peers::uci::UciEngine;
use peers::{Effect, ProtocolEngine, TaskResult};
use proptest::prelude::*;
use rules::{InputError, Random};
use search::{Evaluation, Unit};

/// Sends lines, answers searches with a random legal move, and returns all output.
fn converse(engine: &mut dyn ProtocolEngine, lines: &[String]) -> Vec<String> {
    let mut said = Vec::new();
    for line in lines {
        let mut effects: std::collections::VecDeque<Effect> = engine.on_line(line).into();
        let mut searches = 0;
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Send(text) => said.push(text),
                Effect::Search(task) => {
                    let took = Duration::from_millis(1);
                    let Some(best) = task.position.random_move(&mut Random::new(task.number)) else {
                        let result = TaskResult { task: task.number, analysis: Ok(None), took };
                        effects.extend(engine.on_result(result));
                        continue;
                    };
                    let best = task.position.read_move(&best).unwrap();
                    // A hint deepens until the engine stops reaching the depth.
                    searches += 1;
                    let depth = if searches < 50 { task.limits.depth.unwrap_or(1) } else { 0 };
                    let pv = vec![best.clone()];
                    let evaluation = Evaluation::Value { value: -3.0, unit: Unit::Discs };
                    let analysis =
                        Analysis { best, evaluation, pv, depth, nodes: 1, alternatives: Vec::new() };
                    effects.extend(engine.on_result(TaskResult {
                        task: task.number,
                        analysis: Ok(Some(analysis)),
                        took,
                    }));
                }
                Effect::Stop
                | Effect::NewGame(_)
                | Effect::PonderHit
                | Effect::SetOption(..)
                | Effect::Open(_)
                | Effect::Quit => {}
            }
        }
        assert!(engine.is_idle(), "after {line:?}");
    }
    said
}

/// Commands with random arguments, and arbitrary lines.
fn lines(words: &'static [&'static str]) -> impl Strategy<Value = Vec<String>> {
    let argument = prop_oneof![
        Just(String::new()),
        "[bwBW]",
        "[a-i][0-9]",
        "-?[0-9]{1,20}",
        "(b|w|black|white) ([a-h][1-8]|pass)",
        "[A-H][1-8]/-?[0-9.]{0,5}/[0-9.]{0,5}",
        ".{0,30}",
    ];
    let known = (proptest::sample::select(words), argument.clone(), argument)
        .prop_map(|(word, first, second)| format!("{word} {first} {second}"));
    // `quit` ends the session and is tested elsewhere.
    let any = ".{0,60}".prop_filter("no end", |line| !line.contains("quit"));
    proptest::collection::vec(prop_oneof![4 => known, 1 => any], 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gtp_survives_any_input(lines in lines(&[
        "play", "genmove", "reg_genmove", "undo", "time_left", "time_settings", "boardsize", "clear_board", "komi", "5 play",
        "showboard", "final_score", "set_game", "known_command", "list_commands", "set_random_seed", "genmove b", "genmove w",
    ])) {
        let mut engine = GtpEngine::new("x");
        for text in converse(&mut engine, &lines) {
            prop_assert!(text.starts_with(['=', '?']) && text.ends_with('\n'), "{}", text);
            prop_assert!(!text.trim_end().contains("\n\n"), "{}", text);
        }
        let said = converse(&mut engine, &["clear_board".into(), "12 play b f5".into(), "13 genmove w".into()]);
        prop_assert_eq!(&said[..2], ["=\n", "=12\n"]);
        prop_assert!(["=13 D6\n", "=13 F4\n", "=13 F6\n"].contains(&said[2].as_str()), "{}", said[2]);
    }

    #[test]
    fn nboard_lives_through_anything(lines in lines(&[
        "nboard", "set depth", "set contempt", "set game", "set game (;B[F5]W[F6]", "set game (;GM[Othello];)", "set", "move",
        "F5", "hint", "hint 3", "go", "ping", "learn", "analyze", "PA",
    ])) {
        let mut engine = NBoardEngine::new("x");
        for text in converse(&mut engine, &lines) {
            prop_assert!(!text.contains('\n'), "{}", text);
        }
        let said = converse(&mut engine, &["set game (;B[F5];)".into(), "ping 8".into(), "go".into()]);
        prop_assert_eq!(&said[0], "pong 8");
        let answer = said.iter().find(|line| line.starts_with("=== ")).unwrap();
        prop_assert!(["=== D6", "=== F4", "=== F6"].contains(&&answer[..6]), "{}", answer);
    }

    #[test]
    fn uci_survives_any_input(lines in lines(&[
        "uci", "isready", "ucinewgame", "position", "position startpos moves e2e4", "position fen", "position startpos moves",
        "go", "go depth", "go searchmoves", "go wtime", "go infinite", "stop", "ponderhit", "setoption name", "debug",
        "setoption name MultiPV value", "setoption name UCI_Variant value", "setoption name UCI_Variant value knightmate",
        "setoption name ArmyFile value",
    ])) {
        let mut engine = UciEngine::new("x", "", |_| Err(InputError::new("there are no files"))).unwrap();
        let said = converse(&mut engine, &lines);
        let searches = lines.iter().filter(|line| line.split_whitespace().next() == Some("go")).count();
        let answers = said.iter().filter(|text| text.starts_with("bestmove ")).count();
        prop_assert_eq!(answers, searches, "{:?}", said);
        let chess = "setoption name UCI_Variant value chess";
        let moves = "position startpos moves e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7";
        let said = converse(&mut engine, &[chess.into(), moves.into(), "go depth 1".into()]);
        prop_assert_eq!(said, ["bestmove 0000"]);
    }
}
