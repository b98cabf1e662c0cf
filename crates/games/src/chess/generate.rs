//! Legal moves of any army.
//!
//! What endangers the royal piece is found once for a position: which enemies give check and how that can be answered,
//! and which own pieces stand alone between. Then every other move is legal without being tried. Only where that is not
//! enough is a move played and looked at: en passant, and when an enemy that jumps over others aims at the royal piece,
//! because there any move can open or close a line.

use super::extract::Extract;
use super::march::March;
use super::position::{Move, NOWHERE, Position, Special};
use super::reach::{Deed, Squares, bit};
use super::tables::Tables;

/// What the generator needs to know of an army beside its tables.
#[derive(Debug)]
pub(super) struct Orders {
    pub(super) tables: Tables,
    pub(super) royal: usize,
    /// Each kind's squares of promotion, by side, and what it can become.
    pub(super) promotions: Vec<Option<([Squares; 2], Vec<u8>)>>,
    /// How kinds move all at once that can.
    pub(super) marching: Vec<Option<March>>,
    /// Kinds that advance as soldiers do, and can capture in passing.
    pub(super) marches: u16,
    /// Where an advance of two steps may end, for each kind and side.
    pub(super) leaps_ahead: Vec<[Squares; 2]>,
    /// Kinds whose moves cannot be taken back: those that are promoted.
    pub(super) soldiers: u16,
    pub(super) en_passant: bool,
    pub(super) partner: Option<usize>,
}

/// The dangers of a position.
struct Dangers {
    /// Where a move must go so that no check stands: everywhere if there is none.
    answers: Squares,
    is_check: bool,
    /// Own pieces that stand alone before the royal piece, and where each may go.
    pinned: Squares,
    pins: [(Squares, Squares); 16],
    pin_count: usize,
    /// Nothing can be said without trying.
    is_unclear: bool,
}

/// Someone who hears moves: a list, or a counter.
pub(super) trait Hearer {
    /// A piece can go from a square to each of these.
    fn moves(&mut self, kind: u8, from: u8, targets: Squares);
    /// One move.
    fn single(&mut self, mv: Move);
    /// A piece can go from a square to each of these and become each of those.
    fn promotions(&mut self, kind: u8, from: u8, targets: Squares, to: &[u8]);
    /// Pieces of a kind come to these squares, each from so many squares before.
    fn shifted(&mut self, kind: u8, shift: i8, targets: Squares, special: Special);
    /// The same, and they become each of those.
    fn shifted_promotions(&mut self, kind: u8, shift: i8, targets: Squares, to: &[u8]);
    /// A piece advances over a square.
    fn advance(&mut self, kind: u8, from: u8, to: u8) {
        self.single(Move { from, to, kind, becomes: kind, special: Special::Advance });
    }
}

impl Hearer for Vec<Move> {
    #[inline(always)]
    fn moves(&mut self, kind: u8, from: u8, mut targets: Squares) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from, to, kind, becomes: kind, special: Special::None });
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.push(mv);
    }

    fn promotions(&mut self, kind: u8, from: u8, mut targets: Squares, to: &[u8]) {
        while targets != 0 {
            let square = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            for &becomes in to {
                self.push(Move { from, to: square, kind, becomes, special: Special::Promotion });
            }
        }
    }

    #[inline(always)]
    fn shifted(&mut self, kind: u8, shift: i8, mut targets: Squares, special: Special) {
        while targets != 0 {
            let to = targets.trailing_zeros() as u8;
            targets &= targets - 1;
            self.push(Move { from: origin(to, shift), to, kind, becomes: kind, special });
        }
    }

    fn shifted_promotions(&mut self, kind: u8, shift: i8, mut targets: Squares, to: &[u8]) {
        while targets != 0 {
            let square = targets & targets.wrapping_neg();
            targets ^= square;
            self.promotions(kind, origin(square.trailing_zeros() as u8, shift), square, to);
        }
    }
}

/// Where a piece comes from that is now on a square.
#[inline(always)]
fn origin(to: u8, shift: i8) -> u8 {
    to.wrapping_sub(shift as u8)
}

/// Counts moves without listing them.
pub(super) struct Counter(pub(super) u64);

impl Hearer for Counter {
    #[inline(always)]
    fn moves(&mut self, _kind: u8, _from: u8, targets: Squares) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn single(&mut self, _mv: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn promotions(&mut self, _kind: u8, _from: u8, targets: Squares, to: &[u8]) {
        self.0 += u64::from(targets.count_ones()) * to.len() as u64;
    }

    #[inline(always)]
    fn shifted(&mut self, _kind: u8, _shift: i8, targets: Squares, _special: Special) {
        self.0 += u64::from(targets.count_ones());
    }

    #[inline(always)]
    fn shifted_promotions(&mut self, _kind: u8, _shift: i8, targets: Squares, to: &[u8]) {
        self.0 += u64::from(targets.count_ones()) * to.len() as u64;
    }
}

impl Orders {
    /// The square of a side's royal piece.
    #[inline(always)]
    pub(super) fn royal_square(&self, position: &Position, side: usize) -> u8 {
        (position.kinds[self.royal] & position.sides[side]).trailing_zeros() as u8
    }

    /// The pieces of a side that belong to a family.
    #[inline(always)]
    pub(super) fn members(position: &Position, kinds: &[u8], side: usize) -> Squares {
        let mut all = 0;
        for &kind in kinds {
            all |= position.kinds[kind as usize & 15];
        }
        all & position.sides[side]
    }

    /// Whether a side captures on a square.
    #[inline(always)]
    pub(super) fn captures<C: Extract>(
        &self,
        cpu: C,
        position: &Position,
        side: usize,
        at: u8,
        occupied: Squares,
        except: Squares,
    ) -> bool {
        // A loop and not an iterator's method, so that it is compiled for the processor of whoever asks.
        for family in &self.tables.families {
            if family.deed != Deed::Move {
                let pieces = Self::members(position, &family.kinds, side) & !except;
                if self.tables.capturing(cpu, family, side, at, occupied, pieces) != 0 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(super) fn is_check<C: Extract>(&self, cpu: C, position: &Position) -> bool {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        self.captures(cpu, position, side ^ 1, royal, position.occupied(), 0)
    }

    #[inline(always)]
    fn dangers(&self, position: &Position, side: usize, royal: u8) -> Dangers {
        let enemy = side ^ 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut dangers = Dangers {
            answers: !0,
            is_check: false,
            pinned: 0,
            pins: [(0, 0); 16],
            pin_count: 0,
            is_unclear: false,
        };
        for family in &self.tables.families {
            if family.deed == Deed::Move {
                continue;
            }
            let pieces = Self::members(position, &family.kinds, enemy);
            let mut leaping = self.tables.leaping(family, enemy, royal, pieces);
            while leaping != 0 {
                dangers.is_check = true;
                dangers.answers &= leaping & leaping.wrapping_neg();
                leaping &= leaping - 1;
            }
            dangers.is_unclear |= self.tables.hopping(family, enemy, royal, pieces) != 0;
            self.tables.aiming(family, enemy, royal, pieces, |sniper, path| {
                let between = path & occupied;
                if between == 0 {
                    dangers.is_check = true;
                    dangers.answers &= path | sniper;
                } else if between & (between - 1) == 0 && between & own != 0 {
                    if dangers.pin_count < dangers.pins.len() {
                        dangers.pinned |= between;
                        dangers.pins[dangers.pin_count] = (between, path | sniper);
                        dangers.pin_count += 1;
                    } else {
                        dangers.is_unclear = true;
                    }
                }
            });
        }
        dangers
    }

    /// Tells all legal moves.
    #[inline(always)]
    pub(super) fn legal<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let royal = self.royal_square(position, side);
        let dangers = self.dangers(position, side, royal);
        if dangers.is_unclear {
            return self.legal_by_trying(cpu, position, hearer);
        }
        for kind in 0..self.tables.of_kind.len() {
            if kind == self.royal {
                continue;
            }
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            // In passing some of them have a move that others do not: then each goes by itself.
            if let (Some(march), true) = (&self.marching[kind], position.passed == NOWHERE) {
                let free = pieces & !dangers.pinned;
                self.of_march(cpu, position, (kind, march), free, dangers.answers, hearer);
                pieces &= dangers.pinned;
            }
            while pieces != 0 {
                let square = pieces & pieces.wrapping_neg();
                pieces ^= square;
                let mut allowed = dangers.answers;
                if dangers.pinned & square != 0 {
                    for (pinned, line) in &dangers.pins[..dangers.pin_count] {
                        if *pinned == square {
                            allowed &= line;
                        }
                    }
                }
                self.of_piece(cpu, position, kind, square.trailing_zeros() as u8, allowed, hearer);
            }
        }
        self.of_royal(cpu, position, royal, hearer);
        if position.passed != NOWHERE {
            self.in_passing(cpu, position, |mv| {
                if self.is_safe(cpu, position, mv) {
                    hearer.single(mv);
                }
            });
        }
        if !dangers.is_check {
            self.castle(cpu, position, hearer);
        }
    }

    /// The squares a piece can go to.
    #[inline(always)]
    fn targets<C: Extract>(&self, cpu: C, position: &Position, kind: usize, from: u8) -> Squares {
        let side = position.turn as usize & 1;
        let (own, occupied) = (position.sides[side], position.occupied());
        let mut targets = 0;
        for &family in &self.tables.of_kind[kind] {
            let family = &self.tables.families[family as usize];
            let reached = self.tables.reached(cpu, family, side, from, occupied);
            targets |= match family.deed {
                Deed::Both => reached & !own,
                Deed::Move => reached & !occupied,
                Deed::Capture => reached & occupied & !own,
            };
        }
        targets
    }

    #[inline(always)]
    fn of_piece<C: Extract, H: Hearer>(
        &self,
        cpu: C,
        position: &Position,
        kind: usize,
        from: u8,
        allowed: Squares,
        hearer: &mut H,
    ) {
        let side = position.turn as usize & 1;
        let mut targets = self.targets(cpu, position, kind, from) & allowed;
        if position.passed != NOWHERE && self.passes(cpu, position, kind, from) {
            // Where a piece can be captured in passing, going there captures it.
            targets &= !bit(position.passed);
        }
        if let Some((zones, to)) = &self.promotions[kind] {
            let promoting = targets & zones[side];
            if promoting != 0 {
                hearer.promotions(kind as u8, from, promoting, to);
                targets ^= promoting;
            }
        }
        if self.en_passant && self.marches & 1 << kind != 0 {
            let (one_ahead, two_ahead) =
                if side == 0 { (bit(from) >> 8, bit(from) >> 16) } else { (bit(from) << 8, bit(from) << 16) };
            let is_open = position.occupied() & (one_ahead | two_ahead) == 0;
            if is_open && targets & two_ahead & self.leaps_ahead[kind][side] != 0 {
                hearer.advance(kind as u8, from, two_ahead.trailing_zeros() as u8);
                targets ^= two_ahead;
            }
        }
        hearer.moves(kind as u8, from, targets);
    }

    #[inline(always)]
    fn of_royal<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, royal: u8, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let mut targets = self.targets(cpu, position, self.royal, royal);
        let mut safe = 0;
        while targets != 0 {
            let target = targets & targets.wrapping_neg();
            targets ^= target;
            let occupied = position.occupied() & !bit(royal) | target;
            if !self.captures(cpu, position, side ^ 1, target.trailing_zeros() as u8, occupied, target) {
                safe |= target;
            }
        }
        if let Some((zones, to)) = &self.promotions[self.royal] {
            hearer.promotions(self.royal as u8, royal, safe & zones[side], to);
            safe &= !zones[side];
        }
        hearer.moves(self.royal as u8, royal, safe);
    }

    /// Tells the captures of a piece that has just advanced over a square, legal or not.
    #[inline(always)]
    fn in_passing<C: Extract>(&self, cpu: C, position: &Position, mut hear: impl FnMut(Move)) {
        let side = position.turn as usize & 1;
        let to = position.passed;
        for kind in 0..self.tables.of_kind.len() {
            if self.marches & 1 << kind == 0 {
                continue;
            }
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                if self.passes(cpu, position, kind, from) {
                    let kind_index = kind as u8;
                    match &self.promotions[kind] {
                        Some((zones, into)) if zones[side] & bit(to) != 0 => {
                            for &becomes in into {
                                let special = Special::PassingPromotion;
                                hear(Move { from, to, kind: kind_index, becomes, special });
                            }
                        }
                        _ => {
                            let special = Special::Passing;
                            hear(Move { from, to, kind: kind_index, becomes: kind_index, special });
                        }
                    }
                }
            }
        }
    }

    /// Whether a piece captures the one that has just advanced over a square.
    #[inline(always)]
    fn passes<C: Extract>(&self, cpu: C, position: &Position, kind: usize, from: u8) -> bool {
        if self.marches & 1 << kind == 0 {
            return false;
        }
        let side = position.turn as usize & 1;
        let mut captured = 0;
        for &family in &self.tables.of_kind[kind] {
            let family = &self.tables.families[family as usize];
            if family.deed != Deed::Move {
                captured |= self.tables.reached(cpu, family, side, from, position.occupied());
            }
        }
        captured & bit(position.passed) != 0
    }

    /// Whether anything could capture the piece that has advanced over a square.
    #[inline(always)]
    pub(super) fn can_pass<C: Extract>(&self, cpu: C, position: &Position) -> bool {
        let mut can = false;
        self.in_passing(cpu, position, |_| can = true);
        can
    }

    #[inline(always)]
    fn castle<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let rights = position.castling >> (2 * side) & 3;
        if rights == 0 {
            return;
        }
        let home = if side == 0 { 56 } else { 0 };
        let occupied = position.occupied();
        let is_safe = |square: u8| !self.captures(cpu, position, side ^ 1, square, occupied, 0);
        // The squares that must be empty, those the royal piece passes, and where it goes.
        for (right, empty, passed, to) in [(1, 0x60, 5, 6), (2, 0x0e, 3, 2)] {
            let is_open = occupied & (empty << home) == 0;
            if rights & right != 0 && is_open && is_safe(home + passed) && is_safe(home + to) {
                let kind = self.royal as u8;
                let mv =
                    Move { from: home + 4, to: home + to, kind, becomes: kind, special: Special::Castling };
                if self.is_safe(cpu, position, mv) {
                    hearer.single(mv);
                }
            }
        }
    }

    /// Whether the own royal piece cannot be captured after a move.
    #[inline(always)]
    fn is_safe<C: Extract>(&self, cpu: C, position: &Position, mv: Move) -> bool {
        let side = position.turn as usize & 1;
        let mut after = *position;
        self.play(&mut after, mv);
        let royal = self.royal_square(&after, side);
        !self.captures(cpu, &after, side ^ 1, royal, after.occupied(), 0)
    }

    /// The same moves, each tried.
    #[inline(never)]
    fn legal_by_trying<C: Extract, H: Hearer>(&self, cpu: C, position: &Position, hearer: &mut H) {
        let side = position.turn as usize & 1;
        let mut moves: Vec<Move> = Vec::with_capacity(64);
        for kind in 0..self.tables.of_kind.len() {
            let mut pieces = position.kinds[kind & 15] & position.sides[side];
            while pieces != 0 {
                let from = pieces.trailing_zeros() as u8;
                pieces &= pieces - 1;
                self.of_piece(cpu, position, kind, from, !0, &mut moves);
            }
        }
        if position.passed != NOWHERE {
            self.in_passing(cpu, position, |mv| moves.push(mv));
        }
        if !self.is_check(cpu, position) {
            self.castle(cpu, position, &mut moves);
        }
        for mv in moves {
            if self.is_safe(cpu, position, mv) {
                hearer.single(mv);
            }
        }
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn play(&self, position: &mut Position, mv: Move) {
        let side = position.turn as usize & 1;
        let (from, to) = (bit(mv.from), bit(mv.to));
        let mut taken = to & position.sides[side ^ 1];
        if mv.captures_in_passing() {
            taken = if side == 0 { to << 8 } else { to >> 8 };
        }
        for squares in &mut position.kinds {
            *squares &= !taken;
        }
        position.sides[side ^ 1] &= !taken;
        position.kinds[mv.kind as usize & 15] &= !from;
        position.kinds[mv.becomes as usize & 15] |= to;
        position.sides[side] ^= from | to;
        position.passed = if mv.special == Special::Advance { (mv.from + mv.to) / 2 } else { NOWHERE };
        if mv.special == Special::Castling
            && let Some(partner) = self.partner
        {
            let rook = if mv.to > mv.from {
                bit(mv.to + 1) | bit(mv.to - 1)
            } else {
                bit(mv.to - 2) | bit(mv.to + 1)
            };
            position.kinds[partner & 15] ^= rook;
            position.sides[side] ^= rook;
        }
        position.castling &= !(lost_rights(mv.from) | lost_rights(mv.to));
        let is_soldier = self.soldiers & 1 << mv.kind != 0;
        position.quiet = if taken != 0 || is_soldier { 0 } else { position.quiet.saturating_add(1) };
        position.number = (position.number + side as u16).min(LAST_NUMBER);
        position.turn ^= 1;
    }
}

/// The highest number a move is given; games that go on count no further.
pub(super) const LAST_NUMBER: u16 = 9999;

/// The rights that are gone when something leaves or comes to a square.
#[inline(always)]
const fn lost_rights(square: u8) -> u8 {
    match square {
        60 => 3,
        63 => 1,
        56 => 2,
        4 => 12,
        7 => 4,
        0 => 8,
        _ => 0,
    }
}
