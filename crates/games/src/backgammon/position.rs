//! The checkers of both sides, whose turn it is, and the dice on the table.

use rules::{InputError, Seat, mix};

use super::board::Board;
use super::checkers::Checkers;
use super::dice::Dice;
use super::play::{Play, Step};
use super::turns::{self, Turn};

/// The number of the bar in each side's own numbering: a checker on it is 25 pips from home.
pub const BAR: u8 = 25;
/// The number that stands for borne off.
pub const OFF: u8 = 0;
/// The highest point of a player's home.
pub const HOME: u8 = 6;
/// Number of checkers each side has.
pub const CHECKERS: u8 = 15;

/// A side's checkers by its own count of the points: the [`BAR`], the points 24 to 1, and those borne [`OFF`].
///
/// The two sides count in opposite directions: one's point `n` is the other's point `25 - n`.
pub type Side = [u8; 26];

/// A position of a single game.
///
/// No point holds checkers of both sides, each side has fifteen in all, and at most one has borne off every checker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    sides: [Checkers; 2],
    turn: Seat,
    dice: Option<Dice>,
    /// `true` before the opening roll, which decides the turn.
    is_opening: bool,
}

/// The reason why a checker cannot make a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Obstacle {
    /// There is no checker to move.
    NoChecker,
    /// Another checker must enter from the bar first.
    BarFirst,
    /// The other side holds the point with this number.
    Blocked(u8),
    /// Nothing may be borne off while a checker stands on this point outside the home.
    NotHome(u8),
    /// The die is larger than needed, and a checker on this higher point must be played with it.
    HigherFirst(u8),
}

impl Position {
    /// The start position, White to roll.
    pub fn start() -> Position {
        Position { sides: [Checkers::start(); 2], turn: Seat::FIRST, dice: None, is_opening: false }
    }

    /// The start position before the opening roll.
    pub fn before_opening_roll() -> Position {
        Position { is_opening: true, ..Position::start() }
    }

    /// The position with these checkers; those that are not on the points or the bar have been borne off.
    pub fn new(mut sides: [Side; 2], turn: Seat, dice: Option<Dice>) -> Result<Position, InputError> {
        for seat in Seat::all(2) {
            let side = &mut sides[seat.index()];
            let on_board: u32 = side[1..].iter().map(|&count| u32::from(count)).sum();
            if on_board > u32::from(CHECKERS) {
                return Err(InputError::new(format!(
                    "{} has {on_board} checkers on the board: expected {CHECKERS} at most",
                    name(seat)
                )));
            }
            side[OFF as usize] = CHECKERS - on_board as u8;
        }
        if let Some(point) = (1..=24).find(|&point| sides[0][point] > 0 && sides[1][25 - point] > 0) {
            return Err(InputError::new(format!(
                "both sides stand on White's {point}-point: expected one side on each point"
            )));
        }
        let sides = sides.map(|side| Checkers::new(&side));
        let position = Position { sides, turn, dice, is_opening: false };
        match Seat::all(2).filter(|&seat| position.side(seat).is_done()).count() {
            2 => Err(InputError::new(
                "neither side has a checker left: expected one side at least to have some",
            )),
            1 if dice.is_some() => Err(InputError::new("the game is over, and yet dice lie on the table")),
            _ => Ok(position),
        }
    }

    /// Number of checkers of a seat on a point of its own numbering, the bar and borne off included.
    pub fn checkers(&self, seat: Seat, number: u8) -> u8 {
        self.sides[seat.index()].count(number)
    }

    /// A seat's checkers by its own count.
    #[inline(always)]
    pub fn side(&self, seat: Seat) -> Checkers {
        self.sides[seat.index()]
    }

    /// The checkers of both sides without those borne off.
    pub(super) fn on_board(&self) -> [Side; 2] {
        self.sides.map(|checkers| {
            let mut side = checkers.counts();
            side[OFF as usize] = 0;
            side
        })
    }

    /// Number of checkers of a seat on the bar.
    pub fn bar(&self, seat: Seat) -> u8 {
        self.checkers(seat, BAR)
    }

    /// Number of checkers a seat has borne off.
    pub fn off(&self, seat: Seat) -> u8 {
        self.checkers(seat, OFF)
    }

    /// The player on turn, who plays the dice or is to roll them.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// `true` before the opening roll; [`Position::turn`] means nothing then.
    pub fn is_opening(&self) -> bool {
        self.is_opening
    }

    /// The dice on the table, if they have been rolled.
    pub fn dice(&self) -> Option<Dice> {
        self.dice
    }

    /// The pip count of a seat.
    pub fn pips(&self, seat: Seat) -> u32 {
        self.side(seat).pips()
    }

    /// The seat that has borne off every checker.
    pub fn winner(&self) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.side(seat).is_done())
    }

    /// The destination of the mover's checker with a die, or the obstacle that stops it.
    pub(super) fn landing(&self, from: u8, die: u8) -> Result<u8, Obstacle> {
        let own = self.side(self.turn);
        if own.count(from) == 0 {
            return Err(Obstacle::NoChecker);
        }
        if from != BAR && own.bar() > 0 {
            return Err(Obstacle::BarFirst);
        }
        if from > die {
            let to = from - die;
            let held = self.checkers(self.turn.other(), 25 - to) > 1;
            return if held { Err(Obstacle::Blocked(to)) } else { Ok(to) };
        }
        let farthest = own.rearmost();
        if farthest > HOME {
            Err(Obstacle::NotHome(farthest))
        } else if die > from && farthest > from {
            Err(Obstacle::HigherFirst(farthest))
        } else {
            Ok(OFF)
        }
    }

    /// `true` if a checker of the mover that lands here hits.
    pub(super) fn hits(&self, to: u8) -> bool {
        to != OFF && self.checkers(self.turn.other(), 25 - to) == 1
    }

    /// Makes one step of the mover, who stays on turn.
    #[inline]
    pub(super) fn advance(&mut self, step: Step) {
        if self.hits(step.to) {
            let other = &mut self.sides[self.turn.other().index()];
            other.remove(BAR - step.to);
            other.add(BAR);
        }
        let own = &mut self.sides[self.turn.index()];
        own.remove(step.from);
        own.add(step.to);
    }

    /// Plays a whole turn and hands the dice over.
    pub(super) fn play(&mut self, play: Play) {
        for &step in play.steps() {
            self.advance(step);
        }
        self.dice = None;
        self.turn = self.turn.other();
    }

    /// The checkers as the player on turn sees them.
    #[inline(always)]
    pub fn board(&self) -> Board {
        Board::new(self.side(self.turn), self.side(self.turn.other()))
    }

    /// Calls `visit` with every legal turn of the dice on the table; never where no dice lie.
    #[inline(always)]
    pub(super) fn for_each_turn(&self, mut visit: impl FnMut(&Turn)) {
        if let Some(dice) = self.dice {
            turns::for_each_turn(&self.board(), dice, &mut visit);
        }
    }

    /// The position after a turn whose mover has not handed the dice over yet.
    pub(super) fn before_passing(&self, turn: &Turn) -> Position {
        let mut after = *self;
        after.sides[self.turn.index()] = turn.board.mover();
        after.sides[self.turn.other().index()] = turn.board.opponent();
        after
    }

    /// The same checkers with this seat on turn and these dice on the table.
    #[must_use]
    pub(super) fn with_turn(mut self, turn: Seat, dice: Option<Dice>) -> Position {
        self.turn = turn;
        self.dice = dice;
        self.is_opening = false;
        self
    }

    /// The hash key of the position.
    pub(super) fn key(&self) -> u64 {
        let dice = self.dice.map_or(0, |dice| dice.high() * 8 + dice.low());
        let mut key =
            mix(u64::from(dice) << 1 | self.turn.index() as u64 | 1 << 8 | u64::from(self.is_opening) << 9);
        for word in self.sides.into_iter().flat_map(Checkers::words) {
            key = mix(key ^ word);
        }
        key
    }
}

/// The name of a seat.
pub(super) fn name(seat: Seat) -> &'static str {
    if seat == Seat::FIRST { "White" } else { "Black" }
}
