//! Ratings of engines, measured by matches between neighbouring levels (`./trial ratings`).

use search::EngineName;

use super::GameInfo;

/// Lines of game, engine and rating. The scale of each game is set by `strong:level=4`, which has 1500.
const RATINGS: &str = include_str!("engine_ratings.txt");

impl GameInfo {
    /// Fixed rating of an engine in rated games; `None` if it was not measured.
    pub fn engine_rating(&self, engine: &EngineName) -> Option<f64> {
        let wanted = engine.to_string();
        self.ratings().find(|(name, _)| *name == wanted).map(|(_, rating)| rating)
    }

    /// Engines with a rating, the weakest first.
    pub fn rated_engines(&self) -> impl Iterator<Item = &'static str> {
        self.ratings().map(|(name, _)| name)
    }

    fn ratings(&self) -> impl Iterator<Item = (&'static str, f64)> {
        RATINGS
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(game, _)| *game == self.name)
            .filter_map(|(_, rest)| rest.rsplit_once(' '))
            .filter_map(|(name, rating)| Some((name, rating.parse().ok()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::GAMES;
    use super::*;

    #[test]
    fn every_line_names_an_engine_of_a_game() {
        for line in RATINGS.lines() {
            let (game, rest) = line.split_once(' ').unwrap();
            let (engine, rating) = rest.rsplit_once(' ').unwrap();
            let info = GAMES.iter().find(|info| info.name == game).unwrap();
            let engine: EngineName = engine.parse().unwrap();
            assert!(info.choose_engine(Some(&engine)).is_ok(), "{line}");
            assert_eq!(info.engine_rating(&engine), Some(rating.parse().unwrap()), "{line}");
        }
    }
}
