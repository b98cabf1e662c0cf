//! Whole games on lines that are only imagined: both ends are ours, and time is whatever we say.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[allow(dead_code, reason = "the transcripts use the rest")]
mod stage;

use std::time::Duration;

use games::othello::Move;
use line::{
    ClaimCost, BeginsAt, ColourOf, Device, DeviceOptions, Effects, End, GameResult, Event, Quirks, Pc, PcOptions,
    Strictness, AfterRejection, Relay, RelayOptions, Endpoint, EndReason,
};
use proptest::prelude::*;
use rules::{Random, Seat};
use stage::{PATIENCE, device_options, pc_options};

const TICK: Duration = Duration::from_millis(20);

/// One end with somebody who plays at random, now and then not in time.
struct Player<S> {
    endpoint: S,
    random: Random,
    /// When the move that is thought about will be made.
    moves_at: Option<Duration>,
    /// One move in so many takes too long.
    dawdles: Option<u32>,
    endings: Vec<GameResult>,
    notes: Vec<String>,
    finished: bool,
}

impl<S: Endpoint> Player<S> {
    fn new(endpoint: S, seed: u64, dawdles: Option<u32>) -> Player<S> {
        let random = Random::new(seed);
        Player {
            endpoint,
            random,
            moves_at: None,
            dawdles,
            endings: Vec::new(),
            notes: Vec::new(),
            finished: false,
        }
    }

    /// Takes in what our end has done, and returns what it says.
    fn take(&mut self, effects: Effects, now: Duration) -> Vec<u8> {
        for event in effects.events {
            match event {
                Event::YourTurn { limit, .. } => {
                    let dawdles = self.dawdles.is_some_and(|one_in| self.random.below(one_in) == 0);
                    let wait = if dawdles { limit + 5 * TICK } else { TICK * self.random.below(20) };
                    self.moves_at = Some(now + wait);
                }
                Event::GameResult(ended) => {
                    self.endings.push(ended);
                    self.moves_at = None;
                }
                // Whoever thought about a turn need not any more.
                Event::Began { .. } | Event::Claimed(_) | Event::TurnLost { .. } => self.moves_at = None,
                Event::Note(note) => self.notes.push(note),
                Event::Finished => self.finished = true,
                _ => {}
            }
        }
        effects.bytes
    }

    fn step(&mut self, heard: &[u8], now: Duration) -> Vec<u8> {
        let effects = self.endpoint.hear(heard, now);
        let mut said = self.take(effects, now);
        if self.moves_at.is_some_and(|at| at <= now) {
            self.moves_at = None;
            let moves = self.endpoint.game().moves();
            let squares: Vec<u8> = (0..64).filter(|square| moves >> square & 1 == 1).collect();
            let mv = self.random.pick(&squares).map_or(Move::PASS, |&square| Move::on(square));
            let effects = self.endpoint.choose(mv, now).unwrap();
            said.extend(self.take(effects, now));
        }
        said
    }
}

/// Plays games until the PC has had enough; what was said may take a while to arrive.
fn play(
    device: DeviceOptions,
    pc: PcOptions,
    games: usize,
    seed: u64,
    dawdles: Option<u32>,
) -> (Player<Device>, Player<Pc>) {
    let mut device = Player::new(Device::new(device), seed, None);
    let mut pc = Player::new(Pc::new(pc), seed + 1, dawdles);
    let mut now = Duration::ZERO;
    let effects = pc.endpoint.start(now);
    let mut to_device = pc.take(effects, now);
    for _ in 0..2_000_000 {
        now += TICK;
        let to_pc = device.step(&to_device, now);
        to_device = pc.step(&to_pc, now);
        if pc.finished {
            if pc.endings.len() >= games {
                return (device, pc);
            }
            pc.finished = false;
            let own = pc.endpoint.own().other();
            let effects = pc.endpoint.again(own, now);
            to_device.extend(pc.take(effects, now));
        }
    }
    panic!("{} games are over, and then nothing more happened: {:?}", pc.endings.len(), pc.notes.last());
}

#[test]
fn two_hundred_strict_games_without_a_fault() {
    for first in [Seat::FIRST, Seat::SECOND] {
        let device = DeviceOptions { first, ..device_options(Strictness::Strict) };
        let pc = PcOptions { first, ..pc_options(Strictness::Strict, Seat::FIRST) };
        let (device, pc) = play(device, pc, 100, 5, None);
        assert_eq!(pc.notes, [""; 0]);
        assert_eq!(device.notes, [""; 0]);
        assert_eq!(device.endings, pc.endings);
        assert!(pc.endings.iter().all(|ended| ended.why == EndReason::PlayedOut));
        assert!(pc.endings.iter().any(|ended| ended.winner == Some(Seat::FIRST)));
        assert!(pc.endings.iter().any(|ended| ended.winner == Some(Seat::SECOND)));
    }
}

/// A tolerant PC lives with every quirk, alone and all together, whatever claims cost.
#[test]
fn tolerant_games_with_every_habit() {
    let words = Quirks::WORDS.map(|(word, _)| word);
    let together = ["echo,nul,sp-ok,sp-starts,ok-before,print", "echo,crlf,ok-behind,print", "lf,sp-starts"];
    for quirks in words.iter().chain(&together) {
        for (accepted, rejected) in [(ClaimCost::Turn, AfterRejection::Quit), (ClaimCost::Game, AfterRejection::PlayOn)] {
            let quirks: Quirks = quirks.parse().unwrap();
            let device = DeviceOptions { quirks, accepted, rejected, ..device_options(Strictness::Tolerant) };
            let (device, pc) = play(device, pc_options(Strictness::Tolerant, Seat::FIRST), 8, 11, None);
            assert_eq!(pc.notes, [""; 0], "{quirks:?}");
            assert_eq!(pc.endings.len(), 8, "{quirks:?}");
            assert!(pc.endings.iter().all(|ended| ended.why == EndReason::PlayedOut), "{quirks:?}");
            assert_eq!(device.endings, pc.endings, "{quirks:?}");
        }
    }
}

/// A PC that is often late loses turns or games, as claims cost, and both ends agree on which.
#[test]
fn a_pc_that_is_late_loses_turns_or_games() {
    for (strictness, accepted) in [Strictness::Strict, Strictness::Tolerant]
        .into_iter()
        .flat_map(|r| [ClaimCost::Turn, ClaimCost::Game].map(|a| (r, a)))
    {
        let device = DeviceOptions { accepted, ..device_options(strictness) };
        let (device, pc) = play(device, pc_options(strictness, Seat::SECOND), 12, 3, Some(12));
        assert_eq!(device.endings, pc.endings);
        let lost_at_once = pc.endings.iter().filter(|ended| matches!(ended.why, EndReason::Claimed(..))).count();
        assert_eq!(lost_at_once > 6, accepted == ClaimCost::Game, "{:?}", pc.endings);
        assert!(pc.endings.iter().all(|ended| !ended.why.is_void()), "{:?}", pc.endings);
    }
}

/// Two devices, one of them perhaps slow or gone.
fn relay(
    slow: Option<End>,
    gone: Option<End>,
    starting: Option<End>,
) -> (Vec<GameResult>, [Player<Device>; 2], Vec<String>) {
    let options = RelayOptions {
        strictness: Strictness::Tolerant,
        first: Seat::SECOND,
        a: Seat::SECOND,
        colour_of: [ColourOf::Pc, ColourOf::Device],
        seconds: 3,
        begins_at: BeginsAt::Either,
        patience: PATIENCE,
    };
    let mut relay = Relay::new(&options);
    let mut devices = End::BOTH.map(|end| {
        let device =
            DeviceOptions { colour_of: options.colour_of[end.index()], ..device_options(Strictness::Strict) };
        Player::new(Device::new(device), 21 + end.index() as u64, (slow == Some(end)).then_some(10))
    });
    let mut now = Duration::ZERO;
    let mut effects = relay.start(now);
    let (mut endings, mut notes) = (Vec::new(), Vec::new());
    for _ in 0..100_000 {
        now += TICK;
        let mut next = relay.wake(now);
        for end in End::BOTH {
            // What is said to a device that is still starting is lost.
            let is_up = starting != Some(end) || now > Duration::from_secs(5);
            let heard = if is_up { &effects.bytes[end.index()][..] } else { b"" };
            let said = devices[end.index()].step(heard, now);
            if gone == Some(end) && now > Duration::from_secs(5) {
                continue;
            }
            let more = relay.hear(end, &said, now);
            for end in End::BOTH {
                next.bytes[end.index()].extend(&more.bytes[end.index()]);
            }
            next.events.extend(more.events);
        }
        effects = next;
        let discs = |game: &line::Game| game.discs(Seat::FIRST) + game.discs(Seat::SECOND);
        let known = End::BOTH.map(|end| discs(relay.end(end).game()));
        assert_eq!(Some(&discs(relay.game())), known.iter().max(), "no move is missing on the board");
        for event in &effects.events {
            match event {
                Event::GameResult(ended) => endings.push(*ended),
                Event::At(_, event) if matches!(**event, Event::Leds(_)) => {}
                Event::Note(_) | Event::At(..) => notes.push(event.to_string()),
                _ => {}
            }
        }
        if relay.is_finished() && effects.bytes.iter().all(Vec::is_empty) {
            return (endings, devices, notes);
        }
    }
    panic!("the relay goes on: {notes:?}");
}

#[test]
fn two_devices_play_each_other() {
    let (endings, devices, notes) = relay(None, None, None);
    assert_eq!(endings.len(), 1);
    assert_eq!(endings[0].why, EndReason::PlayedOut);
    assert_eq!(notes, [""; 0]);
    for device in devices {
        assert_eq!(device.endings, endings);
    }
}

#[test]
fn a_game_begins_when_both_devices_are_there() {
    let (endings, devices, _) = relay(None, None, Some(End::B));
    assert_eq!(endings.len(), 1);
    assert_eq!(endings[0].why, EndReason::PlayedOut);
    for device in devices {
        assert_eq!(device.endings, endings);
    }
}

#[test]
fn a_device_that_is_late_loses_to_the_other() {
    let (endings, devices, _) = relay(Some(End::B), None, None);
    assert_eq!(endings.len(), 1);
    assert!(matches!(endings[0].why, EndReason::Claimed(Seat::FIRST, line::Claim::Late)), "{endings:?}");
    assert_eq!(endings[0].winner, Some(Seat::SECOND));
    // It has heard WN, and shows it.
    assert_eq!(devices[0].endpoint.leds(), [true, false, false]);
}

#[test]
fn a_device_that_is_gone_ends_the_game() {
    let (endings, devices, _) = relay(None, Some(End::A), None);
    assert_eq!(endings.len(), 1, "{endings:?}");
    // Nobody can tell one that is gone from one that thinks too long.
    assert_eq!(endings[0].why, EndReason::Claimed(Seat::SECOND, line::Claim::Late));
    assert_eq!(endings[0].winner, Some(Seat::FIRST));
    assert!(!devices[1].endpoint.is_playing());
}

/// However short our patience for answers is, a device that was told nine seconds for a move has them.
#[test]
fn a_device_has_its_seconds() {
    let options = pc_options(Strictness::Strict, Seat::FIRST);
    let mut pc = Pc::new(PcOptions { seconds: Some(9), patience: Duration::from_secs(3), ..options });
    pc.start(Duration::ZERO);
    pc.hear(b"OK\rOK\rOK\r\rOK\r", Duration::ZERO);
    assert!(pc.is_playing() && !pc.awaits_move());
    assert!(pc.deadline() >= Some(Duration::from_secs(9)), "{:?}", pc.deadline());
}

/// What a bad line could carry.
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
        let mut heard = Vec::new();
        heard.extend(device.step(b"\r", now));
        heard.clear();
        device.moves_at = None;
        heard.extend(device.step(b"AT\r", now));
        prop_assert_eq!(String::from_utf8_lossy(&heard), "OK\r");
        // And a game can be played.
        let said = device.step(b"RST\rSP W\rNG\rMV E3\r", now);
        prop_assert_eq!(String::from_utf8_lossy(&said), "OK\r\rOK\rOK\r");
    }

    /// Whatever the device says, the PC comes to an end, and can begin again.
    #[test]
    fn a_pc_gets_over_any_noise(noise in noise(), pauses in prop::collection::vec(0u64..4000, 60), strict: bool) {
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
        let effects = pc.endpoint.again(Seat::SECOND, now);
        let said = pc.take(effects, now);
        prop_assert_eq!(String::from_utf8_lossy(&said), "RST\r");
        pc.step(b"OK\r", now);
        pc.step(b"\r", now);
        let said = pc.step(b"OK\r", now + TICK);
        prop_assert!(pc.endpoint.is_playing(), "{:?} {:?}", pc.endpoint, String::from_utf8_lossy(&said));
    }
}
