//! Training of the networks by self-play.

use rules::cpu::{Cpu, Task};
use rules::{Random, mix};

use super::narrad::{BestByCosts, Costs, Weights};
use super::network::{Network, Networks, OUTPUTS, Scratch, finished};
use super::probabilities::Probabilities;
use super::{Board, Lookahead, ROLLS, Win};

/// Networks in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The networks.
    pub networks: Networks,
    seed: u64,
    /// Number of games played.
    pub games: u64,
    scratch: Scratch,
    boards: Vec<Board>,
    deltas: Vec<f32>,
}

impl Trainer {
    /// Networks with random weights.
    pub fn new(contact: usize, race: usize, seed: u64) -> Trainer {
        let mut random = Random::new(seed);
        let mut networks = Networks::zeros(contact, race);
        for network in [&mut networks.contact, &mut networks.race] {
            network.randomize(&mut random);
        }
        Trainer::resume(networks, 0, seed)
    }

    /// Networks that were trained for `games` games. The dice of a game follow from the seed and its number, so that training
    /// goes on as if it had not been interrupted.
    pub fn resume(networks: Networks, games: u64, seed: u64) -> Trainer {
        Trainer { networks, seed, games, scratch: Scratch::default(), boards: Vec::new(), deltas: Vec::new() }
    }

    /// Plays a game of the networks against themselves and learns from it, the last turn first.
    pub fn learn_game<C: Cpu>(&mut self, cpu: C, rate: f32) {
        cpu.run(SelfPlayGame { trainer: self, cpu, rate });
    }

    /// Plays a game and learns, for each of its positions, the average over all rolls of the best answer: less noise than the
    /// result of one roll, for twenty times the work.
    pub fn learn_game_by_lookahead<C: Cpu>(&mut self, cpu: C, rate: f32) {
        cpu.run(LookaheadGame { trainer: self, cpu, rate });
    }

    /// Plays a game of the networks against themselves, whose positions before each roll are kept. Returns the result for the
    /// side that made the last turn.
    #[inline(always)]
    fn play<C: Cpu>(&mut self, cpu: C) -> Probabilities {
        let mut board = Board::start();
        self.boards.clear();
        let mut random = Random::new(mix(self.seed ^ mix(self.games + 1)));
        let mut lookahead = Lookahead::new(cpu, &self.networks);
        loop {
            let Some(dice) = random.pick_weighted(&ROLLS) else { return Probabilities::default() };
            // The opening roll is no double.
            if self.boards.is_empty() && dice.is_double() {
                continue;
            }
            self.boards.push(board);
            board = lookahead.best_turn(&board, dice).0.flipped();
            if let Some(result) = finished(&board) {
                return result.flipped();
            }
        }
    }

    /// Moves the networks' answer for a board towards these chances.
    #[inline(always)]
    pub fn learn(&mut self, board: &Board, target: Probabilities, rate: f32) {
        let network = if board.has_contact() {
            self.scratch.inputs.set_contact(board);
            &mut self.networks.contact
        } else {
            self.scratch.inputs.set_race(board);
            &mut self.networks.race
        };
        network.learn(&mut self.scratch, &mut self.deltas, target.to_array(), rate);
    }
}

struct SelfPlayGame<'t, C> {
    trainer: &'t mut Trainer,
    cpu: C,
    rate: f32,
}

impl<C: Cpu> Task for SelfPlayGame<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SelfPlayGame { trainer, cpu, rate } = self;
        let mut target = trainer.play(cpu);
        for index in (0..trainer.boards.len()).rev() {
            let board = trainer.boards[index];
            trainer.learn(&board, target, rate);
            target = trainer.networks.evaluate(&board, &mut trainer.scratch).flipped();
        }
        trainer.games += 1;
    }
}

struct LookaheadGame<'t, C> {
    trainer: &'t mut Trainer,
    cpu: C,
    rate: f32,
}

impl<C: Cpu> Task for LookaheadGame<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LookaheadGame { trainer, cpu, rate } = self;
        trainer.play(cpu);
        let mut lookahead = Lookahead::new(cpu, &trainer.networks);
        let targets: Vec<Probabilities> =
            trainer.boards.iter().map(|board| lookahead.chances(board, 1)).collect();
        for index in (0..targets.len()).rev() {
            let board = trainer.boards[index];
            trainer.learn(&board, targets[index], rate);
        }
        trainer.games += 1;
    }
}

impl Network {
    /// Small random weights.
    fn randomize(&mut self, random: &mut Random) {
        let spread = |random: &mut Random| (random.below(1 << 20) as f32 / (1 << 19) as f32) - 1.0;
        let input_scale = 0.15;
        let output_scale = (1.0 / self.hidden() as f32).sqrt();
        self.input_weights.iter_mut().for_each(|weight| *weight = input_scale * spread(random));
        self.output_weights.iter_mut().for_each(|weight| *weight = output_scale * spread(random));
        self.hidden_biases.iter_mut().for_each(|bias| *bias = 0.1);
    }

    /// One step of gradient descent on the cross entropy of the outputs.
    #[inline(always)]
    fn learn(&mut self, scratch: &mut Scratch, deltas: &mut Vec<f32>, target: [f32; OUTPUTS], rate: f32) {
        let outputs = self.run(&scratch.inputs, &mut scratch.hidden);
        let size = self.hidden();
        let units = &scratch.hidden.0[..size];
        deltas.clear();
        deltas.resize(size, 0.0);
        for output in 0..OUTPUTS {
            let error = rate * (target[output] - outputs[output]);
            let row = &mut self.output_weights[output * size..][..size];
            for ((delta, weight), unit) in deltas.iter_mut().zip(row).zip(units) {
                *delta += error * *weight;
                *weight += error * unit;
            }
            self.output_biases[output] += error;
        }
        for (delta, unit) in deltas.iter_mut().zip(units) {
            *delta = if *unit > 0.0 { *delta } else { 0.0 };
        }
        for (bias, delta) in self.hidden_biases.iter_mut().zip(deltas.iter()) {
            *bias += delta;
        }
        for (index, value) in scratch.inputs.iter() {
            let row = &mut self.input_weights[index * size..][..size];
            for (weight, delta) in row.iter_mut().zip(deltas.iter()) {
                *weight += value * delta;
            }
        }
    }
}

/// A course of training.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingPlan {
    /// Hidden units of the network for contact positions and of that for races.
    pub hidden: [usize; 2],
    /// Number of games.
    pub games: u64,
    /// Seed of the weights and the dice.
    pub seed: u64,
    /// Learning rate of the first game and of the last; between them it falls by a constant factor.
    pub rates: [f32; 2],
}

impl TrainingPlan {
    /// The learning rate of a game.
    fn rate(&self, game: u64) -> f32 {
        let [first, last] = self.rates;
        first * (last / first).powf(game as f32 / self.games.max(1) as f32)
    }

    /// Trains until `count` more games are played or the plan is done.
    pub fn train(&self, trainer: &mut Trainer, count: u64) {
        fn train<C: Cpu>(cpu: C, plan: &TrainingPlan, trainer: &mut Trainer, until: u64) {
            while trainer.games < until {
                trainer.learn_game(cpu, plan.rate(trainer.games));
            }
        }
        let until = self.games.min(trainer.games + count);
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = rules::cpu::V3::detect() {
            return train(v3, self, trainer, until);
        }
        train(rules::cpu::Portable, self, trainer, until);
    }
}

/// Points per game, with their standard error, of networks against Narrad's weights at depth 1, in pairs of games with the
/// same dice.
pub fn measure(networks: &Networks, weights: &Weights, pairs: u64, seed: u64) -> (f64, f64) {
    fn run<C: Cpu>(cpu: C, networks: &Networks, weights: &Weights, pairs: u64, seed: u64) -> (f64, f64) {
        cpu.run(PairedGames { cpu, networks, costs: Costs::new(weights), pairs, seed })
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return run(v3, networks, weights, pairs, seed);
    }
    run(rules::cpu::Portable, networks, weights, pairs, seed)
}

struct PairedGames<'n, C> {
    cpu: C,
    networks: &'n Networks,
    costs: Costs,
    pairs: u64,
    seed: u64,
}

impl<C: Cpu> Task for PairedGames<'_, C> {
    type Output = (f64, f64);

    #[inline(always)]
    fn run(self) -> (f64, f64) {
        let mut lookahead = Lookahead::new(self.cpu, self.networks);
        let (mut sum, mut squares) = (0.0, 0.0);
        for pair in 0..self.pairs {
            let mut points = 0.0;
            for networks_start in [true, false] {
                let mut random = Random::new(mix(self.seed ^ mix(pair)));
                let mut board = Board::start();
                let mut is_networks = networks_start;
                points += loop {
                    let Some(dice) = random.pick_weighted(&ROLLS) else { return (0.0, 0.0) };
                    board = if is_networks {
                        lookahead.best_turn(&board, dice).0
                    } else {
                        BestByCosts::after(&self.costs, &board, dice)
                    };
                    if board.mover().is_done() {
                        let won = f64::from(Win::of(board.opponent()).points());
                        break if is_networks { won } else { -won };
                    }
                    board = board.flipped();
                    is_networks = !is_networks;
                };
            }
            sum += points / 2.0;
            squares += points * points / 4.0;
        }
        let count = self.pairs.max(1) as f64;
        let mean = sum / count;
        (mean, ((squares / count - mean * mean).max(0.0) / count).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: TrainingPlan = TrainingPlan { hidden: [16, 8], games: 400, seed: 1, rates: [0.05, 0.02] };

    fn new_trainer() -> Trainer {
        Trainer::new(PLAN.hidden[0], PLAN.hidden[1], PLAN.seed)
    }

    #[test]
    fn training_that_was_interrupted_goes_on_the_same() {
        let mut whole = new_trainer();
        PLAN.train(&mut whole, 40);
        let mut first = new_trainer();
        PLAN.train(&mut first, 15);
        let saved = Networks::read(&first.networks.write()).unwrap();
        let mut second = Trainer::resume(saved, first.games, PLAN.seed);
        PLAN.train(&mut second, 25);
        assert_eq!(second.networks, whole.networks);
    }

    #[test]
    fn a_few_hundred_games_teach_something() {
        let mut trainer = new_trainer();
        let (before, _) = measure(&trainer.networks, &Weights::GUESS, 60, 5);
        PLAN.train(&mut trainer, PLAN.games);
        let (after, error) = measure(&trainer.networks, &Weights::GUESS, 60, 5);
        assert!(after > before + 0.5 && after > -1.0, "{before} before, {after} +- {error} after");
    }
}
