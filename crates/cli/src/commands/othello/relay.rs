//! `takhteh othello relay`: a game between two devices.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use clap::Args;
use line::{DeviceId, Endpoint, Event, GameResult, Relay, RelayEffects, RelayOptions};
use line_page::{LineSource, PageInfo, PageRole};

use super::address::{LineAddress, OpenedLine};
use super::clock::LineClock;
use super::link::{EVENT_QUEUE, LineInput, LineWriter, Link};
use super::observers::Observers;
use super::options::{Colour, Common, ProfileOptions};
use crate::error::CliError;
use crate::output::{Output, counted};
use crate::signals::on_stop_signal;

#[derive(Args)]
#[command(after_help = "\
The relay is the referee and uses its own clock: a device that plays an illegal move, takes too long or resigns loses, and
the other one receives WN. ST sends the devices one second more than they have, because a move travels over two lines. If
one of them does not know ST, both have 2 seconds.

Without --strict the relay finds out what each device needs, as a PC does. The options for it may be given once for both
devices, or twice for A and B; takhteh othello probe prints them.

The page of --web shows the board, the clocks, the LEDs of both devices and the traffic of both lines. It is read-only.

Examples:
  takhteh othello relay --port /dev/ttyUSB0 --port /dev/ttyUSB1
  takhteh othello relay --port /dev/ttyUSB0 --port pty --opening table --opening ng-first
  takhteh othello relay --port pty --port pty --games 2 --records games")]
pub(crate) struct Arguments {
    /// Line of a device: a port, pty, tcp:ADDRESS or tcp:listen:ADDRESS; given twice, for A and B
    #[arg(long = "port", value_name = "LINE", required = true)]
    ports: Vec<LineAddress>,

    #[command(flatten)]
    common: Common,

    #[command(flatten)]
    profiles: ProfileOptions,

    /// Colour of A in the first game; colours alternate
    #[arg(long, value_enum, value_name = "COLOUR", default_value = "white")]
    a: Colour,

    /// Seconds for a move; ST sends one more
    #[arg(long, value_name = "N", default_value_t = line::DEFAULT_SECONDS, value_parser = clap::value_parser!(u8).range(1..=8))]
    seconds: u8,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let [a, b] = &arguments.ports[..] else {
        let number = arguments.ports.len();
        let (lines, was) = (counted(number, "line"), if number == 1 { "was" } else { "were" });
        return Err(CliError::usage(format_args!(
            "{lines} {was} given with --port: expected two, for devices A and B"
        )));
    };
    let common = &arguments.common;
    let [profile_a, profile_b] = arguments.profiles.profiles()?;
    let mut options = RelayOptions {
        strictness: common.strictness(),
        a: arguments.a.seat(),
        profiles: [common.profile(profile_a)?, common.profile(profile_b)?],
        seconds: arguments.seconds,
        reply_timeout: common.reply_timeout(),
    };
    let relay = Relay::new(&options);
    let names = [a.to_string(), b.to_string()];
    let info =
        PageInfo { addresses: names.to_vec(), role: PageRole::Relay, is_strict: common.strict, engine: None };
    let mut observers = Observers::new(output, false, common.quiet, names, 2);
    observers.open_page(common, info, LineSource::Relay(&relay), |_| {})?;
    // Both lines are opened before waiting, so that devices may connect in any order.
    let lines = [a.open(common.baud)?, b.open(common.baud)?];
    observers.open_files(common, &format!("a relay between {a} and {b}"))?;
    for (end, line) in DeviceId::BOTH.into_iter().zip(&lines) {
        observers.show_address(end.index(), line)?;
    }
    let links = lines.into_iter().map(OpenedLine::wait).collect::<Result<Vec<_>, _>>()?;
    let clock = LineClock::new();
    let (sender, events) = std::sync::mpsc::sync_channel(EVENT_QUEUE);
    let start = |(end, (link, _)): (DeviceId, (Link, _))| {
        let sender = sender.clone();
        link.start(clock.started(), common.reply_timeout(), move |at, input| {
            sender.send(RelayEvent::Line(end, at, input)).is_ok()
        })
    };
    let writers = DeviceId::BOTH.into_iter().zip(links).map(start).collect();
    on_stop_signal(move || {
        let sender = sender.clone();
        // A full event queue must not delay the second signal.
        std::thread::spawn(move || sender.send(RelayEvent::Stop));
    })?;
    let mut session =
        RelaySession { relay, writers, events, observers, clock, result: None, is_stopping: false };
    for _ in 0..common.games.unwrap_or(1) {
        session.relay = Relay::new(&options);
        session.play()?;
        if session.is_stopping {
            return Ok(());
        }
        match session.result.take() {
            Some(result) if !result.reason.is_void() => {}
            Some(_) => return Err(CliError::failed("a game ended without a result")),
            None => return Err(CliError::failed("no game was played")),
        }
        options.a = options.a.other();
        // What was found out need not be found out again.
        options.profiles = DeviceId::BOTH.map(|end| session.relay.pc(end).profile());
    }
    Ok(())
}

/// Event for the session.
enum RelayEvent {
    /// Input of a line, with its time of arrival.
    Line(DeviceId, Duration, LineInput),
    /// SIGINT or SIGTERM.
    Stop,
}

/// Running relay.
struct RelaySession<'a> {
    relay: Relay,
    writers: Vec<LineWriter>,
    events: std::sync::mpsc::Receiver<RelayEvent>,
    observers: Observers<'a>,
    clock: LineClock,
    result: Option<GameResult>,
    /// `true` after a stop signal.
    is_stopping: bool,
}

impl RelaySession<'_> {
    fn play(&mut self) -> Result<(), CliError> {
        let effects = self.relay.start(self.clock.now());
        self.apply(&effects)?;
        self.update_page();
        while !self.relay.is_finished() {
            let wait = self
                .relay
                .deadline()
                .map_or(Duration::from_secs(3600), |deadline| deadline.saturating_sub(self.clock.elapsed()));
            let effects = match self.events.recv_timeout(wait) {
                Ok(RelayEvent::Line(end, at, LineInput::Bytes(bytes))) => {
                    self.observers.received(end.index(), &bytes, at)?;
                    self.relay.on_bytes(end, &bytes, self.clock.at(at))
                }
                Ok(RelayEvent::Line(end, at, LineInput::Disconnected(cause))) => {
                    let note = Event::Note(format!("disconnected: {cause}"));
                    self.on_event(&Event::OnDevice(end, Box::new(note)))?;
                    self.observers.disconnect(end.index());
                    self.relay.on_disconnect(end, self.clock.at(at))
                }
                Ok(RelayEvent::Stop) => {
                    self.is_stopping = true;
                    if !DeviceId::BOTH.iter().any(|&end| self.relay.pc(end).is_playing()) {
                        return Ok(());
                    }
                    self.relay.stop(self.clock.now())
                }
                Err(RecvTimeoutError::Timeout) => self.relay.on_timer(self.clock.now()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::failed("the reader threads have ended"));
                }
            };
            self.apply(&effects)?;
            self.update_page();
        }
        Ok(())
    }

    fn update_page(&self) {
        self.observers.update_page(LineSource::Relay(&self.relay), self.clock.elapsed());
    }

    fn apply(&mut self, effects: &RelayEffects) -> Result<(), CliError> {
        for event in &effects.events {
            self.on_event(event)?;
            if let Event::Ended(result) = event {
                self.result = Some(*result);
            }
        }
        let now = self.clock.elapsed();
        for (end, bytes) in DeviceId::BOTH.into_iter().zip(&effects.bytes) {
            self.observers.sent(end.index(), bytes, now)?;
            self.writers[end.index()].send(bytes);
        }
        Ok(())
    }

    fn on_event(&mut self, event: &Event) -> Result<(), CliError> {
        let now = self.clock.elapsed();
        self.observers.event(event, self.relay.pc(DeviceId::A).device(), now)
    }
}
