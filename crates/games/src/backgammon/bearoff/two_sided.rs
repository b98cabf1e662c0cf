//! The two-sided database.

use super::super::position::CHECKERS;
use super::super::{Board, ROLLS, Turn, for_each_turn};
use super::placements::{self, POINTS, binomial};

/// Most checkers of a side.
const CHECKERS_EACH: u8 = 6;
/// Number of placements of one side.
pub(super) const SIDE: usize = binomial(CHECKERS_EACH as usize + POINTS, POINTS);

/// Chances to win of the side on roll, in 1/65,535: its placements, each with all of the other side.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct TwoSided {
    pub(super) chances: Vec<u16>,
}

const ONE: f32 = 65_535.0;

impl TwoSided {
    pub(super) fn build(progress: &mut dyn FnMut(f64)) -> TwoSided {
        let successors: Vec<Vec<Vec<u16>>> = (0..SIDE).map(successors).collect();
        let pips: Vec<u32> = (0..SIDE).map(|index| placements::placement(index).pips()).collect();
        let mut by_pips: Vec<(u32, usize, usize)> = (0..SIDE * SIDE)
            .map(|pair| (pips[pair / SIDE] + pips[pair % SIDE], pair / SIDE, pair % SIDE))
            .collect();
        by_pips.sort_unstable();
        let mut chances = vec![0.0_f32; SIDE * SIDE];
        let count = by_pips.len();
        for (done, (_, own, other)) in by_pips.into_iter().enumerate() {
            // A side without checkers has won; the other lost before its roll.
            chances[own * SIDE + other] = if own == 0 {
                1.0
            } else if other == 0 {
                0.0
            } else {
                let mut sum = 0.0;
                for (after, &(_, weight)) in successors[own].iter().zip(&ROLLS) {
                    let worst = after.iter().map(|&after| chances[other * SIDE + usize::from(after)]);
                    let best = worst.fold(f32::INFINITY, f32::min);
                    sum += weight as f32 * (1.0 - best);
                }
                sum / 36.0
            };
            if done % 8192 == 0 {
                progress(done as f64 / count as f64);
            }
        }
        TwoSided { chances: chances.iter().map(|chance| (chance * ONE).round() as u16).collect() }
    }

    /// The chance of the side on roll; `None` if a side has more checkers.
    pub(super) fn chance(&self, board: &Board) -> Option<f32> {
        let few = CHECKERS - CHECKERS_EACH;
        if board.mover().off() < few || board.opponent().off() < few {
            return None;
        }
        let [own, other] = [board.mover(), board.opponent()].map(placements::index);
        Some(f32::from(self.chances[own * SIDE + other]) / ONE)
    }
}

/// The placements after each roll. Those of a side that has finished are placement 0 for the other: it has lost.
fn successors(index: usize) -> Vec<Vec<u16>> {
    let board = placements::alone(placements::placement(index));
    let after = |dice| {
        let mut found = Vec::new();
        for_each_turn(&board, dice, &mut |turn: &Turn| {
            found.push(placements::index(turn.board.mover()) as u16);
        });
        found
    };
    ROLLS.iter().map(|&(dice, _)| after(dice)).collect()
}
