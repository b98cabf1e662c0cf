//! A relay as a referee: two devices whose every word is written here, and time is whatever we say.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::time::Duration;

use line::{BeginsAt, Claim, ColourOf, End, GameResult, Event, Strictness, Relay, RelayEffects, RelayOptions, EndReason};
use rules::Seat;

const BLACK: Seat = Seat::FIRST;
const WHITE: Seat = Seat::SECOND;

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A relay between device A with White, who begins, and device B.
struct Line {
    relay: Relay,
    now: Duration,
    /// What each device has heard and not yet been asked about.
    heard: [String; 2],
    ended: Option<GameResult>,
    notes: Vec<String>,
}

impl Line {
    fn new(seconds: u8, begins_at: BeginsAt) -> Line {
        let relay = Relay::new(&RelayOptions {
            strictness: Strictness::Tolerant,
            first: WHITE,
            a: WHITE,
            colour_of: [ColourOf::Pc; 2],
            seconds,
            begins_at,
            patience: Duration::from_secs(10),
        });
        let (now, heard) = (Duration::ZERO, [String::new(), String::new()]);
        let mut line = Line { relay, now, heard, ended: None, notes: Vec::new() };
        let effects = line.relay.start(line.now);
        line.take(effects);
        line
    }

    fn take(&mut self, effects: RelayEffects) {
        for (heard, bytes) in self.heard.iter_mut().zip(&effects.bytes) {
            heard.push_str(&String::from_utf8_lossy(bytes).replace('\r', " "));
        }
        for event in effects.events {
            match event {
                Event::GameResult(ended) => self.ended = Some(ended),
                Event::Note(_) | Event::At(..) => self.notes.push(event.to_string()),
                _ => {}
            }
        }
    }

    /// Time passes, and the relay is woken when it wants to be.
    fn wait_until(&mut self, then: Duration) {
        while let Some(deadline) = self.relay.deadline().filter(|deadline| *deadline <= then) {
            self.now = deadline.max(self.now);
            let effects = self.relay.wake(self.now);
            self.take(effects);
        }
        self.now = then;
    }

    fn says(&mut self, end: End, line: &str) {
        let effects = self.relay.hear(end, format!("{line}\r").as_bytes(), self.now);
        self.take(effects);
    }

    /// What a device has heard since it was last asked.
    fn heard(&mut self, end: End) -> String {
        std::mem::take(&mut self.heard[end.index()]).trim().to_owned()
    }

    /// Both devices answer all questions up to the beginning of the game; `to_seconds` is how each answers `ST`.
    fn begin(&mut self, to_seconds: [&str; 2]) {
        for _ in 0..20 {
            for (end, to_seconds) in End::BOTH.into_iter().zip(to_seconds) {
                let heard = self.heard(end);
                if !heard.is_empty() {
                    assert!(heard.len() <= 4, "one question at a time: {heard}");
                    self.says(end, if heard.starts_with("ST") { to_seconds } else { "OK" });
                }
            }
            let settled = self.now + at(100);
            self.wait_until(settled);
        }
        assert!(End::BOTH.iter().all(|&end| self.relay.end(end).has_begun_game()), "{:?}", self.notes);
    }
}

/// Whoever begins has all its time, however the game begins: the other hears of the game only then.
#[test]
fn the_first_to_move_has_all_its_time() {
    for begins_at in [BeginsAt::NewGame, BeginsAt::Colour, BeginsAt::Either] {
        let mut line = Line::new(2, begins_at);
        let (mut begun, mut questions) = ([None, None], [Vec::new(), Vec::new()]);
        for _ in 0..200 {
            for end in End::BOTH {
                let heard = line.heard(end);
                if !heard.is_empty() {
                    questions[end.index()].push(heard.clone());
                    line.says(end, "OK");
                }
                if heard.starts_with("SP") || heard == "NG" {
                    begun[end.index()] = Some(line.now);
                }
            }
            let later = line.now + at(10);
            line.wait_until(later);
        }
        assert_eq!(questions[0][2], "ST 3", "a second more than they have");
        let [Some(a), Some(b)] = begun else { panic!("{questions:?}") };
        assert!(b >= a, "{begins_at:?}: B begins at {b:?}, A at {a:?}");
        line.wait_until(a + at(1990));
        assert_eq!(line.ended, None, "{begins_at:?}");
        line.says(End::A, "MM E3");
        assert!(line.heard(End::B).starts_with("MV E3"), "{begins_at:?}");
    }
}

/// What a device takes to be late is late by our clock, or it is not.
#[test]
fn a_claim_is_judged_by_the_referees_clock() {
    for (claimed_after, is_granted) in [(1800, false), (1930, false), (1960, true)] {
        let mut line = Line::new(2, BeginsAt::NewGame);
        // A counts two seconds whatever it is told, and fast.
        line.begin(["ER", "OK"]);
        line.says(End::A, "MM E3");
        line.heard(End::A);
        assert!(line.heard(End::B).starts_with("MV E3"));
        line.says(End::B, "OK");
        let then = line.now + at(claimed_after);
        line.wait_until(then);
        line.says(End::A, "IT");
        assert_eq!(line.heard(End::A), if is_granted { "OK" } else { "PL" }, "{claimed_after}");
        if !is_granted {
            assert_eq!(line.ended, None);
            // B has the rest of its time.
            let then = line.now + at(1990 - claimed_after);
            line.wait_until(then);
            line.says(End::B, "MM D3");
            assert_eq!(line.ended, None, "{:?}", line.notes);
        }
    }
}

#[test]
fn who_is_late_by_the_referees_clock_has_lost_before_anybody_claims() {
    let mut line = Line::new(4, BeginsAt::NewGame);
    line.begin(["OK", "OK"]);
    line.says(End::A, "MM E3");
    line.says(End::B, "OK");
    let then = line.now + at(4000);
    line.wait_until(then);
    let ended = line.ended.unwrap();
    assert_eq!((ended.why, ended.winner), (EndReason::Claimed(BLACK, Claim::Late), Some(WHITE)));
    assert!(line.heard(End::A).ends_with("WN"));
    assert!(line.heard(End::B).ends_with("EG"));
    // A move that comes now is none.
    line.says(End::B, "MM D3");
    assert_eq!(line.ended.unwrap().discs, ended.discs);
}

/// A device that knows no ST counts two seconds: then both have two, and the other is told so.
#[test]
fn both_have_the_usual_seconds_if_one_knows_no_others() {
    for deaf in End::BOTH {
        let mut line = Line::new(5, BeginsAt::NewGame);
        let mut questions = [Vec::new(), Vec::new()];
        for _ in 0..30 {
            for end in End::BOTH {
                let heard = line.heard(end);
                if !heard.is_empty() {
                    let answer = if heard.starts_with("ST") && end == deaf { "ER" } else { "OK" };
                    questions[end.index()].push(heard);
                    line.says(end, answer);
                }
            }
        }
        let seconds = |end: End| -> Vec<&str> {
            let of_end = questions[end.index()].iter();
            of_end.map(String::as_str).filter(|question| question.starts_with("ST")).collect()
        };
        assert_eq!(seconds(deaf), ["ST 6"]);
        assert_eq!(seconds(deaf.other()), ["ST 6", "ST 3"]);
        assert!(line.notes.iter().any(|note| note.contains("both have 2 seconds")), "{:?}", line.notes);
        let begun = line.now;
        line.wait_until(begun + at(2100));
        assert_eq!(line.ended.unwrap().why, EndReason::Claimed(WHITE, Claim::Late));
    }
}
