//! Ratings of engines, measured by matches between neighbouring levels (`./trial ratings`).

use search::EngineName;

use super::GameInfo;

/// Lines of game, engine and rating. The scale of each game is set by `strong:level=4`, which has 1500.
const RATINGS: &str = include_str!("engine_ratings.txt");

impl GameInfo {
    /// Fixed rating of an engine in rated games; `None` if it was not measured.
    pub fn engine_rating(&self, engine: &EngineName) -> Option<f64> {
        let wanted = engine.to_string();
        RATINGS
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(game, _)| *game == self.name)
            .filter_map(|(_, rest)| rest.rsplit_once(' '))
            .find(|(name, _)| *name == wanted)
            .and_then(|(_, rating)| rating.parse().ok())
    }
}
