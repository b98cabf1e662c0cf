//! One game between two engines.

use std::cmp::Ordering;
use std::time::Duration;

use engine::{ClockLimits, Limits, SearchRunner, StopFlags, timed};
use rules::cpu::Task;
use rules::{Outcome, RetireReason, Rules, Seat, TableRules};
use search::{Engine, SearchRequest};
use table::Secret;

use crate::match_config::{MatchClock, MatchConfig};
use crate::matches::Classify;
use crate::playthrough::{NextStep, Playthrough};
use crate::report::{Failure, GameReport, GameResult, MoveTimes, Termination};
use crate::side::Side;

/// Plays a game from the end of its opening.
pub(crate) struct GameRunner<'a, R: Rules> {
    pub(crate) rules: &'a R,
    pub(crate) config: &'a MatchConfig,
    /// Clock of each side; without effect in a match without clocks.
    pub(crate) remaining: [Duration; 2],
    pub(crate) number: u64,
    pub(crate) dice: &'a Secret,
    pub(crate) playthrough: &'a mut Playthrough<R>,
    /// Engine of each side.
    pub(crate) engines: &'a mut [Box<dyn Engine<R>>; 2],
    pub(crate) runner: &'a SearchRunner,
    pub(crate) classify: Classify,
    /// Raised when the match is cancelled.
    pub(crate) cancelled: &'a StopFlags,
    /// Buffer for legal moves.
    pub(crate) moves: &'a mut Vec<R::Move>,
}

impl<R: TableRules> Task for GameRunner<'_, R> {
    type Output = GameReport;

    /// Plays the game to its end. The report of a cancelled game is void.
    #[inline(always)]
    fn run(mut self) -> GameReport {
        let mut move_times = [MoveTimes::default(); 2];
        let needs_moves = self.engines.iter().any(|engine| engine.needs_moves());
        if needs_moves {
            self.send_opening();
        }
        loop {
            let seat = match self.playthrough.next(self.rules, self.dice, self.moves) {
                NextStep::Over(outcome) => return self.over(&outcome, move_times),
                NextStep::NoRoll => return self.stopped(move_times),
                NextStep::Turn(seat) => seat,
            };
            if self.playthrough.plies.len() >= self.config.max_plies as usize || self.is_cancelled() {
                return self.stopped(move_times);
            }
            let side = self.side(seat);
            if needs_moves {
                self.send_clock(side);
            }
            let (mv, took) = timed(|| self.search(side));
            move_times[side.index()].add(took);
            if mv.is_some()
                && let Some(excess) = self.stop_clock(side, took)
            {
                let message = format!("exceeded its clock by {:.0} ms", excess.as_secs_f64() * 1000.0);
                return self.failed(seat, Failure::Late, message, move_times);
            }
            match mv {
                None => {
                    let (failure, message) = match self.engines[side.index()].failure() {
                        Some(error) => ((self.classify)(&error), error.to_string()),
                        None => (Failure::NoMove, String::new()),
                    };
                    return self.failed(seat, failure, message, move_times);
                }
                Some(mv) if !self.moves.contains(&mv) => {
                    return self.failed(seat, Failure::Illegal, String::new(), move_times);
                }
                Some(mv) => {
                    if needs_moves {
                        self.send_move(mv);
                    }
                    self.playthrough.play(self.rules, mv, took);
                }
            }
        }
    }
}

impl<R: TableRules> GameRunner<'_, R> {
    fn side(&self, seat: Seat) -> Side {
        Side::on(seat, self.number % 2 == 1)
    }

    /// Sends the engines a move that is about to be played.
    fn send_move(&mut self, mv: R::Move) {
        for engine in self.engines.iter_mut().filter(|engine| engine.needs_moves()) {
            engine.on_move(self.rules, &self.playthrough.position, mv);
        }
    }

    /// Sends the engines the moves of the opening.
    fn send_opening(&mut self) {
        let mut replayed = Playthrough::at(self.rules, self.playthrough.start.clone());
        for ply in &self.playthrough.plies {
            // The committed dice repeat the rolls of the opening.
            let NextStep::Turn(_) = replayed.next(self.rules, self.dice, self.moves) else { return };
            for engine in self.engines.iter_mut().filter(|engine| engine.needs_moves()) {
                engine.on_move(self.rules, &replayed.position, ply.mv);
            }
            replayed.play(self.rules, ply.mv, ply.took);
        }
    }

    /// Sends an engine that runs elsewhere the clocks, its own first.
    fn send_clock(&mut self, side: Side) {
        let Some(MatchClock { increment, .. }) = self.config.clock else { return };
        let engine = &mut self.engines[side.index()];
        if engine.needs_moves() {
            let [own, other] = [side, side.other()].map(|side| self.remaining[side.index()].as_millis());
            let increment = increment.as_millis();
            // Protocols without clocks wait for the move alone.
            let _ = engine.set_option("clock", &format!("{own} {increment} {other} {increment}"));
        }
    }

    /// Takes the time of a move from the clock of a side. Returns the time by which the move was late, if it was.
    #[inline(always)]
    fn stop_clock(&mut self, side: Side, took: Duration) -> Option<Duration> {
        let MatchClock { increment, margin, .. } = self.config.clock?;
        let remaining = &mut self.remaining[side.index()];
        if took > *remaining + margin {
            return Some(took - *remaining);
        }
        *remaining = remaining.saturating_sub(took) + increment;
        None
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.is_raised()
    }

    #[inline(always)]
    fn search(&mut self, side: Side) -> Option<R::Move> {
        let (position, previous) = (&self.playthrough.position, self.playthrough.previous_keys());
        // The flags of a search with a deadline are its own: they must not end the match.
        let own_limits = &self.config.limits[side.index()];
        let with_clock = self.config.clock.map(|MatchClock { increment, .. }| {
            let remaining = self.remaining[side.index()];
            let clock = ClockLimits { remaining, increment, moves_to_go: None, expected_moves: None };
            Limits { clock: Some(clock), ..own_limits.clone() }
        });
        let limits = with_clock.as_ref().unwrap_or(own_limits);
        let own_flags = limits.is_timed().then(StopFlags::new);
        let limits = self.runner.begin(limits, own_flags.as_ref().unwrap_or(self.cancelled));
        let engine = &mut self.engines[side.index()];
        engine
            .search(
                &SearchRequest::new(self.rules, position, previous, limits).with_legal_moves(self.moves),
                &mut |_| {},
            )
            .map(|result| result.best)
    }

    fn over(&self, outcome: &Outcome, move_times: [MoveTimes; 2]) -> GameReport {
        let termination = Termination::Rule(outcome.rule().to_owned());
        self.report(self.result(outcome), self.points(outcome), termination, move_times)
    }

    fn stopped(&self, move_times: [MoveTimes; 2]) -> GameReport {
        self.report(GameResult::Draw, [0; 2], Termination::MaxPlies, move_times)
    }

    /// Retires all seats of the side that failed, as a table does. The side has lost, whatever the others score.
    fn failed(
        &mut self,
        seat: Seat,
        failure: Failure,
        message: String,
        move_times: [MoveTimes; 2],
    ) -> GameReport {
        let side = self.side(seat);
        let outcome = leaving_seats(self.rules.seats(), seat)
            .find_map(|seat| self.rules.retire(&mut self.playthrough.position, seat, RetireReason::Absent));
        let result = if side == Side::A { GameResult::Loss } else { GameResult::Win };
        let points = outcome.map_or([0; 2], |outcome| self.points(&outcome));
        self.report(result, points, Termination::Failed { side, failure, message }, move_times)
    }

    /// Compares the sides by the sum of their [`Outcome::share`]s. Seats of one side cancel out, so counting the pairs of
    /// one seat of A and one of B is enough.
    fn result(&self, outcome: &Outcome) -> GameResult {
        let seats = || Seat::all(outcome.seats());
        let own = |side: Side| seats().filter(move |&seat| self.side(seat) == side);
        let lead: i32 = own(Side::A)
            .flat_map(|a| own(Side::B).map(move |b| (a, b)))
            .map(|(a, b)| outcome.place(b).cmp(&outcome.place(a)) as i32)
            .sum();
        match lead.cmp(&0) {
            Ordering::Less => GameResult::Loss,
            Ordering::Equal => GameResult::Draw,
            Ordering::Greater => GameResult::Win,
        }
    }

    fn points(&self, outcome: &Outcome) -> [i64; 2] {
        let mut points = [0; 2];
        for seat in Seat::all(outcome.seats()) {
            points[self.side(seat).index()] += i64::from(outcome.points(seat));
        }
        points
    }

    fn report(
        &self,
        result: GameResult,
        points: [i64; 2],
        termination: Termination,
        move_times: [MoveTimes; 2],
    ) -> GameReport {
        let plies = self.playthrough.plies.len() as u64;
        GameReport { game: self.number, result, points, plies, move_times, termination }
    }
}

/// Seats that leave after the engine on seat `failed` failed: that seat first, then its partners.
pub(crate) fn leaving_seats(seats: u8, failed: Seat) -> impl Iterator<Item = Seat> {
    let partners =
        Seat::all(seats).filter(move |seat| *seat != failed && seat.index() % 2 == failed.index() % 2);
    std::iter::once(failed).chain(partners)
}
