use rules::cpu::Portable;
use rules::{Notation, Random, Rules, Status};
use search::{Score, SearchGame};

use crate::chess::army::Army;
use crate::chess::position::{Move, Position, Special};
use crate::chess::reach::bit;
use crate::chess::reference_attacks::reached;
use crate::chess::{Chess, builtin};

/// Kind and side of the piece on each square.
type Board = [Option<(usize, usize)>; 64];

/// Brute-force minimax of captures on one square.
struct BruteForce<'a> {
    army: &'a Army,
    values: Vec<Score>,
    at: usize,
    /// `true` if each capture is made by the least valuable attacker instead of the best one.
    least_valuable: bool,
}

impl BruteForce<'_> {
    /// Squares of the pieces of a side that attack the square.
    fn attackers(&self, board: &Board, side: usize) -> Vec<usize> {
        let of_side = |side: usize| {
            (0..64)
                .filter(|&s| board[s].is_some_and(|(_, of)| of == side))
                .fold(0, |all, s| all | bit(s as u8))
        };
        let (own, other) = (of_side(side), of_side(side ^ 1));
        let attacks = |from: usize| {
            board[from].is_some_and(|(kind, of)| {
                let paths = &self.army.kinds[kind].paths;
                of == side && reached(paths, from, side == 0, own, other) & bit(self.at as u8) != 0
            })
        };
        let mut attackers: Vec<usize> = (0..64).filter(|&from| attacks(from)).collect();
        let order = |&from: &usize| {
            board[from].map(|(kind, _)| (self.army.kinds[kind].is_royal, self.values[kind], kind, from))
        };
        attackers.sort_by_key(order);
        attackers
    }

    /// Gain of a side that may capture on the square or stop.
    fn gain(&self, board: &Board, side: usize) -> Score {
        let victim = self.values[board[self.at].unwrap().0];
        let mut best = 0;
        let choices = if self.least_valuable { 1 } else { usize::MAX };
        for from in self.attackers(board, side).into_iter().take(choices) {
            let mut after = *board;
            after[self.at] = after[from].take();
            let is_royal = self.army.kinds[after[self.at].unwrap().0].is_royal;
            if !is_royal || self.attackers(&after, side ^ 1).is_empty() {
                best = best.max(victim - self.gain(&after, side ^ 1));
            }
        }
        best
    }

    /// Gain of a move and the captures after it.
    fn value(&self, position: &Position, mv: Move) -> Score {
        let mut board: Board = std::array::from_fn(|square| position.piece(square as u8));
        let side = position.turn as usize;
        let victim = board[position.capture_square(mv) as usize].take();
        board[mv.from as usize] = None;
        board[mv.to as usize] = Some((mv.becomes.into(), side));
        let promoted = self.values[mv.becomes as usize] - self.values[mv.kind as usize];
        victim.map_or(0, |(kind, _)| self.values[kind]) + promoted - self.gain(&board, side ^ 1)
    }
}

/// Compares every move of random games with the brute force; returns the numbers of moves and of differences.
fn compare(name: &str, games: u32, least_valuable: bool) -> (u32, u32) {
    let chess = Chess::new(builtin::army(name).unwrap(), Portable).unwrap();
    let values: Vec<Score> =
        (0..chess.army().kinds.len()).map(|kind| chess.search_values().of(kind)).collect();
    let mut brute = BruteForce { army: chess.army(), values, at: 0, least_valuable };
    let mut random = Random::new(7);
    let (mut compared, mut different) = (0, 0);
    for _ in 0..games {
        let mut position = chess.start();
        for _ in 0..120 {
            let mut moves = Vec::new();
            if !matches!(chess.legal_moves(&position, &mut moves), Status::Turn(_)) {
                break;
            }
            for &mv in moves.iter().filter(|mv| mv.special != Special::Castling) {
                brute.at = mv.to.into();
                let value = brute.value(&position, mv);
                let holds =
                    [value - 1, value, value + 1].map(|least| chess.see_at_least(&position, mv, least));
                compared += 1;
                different += u32::from(holds != [true, true, false]);
            }
            chess.play(&mut position, *random.pick(&moves).unwrap());
        }
    }
    (compared, different)
}

#[test]
fn equals_the_minimax_with_least_valuable_attackers() {
    for (name, _) in builtin::all() {
        let (compared, different) = compare(name, 4, true);
        assert!(compared > 10_000 && different == 0, "{name}: {different} of {compared}");
    }
}

/// The least valuable attacker is the best one, except in rare positions with hoppers or lines that open in odd ways.
#[test]
fn is_close_to_the_minimax_over_all_attackers() {
    for (name, _) in builtin::all() {
        let (compared, different) = compare(name, 4, false);
        let most = if *name == "ordinary" { 0 } else { compared / 200 };
        assert!(different <= most, "{name}: {different} of {compared}");
    }
}

#[test]
fn known_exchanges() {
    let chess = Chess::new(builtin::army("ordinary").unwrap(), Portable).unwrap();
    let see = |fen: &str, mv: &str, value: Score| {
        let position = chess.read_position(fen).unwrap();
        let mv = chess.read_move(&position, mv).unwrap();
        assert!(chess.see_at_least(&position, mv, value), "{fen} {value}");
        assert!(!chess.see_at_least(&position, mv, value + 1), "{fen} {value}");
    };
    see("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100);
    see("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", -200);
    see("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", 100);
    see("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", 800);
    see("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b8=Q", -100);
    see("4k3/8/8/3q4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 900);
    see("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O", 0);
}
