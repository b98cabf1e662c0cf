//! The final match of a champion, with error bars.

use arena::Rating;
use games::tuning::GamePoints;

/// Result of a match of the champion against other weights, in pairs of games with seats swapped.
#[derive(Clone, PartialEq, Debug)]
pub struct Confirmation {
    /// Name of the opponent's weights.
    pub opponent: String,
    /// Number of games.
    pub games: u64,
    /// Games that the champion won, drew and lost.
    pub results: [u64; 3],
    /// Points of the champion and of its opponent.
    pub points: [u64; 2],
    /// The champion's lead in points per game.
    pub lead: f64,
    /// Standard error of the lead, from the differences between pairs.
    pub lead_error: f64,
    /// Share of the wins with its Elo difference, from the pairs.
    pub rating: Option<Rating>,
}

impl Confirmation {
    /// Adds up the games of a match; games 2k and 2k + 1 are a pair. The champion's points come first.
    pub fn new(opponent: String, games: &[GamePoints]) -> Confirmation {
        let mut results = [0; 3];
        let mut points = [0; 2];
        let mut pentanomial = [0; 5];
        let (mut sum, mut squares) = (0.0, 0.0);
        for pair in games.chunks(2) {
            let (mut lead, mut half_points) = (0.0, 0);
            for &[own, other] in pair {
                points[0] += u64::from(own);
                points[1] += u64::from(other);
                let result = usize::from(own <= other) + usize::from(own < other);
                results[result] += 1;
                half_points += 2 - result;
                lead += f64::from(own) - f64::from(other);
            }
            if pair.len() == 2 {
                pentanomial[half_points] += 1;
            }
            sum += lead / 2.0;
            squares += lead * lead / 4.0;
        }
        let pairs = (games.len() as f64 / 2.0).max(1.0);
        let lead = sum / pairs;
        let variance = (squares / pairs - lead * lead).max(0.0);
        Confirmation {
            opponent,
            games: games.len() as u64,
            results,
            points,
            lead,
            lead_error: (variance / pairs).sqrt(),
            rating: Rating::from_counts(&pentanomial),
        }
    }

    /// Share of the games that the champion won, draws half.
    pub fn score(&self) -> f64 {
        let [won, drawn, _] = self.results;
        (won as f64 + drawn as f64 / 2.0) / self.games.max(1) as f64
    }

    /// The result in a sentence, without the opponent.
    pub fn text(&self) -> String {
        let elo = match self.rating.and_then(|rating| rating.elo) {
            Some(elo) => format!(", Elo {:+.1} ± {:.1} (95 %)", elo.difference, elo.error()),
            None => String::new(),
        };
        let &Confirmation { games, results: [won, drawn, lost], points: [own, other], .. } = self;
        format!(
            "{games} games: {won} won, {drawn} drawn, {lost} lost, {:.1} %, points {own} to {other}, {:+.3} ± {:.3} per game{elo}",
            100.0 * self.score(),
            self.lead,
            1.96 * self.lead_error
        )
    }
}
