//! Backgammon's own engines.

use engine::{Level, Levelled};
use rules::cpu::Cpu;
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

/// Positions looked at by each level.
const NODES: [u64; 8] = [10, 40, 150, 600, 2_500, 8_000, 25_000, 80_000];
/// What a pip is worth in the search's unit.
const PIP: f64 = 10.0;
/// No position before the end is worth more.
const MOST: Score = 6_000;
/// A point won at the end.
const POINT: Score = 7_000;

/// Pips, blots and walls by [`Weights`].
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
        ((-cost * PIP) as Score).clamp(-MOST, MOST)
    }

    /// A gammon is worth two games, a backgammon three.
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

fn player<C: Cpu>(
    cpu: C,
    options: &mut EngineOptions,
) -> Result<Levelled<Expectimax<Weights, C>>, InputError> {
    Ok(Level::take(options)?.limit(Expectimax::new(cpu, Weights::GUESS, 1 << 22), NODES))
}

impl CatalogGame for Backgammon {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        Ok(Box::new(player(cpu, options)?))
    }
}

/// Plays a match: checkers as in a single game, the cube by how the race stands.
struct MatchPlayer<E> {
    checkers: E,
}

impl<E: Engine<Backgammon>> Engine<BackgammonMatch> for MatchPlayer<E> {
    fn search(
        &mut self,
        request: &SearchRequest<'_, BackgammonMatch>,
        report: &mut Progress<'_, Action>,
    ) -> Option<SearchResult<Action>> {
        let SearchRequest { rules, position, past, limits, .. } = *request;
        let lead = lead(position.board());
        match position.phase() {
            Phase::Deciding => Some(SearchResult::unsearched(if lead >= DOUBLE_FROM {
                Action::Double
            } else {
                Action::Roll
            })),
            // The lead is that of who has doubled.
            Phase::Answering => {
                Some(SearchResult::unsearched(if lead <= TAKE_UP_TO { Action::Take } else { Action::Drop }))
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
                let mut hear = |result: &SearchResult<Play>| report(&as_action(result));
                let found = self
                    .checkers
                    .search(&SearchRequest::new(rules.game(), position.board(), past, limits), &mut hear)?;
                Some(as_action(&found))
            }
            Phase::Opening | Phase::Rolling | Phase::Over => None,
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.checkers.new_game(seed);
    }
}

/// A lead of so much of the own pips is enough to double, and of more than so much to drop: the old rule for races.
const DOUBLE_FROM: f64 = 0.08;
const TAKE_UP_TO: f64 = 0.12;

/// By how much of its own pips the seat on turn is ahead in the race, walls and blots counted in.
fn lead(board: &Position) -> f64 {
    let turn = board.turn();
    let cost = Weights::GUESS.balance(board);
    let ahead = if turn == Seat::FIRST { -cost } else { cost };
    ahead / f64::from(board.pips(turn).max(1))
}

impl CatalogGame for BackgammonMatch {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, InputError> {
        debug_assert_eq!(self.seats(), 2);
        Ok(Box::new(MatchPlayer { checkers: player(cpu, options)? }))
    }
}
