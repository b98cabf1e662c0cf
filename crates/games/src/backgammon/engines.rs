//! Engines of backgammon.

use engine::{Level, Levelled};
use rules::cpu::Portable;
use rules::{InputError, Outcome, Rules, Seat};
use search::{
    Engine, EngineOptions, Evaluation, Evaluator, Expectimax, Progress, Score, SearchRequest, SearchResult,
    Unit,
};

use super::action::Action;
use super::match_position::Phase;
use super::match_rules::BackgammonMatch;
use super::narrad::Weights;
use super::play::Play;
use super::position::Position;
use super::single::Backgammon;
use crate::engines::CatalogGame;

/// Node limit of each level.
const NODES: [u64; 8] = [10, 40, 150, 600, 2_500, 8_000, 25_000, 80_000];
/// Score of a pip.
const PIP: f64 = 10.0;
/// Largest score of an unfinished game.
const MAX_SCORE: Score = 6_000;
/// Score of a point won.
const POINT: Score = 7_000;

/// Evaluates pips, blots and made points.
impl Evaluator<Backgammon> for Weights {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &Backgammon, _position: &Position, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &Backgammon, _before: &Position, _play: Play, _after: &Position) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &Backgammon, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, rules: &Backgammon, position: &Position, _accumulator: &(), seat: Seat) -> Score {
        if let Some(winner) = position.winner() {
            let points = Score::from(rules.loss(position, winner.other()).points()) * POINT;
            return if winner == seat { points } else { -points };
        }
        let cost = if seat == Seat::FIRST { self.balance(position) } else { -self.balance(position) };
        ((-cost * PIP) as Score).clamp(-MAX_SCORE, MAX_SCORE)
    }

    /// A gammon counts two points, a backgammon three.
    fn terminal_score(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> Score {
        Score::from(outcome.points(seat) - outcome.points(seat.other())) * POINT
    }

    fn max_abs(&self) -> Score {
        3 * POINT
    }

    /// Points per game.
    fn evaluation(&self, score: f64) -> Evaluation {
        Evaluation::Value { value: score / f64::from(POINT), unit: Unit::Points }
    }
}

fn checker_engine(
    options: &mut EngineOptions,
) -> Result<Levelled<Expectimax<Weights, Portable>>, InputError> {
    Ok(Level::take(options)?.limit(Expectimax::new(Portable, Weights::GUESS, 1 << 22), NODES))
}

impl CatalogGame for Backgammon {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine(&self, _name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        Ok(Box::new(checker_engine(options)?))
    }
}

/// Match engine: checker play as in a single game, cube decisions by the race.
struct MatchEngine<E> {
    checker_engine: E,
}

impl<E: Engine<Backgammon>> Engine<BackgammonMatch> for MatchEngine<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, BackgammonMatch>,
        report: &mut Progress<'_, Action>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, past, limits, root_moves, .. } = *request;
        let is_allowed = |action: Action| root_moves.is_none_or(|allowed| allowed.contains(&action));
        let lead = lead(position.board());
        match position.phase() {
            Phase::Deciding => {
                let doubles = lead >= DOUBLE_FROM && is_allowed(Action::Double) || !is_allowed(Action::Roll);
                Some(SearchResult::unsearched(if doubles { Action::Double } else { Action::Roll }))
            }
            // On the board it is still the turn of the seat that doubled.
            Phase::Answering => {
                let takes = lead <= TAKE_UP_TO && is_allowed(Action::Take) || !is_allowed(Action::Drop);
                Some(SearchResult::unsearched(if takes { Action::Take } else { Action::Drop }))
            }
            Phase::Playing => {
                let as_action = |result: &SearchResult<Play>| SearchResult {
                    best: Action::Play(result.best),
                    score: result.score,
                    evaluation: result.evaluation,
                    pv: result.pv.iter().map(|&play| Action::Play(play)).collect(),
                    depth: result.depth,
                    nodes: result.nodes,
                    alternatives: Vec::new(),
                };
                let mut forward = |result: &SearchResult<Play>| report(&as_action(result));
                let as_play = |action: &Action| match action {
                    Action::Play(play) => Some(*play),
                    _ => None,
                };
                let plays: Vec<Play> = root_moves.unwrap_or_default().iter().filter_map(as_play).collect();
                let request = SearchRequest::new(rules.game(), position.board(), past, limits);
                let result = self.checker_engine.search(&request.with_root_moves(&plays), &mut forward)?;
                Some(as_action(&result))
            }
            Phase::Opening | Phase::Rolling | Phase::Over => None,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.checker_engine.new_game(seed);
    }

    fn set_option(&mut self, key: &str, value: &str) -> Result<(), InputError> {
        self.checker_engine.set_option(key, value)
    }
}

/// Lead from which the engine doubles, relative to its own pips: the 8-9-12 rule for races.
const DOUBLE_FROM: f64 = 0.08;
/// Largest lead of the opponent with which the engine takes.
const TAKE_UP_TO: f64 = 0.12;

/// Lead of the seat on turn relative to its own pips, with made points and blots included.
fn lead(board: &Position) -> f64 {
    let turn = board.turn();
    let cost = Weights::GUESS.balance(board);
    let ahead = if turn == Seat::FIRST { -cost } else { cost };
    ahead / f64::from(board.pips(turn).max(1))
}

impl CatalogGame for BackgammonMatch {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine(&self, _name: &str, options: &mut EngineOptions) -> Result<Box<dyn Engine<Self>>, InputError> {
        debug_assert_eq!(self.seats(), 2);
        Ok(Box::new(MatchEngine { checker_engine: checker_engine(options)? }))
    }
}
