//! One end of a line with a time of its own, for transcripts.

use std::time::Duration;

use games::othello::Move;
use line::{
    Accepted, BeginsAt, ColourOf, Device, DeviceOptions, Effects, Event, Habits, Pc, PcOptions, Reading,
    Rejected, Station, Terminator,
};
use rules::Seat;
use rules::square::read_square;

pub const PATIENCE: Duration = Duration::from_secs(10);

pub struct Stage {
    station: Role,
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
    fn station(&mut self) -> &mut dyn Station {
        match self {
            Role::Device(device) => &mut **device,
            Role::Pc(pc) => &mut **pc,
        }
    }
}

pub fn device_options(reading: Reading) -> DeviceOptions {
    DeviceOptions {
        reading,
        first: Seat::SECOND,
        colour_of: ColourOf::Pc,
        seconds: 2,
        accepted: Accepted::Turn,
        rejected: Rejected::Quit,
        habits: Habits::default(),
        patience: PATIENCE,
    }
}

pub fn pc_options(reading: Reading, own: Seat) -> PcOptions {
    PcOptions {
        reading,
        first: Seat::SECOND,
        own,
        colour_of: ColourOf::Pc,
        seconds: None,
        begins_at: if reading == Reading::Strict { BeginsAt::NewGame } else { BeginsAt::Either },
        passes_by_itself: true,
        holds: false,
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
        let reading = if words.contains(&"strict") { Reading::Strict } else { Reading::Tolerant };
        let mut device = device_options(reading);
        let mut pc = pc_options(reading, Seat::FIRST);
        let mut plays_first = false;
        for &word in &words[1..] {
            match word {
                "strict" | "tolerant" => {}
                "engine-first" => plays_first = true,
                "black-first" => (device.first, pc.first) = (Seat::FIRST, Seat::FIRST),
                "claims-cost-game" => device.accepted = Accepted::Game,
                "plays-on" => device.rejected = Rejected::PlayOn,
                "sp-is-device" => (device.colour_of, pc.colour_of) = (ColourOf::Device, ColourOf::Device),
                "black" => pc.own = Seat::FIRST,
                "white" => pc.own = Seat::SECOND,
                "begins-at-sp" => pc.begins_at = BeginsAt::Colour,
                "seconds-5" => pc.seconds = Some(5),
                habit => {
                    let more: Habits = habit.parse().map_err(|error| format!("{error}"))?;
                    let all = &mut device.habits;
                    if more.terminator != Terminator::Cr {
                        all.terminator = more.terminator;
                    }
                    all.echoes |= more.echoes;
                    all.answers_colour |= more.answers_colour;
                    all.starts_at_colour |= more.starts_at_colour;
                    all.prints |= more.prints;
                    all.stray_ok = all.stray_ok.or(more.stray_ok);
                }
            }
        }
        let station = match words[0] {
            "device" => Role::Device(Box::new(Device::new(device))),
            "pc" => Role::Pc(Box::new(Pc::new(pc))),
            other => return Err(format!("{other} is neither device nor pc")),
        };
        let terminator = if words[0] == "device" { device.habits.terminator } else { Terminator::Cr };
        let now = Duration::ZERO;
        Ok(Stage { station, now, terminator, said: Vec::new(), events: Vec::new(), plays_first })
    }

    fn take(&mut self, effects: Effects) {
        self.said.extend(effects.bytes);
        for event in effects.events {
            self.events.push(event.to_string());
            if matches!(event, Event::YourTurn { .. }) && self.plays_first {
                let moves = self.station.station().game().moves();
                let mv = Move::on(moves.trailing_zeros() as u8);
                let effects = self.station.station().choose(mv, self.now).unwrap();
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
        let effects = self.station.station().hear(&bytes, self.now);
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
        while let Some(deadline) = self.station.station().deadline().filter(|&deadline| deadline <= until) {
            self.now = self.now.max(deadline);
            let effects = self.station.station().wake(self.now);
            self.take(effects);
        }
        self.now = until;
        Ok(())
    }

    pub fn act(&mut self, what: &str) -> Result<(), String> {
        let now = self.now;
        let (word, argument) = what.split_once(' ').unwrap_or((what, ""));
        let done = match (word, &mut self.station) {
            ("start", Role::Pc(pc)) => Ok(pc.start(now)),
            ("again", Role::Pc(pc)) => Ok(pc.again(Seat::SECOND, now)),
            ("stop", Role::Pc(pc)) => Ok(pc.stop(now)),
            ("play", role) => role.station().choose(square(argument).ok_or("no square")?, now),
            ("give-up", role) => role.station().give_up(now),
            ("cut", role) => Ok(role.station().cut(now)),
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
