//! Tallies and journals.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use arena::{
    Failure, GameReport, GameResult, Journal, MatchClock, MatchConfig, MoveTimes, Side, Tally, Termination,
};
use engine::Limits;
use games::othello::Othello;
use games::tictactoe::TicTacToe;
use rules::cpu::Portable;
use rules::{Notation, Seat};
use table::HashChain;

fn config(games: u64) -> MatchConfig {
    MatchConfig { games, seed: 7, ..MatchConfig::default() }
}

fn clock() -> MatchClock {
    let base = Duration::from_secs(1);
    MatchClock { base, increment: base / 100, margin: Duration::ZERO }
}

fn failed(side: Side, failure: Failure, message: &str) -> Termination {
    Termination::Failed { side, failure, message: message.to_owned() }
}

/// One game for each kind of termination.
fn reports() -> Vec<GameReport> {
    let endings = [
        (GameResult::Win, Termination::Rule("more discs".to_owned())),
        (GameResult::Draw, Termination::MaxPlies),
        (GameResult::Loss, failed(Side::A, Failure::NoMove, "")),
        (GameResult::Win, failed(Side::B, Failure::Crash, "it ended: exit code 3 by failure A time: ?")),
        (GameResult::Draw, Termination::Rule("a rule by name".to_owned())),
        (GameResult::Loss, Termination::Rule("x".to_owned())),
    ];
    let report = |(game, (result, termination)): (u64, (GameResult, Termination))| {
        let [total, longest] = [1_000_000_007, 1009].map(|prime| Duration::from_nanos(prime * (game + 1)));
        let move_times =
            [MoveTimes { moves: game, total, longest }, MoveTimes { moves: 1, total: longest, longest }];
        GameReport { game, result, points: [game as i64, -1], plies: 60 - game, move_times, termination }
    };
    (0..).zip(endings).map(report).collect()
}

#[test]
fn tallies_ignore_the_order_of_games_and_journals_store_them() {
    let new_journal = || Journal::new(&TicTacToe.rules_text(), ["random", "random"], &config(6));
    let mut journal = new_journal();
    let mut forward = Tally::new(6);
    let mut text = journal.heading().to_owned();
    for report in reports() {
        assert!(forward.add(&report));
        assert!(!forward.add(&report), "a game counts once");
        text.push_str(&journal.append(&report));
    }
    assert!(!forward.add(&GameReport { game: 6, ..reports().remove(0) }), "there is no such game");
    let mut backward = Tally::new(6);
    assert!(reports().iter().rev().all(|report| backward.add(report)));
    assert_eq!(forward, backward);
    assert_eq!((forward.trinomial(), forward.pentanomial()), ([2, 2, 2], [0, 1, 1, 1, 0]));
    assert_eq!((forward.points(), forward.stopped(), forward.played()), ([15, -6], 1, 6));

    let mut reader = new_journal();
    let contents = reader.read(&text).unwrap();
    assert_eq!((contents.lines, contents.valid_len), (reports(), text.len()));
    assert_eq!(reader, journal, "the chain goes on after the last line");
    // Wherever the file is torn, the complete lines remain, and the next game is sealed after them.
    for end in 0..text.len() {
        let mut torn = new_journal();
        let contents = torn.read(&text[..end]).unwrap();
        assert!(contents.valid_len <= end && text[contents.valid_len..end].find('\n').is_none());
        let complete = contents.lines.len();
        assert_eq!(complete, text[..end].matches('\n').count().saturating_sub(1));
        let mut resumed = text[..contents.valid_len].to_owned();
        if resumed.is_empty() {
            resumed.push_str(torn.heading());
        }
        for report in &reports()[complete..] {
            resumed.push_str(&torn.append(report));
        }
        assert_eq!(resumed, text);
    }
}

#[test]
fn journals_of_other_matches_and_changed_ones_are_rejected() {
    let rules = Othello::new(Seat::FIRST, Portable);
    let journal_of = |names, config: &MatchConfig| Journal::new(&rules.rules_text(), names, config);
    let mut ours = journal_of(["random", "strong"], &config(10));
    for other in [
        journal_of(["strong", "random"], &config(10)),
        journal_of(["random", "strong"], &config(12)),
        journal_of(["random", "strong"], &MatchConfig { seed: 8, ..config(10) }),
        journal_of(["random", "strong"], &MatchConfig { opening_plies: 1, ..config(10) }),
        journal_of(
            ["random", "strong"],
            &MatchConfig { limits: [Limits::nodes(5), Limits::nodes(5)], ..config(10) },
        ),
        journal_of(
            ["random", "strong"],
            &MatchConfig { limits: [Limits::nodes(5), Limits::default()], ..config(10) },
        ),
        journal_of(["random", "strong"], &MatchConfig { balance: Some(0.5), ..config(10) }),
        journal_of(
            ["random", "strong"],
            &MatchConfig { opening_list: Some("book".to_owned()), ..config(10) },
        ),
        journal_of(["random", "strong"], &MatchConfig { clock: Some(clock()), ..config(10) }),
        journal_of(["random", "strong"], &MatchConfig { max_plies: 5, ..config(10) }),
        Journal::new(&TicTacToe.rules_text(), ["random", "strong"], &config(10)),
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
        // The line is rejected unsealed and, as no finished game, with its seal.
        let mut chain = HashChain::new();
        chain.check(ours.heading().trim_end()).unwrap();
        for text in [format!("{line}\n"), chain.seal(line)] {
            let error = ours.read(&format!("{}{text}", ours.heading())).unwrap_err().to_string();
            assert!(error.starts_with("line 2: "), "{error}");
        }
    }
}

#[test]
fn a_changed_line_is_rejected_with_its_number() {
    let new_journal = || Journal::new(&TicTacToe.rules_text(), ["random", "random"], &config(6));
    let mut journal = new_journal();
    let mut lines = vec![journal.heading().to_owned()];
    lines.extend(reports().iter().map(|report| journal.append(report)));
    let rejected = |lines: &[String]| new_journal().read(&lines.concat()).unwrap_err().to_string();
    for index in 1..lines.len() {
        let mut changed = lines.clone();
        changed[index] = changed[index].replacen("points", "p0ints", 1);
        assert!(rejected(&changed).starts_with(&format!("line {}: ", index + 1)));
        let mut dropped = lines.clone();
        dropped.remove(index);
        let is_last = index == lines.len() - 1;
        assert_eq!(new_journal().read(&dropped.concat()).is_ok(), is_last, "a prefix is a valid journal");
    }
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    assert!(rejected(&swapped).starts_with("line 3: "));
    let long = format!("{}{}\n", lines[0], "x".repeat(2 << 20));
    assert!(new_journal().read(&long).unwrap_err().to_string().contains("cannot read a line of"));
}

#[test]
fn a_journal_without_seals_is_rejected() {
    let mut journal = Journal::new(&TicTacToe.rules_text(), ["random", "random"], &config(6));
    let old = "takhteh match 1 0123456789abcdef tictactoe 1; A random\ngame 1 win points 1 0 moves 5 ...\n";
    let error = journal.read(old).unwrap_err().to_string();
    assert_eq!(
        error,
        "it was written by an older version, which did not seal its lines: expected a new file"
    );
}
