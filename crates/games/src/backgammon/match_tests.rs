//! Matches: opening, cube, Crawford rule, retirement, and text.

use rules::{Notation, Outcome, RetireReason, Rules, Seat, Settings, Status, TableRules};
use view::diagram::{self, MatchScore};
use view::{Place, Playable, Touch};

use super::*;

const START: &str = "-b----E-C---eE---c-e----B-";
/// White bears off its last checker next; Black has one off already.
const LAST_CHECKER: &str = "-A----------------------n-";
const SEATS: [Seat; 2] = [Seat::FIRST, Seat::SECOND];
const TO_5: &str = "length = 5";
const WHITE: Status = Status::Turn(Seat::FIRST);
const BLACK: Status = Status::Turn(Seat::SECOND);

/// A match at a position.
struct Table {
    game: BackgammonMatch,
    position: MatchPosition,
}

impl Table {
    /// A match with these settings at this XGID.
    fn new(settings: &str, text: &str) -> Table {
        let game = BackgammonMatch::from_settings(&mut Settings::read(settings).unwrap()).unwrap();
        let position = if text == "start" { game.start() } else { game.read_position(text).unwrap() };
        Table { game, position }
    }

    /// Plays these words: rolls where dice are due, moves elsewhere.
    fn play(&mut self, words: &[&str]) -> &mut Table {
        for word in words {
            match self.game.status(&self.position) {
                Status::Chance => {
                    let roll = self.game.read_roll(&self.position, word).unwrap();
                    self.game.apply_roll(&mut self.position, roll);
                }
                _ => {
                    let action = self.game.read_move(&self.position, word).unwrap();
                    self.game.play(&mut self.position, action);
                }
            }
        }
        self
    }

    fn score(&self) -> [u16; 2] {
        SEATS.map(|seat| self.position.score(seat))
    }

    /// Status, phase, and value and owner of the cube.
    fn state(&self) -> (Status, Phase, u16, Option<Seat>) {
        let status = self.game.status(&self.position);
        (status, self.position.phase(), self.position.cube(), self.position.owner())
    }
}

fn points(outcome: Outcome) -> [i16; 2] {
    SEATS.map(|seat| outcome.points(seat))
}

#[test]
fn opening_rolls() {
    let game = BackgammonMatch::to(5);
    let start = game.start();
    let rolls = game.rolls(&start);
    assert_eq!((game.status(&start), rolls.len()), (Status::Chance, 30));
    assert!(rolls.iter().all(
        |(roll, weight)| *weight == 1 && matches!(roll, Roll::Opening { white, black } if white != black)
    ));
    for (text, seat) in [("5-3", Seat::FIRST), ("2-6", Seat::SECOND)] {
        let mut table = Table::new(TO_5, "start");
        table.play(&[text]);
        // The starter plays both dice and cannot double before.
        assert_eq!(table.state(), (Status::Turn(seat), Phase::Playing, 1, None));
        assert_eq!(table.position.board().dice(), Dice::read(text).ok());
    }
    for text in ["53", "3-3", "7-1", "", "5-3-1"] {
        assert!(game.read_roll(&start, text).is_err(), "{text}");
    }
}

#[test]
fn the_player_who_takes_owns_the_cube() {
    let mut table = Table::new("length = 9", "start");
    table.play(&["3-1", "8/5 6/5"]);
    assert_eq!(table.state(), (BLACK, Phase::Deciding, 1, None));
    table.play(&["double"]);
    assert_eq!(table.state(), (WHITE, Phase::Answering, 1, None));
    table.play(&["take"]);
    assert_eq!(table.state(), (Status::Chance, Phase::Rolling, 2, Some(Seat::FIRST)));
    assert_eq!(table.game.rolls(&table.position).len(), 21);
    table.play(&["13", "8/5 6/5"]);
    assert_eq!(table.state(), (WHITE, Phase::Deciding, 2, Some(Seat::FIRST)), "the owner may redouble");
    table.play(&["roll", "21", "13/10"]);
    assert_eq!(table.state().1, Phase::Rolling, "who does not own the cube gets the dice at once");
    table.play(&["21", "13/10", "redouble", "takes"]);
    assert_eq!(table.state(), (Status::Chance, Phase::Rolling, 4, Some(Seat::SECOND)));
    table.play(&["21", "6/3", "double", "drop"]);
    // The cube showed 4 when the double to 8 was dropped; the next game opens.
    assert_eq!(
        (table.score(), table.position),
        ([0, 4], Table::new("length = 9", &format!("{START}:0:0:0:00:0:4:0:9:10")).position)
    );
}

#[test]
fn results_are_multiplied() {
    for (checkers, points) in [
        ("-A----------------------n-", 1),
        ("-A----------------------o-", 2),
        ("-Aa---------------------n-", 3),
    ] {
        let mut table = Table::new("length = 25", &format!("{checkers}:1:-1:1:21:0:0:0:25:10"));
        table.play(&["1/off"]);
        assert_eq!((table.score(), table.state().1), ([2 * points, 0], Phase::Opening));
    }
    let mut table = Table::new("length = 25\ntriple = no", "-Aa---------------------n-:3:1:1:21:0:1:0:25:10");
    assert_eq!(table.play(&["1/off"]).score(), [16, 1]);
}

#[test]
fn the_match_ends_with_the_final_score() {
    let mut table = Table::new(TO_5, "-A----------------------o-:1:-1:1:21:3:4:0:5:10");
    let Status::Over(outcome) = table.play(&["1/off"]).state().0 else { panic!("not over") };
    assert_eq!((points(outcome), outcome.rule()), ([7, 4], "match"));
    assert_eq!(outcome.winner(), Some(Seat::FIRST));
    let mut table = Table::new(TO_5, &format!("{START}:0:0:-1:00:3:4:0:5:10"));
    let Status::Over(outcome) = table.play(&["double", "drop"]).state().0 else { panic!("not over") };
    assert_eq!(points(outcome), [3, 5]);
}

#[test]
fn one_crawford_game() {
    let win = format!("{LAST_CHECKER}:0:0:1:21");
    let mut table = Table::new(TO_5, &format!("{win}:3:0:0:5:10"));
    table.play(&["1/off"]);
    assert!(table.position.is_crawford());
    // The Crawford game has no doubling.
    table.play(&["3-1", "8/5 6/5"]);
    assert_eq!(table.state().1, Phase::Rolling);
    // Black wins it: doubling is back for the rest of the match, also when Black comes to four.
    let lost = "-N----------------------a-:0:0:-1:21";
    let mut table = Table::new(TO_5, &format!("{lost}:4:2:1:5:10"));
    table.play(&["1/off"]);
    assert_eq!((table.score(), table.position.is_crawford()), ([4, 3], false));
    table.play(&["3-1", "8/5 6/5"]);
    assert_eq!(table.state().1, Phase::Deciding);
    let mut table = Table::new(TO_5, &format!("{lost}:4:3:0:5:10"));
    table.play(&["1/off"]);
    assert_eq!((table.score(), table.position.is_crawford()), ([4, 4], false));
    // Without the rule there is no such game; in a match to one point there is no other.
    let mut table = Table::new("length = 5\ncrawford = no", &format!("{win}:3:0:0:5:10"));
    assert!(!table.play(&["1/off"]).position.is_crawford());
    assert!(BackgammonMatch::to(1).start().is_crawford());
}

#[test]
fn limits_of_doubling() {
    let table = Table::new("length = 64", &format!("{START}:10:1:1:00:0:0:0:64:10"));
    assert_eq!(table.state(), (Status::Chance, Phase::Rolling, 1024, Some(Seat::FIRST)));
    let mut table = Table::new("length = 5\ncube = no", "start");
    assert_eq!(table.play(&["3-1", "8/5 6/5"]).state().1, Phase::Rolling);
}

#[test]
fn retirement() {
    for (checkers, rest, seat, resigned, score) in [
        (START, ":0:0:0:00:0:0:0:9:10", Seat::FIRST, "backgammon", [0, 3]),
        (START, ":1:1:1:31:0:0:0:9:10", Seat::SECOND, "backgammon", [6, 0]),
        // A double that is not taken yet is dropped by the other, and of no effect on who offered it.
        (START, ":1:1:1:D:0:0:0:9:10", Seat::SECOND, "single game", [2, 0]),
        (START, ":1:1:1:D:0:0:0:9:10", Seat::FIRST, "backgammon", [0, 6]),
        (LAST_CHECKER, ":0:0:1:00:0:0:0:9:10", Seat::SECOND, "single game", [1, 0]),
    ] {
        let mut table = Table::new("length = 9", &format!("{checkers}{rest}"));
        assert_eq!(table.game.resignation(&table.position, seat), resigned, "{checkers}{rest}");
        assert_eq!(table.game.retire(&mut table.position, seat, RetireReason::Resigned), None);
        assert_eq!((table.score(), table.state().1), (score, Phase::Opening), "{checkers}{rest}");
    }
    let mut table = Table::new(TO_5, &format!("{START}:0:0:1:00:2:3:0:5:10"));
    let outcome = table.game.retire(&mut table.position, Seat::FIRST, RetireReason::Resigned).unwrap();
    assert_eq!((points(outcome), outcome.rule()), ([2, 6], "resignation"));
    for why in [RetireReason::OutOfTime, RetireReason::Absent] {
        let outcome = table.game.retire(&mut table.position, Seat::SECOND, why).unwrap();
        assert_eq!((points(outcome), outcome.rule()), ([5, 3], why.rule()));
    }
    assert_eq!(table.game.draw(&table.position), None);
    let single = Backgammon::new();
    let outcome = single.retire(&mut single.start(), Seat::FIRST, RetireReason::Resigned).unwrap();
    assert_eq!((points(outcome), outcome.rule()), ([0, 3], "resignation"));
    assert_eq!(single.draw(&single.start()), None);
}

#[test]
fn states_between_rolls_have_their_own_text() {
    let mut table = Table::new(TO_5, "start");
    let text = |table: &Table| table.game.write_position(&table.position)[5 + 26..].to_owned();
    assert_eq!(text(&table), ":0:0:0:00:0:0:0:5:10");
    assert_eq!(text(table.play(&["3-1"])), ":0:0:1:31:0:0:0:5:10");
    assert_eq!(text(table.play(&["8/5 6/5"])), ":0:0:-1:00:0:0:0:5:10");
    assert_eq!(text(table.play(&["double"])), ":0:0:-1:D:0:0:0:5:10");
    assert_eq!(text(table.play(&["take"])), ":1:1:-1:00:0:0:0:5:10");
    assert_eq!(text(table.play(&["31", "8/5 6/5"])), ":1:1:1:00:0:0:0:5:10");
    assert_eq!(text(table.play(&["roll"])), ":1:1:1:RR:0:0:0:5:10");
    assert_eq!(table.state().1, Phase::Rolling);
}

#[test]
fn positions_that_cannot_come_up_are_refused() {
    let game = BackgammonMatch::to(5);
    let other = "-b----E-C---eE---c-e---AA-";
    for (checkers, rest, error) in [
        (START, "0:0:1:00:0:0:0:7:10", "the text is of a match to 7: expected one to 5"),
        (START, "0:0:1:00:5:6:0:5:10", "the score is 5:6: expected one side at least below 5"),
        (START, "0:0:1:00:9999:0:0:5:10", "the score is 9999:0: expected 3076 points at most"),
        (START, "0:0:1:00:0:0:1:5:10", "this cannot be the Crawford game"),
        (START, "0:0:1:00:0:0:2:5:10", "the Crawford flag is 2: expected 0 or 1"),
        (START, "1:1:1:00:4:0:1:5:10", "the Crawford game has no doubling"),
        (START, "0:1:1:00:0:0:0:5:10", "the cube has an owner but was not turned"),
        (START, "1:0:1:00:0:0:0:5:10", "the cube was turned and lies in the middle"),
        (START, "11:1:1:00:0:0:0:5:10", "the cube is too high: expected 10"),
        (START, "0:0:1:31:5:0:0:5:10", "the match is over: expected the turn 1 or -1 and the dice 00"),
        (START, "1:1:-1:D:0:0:0:5:10", "a double was offered by a player who may not double"),
        (START, "0:0:0:31:0:0:0:5:10", "no player is on turn: expected the start position"),
        (other, "0:0:0:00:0:0:0:5:10", "no player is on turn: expected the start position"),
        ("------------------------n-", "0:0:1:00:0:0:0:5:10", "a side has no checkers left"),
        ("-P----------------------n-", "0:0:1:00:0:0:0:5:10", "\"P\" in column 2 of the XGID"),
        ("-OA---------------------n-", "0:0:1:00:0:0:0:5:10", "White has 16 checkers on the board"),
    ] {
        let found = game.read_position(&format!("{checkers}:{rest}")).unwrap_err().to_string();
        assert!(found.starts_with(error), "{checkers}:{rest}: {found}");
    }
    let position = game.read_position("4HPwATDgc/ABMA").unwrap();
    assert_eq!(game.write_position(&position), format!("XGID={START}:0:0:1:00:0:0:0:5:10"));
}

#[test]
fn settings_decide_the_form() {
    let form = |text: &str| {
        let mut settings = Settings::read(text).unwrap();
        read_settings(&mut settings).and_then(|form| settings.finish().map(|()| form))
    };
    assert_eq!(form(""), Ok(Form::Single(Backgammon::new().with_opening_roll())));
    assert_eq!(form("length = 0\ntriple = no\nopening = white"), Ok(Form::Single(Backgammon::traditional())));
    assert_eq!(form("length = 7\nopening = roll"), Ok(Form::Match(BackgammonMatch::to(7))));
    assert!(form("length = 7\nopening = white").unwrap_err().to_string().contains("expected roll"));
    assert_eq!(form("length = 7"), Ok(Form::Match(BackgammonMatch::to(7))));
    assert!(form("cube = no").unwrap_err().to_string().contains("only a match has that setting"));
    assert!(form("length = 65").unwrap_err().to_string().contains("from 0 to 64"));
    assert!(form("triple = maybe").unwrap_err().to_string().contains("expected yes or no"));
    let rules = "backgammon 1\nlength = 3\ncrawford = no\ncube = yes\ntriple = no\n";
    let Ok(Form::Match(game)) = form(&rules["backgammon 1".len()..]) else { panic!("no match") };
    assert_eq!(game.rules_text(), rules);
    assert_eq!(Backgammon::new().rules_text(), "backgammon 1\ntriple = yes\nopening = white\n");
}

#[test]
fn pictures() {
    let table = Table::new(TO_5, "aBaB-BD---A-dC-c-c-a-A----:1:-1:-1:65:2:3:0:5:10");
    let drawn = diagram::text::draw(&table.game.diagram(&table.position));
    let expected = "    \
    12 11 10 9  8  7     6  5  4  3  2  1
    X  .  O  .  O  .     O  .  X  .  .  .  O
    X  .  O  .  O  .     .  .  .  .  .  .  O
    X  .  O  .  O  .     .  .  .  .  .  .
    .  .  .  .  .  .     .  .  .  .  .  .
    .  .  .  .  .  .  O  .  .  .  .  .  . <2>
         [6][5]
    .  .  .  .  .  .     .  .  .  .  .  .
    O  .  .  .  .  .     X  .  .  .  .  .
    O  .  .  .  .  .     X  .  .  .  .  .
    O  .  .  .  .  .     X  X  .  X  .  X
    O  .  X  .  .  .     X  X  .  X  O  X
    13 14 15 16 17 18    19 20 21 22 23 24
Black to play 65; White 2, Black 3 in a match to 5, cube 2 with Black; pips: White 112, Black 160  (pass)  (X white, O black)
";
    assert_eq!(drawn, expected, "\n{drawn}");
    let table = Table::new(TO_5, &format!("{START}:0:0:1:D:2:3:0:5:10"));
    assert_eq!(
        table.game.diagram(&table.position).caption,
        "White doubles to 2, Black to answer; White 2, Black 3 in a match to 5, cube 1; pips: White 167, Black 167"
    );
    let score = |text: &str| {
        let table = Table::new(TO_5, &format!("{START}{text}"));
        table.game.diagram(&table.position).match_score.unwrap()
    };
    let MatchScore { points, facts, turn } = score(":0:0:1:D:2:3:0:5:10");
    assert_eq!((points, facts.join("; ").as_str()), (vec![2, 3], "match to 5; cube 1, centred"));
    assert_eq!(turn, "White doubles to 2, Black to answer; pips: White 167, Black 167");
    assert_eq!(score(":1:-1:1:31:2:3:0:5:10").facts, ["match to 5", "cube 2 with Black"]);
    assert_eq!(score(":0:0:1:31:2:4:1:5:10").facts, ["match to 5", "Crawford game, no doubling"]);
    assert_eq!(table.game.touch(&table.position, &[]), Touch::Targets(vec![Place(31), Place(32)]));
    assert_eq!(table.game.touch(&table.position, &[Place(32)]), Touch::Done(Action::Drop));
}

/// Outside the judge's mode the opening roll decides who starts a single game, and it is never a double.
#[test]
fn a_single_game_starts_with_an_opening_roll() {
    let mut settings = Settings::read("").unwrap();
    let Ok(Form::Single(game)) = read_settings(&mut settings) else { panic!("no single game") };
    let start = game.start();
    assert_eq!(game.rolls(&start).len(), 30);
    assert!(game.rolls(&start).iter().all(|(roll, _)| roll.dice().is_some_and(|dice| !dice.is_double())));
    assert!(game.diagram(&start).caption.starts_with("opening roll; "));
    let text = game.write_position(&start);
    assert_eq!(text, format!("XGID={START}:0:0:0:00:0:0:0:0:10"));
    assert_eq!(game.read_position(&text), Ok(start));
    for (text, starter) in [("5-3", Seat::FIRST), ("2-6", Seat::SECOND)] {
        let mut position = start;
        game.apply_roll(&mut position, game.read_roll(&start, text).unwrap());
        assert_eq!(game.status(&position), Status::Turn(starter));
        assert_eq!(position.dice(), Dice::read(text).ok());
    }
    for text in ["3-3", "53"] {
        assert!(game.read_roll(&start, text).is_err(), "{text}");
    }
    // Positions given as text are unchanged: a Position ID has White on roll with both dice.
    let given = game.read_position("4HPwATDgc/ABMA").unwrap();
    assert_eq!((given.turn(), game.rolls(&given).len()), (Seat::FIRST, 21));
}

/// A rules text from before the setting means the game that White starts.
#[test]
fn rules_of_version_1_without_an_opening_start_with_white() {
    let old = crate::catalog::open_rules("backgammon 1\ntriple = no\n").unwrap();
    assert_eq!(old.rules_text(), "backgammon 1\ntriple = no\nopening = white\n");
    let new = crate::catalog::open("backgammon", "").unwrap();
    assert_eq!(new.rules_text(), "backgammon 1\ntriple = yes\nopening = roll\n");
    assert_eq!(crate::catalog::open_rules(&new.rules_text()).unwrap().rules_text(), new.rules_text());
    assert!(Backgammon::new().read_position(&format!("{START}:0:0:0:00:0:0:0:0:10")).is_err());
}

/// Cube and score of a position are never dropped.
#[test]
fn a_single_game_rejects_cube_and_score() {
    for (fields, error) in [
        ("0:0:1:00:2:3:0:5:10", "the position is of a match to 5, score 2:3: a single game has no cube"),
        ("0:0:1:00:2:0:0:0:10", "the position has the score 2:0: a single game"),
        ("1:-1:1:00:0:0:0:0:10", "the position has a turned cube: a single game"),
    ] {
        let found = Backgammon::new().read_position(&format!("{START}:{fields}")).unwrap_err().to_string();
        assert!(found.starts_with(error) && found.contains("--set length="), "{found}");
    }
    assert!(Backgammon::new().read_position(&format!("{START}:0:0:1:00:0:0:3:0:10")).is_ok());
}
