//! An army in the form that move generation needs.

use std::sync::OnceLock;

use rules::InputError;

use super::army::Army;
use super::army_cache::CountedBytes;
use super::pawn_shifts::{self, PawnShifts};
use super::reach::{Bitboard, bit, row_of};
use super::tables::Tables;
use super::values::SearchValues;

#[derive(Debug)]
pub(super) struct CompiledArmy {
    pub(super) tables: Tables,
    /// Index of the royal kind.
    pub(super) royal: usize,
    /// Promotion zone by side and the kinds to choose from, for each kind that is promoted.
    pub(super) promotions: Vec<Option<([Bitboard; 2], Vec<u8>)>>,
    /// Shifts of the kinds that are generated set-wise.
    pub(super) pawn_shifts: Vec<Option<PawnShifts>>,
    /// Kinds that advance up to a limit, as a bit mask: they make double steps and capture en passant.
    pub(super) pawn_like: u16,
    /// Targets of double steps by kind and side.
    pub(super) double_step_zones: Vec<[Bitboard; 2]>,
    /// Kinds that can be promoted, as a bit mask: their moves reset the halfmove clock.
    pub(super) promotable: u16,
    pub(super) en_passant: bool,
    /// Index of the kind that castles with the royal piece.
    pub(super) partner: Option<usize>,
    /// Piece values of the search, computed on first use.
    pub(super) search_values: OnceLock<SearchValues>,
    /// Average number of targets of each kind, computed on first use.
    pub(super) mobilities: OnceLock<Vec<f64>>,
    /// Size of the tables.
    pub(super) bytes: CountedBytes,
}

impl CompiledArmy {
    /// Compiles an army; fails if it has no royal piece.
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
                        .fold(0, |zone, square| zone | bit(square))
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
        let tables = Tables::new(army)?;
        Ok(CompiledArmy {
            bytes: CountedBytes::new(tables.bytes()),
            tables,
            royal,
            promotions,
            pawn_shifts: PawnShifts::all(army),
            pawn_like,
            double_step_zones,
            promotable,
            en_passant: army.en_passant,
            partner: army.castling.map(|castling| castling.partner),
            search_values: OnceLock::new(),
            mobilities: OnceLock::new(),
        })
    }
}
