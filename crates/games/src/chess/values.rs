//! What pieces are worth that nobody gave a value.
//!
//! A piece is worth what it can do: the squares it reaches, on average over the whole board and over many boards on which
//! chance has put pieces. Bitboard count for more when there are more of them, because a piece that reaches many has more than
//! one threat at a time. Who can be promoted is worth a part of what it can become. The numbers are chosen so that the
//! pieces of ordinary chess come out near the values everybody knows.

use rules::Random;

use super::army::{Army, Kind, Path};
use super::reference_attacks::reached;

/// What a royal piece is worth: more than all others, as in the source.
pub const ROYAL: u32 = 4000;
/// The boards that a kind is tried on, for each square.
const BOARDS: u32 = 128;

impl Army {
    /// What each kind is worth in hundredths of a pawn: the value it was given, or the one that follows from how it
    /// moves.
    ///
    /// The latter takes milliseconds for each, so who asks often keeps the answer.
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
                // Few pawns ever arrive.
                own + best.saturating_sub(own) / 20
            }
            _ => own,
        };
        self.kinds.iter().zip(&plain).map(of_kind).collect()
    }
}

/// What moving along these paths is worth, in hundredths of a pawn; at least something.
pub fn value_of_moves(paths: &[Path]) -> u32 {
    // In hundredths of a square: sums of whole numbers, so that every machine finds the same.
    let mobility = u64::from(mobility(paths));
    let value = mobility * 608 / 1000 + mobility * mobility * 152 / 1_000_000;
    (value as u32).max(10)
}

/// How many squares a piece with these paths reaches on average, in hundredths.
pub fn mobility(paths: &[Path]) -> u32 {
    // Every kind is tried on the same boards, so that their values can be compared.
    let mut random = Random::new(0);
    let mut count = 0;
    for _ in 0..BOARDS {
        let mut next = || random.next_u64();
        // Five of sixteen squares are occupied, by either side.
        let occupied = next() & (next() | next() & next());
        let own = occupied & next();
        for from in 0..64 {
            let others = !(1 << from);
            count += reached(paths, from, true, own & others, occupied & !own & others).count_ones();
        }
    }
    count * 100 / (BOARDS * 64)
}

#[cfg(test)]
mod tests {
    use crate::chess::builtin::{ORDINARY, all, army};

    /// "scaled so that ordinary chess comes out near" what everybody knows.
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
    fn set_values_are_kept() {
        let army = army(ORDINARY).unwrap();
        assert_eq!(army.values(), [4000, 900, 500, 325, 300, 100]);
    }

    /// Who can do more is worth more, whoever it is.
    #[test]
    fn more_moves_are_worth_more() {
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
