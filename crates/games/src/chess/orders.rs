//! An army as the generator needs it.

use rules::InputError;

use super::army::Army;
use super::march::{self, March};
use super::reach::{Squares, bit, row_of};
use super::tables::Tables;

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
    /// Kinds that can be promoted: a move of theirs is no quiet one.
    pub(super) soldiers: u16,
    pub(super) en_passant: bool,
    pub(super) partner: Option<usize>,
}

impl Orders {
    /// What the generator needs to know of this army.
    pub(super) fn new(army: &Army) -> Result<Orders, InputError> {
        let royal =
            army.royal().ok_or_else(|| InputError::new("the army has no royal piece: expected one"))?;
        let promotions = army
            .kinds
            .iter()
            .map(|kind| {
                let promotion = kind.promotion.as_ref()?;
                let zone = |side: usize| -> Squares {
                    (0..64)
                        .filter(|&square| row_of(side, square) >= promotion.row)
                        .fold(0, |zone, s| zone | bit(s))
                };
                Some(([zone(0), zone(1)], promotion.to.iter().map(|&kind| kind as u8).collect()))
            })
            .collect();
        let marches = army
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.paths.iter().any(|path| path.limit.is_some()))
            .fold(0, |marches, (index, _)| marches | 1 << index);
        let soldiers = army
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.promotion.is_some())
            .fold(0, |soldiers, (index, _)| soldiers | 1 << index);
        let leaps_ahead =
            army.kinds.iter().map(|kind| [0, 1].map(|side| march::two_ahead(kind, side))).collect();
        Ok(Orders {
            tables: Tables::new(army),
            royal,
            promotions,
            marching: March::all(army),
            marches,
            leaps_ahead,
            soldiers,
            en_passant: army.en_passant,
            partner: army.castling.map(|castling| castling.partner),
        })
    }
}
