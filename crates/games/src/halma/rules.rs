//! The rules.

use std::convert::Infallible;

use rules::{
    DrawClaim, MAX_SEATS, Outcome, Perft, Repetition, RetireReason, Rules, Seat, Status, TableRules, mix,
};
use search::SearchGame;

use super::configuration::Configuration;
use super::layout::Layout;
use super::moves::{Beads, Move, can_move, destinations, neighbours};
use super::{CELLS, Colour};

/// Separates the keys of turns from those of beads.
const TURN: u64 = 1 << 40;

/// A game of Halma on the board of a configuration.
#[derive(Clone, Debug)]
pub struct Halma {
    pub(super) configuration: Configuration,
    pub(super) layout: Layout,
}

/// The beads, the turn, the number of moves made, and the places of the seats that have left the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pub(super) beads: Beads,
    /// The key of the beads, updated with each move.
    pub(super) beads_key: u64,
    pub(super) turn: Seat,
    pub(super) moves_made: u32,
    /// The place a seat has taken; 0 while it plays.
    pub(super) places: [u8; MAX_SEATS],
    pub(super) ended: Option<EndRule>,
}

/// The rule that ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum EndRule {
    Goal,
    Surrounded,
    LeaveCamp,
    AllInCamp,
    BackInCamp,
    Left(LeftBy),
}

/// A retirement that ended the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum LeftBy {
    Resignation,
    Time,
    Absence,
}

impl EndRule {
    pub(super) const ALL: [EndRule; 8] = [
        EndRule::Goal,
        EndRule::Surrounded,
        EndRule::LeaveCamp,
        EndRule::AllInCamp,
        EndRule::BackInCamp,
        EndRule::Left(LeftBy::Resignation),
        EndRule::Left(LeftBy::Time),
        EndRule::Left(LeftBy::Absence),
    ];

    pub(super) fn rule(self) -> &'static str {
        match self {
            EndRule::Goal => "goal",
            EndRule::Surrounded => "surrounded",
            EndRule::LeaveCamp => "camp not left",
            EndRule::AllInCamp => "beads in every camp",
            EndRule::BackInCamp => "back in the camp",
            EndRule::Left(LeftBy::Resignation) => RetireReason::Resigned.rule(),
            EndRule::Left(LeftBy::Time) => RetireReason::OutOfTime.rule(),
            EndRule::Left(LeftBy::Absence) => RetireReason::Absent.rule(),
        }
    }
}

impl Halma {
    /// The game of a configuration, if its camps fit on its board.
    pub fn new(configuration: Configuration) -> Result<Halma, rules::InputError> {
        let layout = Layout::new(&configuration)?;
        Ok(Halma { configuration, layout })
    }

    /// The configuration of this game.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The board with its camps.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    pub(super) fn colour(&self, seat: Seat) -> Colour {
        self.configuration.colours[seat.index()]
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = u16> + use<> {
        0..(self.layout.size() * self.layout.size()) as u16
    }

    fn playing<'a>(&self, position: &'a Position) -> impl Iterator<Item = Seat> + use<'a> {
        Seat::all(self.layout.seats()).filter(|seat| position.places[seat.index()] == 0)
    }

    /// "At the end of one's move all own beads stand in the target camp"; with four, also the beads of those who left
    /// may fill it, beside at least one own.
    pub(super) fn reached_goal(&self, position: &Position, seat: Seat) -> bool {
        let owner = |cell: &u16| position.owner(*cell);
        let target = self.layout.target(seat);
        if self.layout.seats() == 2 {
            return self.cells().all(|cell| owner(&cell) != Some(seat) || self.layout.in_target(seat, cell));
        }
        let fills = |cell| owner(cell).is_some_and(|bead| bead == seat || position.has_left(bead));
        target.iter().all(fills) && target.iter().any(|cell| owner(cell) == Some(seat))
    }

    /// `true` if the mover has surrounded a bead of this seat: outside its own camp and its target camp, it could move
    /// before and cannot now, and an enemy bead is adjacent.
    fn surrounded(&self, before: &Beads, position: &Position, seat: Seat, mover: Seat) -> bool {
        let is_enemy = |cell: u16| {
            position
                .owner(cell)
                .is_some_and(|bead| bead != seat && (bead == mover || !position.has_left(bead)))
        };
        self.cells().any(|cell| {
            position.owner(cell) == Some(seat)
                && !self.layout.in_camp(seat, cell)
                && !self.layout.in_target(seat, cell)
                && !can_move(&self.layout, &position.beads, cell)
                && can_move(&self.layout, before, cell)
                && neighbours(&self.layout, cell).any(is_enemy)
        })
    }

    /// Number of moves up to and including the one after which the camps are checked; `None` after the check.
    pub fn moves_to_camp_check(&self, position: &Position) -> Option<u32> {
        self.configuration.leave_camp.checked_sub(position.moves_made).filter(|&left| left > 0)
    }

    /// The squares with a bead in its own camp, once a third or less of the moves to the camp check is left.
    pub(super) fn late_beads(&self, position: &Position) -> Vec<u16> {
        let is_near = |left: u32| left <= self.configuration.leave_camp.div_ceil(3);
        if position.ended.is_some() || !self.moves_to_camp_check(position).is_some_and(is_near) {
            return Vec::new();
        }
        let late = |seat: Seat| {
            self.layout.camp(seat).iter().filter(move |&&cell| position.owner(cell) == Some(seat))
        };
        self.playing(position).flat_map(late).copied().collect()
    }

    fn is_in_camp(&self, position: &Position, seat: Seat) -> bool {
        self.layout.camp(seat).iter().any(|&cell| position.owner(cell) == Some(seat))
    }

    /// Seats that lose at the same moment share a place, the lowest free ones.
    fn lose(&self, position: &mut Position, losers: &[Seat], rule: EndRule) {
        let (_, worst) = position.free_places(self.layout.seats());
        for loser in losers {
            position.places[loser.index()] = worst + 1 - losers.len() as u8;
        }
        self.close(position, rule);
    }

    /// Gives all of these seats the best free place.
    fn share_best(&self, position: &mut Position, seats: &[Seat], rule: EndRule) {
        let (best, _) = position.free_places(self.layout.seats());
        for seat in seats {
            position.places[seat.index()] = best;
        }
        self.close(position, rule);
    }

    /// Ends the game if at most one seat still plays; the last one takes the free place.
    fn close(&self, position: &mut Position, rule: EndRule) {
        let playing: Vec<Seat> = self.playing(position).collect();
        if playing.len() <= 1 {
            if let Some(last) = playing.first() {
                position.places[last.index()] = position.free_places(self.layout.seats()).0;
            }
            position.ended = Some(rule);
        }
    }

    /// "Right after that move all camps are checked once"; "from then on a player whose move ends in the own camp
    /// loses".
    fn check_camps(&self, position: &mut Position, mover: Seat, mv: Move) {
        let limit = self.configuration.leave_camp;
        if position.moves_made == limit {
            let playing: Vec<Seat> = self.playing(position).collect();
            let mut late = playing.clone();
            late.retain(|&seat| self.is_in_camp(position, seat));
            if late.len() == playing.len() {
                self.share_best(position, &playing, EndRule::AllInCamp);
            } else if !late.is_empty() {
                self.lose(position, &late, EndRule::LeaveCamp);
            }
        } else if position.moves_made > limit
            && mv != Move::PASS
            && !position.has_left(mover)
            && self.layout.in_camp(mover, mv.to)
        {
            self.lose(position, &[mover], EndRule::BackInCamp);
        }
    }

    fn pass_turn(&self, position: &mut Position) {
        if position.ended.is_none() {
            loop {
                position.turn = position.turn.next(self.layout.seats());
                if !position.has_left(position.turn) {
                    break;
                }
            }
        }
    }

    /// The outcome if all seats still playing share the best free place.
    fn drawn(&self, position: &Position, rule: &'static str) -> Outcome {
        let mut position = position.clone();
        let playing: Vec<Seat> = self.playing(&position).collect();
        self.share_best(&mut position, &playing, EndRule::AllInCamp);
        self.outcome(&position, rule)
    }

    fn outcome(&self, position: &Position, rule: &'static str) -> Outcome {
        let places = &position.places[..self.layout.seats() as usize];
        let beaten = |place: &u8| places.iter().filter(|other| *other > place).count() as i16;
        let points: Vec<i16> = places.iter().map(beaten).collect();
        Outcome::ranked(places, rule).with_points(&points)
    }
}

/// The key of a seat's bead on a square.
fn bead_key(cell: u16, seat: u8) -> u64 {
    mix(u64::from(cell) << 8 | u64::from(seat))
}

impl Position {
    /// The position of these beads before the first move.
    pub(super) fn new(beads: Beads, turn: Seat) -> Position {
        let occupied = (0..).zip(&beads).filter(|&(_, &seat)| seat != 0);
        let beads_key = occupied.fold(0, |key, (cell, &seat)| key ^ bead_key(cell, seat));
        Position { beads, beads_key, turn, moves_made: 0, places: [0; MAX_SEATS], ended: None }
    }

    /// The owner of the bead on a square, counted along the rows from the upper left.
    pub fn owner(&self, cell: u16) -> Option<Seat> {
        Seat::numbered(self.beads[cell as usize])
    }

    /// The player on turn.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Number of moves made by all players, passes included.
    pub fn moves_made(&self) -> u32 {
        self.moves_made
    }

    /// The place a seat has taken, if it has left the game.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        (self.places[seat.index()] != 0).then(|| self.places[seat.index()])
    }

    pub(super) fn has_left(&self, seat: Seat) -> bool {
        self.places[seat.index()] != 0
    }

    /// The best and the worst free place. Seats that share a place take up as many as they are.
    fn free_places(&self, seats: u8) -> (u8, u8) {
        let sharing = |place: u8| self.places.iter().filter(|&&other| other == place).count() as u8;
        let taken = |place: u8| self.places.iter().any(|&p| p != 0 && p <= place && place - p < sharing(p));
        let mut free = (1..=seats).filter(|&place| !taken(place));
        let best = free.next().unwrap_or(seats);
        (best, free.next_back().unwrap_or(best))
    }
}

impl Rules for Halma {
    type Position = Position;
    type Move = Move;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        self.layout.seats()
    }

    fn start(&self) -> Position {
        let mut beads = [0; CELLS];
        for seat in Seat::all(self.seats()) {
            for &cell in self.layout.camp(seat) {
                beads[cell as usize] = seat.number();
            }
        }
        Position::new(beads, Seat::FIRST)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        if let Some(rule) = position.ended {
            return Status::Over(self.outcome(position, rule.rule()));
        }
        let base = moves.len();
        for from in self.cells().filter(|&cell| position.owner(cell) == Some(position.turn)) {
            for to in destinations(&self.layout, &position.beads, from) {
                moves.push(Move { from, to });
            }
        }
        if moves.len() == base {
            moves.push(Move::PASS);
        }
        Status::Turn(position.turn)
    }

    fn status(&self, position: &Position) -> Status {
        match position.ended {
            Some(rule) => Status::Over(self.outcome(position, rule.rule())),
            None => Status::Turn(position.turn),
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let mover = position.turn;
        let before = position.beads;
        if mv != Move::PASS {
            let bead = std::mem::take(&mut position.beads[mv.from as usize]);
            position.beads[mv.to as usize] = bead;
            position.beads_key ^= bead_key(mv.from, bead) ^ bead_key(mv.to, bead);
        }
        position.moves_made += 1;
        if self.reached_goal(position, mover) {
            self.share_best(position, &[mover], EndRule::Goal);
        }
        if position.ended.is_none() {
            let mut caught: Vec<Seat> = self.playing(position).filter(|&seat| seat != mover).collect();
            caught.retain(|&seat| self.surrounded(&before, position, seat, mover));
            if !caught.is_empty() {
                self.lose(position, &caught, EndRule::Surrounded);
            }
        }
        if position.ended.is_none() {
            self.check_camps(position, mover, mv);
        }
        self.pass_turn(position);
    }

    /// "The same squares of each colour and the same player to move."
    fn key(&self, position: &Position) -> u64 {
        position.beads_key ^ mix(TURN | position.turn.index() as u64)
    }

    fn repeated(&self, position: &Position, times: u32) -> Repetition {
        if times >= 3 && position.moves_made > self.configuration.leave_camp {
            Repetition::Claimable(DrawClaim::ByConsent(self.drawn(position, "repetition")))
        } else {
            Repetition::Nothing
        }
    }
}

impl TableRules for Halma {
    /// The seat that retires takes the lowest free place; its beads stay as obstacles.
    fn retire(&self, position: &mut Position, seat: Seat, why: RetireReason) -> Option<Outcome> {
        let left = EndRule::Left(match why {
            RetireReason::Resigned => LeftBy::Resignation,
            RetireReason::OutOfTime => LeftBy::Time,
            RetireReason::Absent => LeftBy::Absence,
        });
        self.lose(position, &[seat], left);
        if position.turn == seat {
            self.pass_turn(position);
        }
        position.ended.map(|rule| self.outcome(position, rule.rule()))
    }

    fn is_active(&self, position: &Position, seat: Seat) -> bool {
        !position.has_left(seat)
    }

    fn draw(&self, position: &Position) -> Option<Outcome> {
        Some(self.drawn(position, "agreement"))
    }
}

impl Perft for Halma {}

impl SearchGame for Halma {
    /// Up to the camp check the number of moves decides games; after it only whether it is over matters.
    fn search_key(&self, position: &Position) -> u64 {
        let counted = position.moves_made.min(self.configuration.leave_camp + 1);
        let places = u32::from_le_bytes(position.places);
        self.key(position) ^ mix(u64::from(counted) << 32 | u64::from(places))
    }

    fn with_turn(&self, position: &Position, seat: Seat) -> Option<Position> {
        let can_move = position.ended.is_none() && !position.has_left(seat);
        can_move.then(|| Position { turn: seat, ..position.clone() })
    }
}
