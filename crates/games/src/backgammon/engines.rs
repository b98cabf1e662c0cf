//! Backgammon's own engines.

use rules::cpu::Cpu;
use rules::{Fault, Outcome, Rules, Seat};
use search::{Engine, EngineOptions, Evaluator, Expectimax, Progress, Question, Score, Thought};

use super::action::Action;
use super::match_position::Phase;
use super::match_rules::BackgammonMatch;
use super::narrad::Weights;
use super::play::Play;
use super::position::Position;
use super::single::Backgammon;
use crate::engines::{House, Level, Levelled};

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
    type State = ();

    fn begin(&self, _rules: &Backgammon, _position: &Position) {}

    fn follow(&self, _rules: &Backgammon, _state: &(), _before: &Position, _play: Play, _after: &Position) {}

    fn score(&self, rules: &Backgammon, position: &Position, _state: &(), seat: Seat) -> Score {
        if let Some(winner) = position.winner() {
            let points = Score::from(rules.loss(position, winner.other()).points()) * POINT;
            return if winner == seat { points } else { -points };
        }
        let cost = if seat == Seat::FIRST { self.balance(position) } else { -self.balance(position) };
        ((-cost * PIP) as Score).clamp(-MOST, MOST)
    }

    /// A gammon is worth two games, a backgammon three.
    fn finished(&self, outcome: &Outcome, seat: Seat, _ply: u32) -> Score {
        Score::from(outcome.points(seat) - outcome.points(seat.other())) * POINT
    }

    fn utmost(&self) -> Score {
        3 * POINT
    }
}

fn player<C: Cpu>(cpu: C, options: &mut EngineOptions) -> Result<Levelled<Expectimax<Weights, C>>, Fault> {
    Ok(Level::take(options)?.hold(Expectimax::new(cpu, Weights::GUESS, 1 << 22), NODES))
}

impl House for Backgammon {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        Ok(Box::new(player(cpu, options)?))
    }
}

/// Plays a match: checkers as in a single game, the cube by how the race stands.
struct MatchPlayer<E> {
    checkers: E,
}

impl<E: Engine<Backgammon>> Engine<BackgammonMatch> for MatchPlayer<E> {
    fn think(
        &mut self,
        question: &Question<'_, BackgammonMatch>,
        report: &mut Progress<'_, Action>,
    ) -> Option<Thought<Action>> {
        let Question { rules, position, past, limits, .. } = *question;
        let lead = lead(position.board());
        match position.phase() {
            Phase::Deciding => {
                Some(Thought::unsearched(if lead >= DOUBLE_FROM { Action::Double } else { Action::Roll }))
            }
            // The lead is that of who has doubled.
            Phase::Answering => {
                Some(Thought::unsearched(if lead <= TAKE_UP_TO { Action::Take } else { Action::Drop }))
            }
            Phase::Playing => {
                let as_action = |thought: &Thought<Play>| Thought {
                    best: Action::Play(thought.best),
                    score: thought.score,
                    line: thought.line.iter().map(|&play| Action::Play(play)).collect(),
                    depth: thought.depth,
                    nodes: thought.nodes,
                };
                let mut hear = |thought: &Thought<Play>| report(&as_action(thought));
                let found = self
                    .checkers
                    .think(&Question::new(rules.game(), position.board(), past, limits), &mut hear)?;
                Some(as_action(&found))
            }
            Phase::Opening | Phase::Rolling | Phase::Over => None,
        }
    }

    fn begin(&mut self, seed: u64) {
        self.checkers.begin(seed);
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

impl House for BackgammonMatch {
    const ENGINES: &'static [&'static str] = &["strong"];

    fn engine<C: Cpu>(
        &self,
        cpu: C,
        _name: &str,
        options: &mut EngineOptions,
    ) -> Result<Box<dyn Engine<Self>>, Fault> {
        debug_assert_eq!(self.seats(), 2);
        Ok(Box::new(MatchPlayer { checkers: player(cpu, options)? }))
    }
}
