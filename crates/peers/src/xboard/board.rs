//! The game on the board of an xboard engine.

use std::sync::Arc;

use games::chess::{Army, Chess, Move, Position};
use rules::cpu::Portable;
use rules::{DrawClaim, InputError, Notation, Outcome, Repetition, Rules, Seat, Status};
use view::DynMove;

/// A game with its past, so that moves can be taken back.
#[derive(Clone)]
pub(super) struct Board {
    pub(super) rules: Arc<Chess>,
    /// The start position and the position after each move.
    positions: Vec<Position>,
}

impl Board {
    /// The start of a game with an army, given as settings.
    pub(super) fn new(settings: &str) -> Result<Board, InputError> {
        let rules = Arc::new(Chess::new(Army::read(settings)?, Portable)?);
        Ok(Board { positions: vec![rules.start()], rules })
    }

    /// A game that starts at a position.
    pub(super) fn set_up(&self, fen: &str) -> Result<Board, InputError> {
        Ok(Board { rules: Arc::clone(&self.rules), positions: vec![self.rules.read_position(fen)?] })
    }

    pub(super) fn position(&self) -> &Position {
        // There is always a start position.
        &self.positions[self.positions.len() - 1]
    }

    /// Number of moves that were played.
    pub(super) fn plies(&self) -> usize {
        self.positions.len() - 1
    }

    /// Keys of the positions before the current one.
    pub(super) fn past(&self) -> Vec<u64> {
        self.positions[..self.plies()].iter().map(|position| self.rules.key(position)).collect()
    }

    /// The seat to move; that of the last move's opponent when the game is over.
    pub(super) fn turn(&self) -> Seat {
        match self.rules.status(self.position()) {
            Status::Turn(seat) => seat,
            _ => self
                .rules
                .write_position(self.position())
                .split(' ')
                .nth(1)
                .map_or(Seat::FIRST, |side| if side == "b" { Seat::SECOND } else { Seat::FIRST }),
        }
    }

    pub(super) fn play_text(&mut self, text: &str) -> Result<(), InputError> {
        let mv = self.rules.read_move(self.position(), text)?;
        self.play(mv);
        Ok(())
    }

    pub(super) fn play(&mut self, mv: Move) {
        let mut position = *self.position();
        self.rules.play(&mut position, mv);
        self.positions.push(position);
    }

    /// Takes moves back; `false` if there are fewer.
    pub(super) fn take_back(&mut self, plies: usize) -> bool {
        let is_possible = plies <= self.plies();
        if is_possible {
            self.positions.truncate(self.positions.len() - plies);
        }
        is_possible
    }

    /// Result of the game, if it is over or a draw can be claimed by right.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        if let Status::Over(outcome) = self.rules.status(self.position()) {
            return Some(outcome);
        }
        let key = self.rules.key(self.position());
        let times = self.past().iter().filter(|&&past| past == key).count() as u32 + 1;
        match self.rules.repeated(self.position(), times) {
            Repetition::Over(outcome) | Repetition::Claimable(DrawClaim::ByRight(outcome)) => Some(outcome),
            _ => None,
        }
    }

    /// The result as the protocol writes it.
    pub(super) fn result_line(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let result = match outcome.winner() {
            Some(Seat::FIRST) => "1-0",
            Some(_) => "0-1",
            None => "1/2-1/2",
        };
        Some(format!("{result} {{{}}}", outcome.rule()))
    }

    /// A variation in standard algebraic notation.
    pub(super) fn write_variation(&self, moves: &[DynMove]) -> String {
        let mut position = *self.position();
        let mut words = Vec::with_capacity(moves.len());
        for mv in moves.iter().filter_map(DynMove::get::<Move>) {
            words.push(self.rules.write_san(&position, mv));
            self.rules.play(&mut position, mv);
        }
        words.join(" ")
    }
}
