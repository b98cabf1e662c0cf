//! OBF: round trips, and errors that name line and column.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::othello::formats::obf::{self, Problem};
use games::othello::{Move, Othello};
use proptest::prelude::*;
use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Seat};

const RULES: fn() -> Othello = || Othello::new(Seat::FIRST, Portable);

const START: &str = "---------------------------OX------XO---------------------------";

fn error(text: &str) -> String {
    obf::read(&RULES(), text).unwrap_err().to_string()
}

#[test]
fn lines_are_read() {
    let text = format!(
        "% two positions\n\n{START} X; F5:+2; d3:0;  c4 : -64 ; % the start \n  {START} O;\r\n{START} x;%none\n"
    );
    let problems = obf::read(&RULES(), &text).unwrap();
    assert_eq!(problems.len(), 3);
    assert_eq!(problems[0].position, RULES().start());
    assert_eq!(problems[0].scores, [(Move::on(37), 2), (Move::on(19), 0), (Move::on(26), -64)]);
    assert_eq!((problems[0].known_score(), problems[0].comment.as_str()), (Some(2), "the start"));
    assert_eq!((problems[1].position.turn(), problems[1].known_score()), (Seat::SECOND, None));
    assert_eq!(problems[2].comment, "none");
    assert_eq!(obf::read(&RULES(), "").unwrap(), []);
    // Others leave the last semicolon out, or begin with a mark.
    let careless = format!("\u{feff}{START} X; F5:+2; d3:0 % the start\n{START} X; F5:+2");
    let careless = obf::read(&RULES(), &careless).unwrap();
    assert_eq!(careless[0].scores, [(Move::on(37), 2), (Move::on(19), 0)]);
    assert_eq!(careless[1].scores, [(Move::on(37), 2)]);
    let written = obf::write(&problems);
    assert_eq!(
        written.lines().next(),
        Some(format!("{START} X; F5:+2; D3:+0; C4:-64; % the start").as_str())
    );
    assert_eq!(obf::read(&RULES(), &written).unwrap(), problems);
}

#[test]
fn a_pass_has_a_score_too() {
    let text = format!("OX-{} O; PS:+62;\n", "X".repeat(61));
    assert_eq!(
        error(&text),
        "line 1: column 69: pass cannot be played here: expected a legal move",
        "White can play c1"
    );
    let text = text.replace(" O;", " X;");
    let problems = obf::read(&RULES(), &text).unwrap();
    assert_eq!(problems[0].scores, [(Move::PASS, 62)]);
    assert_eq!(obf::read(&RULES(), &obf::write(&problems)).unwrap(), problems);
}

#[test]
fn errors_name_line_and_column() {
    let wrong = START.replacen("OX", "OQ", 1);
    for (text, sentence) in [
        (format!("\n{wrong} X;"), "line 2: column 29: \"Q\" cannot stand on e4: expected X, O or -"),
        (format!("{} X;", &START[1..]), "line 1: column 64: the board has 63 squares: expected 64"),
        (format!("{START}- X;"), "line 1: column 65: the board has 65 squares: expected 64"),
        (format!("{START};"), "line 1: column 65: the side to move is missing: expected X or O"),
        (
            format!("  {START} B;"),
            "line 1: column 68: cannot read \"B\": expected X or O for the side to move",
        ),
        ("XO".to_owned(), "line 1: column 1: \"XO\" does not end with ;: expected the board"),
        (
            format!("{START} X; F5:+2; D3"),
            "line 1: column 76: cannot read \"D3\": expected a move, a colon and its score",
        ),
        (
            format!("{START} X; F5 +2;"),
            "line 1: column 69: cannot read \"F5 +2\": expected a move, a colon and its score",
        ),
        (
            format!("{START} X; I5:+2;"),
            "line 1: column 69: cannot read \"I5\": expected a square from a1 to h8, or pass",
        ),
        (
            format!("{START} X; F5:+2; A1:+2;"),
            "line 1: column 76: a1 cannot be played here: expected a legal move",
        ),
        (
            format!("{START} X; F5:+65;"),
            "line 1: column 69: the score of f5 cannot be \"+65\": expected a whole number from -64 to 64",
        ),
        (format!("{START} X; F5:1; f5:2;"), "line 1: column 75: f5 has a score already: expected one a move"),
    ] {
        let message = error(&text);
        assert!(message.starts_with(sentence), "{text:?}: {message}");
    }
}

/// Positions of a random game with scores made up.
fn problems(seed: u64) -> Vec<Problem> {
    let rules = RULES();
    let mut random = Random::new(seed);
    let mut position = rules.start();
    let mut problems = Vec::new();
    loop {
        let mut moves = Vec::new();
        rules.legal_moves(&position, &mut moves);
        let scores = moves.iter().map(|&mv| (mv, random.below(129) as i32 - 64)).collect();
        problems.push(Problem { position, scores, comment: String::new() });
        match random.pick(&moves) {
            Some(&mv) => rules.play(&mut position, mv),
            None => return problems,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_problems_are_read_again(seed in any::<u64>()) {
        let problems = problems(seed);
        prop_assert_eq!(obf::read(&RULES(), &obf::write(&problems)).unwrap(), problems);
    }

    #[test]
    fn damaged_text_is_refused_or_read(
        seed in 0u64..50,
        edits in proptest::collection::vec((any::<prop::sample::Index>(), 0..4, any::<char>()), 1..6),
    ) {
        let mut text: Vec<char> = obf::write(&problems(seed)[..3]).chars().collect();
        for (at, kind, new) in edits {
            let at = at.index(text.len().max(1)).min(text.len().saturating_sub(1));
            match kind {
                _ if text.is_empty() => {}
                0 => text[at] = new,
                1 => drop(text.remove(at)),
                2 => text.insert(at, new),
                _ => text.truncate(at),
            }
        }
        let text: String = text.into_iter().collect();
        match obf::read(&RULES(), &text) {
            Ok(problems) => prop_assert_eq!(obf::read(&RULES(), &obf::write(&problems)).unwrap(), problems),
            Err(error) => {
                let message = error.to_string();
                prop_assert!(message.starts_with("line ") && message.contains(": column ") && message.contains("expected"));
                prop_assert!(!message.contains('\n'), "{}", message);
            }
        }
    }

    #[test]
    fn any_text_is_answered(text in "(?s).{0,300}") {
        let _ = obf::read(&RULES(), &text);
    }
}

#[test]
fn positions_are_written_as_the_notation_does() {
    let rules = RULES();
    for problem in problems(5) {
        let line = obf::write(std::slice::from_ref(&problem));
        assert_eq!(line.split(';').next(), Some(rules.write_position(&problem.position).as_str()));
    }
}
