//! Small games grown from a seed: everything about a position follows from numbers drawn for it.

use std::time::{Duration, Instant};

use rules::{Outcome, Repetition, Rules, Seat, Status, mix};
use search::SearchGame;
use search::{Evaluator, Score, WIN, WIN_IN_MAX_PLY};

/// How a game has grown. Odds are in a thousand.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub seed: u64,
    pub seats: u8,
    /// How many positions there are after each number of turns: the fewer, the more often ways meet.
    pub width: u64,
    /// The most moves a position has.
    pub moves: u64,
    /// The most throws a position has, up to 14; 0 in a game without dice.
    pub rolls: u64,
    /// Positions in which the game is over.
    pub over: u64,
    /// Moves after which the same seat moves again.
    pub again: u64,
    /// Noisy moves.
    pub noisy: u64,
    /// Moves after which a search looks deeper.
    pub extends: u64,
    /// Positions in which the mover is in check.
    pub check: u64,
    /// After so many turns the game is over.
    pub longest: u16,
    /// Whether another seat can be given the turn.
    pub turns: bool,
    /// How much a move can be worth to whoever makes it: with 0, what is judged now tells nothing of what comes.
    pub stakes: Score,
    /// How long it takes to find the moves of a position.
    pub slowness: Duration,
}

impl Shape {
    /// A small game of two: few moves, few positions, now and then over.
    pub const SMALL: Shape = Shape {
        seed: 0,
        seats: 2,
        width: 12,
        moves: 4,
        rolls: 0,
        over: 80,
        again: 0,
        noisy: 0,
        extends: 0,
        check: 0,
        longest: u16::MAX,
        turns: false,
        stakes: 0,
        slowness: Duration::ZERO,
    };
}

/// The game of a shape. Whether there are noisy moves, and whether positions come again, is part of the type.
pub struct Thicket<const NOISE: bool = false, const HAS_REPETITION: bool = false> {
    shape: Shape,
    rolls: Vec<(u8, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Turns made; stays 0 where positions come again.
    level: u16,
    place: u64,
    turn: Seat,
    dice: Dice,
    /// What the first seat has gained by the moves so far.
    gained: Score,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Dice {
    NotNeeded,
    Awaited,
    /// A throw calls for another.
    AwaitedAgain(u8),
    Thrown(u8),
}

/// The kinds of numbers drawn for a position.
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
    Promise,
    Delta,
    Check,
}

impl<const NOISE: bool, const HAS_REPETITION: bool> Thicket<NOISE, HAS_REPETITION> {
    pub fn new(shape: Shape) -> Self {
        let weight = |roll| 1 + (mix(shape.seed ^ mix(roll)) % 6) as u32;
        Thicket { shape, rolls: (0..shape.rolls).map(|roll| (roll as u8, weight(roll))).collect() }
    }

    /// A position to begin with, by its number: the game starts in the first.
    pub fn position(&self, number: u64) -> Position {
        let (turn, dice) = (Seat::FIRST, Dice::NotNeeded);
        let at = |place| Position { level: 0, place, turn, dice, gained: 0 };
        let places = (0..self.shape.width).map(|step| (number + step) % self.shape.width);
        places.map(at).find(|position| self.outcome(position).is_none()).unwrap_or(at(0))
    }

    fn draw(&self, position: &Position, what: Draw, which: u64) -> u64 {
        let dice = match position.dice {
            Dice::NotNeeded => 0,
            Dice::Awaited => 1,
            Dice::AwaitedAgain(roll) => 2 + u64::from(roll),
            Dice::Thrown(roll) => 300 + u64::from(roll),
        };
        let mut number = mix(self.shape.seed);
        let Position { level, place, turn, gained, .. } = *position;
        for part in [level.into(), place, turn.index() as u64, dice, gained as u64] {
            number = mix(number.wrapping_mul(3) ^ part);
        }
        mix(number ^ mix((what as u64) << 32 | which))
    }

    /// What a move gains for whoever makes it, between 0 and the stakes.
    fn gain(&self, position: &Position, mv: u16) -> Score {
        (self.draw(position, Draw::Gain, mv.into()) % (self.shape.stakes as u64 + 1)) as Score
    }

    fn happens(&self, position: &Position, what: Draw, which: u64, odds: u64) -> bool {
        odds > 0 && self.draw(position, what, which) % 1000 < odds
    }

    /// How the game has ended here, whoever is to move.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let bare = Position { turn: Seat::FIRST, dice: Dice::NotNeeded, ..*position };
        let is_over = self.happens(&bare, Draw::Over, 0, self.shape.over) || bare.level >= self.shape.longest;
        if !is_over || (bare.level, bare.place) == (0, 0) {
            return None;
        }
        // Everybody draws a number; who has a smaller one is ahead.
        let number = |seat: Seat| self.draw(&bare, Draw::Winner, seat.index() as u64) % 3;
        let seats = || Seat::all(self.shape.seats);
        let place = |seat| 1 + seats().filter(|&other| number(other) < number(seat)).count() as u8;
        let places: Vec<u8> = seats().map(place).collect();
        Some(if self.shape.seats == 1 {
            Outcome::solo(number(Seat::FIRST) == 0, 0, "solo")
        } else {
            Outcome::ranked(&places, "drawn")
        })
    }
}

impl<const NOISE: bool, const HAS_REPETITION: bool> Rules for Thicket<NOISE, HAS_REPETITION> {
    type Position = Position;
    type Move = u16;
    type Roll = u8;

    fn seats(&self) -> u8 {
        self.shape.seats
    }

    fn start(&self) -> Position {
        self.position(0)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u16>) -> Status {
        if !self.shape.slowness.is_zero() {
            let begun = Instant::now();
            while begun.elapsed() < self.shape.slowness {
                std::hint::spin_loop();
            }
        }
        if let Some(outcome) = self.outcome(position) {
            return Status::Over(outcome);
        }
        if matches!(position.dice, Dice::Awaited | Dice::AwaitedAgain(_)) {
            return Status::Chance;
        }
        let count = 1 + self.draw(position, Draw::Moves, 0) % self.shape.moves;
        moves.extend(0..count as u16);
        Status::Turn(position.turn)
    }

    fn play(&self, position: &mut Position, mv: u16) {
        let (before, which) = (*position, u64::from(mv));
        let again = self.happens(&before, Draw::Again, which, self.shape.again);
        let gain = self.gain(&before, mv);
        *position = Position {
            level: if HAS_REPETITION { 0 } else { before.level + 1 },
            place: self.draw(&before, Draw::Place, which) % self.shape.width,
            turn: if again { before.turn } else { before.turn.next(self.shape.seats) },
            dice: Dice::NotNeeded,
            gained: before.gained + if before.turn == Seat::FIRST { gain } else { -gain },
        };
        // One turn in eight comes without a throw.
        if self.shape.rolls > 0 && !self.happens(position, Draw::Dice, 0, 125) {
            position.dice = Dice::Awaited;
        }
    }

    fn rolls(&self, position: &Position) -> &[(u8, u32)] {
        if self.status(position) != Status::Chance {
            return &[];
        }
        &self.rolls[..1 + (self.draw(position, Draw::Rolls, 0) % self.shape.rolls) as usize]
    }

    fn apply_roll(&self, position: &mut Position, roll: u8) {
        let again = self.happens(position, Draw::Dice, 1 + u64::from(roll), 30);
        position.dice = match position.dice {
            Dice::Awaited if again => Dice::AwaitedAgain(roll),
            Dice::AwaitedAgain(first) => Dice::Thrown(16 * (1 + first) + roll),
            _ => Dice::Thrown(roll),
        };
    }

    fn key(&self, position: &Position) -> u64 {
        self.draw(position, Draw::Place, u64::MAX)
    }

    fn repeated(&self, _position: &Position, times: u32) -> Repetition {
        if HAS_REPETITION && times > 1 {
            Repetition::Over(Outcome::draw(self.shape.seats, "repetition"))
        } else {
            Repetition::Nothing
        }
    }
}

impl<const NOISE: bool, const HAS_REPETITION: bool> SearchGame for Thicket<NOISE, HAS_REPETITION> {
    const HAS_NOISE: bool = NOISE;
    const HAS_REPETITION: bool = HAS_REPETITION;

    fn noisy(&self, position: &Position, mv: u16) -> bool {
        NOISE && self.happens(position, Draw::Noise, mv.into(), self.shape.noisy)
    }

    fn in_check(&self, position: &Position) -> bool {
        NOISE && self.happens(position, Draw::Check, 0, self.shape.check)
    }

    fn extension(&self, position: &Position, mv: u16, _after: &Position) -> bool {
        self.happens(position, Draw::Extension, mv.into(), self.shape.extends)
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Option<Position> {
        let may_move = self.shape.turns && position.dice == Dice::NotNeeded;
        (may_move && self.outcome(position).is_none()).then_some(Position { turn: seat, ..*position })
    }
}

/// The part of a position that an accumulator depends on: a roll changes nothing.
fn board_of(position: &Position) -> Position {
    Position { dice: Dice::NotNeeded, ..*position }
}

/// Draws the scores of positions, and checks that the search has followed the moves.
#[derive(Clone, Copy, Debug)]
pub struct Guess {
    /// No score is further from zero.
    pub range: Score,
    /// Whether finished games keep within the range, so that a search may rely on it.
    pub is_tight: bool,
    /// Whether the scores of all seats add up to nothing.
    pub is_shared: bool,
    /// Whether the search is told so.
    pub is_told: bool,
}

impl Guess {
    /// Scores with many ties, finished games far above them.
    pub const COARSE: Guess = Guess { range: 3, is_tight: false, is_shared: true, is_told: true };
    /// Scores of all sizes.
    pub const FINE: Guess = Guess { range: WIN_IN_MAX_PLY, is_tight: false, is_shared: true, is_told: true };
    /// Scores in a range that finished games do not leave.
    pub const TIGHT: Guess = Guess { range: 500, is_tight: true, is_shared: true, is_told: true };
    /// The same for seats that gain and lose each for itself.
    pub const SELFISH: Guess = Guess { range: 20, is_tight: true, is_shared: false, is_told: false };
    /// All four.
    pub const ALL: [Guess; 4] = [Guess::COARSE, Guess::FINE, Guess::TIGHT, Guess::SELFISH];
}

impl<const NOISE: bool, const HAS_REPETITION: bool> Evaluator<Thicket<NOISE, HAS_REPETITION>> for Guess {
    /// Position that the accumulator belongs to.
    type Accumulator = Option<Position>;
    /// Positions before and after the move.
    type Delta = (Position, Position);

    fn refresh(
        &self,
        _rules: &Thicket<NOISE, HAS_REPETITION>,
        position: &Position,
        accumulator: &mut Self::Accumulator,
    ) {
        *accumulator = Some(board_of(position));
    }

    /// Every fifth move requires a refresh.
    fn delta(
        &self,
        rules: &Thicket<NOISE, HAS_REPETITION>,
        before: &Position,
        mv: u16,
        after: &Position,
    ) -> Option<Self::Delta> {
        let mut played = *before;
        rules.play(&mut played, mv);
        assert_eq!(played, *after, "the move leads to the position");
        (rules.draw(after, Draw::Delta, 0) % 5 > 0).then_some((board_of(before), board_of(after)))
    }

    fn update(
        &self,
        _rules: &Thicket<NOISE, HAS_REPETITION>,
        before: &Self::Accumulator,
        delta: Self::Delta,
        after: &mut Self::Accumulator,
    ) {
        assert_eq!(*before, Some(delta.0), "the accumulator belongs to the position before the move");
        *after = Some(delta.1);
    }

    fn evaluate(
        &self,
        rules: &Thicket<NOISE, HAS_REPETITION>,
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
        match (seats, self.is_shared) {
            (1, _) => half(seat),
            // A game of two is always one against the other.
            (2, _) => {
                let luck = half(Seat::FIRST) / (1 + rules.shape.stakes);
                let score = (luck + position.gained).clamp(-self.range, self.range);
                if seat == Seat::FIRST { score } else { -score }
            }
            (_, false) => half(seat),
            (_, true) => half(seat) - half(seat.next(seats)),
        }
    }

    fn terminal_score(&self, outcome: &Outcome, seat: Seat, ply: u32) -> Score {
        let most = if self.is_tight { self.range } else { WIN };
        let gain = 2.0 * outcome.share(seat) - 1.0;
        (gain * f64::from(most - ply as Score)).round() as Score
    }

    fn max_abs(&self) -> Score {
        if self.is_tight { self.range } else { WIN }
    }

    fn max_sum(&self) -> Option<Score> {
        // Finished games are rounded: each seat may gain half a point by that.
        self.is_told.then_some(2)
    }

    fn ordering_hint(&self, rules: &Thicket<NOISE, HAS_REPETITION>, position: &Position, mv: u16) -> Score {
        100 * rules.gain(position, mv) + (rules.draw(position, Draw::Promise, mv.into()) % 100) as Score
    }
}
