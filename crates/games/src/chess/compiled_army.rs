//! An army as the generator needs it.

use rules::InputError;

use super::army::Army;
use super::pawn_shifts::{self, PawnShifts};
use super::reach::{Bitboard, bit, row_of};
use super::tables::Tables;

#[derive(Debug)]
pub(super) struct CompiledArmy {
    pub(super) tables: Tables,
    pub(super) royal: usize,
    /// Each kind's squares of promotion, by side, and what it can become.
    pub(super) promotions: Vec<Option<([Bitboard; 2], Vec<u8>)>>,
    /// How kinds move all at once that can.
    pub(super) pawn_shifts: Vec<Option<PawnShifts>>,
    /// Kinds that advance as pawns do, and can capture in passing.
    pub(super) pawn_like: u16,
    /// Where an advance of two steps may end, for each kind and side.
    pub(super) double_step_zones: Vec<[Bitboard; 2]>,
    /// Kinds that can be promoted: a move of theirs is no quiet one.
    pub(super) promotable: u16,
    pub(super) en_passant: bool,
    pub(super) partner: Option<usize>,
}

impl CompiledArmy {
    /// What the generator needs to know of this army.
    pub(super) fn new(army: &Army) -> Result<CompiledArmy, InputError> {
        let royal =
            army.royal().ok_or_else(|| InputError::new("the army has no royal piece: expected one"))?;
        let promotions = army
            .kinds
            .iter()
            .map(|kind| {
                let promotion = kind.promotion.as_ref()?;
                let zone = |side: usize| -> Bitboard {
                    (0..64)
                        .filter(|&square| row_of(side, square) >= promotion.row)
                        .fold(0, |zone, s| zone | bit(s))
                };
                Some(([zone(0), zone(1)], promotion.to.iter().map(|&kind| kind as u8).collect()))
            })
            .collect();
        let pawn_like = army
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.paths.iter().any(|path| path.limit.is_some()))
            .fold(0, |mask, (index, _)| mask | 1 << index);
        let promotable = army
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.promotion.is_some())
            .fold(0, |mask, (index, _)| mask | 1 << index);
        let double_step_zones = army
            .kinds
            .iter()
            .map(|kind| [0, 1].map(|side| pawn_shifts::double_step_zone(kind, side)))
            .collect();
        Ok(CompiledArmy {
            tables: Tables::new(army),
            royal,
            promotions,
            pawn_shifts: PawnShifts::all(army),
            pawn_like,
            double_step_zones,
            promotable,
            en_passant: army.en_passant,
            partner: army.castling.map(|castling| castling.partner),
        })
    }
}
