//! Exact bearoff databases.
//!
//! **Two-sided**: the chance to win of the side on roll, for every position with at most six checkers of each side, all at
//! home. **One-sided**: for every placement of at most fifteen checkers at home, the chances to bear all of them off in
//! 1, 2, 3, ... rolls, if every roll is played for the fewest rolls on average. With it any other bearoff of two sides is
//! known almost exactly: each plays for itself.
//!
//! Both are computed in a second or two. A program may keep them in a file ([`Bearoff::write`]) and hand them over with
//! [`Bearoff::provide`] before they are needed; otherwise [`Bearoff::shared`] computes them on first use.

mod file;
mod one_sided;
mod placements;
mod two_sided;

use std::sync::{Arc, OnceLock};

use super::probabilities::Probabilities;
use super::{Board, Checkers, ROLLS, Turn, for_each_turn};
use one_sided::OneSided;
use two_sided::TwoSided;

/// The databases.
#[derive(Clone, PartialEq, Debug)]
pub struct Bearoff {
    one_sided: OneSided,
    two_sided: TwoSided,
}

static SHARED: OnceLock<Arc<Bearoff>> = OnceLock::new();

impl Bearoff {
    /// Computes the databases. `progress` receives the share that is done, from 0 to 1.
    pub fn build(progress: &mut dyn FnMut(f64)) -> Bearoff {
        let one_sided = OneSided::build(&mut |done| progress(0.7 * done));
        let two_sided = TwoSided::build(&mut |done| progress(0.7 + 0.3 * done));
        Bearoff { one_sided, two_sided }
    }

    /// The databases of this process, computed now if they were not provided.
    pub fn shared() -> Arc<Bearoff> {
        Arc::clone(SHARED.get_or_init(|| Arc::new(Bearoff::build(&mut |_| {}))))
    }

    /// Provides the databases of this process; without effect if there are some already.
    pub fn provide(bearoff: Bearoff) {
        let _ = SHARED.set(Arc::new(bearoff));
    }

    /// `true` if both sides are bearing off: every checker is at home, and no side has finished.
    #[inline(always)]
    pub fn covers(board: &Board) -> bool {
        let is_home = |side: Checkers| side.rearmost().wrapping_sub(1) < 6;
        is_home(board.mover()) && is_home(board.opponent()) && !board.has_contact()
    }

    /// The chances of the side on roll in a position that the databases [cover](Bearoff::covers): exact with at most six
    /// checkers of each side.
    pub fn chances(&self, board: &Board) -> Option<Probabilities> {
        if !Bearoff::covers(board) {
            return None;
        }
        if let Some(win) = self.two_sided.chance(board) {
            return Some(Probabilities { win, ..Probabilities::default() });
        }
        Some(self.race(board))
    }

    /// Average number of rolls that a side needs to bear off, if all its checkers are at home.
    pub fn average_rolls(&self, side: Checkers) -> Option<f32> {
        (side.rearmost() <= 6).then(|| self.one_sided.average(placements::index(side)))
    }

    /// The chances if each side plays for itself.
    fn race(&self, board: &Board) -> Probabilities {
        let [own, other] =
            [board.mover(), board.opponent()].map(|side| self.one_sided.chances(placements::index(side)));
        // Chances that a side has not finished after some rolls.
        let (mut win, mut others_left) = (0.0, 1.0);
        for (chance, other) in own.iter().zip(other) {
            win += chance * others_left;
            others_left -= other;
        }
        Probabilities {
            win,
            win_gammon: self.gammon(board.mover(), board.opponent(), 0),
            lose_gammon: self.gammon(board.opponent(), board.mover(), 1),
            ..Probabilities::default()
        }
    }

    /// The chance that `winner` finishes before `loser`, who has `rolls` rolls before, bears off a checker.
    fn gammon(&self, winner: Checkers, loser: Checkers, rolls: i32) -> f32 {
        if loser.off() > 0 {
            return 0.0;
        }
        // With fifteen checkers at home every second roll at the latest bears one off, and most first ones do.
        let none_off = none_off(loser);
        let finishes = self.one_sided.chances(placements::index(winner));
        (0..3).map(|roll| finishes[roll] * none_off.powi(roll as i32 + rolls)).sum()
    }
}

/// The chance that a roll bears off no checker.
fn none_off(side: Checkers) -> f32 {
    let mut none = 0;
    for &(dice, weight) in &ROLLS {
        let mut bears_off = false;
        for_each_turn(&placements::alone(side), dice, &mut |turn: &Turn| {
            bears_off |= turn.board.mover().off() > side.off();
        });
        none += if bears_off { 0 } else { weight };
    }
    none as f32 / 36.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(points: &[(usize, u8)]) -> Checkers {
        let mut counts = [0; 26];
        points.iter().for_each(|&(number, checkers)| counts[number] = checkers);
        counts[0] = 15 - counts.iter().sum::<u8>();
        Checkers::new(&counts)
    }

    /// Positions whose chances can be worked out by hand.
    #[test]
    fn positions_by_hand() {
        let bearoff = Bearoff::shared();
        let win = |own: &[(usize, u8)], other: &[(usize, u8)]| {
            bearoff.chances(&Board::new(side(own), side(other))).unwrap().win
        };
        // A last checker on the 1-point goes off with any roll.
        assert_eq!(win(&[(1, 1)], &[(6, 6)]), 1.0);
        // Two checkers on the 1-point too; three need a double, or the other must fail as well.
        assert_eq!(win(&[(1, 2)], &[(1, 1)]), 1.0);
        assert!((win(&[(1, 3)], &[(1, 1)]) - 6.0 / 36.0).abs() < 1e-4);
        // A checker on the 6-point: 27 of 36 rolls bear it off.
        assert!((win(&[(6, 1)], &[(1, 1)]) - 27.0 / 36.0).abs() < 1e-4);
        // 5 and 2: 19 of 36 rolls.
        assert!((win(&[(5, 1), (2, 1)], &[(1, 1)]) - 19.0 / 36.0).abs() < 1e-4);
        let rolls = |own: &[(usize, u8)]| bearoff.average_rolls(side(own)).unwrap();
        assert!((rolls(&[(6, 1)]) - (1.0 + 9.0 / 36.0)).abs() < 1e-3);
        assert_eq!(rolls(&[(1, 1)]), 1.0);
        // Fifteen on the ace point: seven or eight rolls without doubles, one less for each double.
        assert!((6.0..7.5).contains(&rolls(&[(1, 15)])));
    }

    /// Where both databases apply they agree, but for what playing against the other is worth.
    #[test]
    fn both_databases_agree() {
        let bearoff = Bearoff::shared();
        let mut random = rules::Random::new(2);
        let mut largest: f32 = 0.0;
        for _ in 0..3_000 {
            let mut pick = || {
                let points: Vec<(usize, u8)> =
                    (0..=random.below(5)).map(|_| (1 + random.below(6) as usize, 1)).collect();
                let mut counts = [0; 26];
                points.iter().for_each(|&(number, _)| counts[number] += 1);
                counts[0] = 15 - points.len() as u8;
                Checkers::new(&counts)
            };
            let board = Board::new(pick(), pick());
            let exact = bearoff.chances(&board).unwrap().win;
            largest = largest.max((exact - bearoff.race(&board).win).abs());
        }
        assert!(largest < 0.02 && largest > 0.0, "{largest}");
    }
}
