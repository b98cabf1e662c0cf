//! Halma evaluations in moves ahead.

use rules::{InputError, Rules, Status};
use search::{Engine, EngineError, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::evaluation::{MOVES_TO_LEAVE, RaceEvaluator, moves_missing};
use super::{Halma, Position};

/// An engine whose evaluations do not depend on the depth of its search.
///
/// The score of a search counts the moves it has looked ahead: at an odd depth the seat to move has made one move more than
/// its opponent, and a best-reply search lets only one of several opponents move. These moves are subtracted, so that a
/// level position is worth the half move of having the turn. Moves and scores are those of the engine.
pub(super) struct RaceLead<E> {
    engine: E,
    evaluator: RaceEvaluator,
}

impl<E> RaceLead<E> {
    pub(super) fn new(engine: E, evaluator: RaceEvaluator) -> RaceLead<E> {
        RaceLead { engine, evaluator }
    }
}

/// Conversion of the evaluations of one position.
struct Conversion {
    /// Value of a move in the evaluator's unit; more than 1 while every bead in the own camp is a penalty.
    move_value: f64,
    /// Number of opponents.
    opponents: u32,
}

impl Conversion {
    fn new<const W: usize>(
        evaluator: &RaceEvaluator,
        rules: &Halma<W>,
        position: &Position<W>,
    ) -> Conversion {
        let is_late = match rules.status(position) {
            Status::Turn(seat) => moves_missing(rules, position, seat) > 0,
            _ => false,
        };
        let penalty = if is_late { f64::from(evaluator.late()) * f64::from(MOVES_TO_LEAVE) } else { 0.0 };
        Conversion {
            move_value: 1.0 + penalty / evaluator.move_gain(),
            opponents: u32::from(rules.seats()).saturating_sub(1).max(1),
        }
    }

    /// Lead of the seat to move, from an evaluation at this depth.
    fn lead(&self, evaluation: Evaluation, depth: u32) -> Evaluation {
        match evaluation {
            Evaluation::Value { value, unit: Unit::Moves } if depth > 0 => {
                let (own, replies) = (depth.div_ceil(2), f64::from(depth / 2) / f64::from(self.opponents));
                let value = value / self.move_value - (f64::from(own) - replies) + 0.5;
                Evaluation::Value { value, unit: Unit::Moves }
            }
            other => other,
        }
    }

    fn apply<M>(&self, result: &mut SearchResult<M>) {
        result.evaluation = self.lead(result.evaluation, result.depth);
        for alternative in &mut result.alternatives {
            alternative.evaluation = self.lead(alternative.evaluation, result.depth);
        }
    }
}

impl<const W: usize, E: Engine<Halma<W>>> Engine<Halma<W>> for RaceLead<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Halma<W>>,
        report: &mut Progress<'_, super::Move>,
    ) -> Option<SearchResult<super::Move>> {
        let conversion = Conversion::new(&self.evaluator, request.rules, request.position);
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

    fn on_move(&mut self, rules: &Halma<W>, before: &Position<W>, mv: super::Move) {
        self.engine.on_move(rules, before, mv);
    }

    fn failure(&mut self) -> Option<EngineError> {
        self.engine.failure()
    }
}
