//! A single game without the cube.

use rules::{InputError, Outcome, Perft, RetireReason, Rules, Seat, Settings, Status, TableRules};
use search::SearchGame;

use super::action::{OPENING_ROLLS, Roll, TURN_ROLLS};
use super::checkers::Checkers;
use super::play::Play;
use super::position::Position;

/// Backgammon as a single game: there is no cube, and a win is worth 1 to 3.
///
/// With `opening = roll`, the default of the settings, the game begins with an opening roll as in a match: one die from
/// each side, never equal, and the higher starts with both dice. With `opening = white` White starts by rolling both
/// dice, as the judge's protocol has it. Rules texts of version 1 without the key are older than the setting and mean
/// `white` (see [`complete_version_1`](super::complete_version_1)).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backgammon {
    triple: bool,
    opening: Opening,
}

/// The way a single game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Opening {
    /// The opening roll decides who starts.
    Roll,
    /// White starts by rolling both dice.
    White,
}

/// The kinds of win.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Win {
    /// The loser has borne off a checker.
    Single,
    /// The loser has borne off none.
    Gammon,
    /// The loser has borne off none and still has one on the bar or in the winner's home.
    Backgammon,
}

impl Win {
    /// The names, the smallest win first.
    const NAMES: [&'static str; 3] = ["single game", "gammon", "backgammon"];

    /// The loss of a concession with this index.
    pub(super) fn conceded(concession: usize) -> Win {
        [Win::Single, Win::Gammon][concession.min(1)]
    }

    /// The win over a side with these checkers, a backgammon included.
    #[inline(always)]
    pub fn of(loser: Checkers) -> Win {
        // The winner's home is the loser's points 19 to 24, followed by the bar.
        if loser.off() > 0 {
            Win::Single
        } else if loser.rearmost() > 18 {
            Win::Backgammon
        } else {
            Win::Gammon
        }
    }

    /// The points of a win, cube excluded.
    pub fn points(self) -> u16 {
        match self {
            Win::Single => 1,
            Win::Gammon => 2,
            Win::Backgammon => 3,
        }
    }

    /// The name of the rule for an [`Outcome`].
    pub fn rule(self) -> &'static str {
        Win::NAMES[self as usize]
    }
}

impl Default for Backgammon {
    fn default() -> Backgammon {
        Backgammon::new()
    }
}

impl Backgammon {
    /// The international game, in which a backgammon counts 3; White starts.
    pub fn new() -> Backgammon {
        Backgammon { triple: true, opening: Opening::White }
    }

    /// The traditional game (takhteh), in which a gammon is the most that can be won; White starts.
    pub fn traditional() -> Backgammon {
        Backgammon { triple: false, ..Backgammon::new() }
    }

    /// The same game in which the opening roll decides who starts.
    #[must_use]
    pub fn with_opening_roll(self) -> Backgammon {
        Backgammon { opening: Opening::Roll, ..self }
    }

    /// The same game with this value of a backgammon: 3 if `triple`, else 2.
    pub(super) fn with_triple(self, triple: bool) -> Backgammon {
        Backgammon { triple, ..self }
    }

    /// `true` if the game starts with an opening roll.
    pub fn has_opening_roll(&self) -> bool {
        self.opening == Opening::Roll
    }

    /// The game with these settings: `triple = yes` (the default) or `no`, `opening = roll` (the default) or `white`.
    pub fn from_settings(settings: &mut Settings) -> Result<Backgammon, InputError> {
        let triple = yes_or_no(settings, "triple")?;
        let opening = settings.take("opening").map_or(Ok(Opening::Roll), |setting| {
            setting.word(&[("roll", Opening::Roll), ("white", Opening::White)])
        })?;
        Ok(Backgammon { triple, opening })
    }

    /// `true` if a backgammon counts 3.
    pub fn triple(&self) -> bool {
        self.triple
    }

    /// The win conceded if this seat has lost: the most that resigning now can cost it.
    pub fn loss(&self, position: &Position, loser: Seat) -> Win {
        self.win(position.side(loser))
    }

    /// The win over a side with these checkers.
    #[inline(always)]
    pub(super) fn win(&self, loser: Checkers) -> Win {
        let most = if self.triple { Win::Backgammon } else { Win::Gammon };
        Win::of(loser).min(most)
    }

    /// The end, once a side has borne off its last checker.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let winner = position.winner()?;
        let win = self.loss(position, winner.other());
        Some(won(winner, win, win.rule()))
    }
}

/// The outcome of a game with this winner.
fn won(winner: Seat, win: Win, rule: &'static str) -> Outcome {
    let mut points = [0; 2];
    points[winner.index()] = win.points() as i16;
    Outcome::win(2, winner, rule).with_points(&points)
}

/// A setting that is on unless it is turned off.
pub(super) fn yes_or_no(settings: &mut Settings, key: &'static str) -> Result<bool, InputError> {
    settings.take(key).map_or(Ok(true), |setting| setting.word(&[("yes", true), ("no", false)]))
}

impl Rules for Backgammon {
    type Position = Position;
    type Move = Play;
    type Roll = Roll;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        if self.has_opening_roll() { Position::before_opening_roll() } else { Position::start() }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Play>) -> Status {
        let status = self.status(position);
        if let Status::Turn(_) = status {
            position.for_each_turn(|turn| moves.push(turn.play));
        }
        status
    }

    fn status(&self, position: &Position) -> Status {
        match self.outcome(position) {
            Some(outcome) => Status::Over(outcome),
            None if position.dice().is_none() => Status::Chance,
            None => Status::Turn(position.turn()),
        }
    }

    fn play(&self, position: &mut Position, play: Play) {
        position.play(play);
    }

    fn rolls(&self, position: &Position) -> &[(Roll, u32)] {
        match self.status(position) {
            Status::Chance if position.is_opening() => &OPENING_ROLLS,
            Status::Chance => &TURN_ROLLS,
            _ => &[],
        }
    }

    fn apply_roll(&self, position: &mut Position, roll: Roll) {
        *position = roll.applied_to(*position);
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl TableRules for Backgammon {
    /// The seat that retires loses the most that the position can still cost.
    fn retire(&self, position: &mut Position, seat: Seat, why: RetireReason) -> Option<Outcome> {
        Some(won(seat.other(), self.loss(position, seat), why.rule()))
    }

    fn resignation(&self, position: &Position, seat: Seat) -> &'static str {
        self.loss(position, seat).rule()
    }

    /// Everything below the most that the position can still cost.
    fn concessions(&self, position: &Position, seat: Seat) -> &'static [&'static str] {
        &Win::NAMES[..usize::from(self.loss(position, seat).points()) - 1]
    }

    fn concede(&self, _position: &mut Position, seat: Seat, concession: usize) -> Option<Outcome> {
        Some(won(seat.other(), Win::conceded(concession), RetireReason::Resigned.rule()))
    }

    fn draw(&self, _position: &Position) -> Option<Outcome> {
        None
    }
}

impl Perft for Backgammon {}

impl SearchGame for Backgammon {
    type Scratch = ();
}
