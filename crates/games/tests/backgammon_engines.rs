//! Engines of backgammon: what they choose, and how their levels differ.

use std::sync::atomic::AtomicBool;

use games::backgammon::analysis::Analyst;
use games::backgammon::{Action, Backgammon, BackgammonMatch, Board};
use games::engines::create;
use rules::{Notation, Random, Rules, Status};
use search::{SearchLimits, SearchRequest};

fn best_play(engine: &str, position: &str) -> String {
    let rules = Backgammon::new();
    let position = rules.read_position(position).unwrap();
    let never = AtomicBool::new(false);
    let request = SearchRequest::new(&rules, &position, &[], SearchLimits::until(&never));
    let mut engine = create(&rules, &engine.parse().unwrap()).unwrap();
    rules.write_move(&position, engine.search(&request, &mut |_| {}).unwrap().best)
}

fn cube_action(engine: &str, length: u16, position: &str) -> Action {
    let rules = BackgammonMatch::to(length);
    let position = rules.read_position(position).unwrap();
    let never = AtomicBool::new(false);
    let request = SearchRequest::new(&rules, &position, &[], SearchLimits::until(&never));
    let mut engine = create(&rules, &engine.parse().unwrap()).unwrap();
    engine.search(&request, &mut |_| {}).unwrap().best
}

/// Opening plays on which all strong programs agree.
#[test]
fn strong_knows_the_opening() {
    for (dice, plays) in
        [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7"), ("53", "8/3 6/3"), ("65", "24/13")]
    {
        for engine in ["strong:level=5", "strong:level=7"] {
            let position = format!("XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:0:10");
            assert_eq!(best_play(engine, &position), plays, "{engine} {dice}");
        }
    }
}

/// Cube decisions that nobody doubts.
#[test]
fn strong_doubles_takes_and_drops() {
    // The start: no double. If doubled all the same, a take.
    let start = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
    assert_eq!(cube_action("strong", 7, start), Action::Roll);
    assert_eq!(cube_action("strong", 7, &start.replace(":00:", ":D:")), Action::Take);
    // Four checkers on the ace points of both sides: 86 % for the side on roll. A double, and a drop.
    let won = "XGID=-D----------------------d-:0:0:1:00:0:0:0:7:10";
    assert_eq!(cube_action("strong", 7, won), Action::Double);
    assert_eq!(cube_action("strong", 7, &won.replace(":00:", ":D:")), Action::Drop);
    // Dropping would lose the match.
    let last = "XGID=-D----------------------d-:0:0:1:D:4:3:0:5:10";
    assert_eq!(cube_action("strong", 5, last), Action::Take);
}

/// Points per game of the first engine, in pairs of games with the same dice.
fn points(first: &str, second: &str, pairs: u64) -> f64 {
    let rules = Backgammon::new();
    let never = AtomicBool::new(false);
    let mut engines = [first, second].map(|name| create(&rules, &name.parse().unwrap()).unwrap());
    let mut sum = 0;
    for pair in 0..pairs {
        for swapped in [0, 1] {
            engines.iter_mut().for_each(|engine| engine.new_game(pair));
            let mut random = Random::new(pair);
            let mut position = rules.start();
            loop {
                match rules.status(&position) {
                    Status::Over(outcome) => {
                        let winner = outcome.winner().unwrap();
                        let won = i32::from(outcome.points(winner));
                        sum += if winner.index() == swapped { won } else { -won };
                        break;
                    }
                    Status::Chance => {
                        let roll = random.pick_weighted(rules.rolls(&position)).unwrap();
                        rules.apply_roll(&mut position, roll);
                    }
                    Status::Turn(seat) => {
                        let request = SearchRequest::new(&rules, &position, &[], SearchLimits::until(&never));
                        let found = engines[seat.index() ^ swapped].search(&request, &mut |_| {}).unwrap();
                        rules.play(&mut position, found.best);
                    }
                }
            }
        }
    }
    f64::from(sum) / (2 * pairs) as f64
}

/// Each figure is many standard errors from zero.
#[test]
fn engines_rank_as_expected() {
    assert!(points("strong:level=5", "narrad:depth=1", 150) > 0.5);
    assert!(points("strong:level=5", "strong:level=1", 100) > 0.5);
    assert!(points("narrad:depth=1", "random", 30) > 1.0);
    assert!(points("narrad:depth=1,params=evolved", "narrad:depth=1,params=guess", 400) > 0.1);
}

#[test]
fn the_side_on_roll_has_the_better_chances_at_the_start() {
    let chances = Analyst::builtin().chances(&Board::start(), 1);
    assert!((0.51..0.55).contains(&chances.win), "{chances:?}");
    assert!((0.0..0.15).contains(&chances.equity()), "{chances:?}");
    assert!((0.10..0.18).contains(&chances.win_gammon), "{chances:?}");
}

/// Rollouts look again at the plays that are close, and agree with the opening that everyone plays.
#[test]
fn rollouts_decide_between_the_best_plays() {
    let position = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10";
    assert_eq!(best_play("strong:level=5,rollouts=72", position), "8/5 6/5");
    // 4-3: three plays within a few hundredths of a point, so that there is something to roll out.
    let rules = Backgammon::new();
    let position = rules.read_position(&position.replace(":31:", ":43:")).unwrap();
    let never = AtomicBool::new(false);
    let request = SearchRequest::new(&rules, &position, &[], SearchLimits::until(&never));
    let results = |engine: &str| {
        let mut results = Vec::new();
        let mut engine = create(&rules, &engine.parse().unwrap()).unwrap();
        engine.search(&request, &mut |result| results.push(result.score)).unwrap();
        results
    };
    let (plain, rolled) = (results("strong:level=5"), results("strong:level=5,rollouts=144"));
    assert_eq!(rolled.len(), plain.len() + 2, "a report after 72 trials and one after 144");
    assert!(rolled.last().is_some_and(|score| (score - plain[0]).abs() < 0.1 && *score != plain[0]));
    let error = create(&rules, &"strong:rollouts=many".parse().unwrap()).err().unwrap().to_string();
    assert!(error.contains("rollouts"), "{error}");
}

/// The analyst of every game can be created.
#[test]
fn every_game_names_an_analyst_it_has() {
    for info in games::catalog::GAMES {
        if let Some(analyst) = info.analyst {
            games::engines::open(info.name, "", Some(&analyst.parse().unwrap())).unwrap();
        }
    }
}
