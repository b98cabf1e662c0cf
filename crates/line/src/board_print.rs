//! The board as a device prints it on a terminal.

use games::othello::Bitboard;
use rules::Seat;

use crate::game::LineGame;

/// Lines of the printed board, with a `V` on the `marked` squares.
pub fn board_print(game: &LineGame, marked: Bitboard) -> Vec<String> {
    let columns: String = ('A'..='H').map(|column| format!("   {column}")).collect();
    let rule = format!("  {}+", "+---".repeat(8));
    let mut lines = vec![format!(" {columns}"), rule.clone()];
    for row in 0..8 {
        let squares: String =
            (0..8).map(|column| format!("| {} ", mark(game, marked, row * 8 + column))).collect();
        lines.push(format!("{} {squares}|", row + 1));
        lines.push(rule.clone());
    }
    lines
}

fn mark(game: &LineGame, marked: Bitboard, square: u8) -> char {
    let is_in = |squares: Bitboard| squares >> square & 1 == 1;
    if is_in(game.position().discs(Seat::FIRST)) {
        'B'
    } else if is_in(game.position().discs(Seat::SECOND)) {
        'W'
    } else if is_in(marked) {
        'V'
    } else {
        ' '
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_with_the_first_moves_of_white() {
        let game = LineGame::new(Seat::SECOND);
        let lines = board_print(&game, game.moves());
        assert_eq!(lines.len(), 18);
        assert_eq!(lines[0], "    A   B   C   D   E   F   G   H");
        assert_eq!(lines[1], "  +---+---+---+---+---+---+---+---+");
        assert_eq!(lines[6], "3 |   |   |   |   | V |   |   |   |");
        assert_eq!(lines[8], "4 |   |   |   | W | B | V |   |   |");
        assert_eq!(lines[10], "5 |   |   | V | B | W |   |   |   |");
        assert_eq!(lines[12], "6 |   |   |   | V |   |   |   |   |");
        assert!(board_print(&game, 0).iter().all(|line| !line.contains('V')));
    }
}
