//! Whatever is said to our engines, they answer or ignore it, and then still work.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use engine::Analysis;
use games::catalog;
use peers::gtp::GtpEngine;
use peers::nboard::NBoardEngine;
use peers::{Act, Conversation, Finding};
use proptest::prelude::*;
use rules::Random;
use search::{Evaluation, Unit};

/// Says lines, lets the engine find a legal move where it is asked, and returns all that was said.
fn converse(conversation: &mut dyn Conversation, lines: &[String]) -> Vec<String> {
    let mut said = Vec::new();
    for line in lines {
        let mut acts: std::collections::VecDeque<Act> = conversation.hear(line).into();
        let mut thoughts = 0;
        while let Some(act) = acts.pop_front() {
            match act {
                Act::Say(text) => said.push(text),
                Act::Think(task) => {
                    let board = catalog::open("othello", "").unwrap().read_position(&task.position).unwrap();
                    let best = board.random_move(&mut Random::new(task.number)).unwrap();
                    // A hint goes deeper as long as the engine does; at some time it does not.
                    thoughts += 1;
                    let depth = if thoughts < 50 { task.depth.unwrap_or(1) } else { 0 };
                    let pv = vec![best.clone()];
                    let evaluation = Evaluation::Value { value: -3.0, unit: Unit::Discs };
                    let advice = Analysis { best, evaluation, pv, depth, nodes: 1, alternatives: Vec::new() };
                    let took = Duration::from_millis(1);
                    acts.extend(conversation.learn(Finding {
                        task: task.number,
                        advice: Ok(Some(advice)),
                        took,
                    }));
                }
                Act::Stop | Act::Begin(_) | Act::Quit => {}
            }
        }
        assert!(conversation.is_idle(), "after {line:?}");
    }
    said
}

/// Lines of a protocol with random words behind them, and lines of anything.
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
    // `quit` ends a conversation, which is tested elsewhere.
    let any = ".{0,60}".prop_filter("no end", |line| !line.contains("quit"));
    proptest::collection::vec(prop_oneof![4 => known, 1 => any], 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn gtp_lives_through_anything(lines in lines(&[
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
}
