//! The rules.

use std::convert::Infallible;

use rules::{
    DrawClaim, InputError, MAX_SEATS, Outcome, Perft, Repetition, RetireReason, Rules, Seat, Status,
    TableRules, mix,
};
use search::{MoveStage, SearchGame};

use super::bits::Bits;
use super::configuration::Configuration;
use super::endings::SeatSet;
use super::generator::{Generator, Lines};
use super::layout::Layout;
use super::moves::{Move, PlainBoard};
use super::position::{EndRule, LeftBy, bead_key};
use super::tables::Tables;
use super::{CELLS, Colour, Position, WIDEST};

/// Separates the keys of turns from those of beads.
const TURN: u64 = 1 << 40;

/// A game of Halma on the board of a configuration. Sets of squares have `W` words of 64 squares; [`WIDEST`] is enough for
/// every board.
#[derive(Clone, Debug)]
pub struct Halma<const W: usize = WIDEST> {
    pub(super) configuration: Configuration,
    pub(super) layout: Layout,
    pub(super) tables: Tables<W>,
}

impl<const W: usize> Halma<W> {
    /// The game of a configuration, if its camps fit on its board.
    pub fn new(configuration: Configuration) -> Result<Halma<W>, InputError> {
        let (layout, size) = (Layout::new(&configuration)?, configuration.size);
        if size * size > 64 * W {
            return Err(InputError::new(format!(
                "a board of {size} * {size} is too large: expected at most {} squares",
                64 * W
            )));
        }
        let tables = Tables::new(&layout, configuration.super_jumps);
        Ok(Halma { configuration, layout, tables })
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

    pub(super) fn cells(&self) -> std::ops::Range<u16> {
        0..(self.layout.size() * self.layout.size()) as u16
    }

    /// Number of moves up to and including the one after which the camps are checked; `None` after the check.
    pub fn moves_to_camp_check(&self, position: &Position<W>) -> Option<u32> {
        self.configuration.leave_camp.checked_sub(position.moves_made).filter(|&left| left > 0)
    }

    /// The squares with a bead in its own camp, once a third or less of the moves to the camp check is left.
    pub(super) fn late_beads(&self, position: &Position<W>) -> Vec<u16> {
        let is_near = |left: u32| left <= self.configuration.leave_camp.div_ceil(3);
        if position.ended.is_some() || !self.moves_to_camp_check(position).is_some_and(is_near) {
            return Vec::new();
        }
        let late = |seat: Seat| {
            self.layout.camp(seat).iter().filter(move |&&cell| position.owner(cell) == Some(seat))
        };
        self.playing(position).flat_map(late).copied().collect()
    }

    /// The board for the plain generator.
    pub(super) fn plain_board(&self, position: &Position<W>) -> PlainBoard<'_> {
        let mut is_occupied = [false; CELLS];
        for cell in position.occupied() {
            is_occupied[cell as usize] = true;
        }
        PlainBoard { layout: &self.layout, is_occupied, super_jumps: self.configuration.super_jumps }
    }

    /// The moves of the seat on turn by the plain generator, which follows the rules square by square. Tests compare
    /// [`legal_moves`](Rules::legal_moves) with it.
    pub fn plain_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) -> Status {
        let status = self.status(position);
        if matches!(status, Status::Over(_)) {
            return status;
        }
        let (board, base) = (self.plain_board(position), moves.len());
        for from in position.beads(position.turn) {
            moves.extend(board.destinations(from).into_iter().map(|to| Move { from, to }));
        }
        if moves.len() == base {
            moves.push(Move::PASS);
        }
        status
    }

    /// Appends the legal moves of a game that goes on.
    #[inline(always)]
    fn list_moves(&self, position: &Position<W>, lines: &mut Lines<W>, moves: &mut Vec<Move>) {
        let base = moves.len();
        let mut generator = Generator::new(&self.tables, lines);
        for from in position.beads(position.turn) {
            for to in generator.destinations(from) {
                moves.push(Move { from, to });
            }
        }
        if moves.len() == base {
            moves.push(Move::PASS);
        }
    }

    /// `true` if a move other than a pass is legal, `false` if it is not, `None` if that depends on chains of jumps.
    #[inline(always)]
    fn quick_legality(&self, position: &Position<W>, mv: Move) -> Option<bool> {
        let Move { from, to } = mv;
        let is_on_board = self.cells().len() > usize::from(from.max(to));
        if !is_on_board || position.ended.is_some() || !position.beads(position.turn).contains(from) {
            return Some(false);
        }
        let occupied = position.occupied();
        if occupied.contains(to) {
            return Some(false);
        }
        if self.tables.neighbours[usize::from(from)].contains(to) {
            return Some(true);
        }
        if !self.tables.is_same_class(from, to) {
            return Some(false);
        }
        self.tables.is_single_jump(occupied, from, to).then_some(true)
    }

    /// Leaves of the game tree by the plain generator.
    pub fn plain_perft(&self, position: &Position<W>, depth: u32) -> u64 {
        let mut moves = Vec::new();
        if !matches!(self.plain_moves(position, &mut moves), Status::Turn(_)) {
            return 0;
        }
        if depth == 1 {
            return moves.len() as u64;
        }
        let below = |&mv: &Move| {
            let mut next = position.clone();
            self.play(&mut next, mv);
            self.plain_perft(&next, depth - 1)
        };
        moves.iter().map(below).sum()
    }

    /// Key of one player's beads, which a claim of a draw compares after each of that player's moves.
    pub(super) fn beads_of_key(&self, position: &Position<W>, seat: Seat) -> u64 {
        let words = position.beads[seat.index()];
        words.words().iter().fold(seat.index() as u64, |key, word| mix(key.rotate_left(9) ^ word))
    }
}

impl<const W: usize> Rules for Halma<W> {
    type Position = Position<W>;
    type Move = Move;
    type Roll = Infallible;

    #[inline(always)]
    fn seats(&self) -> u8 {
        self.layout.seats()
    }

    fn start(&self) -> Position<W> {
        let mut beads = [Bits::EMPTY; MAX_SEATS];
        for seat in Seat::all(self.seats()) {
            beads[seat.index()] = self.tables.camps[seat.index()];
        }
        Position::new(beads, Seat::FIRST)
    }

    #[inline(always)]
    fn legal_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) -> Status {
        if let Some(rule) = position.ended {
            return Status::Over(self.outcome(position, rule.rule()));
        }
        let mut lines = Lines::new(&self.tables, position.occupied());
        self.list_moves(position, &mut lines, moves);
        Status::Turn(position.turn)
    }

    #[inline(always)]
    fn status(&self, position: &Position<W>) -> Status {
        match position.ended {
            Some(rule) => Status::Over(self.outcome(position, rule.rule())),
            None => Status::Turn(position.turn),
        }
    }

    #[inline(always)]
    fn is_legal(&self, position: &Position<W>, mv: Move) -> bool {
        if position.ended.is_some() {
            return false;
        }
        if mv == Move::PASS {
            let mut moves = Vec::new();
            self.legal_moves(position, &mut moves);
            return moves == [Move::PASS];
        }
        if let Some(is_legal) = self.quick_legality(position, mv) {
            return is_legal;
        }
        let mut lines = Lines::new(&self.tables, position.occupied());
        Generator::new(&self.tables, &mut lines).jump_targets(mv.from).contains(mv.to)
    }

    #[inline(always)]
    fn play(&self, position: &mut Position<W>, mv: Move) {
        let mover = position.turn;
        let before = position.occupied();
        if mv != Move::PASS {
            let beads = &mut position.beads[mover.index()];
            beads.toggle(mv.from);
            beads.toggle(mv.to);
            position.beads_key ^= bead_key(mv.from, mover) ^ bead_key(mv.to, mover);
        }
        position.moves_made += 1;
        if self.reached_goal(position, mover) {
            self.share_best(position, SeatSet::only(mover), EndRule::Goal);
        }
        if position.ended.is_none() {
            let caught = self.surrounded(before, position, mover);
            if !caught.is_empty() {
                self.lose(position, caught, EndRule::Surrounded);
            }
        }
        if position.ended.is_none() {
            self.check_camps(position, mover, mv);
        }
        self.pass_turn(position);
    }

    /// "The same squares of each colour and the same player to move."
    fn key(&self, position: &Position<W>) -> u64 {
        position.beads_key ^ mix(TURN | position.turn.index() as u64)
    }

    /// "One player's beads stand in the same placement for the third time after that player's own moves."
    fn claim_key(&self, position: &Position<W>, mover: Seat) -> Option<u64> {
        Some(self.beads_of_key(position, mover))
    }

    fn repeated(&self, position: &Position<W>, times: u32) -> Repetition {
        if times >= 3 && position.moves_made > self.configuration.leave_camp {
            Repetition::Claimable(DrawClaim::ByConsent(self.drawn(position, "repetition")))
        } else {
            Repetition::Nothing
        }
    }
}

impl<const W: usize> TableRules for Halma<W> {
    /// The seat that retires takes the lowest free place; its beads stay as obstacles.
    fn retire(&self, position: &mut Position<W>, seat: Seat, why: RetireReason) -> Option<Outcome> {
        let left = EndRule::Left(match why {
            RetireReason::Resigned => LeftBy::Resignation,
            RetireReason::OutOfTime => LeftBy::Time,
            RetireReason::Absent => LeftBy::Absence,
        });
        self.lose(position, SeatSet::only(seat), left);
        if position.turn == seat {
            self.pass_turn(position);
        }
        position.ended.map(|rule| self.outcome(position, rule.rule()))
    }

    fn is_active(&self, position: &Position<W>, seat: Seat) -> bool {
        !position.has_left(seat)
    }

    fn draw(&self, position: &Position<W>) -> Option<Outcome> {
        Some(self.drawn(position, "agreement"))
    }
}

impl<const W: usize> Perft for Halma<W> {
    #[inline(always)]
    fn count(&self, position: &Position<W>, _moves: &mut Vec<Move>) -> u64 {
        if position.ended.is_some() {
            return 0;
        }
        let mut lines = Lines::new(&self.tables, position.occupied());
        let mut generator = Generator::new(&self.tables, &mut lines);
        let mut count = 0;
        for from in position.beads(position.turn) {
            count += u64::from(generator.count(from));
        }
        // A player without a move passes.
        count.max(1)
    }
}

/// The move with a key of [`SearchGame::move_key`].
#[inline(always)]
fn key_move(key: u32) -> Move {
    let key = key.wrapping_sub(1);
    Move { from: (key >> 16) as u16, to: key as u16 }
}

impl<const W: usize> SearchGame for Halma<W> {
    type Scratch = Lines<W>;

    const STAGED: bool = true;
    const HISTORY_SIZE: usize = 1 << 13;

    #[inline(always)]
    fn generate(&self, position: &Position<W>, stage: MoveStage, moves: &mut Vec<Move>) {
        if matches!(stage, MoveStage::Quiet | MoveStage::Evasions) {
            self.legal_moves(position, moves);
        }
    }

    #[inline(always)]
    fn generate_with(
        &self,
        position: &Position<W>,
        stage: MoveStage,
        moves: &mut Vec<Move>,
        scratch: &mut Lines<W>,
    ) {
        if matches!(stage, MoveStage::Quiet | MoveStage::Evasions) && position.ended.is_none() {
            scratch.update(&self.tables, position.occupied());
            self.list_moves(position, scratch, moves);
        }
    }

    /// Up to the camp check the number of moves decides games; after it only whether it is over matters.
    #[inline(always)]
    fn search_key(&self, position: &Position<W>) -> u64 {
        let counted = position.moves_made.min(self.configuration.leave_camp + 1);
        let places = u32::from_le_bytes(position.places);
        self.key(position) ^ mix(u64::from(counted) << 32 | u64::from(places))
    }

    fn with_turn(&self, position: &Position<W>, seat: Seat) -> Option<Position<W>> {
        let can_move = position.ended.is_none() && !position.has_left(seat);
        can_move.then(|| Position { turn: seat, ..position.clone() })
    }

    /// Passing is a sound lower bound except where the camps are checked.
    #[inline(always)]
    fn null_move(&self, position: &Position<W>) -> Option<Position<W>> {
        let is_checked = position.moves_made + 1 == self.configuration.leave_camp;
        if self.layout.seats() != 2 || position.ended.is_some() || is_checked {
            return None;
        }
        let turn = position.turn.other();
        Some(Position { turn, moves_made: position.moves_made + 1, ..position.clone() })
    }

    #[inline(always)]
    fn move_key(&self, mv: Move) -> u32 {
        (u32::from(mv.from) << 16 | u32::from(mv.to)) + 1
    }

    #[inline(always)]
    fn move_from_key(&self, position: &Position<W>, key: u32) -> Option<Move> {
        let mv = key_move(key);
        self.is_legal(position, mv).then_some(mv)
    }

    #[inline(always)]
    fn move_from_key_with(&self, position: &Position<W>, key: u32, scratch: &mut Lines<W>) -> Option<Move> {
        let mv = key_move(key);
        if mv == Move::PASS {
            return self.move_from_key(position, key);
        }
        let is_legal = match self.quick_legality(position, mv) {
            Some(is_legal) => is_legal,
            None => {
                scratch.update(&self.tables, position.occupied());
                Generator::new(&self.tables, scratch).jump_targets(mv.from).contains(mv.to)
            }
        };
        is_legal.then_some(mv)
    }

    #[inline(always)]
    fn history_index(&self, _position: &Position<W>, mv: Move) -> usize {
        (usize::from(mv.from) * 83 + usize::from(mv.to)) % Self::HISTORY_SIZE
    }
}
