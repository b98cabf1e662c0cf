//! Records: they verify as they are, and with anything changed they do not, and say where.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod stories;

use std::path::Path;

use games::catalog;
use rules::{RetireReason, Seat};
use table::record::{read, write};
use table::verify::{Verdict, verify};
use table::{Event, EventKind, Millis};

fn verdict(text: &str) -> Result<Verdict, String> {
    verify(text, catalog::open_rules).map_err(|error| error.to_string())
}

/// The stories are kept as files, so that a change of rules, dice or format shows; `KEEP=1` writes them anew.
#[test]
fn the_stories_are_told_as_before() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden/records");
    for (name, story) in stories::ALL {
        let file = folder.join(format!("{name}.record"));
        let told = story();
        if std::env::var_os("KEEP").is_some() {
            std::fs::create_dir_all(&folder).unwrap();
            std::fs::write(&file, &told).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(told == kept, "{name} is told differently than before: KEEP=1 keeps the new telling");
        let verdict = verdict(&kept).unwrap();
        assert!(verdict.ending.is_some(), "{name}");
        assert_eq!(verdict.dice_checked, verdict.rolls > 0, "{name}");
        assert_eq!(write(&read(&kept).unwrap().events), kept, "{name}");
    }
}

#[test]
fn four_seats_of_which_two_play_on() {
    let record = read(&stories::halma_four()).unwrap();
    let left: Vec<(Seat, RetireReason, usize)> = record
        .events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| match event.what {
            EventKind::Retired { seat, why } => Some((seat, why, index)),
            _ => None,
        })
        .collect();
    let [(three, RetireReason::Resigned, _), (two, RetireReason::OutOfTime, last)] = left[..] else {
        panic!("{left:?}")
    };
    assert_eq!((three.number(), two.number()), (3, 2));
    let after = &record.events[last..];
    let moves = after.iter().filter(|event| matches!(event.what, EventKind::Moved { .. })).count();
    assert!(moves > 10, "two play on for {moves} moves");
    let ending = verdict(&stories::halma_four()).unwrap().ending.unwrap();
    assert_eq!((ending.places, ending.rule.as_str()), (vec![1, 3, 4, 2], "goal"));
}

#[test]
fn a_match_with_cube_crawford_and_takeback() {
    let text = stories::backgammon_match();
    for happened in [" double", " take  ~", " drop", "took-back", "offered", "answered"] {
        assert!(text.contains(happened), "{happened}");
    }
    let verdict = verdict(&text).unwrap();
    assert_eq!(verdict.ending.unwrap().rule, "match");
    // Positions on the way: at least one is of the Crawford game (the eighth field of an XGID).
    let record = read(&text).unwrap();
    let game = catalog::open_rules(&verdict.setup.rules).unwrap();
    let mut board = game.start();
    let mut crawford = false;
    for event in moves_that_stand(&record.events) {
        match &event.what {
            EventKind::Moved { text, .. } => drop(board.play_text(text).unwrap()),
            EventKind::Rolled { roll } => board.apply_roll(roll).unwrap(),
            _ => {}
        }
        crawford |= board.position().split(':').nth(7) == Some("1");
    }
    assert!(crawford, "no Crawford game was played");
}

/// The events without those that were taken back.
fn moves_that_stand(events: &[Event]) -> Vec<&Event> {
    let mut standing: Vec<&Event> = Vec::new();
    for event in events {
        if let EventKind::TookBack { moves } = event.what {
            for _ in 0..moves {
                while let Some(last) = standing.pop() {
                    if matches!(last.what, EventKind::Moved { .. }) {
                        break;
                    }
                }
            }
        } else {
            standing.push(event);
        }
    }
    standing
}

/// "with one character changed does not, and says where": every character of every record, in turn.
#[test]
fn a_changed_character_is_found_on_its_line() {
    for (name, story) in stories::ALL {
        let text = story();
        let characters: Vec<(usize, char)> = text.char_indices().collect();
        // A prime stride: all columns of all lines come up over the stories, in a time that can be waited for.
        for &(at, old) in characters.iter().step_by(7) {
            let new = if old == '0' { '1' } else { '0' };
            let changed = format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..]);
            let line = text[..at].matches('\n').count() + 1;
            let error = verdict(&changed).unwrap_err();
            assert!(error.starts_with(&format!("line {line}: ")), "{name}, {old:?} on line {line}: {error}");
        }
        let cut = &text[..text.len() - 1];
        assert!(verdict(cut).unwrap_err().contains("the last line is cut off"), "{name}");
    }
}

/// A record that stops in the middle is a game that is not finished.
#[test]
fn an_unfinished_record_verifies() {
    for (name, story) in stories::ALL {
        let text = story();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let events = read(&text).unwrap();
        for end in (events.lines[1]..lines.len() - 2).step_by(5) {
            let part =
                verdict(&lines[..end].concat()).unwrap_or_else(|error| panic!("{name} up to {end}: {error}"));
            assert_eq!(part.ending, None, "{name} up to {end}");
            assert!(!part.dice_checked);
        }
    }
}

/// Somebody who changes an event and seals the record anew: the rules, the clocks and the dice tell.
#[test]
fn a_forged_record_does_not_verify() {
    let forge = |text: &str, change: &dyn Fn(&mut Vec<Event>)| {
        let mut record = read(text).unwrap();
        change(&mut record.events);
        for (event, number) in record.events.iter_mut().zip(0..) {
            event.number = number;
        }
        verdict(&write(&record.events)).unwrap_err()
    };
    let first = |events: &[Event], wanted: fn(&EventKind) -> bool| {
        events.iter().position(|event| wanted(&event.what)).unwrap()
    };

    let backgammon = stories::backgammon_match();
    let error = forge(&backgammon, &|events| {
        let index = events.iter().rposition(|event| matches!(event.what, EventKind::Rolled { .. })).unwrap();
        let EventKind::Rolled { roll } = &mut events[index].what else { panic!("a roll") };
        *roll = if roll == "66" { "55".to_owned() } else { "66".to_owned() };
    });
    assert!(error.contains("is not what the dice gave: expected"), "{error}");
    let error = forge(&backgammon, &|events| {
        let EventKind::Opened(setup) = &mut events[0].what else { panic!("the opening") };
        setup.commitment = Some("0".repeat(64));
    });
    assert!(error.contains("the secret does not fit the commitment"), "{error}");
    let error = forge(&backgammon, &|events| {
        let index = first(events, |what| matches!(what, EventKind::Word { .. }));
        events.remove(index);
    });
    assert!(error.contains("is not what the dice gave"), "{error}");

    let error = forge(&backgammon, &|events| drop(events.pop()));
    assert!(error.contains("the secret of its dice is missing"), "{error}");
    let error = forge(&backgammon, &|events| {
        let EventKind::Opened(setup) = &mut events[0].what else { panic!("the opening") };
        setup.commitment = None;
    });
    assert!(error.contains("has no commitment"), "{error}");
    let error = forge(&stories::othello(), &|events| {
        let EventKind::Opened(setup) = &mut events[0].what else { panic!("the opening") };
        setup.commitment = Some("0".repeat(64));
    });
    assert!(error.contains("this game has none"), "{error}");

    let halma = stories::halma_four();
    let moved = |what: &EventKind| matches!(what, EventKind::Moved { .. });
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        events[index].what = EventKind::Moved { seat: Seat::FIRST, text: "a1-h8".to_owned() };
    });
    assert!(error.contains("\"a1-h8\" of seat 1 cannot be: "), "{error}");
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        events[index].what = EventKind::Moved { seat: Seat::SECOND, text: "a1-h8".to_owned() };
    });
    assert!(error.contains("it is not your turn"), "{error}");
    let error = forge(&halma, &|events| {
        let index =
            first(events, |what| matches!(what, EventKind::Retired { why: RetireReason::OutOfTime, .. }));
        events[index].at = Millis(events[index].at.0 - 1_000);
    });
    assert!(error.contains("the end of seat 2's time cannot be"), "{error}");
    let error = forge(&halma, &|events| {
        let index = first(events, moved);
        for event in &mut events[index..] {
            event.at = Millis(event.at.0 + 100_000);
        }
    });
    assert!(error.contains("expected the end of seat 1's time"), "{error}");
    let error = forge(&halma, &|events| {
        let Some(Event { what: EventKind::Ended(ending), .. }) = events.last_mut() else { panic!("the end") };
        ending.places = vec![2, 3, 4, 1];
    });
    assert!(error.contains("with places 2, 3, 4, 1"), "{error}");
    assert!(error.contains("expected the end by goal with places 1, 3, 4, 2"), "{error}");
    let error = forge(&halma, &|events| {
        let EventKind::Opened(setup) = &mut events[0].what else { panic!("the opening") };
        setup.position = "nonsense".to_owned();
    });
    assert!(error.starts_with("line 16: "), "{error}");
    let error = forge(&halma, &|events| {
        let end = events.last().unwrap().clone();
        events.push(Event { what: EventKind::Resumed, ..end });
    });
    assert!(error.contains("going on after a stop cannot be: the game is over"), "{error}");
    let error = forge(&halma, &|events| {
        let EventKind::Opened(setup) = &mut events[0].what else { panic!("the opening") };
        setup.rules = setup.rules.replace("Leave-camp-value = 120", "Leave-camp-value = 10");
    });
    assert!(error.starts_with("line "), "{error}");
}

/// What is sealed properly but is not what a record holds: a line twice, words behind an event, a time beyond all time.
#[test]
fn a_record_holds_nothing_else() {
    let text = stories::othello();
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
        let error = verdict(&sealed(&lines)).unwrap_err();
        assert!(error.starts_with(&format!("line {line}: ")), "{error}");
    }
    let error = verdict(&text.replace('\n', "\r\n")).unwrap_err();
    assert!(error.contains("carriage return"), "{error}");
}

/// The seal of each line, computed as the format says: a chain of SHA-256, the first four bytes shown.
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
