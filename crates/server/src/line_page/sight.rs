//! How things stand, as the page shows it.

use std::time::{Duration, Instant};

use games::othello::{Othello, Bitboard};
use line::{Ended, Event, Side};
use rules::Seat;
use rules::cpu::Portable;
use view::{Diagram, Place, Playable};

use super::About;
use super::watched::{TimeFor, Watched};

/// Two looks at the same deadline differ by less.
const SAME: Duration = Duration::from_millis(20);

/// What our part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The board on the line.
    Device,
    /// Whoever drives it.
    Pc,
    /// Whoever stands between two of them, each on a line of its own.
    Relay,
}

/// How far things have come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// No game has begun yet.
    Opening,
    /// A game is on.
    Playing,
    /// The last game is over.
    Over,
    /// There is no line any more.
    Gone,
}

/// How much time is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeLeft {
    /// What for.
    pub(crate) what: TimeFor,
    /// Until when.
    pub(crate) until: Instant,
}

impl TimeLeft {
    /// Whether two looks saw the same deadline.
    fn is_as(self, other: TimeLeft) -> bool {
        let [early, late] = if self.until < other.until { [self, other] } else { [other, self] };
        self.what == other.what && late.until - early.until < SAME
    }
}

/// A line, and the device on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LineSight {
    /// Where it is found.
    pub(crate) place: String,
    pub(crate) leds: [bool; 3],
    pub(crate) is_gone: bool,
}

/// How many games were won; those that came to nothing do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) own: u32,
    pub(crate) other: u32,
    pub(crate) ties: u32,
}

/// How things stand.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    part: Part,
    pub(crate) lines: Vec<LineSight>,
    pub(crate) stage: Stage,
    /// Our side, or that of device A.
    pub(crate) own: Seat,
    pub(crate) turn: Option<Seat>,
    /// Counts the times that a choice was asked for.
    pub(crate) question: u64,
    pub(crate) is_to_choose: bool,
    /// Black's and White's.
    pub(crate) times: [Option<TimeLeft>; 2],
    /// How long our choice may take.
    limit: Duration,
    /// Until when our choice should be made; unset until it was seen that one is awaited.
    own_until: Option<Instant>,
    is_claimed: bool,
    /// Nothing more will be said on our own account.
    pub(crate) is_finished: bool,
    pub(crate) diagram: Diagram,
    /// Where the last move was made.
    pub(crate) trail: Vec<Place>,
    /// Where we may play now.
    pub(crate) legal: Vec<Place>,
    pub(crate) discs: [u32; 2],
    pub(crate) ended: Option<Ended>,
    pub(crate) tally: Tally,
}

impl Sight {
    /// Before anything has happened.
    pub(crate) fn new(about: &About, watched: Watched<'_>) -> Sight {
        let line = |place: &String| LineSight { place: place.clone(), leds: [false; 3], is_gone: false };
        let mut sight = Sight {
            part: about.part,
            lines: about.places.iter().map(line).collect(),
            stage: Stage::Opening,
            own: watched.own(),
            turn: None,
            question: 0,
            is_to_choose: false,
            times: [None; 2],
            limit: Duration::ZERO,
            own_until: None,
            is_claimed: false,
            is_finished: false,
            diagram: draw(watched),
            trail: Vec::new(),
            legal: Vec::new(),
            discs: [0; 2],
            ended: None,
            tally: Tally::default(),
        };
        sight.look(watched, Duration::ZERO);
        sight
    }

    /// What follows from something that happened, and is not seen afterwards.
    pub(crate) fn happened(&mut self, event: &Event) {
        match event {
            Event::Began { side: Side::Ours(own) | Side::OfA(own), .. } => {
                self.stage = Stage::Playing;
                self.own = *own;
                self.ended = None;
                self.is_finished = false;
                self.trail.clear();
            }
            Event::Played { mv, .. } => {
                self.trail = mv.square().map(|square| Place(square.into())).into_iter().collect();
            }
            Event::TakenBack | Event::TurnLost { .. } => self.trail.clear(),
            Event::YourTurn { limit, .. } => {
                self.question += 1;
                self.limit = *limit;
                self.own_until = None;
            }
            Event::Claimed(_) => self.is_claimed = true,
            Event::Answered { .. } => self.is_claimed = false,
            Event::Ended(ended) => {
                self.stage = Stage::Over;
                self.ended = Some(*ended);
                self.is_claimed = false;
                self.count(ended);
            }
            Event::Finished => self.is_finished = true,
            Event::Leds(_) | Event::Note(_) | Event::At(..) => {}
        }
    }

    fn count(&mut self, ended: &Ended) {
        match ended.winner {
            _ if ended.why.is_void() => {}
            None => self.tally.ties += 1,
            Some(seat) if seat == self.own => self.tally.own += 1,
            Some(_) => self.tally.other += 1,
        }
    }

    /// A line is gone; without any, nothing more can happen.
    pub(crate) fn lose_line(&mut self, line: usize) {
        self.lines[line].is_gone = true;
        if self.lines.iter().all(|line| line.is_gone) {
            self.stage = Stage::Gone;
        }
    }

    /// What is seen now.
    pub(crate) fn look(&mut self, watched: Watched<'_>, now: Duration) {
        let game = watched.game();
        // How the last game ended is told with the sides of that game, until another begins.
        if self.stage == Stage::Opening {
            self.own = watched.own();
        }
        self.turn = watched.is_playing().then(|| game.position().turn());
        self.is_to_choose = watched.is_to_choose();
        self.legal = if self.is_to_choose { places(game.moves()) } else { Vec::new() };
        self.diagram = draw(watched);
        for (line, leds) in self.lines.iter_mut().zip(watched.leds()) {
            line.leds = leds;
        }
        self.discs = [Seat::FIRST, Seat::SECOND].map(|seat| game.discs(seat));
        self.times = self.times_left(watched, now);
    }

    fn times_left(&mut self, watched: Watched<'_>, now: Duration) -> [Option<TimeLeft>; 2] {
        let mut times = [None; 2];
        if self.is_to_choose {
            let limit = self.limit;
            let until = *self.own_until.get_or_insert_with(|| Instant::now() + limit);
            times[self.own.index()] = Some(TimeLeft { what: TimeFor::Move, until });
            return times;
        }
        // A device counts the PC's time for a move itself.
        let is_counted = self.part == Part::Device && !self.is_claimed && self.turn == Some(self.own.other());
        for (seat, what, at) in watched.awaited() {
            let what = if is_counted { TimeFor::Move } else { what };
            times[seat.index()] = Some(TimeLeft { what, until: Instant::now() + at.saturating_sub(now) });
        }
        times
    }

    /// Whether two looks, with nothing that happened in between, show the same.
    pub(crate) fn is_as(&self, other: &Sight) -> bool {
        let is_same_time = self.times.iter().zip(&other.times).all(|times| match times {
            (None, None) => true,
            (Some(one), Some(two)) => one.is_as(*two),
            _ => false,
        });
        is_same_time
            && (self.own, self.turn, self.is_to_choose) == (other.own, other.turn, other.is_to_choose)
            && (&self.lines, self.discs) == (&other.lines, other.discs)
            && self.diagram == other.diagram
    }
}

fn draw(watched: Watched<'_>) -> Diagram {
    let position = watched.game().position();
    let mut diagram = Othello::new(position.turn(), Portable).diagram(position);
    // On the line passes are said by themselves.
    diagram.tokens.clear();
    diagram
}

fn places(squares: Bitboard) -> Vec<Place> {
    (0..64).filter(|square| squares >> square & 1 == 1).map(Place).collect()
}
