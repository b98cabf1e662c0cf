//! Two devices play each other.

use std::fmt;
use std::time::Duration;

use games::othello::Move;
use rules::Seat;

use crate::event::{Ended, Event, Side, Why};
use crate::game::Game;
use crate::message::Reading;
use crate::pc::{BeginsAt, Pc, PcOptions};
use crate::station::{Effects, Station};
use crate::{ColourOf, USUAL_SECONDS};

/// We have our own clock, so a device's claim that the other is late must be nearly true. A device that has not taken
/// `ST` counts no more than what we allow, and what we say takes a while to arrive.
const GRACE: Duration = Duration::from_millis(60);

/// One of the two ends: the device that has this side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The first.
    A,
    /// The second.
    B,
}

impl End {
    /// Both.
    pub const BOTH: [End; 2] = [End::A, End::B];

    /// The other one.
    pub fn other(self) -> End {
        if self == End::A { End::B } else { End::A }
    }

    /// To index an array by.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == End::A { "A" } else { "B" })
    }
}

/// What is fixed about a relay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RelayOptions {
    /// How well the devices have to keep to the table.
    pub reading: Reading,
    /// Who moves first.
    pub first: Seat,
    /// The side of device A.
    pub a: Seat,
    /// Whose colour `SP` names, for each device.
    pub colour_of: [ColourOf; 2],
    /// Seconds for a move, at most 8.
    pub seconds: u8,
    /// When the devices take a game to have begun.
    pub begins_at: BeginsAt,
    /// How long an answer is waited for.
    pub patience: Duration,
}

impl RelayOptions {
    /// A move travels over two lines. So devices are told a second more than we allow, and do not claim what we would
    /// not.
    fn pc(&self, end: End) -> PcOptions {
        let device = if end == End::A { self.a } else { self.a.other() };
        PcOptions {
            reading: self.reading,
            first: self.first,
            own: device.other(),
            colour_of: self.colour_of[end.index()],
            seconds: Some(self.seconds + 1),
            begins_at: self.begins_at,
            passes_by_itself: false,
            holds: true,
            device_limit: Some(Duration::from_secs(self.seconds.into())),
            grace: GRACE,
            patience: self.patience,
        }
    }
}

/// What a relay does: bytes for each of the two, and what happened in the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RelayEffects {
    /// To be sent to A and B.
    pub bytes: [Vec<u8>; 2],
    /// What happened: in the game, or [`at`](Event::At) one of the devices.
    pub events: Vec<Event>,
}

/// Two devices play each other, and we referee: each has a [`Pc`] of its own, whose moves are those of the other device.
#[derive(Clone, Debug)]
pub struct Relay {
    ends: [Pc; 2],
    /// Who moves first.
    first: Seat,
    finished: [bool; 2],
    has_begun: [bool; 2],
    /// What a device has played before the other was there to hear it.
    waiting: [Option<Move>; 2],
    /// What was played before both had begun.
    early: Vec<Event>,
    /// Whether the last claim of a device was granted.
    granted: [bool; 2],
    /// Whose device has moved last: its board is ahead, until the other has taken the move.
    ahead: End,
    /// Whether the game is played with the usual seconds because a device knows no others.
    has_fallen_back: bool,
    ended: Option<Ended>,
}

impl Relay {
    /// A relay that has said nothing yet.
    pub fn new(options: &RelayOptions) -> Relay {
        Relay {
            ends: End::BOTH.map(|end| Pc::new(options.pc(end))),
            first: options.first,
            finished: [false; 2],
            has_begun: [false; 2],
            waiting: [None; 2],
            early: Vec::new(),
            granted: [false; 2],
            ahead: End::A,
            has_fallen_back: false,
            ended: None,
        }
    }

    /// Begins to speak.
    pub fn start(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.start(now))
    }

    /// Bytes have arrived from one of them.
    pub fn hear(&mut self, end: End, bytes: &[u8], now: Duration) -> RelayEffects {
        // By our clock the other may be late already, whatever this one has to say.
        let mut all = self.wake(now);
        let effects = self.ends[end.index()].hear(bytes, now);
        self.carry(end, effects, now, &mut all);
        all
    }

    /// Time has passed.
    pub fn wake(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.wake(now))
    }

    /// One of the lines is gone.
    pub fn cut(&mut self, end: End, now: Duration) -> RelayEffects {
        let mut all = RelayEffects::default();
        let effects = self.ends[end.index()].cut(now);
        self.carry(end, effects, now, &mut all);
        all
    }

    /// Ends the game: the count decides.
    pub fn stop(&mut self, now: Duration) -> RelayEffects {
        self.both(now, |pc| pc.stop(now))
    }

    /// When something happens even if nobody says anything.
    pub fn deadline(&self) -> Option<Duration> {
        self.ends.iter().filter_map(Station::deadline).min()
    }

    /// Whether both have said all they have to say.
    pub fn is_finished(&self) -> bool {
        self.finished == [true; 2]
    }

    /// The board, with the last move that was heard.
    pub fn game(&self) -> &Game {
        self.end(self.ahead).game()
    }

    /// Whether a game is being played: both devices have begun, and it has not ended.
    pub fn is_playing(&self) -> bool {
        self.has_begun == [true; 2] && self.ended.is_none()
    }

    /// The PC of one of them, to look at.
    pub fn end(&self, end: End) -> &Pc {
        &self.ends[end.index()]
    }

    fn both(&mut self, now: Duration, mut act: impl FnMut(&mut Pc) -> Effects) -> RelayEffects {
        let mut all = RelayEffects::default();
        for end in End::BOTH {
            let effects = act(&mut self.ends[end.index()]);
            self.carry(end, effects, now, &mut all);
        }
        all
    }

    /// What one of them has done is carried to the other, and what is left is told.
    fn carry(&mut self, end: End, effects: Effects, now: Duration, all: &mut RelayEffects) {
        all.bytes[end.index()].extend(effects.bytes);
        let device = self.ends[end.index()].own().other();
        for event in effects.events {
            match event {
                Event::Began { first, .. } => {
                    self.has_begun[end.index()] = true;
                    let effects = self.ends[end.other().index()].release(now);
                    self.carry(end.other(), effects, now, all);
                    if self.has_begun == [true; 2] {
                        all.events.push(Event::Began { first, side: Side::OfA(self.ends[0].device()) });
                        all.events.append(&mut self.early);
                    }
                }
                Event::Played { seat, mv } if seat == device && self.ended.is_none() => {
                    let told = if self.has_begun == [true; 2] { &mut all.events } else { &mut self.early };
                    told.push(Event::Played { seat, mv });
                    self.ahead = end;
                    self.waiting[end.other().index()] = Some(mv);
                }
                Event::Ended(ended) => self.end_other(end, ended, now, all),
                Event::Finished => {
                    self.finished[end.index()] = true;
                    // A device that never began to play leaves the other without a game.
                    if self.ended.is_none() {
                        let discs = [Seat::FIRST, Seat::SECOND].map(|_| 2);
                        self.end_other(end, Ended { why: Why::Silent, winner: None, discs }, now, all);
                    }
                }
                Event::Note(_) | Event::Leds(_) | Event::At(..) => {
                    all.events.push(Event::At(end, Box::new(event)));
                }
                Event::Claimed(_) | Event::Answered { .. } => {
                    self.granted[end.index()] = event == Event::Answered { accepted: true };
                    all.events.push(Event::At(end, Box::new(event)));
                }
                Event::TurnLost { .. } if self.granted[end.index()] => self.late(end, now, all),
                // The device has taken a turn that nobody gave it.
                Event::TurnLost { .. } => {
                    let effects = self.ends[end.index()].dispute(now);
                    self.carry(end, effects, now, all);
                }
                Event::Played { .. } | Event::YourTurn { .. } | Event::TakenBack => {}
            }
        }
        for end in End::BOTH {
            self.pass_on(end, now, all);
        }
        if self.ends.iter().all(Pc::is_holding) {
            self.begin(now, all);
        }
    }

    /// Both devices are ready. The one that moves first begins first: the other counts from its own beginning.
    fn begin(&mut self, now: Duration, all: &mut RelayEffects) {
        let deaf = End::BOTH.into_iter().find(|end| self.ends[end.index()].seconds().is_none());
        if let Some(deaf) = deaf
            && !self.has_fallen_back
        {
            self.has_fallen_back = true;
            all.events.push(Event::Note(format!(
                "device {deaf} does not know ST, so both have {USUAL_SECONDS} seconds for a move"
            )));
            let limit = Duration::from_secs(USUAL_SECONDS.into());
            let told = self.ends.each_mut().map(|pc| {
                let seconds = pc.seconds().map(|_| USUAL_SECONDS + 1);
                pc.set_seconds(seconds, limit, now)
            });
            // Whoever is told other seconds is not ready before it has answered.
            for (end, effects) in End::BOTH.into_iter().zip(told) {
                self.carry(end, effects, now, all);
            }
            return;
        }
        let a_is_first = self.ends[End::A.index()].device() == self.first;
        let first = if a_is_first { End::A } else { End::B };
        let effects = self.ends[first.index()].release(now);
        self.carry(first, effects, now, all);
    }

    /// A move that waits for a device is said as soon as it is that device's turn to hear it.
    fn pass_on(&mut self, end: End, now: Duration, all: &mut RelayEffects) {
        if let Some(mv) = self.waiting[end.index()]
            && let Ok(effects) = self.ends[end.index()].choose(mv, now)
        {
            self.waiting[end.index()] = None;
            self.carry(end, effects, now, all);
        }
    }

    /// A device was granted that the other is late. A turn cannot be taken from a device, so it costs the game.
    fn late(&mut self, end: End, now: Duration, all: &mut RelayEffects) {
        let late = self.ends[end.index()].own();
        let why = Why::Claimed(late, crate::message::Claim::Late);
        let effects = self.ends[end.index()].concede(why, now);
        self.carry(end, effects, now, all);
    }

    /// The game is over for one of them: the other hears it, unless both have seen the end on the board.
    fn end_other(&mut self, end: End, ended: Ended, now: Duration, all: &mut RelayEffects) {
        if self.ended.is_some() {
            return;
        }
        self.ended = Some(ended);
        all.events.push(Event::Ended(ended));
        let other = &mut self.ends[end.other().index()];
        let effects = match ended.why {
            Why::PlayedOut => other.close(now),
            _ if ended.winner == Some(other.own().other()) => other.concede(ended.why, now),
            _ => other.stop(now),
        };
        self.carry(end.other(), effects, now, all);
    }
}
