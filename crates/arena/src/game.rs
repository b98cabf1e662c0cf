//! One game between two engines.

use std::cmp::Ordering;
use std::sync::atomic::AtomicBool;

use rules::cpu::Task;
use rules::{Outcome, RetireReason, Rules, Seat, TableRules};
use search::{Engine, EngineFailure, SearchRequest};
use table::Secret;

use crate::course::{Course, Next};
use crate::pace::Pacer;
use crate::report::{Ending, Failure, Report, Thinking, Verdict};
use crate::side::Side;
use crate::terms::Terms;
use crate::timer::timed;

/// A game that is to be played on from its opening.
pub(crate) struct Game<'a, R: Rules> {
    pub(crate) rules: &'a R,
    pub(crate) terms: &'a Terms,
    pub(crate) number: u64,
    pub(crate) dice: &'a Secret,
    pub(crate) course: &'a mut Course<R>,
    /// The engine of each side.
    pub(crate) engines: &'a mut [Box<dyn Engine<R>>; 2],
    pub(crate) pacer: &'a Pacer,
    /// Raised when nobody wants to know any more.
    pub(crate) abandoned: &'a AtomicBool,
    /// Room to work in.
    pub(crate) moves: &'a mut Vec<R::Move>,
}

impl<R: TableRules> Task for Game<'_, R> {
    type Output = Report;

    /// Plays the game to its end. What comes of it is void if it was abandoned.
    #[inline(always)]
    fn run(mut self) -> Report {
        let mut thinking = [Thinking::default(); 2];
        let is_heard = self.engines.iter().any(|engine| engine.needs_moves());
        if is_heard {
            self.tell_opening();
        }
        loop {
            let seat = match self.course.next(self.rules, self.dice, self.moves) {
                Next::Over(outcome) => return self.over(&outcome, thinking),
                Next::Stuck => return self.stopped(thinking),
                Next::Turn(seat) => seat,
            };
            if self.course.plies.len() >= self.terms.max_plies as usize || self.is_abandoned() {
                return self.stopped(thinking);
            }
            let side = self.side(seat);
            let (mv, took) = timed(|| self.think(side));
            thinking[side.index()].add(took);
            match mv {
                None => {
                    let (failure, sentence) = match self.engines[side.index()].failure() {
                        Some(EngineFailure { kind, sentence }) => (kind.into(), sentence),
                        None => (Failure::NoMove, String::new()),
                    };
                    return self.failed(seat, failure, sentence, thinking);
                }
                Some(mv) if !self.moves.contains(&mv) => {
                    return self.failed(seat, Failure::IllegalMove, String::new(), thinking);
                }
                Some(mv) => {
                    if is_heard {
                        self.tell(mv);
                    }
                    self.course.play(self.rules, mv, took);
                }
            }
        }
    }
}

impl<R: TableRules> Game<'_, R> {
    fn side(&self, seat: Seat) -> Side {
        Side::on(seat, self.number % 2 == 1)
    }

    /// Tells the engines of a move that is about to be made.
    fn tell(&mut self, mv: R::Move) {
        for engine in self.engines.iter_mut().filter(|engine| engine.needs_moves()) {
            engine.on_move(self.rules, &self.course.position, mv);
        }
    }

    /// Tells the engines of the moves that were made before they took over.
    fn tell_opening(&mut self) {
        let mut told = Course::new(self.rules);
        for ply in &self.course.plies {
            // The dice of the opening come again.
            let Next::Turn(_) = told.next(self.rules, self.dice, self.moves) else { return };
            for engine in self.engines.iter_mut().filter(|engine| engine.needs_moves()) {
                engine.on_move(self.rules, &told.position, ply.mv);
            }
            told.play(self.rules, ply.mv, ply.took);
        }
    }

    fn is_abandoned(&self) -> bool {
        self.abandoned.load(std::sync::atomic::Ordering::Relaxed)
    }

    #[inline(always)]
    fn think(&mut self, side: Side) -> Option<R::Move> {
        let (position, past) = (&self.course.position, self.course.past());
        let limits = self.pacer.begin(self.abandoned);
        let engine = &mut self.engines[side.index()];
        engine
            .search(
                &SearchRequest::new(self.rules, position, past, limits).with_legal_moves(self.moves),
                &mut |_| {},
            )
            .map(|result| result.best)
    }

    fn over(&self, outcome: &Outcome, thinking: [Thinking; 2]) -> Report {
        let verdict = self.verdict(outcome);
        self.report(verdict, self.points(outcome), Ending::Rule(outcome.rule().to_owned()), thinking)
    }

    fn stopped(&self, thinking: [Thinking; 2]) -> Report {
        self.report(Verdict::Draw, [0; 2], Ending::Stopped, thinking)
    }

    /// All seats of the side that failed leave, as at a table; whatever that makes of the others, the side has lost.
    fn failed(&mut self, seat: Seat, failure: Failure, sentence: String, thinking: [Thinking; 2]) -> Report {
        let side = self.side(seat);
        let outcome = leaving_seats(self.rules.seats(), seat)
            .find_map(|seat| self.rules.retire(&mut self.course.position, seat, RetireReason::Absent));
        let verdict = if side == Side::A { Verdict::Loss } else { Verdict::Win };
        let points = outcome.map_or([0; 2], |outcome| self.points(&outcome));
        self.report(verdict, points, Ending::Failed { side, failure, sentence }, thinking)
    }

    /// Who has the larger sum of [`Outcome::share`]s. As every two seats are compared once and those of one side cancel
    /// out, it is enough to count for each seat of A the seats of B it is before and behind.
    fn verdict(&self, outcome: &Outcome) -> Verdict {
        let seats = || Seat::all(outcome.seats());
        let own = |side: Side| seats().filter(move |&seat| self.side(seat) == side);
        let lead: i32 = own(Side::A)
            .flat_map(|a| own(Side::B).map(move |b| (a, b)))
            .map(|(a, b)| outcome.place(b).cmp(&outcome.place(a)) as i32)
            .sum();
        match lead.cmp(&0) {
            Ordering::Less => Verdict::Loss,
            Ordering::Equal => Verdict::Draw,
            Ordering::Greater => Verdict::Win,
        }
    }

    fn points(&self, outcome: &Outcome) -> [i64; 2] {
        let mut points = [0; 2];
        for seat in Seat::all(outcome.seats()) {
            points[self.side(seat).index()] += i64::from(outcome.points(seat));
        }
        points
    }

    fn report(&self, verdict: Verdict, points: [i64; 2], ending: Ending, thinking: [Thinking; 2]) -> Report {
        Report { game: self.number, verdict, points, plies: self.course.plies.len() as u64, thinking, ending }
    }
}

/// The seats that leave when the engine on this seat has failed: that seat first, then the others of its side.
pub(crate) fn leaving_seats(seats: u8, failed: Seat) -> impl Iterator<Item = Seat> {
    let partners =
        Seat::all(seats).filter(move |seat| *seat != failed && seat.index() % 2 == failed.index() % 2);
    std::iter::once(failed).chain(partners)
}
