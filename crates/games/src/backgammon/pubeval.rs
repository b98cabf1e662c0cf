//! `pubeval`: the linear evaluation that Gerald Tesauro published in 1993 as a yardstick for backgammon programs.
//!
//! It looks at the board after its own turn only. Its scores are good for choosing among turns and have no unit.

mod weights;

use rules::InputError;
use search::{Engine, Evaluation, Progress, SearchRequest, SearchResult, Unit};

use super::{Backgammon, Board, CHECKERS, Play};

/// Weights of one kind of position.
struct PublishedWeights {
    /// For each point, from the mover's 24 down to its 1: the opponent's blot, the own blot, two or more own checkers,
    /// exactly three, and each two beyond the third.
    points: [[f32; 5]; 24],
    /// For each two checkers of the opponent on the bar.
    on_bar: f32,
    /// For all own checkers borne off.
    off: f32,
}

impl PublishedWeights {
    /// The score of a board for the side that has just moved.
    fn score(&self, board: &Board) -> f32 {
        let (own, other) = (board.mover(), board.opponent());
        let points = self.points.iter().zip((1..=24).rev()).map(|(weights, number)| {
            let [opponents_blot, blot, made, three, more] = *weights;
            match (own.count(number), other.count(25 - number)) {
                (0, 1) => opponents_blot,
                (0, _) => 0.0,
                (1, _) => blot,
                (3, _) => made + three,
                (count, _) => made + more * f32::from(count.saturating_sub(3)) / 2.0,
            }
        });
        let off = f32::from(own.off()) / f32::from(CHECKERS);
        points.sum::<f32>() + self.on_bar * f32::from(other.bar()) / 2.0 + self.off * off
    }
}

/// The engine.
pub struct Pubeval;

impl Pubeval {
    /// The score of a board for the side that has just moved; `was_race` says if the sides had passed each other before
    /// that turn.
    fn score(board: &Board, was_race: bool) -> f32 {
        if board.mover().is_done() {
            return f32::INFINITY;
        }
        if was_race { weights::RACE.score(board) } else { weights::CONTACT.score(board) }
    }
}

impl Engine<Backgammon> for Pubeval {
    fn search(
        &mut self,
        request: &SearchRequest<'_, Backgammon>,
        _report: &mut Progress<'_, Play>,
    ) -> Option<SearchResult<Play>> {
        let moves = request.moves();
        let was_race = !request.position.board().has_contact();
        let mut best: Option<(f32, Play)> = None;
        request.position.for_each_turn(|turn| {
            let score = Pubeval::score(&turn.board, was_race);
            if moves.contains(&turn.play) && best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, turn.play));
            }
        });
        let (score, play) = best?;
        let score = f64::from(score.min(f32::MAX));
        Some(SearchResult {
            score,
            evaluation: Evaluation::Value { value: score, unit: Unit::Raw },
            depth: 1,
            nodes: moves.len() as u64,
            ..SearchResult::unsearched(play)
        })
    }

    fn new_game(&mut self, _seed: u64) {}

    fn set_option(&mut self, key: &str, _value: &str) -> Result<(), InputError> {
        Err(InputError::new(format!("pubeval has no options, and so none named {}", InputError::quote(key))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backgammon::{Checkers, Side};

    fn board(own: &[(usize, u8)], other: &[(usize, u8)]) -> Board {
        let side = |points: &[(usize, u8)]| {
            let mut side: Side = [0; 26];
            points.iter().for_each(|&(number, count)| side[number] = count);
            side[0] = CHECKERS - side.iter().sum::<u8>();
            Checkers::new(&side)
        };
        Board::new(side(own), side(other))
    }

    /// Scores added up by hand from the published table.
    #[test]
    fn scores_of_the_published_weights() {
        let close =
            |found: f32, expected: f32| assert!((found - expected).abs() < 1e-4, "{found}, {expected}");
        // Own: two on 24, three on 8, five on 6, one on 5. The opponent: a blot on its 18, which is the own 7, and one on
        // the bar.
        let mixed = board(&[(24, 2), (8, 3), (6, 5), (5, 1)], &[(18, 1), (25, 1), (6, 2)]);
        let points = -1.66135 + (1.8312 + 0.58722) - 0.83711 + (3.35809 + 0.57353) - 0.36214;
        close(Pubeval::score(&mixed, false), points + 5.62596 / 2.0 - 2.758 * 4.0 / 15.0);
        // A race: one on 3, all others off.
        close(Pubeval::score(&board(&[(3, 1)], &[(1, 1)]), true), -0.09795 + 3.42040 * 14.0 / 15.0);
        assert_eq!(Pubeval::score(&board(&[], &[(1, 1)]), true), f32::INFINITY);
    }
}
