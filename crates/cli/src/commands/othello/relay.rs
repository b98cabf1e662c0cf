//! `takhteh othello relay`: two devices play each other.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use clap::Args;
use line::{End, Ended, Event, Relay, RelayEffects, RelayOptions};
use server::line_page::{About, Part, Watched};

use super::link::{Arriving, Place, Speaker};
use super::options::{Colour, Common, SpIs};
use super::witnesses::Witnesses;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Args)]
#[command(after_help = "\
We referee: a device that plays an illegal move, takes too long or gives up loses, and the other is told WN. The devices
are told a second more than they have, because a move travels over two lines.

The page of --web shows the board, the time, the LEDs of both devices and what is said on both lines. It only watches.")]
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

    /// Seconds for a move, set by ST
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=8))]
    seconds: Option<u8>,
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
    let about = About { places: names.to_vec(), part: Part::Relay, is_strict: common.strict, engine: None };
    let mut witnesses = Witnesses::call(common, output, false, names, 2)?;
    // The page only watches: it refuses orders by itself.
    witnesses.open_page(common, about, Watched::Relay(&relay), |_| {})?;
    let (sender, letters) = std::sync::mpsc::channel();
    let mut speakers = Vec::new();
    for (end, place) in End::BOTH.into_iter().zip([a, b]) {
        let link = witnesses.open_line(end.index(), place, common.baud)?;
        speakers.push(link.listen(sender.clone(), move |arriving| (end, arriving)));
    }
    let mut session = Session { relay, speakers, letters, witnesses, begun: Instant::now(), ended: None };
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
    letters: std::sync::mpsc::Receiver<(End, Arriving)>,
    witnesses: Witnesses<'a>,
    begun: Instant,
    ended: Option<Ended>,
}

impl Session<'_> {
    fn play(&mut self) -> Result<(), Failure> {
        let effects = self.relay.start(self.begun.elapsed());
        self.carry_out(&effects)?;
        self.look();
        while !self.relay.is_finished() {
            let wait = self
                .relay
                .deadline()
                .map_or(Duration::from_secs(3600), |deadline| deadline.saturating_sub(self.begun.elapsed()));
            let letter = self.letters.recv_timeout(wait);
            let now = self.begun.elapsed();
            let effects = match letter {
                Ok((end, Arriving::Bytes(bytes))) => {
                    self.witnesses.heard(end.index(), &bytes, now)?;
                    self.relay.hear(end, &bytes, now)
                }
                Ok((end, Arriving::Gone(why))) => {
                    self.note(end, format!("the line is gone: {why}"))?;
                    self.witnesses.lose_line(end.index());
                    self.relay.cut(end, now)
                }
                Err(RecvTimeoutError::Timeout) => self.relay.wake(now),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Failure::work("nobody listens to the lines any more"));
                }
            };
            self.carry_out(&effects)?;
            self.look();
        }
        Ok(())
    }

    /// Whoever watches on the page sees how things stand.
    fn look(&self) {
        self.witnesses.look(Watched::Relay(&self.relay), self.begun.elapsed());
    }

    fn carry_out(&mut self, effects: &RelayEffects) -> Result<(), Failure> {
        for event in &effects.events {
            self.happened(event)?;
            if let Event::Ended(ended) = event {
                self.ended = Some(*ended);
            }
        }
        let now = self.begun.elapsed();
        for (end, bytes) in End::BOTH.into_iter().zip(&effects.bytes) {
            self.witnesses.said(end.index(), bytes, now)?;
            // A line that cannot be spoken on is heard to be gone as well, and what that means is told there.
            if let Err(error) = self.speakers[end.index()].say(bytes) {
                self.note(end, format!("it cannot be spoken to: {error}"))?;
            }
        }
        Ok(())
    }

    fn happened(&mut self, event: &Event) -> Result<(), Failure> {
        let now = self.begun.elapsed();
        self.witnesses.happened(event, self.relay.end(End::A).device(), now)
    }

    /// Something about one of the devices.
    fn note(&mut self, end: End, sentence: String) -> Result<(), Failure> {
        self.happened(&Event::At(end, Box::new(Event::Note(sentence))))
    }
}
