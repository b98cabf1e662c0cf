//! A device that follows the table of its game.

use device::Device;
use device::chess::{Board, Move};
use rules::Outcome;
use table::Table;

use crate::GameError;
use crate::table_game::{device_move, game_end};

/// The moves of a table of chess that are known as moves of the device.
#[derive(Clone, Debug)]
pub(crate) struct ChessFollower {
    board: Board,
    before: Option<Board>,
    last: Option<Move>,
    moves: usize,
}

impl ChessFollower {
    /// No moves are known yet of the game that a device has begun.
    pub(crate) fn new(device: &Device) -> ChessFollower {
        ChessFollower { board: Board::start(device.army()), before: None, last: None, moves: 0 }
    }

    /// Makes the device agree with its table: plays the moves that it does not have, and announces the end.
    pub(crate) fn follow(&mut self, device: &mut Device, table: &Table, now: u32) -> Result<(), GameError> {
        if table.moves().len() < self.moves {
            *self = ChessFollower::new(device);
        }
        for (index, (_, played)) in table.moves().enumerate().skip(self.moves) {
            let position = table.board_after(index);
            let mv = position.and_then(|position| {
                let mv = position.read_move(&played.text).ok()?;
                device_move(position, &mv, &self.board, device.army())
            });
            let mv = mv.ok_or_else(|| GameError::unknown_move(&played.text))?;
            self.before = Some(self.board);
            self.board.play(mv);
            (self.last, self.moves) = (Some(mv), index + 1);
        }
        let latest = LatestBoard { board: self.board, before: self.before, last: self.last };
        latest.show(device, table.outcome(), now);
        Ok(())
    }
}

/// The board of a game of chess after its latest move.
pub struct LatestBoard {
    /// The board.
    pub board: Board,
    /// The board before the last move.
    pub before: Option<Board>,
    /// The last move.
    pub last: Option<Move>,
}

impl LatestBoard {
    /// Makes a device agree with this board: a reply is played, anything else replaces the board. Announces the end.
    pub fn show(&self, device: &mut Device, outcome: Option<Outcome>, now: u32) {
        if *device.board() != self.board {
            let is_reply = device.awaits_opponent() && self.before.as_ref() == Some(device.board());
            match self.last.filter(|_| is_reply) {
                Some(mv) if device.opponent_moves(mv, now) => {}
                _ => device.follow(self.board, self.last, now),
            }
        }
        if let Some(outcome) = outcome {
            device.finish(game_end(outcome.winner()));
        }
    }
}
