//! Othello as it is played on the line.

use games::othello::{Bitboard, Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Rules, Seat};

use crate::message::DeviceResult;

/// LineGame of a line.
///
/// [`Othello`] ends a game as soon as neither side can move. On the line the first side without a move passes, and the game
/// ends when the other side has no move either.
#[derive(Clone, Debug)]
pub struct LineGame {
    rules: Othello<Portable>,
    position: Position,
    last_was_pass: bool,
}

/// NextTurn action in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NextTurn {
    /// This side has a move.
    Move(Seat),
    /// This side has no move and must pass.
    Pass(Seat),
    /// The game is over.
    Over,
}

impl LineGame {
    /// Creates a game in which `first` moves first.
    pub fn new(first: Seat) -> LineGame {
        let rules = Othello::new(first, Portable);
        LineGame { rules, position: rules.start(), last_was_pass: false }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// `true` before the first move.
    pub fn is_at_start(&self) -> bool {
        self.position == self.rules.start()
    }

    /// Legal squares of the side to move.
    pub fn moves(&self) -> Bitboard {
        self.position.moves(Portable)
    }

    /// Returns the next action.
    pub fn next_turn(&self) -> NextTurn {
        let turn = self.position.turn();
        if self.moves() != 0 {
            NextTurn::Move(turn)
        } else if self.last_was_pass || self.empty() == 0 {
            NextTurn::Over
        } else {
            NextTurn::Pass(turn)
        }
    }

    /// `true` if neither side can move, whether or not a pass was sent.
    pub fn is_blocked(&self) -> bool {
        let mut other = self.position;
        self.rules.play(&mut other, Move::PASS);
        self.moves() == 0 && other.moves(Portable) == 0
    }

    /// `true` if the side to move may play `mv`.
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.next_turn() {
            NextTurn::Move(_) => mv.square().is_some_and(|square| self.moves() >> square & 1 == 1),
            NextTurn::Pass(_) => mv == Move::PASS,
            NextTurn::Over => false,
        }
    }

    /// Plays a legal move or pass.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv));
        self.rules.play(&mut self.position, mv);
        self.last_was_pass = mv == Move::PASS;
    }

    /// Skips the turn of the side to move. Without a legal move this counts as a pass.
    pub fn lose_turn(&mut self) {
        self.last_was_pass = self.moves() == 0;
        self.rules.play(&mut self.position, Move::PASS);
    }

    /// Number of discs of a side.
    pub fn discs(&self, seat: Seat) -> u32 {
        self.position.discs(seat).count_ones()
    }

    fn empty(&self) -> u32 {
        64 - self.discs(Seat::FIRST) - self.discs(Seat::SECOND)
    }

    /// Side with more discs; `None` if equal.
    pub fn leader(&self) -> Option<Seat> {
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| self.discs(seat));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Result by disc count for a device that plays `device`.
    pub fn device_result(&self, device: Seat) -> DeviceResult {
        match self.leader() {
            None => DeviceResult::Tied,
            Some(seat) if seat == device => DeviceResult::Won,
            Some(_) => DeviceResult::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::move_name;

    #[test]
    fn white_moves_first_in_the_lab_preset() {
        let legal = |first| {
            let game = LineGame::new(first);
            (0..64).map(Move::on).filter(|&mv| game.is_legal(mv)).map(move_name).collect::<Vec<_>>()
        };
        assert_eq!(legal(Seat::SECOND), ["E3", "F4", "C5", "D6"]);
        assert_eq!(legal(Seat::FIRST), ["D3", "C4", "F5", "E6"]);
    }

    #[test]
    fn the_first_blocked_side_passes_and_the_second_ends_the_game() {
        // The shortest game there is leaves no disc of one side.
        let mut game = LineGame::new(Seat::FIRST);
        for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            let (column, row) = rules::square::read_square(square, 8, 8).unwrap();
            let mv = Move::on((row * 8 + column) as u8);
            assert!(game.is_legal(mv), "{square}");
            game.play(mv);
        }
        assert_eq!(game.next_turn(), NextTurn::Pass(Seat::SECOND));
        assert!(game.is_blocked());
        game.play(Move::PASS);
        assert_eq!(game.next_turn(), NextTurn::Over);
        assert_eq!((game.discs(Seat::FIRST), game.discs(Seat::SECOND)), (13, 0));
        assert_eq!(game.device_result(Seat::SECOND), DeviceResult::Lost);
    }

    #[test]
    fn a_lost_turn_is_no_pass() {
        let mut game = LineGame::new(Seat::SECOND);
        game.lose_turn();
        assert_eq!(game.next_turn(), NextTurn::Move(Seat::FIRST));
        assert!(!game.is_legal(Move::PASS));
    }
}
