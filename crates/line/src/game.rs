//! The game as it is played on the line.

use games::othello::{Bitboard, Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Rules, Seat};

use crate::message::Ending;

/// A board, and whether the last turn was a pass.
///
/// The rules of the house end a game as soon as nobody can move. On the line the side that is stuck first says so, and
/// the game ends when the other is found to be stuck too.
#[derive(Clone, Debug)]
pub struct Game {
    rules: Othello<Portable>,
    position: Position,
    was_stuck: bool,
}

/// What comes next in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This side has a move.
    Move(Seat),
    /// This side is stuck and has to say so.
    Pass(Seat),
    /// Nothing.
    Over,
}

impl Game {
    /// The start, with this side to move.
    pub fn new(first: Seat) -> Game {
        let rules = Othello::new(first, Portable);
        Game { rules, position: rules.start(), was_stuck: false }
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether nothing has been played yet.
    pub fn is_at_start(&self) -> bool {
        self.position == self.rules.start()
    }

    /// The squares where the side to move may put a disc.
    pub fn moves(&self) -> Bitboard {
        self.position.moves(Portable)
    }

    /// What comes next.
    pub fn next(&self) -> Next {
        let turn = self.position.turn();
        if self.moves() != 0 {
            Next::Move(turn)
        } else if self.was_stuck || self.empty() == 0 {
            Next::Over
        } else {
            Next::Pass(turn)
        }
    }

    /// Whether neither side can move, said or not.
    pub fn is_stuck_for_good(&self) -> bool {
        let mut other = self.position;
        self.rules.play(&mut other, Move::PASS);
        self.moves() == 0 && other.moves(Portable) == 0
    }

    /// Whether the side to move may do this now.
    pub fn is_legal(&self, mv: Move) -> bool {
        match self.next() {
            Next::Move(_) => mv.square().is_some_and(|square| self.moves() >> square & 1 == 1),
            Next::Pass(_) => mv == Move::PASS,
            Next::Over => false,
        }
    }

    /// Plays a legal move or pass.
    pub fn play(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv));
        self.rules.play(&mut self.position, mv);
        self.was_stuck = mv == Move::PASS;
    }

    /// The side to move may not. If it could not have moved anyway, that is a pass.
    pub fn lose_turn(&mut self) {
        self.was_stuck = self.moves() == 0;
        self.rules.play(&mut self.position, Move::PASS);
    }

    /// Discs of a side.
    pub fn discs(&self, seat: Seat) -> u32 {
        self.position.discs(seat).count_ones()
    }

    fn empty(&self) -> u32 {
        64 - self.discs(Seat::FIRST) - self.discs(Seat::SECOND)
    }

    /// The side with more discs, if one has.
    pub fn leader(&self) -> Option<Seat> {
        let [black, white] = [Seat::FIRST, Seat::SECOND].map(|seat| self.discs(seat));
        match black.cmp(&white) {
            std::cmp::Ordering::Greater => Some(Seat::FIRST),
            std::cmp::Ordering::Less => Some(Seat::SECOND),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// What a device on this seat says of the count.
    pub fn ending(&self, device: Seat) -> Ending {
        match self.leader() {
            None => Ending::Tied,
            Some(seat) if seat == device => Ending::Won,
            Some(_) => Ending::Lost,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::name;

    #[test]
    fn white_moves_first_where_the_lab_says_so() {
        let legal = |first| {
            let game = Game::new(first);
            (0..64).map(Move::on).filter(|&mv| game.is_legal(mv)).map(name).collect::<Vec<_>>()
        };
        assert_eq!(legal(Seat::SECOND), ["E3", "F4", "C5", "D6"]);
        assert_eq!(legal(Seat::FIRST), ["D3", "C4", "F5", "E6"]);
    }

    #[test]
    fn who_is_stuck_first_passes_and_the_second_ends_the_game() {
        // The shortest game there is leaves no disc of one side.
        let mut game = Game::new(Seat::FIRST);
        for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"] {
            let (column, row) = rules::square::read_square(square, 8, 8).unwrap();
            let mv = Move::on((row * 8 + column) as u8);
            assert!(game.is_legal(mv), "{square}");
            game.play(mv);
        }
        assert_eq!(game.next(), Next::Pass(Seat::SECOND));
        assert!(game.is_stuck_for_good());
        game.play(Move::PASS);
        assert_eq!(game.next(), Next::Over);
        assert_eq!((game.discs(Seat::FIRST), game.discs(Seat::SECOND)), (13, 0));
        assert_eq!(game.ending(Seat::SECOND), Ending::Lost);
    }

    #[test]
    fn a_lost_turn_is_no_pass() {
        let mut game = Game::new(Seat::SECOND);
        game.lose_turn();
        assert_eq!(game.next(), Next::Move(Seat::FIRST));
        assert!(!game.is_legal(Move::PASS));
    }
}
