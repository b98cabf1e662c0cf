//! `takhteh othello relay`: two devices play each other.

use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use clap::Args;
use line::{End, Ended, Event, Relay, RelayEffects, RelayOptions, Station};
use line_page::{LineSource, PageInfo, PageRole};

use super::clock::Clock;
use super::link::{Arriving, Link, Speaker};
use super::options::{Colour, Common, SpIs};
use super::place::{Door, Place};
use super::witnesses::Witnesses;
use crate::error::CliError;
use crate::output::{Output, counted};
use crate::signals::on_stop_signal;

#[derive(Args)]
#[command(after_help = "\
We referee, by our own clock: a device that plays an illegal move, takes too long or gives up loses, and the other is told
WN. The devices are told a second more than they have, because a move travels over two lines. If one of them does not know
ST, both have 2 seconds.

The page of --web shows the board, the time, the LEDs of both devices and what is said on both lines. It only watches.

Examples:
  takhteh othello relay --port /dev/ttyUSB0 --port /dev/ttyUSB1
  takhteh othello relay --port pty --port pty --games 2 --records games")]
pub(crate) struct Arguments {
    /// A device: a port, pty, tcp:ADDRESS or tcp:listen:ADDRESS; to be given twice, A and B
    #[arg(long = "port", value_name = "PLACE", required = true)]
    ports: Vec<Place>,

    #[command(flatten)]
    common: Common,

    /// Whose colour SP names: for both, or first for A and then for B
    #[arg(long, value_enum, value_name = "WHO", default_values = ["pc"])]
    sp_is: Vec<SpIs>,

    /// The colour of A in the first game; it changes from game to game
    #[arg(long, value_enum, value_name = "COLOUR", default_value = "white")]
    a: Colour,

    /// Seconds for a move; the devices are told one more by ST
    #[arg(long, value_name = "N", default_value_t = line::USUAL_SECONDS, value_parser = clap::value_parser!(u8).range(1..=8))]
    seconds: u8,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let [a, b] = &arguments.ports[..] else {
        let number = arguments.ports.len();
        let (places, was) = (counted(number, "place"), if number == 1 { "was" } else { "were" });
        return Err(CliError::usage(format_args!(
            "{places} {was} given with --port: expected two devices, A and B"
        )));
    };
    let colour_of = match &arguments.sp_is[..] {
        [both] => [both.colour_of(); 2],
        [a, b] => [a.colour_of(), b.colour_of()],
        _ => {
            return Err(CliError::usage("--sp-is was given too often: expected it once, or for A and for B"));
        }
    };
    let common = &arguments.common;
    let mut options = RelayOptions {
        reading: common.reading(),
        first: common.first.seat(),
        a: arguments.a.seat(),
        colour_of,
        seconds: arguments.seconds,
        begins_at: common.begins_at(),
        patience: common.patience(),
    };
    let relay = Relay::new(&options);
    let names = [a.to_string(), b.to_string()];
    let about =
        PageInfo { addresses: names.to_vec(), role: PageRole::Relay, is_strict: common.strict, engine: None };
    let mut witnesses = Witnesses::call(output, false, common.quiet, names, 2);
    // The page only watches: it refuses orders by itself.
    witnesses.open_page(common, about, LineSource::Relay(&relay), |_| {})?;
    // Both lines are there before anybody is waited for, so that devices may call in any order.
    let doors = [a.open(common.baud)?, b.open(common.baud)?];
    witnesses.keep(common, &format!("a relay between {a} and {b}"))?;
    for (end, door) in End::BOTH.into_iter().zip(&doors) {
        witnesses.line_is_at(end.index(), door)?;
    }
    let links = doors.into_iter().map(Door::wait).collect::<Result<Vec<_>, _>>()?;
    let clock = Clock::new();
    let (sender, letters) = std::sync::mpsc::channel();
    let listen = |(end, (link, _)): (End, (Link, _))| {
        let sender = sender.clone();
        link.listen(clock.begun(), common.patience(), move |at, arriving| {
            sender.send(Letter::Line(end, at, arriving)).is_ok()
        })
    };
    let speakers = End::BOTH.into_iter().zip(links).map(listen).collect();
    on_stop_signal(move || {
        // Whoever has left already need not be asked.
        let _ = sender.send(Letter::Leave);
    })?;
    let mut session = Session { relay, speakers, letters, witnesses, clock, ended: None, is_leaving: false };
    for _ in 0..common.games.unwrap_or(1) {
        session.relay = Relay::new(&options);
        session.play()?;
        if session.is_leaving {
            return Ok(());
        }
        match session.ended.take() {
            Some(ended) if !ended.why.is_void() => {}
            Some(_) => return Err(CliError::failed("a game came to nothing")),
            None => return Err(CliError::failed("no game was played")),
        }
        options.a = options.a.other();
    }
    Ok(())
}

/// What comes to a relay.
enum Letter {
    /// From a line, at this time.
    Line(End, Duration, Arriving),
    /// The program is asked to stop.
    Leave,
}

/// A relay at work.
struct Session<'a> {
    relay: Relay,
    speakers: Vec<Speaker>,
    letters: std::sync::mpsc::Receiver<Letter>,
    witnesses: Witnesses<'a>,
    clock: Clock,
    ended: Option<Ended>,
    /// The program was asked to stop.
    is_leaving: bool,
}

impl Session<'_> {
    fn play(&mut self) -> Result<(), CliError> {
        let effects = self.relay.start(self.clock.now());
        self.carry_out(&effects)?;
        self.look();
        while !self.relay.is_finished() {
            let wait = self
                .relay
                .deadline()
                .map_or(Duration::from_secs(3600), |deadline| deadline.saturating_sub(self.clock.elapsed()));
            let effects = match self.letters.recv_timeout(wait) {
                Ok(Letter::Line(end, at, Arriving::Bytes(bytes))) => {
                    self.witnesses.heard(end.index(), &bytes, at)?;
                    self.relay.hear(end, &bytes, self.clock.at(at))
                }
                Ok(Letter::Line(end, at, Arriving::Gone(why))) => {
                    let note = Event::Note(format!("the line is gone: {why}"));
                    self.happened(&Event::At(end, Box::new(note)))?;
                    self.witnesses.lose_line(end.index());
                    self.relay.cut(end, self.clock.at(at))
                }
                Ok(Letter::Leave) => {
                    self.is_leaving = true;
                    // Without a game there is nothing to end.
                    if !End::BOTH.iter().any(|&end| self.relay.end(end).is_playing()) {
                        return Ok(());
                    }
                    self.relay.stop(self.clock.now())
                }
                Err(RecvTimeoutError::Timeout) => self.relay.wake(self.clock.now()),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(CliError::failed("nobody listens to the lines any more"));
                }
            };
            self.carry_out(&effects)?;
            self.look();
        }
        Ok(())
    }

    /// Whoever watches on the page sees how things stand.
    fn look(&self) {
        self.witnesses.look(LineSource::Relay(&self.relay), self.clock.elapsed());
    }

    fn carry_out(&mut self, effects: &RelayEffects) -> Result<(), CliError> {
        for event in &effects.events {
            self.happened(event)?;
            if let Event::Ended(ended) = event {
                self.ended = Some(*ended);
            }
        }
        let now = self.clock.elapsed();
        for (end, bytes) in End::BOTH.into_iter().zip(&effects.bytes) {
            self.witnesses.said(end.index(), bytes, now)?;
            self.speakers[end.index()].say(bytes);
        }
        Ok(())
    }

    fn happened(&mut self, event: &Event) -> Result<(), CliError> {
        let now = self.clock.elapsed();
        self.witnesses.happened(event, self.relay.end(End::A).device(), now)
    }
}
