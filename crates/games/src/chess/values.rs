//! Piece values.
//!
//! A kind without a value in the army file gets one from its mobility: the average number of squares it reaches over all
//! origins and many random boards. Mobility counts more than proportionally, because a piece that reaches many squares
//! makes several threats at once. A kind that can be promoted adds a part of its best promotion. The constants are
//! chosen so that the pieces of ordinary chess get values near the usual ones.

use rules::{Random, Rules};
use search::Score;

use super::army::{Army, Kind, MAX_KINDS, Path};
use super::reference_attacks::reached;
use super::rules::Chess;
use crate::pext::Pext;

/// Value of a royal piece in centipawns: more than all others.
pub const ROYAL: u32 = 4000;
/// Number of random boards for each origin.
const BOARDS: u32 = 128;

impl Army {
    /// Value of each kind in centipawns: the value in the army file, or the one that follows from its moves.
    ///
    /// The latter takes milliseconds per kind.
    pub fn values(&self) -> Vec<u32> {
        let by_moves = |kind: &Kind| kind.value.unwrap_or_else(|| value_of_moves(&kind.paths));
        let plain: Vec<u32> = self
            .kinds
            .iter()
            .map(|kind| if kind.is_royal { kind.value.unwrap_or(ROYAL) } else { by_moves(kind) })
            .collect();
        let of_kind = |(kind, &own): (&Kind, &u32)| match &kind.promotion {
            Some(promotion) if kind.value.is_none() && !kind.is_royal => {
                let targets =
                    promotion.to.iter().filter(|&&to| self.kinds.get(to).is_some_and(|to| !to.is_royal));
                let best = targets.filter_map(|&to| plain.get(to)).max().copied().unwrap_or(0);
                // Few pawns are ever promoted.
                own + best.saturating_sub(own) / 20
            }
            _ => own,
        };
        self.kinds.iter().zip(&plain).map(of_kind).collect()
    }
}

/// Value of a kind with these paths in centipawns, at least 10.
pub fn value_of_moves(paths: &[Path]) -> u32 {
    // Integers only, so that every machine computes the same values.
    let mobility = u64::from(mobility(paths));
    let value = mobility * 608 / 1000 + mobility * mobility * 152 / 1_000_000;
    (value as u32).max(10)
}

/// Average number of squares that a piece with these paths reaches, times 100.
pub fn mobility(paths: &[Path]) -> u32 {
    // The same boards for every kind, so that values are comparable.
    let mut random = Random::new(0);
    let mut count = 0;
    for _ in 0..BOARDS {
        let mut next = || random.next_u64();
        // Five squares of sixteen are occupied.
        let occupied = next() & (next() | next() & next());
        let own = occupied & next();
        for from in 0..64 {
            let others = !(1 << from);
            count += reached(paths, from, true, own & others, occupied & !own & others).count_ones();
        }
    }
    count * 100 / (BOARDS * 64)
}

/// Largest sum of one side's piece values at the start, the royal piece left out. Values are scaled down to it, so that
/// no material advantage looks like a forced win.
const MAX_MATERIAL: u64 = 20_000;

/// Piece values of the search in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchValues {
    values: [Score; MAX_KINDS],
    /// Kinds by ascending value, the royal kind last.
    order: Vec<u8>,
}

impl SearchValues {
    /// Value of a kind.
    #[inline(always)]
    pub fn of(&self, kind: usize) -> Score {
        self.values[kind & (MAX_KINDS - 1)]
    }

    /// Kinds by ascending value, the royal kind last.
    #[inline(always)]
    pub fn order(&self) -> &[u8] {
        &self.order
    }

    /// Changes the value of a kind. The order stays that of the army's own values.
    pub fn set(&mut self, kind: usize, value: Score) {
        self.values[kind & (MAX_KINDS - 1)] = value;
    }

    fn new<C: Pext>(chess: &Chess<C>) -> SearchValues {
        let (army, start) = (chess.army(), chess.start());
        let values: Vec<u64> = army.values().into_iter().map(u64::from).collect();
        let material = |side: usize| -> u64 {
            let kinds = army.kinds.iter().zip(&values).enumerate().filter(|(_, (kind, _))| !kind.is_royal);
            let count = |kind: usize| u64::from((start.kinds[kind] & start.sides[side]).count_ones());
            kinds.map(|(index, (_, value))| value * count(index)).sum()
        };
        let divisor = material(0).max(material(1)).max(MAX_MATERIAL);
        let scaled =
            |kind: usize| values.get(kind).map_or(0, |value| (value * MAX_MATERIAL / divisor) as Score);
        let values: [Score; MAX_KINDS] = std::array::from_fn(scaled);
        let mut order: Vec<u8> = (0..army.kinds.len() as u8).collect();
        order.sort_by_key(|&kind| (army.kinds[kind as usize].is_royal, values[kind as usize]));
        SearchValues { values, order }
    }
}

impl<C: Pext> Chess<C> {
    /// Piece values of the search, computed once for an army.
    #[inline]
    pub fn search_values(&self) -> &SearchValues {
        self.compiled.search_values.get_or_init(|| SearchValues::new(self))
    }

    /// Average number of squares that each kind reaches on a random board, computed once for an army.
    pub(super) fn mobilities(&self) -> &[f64] {
        let of_kind = |kind: &Kind| f64::from(mobility(&kind.paths)) / 100.0;
        self.compiled.mobilities.get_or_init(|| self.army().kinds.iter().map(of_kind).collect())
    }
}

#[cfg(test)]
mod tests {
    use crate::chess::builtin::{ORDINARY, all, army};

    #[test]
    fn ordinary_values_come_out_near() {
        let mut army = army(ORDINARY).unwrap();
        army.kinds.iter_mut().for_each(|kind| kind.value = None);
        for (letter, known) in [('K', 4000), ('Q', 900), ('R', 500), ('B', 325), ('N', 300), ('P', 100)] {
            let value = army.values()[army.kind_of_letter(letter).unwrap()];
            assert!(value.abs_diff(known) * 10 <= known, "{letter}: {value} instead of {known}");
        }
    }

    #[test]
    fn values_of_the_army_file_take_precedence() {
        let army = army(ORDINARY).unwrap();
        assert_eq!(army.values(), [4000, 900, 500, 325, 300, 100]);
    }

    #[test]
    fn mobility_increases_value() {
        let value = |name: &str, letter: char| {
            let army = army(name).unwrap();
            army.values()[army.kind_of_letter(letter).unwrap()]
        };
        assert!(value("amazon", 'Q') > value(ORDINARY, 'Q'));
        assert!(value("knightrider", 'N') > value(ORDINARY, 'N'));
        assert!(value("mao", 'N') < value(ORDINARY, 'N'));
        assert!(value("shatranj", 'Q') < value(ORDINARY, 'N'));
        assert!(value("chancellor", 'Q') > value(ORDINARY, 'R'));
        for (name, _) in all() {
            let army = army(name).unwrap();
            let royal = army.royal().unwrap();
            let values = army.values();
            assert!((0..army.kinds.len()).all(|kind| kind == royal || values[kind] < 2000), "{name}");
        }
    }
}
