//! The relay as referee between two scripted devices.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::time::Duration;

use line::{
    Claim, ColourOf, DeviceId, DeviceProfile, EndReason, Event, GameResult, Opening, Relay, RelayEffects,
    RelayOptions, Strictness,
};
use rules::Seat;

const BLACK: Seat = Seat::FIRST;
const WHITE: Seat = Seat::SECOND;

fn at(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// A device that follows the table, except for its opening.
fn profile(opening: Option<Opening>) -> DeviceProfile {
    DeviceProfile {
        opening,
        first: Some(WHITE),
        colour_of: Some(ColourOf::Pc),
        ok_after_ok: Some(false),
        quiet: Some(Duration::ZERO),
        ..DeviceProfile::default()
    }
}

/// A relay between device A with White, who begins, and device B.
struct Line {
    relay: Relay,
    now: Duration,
    /// Text that each device has received since the last call of `received`.
    received: [String; 2],
    result: Option<GameResult>,
    notes: Vec<String>,
}

impl Line {
    fn new(seconds: u8, opening: Option<Opening>) -> Line {
        let relay = Relay::new(&RelayOptions {
            strictness: Strictness::Tolerant,
            a: WHITE,
            profiles: [profile(opening); 2],
            seconds,
            reply_timeout: Duration::from_secs(10),
        });
        let (now, received) = (Duration::ZERO, [String::new(), String::new()]);
        let mut line = Line { relay, now, received, result: None, notes: Vec::new() };
        let effects = line.relay.start(line.now);
        line.take(effects);
        line
    }

    fn take(&mut self, effects: RelayEffects) {
        for (received, bytes) in self.received.iter_mut().zip(&effects.bytes) {
            received.push_str(&String::from_utf8_lossy(bytes).replace('\r', " "));
        }
        for event in effects.events {
            match event {
                Event::Ended(result) => self.result = Some(result),
                Event::Note(_) | Event::OnDevice(..) => self.notes.push(event.to_string()),
                _ => {}
            }
        }
    }

    /// Lets time pass and calls the relay at its deadlines.
    fn wait_until(&mut self, then: Duration) {
        while let Some(deadline) = self.relay.deadline().filter(|deadline| *deadline <= then) {
            self.now = deadline.max(self.now);
            let effects = self.relay.on_timer(self.now);
            self.take(effects);
        }
        self.now = then;
    }

    fn device_sends(&mut self, end: DeviceId, line: &str) {
        let effects = self.relay.on_bytes(end, format!("{line}\r").as_bytes(), self.now);
        self.take(effects);
    }

    /// Text that a device has received since the last call.
    fn received(&mut self, end: DeviceId) -> String {
        std::mem::take(&mut self.received[end.index()]).trim().to_owned()
    }

    /// Both devices reply to the whole opening; `to_seconds` are their replies to `ST`.
    fn begin(&mut self, to_seconds: [&str; 2]) {
        for _ in 0..20 {
            for (end, to_seconds) in DeviceId::BOTH.into_iter().zip(to_seconds) {
                let received = self.received(end);
                if !received.is_empty() {
                    assert!(received.len() <= 4, "one message at a time: {received}");
                    self.device_sends(end, if received.starts_with("ST") { to_seconds } else { "OK" });
                }
            }
            let settled = self.now + at(100);
            self.wait_until(settled);
        }
        assert!(DeviceId::BOTH.iter().all(|&end| self.relay.pc(end).has_begun_game()), "{:?}", self.notes);
    }
}

/// The device that moves first has its full time: the other one is started after it.
#[test]
fn the_first_to_move_has_all_its_time() {
    for begins_at in [Some(Opening::TABLE), Some("AT,RST,SP".parse().unwrap()), None] {
        let mut line = Line::new(2, begins_at);
        let (mut begun, mut messages) = ([None, None], [Vec::new(), Vec::new()]);
        for _ in 0..200 {
            for end in DeviceId::BOTH {
                let received = line.received(end);
                if !received.is_empty() {
                    messages[end.index()].push(received.clone());
                    line.device_sends(end, "OK");
                }
                if received.starts_with("SP") || received == "NG" {
                    begun[end.index()] = Some(line.now);
                }
            }
            let later = line.now + at(10);
            line.wait_until(later);
        }
        assert_eq!(messages[0][2], "ST 3", "a second more than they have");
        let [Some(a), Some(b)] = begun else { panic!("{messages:?}") };
        assert!(b >= a, "{begins_at:?}: B begins at {b:?}, A at {a:?}");
        line.wait_until(a + at(1990));
        assert_eq!(line.result, None, "{begins_at:?}");
        line.device_sends(DeviceId::A, "MM E3");
        assert!(line.received(DeviceId::B).starts_with("MV E3"), "{begins_at:?}");
    }
}

/// Claims are judged by the clock of the relay.
#[test]
fn a_claim_is_judged_by_the_referees_clock() {
    for (claimed_after, is_accepted) in [(1800, false), (1930, false), (1960, true)] {
        let mut line = Line::new(2, Some(Opening::TABLE));
        // A does not know ST, and its clock is fast.
        line.begin(["ER", "OK"]);
        line.device_sends(DeviceId::A, "MM E3");
        line.received(DeviceId::A);
        assert!(line.received(DeviceId::B).starts_with("MV E3"));
        line.device_sends(DeviceId::B, "OK");
        let then = line.now + at(claimed_after);
        line.wait_until(then);
        line.device_sends(DeviceId::A, "IT");
        assert_eq!(line.received(DeviceId::A), if is_accepted { "OK" } else { "PL" }, "{claimed_after}");
        if !is_accepted {
            assert_eq!(line.result, None);
            // B has the rest of its time.
            let then = line.now + at(1990 - claimed_after);
            line.wait_until(then);
            line.device_sends(DeviceId::B, "MM D3");
            assert_eq!(line.result, None, "{:?}", line.notes);
        }
    }
}

#[test]
fn a_late_device_loses_without_a_claim() {
    let mut line = Line::new(4, Some(Opening::TABLE));
    line.begin(["OK", "OK"]);
    line.device_sends(DeviceId::A, "MM E3");
    line.device_sends(DeviceId::B, "OK");
    let then = line.now + at(4000);
    line.wait_until(then);
    let result = line.result.unwrap();
    assert_eq!((result.reason, result.winner), (EndReason::RuleBroken(BLACK, Claim::Late), Some(WHITE)));
    assert!(line.received(DeviceId::A).ends_with("WN"));
    assert!(line.received(DeviceId::B).ends_with("EG"));
    // A later move is ignored.
    line.device_sends(DeviceId::B, "MM D3");
    assert_eq!(line.result.unwrap().discs, result.discs);
}

/// If a device does not know ST, both have two seconds.
#[test]
fn both_have_the_default_seconds_if_one_does_not_know_st() {
    for without_st in DeviceId::BOTH {
        let mut line = Line::new(5, Some(Opening::TABLE));
        let mut messages = [Vec::new(), Vec::new()];
        for _ in 0..30 {
            for end in DeviceId::BOTH {
                let received = line.received(end);
                if !received.is_empty() {
                    let reply = if received.starts_with("ST") && end == without_st { "ER" } else { "OK" };
                    messages[end.index()].push(received);
                    line.device_sends(end, reply);
                }
            }
        }
        let seconds = |end: DeviceId| -> Vec<&str> {
            let of_end = messages[end.index()].iter();
            of_end.map(String::as_str).filter(|message| message.starts_with("ST")).collect()
        };
        assert_eq!(seconds(without_st), ["ST 6"]);
        assert_eq!(seconds(without_st.other()), ["ST 6", "ST 3"]);
        assert!(line.notes.iter().any(|note| note.contains("both have 2 seconds")), "{:?}", line.notes);
        let begun = line.now;
        line.wait_until(begun + at(2100));
        assert_eq!(line.result.unwrap().reason, EndReason::RuleBroken(WHITE, Claim::Late));
    }
}

/// A device that needs another order of the opening, found after the other one has begun, joins that game.
#[test]
fn a_device_opened_again_joins_the_game_of_the_other() {
    let mut line = Line::new(5, None);
    let (mut messages, mut is_set_up) = ([Vec::new(), Vec::new()], false);
    for _ in 0..60 {
        for end in DeviceId::BOTH {
            let received = line.received(end);
            if received.is_empty() {
                continue;
            }
            let replies: &[&str] = match (end, received.as_str()) {
                (DeviceId::A, "NG") => &["OK", "MM E3"],
                // B passes on a cleared board: it needs NG before SP.
                (DeviceId::B, message) if message.starts_with("SP") && !is_set_up => &["MP"],
                (DeviceId::B, message) if message.starts_with("SP") => &[],
                (DeviceId::B, message) => {
                    is_set_up |= message == "NG";
                    &["OK"]
                }
                (DeviceId::A, _) => &["OK"],
            };
            messages[end.index()].push(received);
            for reply in replies {
                line.device_sends(end, reply);
            }
        }
        let later = line.now + at(50);
        line.wait_until(later);
    }
    let [_, b] = &messages;
    assert!(b.iter().any(|message| message.contains("MV E3")), "B received {b:?}; {:?}", line.notes);
    assert!(line.relay.is_playing() && line.result.is_none(), "{:?}", line.notes);
    line.device_sends(DeviceId::B, "MM D3");
    assert!(line.received(DeviceId::A).contains("MV D3"), "{:?}", line.notes);
}

/// A game that ends before the other device has begun ends for both.
#[test]
fn a_game_ends_before_the_other_device_has_begun() {
    let mut line = Line::new(2, Some(Opening::NG_FIRST));
    for _ in 0..300 {
        for end in DeviceId::BOTH {
            let received = line.received(end);
            // B is silent after NG: its opening goes on while A, which has begun, lets its time run out.
            let is_silent = end == DeviceId::B && ["NG", "SP W"].contains(&received.as_str());
            if !received.is_empty() && !is_silent {
                line.device_sends(end, "OK");
            }
        }
        let later = line.now + at(10);
        line.wait_until(later);
    }
    assert_eq!(line.result.unwrap().reason, EndReason::RuleBroken(WHITE, Claim::Late), "{:?}", line.notes);
    let later = line.now + at(5000);
    line.wait_until(later);
    assert!(line.relay.is_finished(), "{:?}", line.notes);
}
