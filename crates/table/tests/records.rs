//! Records verify unchanged; changed ones are rejected with the line number.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use crate::sample_games;

use std::path::Path;

use games::catalog;
use rules::{RetireReason, Seat};
use table::record::{read, write};
use table::verify::{VerifiedRecord, verify};
use table::{EventKind, Millis, TableEvent};

fn verified(text: &str) -> Result<VerifiedRecord, String> {
    verify(text, catalog::open_rules).map_err(|error| error.to_string())
}

/// The sample games are stored as golden files, so that a change of rules, dice or format shows; `KEEP=1` rewrites them.
#[test]
fn sample_games_match_the_golden_records() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/records");
    for (name, game) in sample_games::ALL {
        let file = folder.join(format!("{name}.record"));
        let played = game();
        if std::env::var_os("KEEP").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &played).unwrap();
        }
        let golden = std::fs::read_to_string(&file).unwrap();
        assert!(played == golden, "{name} differs from its golden record: KEEP=1 rewrites it");
        let verified_record = verified(&golden).unwrap();
        assert!(verified_record.outcome.is_some(), "{name}");
        assert_eq!(verified_record.dice_checked, verified_record.rolls > 0, "{name}");
        assert_eq!(write(&read(&golden).unwrap().events), golden, "{name}");
    }
}

#[test]
fn four_seats_of_which_two_play_on() {
    let record = read(&sample_games::halma_four()).unwrap();
    let left: Vec<(Seat, RetireReason, usize)> = record
        .events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| match event.kind {
            EventKind::Retired { seat, why } => Some((seat, why, index)),
            _ => None,
        })
        .collect();
    let [(three, RetireReason::Resigned, _), (two, RetireReason::OutOfTime, last)] = left[..] else {
        panic!("{left:?}")
    };
    assert_eq!((three.number(), two.number()), (3, 2));
    let after = &record.events[last..];
    let moves = after.iter().filter(|event| matches!(event.kind, EventKind::Moved { .. })).count();
    assert!(moves > 10, "two play on for {moves} moves");
    let ending = verified(&sample_games::halma_four()).unwrap().outcome.unwrap();
    assert_eq!((ending.places, ending.rule.as_str()), (vec![1, 3, 4, 2], "goal"));
}

#[test]
fn a_match_with_cube_crawford_and_takeback() {
    let text = sample_games::backgammon_match();
    for happened in [" double", " take  ~", " drop", "took-back", "offered", "answered"] {
        assert!(text.contains(happened), "{happened}");
    }
    let verified_record = verified(&text).unwrap();
    assert_eq!(verified_record.outcome.unwrap().rule, "match");
    // Positions on the way: at least one is of the Crawford game (the eighth field of an XGID).
    let record = read(&text).unwrap();
    let game = catalog::open_rules(&verified_record.setup.rules).unwrap();
    let mut board = game.start();
    let mut crawford = false;
    for event in effective_events(&record.events) {
        match &event.kind {
            EventKind::Moved { text, .. } => drop(board.play_text(text).unwrap()),
            EventKind::Rolled { roll } => board.apply_roll(roll).unwrap(),
            _ => {}
        }
        crawford |= board.position().split(':').nth(7) == Some("1");
    }
    assert!(crawford, "no Crawford game was played");
}

/// The events without those that were taken back.
fn effective_events(events: &[TableEvent]) -> Vec<&TableEvent> {
    let mut effective: Vec<&TableEvent> = Vec::new();
    for event in events {
        if let EventKind::TookBack { moves } = event.kind {
            for _ in 0..moves {
                while let Some(last) = effective.pop() {
                    if matches!(last.kind, EventKind::Moved { .. }) {
                        break;
                    }
                }
            }
        } else {
            effective.push(event);
        }
    }
    effective
}

/// Changes characters all over every record.
#[test]
fn a_changed_character_is_found_on_its_line() {
    for (name, game) in sample_games::ALL {
        let text = game();
        let characters: Vec<(usize, char)> = text.char_indices().collect();
        // A prime stride covers all columns in reasonable time.
        for &(at, old) in characters.iter().step_by(7) {
            let new = if old == '0' { '1' } else { '0' };
            let changed = format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..]);
            let line = text[..at].matches('\n').count() + 1;
            let error = verified(&changed).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: ")), "{name}, {old:?} on line {line}: {error}");
        }
        let cut = &text[..text.len() - 1];
        assert!(verified(cut).unwrap_err().contains("the last line is cut off"), "{name}");
    }
}

/// A record that stops in the middle is a game that is not finished.
#[test]
fn an_unfinished_record_verifies() {
    for (name, game) in sample_games::ALL {
        let text = game();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let events = read(&text).unwrap();
        for end in (events.lines[1]..lines.len() - 2).step_by(5) {
            let part = verified(&lines[..end].concat())
                .unwrap_or_else(|error| panic!("{name} up to {end}: {error}"));
            assert_eq!(part.outcome, None, "{name} up to {end}");
            assert!(!part.dice_checked);
        }
    }
}

/// An event is changed and the record sealed again: rules, clocks and dice reject it.
#[test]
fn a_forged_record_does_not_verify() {
    let forge = |text: &str, change: &dyn Fn(&mut Vec<TableEvent>)| {
        let mut record = read(text).unwrap();
        change(&mut record.events);
        for (event, number) in record.events.iter_mut().zip(0..) {
            event.number = number;
        }
        verified(&write(&record.events)).unwrap_err()
    };
    let first = |events: &[TableEvent], wanted: fn(&EventKind) -> bool| {
        events.iter().position(|event| wanted(&event.kind)).unwrap()
    };

    let backgammon = sample_games::backgammon_match();
    let error = forge(&backgammon, &|events| {
        let index = events.iter().rposition(|event| matches!(event.kind, EventKind::Rolled { .. })).unwrap();
        let EventKind::Rolled { roll } = &mut events[index].kind else { panic!("a roll") };
        *roll = if roll == "66" { "55".to_owned() } else { "66".to_owned() };
    });
    assert!(error.contains("does not match the dice: expected"), "{error}");
    let error = forge(&backgammon, &|events| {
        let EventKind::Opened(setup) = &mut events[0].kind else { panic!("a setup") };
        setup.commitment = Some("0".repeat(64));
    });
    assert!(error.contains("the secret does not match the commitment"), "{error}");
    let error = forge(&backgammon, &|events| {
        let index = first(events, |kind| matches!(kind, EventKind::ClientSeed { .. }));
        events.remove(index);
    });
    assert!(error.contains("does not match the dice"), "{error}");

    let error = forge(&backgammon, &|events| drop(events.pop()));
    assert!(error.contains("the secret of its dice is missing"), "{error}");
    let error = forge(&backgammon, &|events| {
        let EventKind::Opened(setup) = &mut events[0].kind else { panic!("a setup") };
        setup.commitment = None;
    });
    assert!(error.contains("has no commitment"), "{error}");
    let error = forge(&sample_games::othello(), &|events| {
        let EventKind::Opened(setup) = &mut events[0].kind else { panic!("a setup") };
        setup.commitment = Some("0".repeat(64));
    });
    assert!(error.contains("this game has none"), "{error}");

    let halma = sample_games::halma_four();
    let moved = |kind: &EventKind| matches!(kind, EventKind::Moved { .. });
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        events[index].kind = EventKind::Moved { seat: Seat::FIRST, text: "a1-h8".to_owned(), lag: Millis(0) };
    });
    assert!(error.contains("\"a1-h8\" of seat 1 is impossible: "), "{error}");
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        events[index].kind =
            EventKind::Moved { seat: Seat::SECOND, text: "a1-h8".to_owned(), lag: Millis(0) };
    });
    assert!(error.contains("it is not your turn"), "{error}");
    let error = forge(&halma, &|events| {
        let index =
            first(events, |kind| matches!(kind, EventKind::Retired { why: RetireReason::OutOfTime, .. }));
        events[index].at = Millis(events[index].at.0 - 1_000);
    });
    assert!(error.contains("the flag fall of seat 2 is impossible"), "{error}");
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        for event in &mut events[index..] {
            event.at = Millis(event.at.0 + 100_000);
        }
    });
    assert!(error.contains("expected the flag fall of seat 1"), "{error}");
    let error = forge(&halma, &|events| {
        let Some(TableEvent { kind: EventKind::Ended(outcome), .. }) = events.last_mut() else {
            panic!("the end")
        };
        outcome.places = vec![2, 3, 4, 1];
    });
    assert!(error.contains("with places 2, 3, 4, 1"), "{error}");
    assert!(error.contains("expected the end by goal with places 1, 3, 4, 2"), "{error}");
    let error = forge(&halma, &|events| {
        let EventKind::Opened(setup) = &mut events[0].kind else { panic!("a setup") };
        setup.position = "nonsense".to_owned();
    });
    assert!(error.starts_with("line 16: "), "{error}");
    let error = forge(&halma, &|events| {
        let end = events.last().unwrap().clone();
        events.push(TableEvent { kind: EventKind::Resumed, ..end });
    });
    assert!(error.contains("the resumption is impossible: the game is over"), "{error}");
    let error = forge(&halma, &|events| {
        let EventKind::Opened(setup) = &mut events[0].kind else { panic!("a setup") };
        setup.rules = setup.rules.replace("Leave-camp-value = 120", "Leave-camp-value = 10");
    });
    assert!(error.starts_with("line "), "{error}");
}

/// Properly sealed lines that do not belong in a record: a repeated line, extra words, an impossible time.
#[test]
fn a_record_contains_nothing_else() {
    let text = sample_games::othello();
    let bare: Vec<&str> = text.lines().map(|line| line.rsplit_once("  ~").unwrap().0).collect();
    let sealed = |lines: &[&str]| seal(lines);
    assert_eq!(sealed(&bare), text, "the test seals as the program does");
    let clock = bare.iter().position(|line| line.starts_with("clock")).unwrap();
    let begun = bare.iter().position(|line| line.ends_with("begun")).unwrap();
    let mut twice = bare.clone();
    twice.insert(clock, "clock 1m");
    let mut more = bare.clone();
    more[begun] = "0 begun and White cheated";
    let mut late = bare.clone();
    late[begun] = "18446744073709551615 begun";
    for (lines, line) in [(twice, clock + 1), (more, begun + 1), (late, begun + 1)] {
        let error = verified(&sealed(&lines)).unwrap_err();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
    }
    let error = verified(&text.replace('\n', "\r\n")).unwrap_err();
    assert!(error.contains("carriage return"), "{error}");
}

#[test]
fn long_lines_and_large_records_are_rejected() {
    let text = sample_games::othello();
    let long = text.replacen("seat 1 ", &format!("seat 1 {}", "x".repeat(1 << 16)), 1);
    let error = verified(&long).unwrap_err();
    assert!(error.starts_with("line ") && error.contains("bytes: expected at most 65536"), "{error}");
    let error = verified(&text.repeat(table::record::MAX_SIZE / text.len() + 1)).unwrap_err();
    assert!(error.contains("cannot read a record of"), "{error}");
}

/// Seals lines independently of the program: a chain of SHA-256, of which the first four bytes are shown.
fn seal(lines: &[&str]) -> String {
    use sha2::{Digest, Sha256};
    let mut state = [0u8; 32];
    let mut text = String::new();
    for line in lines {
        state = Sha256::new().chain_update(state).chain_update(line.as_bytes()).finalize().into();
        let shown: String = state[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        text.push_str(&format!("{line}  ~{shown}\n"));
    }
    text
}
