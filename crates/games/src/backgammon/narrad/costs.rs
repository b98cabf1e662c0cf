//! The evaluation in whole numbers, on bit masks.

use super::Weights;
use crate::backgammon::checkers::{HOME_POINTS, mirrored};
use crate::backgammon::position::CHECKERS;
use crate::backgammon::{Board, Checkers, Dice, Turn, TurnVisitor, for_each_turn};

/// Scores of a pip: the published weights are whole numbers in this unit, so that sums do not depend on their order.
pub const PIP: i32 = 1_000;

/// Weights made ready for evaluation, in units of 1/[`PIP`].
#[derive(Clone, Debug)]
pub struct Costs {
    on_bar: i32,
    eaten: i32,
    connected: i32,
    /// A wall: elsewhere, at home.
    wall: [i32; 2],
    /// A blot: elsewhere, at home; by the number of points from which one die hits it.
    blot: [[i32; 7]; 2],
}

impl Costs {
    /// The costs by these weights. A product beyond ±10,000 pips counts as that.
    pub fn new(weights: &Weights) -> Costs {
        let whole = |cost: f64| (cost.clamp(-10_000.0, 10_000.0) * f64::from(PIP)).round() as i32;
        let blot = |factor: f64| {
            std::array::from_fn(|hitters| {
                let presence = if hitters == 0 { 1.0 } else { weights.presence * hitters as f64 };
                whole(weights.blot * factor * presence)
            })
        };
        Costs {
            on_bar: whole(weights.on_bar),
            eaten: whole(weights.eaten),
            connected: whole(weights.connected),
            wall: [whole(weights.wall), whole(weights.wall * weights.wall_at_home)],
            blot: [blot(1.0), blot(weights.blot_at_home)],
        }
    }

    /// The opponent's cost minus the mover's: the score for the mover.
    #[inline(always)]
    pub fn evaluate(&self, board: &Board) -> i32 {
        let (mover, opponent) = (board.mover(), board.opponent());
        let has_contact = board.has_contact();
        board.lead() * PIP + self.cost(opponent, mover, has_contact) - self.cost(mover, opponent, has_contact)
    }

    /// The cost of a side's checkers without their pips.
    #[inline(always)]
    fn cost(&self, own: Checkers, other: Checkers, has_contact: bool) -> i32 {
        let walls = own.made_points();
        let connected = (walls & (walls << 1 | walls >> 1)).count_ones() as i32;
        let walls_at_home = (walls & HOME_POINTS).count_ones() as i32;
        let walls_elsewhere = (walls & !HOME_POINTS).count_ones() as i32;
        let mut cost = i32::from(own.bar()) * self.on_bar
            + i32::from(own.off()) * self.eaten
            + connected * self.connected
            + walls_elsewhere * self.wall[0]
            + walls_at_home * self.wall[1];
        if has_contact {
            // The other side's bar becomes 0.
            let others = mirrored(other.occupied());
            let mut blots = own.blots();
            while blots != 0 {
                let number = blots.trailing_zeros();
                blots &= blots - 1;
                // One die away: the six numbers below.
                let hitters = (others & (0x3f << number) >> 6).count_ones() as usize;
                let at_home = usize::from(HOME_POINTS >> number & 1 != 0);
                cost += self.blot[at_home][hitters.min(6)];
            }
        }
        cost
    }
}

/// Finds the best turn by evaluation, the first of equal ones.
pub(in crate::backgammon) struct BestByCosts<'c> {
    costs: &'c Costs,
    score: i32,
    board: Board,
}

impl BestByCosts<'_> {
    /// The board after the best turn, still seen by the side that moved.
    #[inline(always)]
    pub(in crate::backgammon) fn after(costs: &Costs, board: &Board, dice: Dice) -> Board {
        let mut best = BestByCosts { costs, score: i32::MIN, board: *board };
        for_each_turn(board, dice, &mut best);
        best.board
    }
}

impl TurnVisitor for BestByCosts<'_> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        let score = self.costs.evaluate(&turn.board);
        if score > self.score {
            (self.score, self.board) = (score, turn.board);
        }
    }
}

const _: () = assert!(CHECKERS == 15, "a cost fits 32 bits");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::{Backgammon, Position};
    use rules::{Random, Rules, Seat, Status};

    fn assert_equal(weights: &Weights, position: &Position) {
        let costs = Costs::new(weights);
        let board = Board::new(position.side(Seat::FIRST), position.side(Seat::SECOND));
        let expected = -weights.balance(position) * f64::from(PIP);
        let found = costs.evaluate(&board);
        assert!((f64::from(found) - expected).abs() < 1e-3, "{found}, expected {expected}: {position:?}");
        assert_eq!(costs.evaluate(&board.flipped()), -found);
    }

    /// Random games, finished ones included.
    #[test]
    fn whole_numbers_equal_the_plain_evaluation() {
        let game = Backgammon::new();
        let mut random = Random::new(8);
        let mut buffer = Vec::new();
        for _ in 0..60 {
            let mut position = game.start();
            loop {
                let (status, play) = game.random_move(&position, &mut random, &mut buffer);
                assert_equal(&Weights::GUESS, &position);
                assert_equal(&Weights::EVOLVED, &position);
                match status {
                    Status::Over(_) => break,
                    Status::Chance => {
                        let roll = random.pick_weighted(game.rolls(&position)).unwrap();
                        game.apply_roll(&mut position, roll);
                    }
                    Status::Turn(_) => game.play(&mut position, play.unwrap()),
                }
            }
        }
    }
}
