//! Random game trees: every property of a position is a hash of the position and a seed.

use std::time::{Duration, Instant};

use rules::{Outcome, Repetition, Rules, Seat, Status, mix};
use search::SearchGame;
use search::{Evaluator, Score, WIN, WIN_IN_MAX_PLY};

/// Parameters of a random tree. Probabilities are in thousandths.
#[derive(Clone, Copy, Debug)]
pub struct TreeConfig {
    pub seed: u64,
    pub seats: u8,
    /// Number of positions per ply; the fewer, the more transpositions.
    pub width: u64,
    /// Maximum number of moves of a position.
    pub moves: u64,
    /// Maximum number of rolls of a position, up to 14; 0 in a game without dice.
    pub rolls: u64,
    /// Probability that the game is over in a position.
    pub over: u64,
    /// Probability that the same seat moves again.
    pub again: u64,
    /// Probability that a move is noisy.
    pub noisy: u64,
    /// Probability that a move extends the search.
    pub extension: u64,
    /// Probability that the mover is in check.
    pub check: u64,
    /// Number of plies after which the game is over.
    pub max_plies: u16,
    /// `true` if `with_turn` is supported.
    pub has_with_turn: bool,
    /// Maximum gain of a move for the mover; with 0 the evaluation does not correlate along a path.
    pub max_gain: Score,
    /// Duration of move generation.
    pub generation_time: Duration,
}

impl TreeConfig {
    /// A small game for two: few moves and few positions, some of them terminal.
    pub const SMALL: TreeConfig = TreeConfig {
        seed: 0,
        seats: 2,
        width: 12,
        moves: 4,
        rolls: 0,
        over: 80,
        again: 0,
        noisy: 0,
        extension: 0,
        check: 0,
        max_plies: u16::MAX,
        has_with_turn: false,
        max_gain: 0,
        generation_time: Duration::ZERO,
    };
}

/// Game played on a random tree, with noisy moves or repetitions by its type parameters.
pub struct RandomTree<const NOISE: bool = false, const HAS_REPETITION: bool = false> {
    config: TreeConfig,
    rolls: Vec<(u8, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Plies played; always 0 in a game with repetitions.
    ply: u16,
    place: u64,
    turn: Seat,
    dice: Dice,
    /// Balance of the gains so far, for the first seat.
    gained: Score,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Dice {
    NotNeeded,
    Awaited,
    /// The first roll requires a second one.
    AwaitedAgain(u8),
    Rolled(u8),
}

/// Properties drawn for a position.
#[derive(Clone, Copy)]
enum Draw {
    Moves,
    Rolls,
    Over,
    Winner,
    Place,
    Again,
    Dice,
    Noise,
    Extension,
    Score,
    Gain,
    OrderingHint,
    Delta,
    Check,
}

impl<const NOISE: bool, const HAS_REPETITION: bool> RandomTree<NOISE, HAS_REPETITION> {
    pub fn new(config: TreeConfig) -> Self {
        let weight = |roll| 1 + (mix(config.seed ^ mix(roll)) % 6) as u32;
        RandomTree { config, rolls: (0..config.rolls).map(|roll| (roll as u8, weight(roll))).collect() }
    }

    /// A root position by its number; the game starts in the first.
    pub fn position(&self, number: u64) -> Position {
        let (turn, dice) = (Seat::FIRST, Dice::NotNeeded);
        let at = |place| Position { ply: 0, place, turn, dice, gained: 0 };
        let places = (0..self.config.width).map(|step| (number + step) % self.config.width);
        places.map(at).find(|position| self.outcome(position).is_none()).unwrap_or(at(0))
    }

    fn draw(&self, position: &Position, what: Draw, which: u64) -> u64 {
        let dice = match position.dice {
            Dice::NotNeeded => 0,
            Dice::Awaited => 1,
            Dice::AwaitedAgain(roll) => 2 + u64::from(roll),
            Dice::Rolled(roll) => 300 + u64::from(roll),
        };
        let mut number = mix(self.config.seed);
        let Position { ply, place, turn, gained, .. } = *position;
        for part in [ply.into(), place, turn.index() as u64, dice, gained as u64] {
            number = mix(number.wrapping_mul(3) ^ part);
        }
        mix(number ^ mix((what as u64) << 32 | which))
    }

    /// Gain of a move for the mover, from 0 to the maximum.
    fn gain(&self, position: &Position, mv: u16) -> Score {
        (self.draw(position, Draw::Gain, mv.into()) % (self.config.max_gain as u64 + 1)) as Score
    }

    fn happens(&self, position: &Position, what: Draw, which: u64, odds: u64) -> bool {
        odds > 0 && self.draw(position, what, which) % 1000 < odds
    }

    /// Outcome of a terminal position, the same for every seat to move.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let bare = Position { turn: Seat::FIRST, dice: Dice::NotNeeded, ..*position };
        let is_over =
            self.happens(&bare, Draw::Over, 0, self.config.over) || bare.ply >= self.config.max_plies;
        if !is_over || (bare.ply, bare.place) == (0, 0) {
            return None;
        }
        // Every seat draws a number; smaller numbers rank higher.
        let number = |seat: Seat| self.draw(&bare, Draw::Winner, seat.index() as u64) % 3;
        let seats = || Seat::all(self.config.seats);
        let place = |seat| 1 + seats().filter(|&other| number(other) < number(seat)).count() as u8;
        let places: Vec<u8> = seats().map(place).collect();
        Some(if self.config.seats == 1 {
            Outcome::solo(number(Seat::FIRST) == 0, 0, "solo")
        } else {
            Outcome::ranked(&places, "drawn")
        })
    }
}

impl<const NOISE: bool, const HAS_REPETITION: bool> Rules for RandomTree<NOISE, HAS_REPETITION> {
    type Position = Position;
    type Move = u16;
    type Roll = u8;

    fn seats(&self) -> u8 {
        self.config.seats
    }

    fn start(&self) -> Position {
        self.position(0)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u16>) -> Status {
        if !self.config.generation_time.is_zero() {
            let start = Instant::now();
            while start.elapsed() < self.config.generation_time {
                std::hint::spin_loop();
            }
        }
        if let Some(outcome) = self.outcome(position) {
            return Status::Over(outcome);
        }
        if matches!(position.dice, Dice::Awaited | Dice::AwaitedAgain(_)) {
            return Status::Chance;
        }
        let count = 1 + self.draw(position, Draw::Moves, 0) % self.config.moves;
        moves.extend(0..count as u16);
        Status::Turn(position.turn)
    }

    fn play(&self, position: &mut Position, mv: u16) {
        let (before, which) = (*position, u64::from(mv));
        let again = self.happens(&before, Draw::Again, which, self.config.again);
        let gain = self.gain(&before, mv);
        *position = Position {
            ply: if HAS_REPETITION { 0 } else { before.ply + 1 },
            place: self.draw(&before, Draw::Place, which) % self.config.width,
            turn: if again { before.turn } else { before.turn.next(self.config.seats) },
            dice: Dice::NotNeeded,
            gained: before.gained + if before.turn == Seat::FIRST { gain } else { -gain },
        };
        // One turn in eight has no roll.
        if self.config.rolls > 0 && !self.happens(position, Draw::Dice, 0, 125) {
            position.dice = Dice::Awaited;
        }
    }

    fn rolls(&self, position: &Position) -> &[(u8, u32)] {
        if self.status(position) != Status::Chance {
            return &[];
        }
        &self.rolls[..1 + (self.draw(position, Draw::Rolls, 0) % self.config.rolls) as usize]
    }

    fn apply_roll(&self, position: &mut Position, roll: u8) {
        let again = self.happens(position, Draw::Dice, 1 + u64::from(roll), 30);
        position.dice = match position.dice {
            Dice::Awaited if again => Dice::AwaitedAgain(roll),
            Dice::AwaitedAgain(first) => Dice::Rolled(16 * (1 + first) + roll),
            _ => Dice::Rolled(roll),
        };
    }

    fn key(&self, position: &Position) -> u64 {
        self.draw(position, Draw::Place, u64::MAX)
    }

    fn repeated(&self, _position: &Position, times: u32) -> Repetition {
        if HAS_REPETITION && times > 1 {
            Repetition::Over(Outcome::draw(self.config.seats, "repetition"))
        } else {
            Repetition::Nothing
        }
    }
}

impl<const NOISE: bool, const HAS_REPETITION: bool> SearchGame for RandomTree<NOISE, HAS_REPETITION> {
    type Scratch = ();

    const HAS_NOISE: bool = NOISE;
    const HAS_REPETITION: bool = HAS_REPETITION;

    fn noisy(&self, position: &Position, mv: u16) -> bool {
        NOISE && self.happens(position, Draw::Noise, mv.into(), self.config.noisy)
    }

    fn in_check(&self, position: &Position) -> bool {
        NOISE && self.happens(position, Draw::Check, 0, self.config.check)
    }

    fn extension(&self, position: &Position, mv: u16, _after: &Position) -> bool {
        self.happens(position, Draw::Extension, mv.into(), self.config.extension)
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Option<Position> {
        let may_move = self.config.has_with_turn && position.dice == Dice::NotNeeded;
        (may_move && self.outcome(position).is_none()).then_some(Position { turn: seat, ..*position })
    }
}

/// The part of a position that an accumulator depends on: all but the roll.
fn board_of(position: &Position) -> Position {
    Position { dice: Dice::NotNeeded, ..*position }
}

/// Random evaluation. Asserts that the search updates its accumulators correctly.
#[derive(Clone, Copy, Debug)]
pub struct RandomEvaluator {
    /// Largest absolute score.
    pub range: Score,
    /// `true` if terminal scores are within the range, too.
    pub bounds_outcomes: bool,
    /// `true` if the scores of all seats add up to zero.
    pub is_zero_sum: bool,
    /// `true` if `max_sum` declares it to the search.
    pub declares_sum: bool,
}

impl RandomEvaluator {
    /// Few different scores, with terminal scores far above them.
    pub const COARSE: RandomEvaluator =
        RandomEvaluator { range: 3, bounds_outcomes: false, is_zero_sum: true, declares_sum: true };
    /// Scores of the whole range.
    pub const FINE: RandomEvaluator = RandomEvaluator {
        range: WIN_IN_MAX_PLY,
        bounds_outcomes: false,
        is_zero_sum: true,
        declares_sum: true,
    };
    /// Scores in a range that includes terminal scores.
    pub const TIGHT: RandomEvaluator =
        RandomEvaluator { range: 500, bounds_outcomes: true, is_zero_sum: true, declares_sum: true };
    /// The same for a game that is not zero-sum.
    pub const SELFISH: RandomEvaluator =
        RandomEvaluator { range: 20, bounds_outcomes: true, is_zero_sum: false, declares_sum: false };
    /// All four.
    pub const ALL: [RandomEvaluator; 4] =
        [RandomEvaluator::COARSE, RandomEvaluator::FINE, RandomEvaluator::TIGHT, RandomEvaluator::SELFISH];
}

impl<const NOISE: bool, const HAS_REPETITION: bool> Evaluator<RandomTree<NOISE, HAS_REPETITION>>
    for RandomEvaluator
{
    /// Position that the accumulator belongs to.
    type Accumulator = Option<Position>;
    /// Positions before and after the move.
    type Delta = (Position, Position);

    fn refresh(
        &self,
        _rules: &RandomTree<NOISE, HAS_REPETITION>,
        position: &Position,
        accumulator: &mut Self::Accumulator,
    ) {
        *accumulator = Some(board_of(position));
    }

    /// Every fifth move requires a refresh.
    fn delta(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        before: &Position,
        mv: u16,
        after: &Position,
    ) -> Option<Self::Delta> {
        let mut played = *before;
        rules.play(&mut played, mv);
        assert_eq!(played, *after, "the move leads to the position");
        (!rules.draw(after, Draw::Delta, 0).is_multiple_of(5)).then_some((board_of(before), board_of(after)))
    }

    fn update(
        &self,
        _rules: &RandomTree<NOISE, HAS_REPETITION>,
        before: &Self::Accumulator,
        delta: Self::Delta,
        after: &mut Self::Accumulator,
    ) {
        assert_eq!(*before, Some(delta.0), "the accumulator belongs to the position before the move");
        *after = Some(delta.1);
    }

    fn evaluate(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        position: &Position,
        accumulator: &Self::Accumulator,
        seat: Seat,
    ) -> Score {
        assert_eq!(*accumulator, Some(board_of(position)), "the accumulator belongs to the position");
        let seats = rules.seats();
        let half = |seat: Seat| {
            let number = rules.draw(position, Draw::Score, seat.index() as u64);
            (number % (self.range as u64 + 1)) as Score - self.range / 2
        };
        match (seats, self.is_zero_sum) {
            (1, _) => half(seat),
            // A game for two is always zero-sum.
            (2, _) => {
                let noise = half(Seat::FIRST) / (1 + rules.config.max_gain);
                let score = (noise + position.gained).clamp(-self.range, self.range);
                if seat == Seat::FIRST { score } else { -score }
            }
            (_, false) => half(seat),
            (_, true) => half(seat) - half(seat.next(seats)),
        }
    }

    fn terminal_score(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        let most = if self.bounds_outcomes { self.range } else { WIN };
        let gain = 2.0 * outcome.share(seat) - 1.0;
        (gain * f64::from(most - ply as Score)).round() as Score
    }

    fn max_abs(&self) -> Score {
        if self.bounds_outcomes { self.range } else { WIN }
    }

    fn max_sum(&self) -> Option<Score> {
        // Terminal scores are rounded, by up to half a point per seat.
        self.declares_sum.then_some(2)
    }

    fn ordering_hint(
        &self,
        rules: &RandomTree<NOISE, HAS_REPETITION>,
        position: &Position,
        mv: u16,
    ) -> Score {
        100 * rules.gain(position, mv) + (rules.draw(position, Draw::OrderingHint, mv.into()) % 100) as Score
    }
}
