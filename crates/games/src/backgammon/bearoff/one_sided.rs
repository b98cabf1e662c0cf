//! The one-sided database.

use super::super::{ROLLS, Turn, for_each_turn};
use super::placements::{self, PLACEMENTS};

/// Most rolls that matter: more are needed in less than one case of 65,536.
pub(super) const MAX_ROLLS: usize = 20;

/// Chances, in 1/65,535, to finish in 1, 2, ... rolls, for each placement.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct OneSided {
    pub(super) chances: Vec<[u16; MAX_ROLLS]>,
}

const ONE: f32 = 65_535.0;

impl OneSided {
    pub(super) fn build(progress: &mut dyn FnMut(f64)) -> OneSided {
        // Exact while computing, rounded at the end. Fewer pips come first: a step may raise a placement's number.
        let mut order: Vec<(u32, usize)> =
            (0..PLACEMENTS).map(|index| (placements::placement(index).pips(), index)).collect();
        order.sort_unstable();
        let mut chances = vec![[0.0_f64; MAX_ROLLS + 1]; PLACEMENTS];
        let mut averages = vec![0.0_f64; PLACEMENTS];
        for (done, &(pips, index)) in order.iter().enumerate() {
            if pips == 0 {
                chances[index][0] = 1.0;
                continue;
            }
            let board = placements::alone(placements::placement(index));
            let mut own = [0.0; MAX_ROLLS + 1];
            for &(dice, weight) in &ROLLS {
                let mut best = (f64::INFINITY, 0);
                for_each_turn(&board, dice, &mut |turn: &Turn| {
                    let after = placements::index(turn.board.mover());
                    if averages[after] < best.0 {
                        best = (averages[after], after);
                    }
                });
                for (own, after) in own[1..].iter_mut().zip(&chances[best.1]) {
                    *own += f64::from(weight) / 36.0 * after;
                }
            }
            averages[index] = (0..).zip(&own).map(|(rolls, chance)| f64::from(rolls) * chance).sum();
            chances[index] = own;
            if done % 1024 == 0 {
                progress(done as f64 / PLACEMENTS as f64);
            }
        }
        let rounded = |chances: &[f64; MAX_ROLLS + 1]| {
            std::array::from_fn(|roll| (chances[roll + 1] * f64::from(ONE)).round() as u16)
        };
        OneSided { chances: chances.iter().map(rounded).collect() }
    }

    /// Chances to finish in 1, 2, ... rolls.
    pub(super) fn chances(&self, index: usize) -> [f32; MAX_ROLLS] {
        self.chances[index].map(|chance| f32::from(chance) / ONE)
    }

    /// Average number of rolls.
    pub(super) fn average(&self, index: usize) -> f32 {
        let parts = (1..).zip(self.chances[index]);
        parts.map(|(rolls, chance): (u16, u16)| f32::from(rolls) * f32::from(chance)).sum::<f32>() / ONE
    }
}
