//! Fast games between two sets of Narrad's weights.

use std::sync::atomic::AtomicBool;

use rules::cpu::{Cpu, Task};
use rules::{Random, mix};
use search::SearchLimits;

use super::costs::BestByCosts;
use super::search::INFINITE;
use super::{Costs, Search, Weights};
use crate::backgammon::{Backgammon, Board, ROLLS, Turn, TurnVisitor, for_each_turn};
use crate::tuning::{GamePoints, GameSeed, Weight, WeightGames, WeightTable};

/// Range of each weight, in the order of [`Weights::NAMES`].
const RANGES: [[f64; 2]; 8] = [
    [0.0, 200.0],
    [0.0, 50.0],
    [1.0, 5.0],
    [1.0, 5.0],
    [-50.0, 0.0],
    [-100.0, 0.0],
    [-50.0, 0.0],
    [1.0, 10.0],
];

/// The eight weights; tuning starts at the first guess.
pub(in crate::backgammon) fn weight_table() -> WeightTable {
    let start = Weights::GUESS.to_array();
    let weights = Weights::NAMES.iter().zip(RANGES).zip(start);
    let weight = |((name, [min, max]), start): ((&&str, [f64; 2]), f64)| Weight {
        name: (*name).to_owned(),
        min,
        max,
        start,
    };
    WeightTable {
        weights: weights.map(weight).collect(),
        references: vec![
            ("guess", Weights::GUESS.to_array().to_vec()),
            ("evolved", Weights::EVOLVED.to_array().to_vec()),
        ],
    }
}

/// Plays single games between two sets of weights.
pub(in crate::backgammon) struct NarradGames<C> {
    cpu: C,
    rules: Backgammon,
    depth: u32,
    turns: TurnBuffer,
}

/// Buffer for the turns of a roll.
#[derive(Default)]
struct TurnBuffer {
    /// Boards after the turns.
    boards: Vec<Board>,
    /// Negated evaluation and index of each turn.
    order: Vec<(i32, u32)>,
}

impl<C: Cpu> NarradGames<C> {
    /// Games by these rules, at this depth.
    pub(in crate::backgammon) fn new(cpu: C, rules: Backgammon, depth: u32) -> NarradGames<C> {
        NarradGames { cpu, rules, depth, turns: TurnBuffer::default() }
    }
}

impl<C: Cpu> WeightGames for NarradGames<C> {
    fn play(&mut self, weights: [&[f64]; 2], game: GameSeed) -> GamePoints {
        let costs = weights.map(|weights| {
            let values = std::array::from_fn(|index| weights.get(index).copied().unwrap_or_default());
            Costs::new(&Weights::from_array(values))
        });
        let cpu = self.cpu;
        cpu.run(NarradGame { games: self, costs: &costs, game })
    }
}

struct NarradGame<'a, C> {
    games: &'a mut NarradGames<C>,
    costs: &'a [Costs; 2],
    game: GameSeed,
}

impl<C: Cpu> Task for NarradGame<'_, C> {
    type Output = GamePoints;

    #[inline(always)]
    fn run(self) -> GamePoints {
        let NarradGame { games, costs, game } = self;
        let &mut NarradGames { cpu, rules, depth, ref mut turns } = games;
        let never = AtomicBool::new(false);
        let mut searches = costs.each_ref().map(|costs| Search::new(cpu, costs, SearchLimits::until(&never)));
        let mut random = Random::new(mix(game.seed));
        let mut board = Board::start();
        let mut player = usize::from(game.is_swapped);
        let mut is_first_roll = true;
        loop {
            let Some(dice) = random.pick_weighted(&ROLLS) else { return [0; 2] };
            // An opening roll is no double. Who wins it is not drawn: players of a pairing start alternately.
            if is_first_roll && rules.has_opening_roll() && dice.is_double() {
                continue;
            }
            is_first_roll = false;
            board = if depth == 1 {
                BestByCosts::after(&costs[player], &board, dice)
            } else {
                turns.clear();
                for_each_turn(&board, dice, &mut Evaluated { costs: &costs[player], turns });
                turns.best(&mut searches[player], depth).unwrap_or(board)
            };
            if board.mover().is_done() {
                let mut points = [0; 2];
                points[player] = rules.win(board.opponent()).points() as u8;
                return points;
            }
            board = board.flipped();
            player = 1 - player;
        }
    }
}

impl TurnBuffer {
    #[inline(always)]
    fn clear(&mut self) {
        self.boards.clear();
        self.order.clear();
    }

    /// The board after the turn that the engine `narrad` chooses.
    #[inline(always)]
    fn best<C: Cpu>(&mut self, search: &mut Search<'_, C>, depth: u32) -> Option<Board> {
        if let [board] = self.boards[..] {
            return Some(board);
        }
        // The best by evaluation first; equal ones keep their order.
        self.order.sort_unstable();
        let mut best = (-INFINITE, None);
        for &(_, index) in &self.order {
            let board = self.boards[index as usize];
            let value = search.score(&board, depth, best.0);
            if value > best.0 {
                best = (value, Some(board));
            }
        }
        best.1
    }
}

/// Collects turns with their evaluations.
struct Evaluated<'a> {
    costs: &'a Costs,
    turns: &'a mut TurnBuffer,
}

impl TurnVisitor for Evaluated<'_> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        let index = self.turns.boards.len() as u32;
        self.turns.order.push((-self.costs.evaluate(&turn.board), index));
        self.turns.boards.push(turn.board);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::narrad::choose;
    use rules::cpu::Portable;
    use rules::{Rules, Seat, Status};

    /// The same game through the rules and the engine.
    fn plain_game(rules: Backgammon, depth: u32, weights: [Weights; 2], game: GameSeed) -> GamePoints {
        let mut random = Random::new(mix(game.seed));
        let mut position = rules.start();
        loop {
            match rules.status(&position) {
                Status::Over(outcome) => {
                    let points = [Seat::FIRST, Seat::SECOND].map(|seat| outcome.points(seat).max(0) as u8);
                    return if game.is_swapped { [points[1], points[0]] } else { points };
                }
                Status::Chance => {
                    let roll = random.pick_weighted(rules.rolls(&position)).unwrap();
                    rules.apply_roll(&mut position, roll);
                }
                Status::Turn(seat) => {
                    let player = seat.index() ^ usize::from(game.is_swapped);
                    let play = choose(&weights[player], depth, &position);
                    rules.play(&mut position, play);
                }
            }
        }
    }

    #[test]
    fn games_are_those_of_the_engine() {
        let rules = Backgammon::traditional();
        let weights = [Weights::GUESS, Weights::EVOLVED];
        let values = weights.map(Weights::to_array);
        for (depth, count) in [(1, 40), (2, 6)] {
            let mut games = NarradGames::new(Portable, rules, depth);
            for seed in 0..count {
                for is_swapped in [false, true] {
                    let game = GameSeed { seed, is_swapped };
                    let points = games.play([&values[0], &values[1]], game);
                    assert_eq!(points, plain_game(rules, depth, weights, game), "depth {depth}, {game:?}");
                    let mirrored = GameSeed { seed, is_swapped: !is_swapped };
                    let [second, first] = games.play([&values[1], &values[0]], mirrored);
                    assert_eq!(
                        [first, second],
                        points,
                        "the same game with the players listed the other way"
                    );
                }
            }
        }
    }
}
