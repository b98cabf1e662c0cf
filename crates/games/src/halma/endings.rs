//! Goals, surrounded beads, the leave-camp rule, and the places of seats that leave the game.

use rules::{Outcome, Rules, Seat};

use super::Position;
use super::bits::Bits;
use super::generator::{Generator, Lines};
use super::moves::Move;
use super::position::EndRule;
use super::rules::Halma;

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct SeatSet(u8);

impl SeatSet {
    pub(super) const EMPTY: SeatSet = SeatSet(0);

    pub(super) fn only(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.index())
    }

    #[inline(always)]
    pub(super) fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.index();
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(4).filter(move |seat| self.0 >> seat.index() & 1 != 0)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl<const W: usize> Halma<W> {
    pub(super) fn playing<'a>(&self, position: &'a Position<W>) -> impl Iterator<Item = Seat> + use<'a, W> {
        Seat::all(self.layout.seats()).filter(|seat| position.places[seat.index()] == 0)
    }

    /// "At the end of one's move all own beads stand in the target camp"; with four, also the beads of those who left
    /// may fill it, beside at least one own.
    #[inline(always)]
    pub(super) fn reached_goal(&self, position: &Position<W>, seat: Seat) -> bool {
        let (own, target) = (position.beads(seat), self.tables.targets[seat.index()]);
        if self.layout.seats() == 2 {
            return own.without(target).is_empty();
        }
        if (own & target).is_empty() {
            return false;
        }
        let mut fills = own;
        for other in Seat::all(4).filter(|&other| position.has_left(other)) {
            fills |= position.beads(other);
        }
        target.without(fills).is_empty()
    }

    /// The seats, except the mover, that have a bead which the move surrounded: outside its own camp and its target camp,
    /// it could move before and cannot now, and an enemy bead is adjacent.
    #[inline(always)]
    pub(super) fn surrounded(&self, before: Bits<W>, position: &Position<W>, mover: Seat) -> SeatSet {
        let mut caught = SeatSet::EMPTY;
        let occupied = position.occupied();
        let crowded = self.tables.crowded(occupied);
        if crowded.is_empty() {
            return caught;
        }
        for seat in self.playing(position).filter(|&seat| seat != mover) {
            let camps = self.tables.camps[seat.index()] | self.tables.targets[seat.index()];
            let candidates = position.beads(seat).without(camps) & crowded;
            if !candidates.is_empty() && self.is_any_surrounded(candidates, before, position, seat, mover) {
                caught.insert(seat);
            }
        }
        caught
    }

    #[cold]
    fn is_any_surrounded(
        &self,
        candidates: Bits<W>,
        before: Bits<W>,
        position: &Position<W>,
        seat: Seat,
        mover: Seat,
    ) -> bool {
        let mut enemies = Bits::EMPTY;
        for other in Seat::all(4) {
            if other != seat && (other == mover || !position.has_left(other)) {
                enemies |= position.beads(other);
            }
        }
        let tables = &self.tables;
        let [mut lines, mut lines_before] =
            [position.occupied(), before].map(|beads| Lines::new(tables, beads));
        let mut now = Generator::new(tables, &mut lines);
        let mut then = Generator::new(tables, &mut lines_before);
        let mut is_surrounded = false;
        for cell in candidates {
            is_surrounded |= !(self.tables.neighbours[cell as usize] & enemies).is_empty()
                && now.destinations(cell).is_empty()
                && !then.destinations(cell).is_empty();
        }
        is_surrounded
    }

    fn is_in_camp(&self, position: &Position<W>, seat: Seat) -> bool {
        !(position.beads(seat) & self.tables.camps[seat.index()]).is_empty()
    }

    /// Seats that lose at the same moment share a place, the lowest free ones.
    pub(super) fn lose(&self, position: &mut Position<W>, losers: SeatSet, rule: EndRule) {
        let (_, worst) = position.free_places(self.layout.seats());
        for loser in losers.iter() {
            position.places[loser.index()] = worst + 1 - losers.count();
        }
        self.close(position, rule);
    }

    /// Gives all of these seats the best free place.
    pub(super) fn share_best(&self, position: &mut Position<W>, seats: SeatSet, rule: EndRule) {
        let (best, _) = position.free_places(self.layout.seats());
        for seat in seats.iter() {
            position.places[seat.index()] = best;
        }
        self.close(position, rule);
    }

    /// Ends the game if at most one seat still plays; the last one takes the free place.
    fn close(&self, position: &mut Position<W>, rule: EndRule) {
        let playing: SeatSet = self.playing(position).collect();
        if playing.count() <= 1 {
            if let Some(last) = playing.iter().next() {
                position.places[last.index()] = position.free_places(self.layout.seats()).0;
            }
            position.ended = Some(rule);
        }
    }

    /// "Right after that move all camps are checked once"; "from then on a player whose move ends in the own camp
    /// loses".
    #[inline(always)]
    pub(super) fn check_camps(&self, position: &mut Position<W>, mover: Seat, mv: Move) {
        let limit = self.configuration.leave_camp;
        if position.moves_made == limit {
            let playing: SeatSet = self.playing(position).collect();
            let late: SeatSet = playing.iter().filter(|&seat| self.is_in_camp(position, seat)).collect();
            if late == playing {
                self.share_best(position, playing, EndRule::AllInCamp);
            } else if !late.is_empty() {
                self.lose(position, late, EndRule::LeaveCamp);
            }
        } else if position.moves_made > limit
            && mv != Move::PASS
            && !position.has_left(mover)
            && self.tables.camps[mover.index()].contains(mv.to)
        {
            self.lose(position, SeatSet::only(mover), EndRule::BackInCamp);
        }
    }

    #[inline(always)]
    pub(super) fn pass_turn(&self, position: &mut Position<W>) {
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
    pub(super) fn drawn(&self, position: &Position<W>, rule: &'static str) -> Outcome {
        let mut position = position.clone();
        let playing = self.playing(&position).collect();
        self.share_best(&mut position, playing, EndRule::AllInCamp);
        self.outcome(&position, rule)
    }

    pub(super) fn outcome(&self, position: &Position<W>, rule: &'static str) -> Outcome {
        let places = &position.places[..self.seats() as usize];
        let mut points = [0; rules::MAX_SEATS];
        for (points, place) in points.iter_mut().zip(places) {
            *points = places.iter().filter(|other| *other > place).count() as i16;
        }
        Outcome::ranked(places, rule).with_points(&points[..places.len()])
    }
}
