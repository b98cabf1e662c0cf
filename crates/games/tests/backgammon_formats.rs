//! Match files and boards of FIBS.
use games::backgammon::match_file::{self, Entry, FileGame, MatchFile};
use games::backgammon::{Backgammon, BackgammonMatch, TableStep, fibs, xgid};
use proptest::prelude::*;
use rules::{Notation, Random, Rules, Seat, Status, TableRules};

/// A random match: the positions before its moves, the moves, and the last score.
fn random_match(rules: &BackgammonMatch, seed: u64) -> (Vec<(String, String)>, [u16; 2], Vec<TableStep>) {
    let mut random = Random::new(seed);
    let mut position = rules.start();
    let (mut moves, mut steps) = (Vec::new(), Vec::new());
    loop {
        let mut actions = Vec::new();
        match rules.legal_moves(&position, &mut actions) {
            Status::Over(_) => {
                return (moves, [Seat::FIRST, Seat::SECOND].map(|seat| position.score(seat)), steps);
            }
            Status::Chance => {
                let roll = random.pick_weighted(rules.rolls(&position)).unwrap();
                rules.apply_roll(&mut position, roll);
                steps.push(TableStep::Roll(rules.write_roll(roll)));
            }
            Status::Turn(seat) => {
                // Some games end by a resignation.
                if random.below(80) == 0 && !rules.concessions(&position, seat).is_empty() {
                    let is_full = random.below(2) == 0;
                    let over = match is_full {
                        true => rules.retire(&mut position, seat, rules::RetireReason::Resigned),
                        false => rules.concede(&mut position, seat, 0),
                    };
                    // A roll that is not played has no place in a match file.
                    steps.pop_if(|step| matches!(step, TableStep::Roll(_)));
                    steps.pop_if(|step| matches!(step, TableStep::Move(_, text) if text == "roll"));
                    steps.push(TableStep::Resign(seat, (!is_full).then_some(0)));
                    if let Some(outcome) = over {
                        let score = [0, 1].map(|index| outcome.points(Seat::new(index)).unsigned_abs());
                        return (moves, score, steps);
                    }
                    continue;
                }
                let action = *random.pick(&actions).unwrap();
                let text = rules.write_move(&position, action);
                moves.push((rules.write_position(&position), text.clone()));
                steps.push(TableStep::Move(seat, text));
                rules.play(&mut position, action);
            }
        }
    }
}

#[test]
fn random_matches_survive_writing_and_reading() {
    let (mut games, mut resigned, mut doubled) = (0, 0, 0);
    for seed in 0..60 {
        let rules = BackgammonMatch::to(1 + (seed % 9) as u16);
        let (moves, score, steps) = random_match(&rules, seed);
        let names = ["Ann".to_owned(), "Bob the Second".to_owned()];
        let file = MatchFile::of_match(&rules, names, &moves, score).unwrap();
        let text = match_file::write(&file);
        let again = match_file::read(&text).unwrap();
        assert_eq!(again, file, "{text}");
        let found = again.steps().unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(found, steps, "{text}");
        games += file.games.len();
        resigned += steps.iter().filter(|step| matches!(step, TableStep::Resign(..))).count();
        let entries = file.games.iter().flat_map(|game| &game.entries);
        doubled += entries.filter(|(_, entry)| matches!(entry, Entry::Double(_))).count();
    }
    assert!(
        games > 60 && resigned > 5 && doubled > 100,
        "{games} games, {resigned} resigned, {doubled} doubled"
    );
}

#[test]
fn wrong_matches_are_rejected_with_game_and_turn() {
    let file = "\
 3 point match

 Game 1
 Ann : 0                         Bob : 0
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Ann : 1                         Bob : 0
  1)                             65: 24/13
                                  Wins 3 points
";
    let steps = |text: &str| match_file::read(text).unwrap().steps().map_err(|error| error.to_string());
    assert!(steps(file).is_ok());
    for (from, to, error) in [
        ("8/5 6/5", "8/5 7/5", "game 1: turn 1: 7/5 is not possible: there is no checker on the 7-point"),
        (
            "31: 8/5 6/5 ",
            "33: 8/5(2) 6/3(2) ",
            "game 1: turn 1: the opening roll is 33: expected different dice",
        ),
        ("Doubles => 2", "Doubles => 4", "game 1: turn 3: a double to 4: expected 2"),
        ("Wins 1 point\n", "Wins 2 points\n", "game 1: the file says that 2 are won: expected 1"),
        ("Ann : 1 ", "Ann : 2 ", "game 2: the score is 2:0: expected 1:0"),
        (
            "Wins 3 points",
            "Wins 4 points",
            "game 2: the file says that 4 are won by resignation: expected 1 to 3",
        ),
        ("      Wins 1 point\n", "", ""),
        ("3 point match", "0 point match", "the file has 2 games without a match: expected one"),
        ("3 point match", "99 point match", "a match to 99: expected 64 at most"),
    ] {
        let found = steps(&file.replacen(from, to, 1));
        let found = found.err().unwrap_or_default();
        assert!(found.starts_with(error), "{to}: {found}");
    }
}

#[test]
fn a_double_at_match_point_shows_that_there_is_no_crawford_game() {
    let text = "\
3 point match

 Game 1
 Ann : 0                         Bob : 0
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops                      Wins 1 point

 Game 2
 Ann : 0                         Bob : 1
  1) 31: 8/5 6/5                 Doubles => 2
  2)  Drops                      Wins 1 point

 Game 3
 Ann : 0                         Bob : 2
  1) 31: 8/5 6/5                 62: 24/18 13/11
  2) Doubles => 2                Takes
";
    let file = match_file::read(text).unwrap();
    let error = file.steps().unwrap_err().to_string();
    assert!(file.crawford && error.starts_with("game 3: turn 3: "), "{error}");
    let detected = file.with_detected_rules();
    assert!(!detected.crawford && detected.steps().is_ok());
    assert_eq!(match_file::read(&match_file::write(&detected)), Ok(detected));
}

#[test]
fn single_games_have_no_cube() {
    let entry = |seat: Seat, dice: &str, play: &str| {
        (seat, Entry::Play(games::backgammon::Dice::read(dice).unwrap(), play.to_owned()))
    };
    let mut game = FileGame {
        entries: vec![entry(Seat::SECOND, "31", "8/5 6/5"), entry(Seat::FIRST, "66", "24/18(2) 13/7(2)")],
        result: Some((Seat::FIRST, 2)),
        ..FileGame::default()
    };
    let file = |game: &FileGame| MatchFile {
        names: ["a".to_owned(), "b".to_owned()],
        length: 0,
        crawford: true,
        games: vec![game.clone()],
    };
    let steps = file(&game).steps().unwrap();
    assert_eq!(steps[0], TableStep::Roll("1-3".to_owned()));
    assert_eq!(steps.last(), Some(&TableStep::Resign(Seat::SECOND, Some(1))));
    assert_eq!(match_file::read(&match_file::write(&file(&game))).unwrap(), {
        let mut written = file(&game);
        // Steps are written one by one.
        written.games[0].entries = game.entries.clone();
        written
    });
    game.entries.push((Seat::SECOND, Entry::Double(2)));
    let error = file(&game).steps().unwrap_err().to_string();
    assert!(error.starts_with("turn 3: the cube is used without a match"), "{error}");
}

#[test]
fn a_board_says_more_than_a_single_game_can_hold() {
    let board = |xgid: &str| fibs::write(&xgid::read(xgid).unwrap(), ["a", "b"]);
    let single = Backgammon::new().with_opening_roll();
    let plain = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10";
    assert_eq!(single.write_position(&single.read_position(&board(plain)).unwrap()), plain);
    let scored = "XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:3:0:7:10";
    let error = single.read_position(&board(scored)).unwrap_err().to_string();
    assert!(error.contains("a match to 7, score 2:3"), "{error}");
    let rules = BackgammonMatch::to(7);
    assert_eq!(rules.write_position(&rules.read_position(&board(scored)).unwrap()), scored);
}

proptest! {
    #[test]
    fn arbitrary_files_never_panic(text in "( [0-9]{1,2} point match\n)?( Game 1\n)?( a : 0   b : 0\n)?(\\PC{0,60}\n| ?[0-9]{1,2}\\) [0-9: /*A-Za-z=>]{0,60}\n){0,8}") {
        if let Ok(file) = match_file::read(&text) {
            let _ = file.steps();
            let written = match_file::write(&file);
            prop_assert!(match_file::read(&written).is_ok(), "{}", written);
        }
    }

    #[test]
    fn arbitrary_boards_never_panic(fields in prop::collection::vec("-?[0-9]{1,5}|\\PC{0,4}", 40..56)) {
        let text = format!("board:{}", fields.join(":"));
        let _ = Backgammon::new().read_position(&text);
        let _ = BackgammonMatch::to(5).read_position(&text);
    }
}
