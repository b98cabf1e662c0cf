//! `takhteh othello relay`: two devices play each other.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use clap::Args;
use line::{Ended, Event, Relay, RelayEffects, RelayOptions};

use super::keeping::Keeping;
use super::link::{Arriving, Link, Place, Speaker};
use super::log::Log;
use super::options::{Colour, Common, SpIs};
use super::screen::{Screen, Subtitles};
use crate::failure::Failure;
use crate::output::{Output, json};

#[derive(Args)]
#[command(after_help = "\
We referee, by our own clock: a device that plays an illegal move, takes too long or gives up loses, and the other is told
WN. The devices are told a second more than they have, because a move travels over two lines. If one of them does not know
ST, both have 2 seconds.")]
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

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let [a, b] = &arguments.ports[..] else {
        return Err(Failure::call(format_args!(
            "{} was given with --port: expected two devices, A and B",
            if arguments.ports.len() == 1 {
                "one place".to_owned()
            } else {
                format!("{} places", arguments.ports.len())
            }
        )));
    };
    let colour_of = match &arguments.sp_is[..] {
        [both] => [both.colour_of(); 2],
        [a, b] => [a.colour_of(), b.colour_of()],
        _ => return Err(Failure::call("--sp-is was given too often: expected it once, or for A and for B")),
    };
    let common = &arguments.common;
    let log = Log::create(common.log.as_deref())?;
    let keeping =
        common.records.as_deref().map(|folder| Keeping::open(folder, common.first.seat())).transpose()?;
    let mut screen = Screen::new(output, false, common.quiet);
    let (sender, letters) = std::sync::mpsc::channel();
    let mut speakers = Vec::new();
    for (end, place) in line::End::BOTH.into_iter().zip([a, b]) {
        let link = Link::open(place, common.baud, |address| {
            screen.tell(&format!("Line {end:?} is {address}"), || json!({"line": address}))
        })?;
        speakers.push(link.listen(sender.clone(), move |arriving| (end, arriving)));
    }
    let mut options = RelayOptions {
        reading: common.reading(),
        first: common.first.seat(),
        a: arguments.a.seat(),
        colour_of,
        seconds: arguments.seconds,
        begins_at: common.begins_at(),
        patience: common.patience(),
    };
    let mut session = Session {
        relay: Relay::new(&options),
        speakers,
        letters,
        log,
        keeping,
        screen,
        names: [a.to_string(), b.to_string()],
        begun: Instant::now(),
        subtitles: std::array::from_fn(|_| Subtitles::new()),
        ended: None,
    };
    for _ in 0..common.games.unwrap_or(1) {
        session.relay = Relay::new(&options);
        session.play()?;
        match session.ended.take() {
            Some(ended) if !ended.why.is_void() => {}
            Some(_) => return Err(Failure::work("a game came to nothing")),
            None => return Err(Failure::work("no game was played")),
        }
        options.a = options.a.other();
    }
    Ok(())
}

/// A relay at work.
struct Session<'a> {
    relay: Relay,
    speakers: Vec<Speaker>,
    letters: std::sync::mpsc::Receiver<(line::End, Arriving)>,
    log: Log,
    keeping: Option<Keeping>,
    screen: Screen<'a>,
    names: [String; 2],
    begun: Instant,
    /// What is heard from each device, then what is said to it.
    subtitles: [Subtitles; 4],
    ended: Option<Ended>,
}

impl Session<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let effects = self.relay.start(self.begun.elapsed());
        self.carry_out(&effects)?;
        while !self.relay.is_finished() {
            let wait = self
                .relay
                .deadline()
                .map_or(Duration::from_secs(3600), |deadline| deadline.saturating_sub(self.begun.elapsed()));
            let letter = self.letters.recv_timeout(wait);
            let now = self.begun.elapsed();
            let effects = match letter {
                Ok((end, Arriving::Bytes(bytes))) => {
                    self.tell_bytes(end, '<', &bytes, now)?;
                    self.relay.hear(end, &bytes, now)
                }
                Ok((end, Arriving::Gone(why))) => {
                    self.happened(&Event::Note(format!("the line of device {end:?} is gone: {why}")))?;
                    self.relay.cut(end, now)
                }
                Err(RecvTimeoutError::Timeout) => self.relay.wake(now),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::work("nobody listens to the lines any more"));
                }
            };
            self.carry_out(&effects)?;
        }
        Ok(())
    }

    fn tell_bytes(&mut self, end: line::End, sign: char, bytes: &[u8], now: Duration) -> Result<(), Failure> {
        let sign = format!("{sign}{end:?}");
        self.log.bytes(now, &sign, bytes)?;
        let subtitles = end.index() + if sign.starts_with('>') { 2 } else { 0 };
        for line in self.subtitles[subtitles].lines(bytes) {
            self.screen.said(now, &sign, &line)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, effects: &RelayEffects) -> Result<(), Failure> {
        for event in &effects.events {
            self.happened(event)?;
            if let Event::Ended(ended) = event {
                self.ended = Some(*ended);
            }
        }
        let now = self.begun.elapsed();
        for (end, bytes) in line::End::BOTH.into_iter().zip(&effects.bytes) {
            self.tell_bytes(end, '>', bytes, now)?;
            // A line that cannot be spoken on is heard to be gone as well, and what that means is told there.
            if let Err(error) = self.speakers[end.index()].say(bytes) {
                self.happened(&Event::Note(format!("device {end:?} cannot be spoken to: {error}")))?;
            }
        }
        Ok(())
    }

    fn happened(&mut self, event: &Event) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        if let Some(keeping) = &mut self.keeping {
            let [a, b] = [self.names[0].as_str(), self.names[1].as_str()];
            let a_is_black = self.relay.end(line::End::A).device() == rules::Seat::FIRST;
            keeping.keep(event, if a_is_black { [a, b] } else { [b, a] }, now)?;
        }
        self.log.happened(now, &event.to_string())?;
        self.screen.happened(now, event)
    }
}
