//! Halma evaluations in moves ahead.

use rules::cpu::Cpu;
use rules::{InputError, Rules, Seat, Status};
use search::{
    AlphaBeta, BestReply, Engine, EngineError, Evaluation, MaxN, MonteCarlo, OpponentModel, Progress, Score,
    SearchRequest, SearchResult, Unit,
};

use super::evaluation::RaceEvaluator;
use super::{Halma, Move, Position};

/// An engine whose evaluations do not depend on the depth of its search.
///
/// The score of a search counts the moves it has looked ahead: at an odd depth the seat to move has made one move more than
/// its opponent, and searches for four let opponents move in different ways. These moves are subtracted, so that a
/// level position is worth the half move of having the turn. Moves and scores are those of the engine.
pub(super) struct RaceLead<E> {
    engine: E,
    evaluator: RaceEvaluator,
    lookahead: Lookahead,
}

/// Meaning of a depth: the moves that a search looks ahead.
#[derive(Clone, Copy)]
pub(super) enum Lookahead {
    /// Own moves alternate with single replies.
    Replies,
    /// All seats move in turn.
    Turns,
    /// Between two own moves all opponents reply.
    Rounds,
}

impl Lookahead {
    /// Own moves, and moves of each opponent on average, in a search of this depth.
    fn moves(self, opponents: u32, depth: u32) -> (f64, f64) {
        let (own, replies) = match self {
            Lookahead::Replies => (depth.div_ceil(2), depth / 2),
            Lookahead::Turns => {
                let own = depth.div_ceil(opponents + 1);
                (own, depth - own)
            }
            Lookahead::Rounds => (depth, depth.saturating_sub(1) * opponents),
        };
        (f64::from(own), f64::from(replies) / f64::from(opponents))
    }
}

impl<E> RaceLead<E> {
    pub(super) fn new(engine: E, evaluator: RaceEvaluator, lookahead: Lookahead) -> RaceLead<E> {
        RaceLead { engine, evaluator, lookahead }
    }
}

/// A search whose evaluator depends on the seat that searches and on its lead.
pub(super) trait OwnRace<const W: usize> {
    /// Prepares the evaluator for a search of this position by this seat.
    fn prepare(&mut self, rules: &Halma<W>, position: &Position<W>, seat: Seat);
}

impl<C: Cpu, const W: usize> OwnRace<W> for AlphaBeta<RaceEvaluator, C> {
    fn prepare(&mut self, rules: &Halma<W>, position: &Position<W>, seat: Seat) {
        if self.evaluator_mut().prepare(rules, position, seat) {
            // The table holds scores of the evaluator as it was.
            self.clear_table();
        }
    }
}

/// Searches without a table, or with one that every search clears.
macro_rules! prepare_evaluator {
    ($($search:ty),*) => {
        $(impl<C: Cpu, const W: usize> OwnRace<W> for $search {
            fn prepare(&mut self, rules: &Halma<W>, position: &Position<W>, seat: Seat) {
                self.evaluator_mut().prepare(rules, position, seat);
            }
        })*
    };
}

prepare_evaluator!(
    BestReply<RaceEvaluator, C>,
    MaxN<RaceEvaluator, C>,
    MonteCarlo<Move, RaceEvaluator, C>,
    OpponentModel<RaceEvaluator, C>
);

impl<E: OwnRace<W>, const W: usize> OwnRace<W> for RaceLead<E> {
    fn prepare(&mut self, rules: &Halma<W>, position: &Position<W>, seat: Seat) {
        self.evaluator.prepare(rules, position, seat);
        self.engine.prepare(rules, position, seat);
    }
}

/// A search of races, whichever it is.
pub(super) trait RaceSearch<const W: usize>: Engine<Halma<W>> + OwnRace<W> {}

impl<const W: usize, E: Engine<Halma<W>> + OwnRace<W>> RaceSearch<W> for E {}

/// Conversion of the evaluations of one position.
struct Conversion<'a, const W: usize> {
    evaluator: &'a RaceEvaluator,
    lookahead: Lookahead,
    rules: &'a Halma<W>,
    position: &'a Position<W>,
    /// The seat to move.
    seat: Option<Seat>,
    /// Score of the position without a search.
    score: Score,
    /// Difference between the lead in this position and its score: the search weighs the own race higher.
    correction: Score,
}

impl<'a, const W: usize> Conversion<'a, W> {
    fn new(
        evaluator: &'a RaceEvaluator,
        lookahead: Lookahead,
        rules: &'a Halma<W>,
        position: &'a Position<W>,
    ) -> Self {
        let mut conversion =
            Conversion { evaluator, lookahead, rules, position, seat: None, score: 0, correction: 0 };
        if let Status::Turn(seat) = rules.status(position) {
            conversion.seat = Some(seat);
            conversion.score = evaluator.static_score(rules, position, seat);
            conversion.correction = evaluator.lead(rules, position, seat) - conversion.score;
        }
        conversion
    }

    /// Lead of the seat to move, from the evaluation of a variation at this depth; `best` is that of the best one. Every move
    /// of the search is taken to gain as much as the first one. Where the replies are only predicted, own moves gain more than
    /// they do: there the best variation is worth the lead without a search.
    fn lead(&self, evaluation: Evaluation, best: Evaluation, pv: &[Move], depth: u32) -> Evaluation {
        let (Evaluation::Value { value, unit: Unit::Moves }, Some(&first), Some(seat)) =
            (evaluation, pv.first(), self.seat)
        else {
            return evaluation;
        };
        let mut after = self.position.clone();
        self.rules.play(&mut after, first);
        if depth == 0 || after.ended.is_some() {
            return evaluation;
        }
        if let (Lookahead::Rounds, Evaluation::Value { value: best, .. }) = (self.lookahead, best) {
            let lead = f64::from(self.score + self.correction) / self.evaluator.move_gain();
            return Evaluation::Value { value: lead + value - best + 0.5, unit: Unit::Moves };
        }
        let gain = f64::from(self.evaluator.static_score(self.rules, &after, seat) - self.score);
        let (own, replies) = self.lookahead.moves(u32::from(self.rules.seats()) - 1, depth);
        let moves = own - replies * self.evaluator.rival();
        let change = f64::from(self.correction) - moves * gain;
        Evaluation::Value { value: value + change / self.evaluator.move_gain() + 0.5, unit: Unit::Moves }
    }

    fn apply(&self, result: &mut SearchResult<Move>) {
        let best = result.evaluation;
        result.evaluation = self.lead(best, best, &[result.best], result.depth);
        for alternative in &mut result.alternatives {
            alternative.evaluation = self.lead(alternative.evaluation, best, &alternative.pv, result.depth);
        }
    }
}

impl<const W: usize, E: Engine<Halma<W>>> Engine<Halma<W>> for RaceLead<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Halma<W>>,
        report: &mut Progress<'_, Move>,
    ) -> Option<SearchResult<Move>> {
        let conversion = Conversion::new(&self.evaluator, self.lookahead, request.rules, request.position);
        let mut result = self.engine.search(request, &mut |result| {
            let mut result = result.clone();
            conversion.apply(&mut result);
            report(&result);
        })?;
        conversion.apply(&mut result);
        Some(result)
    }

    fn new_game(&mut self, seed: u64) {
        self.engine.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.engine.set_option(key, value)
    }

    fn needs_moves(&self) -> bool {
        self.engine.needs_moves()
    }

    fn on_move(&mut self, rules: &Halma<W>, before: &Position<W>, mv: Move) {
        self.engine.on_move(rules, before, mv);
    }

    fn failure(&mut self) -> Option<EngineError> {
        self.engine.failure()
    }
}
