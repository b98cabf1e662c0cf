//! `takhteh othello probe`: the quirks of a device.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use clap::Args;
use line::{DeviceProfile, Effects, Probe, ProbeReport, colour_name};

use super::address::LineAddress;
use super::clock::LineClock;
use super::link::{EVENT_QUEUE, LineInput, LineWriter};
use super::observers::Observers;
use super::options::{AddressOptions, Colour, ProfileOptions};
use crate::error::CliError;
use crate::output::{Output, json};

/// Baud rates that are tried on a port: the course's, that of an ATmega16 at 1 MHz, and usual ones.
const BAUD_RATES: [u32; 4] = [9600, 2400, 19_200, 38_400];

#[derive(Args)]
#[command(after_help = "\
The probe opens a game in each colour, plays a few moves and ends it with EG. It finds the order of the opening, the side
that moves first, the side whose colour SP names, line ends, an extra OK that the device waits for, and on a port the baud
rate; it also reports prints, echoes and how SP and empty lines are answered. Options that are given are not found out.
The exit code is 1 if the device did not play in both colours.

Examples:
  takhteh othello probe --port /dev/ttyUSB0
  takhteh othello probe --port /dev/ttyUSB0 --baud 2400 --log probe.log
  takhteh othello probe --tcp 127.0.0.1:4000 --json")]
pub(crate) struct Arguments {
    #[command(flatten)]
    address: AddressOptions,

    /// Baud rate of a serial port [default: 9600, 2400, 19200 and 38400 are tried]
    #[arg(long, value_name = "N")]
    baud: Option<u32>,

    #[command(flatten)]
    profile: ProfileOptions,

    /// Side that moves first [default: found out]
    #[arg(long, value_enum, value_name = "COLOUR")]
    first: Option<Colour>,

    /// Longest wait for a reply of the device, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=3600))]
    timeout: u32,

    /// Append every byte with its date and time to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    /// Print only the result
    #[arg(long)]
    quiet: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let address = arguments.address.address(false);
    let [profile] = arguments.profile.profiles()?;
    let first = arguments.first.map(Colour::seat);
    let given = DeviceProfile { first, ..DeviceProfile::default() }.or(profile);
    let baud_rates = match (&address, arguments.baud) {
        (_, Some(baud)) => vec![baud],
        (LineAddress::Port(_), None) => BAUD_RATES.to_vec(),
        _ => vec![BAUD_RATES[0]],
    };
    let names = ["probe".to_owned(), address.to_string()];
    let is_stdio = address == LineAddress::Stdio;
    let mut observers = Observers::new(output, is_stdio, arguments.quiet, names, 1);
    let mut found = None;
    for &baud in &baud_rates {
        let report = probe(arguments, &address, baud, given, &mut observers)?;
        let has_spoken = report.observations.has_spoken;
        found = Some((baud, report));
        if has_spoken {
            break;
        }
    }
    let Some((baud, report)) = found else { return Err(CliError::failed("no baud rate to try")) };
    let is_port = matches!(address, LineAddress::Port(_)).then_some(baud);
    print(&mut observers, &report, is_port)?;
    if report.is_complete() {
        return Ok(());
    }
    Err(CliError::failed(match report.played.first() {
        None => "the device played no game".to_owned(),
        Some(seat) => format!("the device played only while the PC was {}", colour_name(*seat)),
    }))
}

/// Probes the device at one baud rate.
fn probe(
    arguments: &Arguments,
    address: &LineAddress,
    baud: u32,
    given: DeviceProfile,
    observers: &mut Observers<'_>,
) -> Result<ProbeReport, CliError> {
    let line = address.open(baud)?;
    observers.open_log(arguments.log.as_deref(), &format!("a probe of {address} at {baud} baud"))?;
    observers.show_address(0, &line)?;
    let (link, _) = line.wait()?;
    let timeout = Duration::from_secs(arguments.timeout.into());
    let clock = LineClock::new();
    let (sender, events) = std::sync::mpsc::sync_channel(EVENT_QUEUE);
    let writer = link.start(clock.started(), timeout, move |at, input| sender.send((at, input)).is_ok());
    let probe = Probe::new(given, timeout);
    ProbeSession { probe, writer, events, observers, clock }.run()
}

/// Running probe.
struct ProbeSession<'a, 'b> {
    probe: Probe,
    writer: LineWriter,
    events: Receiver<(Duration, LineInput)>,
    observers: &'a mut Observers<'b>,
    clock: LineClock,
}

impl ProbeSession<'_, '_> {
    fn run(mut self) -> Result<ProbeReport, CliError> {
        let now = self.clock.now();
        let effects = self.probe.start(now);
        self.apply(&effects)?;
        while !self.probe.is_finished() {
            let deadline = self.probe.deadline().unwrap_or(Duration::from_secs(3600));
            let effects = match self.events.recv_timeout(deadline.saturating_sub(self.clock.elapsed())) {
                Ok((at, LineInput::Bytes(bytes))) => {
                    self.observers.received(0, &bytes, at)?;
                    self.probe.on_bytes(&bytes, self.clock.at(at))
                }
                Ok((at, LineInput::Disconnected(_))) => self.probe.on_disconnect(self.clock.at(at)),
                Err(RecvTimeoutError::Timeout) => self.probe.on_timer(self.clock.now()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::failed("the reader thread has ended"));
                }
            };
            self.apply(&effects)?;
        }
        Ok(self.probe.report())
    }

    fn apply(&mut self, effects: &Effects) -> Result<(), CliError> {
        let now = self.clock.elapsed();
        for event in &effects.events {
            self.observers.event(event, self.probe.own(), now)?;
        }
        self.observers.sent(0, &effects.bytes, now)?;
        self.writer.send(&effects.bytes);
        Ok(())
    }
}

/// Prints the quirks and the options.
fn print(observers: &mut Observers<'_>, report: &ProbeReport, baud: Option<u32>) -> Result<(), CliError> {
    let mut options: Vec<String> = baud.map(|baud| format!("--baud {baud}")).into_iter().collect();
    options.extend(report.options());
    let quirks = report.quirks();
    let mut text: String = quirks.iter().map(|quirk| format!("- {quirk}\n")).collect();
    text.push_str(&format!("Options: {}", options.join(" ")));
    let played: Vec<u8> = report.played.iter().map(|seat| seat.number()).collect();
    observers.terminal.result(&text, || {
        json!({
            "event": "probed", "options": options, "quirks": quirks, "played": played, "complete": report.is_complete(),
            "notes": report.notes,
        })
    })
}
