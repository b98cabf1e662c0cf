//! Training of the networks by self-play.

use rules::Random;
use rules::cpu::{Cpu, Task};

use super::network::{Network, Networks, OUTPUTS, Scratch, finished};
use super::probabilities::Probabilities;
use super::{Board, Lookahead, ROLLS, Turn, TurnVisitor, for_each_turn};

/// Networks in training.
#[derive(Clone, Debug)]
pub struct Trainer {
    /// The networks.
    pub networks: Networks,
    random: Random,
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

    /// Networks that were trained for `games` games.
    pub fn resume(networks: Networks, games: u64, seed: u64) -> Trainer {
        let random = Random::new(seed ^ games.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Trainer {
            networks,
            random,
            games,
            scratch: Scratch::default(),
            boards: Vec::new(),
            deltas: Vec::new(),
        }
    }

    /// Plays a game of the networks against themselves and learns from it, the last turn first.
    pub fn learn_game<C: Cpu>(&mut self, cpu: C, rate: f32) {
        cpu.run(SelfPlayGame { trainer: self, rate });
    }

    /// Plays a game and learns, for each of its positions, the average over all rolls of the best answer: less noise than the
    /// result of one roll, for twenty times the work.
    pub fn learn_game_by_lookahead<C: Cpu>(&mut self, cpu: C, rate: f32) {
        cpu.run(LookaheadGame { trainer: self, cpu, rate });
    }

    /// Plays a game of the networks against themselves, whose positions before each roll are kept. Returns the result for the
    /// side that made the last turn.
    #[inline(always)]
    fn play(&mut self) -> Probabilities {
        let mut board = Board::start();
        self.boards.clear();
        loop {
            let Some(dice) = self.random.pick_weighted(&ROLLS) else { return Probabilities::default() };
            // The opening roll is no double.
            if self.boards.is_empty() && dice.is_double() {
                continue;
            }
            self.boards.push(board);
            let mut best = BestByNetwork::new(&self.networks, &mut self.scratch);
            for_each_turn(&board, dice, &mut best);
            board = best.board.flipped();
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

struct SelfPlayGame<'t> {
    trainer: &'t mut Trainer,
    rate: f32,
}

impl Task for SelfPlayGame<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let SelfPlayGame { trainer, rate } = self;
        let mut target = trainer.play();
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
        trainer.play();
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

/// The turn with the best chances for the side that plays it.
pub struct BestByNetwork<'n> {
    networks: &'n Networks,
    scratch: &'n mut Scratch,
    equity: f32,
    /// The board after the best turn.
    pub board: Board,
}

impl<'n> BestByNetwork<'n> {
    /// No turn yet.
    pub fn new(networks: &'n Networks, scratch: &'n mut Scratch) -> BestByNetwork<'n> {
        BestByNetwork { networks, scratch, equity: f32::NEG_INFINITY, board: Board::start() }
    }
}

impl TurnVisitor for BestByNetwork<'_> {
    #[inline(always)]
    fn visit(&mut self, turn: &Turn) {
        let equity = -self.networks.evaluate(&turn.board.flipped(), self.scratch).equity();
        if equity > self.equity {
            (self.equity, self.board) = (equity, turn.board);
        }
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
