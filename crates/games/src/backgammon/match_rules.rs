//! A match: games with the doubling cube, until a side has the points.

use rules::{InputError, Outcome, Perft, RetireReason, Rules, Seat, Settings, Status, TableRules};
use search::SearchGame;

use super::action::{Action, OPENING_ROLLS, Roll, TURN_ROLLS};
use super::match_position::{MatchPosition, Phase};
use super::position_text::CUBE_LIMIT;
use super::single::{Backgammon, Win, yes_or_no};

/// Backgammon as a match to some number of points.
///
/// Every game opens with a roll of one die each; the higher starts with both dice, equal dice are rolled again. Later
/// the player on turn may double before rolling, if the cube is in the middle or its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackgammonMatch {
    pub(super) game: Backgammon,
    pub(super) length: u16,
    pub(super) crawford: bool,
    pub(super) cube: bool,
}

impl BackgammonMatch {
    /// The most points a match can be played to.
    pub const LONGEST: u32 = 64;

    /// A match to `length` points (1 to 64), with cube, Crawford rule and triple games.
    pub fn to(length: u16) -> BackgammonMatch {
        let length = length.clamp(1, BackgammonMatch::LONGEST as u16);
        BackgammonMatch { game: Backgammon::new().with_opening_roll(), length, crawford: true, cube: true }
    }

    /// The match with these settings: `length` (1 to 64), and `crawford`, `cube` and `triple`, each `yes` (the
    /// default) or `no`.
    pub fn from_settings(settings: &mut Settings) -> Result<BackgammonMatch, InputError> {
        let length = settings.take("length").ok_or_else(|| InputError::new("the match has no length"))?;
        let length = length.number(1..=BackgammonMatch::LONGEST)?;
        BackgammonMatch::to(length as u16).with_settings(settings)
    }

    /// The same length with the other settings.
    pub(super) fn with_settings(self, settings: &mut Settings) -> Result<BackgammonMatch, InputError> {
        let crawford = yes_or_no(settings, "crawford")?;
        let cube = yes_or_no(settings, "cube")?;
        if let Some(setting) = settings.take("opening")
            && !setting.value.eq_ignore_ascii_case("roll")
        {
            return Err(setting.error("roll: every game of a match starts with an opening roll"));
        }
        let game = self.game.with_triple(yes_or_no(settings, "triple")?);
        Ok(BackgammonMatch { game, crawford, cube, ..self })
    }

    /// The single game that the match is made of.
    pub fn game(&self) -> &Backgammon {
        &self.game
    }

    /// The points the match is played to.
    pub fn length(&self) -> u16 {
        self.length
    }

    /// `true` if the match has a Crawford game.
    pub fn has_crawford(&self) -> bool {
        self.crawford
    }

    /// `true` if the player on turn may double before rolling.
    pub(super) fn may_double(&self, position: &MatchPosition) -> bool {
        self.cube
            && !position.crawford
            && position.cube < CUBE_LIMIT
            && position.owner.is_none_or(|owner| owner == position.board.turn())
    }

    /// The phase of a turn before the roll.
    pub(super) fn before_rolling(&self, position: &MatchPosition) -> Phase {
        if self.may_double(position) { Phase::Deciding } else { Phase::Rolling }
    }

    /// `true` if a side needs only one more point at this score.
    pub(super) fn match_point(&self, score: [u16; 2]) -> bool {
        score.iter().any(|&points| points + 1 == self.length)
    }

    /// The seat that has won the match at this score.
    pub(super) fn winner(&self, score: [u16; 2]) -> Option<Seat> {
        Seat::all(2).find(|&seat| score[seat.index()] >= self.length)
    }

    /// Ends the current game: the winner gets the cube's value times `points`, and the next game opens if there is one.
    pub(super) fn award(&self, position: &mut MatchPosition, winner: Seat, points: u16) {
        let before = position.score;
        position.score[winner.index()] += points << position.cube;
        if self.winner(position.score).is_some() {
            position.phase = Phase::Over;
            position.crawford = false;
        } else {
            let crawford = self.crawford && self.match_point(position.score) && !self.match_point(before);
            *position = MatchPosition::opening(position.score, crawford);
        }
    }

    /// The end of a match with this score.
    fn outcome(&self, winner: Seat, score: [u16; 2], rule: &'static str) -> Outcome {
        Outcome::win(2, winner, rule).with_points(&score.map(|points| points as i16))
    }
}

impl BackgammonMatch {
    /// The most that resigning the current game can cost a seat: a player who has been doubled drops.
    fn loss(&self, position: &MatchPosition, seat: Seat) -> Win {
        let drops = position.phase == Phase::Answering && position.board.turn() == seat.other();
        if drops { Win::Single } else { self.game.loss(&position.board, seat) }
    }

    /// Awards the current game to the opponent of `seat` for `points` points, cube not counted. Returns the outcome if that
    /// decides the match.
    fn lose_game(&self, position: &mut MatchPosition, seat: Seat, points: u16) -> Option<Outcome> {
        let mut after = *position;
        self.award(&mut after, seat.other(), points);
        if after.phase == Phase::Over {
            return Some(self.outcome(seat.other(), after.score, RetireReason::Resigned.rule()));
        }
        *position = after;
        None
    }
}

impl Rules for BackgammonMatch {
    type Position = MatchPosition;
    type Move = Action;
    type Roll = Roll;

    fn seats(&self) -> u8 {
        2
    }

    /// The first game of the match; in a match to one point it is the Crawford game, as both need only one.
    fn start(&self) -> MatchPosition {
        MatchPosition::opening([0; 2], self.crawford && self.match_point([0; 2]))
    }

    fn legal_moves(&self, position: &MatchPosition, moves: &mut Vec<Action>) -> Status {
        match position.phase {
            Phase::Deciding => moves.extend([Action::Roll, Action::Double]),
            Phase::Answering => moves.extend([Action::Take, Action::Drop]),
            Phase::Playing => {
                position.board.for_each_turn(|turn| moves.push(Action::Play(turn.play)));
            }
            Phase::Opening | Phase::Rolling | Phase::Over => {}
        }
        self.status(position)
    }

    fn status(&self, position: &MatchPosition) -> Status {
        let turn = position.board.turn();
        match position.phase {
            Phase::Opening | Phase::Rolling => Status::Chance,
            Phase::Deciding | Phase::Playing => Status::Turn(turn),
            Phase::Answering => Status::Turn(turn.other()),
            Phase::Over => {
                let winner = self.winner(position.score).unwrap_or(turn);
                Status::Over(self.outcome(winner, position.score, "match"))
            }
        }
    }

    fn play(&self, position: &mut MatchPosition, action: Action) {
        let turn = position.board.turn();
        match action {
            Action::Roll => position.phase = Phase::Rolling,
            Action::Double => position.phase = Phase::Answering,
            Action::Take => {
                position.cube += 1;
                position.owner = Some(turn.other());
                position.phase = Phase::Rolling;
            }
            Action::Drop => self.award(position, turn, 1),
            Action::Play(play) => {
                position.board.play(play);
                match position.board.winner() {
                    Some(winner) => {
                        let win = self.game.loss(&position.board, winner.other());
                        self.award(position, winner, win.points());
                    }
                    None => position.phase = self.before_rolling(position),
                }
            }
        }
    }

    fn rolls(&self, position: &MatchPosition) -> &[(Roll, u32)] {
        match position.phase {
            Phase::Opening => &OPENING_ROLLS,
            Phase::Rolling => &TURN_ROLLS,
            _ => &[],
        }
    }

    fn apply_roll(&self, position: &mut MatchPosition, roll: Roll) {
        position.board = roll.applied_to(position.board);
        position.phase = Phase::Playing;
    }

    fn key(&self, position: &MatchPosition) -> u64 {
        position.key()
    }
}

impl TableRules for BackgammonMatch {
    /// Only a play or a drop ends a turn.
    fn completes_turn(&self, _position: &MatchPosition, action: Action) -> bool {
        matches!(action, Action::Play(_) | Action::Drop)
    }

    /// A resignation loses the current game for the most it can still cost, and the match goes on unless that decides
    /// it; a double that is not taken yet is dropped. Running out of time or leaving loses the match.
    fn retire(&self, position: &mut MatchPosition, seat: Seat, why: RetireReason) -> Option<Outcome> {
        if why == RetireReason::Resigned {
            let points = self.loss(position, seat).points();
            return self.lose_game(position, seat, points);
        }
        let mut score = position.score;
        score[seat.other().index()] = self.length;
        Some(self.outcome(seat.other(), score, why.rule()))
    }

    fn resignation(&self, position: &MatchPosition, seat: Seat) -> &'static str {
        self.loss(position, seat).rule()
    }

    fn concessions(&self, position: &MatchPosition, seat: Seat) -> &'static [&'static str] {
        // A doubled player can drop, which costs less.
        if position.phase == Phase::Answering { &[] } else { self.game.concessions(&position.board, seat) }
    }

    fn concede(&self, position: &mut MatchPosition, seat: Seat, concession: usize) -> Option<Outcome> {
        self.lose_game(position, seat, Win::conceded(concession).points())
    }

    fn draw(&self, _position: &MatchPosition) -> Option<Outcome> {
        None
    }
}

impl Perft for BackgammonMatch {}

impl SearchGame for BackgammonMatch {
    type Scratch = ();
}
