//! "Elo, error and pentanomial figures equal an independent computation to 1e-6 on 1,000 random result vectors, all-win
//! and all-loss included": the figures of `fixtures/make_rating.py`.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use arena::{Ending, Rating, Report, Tally, Thinking, Verdict};

/// The tally of a match whose games ended like this.
fn tally(games: &str) -> Tally {
    let mut tally = Tally::new(games.len() as u64);
    for (game, letter) in (0..).zip(games.chars()) {
        let verdict = match letter {
            'w' => Verdict::Win,
            'd' => Verdict::Draw,
            _ => Verdict::Loss,
        };
        let thinking = [Thinking::default(); 2];
        assert!(tally.add(&Report {
            game,
            verdict,
            points: [0; 2],
            plies: 1,
            thinking,
            ending: Ending::Stopped
        }));
    }
    tally
}

fn assert_agreement(rating: &Rating, figures: &[&str], line: &str) {
    let ours = [
        Some(rating.score),
        Some(rating.elo),
        Some(rating.low),
        Some(rating.high),
        rating.error(),
        Some(rating.superiority),
    ];
    assert_eq!(ours.len(), figures.len());
    for (ours, theirs) in ours.into_iter().zip(figures) {
        let agree = match (ours, theirs.parse::<f64>().ok()) {
            (Some(ours), Some(theirs)) => ours == theirs || (ours - theirs).abs() <= 1e-6,
            (ours, theirs) => ours == theirs,
        };
        assert!(agree, "{line}\n{rating:?}");
    }
}

#[test]
fn ratings_equal_an_independent_computation() {
    let mut one_sided = [0; 2];
    let lines: Vec<&str> = include_str!("fixtures/rating.txt").lines().collect();
    assert_eq!(lines.len(), 1000);
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [games, pentanomial, ref figures @ ..] = words[..] else { panic!("{line}") };
        let tally = tally(games);
        assert_eq!(tally.pentanomial().map(|count| count.to_string()).join(","), pentanomial);
        let (by_pairs, by_games) = figures.split_at(6);
        assert_agreement(&tally.rating().unwrap(), by_pairs, line);
        assert_agreement(&Rating::of(&tally.trinomial()).unwrap(), by_games, line);
        one_sided[0] += u32::from(by_pairs[1] == "inf");
        one_sided[1] += u32::from(by_pairs[1] == "-inf");
    }
    assert!(one_sided.iter().all(|&times| times >= 10), "{one_sided:?}");
}
