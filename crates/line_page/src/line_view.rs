//! View of the line that clients receive.

use std::time::{Duration, Instant};

use games::othello::{Bitboard, Othello};
use line::{Event, GameResult, Side};
use rules::Seat;
use rules::cpu::Portable;
use serde::Serialize;
use view::{Diagram, Place, Playable};

use crate::PageInfo;
use crate::source::{LineSource, TimerKind};

/// Largest difference between two readings of the same deadline.
const DEADLINE_JITTER: Duration = Duration::from_millis(20);

/// Role of the program that serves the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PageRole {
    /// The device.
    Device,
    /// The PC that drives a device.
    Pc,
    /// The relay between two devices.
    Relay,
}

/// State of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SessionState {
    /// No game has begun yet.
    Opening,
    /// A game is running.
    Playing,
    /// The last game is over.
    Over,
    /// All lines are disconnected.
    Disconnected,
}

/// Running time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RunningTimer {
    pub(crate) kind: TimerKind,
    pub(crate) until: Instant,
}

impl RunningTimer {
    /// `true` if both are readings of the same deadline.
    fn is_same_deadline(self, other: RunningTimer) -> bool {
        let [early, late] = if self.until < other.until { [self, other] } else { [other, self] };
        self.kind == other.kind && late.until - early.until < DEADLINE_JITTER
    }
}

/// A line and the device on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct LineStatus {
    /// Port or TCP address.
    pub(crate) address: String,
    pub(crate) leds: [bool; 3],
    #[serde(rename = "disconnected")]
    pub(crate) is_disconnected: bool,
}

/// Results of the finished games; void games do not count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct MatchScore {
    pub(crate) own: u32,
    pub(crate) other: u32,
    pub(crate) ties: u32,
}

/// View of the line, its game and its clocks.
#[derive(Clone, Debug)]
pub(crate) struct LineView {
    role: PageRole,
    pub(crate) lines: Vec<LineStatus>,
    pub(crate) state: SessionState,
    /// Side of this end, or of device A.
    pub(crate) own: Seat,
    pub(crate) turn: Option<Seat>,
    /// Number of prompts for a move so far.
    pub(crate) prompt: u64,
    pub(crate) awaits_move: bool,
    /// Running time limits of Black and White.
    pub(crate) timers: [Option<RunningTimer>; 2],
    /// Time for a move of this end.
    limit: Duration,
    /// Deadline of the awaited move; `None` until the first update with an awaited move.
    own_until: Option<Instant>,
    is_claimed: bool,
    /// `true` if this end sends nothing more by itself.
    pub(crate) is_finished: bool,
    pub(crate) diagram: Diagram,
    /// Square of the last move.
    pub(crate) trail: Vec<Place>,
    /// Legal squares, if a move of this end is awaited.
    pub(crate) legal: Vec<Place>,
    pub(crate) discs: [u32; 2],
    pub(crate) result: Option<GameResult>,
    pub(crate) score: MatchScore,
}

impl LineView {
    /// Creates the view of a session that has not started.
    pub(crate) fn new(info: &PageInfo, source: LineSource<'_>) -> LineView {
        let line = |address: &String| LineStatus {
            address: address.clone(),
            leds: [false; 3],
            is_disconnected: false,
        };
        let mut view = LineView {
            role: info.role,
            lines: info.addresses.iter().map(line).collect(),
            state: SessionState::Opening,
            own: source.own(),
            turn: None,
            prompt: 0,
            awaits_move: false,
            timers: [None; 2],
            limit: Duration::ZERO,
            own_until: None,
            is_claimed: false,
            is_finished: false,
            diagram: draw(source),
            trail: Vec::new(),
            legal: Vec::new(),
            discs: [0; 2],
            result: None,
            score: MatchScore::default(),
        };
        view.update(source, Duration::ZERO);
        view
    }

    /// Applies an event to the fields that [`update`](LineView::update) cannot derive from the line.
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::Began { side: Side::Own(own) | Side::DeviceA(own), .. } => {
                self.state = SessionState::Playing;
                self.own = *own;
                self.result = None;
                self.is_finished = false;
                self.trail.clear();
            }
            Event::Played { mv, .. } => {
                self.trail = mv.square().map(|square| Place(square.into())).into_iter().collect();
            }
            Event::TakenBack | Event::TurnLost { .. } => self.trail.clear(),
            Event::YourTurn { limit, .. } => {
                self.prompt += 1;
                self.limit = *limit;
                self.own_until = None;
            }
            Event::Claimed(_) => self.is_claimed = true,
            Event::Answered { .. } => self.is_claimed = false,
            Event::Ended(result) => {
                self.state = SessionState::Over;
                self.result = Some(*result);
                self.is_claimed = false;
                self.count(result);
            }
            Event::Finished => self.is_finished = true,
            Event::Leds(_) | Event::Note(_) | Event::OnDevice(..) => {}
        }
    }

    fn count(&mut self, result: &GameResult) {
        match result.winner {
            _ if result.reason.is_void() => {}
            None => self.score.ties += 1,
            Some(seat) if seat == self.own => self.score.own += 1,
            Some(_) => self.score.other += 1,
        }
    }

    /// Marks a line as disconnected.
    pub(crate) fn set_disconnected(&mut self, line: usize) {
        self.lines[line].is_disconnected = true;
        if self.lines.iter().all(|line| line.is_disconnected) {
            self.state = SessionState::Disconnected;
        }
    }

    /// Updates the fields that follow from the state of the line.
    pub(crate) fn update(&mut self, source: LineSource<'_>, now: Duration) {
        let game = source.game();
        // The result of the last game is shown with the sides of that game until another one starts.
        if self.state == SessionState::Opening {
            self.own = source.own();
        }
        self.turn = source.is_playing().then(|| game.position().turn());
        self.awaits_move = source.awaits_move();
        self.legal = if self.awaits_move { places(game.moves()) } else { Vec::new() };
        self.diagram = draw(source);
        for (line, leds) in self.lines.iter_mut().zip(source.leds()) {
            line.leds = leds;
        }
        self.discs = [Seat::FIRST, Seat::SECOND].map(|seat| game.discs(seat));
        self.timers = self.running_timers(source, now);
    }

    fn running_timers(&mut self, source: LineSource<'_>, now: Duration) -> [Option<RunningTimer>; 2] {
        let mut timers = [None; 2];
        if self.awaits_move {
            let limit = self.limit;
            let until = *self.own_until.get_or_insert_with(|| Instant::now() + limit);
            timers[self.own.index()] = Some(RunningTimer { kind: TimerKind::Move, until });
            return timers;
        }
        // A device itself limits the time for the PC's move.
        let is_counted =
            self.role == PageRole::Device && !self.is_claimed && self.turn == Some(self.own.other());
        for (seat, kind, at) in source.timers() {
            let kind = if is_counted { TimerKind::Move } else { kind };
            timers[seat.index()] =
                Some(RunningTimer { kind, until: Instant::now() + at.saturating_sub(now) });
        }
        timers
    }

    /// `true` if both views show the same, provided that no event came in between.
    pub(crate) fn shows_same_as(&self, other: &LineView) -> bool {
        let is_same_time = self.timers.iter().zip(&other.timers).all(|timers| match timers {
            (None, None) => true,
            (Some(one), Some(two)) => one.is_same_deadline(*two),
            _ => false,
        });
        is_same_time
            && (self.own, self.turn, self.awaits_move) == (other.own, other.turn, other.awaits_move)
            && (&self.lines, self.discs) == (&other.lines, other.discs)
            && self.diagram == other.diagram
    }
}

fn draw(source: LineSource<'_>) -> Diagram {
    let position = source.game().position();
    let mut diagram = Othello::new(position.turn(), Portable).diagram(position);
    // Passes are sent automatically, so there is no pass button.
    diagram.tokens.clear();
    diagram
}

fn places(squares: Bitboard) -> Vec<Place> {
    (0..64).filter(|square| squares >> square & 1 == 1).map(Place).collect()
}
