//! Tallies and journals.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use arena::{Ending, Failure, Journal, Pace, Report, Side, Tally, Terms, Thinking, Verdict};
use games::othello::Othello;
use games::tictactoe::TicTacToe;
use rules::cpu::Portable;
use rules::{Notation, Seat};

fn terms(games: u64) -> Terms {
    Terms { games, pace: Pace::Free, seed: 7, openings: 0, max_plies: Terms::USUAL_MAX_PLIES }
}

fn failed(side: Side, failure: Failure, sentence: &str) -> Ending {
    Ending::Failed { side, failure, sentence: sentence.to_owned() }
}

/// Games that ended in every way there is.
fn reports() -> Vec<Report> {
    let endings = [
        (Verdict::Win, Ending::Rule("more discs".to_owned())),
        (Verdict::Draw, Ending::Stopped),
        (Verdict::Loss, failed(Side::A, Failure::NoMove, "")),
        (Verdict::Win, failed(Side::B, Failure::Crash, "it ended: exit code 3 by failure A time: ?")),
        (Verdict::Draw, Ending::Rule("a rule by name".to_owned())),
        (Verdict::Loss, Ending::Rule("x".to_owned())),
    ];
    let report = |(game, (verdict, ending)): (u64, (Verdict, Ending))| {
        let [total, longest] = [1_000_000_007, 1009].map(|prime| Duration::from_nanos(prime * (game + 1)));
        let thinking =
            [Thinking { moves: game, total, longest }, Thinking { moves: 1, total: longest, longest }];
        Report { game, verdict, points: [game as i64, -1], plies: 60 - game, thinking, ending }
    };
    (0..).zip(endings).map(report).collect()
}

#[test]
fn tallies_do_not_depend_on_the_order_and_journals_keep_them() {
    let journal = Journal::new(&TicTacToe.rules_text(), ["random", "random"], &terms(6));
    let mut forward = Tally::new(6);
    let mut text = journal.heading().to_owned();
    for report in reports() {
        assert!(forward.add(&report));
        assert!(!forward.add(&report), "a game counts once");
        text.push_str(&journal.line(&report));
    }
    assert!(!forward.add(&Report { game: 6, ..reports().remove(0) }), "there is no such game");
    let mut backward = Tally::new(6);
    assert!(reports().iter().rev().all(|report| backward.add(report)));
    assert_eq!(forward, backward);
    assert_eq!((forward.trinomial(), forward.pentanomial()), ([2, 2, 2], [0, 1, 1, 1, 0]));
    assert_eq!((forward.points(), forward.stopped(), forward.played()), ([15, -6], 1, 6));

    let kept = journal.read(&text).unwrap();
    assert_eq!((kept.reports, kept.whole), (reports(), text.len()));
    // Wherever it is torn off, whole lines remain.
    for end in 0..text.len() {
        let kept = journal.read(&text[..end]).unwrap();
        assert!(kept.whole <= end && text[kept.whole..end].find('\n').is_none());
        assert_eq!(kept.reports.len(), text[..end].matches('\n').count().saturating_sub(1));
    }
}

#[test]
fn journals_of_other_matches_and_damaged_ones_are_refused() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let journal = |names, terms: &Terms| Journal::new(&rules.rules_text(), names, terms);
    let ours = journal(["random", "strong"], &terms(10));
    for other in [
        journal(["strong", "random"], &terms(10)),
        journal(["random", "strong"], &terms(12)),
        journal(["random", "strong"], &Terms { seed: 8, ..terms(10) }),
        journal(["random", "strong"], &Terms { openings: 1, ..terms(10) }),
        journal(["random", "strong"], &Terms { pace: Pace::Nodes(5), ..terms(10) }),
        journal(["random", "strong"], &Terms { max_plies: 5, ..terms(10) }),
        Journal::new(&TicTacToe.rules_text(), ["random", "strong"], &terms(10)),
    ] {
        let error = ours.read(other.heading()).unwrap_err().to_string();
        assert!(error.starts_with("it belongs to another match, "), "{error}");
    }
    assert!(ours.read("something else\n").unwrap_err().to_string().contains("not the journal of a match"));
    assert!(ours.read("something else").is_err());
    for line in [
        "game 0 win points 1 0 moves 5 A 3 1 1 B 2 1 1 by rule x",
        "game 1 won points 1 0 moves 5 A 3 1 1 B 2 1 1 by rule x",
        "game 1 win points 1 0 moves 5 A 3 1 1 B 2 1 by rule x",
        "game 1 win points 1 0 moves 5 A 3 1 1 B 2 1 1 by failure C no move",
        "game 1 win points 1 0 moves 5 A 3 1 1 B 2 1 1 by failure A boredom",
        "game 1 win points 1 0 moves 5 A 3 1 1 B 2 1 1",
        "",
    ] {
        let error = ours.read(&format!("{}{line}\n", ours.heading())).unwrap_err().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
