//! The networks together: every board has its chances.

use std::sync::{Arc, OnceLock};

use super::{BaseInputs, CONTACT_INPUTS, Hidden, Inputs, Network, OUTPUTS, RACE_INPUTS};
use crate::backgammon::bearoff::Bearoff;
use crate::backgammon::probabilities::Probabilities;
use crate::backgammon::{Board, Win};

/// A network for positions with contact and one for races.
#[derive(Clone, PartialEq, Debug)]
pub struct Networks {
    /// Positions with contact.
    pub contact: Network,
    /// Positions in which the sides have passed each other.
    pub race: Network,
    /// The end of a race, if it is to be exact.
    pub bearoff: Option<Arc<Bearoff>>,
}

/// Scratch space of an evaluation.
#[derive(Clone, Default, Debug)]
pub struct Scratch {
    pub(in crate::backgammon) inputs: Inputs,
    pub(in crate::backgammon) hidden: Hidden,
    base: Base,
    differences: Inputs,
}

/// A contact position near which others are evaluated: only the inputs in which they differ are added to its sums.
#[derive(Clone, Default, Debug)]
struct Base {
    is_set: bool,
    inputs: BaseInputs,
    sums: Hidden,
}

impl Scratch {
    /// Ends a series of similar boards (see [`Networks::evaluate_similar`]).
    #[inline(always)]
    pub fn end_series(&mut self) {
        self.base.is_set = false;
    }
}

impl Networks {
    /// The networks that come with the program, with the bearoff databases: those of `takhteh backgammon train networks.bin
    /// --hidden 192 --games 2000000 --last-rate 0.001`.
    pub fn builtin() -> Arc<Networks> {
        static BUILTIN: OnceLock<Arc<Networks>> = OnceLock::new();
        let read = || {
            let networks = Networks::read(include_bytes!("networks.bin"));
            let networks = networks.unwrap_or_else(|_| Networks::zeros(8, 8));
            Arc::new(Networks { bearoff: Some(Bearoff::shared()), ..networks })
        };
        Arc::clone(BUILTIN.get_or_init(read))
    }

    /// Networks of zeros with these numbers of hidden units.
    pub fn zeros(contact: usize, race: usize) -> Networks {
        Networks {
            contact: Network::zeros(CONTACT_INPUTS, contact),
            race: Network::zeros(RACE_INPUTS, race),
            bearoff: None,
        }
    }

    /// The chances of the side on roll.
    #[inline(always)]
    pub fn evaluate(&self, board: &Board, scratch: &mut Scratch) -> Probabilities {
        if let Some(chances) = self.known(board) {
            return chances;
        }
        let Scratch { inputs, hidden, .. } = scratch;
        let outputs = if board.has_contact() {
            inputs.set_contact(board);
            self.contact.run(inputs, hidden)
        } else {
            inputs.set_race(board);
            self.race.run(inputs, hidden)
        };
        possible(board, outputs)
    }

    /// The same, but for rounding, for one of a series of similar boards, such as those that the turns of a roll lead to.
    #[inline(always)]
    pub fn evaluate_similar(&self, board: &Board, scratch: &mut Scratch) -> Probabilities {
        if !board.has_contact() {
            return self.evaluate(board, scratch);
        }
        if let Some(chances) = self.known(board) {
            return chances;
        }
        let Scratch { inputs, hidden, base, differences } = scratch;
        inputs.set_contact(board);
        if base.is_set {
            base.inputs.differences(inputs, differences);
        }
        if base.is_set && differences.len() < inputs.len() {
            hidden.clone_from(&base.sums);
            self.contact.add(differences, hidden);
        } else {
            self.contact.sum(inputs, hidden);
            base.inputs.set(inputs);
            base.sums.clone_from(hidden);
            base.is_set = true;
        }
        possible(board, self.contact.finish(hidden))
    }

    /// Chances that need no network: those of finished games and of bearoffs.
    #[inline(always)]
    fn known(&self, board: &Board) -> Option<Probabilities> {
        finished(board).or_else(|| self.bearoff.as_ref().and_then(|bearoff| bearoff.chances(board)))
    }
}

/// The outputs of a network, without the results that the board excludes.
#[inline(always)]
fn possible(board: &Board, outputs: [f32; OUTPUTS]) -> Probabilities {
    let mut chances = Probabilities::from_array(outputs);
    // A side that has borne off a checker loses no gammon.
    if board.mover().off() > 0 {
        (chances.lose_gammon, chances.lose_backgammon) = (0.0, 0.0);
    }
    if board.opponent().off() > 0 {
        (chances.win_gammon, chances.win_backgammon) = (0.0, 0.0);
    }
    chances
}

/// The chances of a finished game.
#[inline(always)]
pub(in crate::backgammon) fn finished(board: &Board) -> Option<Probabilities> {
    if board.mover().is_done() {
        return Some(Probabilities::won(Win::of(board.opponent())));
    }
    board.opponent().is_done().then(|| Probabilities::won(Win::of(board.mover())).flipped())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::ROLLS;
    use crate::backgammon::{Turn, for_each_turn};
    use rules::Random;

    /// A series gives the chances of every board alone, but for rounding.
    #[test]
    fn similar_boards_have_their_own_chances() {
        let networks = Networks::builtin();
        let (mut alone, mut series) = (Scratch::default(), Scratch::default());
        let mut random = Random::new(3);
        let (mut board, mut compared) = (Board::start(), 0);
        while compared < 20_000 {
            let dice = random.pick_weighted(&ROLLS).unwrap();
            series.end_series();
            let mut boards = Vec::new();
            for_each_turn(&board, dice, &mut |turn: &Turn| boards.push(turn.board.flipped()));
            for after in &boards {
                let expected = networks.evaluate(after, &mut alone).to_array();
                let found = networks.evaluate_similar(after, &mut series).to_array();
                let is_close = expected.iter().zip(found).all(|(one, two)| (one - two).abs() < 1e-5);
                assert!(is_close, "{after:?}: {found:?} instead of {expected:?}");
                compared += 1;
            }
            board = *random.pick(&boards).unwrap();
            if board.is_over() {
                board = Board::start();
            }
        }
    }
}
