//! Ratings of 1,000 random matches, compared with the independent computation of `fixtures/make_rating.py` to 1e-6.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use arena::{GameReport, GameResult, MIN_UNITS, MoveTimes, Rating, Tally, Termination};

/// The tally of a match whose games ended like this.
fn tally(games: &str) -> Tally {
    let mut tally = Tally::new(games.len() as u64);
    for (game, letter) in (0..).zip(games.chars()) {
        let result = match letter {
            'w' => GameResult::Win,
            'd' => GameResult::Draw,
            _ => GameResult::Loss,
        };
        let move_times = [MoveTimes::default(); 2];
        assert!(tally.add(&GameReport {
            game,
            result,
            points: [0; 2],
            plies: 1,
            move_times,
            termination: Termination::MaxPlies
        }));
    }
    tally
}

/// Compares a rating with score, Elo, bounds, error and superiority; returns `true` if there is an estimate.
///
/// The fixture has figures for every match, infinite ones included; too few games give no estimate here.
fn assert_agreement(rating: &Rating, units: u64, figures: &[&str], line: &str) -> bool {
    let figures: Vec<f64> = figures.iter().map(|text| text.parse().unwrap_or(f64::NAN)).collect();
    let [score, elo, low, high, error, superiority] = figures[..] else { panic!("{line}") };
    let agree = |ours: f64, theirs: f64| assert!((ours - theirs).abs() <= 1e-6, "{line}\n{rating:?}");
    agree(rating.score, score);
    let has_estimate = units >= MIN_UNITS && [elo, low, high].iter().all(|figure| figure.is_finite());
    assert_eq!(rating.elo.is_some(), has_estimate, "{line}\n{rating:?}");
    if let Some(estimate) = rating.elo {
        agree(estimate.difference, elo);
        agree(estimate.low, low);
        agree(estimate.high, high);
        agree(estimate.error(), error);
        agree(estimate.superiority, superiority);
    }
    has_estimate
}

#[test]
fn ratings_equal_an_independent_computation() {
    let mut estimates = 0;
    let lines: Vec<&str> = include_str!("fixtures/rating.txt").lines().collect();
    assert_eq!(lines.len(), 1000);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [games, pentanomial, ref figures @ ..] = words[..] else { panic!("{line}") };
        let tally = tally(games);
        assert_eq!(tally.pentanomial().map(|count| count.to_string()).join(","), pentanomial);
        let (by_pairs, by_games) = figures.split_at(6);
        let pairs = games.len() as u64 / 2;
        estimates += u32::from(assert_agreement(&tally.rating().unwrap(), pairs, by_pairs, line));
        let rating = Rating::from_counts(&tally.trinomial()).unwrap();
        estimates += u32::from(assert_agreement(&rating, 2 * pairs, by_games, line));
    }
    assert!((500..1500).contains(&estimates), "both cases occur: {estimates} estimates");
}
