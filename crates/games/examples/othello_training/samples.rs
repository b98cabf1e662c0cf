//! Positions of stored games, with the result of the game.

use std::path::Path;

use games::othello::{Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Rules, Seat};

/// One game out of this many is held out for validation.
const HELD_OUT: usize = 20;

/// A position and the final disc difference of its mover.
#[derive(Clone, Copy)]
pub struct Sample {
    pub mover: u64,
    pub other: u64,
    pub score: i8,
    pub is_held_out: bool,
}

impl Sample {
    pub fn discs(&self) -> u32 {
        (self.mover | self.other).count_ones()
    }

    pub fn position(&self) -> Position {
        Position::new(self.mover, self.other, Seat::FIRST)
    }
}

/// Moves from the start whose positions are taken as even: games with random openings do not show them.
const EVEN_PLIES: u32 = 5;
/// Copies of each even position of the first ply, and half as many for every further ply.
const EVEN_COPIES: usize = 1 << 10;

/// The positions of all games after their random openings, and those of the first moves.
pub fn read(path: &Path) -> Vec<Sample> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut samples = Vec::new();
    let rules = Othello::new(Seat::FIRST, Portable);
    add_even(&rules, &rules.start(), EVEN_PLIES, &mut samples);
    for (game, line) in text.lines().enumerate() {
        read_game(line, game % HELD_OUT == 0, &mut samples);
    }
    samples
}

/// Adds a position and those after it as even.
fn add_even(rules: &Othello, position: &Position, plies: u32, samples: &mut Vec<Sample>) {
    let turn = position.turn();
    let (mover, other) = (position.discs(turn), position.discs(turn.other()));
    let copies = EVEN_COPIES >> (EVEN_PLIES - plies);
    samples.extend((0..copies).map(|_| Sample { mover, other, score: 0, is_held_out: false }));
    if plies > 0 {
        let mut moves = Vec::new();
        rules.legal_moves(position, &mut moves);
        for mv in moves {
            let mut after = *position;
            rules.play(&mut after, mv);
            add_even(rules, &after, plies - 1, samples);
        }
    }
}

fn read_game(line: &str, is_held_out: bool, samples: &mut Vec<Sample>) {
    let rules = Othello::new(Seat::FIRST, Portable);
    let (opening, squares) = line.split_once(' ').unwrap();
    let (opening, base): (usize, usize) = (opening.parse().unwrap(), samples.len());
    let mut position = rules.start();
    let mut turns = Vec::new();
    for (ply, square) in squares.as_bytes().chunks(2).enumerate() {
        let mv = Move::on(square[0] - b'a' + 8 * (square[1] - b'1'));
        if !rules.is_legal(&position, mv) {
            rules.play(&mut position, Move::PASS);
        }
        assert!(rules.is_legal(&position, mv), "{line}");
        if ply >= opening {
            let turn = position.turn();
            let (mover, other) = (position.discs(turn), position.discs(turn.other()));
            samples.push(Sample { mover, other, score: 0, is_held_out });
            turns.push(turn);
        }
        rules.play(&mut position, mv);
    }
    let discs = |seat: Seat| position.discs(seat).count_ones() as i8;
    for (sample, turn) in samples[base..].iter_mut().zip(turns) {
        sample.score = discs(turn) - discs(turn.other());
    }
}
