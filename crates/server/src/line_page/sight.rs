//! How things stand at one end of a line, as the page shows it.

use std::time::{Duration, Instant};

use games::othello::{Othello, Squares};
use line::{Ended, Event, Station};
use rules::cpu::Portable;
use rules::{Diagram, Place, Playable, Seat};

use super::About;

/// Two looks at the same deadline differ by less.
const SAME: Duration = Duration::from_millis(20);

/// Which end of a line is ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// The board on the line.
    Device,
    /// Whoever drives it.
    Pc,
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
    /// The line is gone.
    Gone,
}

/// What a limit of time is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeFor {
    /// Our move.
    OwnMove,
    /// The other side's move, by our clock.
    OtherMove,
    /// Any word of the other end, before it is given up.
    Answer,
}

/// How much time is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeLeft {
    /// What for.
    pub(crate) what: TimeFor,
    /// Until when.
    pub(crate) until: Instant,
}

/// How things stand.
#[derive(Clone, Debug)]
pub(crate) struct Sight {
    part: Part,
    /// Where the line is found.
    pub(crate) place: String,
    pub(crate) stage: Stage,
    pub(crate) own: Seat,
    pub(crate) turn: Option<Seat>,
    /// Counts the times that a choice was asked for.
    pub(crate) question: u64,
    pub(crate) is_to_choose: bool,
    pub(crate) time: Option<TimeLeft>,
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
    pub(crate) leds: [bool; 3],
    pub(crate) discs: [u32; 2],
    pub(crate) ended: Option<Ended>,
}

impl Sight {
    /// Before anything has happened.
    pub(crate) fn new(about: &About, station: &dyn Station) -> Sight {
        let mut sight = Sight {
            part: about.part,
            place: about.place.clone(),
            stage: Stage::Opening,
            own: station.own(),
            turn: None,
            question: 0,
            is_to_choose: false,
            time: None,
            limit: Duration::ZERO,
            own_until: None,
            is_claimed: false,
            is_finished: false,
            diagram: draw(station),
            trail: Vec::new(),
            legal: Vec::new(),
            leds: [false; 3],
            discs: [0; 2],
            ended: None,
        };
        sight.look(station, Duration::ZERO);
        sight
    }

    /// What follows from something that happened, and is not seen at the station afterwards.
    pub(crate) fn happened(&mut self, event: &Event) {
        match event {
            Event::Began { .. } => {
                self.stage = Stage::Playing;
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
            }
            Event::Finished => self.is_finished = true,
            Event::Leds(_) | Event::Note(_) => {}
        }
    }

    /// What is seen at the station now.
    pub(crate) fn look(&mut self, station: &dyn Station, now: Duration) {
        let game = station.game();
        self.own = station.own();
        self.turn = station.is_playing().then(|| game.position().turn());
        self.is_to_choose = station.is_to_choose();
        self.legal = if self.is_to_choose { places(game.moves()) } else { Vec::new() };
        self.diagram = draw(station);
        self.leds = station.leds();
        self.discs = [Seat::FIRST, Seat::SECOND].map(|seat| game.discs(seat));
        self.time = self.time_left(station, now);
    }

    fn time_left(&mut self, station: &dyn Station, now: Duration) -> Option<TimeLeft> {
        if self.is_to_choose {
            let limit = self.limit;
            let until = *self.own_until.get_or_insert_with(|| Instant::now() + limit);
            return Some(TimeLeft { what: TimeFor::OwnMove, until });
        }
        let until = Instant::now() + station.deadline()?.saturating_sub(now);
        let is_other_move =
            self.part == Part::Device && !self.is_claimed && self.turn == Some(self.own.other());
        let what = if is_other_move { TimeFor::OtherMove } else { TimeFor::Answer };
        station.is_playing().then_some(TimeLeft { what, until })
    }

    /// Whether two looks, with nothing that happened in between, show the same.
    pub(crate) fn is_as(&self, other: &Sight) -> bool {
        let is_same_time = match (self.time, other.time) {
            (None, None) => true,
            (Some(one), Some(two)) => {
                let [early, late] = if one.until < two.until { [one, two] } else { [two, one] };
                one.what == two.what && late.until - early.until < SAME
            }
            _ => false,
        };
        is_same_time
            && (self.own, self.turn, self.is_to_choose) == (other.own, other.turn, other.is_to_choose)
            && (self.leds, self.discs) == (other.leds, other.discs)
            && self.diagram == other.diagram
    }
}

fn draw(station: &dyn Station) -> Diagram {
    let position = station.game().position();
    let mut diagram = Othello::new(position.turn(), Portable).diagram(position);
    // On the line passes are said by themselves.
    diagram.tokens.clear();
    diagram
}

fn places(squares: Squares) -> Vec<Place> {
    (0..64).filter(|square| squares >> square & 1 == 1).map(Place).collect()
}
