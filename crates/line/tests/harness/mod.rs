//! Endpoint with simulated time, for transcripts.

use std::time::Duration;

use games::othello::Move;
use line::{
    AfterRejection, ClaimCost, ColourOf, Device, DeviceOptions, DeviceProfile, Effects, Endpoint, Event,
    Opening, Pc, PcOptions, Quirks, Strictness, Terminator,
};
use rules::Seat;
use rules::square::read_square;

pub const REPLY_TIMEOUT: Duration = Duration::from_secs(10);

pub struct Harness {
    role: Role,
    now: Duration,
    /// Line terminator of sent messages.
    terminator: Terminator,
    sent: Vec<u8>,
    events: Vec<String>,
    /// `true` to play the first legal move automatically.
    plays_first: bool,
}

enum Role {
    Device(Box<Device>),
    Pc(Box<Pc>),
}

impl Role {
    fn endpoint(&mut self) -> &mut dyn Endpoint {
        match self {
            Role::Device(device) => &mut **device,
            Role::Pc(pc) => &mut **pc,
        }
    }
}

pub fn device_options(strictness: Strictness) -> DeviceOptions {
    DeviceOptions {
        strictness,
        first: Seat::SECOND,
        colour_of: ColourOf::Pc,
        seconds: 2,
        claim_cost: ClaimCost::Turn,
        after_rejection: AfterRejection::Quit,
        quirks: Quirks::default(),
        reply_timeout: REPLY_TIMEOUT,
    }
}

/// Properties of a device that follows the table, so that nothing is left to find out.
pub fn known_profile() -> DeviceProfile {
    DeviceProfile {
        opening: Some(Opening::TABLE),
        first: Some(Seat::SECOND),
        colour_of: Some(ColourOf::Pc),
        ends: Some(Terminator::Cr),
        ok_after_ok: Some(false),
        quiet: Some(Duration::ZERO),
    }
}

pub fn pc_options(strictness: Strictness, own: Seat) -> PcOptions {
    PcOptions {
        strictness,
        own,
        profile: known_profile(),
        seconds: None,
        auto_pass: true,
        hold_before_game: false,
        device_limit: None,
        grace: PcOptions::GRACE,
        reply_timeout: REPLY_TIMEOUT,
    }
}

pub fn square(name: &str) -> Option<Move> {
    let (column, row) = read_square(&name.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}

impl Harness {
    /// `device strict ...` or `pc tolerant white ...`.
    pub fn new(options: &str) -> Result<Harness, String> {
        let words: Vec<&str> = options.split_whitespace().collect();
        let strictness = if words.contains(&"strict") { Strictness::Strict } else { Strictness::Tolerant };
        let mut device = device_options(strictness);
        let mut pc = pc_options(strictness, Seat::FIRST);
        let mut plays_first = false;
        for &word in &words[1..] {
            match word {
                "strict" | "tolerant" => {}
                "engine-first" => plays_first = true,
                "black-first" => {
                    (device.first, pc.profile.first) = (Seat::FIRST, Some(Seat::FIRST));
                }
                "claims-cost-game" => device.claim_cost = ClaimCost::Game,
                "plays-on" => device.after_rejection = AfterRejection::PlayOn,
                "sp-is-device" => {
                    (device.colour_of, pc.profile.colour_of) = (ColourOf::Device, Some(ColourOf::Device));
                }
                "black" => pc.own = Seat::FIRST,
                "white" => pc.own = Seat::SECOND,
                "find-opening" => pc.profile.opening = None,
                "find-first" => pc.profile.first = None,
                "find-all" => {
                    pc.profile = DeviceProfile { quiet: pc.profile.quiet, ..DeviceProfile::default() }
                }
                "find-ends" => pc.profile.ends = None,
                "find-ok-after-ok" => pc.profile.ok_after_ok = None,
                "ok-after-ok" => {
                    pc.profile.ok_after_ok = Some(true);
                    device.quirks.ok_after_ok = true;
                }
                "quiet-80" => pc.profile.quiet = None,
                opening if opening.starts_with("opening-") => {
                    let list = opening.trim_start_matches("opening-");
                    pc.profile.opening = Some(list.parse().map_err(|error| format!("{error}"))?);
                }
                "seconds-5" => pc.seconds = Some(5),
                quirk => {
                    let more: Quirks = quirk.parse().map_err(|error| format!("{error}"))?;
                    let all = &mut device.quirks;
                    if more.terminator != Terminator::Cr {
                        all.terminator = more.terminator;
                    }
                    all.echoes |= more.echoes;
                    all.ok_to_colour |= more.ok_to_colour;
                    all.starts_at_colour |= more.starts_at_colour;
                    all.prints |= more.prints;
                    all.ok_after_ok |= more.ok_after_ok;
                    all.stray_ok = all.stray_ok.or(more.stray_ok);
                }
            }
        }
        let role = match words[0] {
            "device" => Role::Device(Box::new(Device::new(device))),
            "pc" => Role::Pc(Box::new(Pc::new(pc))),
            other => return Err(format!("{other} is neither device nor pc")),
        };
        let terminator = if words[0] == "device" { device.quirks.terminator } else { Terminator::Cr };
        let now = Duration::ZERO;
        Ok(Harness { role, now, terminator, sent: Vec::new(), events: Vec::new(), plays_first })
    }

    fn take(&mut self, effects: Effects) {
        self.sent.extend(effects.bytes);
        for event in effects.events {
            self.events.push(event.to_string());
            if matches!(event, Event::YourTurn { .. }) && self.plays_first {
                let moves = self.role.endpoint().game().moves();
                let mv = Move::on(moves.trailing_zeros() as u8);
                let effects = self.role.endpoint().play(mv, self.now).unwrap();
                self.take(effects);
            }
        }
    }

    /// Fails if a sent message is not in the transcript.
    pub fn expect_silence(&mut self) -> Result<(), String> {
        self.events.clear();
        if self.sent.is_empty() {
            return Ok(());
        }
        Err(format!("also sent {:?}", String::from_utf8_lossy(&self.sent)))
    }

    pub fn receive(&mut self, text: &str) {
        let mut bytes = bytes(text);
        if bytes.last() == Some(&b'\\') {
            bytes.pop();
        } else {
            bytes.push(b'\r');
        }
        let effects = self.role.endpoint().on_bytes(&bytes, self.now);
        self.take(effects);
    }

    pub fn expect_sent(&mut self, text: &str) -> Result<(), String> {
        let mut expected = bytes(text);
        if expected.last() == Some(&b'\\') {
            expected.pop();
        } else {
            expected.extend(self.terminator.bytes());
        }
        if !self.sent.starts_with(&expected) {
            let sent = String::from_utf8_lossy(&self.sent);
            return Err(format!("expected {text:?} to be sent, but got {sent:?}"));
        }
        self.sent.drain(..expected.len());
        Ok(())
    }

    /// Lets seconds pass.
    pub fn wait(&mut self, seconds: &str) -> Result<(), String> {
        let until = self.now + Duration::from_secs_f64(seconds.parse().map_err(|error| format!("{error}"))?);
        while let Some(deadline) = self.role.endpoint().deadline().filter(|&deadline| deadline <= until) {
            self.now = self.now.max(deadline);
            let effects = self.role.endpoint().on_timer(self.now);
            self.take(effects);
        }
        self.now = until;
        Ok(())
    }

    pub fn act(&mut self, what: &str) -> Result<(), String> {
        let now = self.now;
        let (word, argument) = what.split_once(' ').unwrap_or((what, ""));
        let done = match (word, &mut self.role) {
            ("start", Role::Pc(pc)) => Ok(pc.start(now)),
            ("new-game", Role::Pc(pc)) => Ok(pc.new_game(Seat::SECOND, now)),
            ("stop", Role::Pc(pc)) => Ok(pc.stop(now)),
            ("play", role) => role.endpoint().play(square(argument).ok_or("no square")?, now),
            ("resign", role) => role.endpoint().resign(now),
            ("disconnect", role) => Ok(role.endpoint().on_disconnect(now)),
            _ => return Err(format!("unknown action {what}")),
        };
        match done {
            Ok(effects) => self.take(effects),
            // Errors are checked like events.
            Err(error) => self.events.push(error.to_string()),
        }
        Ok(())
    }

    pub fn expect_event(&self, what: &str) -> Result<(), String> {
        if self.events.iter().any(|event| event.contains(what)) {
            return Ok(());
        }
        Err(format!("expected {what:?}, but got {:?}", self.events))
    }
}

/// Text with `\r`, `\n`, `\0`, `\xff` for bytes, and `*n` after it for n repetitions.
fn bytes(text: &str) -> Vec<u8> {
    let text = text.replace("\\r", "\r").replace("\\n", "\n").replace("\\0", "\0");
    let mut bytes = Vec::new();
    for (index, part) in text.split("\\xff").enumerate() {
        if index > 0 {
            bytes.push(0xff);
        }
        bytes.extend(part.as_bytes());
    }
    if let Some((unit, times)) = text.split_once("*").filter(|(_, times)| times.parse::<usize>().is_ok()) {
        return unit.repeat(times.parse().unwrap()).into_bytes();
    }
    bytes
}
