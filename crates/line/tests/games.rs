//! Whole games between both ends of a simulated line.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[allow(dead_code, reason = "the transcripts use the rest")]
mod harness;

use std::time::Duration;

use games::othello::Move;
use harness::{REPLY_TIMEOUT, device_options, known_profile, pc_options};
use line::{
    AfterRejection, ClaimCost, ColourOf, Device, DeviceId, DeviceOptions, DeviceProfile, Effects, EndReason,
    Endpoint, Event, GameResult, Pc, PcOptions, Probe, Quirks, Relay, RelayOptions, Strictness,
};
use proptest::prelude::*;
use rules::{Random, Seat};

const TICK: Duration = Duration::from_millis(20);

/// Endpoint with a random player that is sometimes late.
struct Player<S> {
    endpoint: S,
    random: Random,
    /// Time at which the awaited move will be played.
    moves_at: Option<Duration>,
    /// One move in this many takes too long.
    late_one_in: Option<u32>,
    results: Vec<GameResult>,
    notes: Vec<String>,
    finished: bool,
}

impl<S: Endpoint> Player<S> {
    fn new(endpoint: S, seed: u64, late_one_in: Option<u32>) -> Player<S> {
        let random = Random::new(seed);
        Player {
            endpoint,
            random,
            moves_at: None,
            late_one_in,
            results: Vec::new(),
            notes: Vec::new(),
            finished: false,
        }
    }

    /// Handles the events and returns the bytes.
    fn take(&mut self, effects: Effects, now: Duration) -> Vec<u8> {
        for event in effects.events {
            match event {
                Event::YourTurn { limit, .. } => {
                    let late_one_in = self.late_one_in.is_some_and(|one_in| self.random.below(one_in) == 0);
                    let wait = if late_one_in { limit + 5 * TICK } else { TICK * self.random.below(20) };
                    self.moves_at = Some(now + wait);
                }
                Event::Ended(result) => {
                    self.results.push(result);
                    self.moves_at = None;
                }
                Event::Began { .. } | Event::Claimed(_) | Event::TurnLost { .. } => self.moves_at = None,
                Event::Note(note) => self.notes.push(note),
                Event::Finished => self.finished = true,
                _ => {}
            }
        }
        effects.bytes
    }

    fn step(&mut self, received: &[u8], now: Duration) -> Vec<u8> {
        let effects = self.endpoint.on_bytes(received, now);
        let mut sent = self.take(effects, now);
        if self.moves_at.is_some_and(|at| at <= now) {
            self.moves_at = None;
            let moves = self.endpoint.game().moves();
            let squares: Vec<u8> = (0..64).filter(|square| moves >> square & 1 == 1).collect();
            let mv = self.random.pick(&squares).map_or(Move::PASS, |&square| Move::on(square));
            let effects = self.endpoint.play(mv, now).unwrap();
            sent.extend(self.take(effects, now));
        }
        sent
    }
}

/// Options of a PC that finds the opening.
fn finding_opening(strictness: Strictness, own: Seat) -> PcOptions {
    let profile = DeviceProfile { opening: None, ..known_profile() };
    PcOptions { profile, ..pc_options(strictness, own) }
}

/// Plays `games` games; bytes take one tick to arrive.
fn play(
    device: DeviceOptions,
    pc: PcOptions,
    games: usize,
    seed: u64,
    late_one_in: Option<u32>,
) -> (Player<Device>, Player<Pc>) {
    let mut device = Player::new(Device::new(device), seed, None);
    let mut pc = Player::new(Pc::new(pc), seed + 1, late_one_in);
    let mut now = Duration::ZERO;
    let effects = pc.endpoint.start(now);
    let mut to_device = pc.take(effects, now);
    for _ in 0..2_000_000 {
        now += TICK;
        let to_pc = device.step(&to_device, now);
        to_device = pc.step(&to_pc, now);
        if pc.finished {
            if pc.results.iter().filter(|result| !result.reason.is_restarted()).count() >= games {
                return (device, pc);
            }
            pc.finished = false;
            let own = pc.endpoint.own().other();
            let effects = pc.endpoint.new_game(own, now);
            to_device.extend(pc.take(effects, now));
        }
    }
    panic!("{} games are over, then nothing happened: {:?}", pc.results.len(), pc.notes.last());
}

#[test]
fn two_hundred_strict_games_without_a_note() {
    for first in [Seat::FIRST, Seat::SECOND] {
        let device = DeviceOptions { first, ..device_options(Strictness::Strict) };
        let pc = PcOptions {
            profile: DeviceProfile { first: Some(first), ..known_profile() },
            ..pc_options(Strictness::Strict, Seat::FIRST)
        };
        let (device, pc) = play(device, pc, 100, 5, None);
        assert_eq!(pc.notes, [""; 0]);
        assert_eq!(device.notes, [""; 0]);
        assert_eq!(device.results, pc.results);
        assert!(pc.results.iter().all(|result| result.reason == EndReason::PlayedOut));
        assert!(pc.results.iter().any(|result| result.winner == Some(Seat::FIRST)));
        assert!(pc.results.iter().any(|result| result.winner == Some(Seat::SECOND)));
    }
}

/// A tolerant PC copes with every quirk, alone and combined, for all prices of claims.
#[test]
fn tolerant_games_with_every_quirk() {
    let names = Quirks::NAMES.map(|(name, _)| name);
    let together = ["echo,nul,sp-ok,sp-starts,ok-before,print", "echo,crlf,ok-after,print", "lf,sp-starts"];
    for quirks in names.iter().chain(&together) {
        for (claim_cost, after_rejection) in
            [(ClaimCost::Turn, AfterRejection::Quit), (ClaimCost::Game, AfterRejection::PlayOn)]
        {
            let quirks: Quirks = quirks.parse().unwrap();
            let device =
                DeviceOptions { quirks, claim_cost, after_rejection, ..device_options(Strictness::Tolerant) };
            let mut pc = finding_opening(Strictness::Tolerant, Seat::FIRST);
            pc.profile.ok_after_ok = Some(quirks.ok_after_ok);
            let (device, pc) = play(device, pc, 8, 11, None);
            assert_eq!(pc.notes, [""; 0], "{quirks:?}");
            assert_eq!(pc.results.len(), 8, "{quirks:?}");
            assert!(pc.results.iter().all(|result| result.reason == EndReason::PlayedOut), "{quirks:?}");
            assert_eq!(device.results, pc.results, "{quirks:?}");
        }
    }
}

/// A PC that is often late loses turns or games, as claims cost, and both ends agree on which.
#[test]
fn a_pc_that_is_late_loses_turns_or_games() {
    for (strictness, claim_cost) in [Strictness::Strict, Strictness::Tolerant]
        .into_iter()
        .flat_map(|r| [ClaimCost::Turn, ClaimCost::Game].map(|a| (r, a)))
    {
        let device = DeviceOptions { claim_cost, ..device_options(strictness) };
        let (device, pc) = play(device, pc_options(strictness, Seat::SECOND), 12, 3, Some(12));
        assert_eq!(device.results, pc.results);
        let lost_at_once =
            pc.results.iter().filter(|result| matches!(result.reason, EndReason::RuleBroken(..))).count();
        assert_eq!(lost_at_once > 6, claim_cost == ClaimCost::Game, "{:?}", pc.results);
        assert!(pc.results.iter().all(|result| !result.reason.is_void()), "{:?}", pc.results);
    }
}

/// Plays two devices through a relay; one of them may be slow, disconnected or still starting.
fn relay(
    slow: Option<DeviceId>,
    gone: Option<DeviceId>,
    starting: Option<DeviceId>,
) -> (Vec<GameResult>, [Player<Device>; 2], Vec<String>) {
    let profiles = [ColourOf::Pc, ColourOf::Device].map(|colour_of| DeviceProfile {
        opening: None,
        colour_of: Some(colour_of),
        ..known_profile()
    });
    relay_between(profiles, Seat::SECOND, slow, gone, starting)
}

/// The same with the given knowledge of the devices, on which `first` moves first.
fn relay_between(
    profiles: [DeviceProfile; 2],
    first: Seat,
    slow: Option<DeviceId>,
    gone: Option<DeviceId>,
    starting: Option<DeviceId>,
) -> (Vec<GameResult>, [Player<Device>; 2], Vec<String>) {
    let options = RelayOptions {
        strictness: Strictness::Tolerant,
        a: Seat::SECOND,
        profiles,
        seconds: 3,
        reply_timeout: REPLY_TIMEOUT,
    };
    let mut relay = Relay::new(&options);
    let mut devices = [ColourOf::Pc, ColourOf::Device].map(|colour_of| {
        let end = if colour_of == ColourOf::Pc { DeviceId::A } else { DeviceId::B };
        let device = DeviceOptions { first, colour_of, ..device_options(Strictness::Strict) };
        Player::new(Device::new(device), 21 + end.index() as u64, (slow == Some(end)).then_some(10))
    });
    let mut now = Duration::ZERO;
    let mut effects = relay.start(now);
    let (mut results, mut notes) = (Vec::new(), Vec::new());
    for _ in 0..100_000 {
        now += TICK;
        let mut next = relay.on_timer(now);
        for end in DeviceId::BOTH {
            // Bytes sent to a device that is still starting are lost.
            let is_up = starting != Some(end) || now > Duration::from_secs(5);
            let received = if is_up { &effects.bytes[end.index()][..] } else { b"" };
            let sent = devices[end.index()].step(received, now);
            if gone == Some(end) && now > Duration::from_secs(5) {
                continue;
            }
            let more = relay.on_bytes(end, &sent, now);
            for end in DeviceId::BOTH {
                next.bytes[end.index()].extend(&more.bytes[end.index()]);
            }
            next.events.extend(more.events);
        }
        effects = next;
        let discs = |game: &line::LineGame| game.discs(Seat::FIRST) + game.discs(Seat::SECOND);
        let known = DeviceId::BOTH.map(|end| discs(relay.pc(end).game()));
        assert_eq!(Some(&discs(relay.game())), known.iter().max(), "no move is missing on the board");
        for event in &effects.events {
            match event {
                Event::Ended(result) => results.push(*result),
                Event::OnDevice(_, event) if matches!(**event, Event::Leds(_)) => {}
                Event::Note(_) | Event::OnDevice(..) => notes.push(event.to_string()),
                _ => {}
            }
        }
        if relay.is_finished() && effects.bytes.iter().all(Vec::is_empty) {
            return (results, devices, notes);
        }
    }
    panic!("the relay goes on: {notes:?}");
}

#[test]
fn two_devices_play_each_other() {
    let (results, devices, notes) = relay(None, None, None);
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].reason, EndReason::PlayedOut);
    assert_eq!(notes, [""; 0]);
    for device in devices {
        assert_eq!(device.results, results);
    }
}

/// The relay finds the side that moves first and the sides that SP names, and starts again with them.
#[test]
fn a_relay_finds_out_what_its_devices_need() {
    let unknown = DeviceProfile { quiet: Some(Duration::ZERO), ..DeviceProfile::default() };
    for first in [Seat::FIRST, Seat::SECOND] {
        let (results, devices, notes) = relay_between([unknown; 2], first, None, None, None);
        let played: Vec<&GameResult> = results.iter().filter(|result| !result.reason.is_void()).collect();
        assert_eq!(played.len(), 1, "{results:?} {notes:?}");
        assert_eq!(played[0].reason, EndReason::PlayedOut, "{notes:?}");
        for device in devices {
            assert_eq!(device.results.last(), Some(played[0]), "{notes:?}");
        }
    }
}

/// A PC that knows nothing of its device plays whole games in both colours, and knows it afterwards.
#[test]
fn a_pc_finds_out_what_its_device_needs() {
    let unknown = DeviceProfile { quiet: Some(Duration::from_millis(40)), ..DeviceProfile::default() };
    for first in [Seat::FIRST, Seat::SECOND] {
        for colour_of in [ColourOf::Pc, ColourOf::Device] {
            for own in [Seat::FIRST, Seat::SECOND] {
                for quirks in ["", "sp-ok,print", "sp-starts,lf", "echo,crlf,print", "ok-after-ok"] {
                    let quirks: Quirks = quirks.parse().unwrap();
                    let tolerant = device_options(Strictness::Tolerant);
                    let device = DeviceOptions { first, colour_of, quirks, ..tolerant };
                    let pc = PcOptions { profile: unknown, ..pc_options(Strictness::Tolerant, own) };
                    let (_, pc) = play(device, pc, 2, 7, None);
                    let what = format!("{first:?} {colour_of:?} {own:?} {quirks:?} {:?}", pc.notes);
                    let is_whole = |result: &&GameResult| result.reason == EndReason::PlayedOut;
                    assert_eq!(pc.results.iter().filter(is_whole).count(), 2, "{what} {:?}", pc.results);
                    let found = pc.endpoint.profile();
                    assert_eq!((found.first, found.colour_of), (Some(first), Some(colour_of)), "{what}");
                    assert_eq!(found.ok_after_ok, Some(quirks.ok_after_ok), "{what}");
                }
            }
        }
    }
}

/// The probe plays a few moves in both colours and reports what it has found.
#[test]
fn a_probe_reports_the_options_for_a_device() {
    let quirks = "sp-ok,print".parse().unwrap();
    let options = DeviceOptions {
        first: Seat::FIRST,
        colour_of: ColourOf::Device,
        quirks,
        ..device_options(Strictness::Tolerant)
    };
    let mut device = Player::new(Device::new(options), 3, None);
    let mut probe = Probe::new(DeviceProfile::default(), REPLY_TIMEOUT);
    let mut now = Duration::ZERO;
    let mut to_device = probe.start(now).bytes;
    while !probe.is_finished() {
        now += TICK;
        assert!(now < Duration::from_secs(300), "{:?}", probe.report());
        let to_pc = device.step(&to_device, now);
        to_device = probe.on_bytes(&to_pc, now).bytes;
    }
    let report = probe.report();
    assert!(report.is_complete(), "{report:?}");
    let options = "--opening AT,RST,ST,SP,NG --first black --sp-is device --ends cr --ok-after-ok no";
    assert_eq!(report.options().join(" "), options);
    assert!(report.quirks().iter().any(|quirk| quirk.contains("prints boards")), "{:?}", report.quirks());
}

#[test]
fn a_game_begins_when_both_devices_are_there() {
    let (results, devices, _) = relay(None, None, Some(DeviceId::B));
    assert_eq!(results.len(), 1);
    assert_eq!(results[0].reason, EndReason::PlayedOut);
    for device in devices {
        assert_eq!(device.results, results);
    }
}

#[test]
fn a_device_that_is_late_loses_to_the_other() {
    let (results, devices, _) = relay(Some(DeviceId::B), None, None);
    assert_eq!(results.len(), 1);
    assert!(
        matches!(results[0].reason, EndReason::RuleBroken(Seat::FIRST, line::Claim::Late)),
        "{results:?}"
    );
    assert_eq!(results[0].winner, Some(Seat::SECOND));
    // It has received WN.
    assert_eq!(devices[0].endpoint.leds(), [true, false, false]);
}

#[test]
fn a_device_that_is_gone_ends_the_game() {
    let (results, devices, _) = relay(None, Some(DeviceId::A), None);
    assert_eq!(results.len(), 1, "{results:?}");
    // A disconnected device looks like one that thinks too long.
    assert_eq!(results[0].reason, EndReason::RuleBroken(Seat::SECOND, line::Claim::Late));
    assert_eq!(results[0].winner, Some(Seat::FIRST));
    assert!(!devices[1].endpoint.is_playing());
}

/// A device has its nine seconds for a move even if the reply timeout is shorter.
#[test]
fn a_device_has_its_seconds() {
    let options = pc_options(Strictness::Strict, Seat::FIRST);
    let mut pc = Pc::new(PcOptions { seconds: Some(9), reply_timeout: Duration::from_secs(3), ..options });
    pc.start(Duration::ZERO);
    pc.on_bytes(b"OK\rOK\rOK\r\rOK\r", Duration::ZERO);
    assert!(pc.is_playing() && !pc.awaits_move());
    assert!(pc.deadline() >= Some(Duration::from_secs(9)), "{:?}", pc.deadline());
}

/// Input of a bad line.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let word = prop::sample::select(vec![
        "AT",
        "RST",
        "SP B",
        "SP W",
        "NG",
        "EG",
        "ST 3",
        "MV E3",
        "MV D6",
        "PS",
        "WN",
        "OK",
        "PL",
        "",
        "MM D3",
        "MP",
        "LS",
        "TE",
        "IL",
        "IT",
        "QT",
        "ER",
        "MM",
        "MV A",
        "hello there",
    ]);
    let end = prop::sample::select(vec!["\r", "\n", "\r\n", "\0", ""]);
    let piece = prop_oneof![
        8 => (word, end).prop_map(|(word, end)| format!("{word}{end}").into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    /// After any garbage, at any times, the next whole message is understood.
    #[test]
    fn a_device_understands_after_any_noise(noise in noise(), pauses in prop::collection::vec(0u64..4000, 60), strict: bool) {
        let strictness = if strict { Strictness::Strict } else { Strictness::Tolerant };
        let mut device = Player::new(Device::new(device_options(strictness)), 1, None);
        let mut now = Duration::ZERO;
        for (bytes, pause) in noise.chunks(16).zip(pauses.iter().cycle()) {
            now += Duration::from_millis(*pause);
            device.step(bytes, now);
        }
        let mut received = Vec::new();
        received.extend(device.step(b"\r", now));
        received.clear();
        device.moves_at = None;
        received.extend(device.step(b"AT\r", now));
        prop_assert_eq!(String::from_utf8_lossy(&received), "OK\r");
        // And a game can be played.
        let sent = device.step(b"RST\rSP W\rNG\rMV E3\r", now);
        prop_assert_eq!(String::from_utf8_lossy(&sent), "OK\r\rOK\rOK\r");
    }

    /// After any input the PC finishes and can start another game.
    #[test]
    fn a_pc_recovers_from_any_noise(noise in noise(), pauses in prop::collection::vec(0u64..4000, 60), strict: bool) {
        let strictness = if strict { Strictness::Strict } else { Strictness::Tolerant };
        let mut pc = Player::new(Pc::new(pc_options(strictness, Seat::SECOND)), 1, None);
        let mut now = Duration::ZERO;
        let effects = pc.endpoint.start(now);
        pc.take(effects, now);
        for (bytes, pause) in noise.chunks(16).zip(pauses.iter().cycle()) {
            now += Duration::from_millis(*pause);
            pc.step(bytes, now);
        }
        pc.step(b"\r", now);
        // Silence ends everything but our own turn.
        for _ in 0..200 {
            now += Duration::from_secs(1);
            pc.step(b"", now);
        }
        prop_assert!(pc.finished, "{:?}", pc.endpoint);
        let effects = pc.endpoint.new_game(Seat::SECOND, now);
        let sent = pc.take(effects, now);
        prop_assert_eq!(String::from_utf8_lossy(&sent), "RST\r");
        pc.step(b"OK\r", now);
        pc.step(b"\r", now);
        let sent = pc.step(b"OK\r", now + TICK);
        prop_assert!(pc.endpoint.is_playing(), "{:?} {:?}", pc.endpoint, String::from_utf8_lossy(&sent));
    }
}
