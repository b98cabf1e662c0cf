//! The methods.

use std::sync::atomic::AtomicBool;

use tuner::{Generation, MethodName, Observer, Origin, PairScore, Pairing, Recorded, Run, run};

use crate::quadratic::Quadratic;

/// An observer that only watches.
struct Silent;

impl Observer for Silent {
    type Error = rules::InputError;

    fn on_results(&mut self, _results: &[[u8; 2]]) -> Result<(), rules::InputError> {
        Ok(())
    }

    fn on_generation(&mut self, _run: &Run) -> Result<bool, rules::InputError> {
        Ok(true)
    }

    fn on_end(&mut self, _generation: u32) -> Result<(), rules::InputError> {
        Ok(())
    }
}

/// A score in which the first candidate has these points.
fn score(points: [u32; 2], games: u32) -> PairScore {
    PairScore { points, games }
}

/// "Population 20; generation 0 holds the guess, the all-minimum and the all-maximum player and random ones ... Each
/// generation is a full round robin ... The best 10 live on; 5 children by crossover (each of the 8 parameters from one of two
/// random parents) and 5 by mutation (one parameter jumps to a random value in its range). Results between survivors are
/// cached and not replayed."
#[test]
fn a_generation_of_the_source() {
    let plan = Quadratic::new().plan("population = 20\ngenerations = 50\ngames_per_pairing = 5\n");
    let mut method = MethodName::create(&plan);
    let origins: Vec<Origin> = method.candidates().iter().map(|candidate| candidate.origin).collect();
    assert_eq!(origins[..3], [Origin::Start, Origin::Minimum, Origin::Maximum]);
    assert_eq!(origins[3..], [Origin::Random; 17]);
    assert_eq!(method.candidates()[0].values, [20.0, 0.8, -90.0, 1.0]);
    assert_eq!(method.candidates()[1].values, [0.0, 0.0, -100.0, 0.0]);
    assert_eq!(method.candidates()[2].values, [100.0, 1.0, 0.0, 10.0]);

    let pairings = method.wanted();
    assert_eq!(pairings.len(), 190);
    assert!(pairings.iter().all(|pairing| (pairing.first_game, pairing.games) == (0, 5)));
    // The later candidate wins every pairing by 3 points to 2.
    method.record(&pairings, &vec![score([2, 3], 5); 190]);
    assert_eq!(method.wanted(), []);
    let generation = method.finish_generation();
    let ranks: Vec<usize> = generation.ranking.iter().map(|ranked| ranked.candidate).collect();
    assert_eq!(ranks, (0..20).rev().collect::<Vec<_>>());
    assert_eq!((generation.number, generation.games, generation.champion), (0, 950, 19));
    assert_eq!(generation.ranking[0].points, 3.0 * 19.0);
    assert_eq!(generation.matrix[0][0], None);
    assert_eq!((generation.matrix[0][1], generation.matrix[1][0]), (Some(3.0), Some(2.0)));

    let children = &method.candidates()[20..];
    assert_eq!(children.len(), 10);
    for (index, child) in children.iter().enumerate() {
        let values = |parent: usize| method.candidates()[parent].values.clone();
        match child.origin {
            Origin::Crossover([one, other]) => {
                assert!(index < 5 && one != other && one >= 10 && other >= 10);
                let (one, other) = (values(one), values(other));
                let from_parents = |axis: usize| [one[axis], other[axis]].contains(&child.values[axis]);
                assert!((0..4).all(from_parents));
            }
            Origin::Mutation(parent, axis) => {
                assert!(index >= 5 && parent >= 10);
                let parent = values(parent);
                assert!((0..4).all(|other| other == axis || parent[other] == child.values[other]));
            }
            other => panic!("{other:?}"),
        }
    }
    // Ten children against ten survivors and each other.
    let pairings = method.wanted();
    assert_eq!(pairings.len(), 190 - 45);
    assert!(pairings.iter().all(|pairing| pairing.candidates[1] >= 20));
    method.record(&pairings, &vec![score([3, 2], 5); 145]);
    let generation = method.finish_generation();
    assert_eq!((generation.number, generation.games), (1, 950 + 725));
    // Between survivors the old results stand: 19 has beaten nine survivors and now ten children.
    assert_eq!((generation.champion, generation.ranking[0].points), (19, 3.0 * 19.0));
    assert_eq!(plan.expected_games(), 37_200 + 2 * 2_000);
}

/// Points of a candidate in a generation.
fn points(generation: &Generation, candidate: usize) -> f64 {
    generation.ranking.iter().find(|ranked| ranked.candidate == candidate).unwrap().points
}

#[test]
fn close_pairs_get_more_games_and_elites_are_judged_anew() {
    let keys =
        "population = 4\ngames_per_pairing = 4\nextra_games_for_close_pairs = 6\njudge_elites_anew = true\n";
    let mut method = MethodName::create(&Quadratic::new().plan(keys));
    let pairings = method.wanted();
    assert_eq!(pairings.len(), 6);
    let is_close = |pairing: &Pairing| pairing.candidates == [0, 1];
    let scores: Vec<PairScore> =
        pairings.iter().map(|pairing| score(if is_close(pairing) { [2, 2] } else { [4, 0] }, 4)).collect();
    method.record(&pairings, &scores);
    let extra = method.wanted();
    assert_eq!(extra, [Pairing { candidates: [0, 1], first_game: 4, games: 6 }]);
    method.record(&extra, &[score([0, 6], 6)]);
    assert_eq!(method.wanted(), []);
    let generation = method.finish_generation();
    // 2 of 10 points count as 0.8 of 4.
    assert!((points(&generation, 0) - (0.8 + 8.0)).abs() < 1e-9);
    assert!((points(&generation, 1) - (3.2 + 8.0)).abs() < 1e-9);
    // The survivors 0 and 1 meet again, with new games.
    let pairings = method.wanted();
    assert_eq!(pairings.len(), 6);
    assert_eq!(pairings[0], Pairing { candidates: [0, 1], first_game: 10, games: 4 });
}

/// Every method gets nearer to the best weights, through noise.
#[test]
fn all_methods_converge_on_a_noisy_quadratic() {
    let engine = Quadratic::new();
    let start = engine.error(&[20.0, 0.8, -90.0, 1.0]);
    for (method, keys, most) in [
        ("genetic", "population = 20\ngames_per_pairing = 10\n", 0.15),
        ("cma-es", "population = 16\ngames_per_pairing = 10\n", 0.05),
        ("spsa", "population = 25\ngames_per_pairing = 4\n", 0.05),
    ] {
        let keys = format!("method = \"{method}\"\nmax_games = 40000\nconfirm_games = 0\n{keys}");
        let mean: f64 = (1..=5)
            .map(|seed| {
                let plan = engine.plan(&format!("{keys}seed = {seed}\n"));
                let stop = AtomicBool::new(false);
                let run = run(&plan, &engine, 2, Recorded::default(), &stop, &mut Silent).unwrap();
                assert!(
                    run.is_complete && run.games <= 40_000 && run.games > 38_000,
                    "{method}: {}",
                    run.games
                );
                engine.error(run.champion_values().unwrap())
            })
            .sum::<f64>()
            / 5.0;
        assert!(mean < most, "{method}: {mean}, at the start {start}");
    }
}
