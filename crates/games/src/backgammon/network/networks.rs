//! The networks together: every board has its chances.

use std::sync::{Arc, OnceLock};

use super::{CONTACT_INPUTS, Hidden, Inputs, Network, RACE_INPUTS};
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
}

impl Networks {
    /// The networks that come with the program, with the bearoff databases. They have 192 and 32 hidden units and were trained
    /// for 700,000 games at rates from 0.05 to 0.002 (`takhteh backgammon train`).
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
        if let Some(win) = finished(board) {
            return win;
        }
        if let Some(chances) = self.bearoff.as_ref().and_then(|bearoff| bearoff.chances(board)) {
            return chances;
        }
        let network = if board.has_contact() {
            scratch.inputs.set_contact(board);
            &self.contact
        } else {
            scratch.inputs.set_race(board);
            &self.race
        };
        let outputs = network.run(&scratch.inputs, &mut scratch.hidden);
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
}

/// The chances of a finished game.
#[inline(always)]
pub(in crate::backgammon) fn finished(board: &Board) -> Option<Probabilities> {
    if board.mover().is_done() {
        return Some(Probabilities::won(Win::of(board.opponent())));
    }
    board.opponent().is_done().then(|| Probabilities::won(Win::of(board.mover())).flipped())
}
