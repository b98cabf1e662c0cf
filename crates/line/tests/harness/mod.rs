//! One end of a line with a time of its own, for transcripts.

use std::time::Duration;

use games::othello::Move;
use line::{
    ClaimCost, BeginsAt, ColourOf, Device, DeviceOptions, Effects, Event, Quirks, Pc, PcOptions, Strictness,
    AfterRejection, Endpoint, Terminator,
};
use rules::Seat;
use rules::square::read_square;

pub const PATIENCE: Duration = Duration::from_secs(10);

pub struct Stage {
    endpoint: Role,
    now: Duration,
    /// How the bytes we say are cut into lines.
    terminator: Terminator,
    said: Vec<u8>,
    events: Vec<String>,
    /// Whether our own moves are the first legal ones, and nobody is asked.
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
        accepted: ClaimCost::Turn,
        rejected: AfterRejection::Quit,
        quirks: Quirks::default(),
        patience: PATIENCE,
    }
}

pub fn pc_options(strictness: Strictness, own: Seat) -> PcOptions {
    PcOptions {
        strictness,
        first: Seat::SECOND,
        own,
        colour_of: ColourOf::Pc,
        seconds: None,
        begins_at: if strictness == Strictness::Strict { BeginsAt::NewGame } else { BeginsAt::Either },
        auto_pass: true,
        hold_before_game: false,
        device_limit: None,
        grace: PcOptions::GRACE,
        patience: PATIENCE,
    }
}

pub fn square(name: &str) -> Option<Move> {
    let (column, row) = read_square(&name.to_ascii_lowercase(), 8, 8)?;
    Some(Move::on((row * 8 + column) as u8))
}

impl Stage {
    /// `device strict ...` or `pc tolerant white ...`.
    pub fn set(role: &str) -> Result<Stage, String> {
        let words: Vec<&str> = role.split_whitespace().collect();
        let strictness = if words.contains(&"strict") { Strictness::Strict } else { Strictness::Tolerant };
        let mut device = device_options(strictness);
        let mut pc = pc_options(strictness, Seat::FIRST);
        let mut plays_first = false;
        for &word in &words[1..] {
            match word {
                "strict" | "tolerant" => {}
                "engine-first" => plays_first = true,
                "black-first" => (device.first, pc.first) = (Seat::FIRST, Seat::FIRST),
                "claims-cost-game" => device.accepted = ClaimCost::Game,
                "plays-on" => device.rejected = AfterRejection::PlayOn,
                "sp-is-device" => (device.colour_of, pc.colour_of) = (ColourOf::Device, ColourOf::Device),
                "black" => pc.own = Seat::FIRST,
                "white" => pc.own = Seat::SECOND,
                "begins-at-sp" => pc.begins_at = BeginsAt::Colour,
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
                    all.stray_ok = all.stray_ok.or(more.stray_ok);
                }
            }
        }
        let endpoint = match words[0] {
            "device" => Role::Device(Box::new(Device::new(device))),
            "pc" => Role::Pc(Box::new(Pc::new(pc))),
            other => return Err(format!("{other} is neither device nor pc")),
        };
        let terminator = if words[0] == "device" { device.quirks.terminator } else { Terminator::Cr };
        let now = Duration::ZERO;
        Ok(Stage { endpoint, now, terminator, said: Vec::new(), events: Vec::new(), plays_first })
    }

    fn take(&mut self, effects: Effects) {
        self.said.extend(effects.bytes);
        for event in effects.events {
            self.events.push(event.to_string());
            if matches!(event, Event::YourTurn { .. }) && self.plays_first {
                let moves = self.endpoint.endpoint().game().moves();
                let mv = Move::on(moves.trailing_zeros() as u8);
                let effects = self.endpoint.endpoint().choose(mv, self.now).unwrap();
                self.take(effects);
            }
        }
    }

    /// Whether all we said was told.
    pub fn is_quiet(&mut self) -> Result<(), String> {
        self.events.clear();
        if self.said.is_empty() {
            return Ok(());
        }
        Err(format!("we also said {:?}", String::from_utf8_lossy(&self.said)))
    }

    pub fn hear(&mut self, text: &str) {
        let mut bytes = bytes(text);
        if bytes.last() == Some(&b'\\') {
            bytes.pop();
        } else {
            bytes.push(b'\r');
        }
        let effects = self.endpoint.endpoint().hear(&bytes, self.now);
        self.take(effects);
    }

    pub fn says(&mut self, text: &str) -> Result<(), String> {
        let mut expected = bytes(text);
        if expected.last() == Some(&b'\\') {
            expected.pop();
        } else {
            expected.extend(self.terminator.bytes());
        }
        if !self.said.starts_with(&expected) {
            let said = String::from_utf8_lossy(&self.said);
            return Err(format!("expected us to say {text:?}, but we said {said:?}"));
        }
        self.said.drain(..expected.len());
        Ok(())
    }

    /// Lets seconds pass, and whatever they bring about.
    pub fn wait(&mut self, seconds: &str) -> Result<(), String> {
        let until = self.now + Duration::from_secs_f64(seconds.parse().map_err(|error| format!("{error}"))?);
        while let Some(deadline) = self.endpoint.endpoint().deadline().filter(|&deadline| deadline <= until) {
            self.now = self.now.max(deadline);
            let effects = self.endpoint.endpoint().wake(self.now);
            self.take(effects);
        }
        self.now = until;
        Ok(())
    }

    pub fn act(&mut self, what: &str) -> Result<(), String> {
        let now = self.now;
        let (word, argument) = what.split_once(' ').unwrap_or((what, ""));
        let done = match (word, &mut self.endpoint) {
            ("start", Role::Pc(pc)) => Ok(pc.start(now)),
            ("again", Role::Pc(pc)) => Ok(pc.again(Seat::SECOND, now)),
            ("stop", Role::Pc(pc)) => Ok(pc.stop(now)),
            ("play", role) => role.endpoint().choose(square(argument).ok_or("no square")?, now),
            ("give-up", role) => role.endpoint().resign(now),
            ("cut", role) => Ok(role.endpoint().cut(now)),
            _ => return Err(format!("nobody can {what}")),
        };
        match done {
            Ok(effects) => self.take(effects),
            // A refusal is something that happens, too.
            Err(error) => self.events.push(error.to_string()),
        }
        Ok(())
    }

    pub fn happened(&self, what: &str) -> Result<(), String> {
        if self.events.iter().any(|event| event.contains(what)) {
            return Ok(());
        }
        Err(format!("{what:?} did not happen, but {:?}", self.events))
    }
}

/// Text with `\r`, `\n`, `\0`, `\xff` for bytes, and `*n` behind it for as many times.
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
