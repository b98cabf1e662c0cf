//! Halma's rules, sentence by sentence: each test quotes what it checks.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::halma::{Configuration, Halma, Position};
use rules::{DrawClaim, Notation, Outcome, Repetition, RetireReason, Rules, Seat, Status, TableRules};

const GREEN: Seat = Seat::FIRST;
const BLUE: Seat = Seat::SECOND;

fn halma(size: usize, players: usize, leave_camp: u32, order: &str) -> Halma {
    let text = format!(
        "Size = {size} * {size}\nPlayer_num = {players}\nLeave-camp-value = {leave_camp}\nBeads-order = {order}"
    );
    Halma::new(Configuration::read(&text).unwrap()).unwrap()
}

/// A position drawn row by row, with the colour to move, the moves made, and the places taken.
fn set(game: &Halma, rows: &[&str], turn: &str, moves: u32, places: &str) -> Position {
    game.read_position(&format!("{} {turn} {moves} {places}", rows.join("/"))).unwrap()
}

fn moves(game: &Halma, position: &Position) -> Vec<String> {
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| game.write_move(position, mv)).collect()
}

/// The squares the bead on this square can move to, sorted.
fn ends(game: &Halma, position: &Position, from: &str) -> Vec<String> {
    let mut ends: Vec<String> = moves(game, position)
        .into_iter()
        .filter(|text| text.split('-').next() == Some(from))
        .filter_map(|text| text.split('-').next_back().map(str::to_owned))
        .collect();
    ends.sort();
    ends
}

fn play(game: &Halma, position: &Position, text: &str) -> Position {
    let mut next = position.clone();
    game.play(&mut next, game.read_move(position, text).unwrap());
    next
}

fn error(game: &Halma, position: &Position, text: &str) -> String {
    game.read_move(position, text).unwrap_err().to_string()
}

fn outcome(game: &Halma, position: &Position) -> Option<Outcome> {
    match game.status(position) {
        Status::Over(outcome) => Some(outcome),
        _ => None,
    }
}

fn winner_by(game: &Halma, position: &Position) -> (Option<Seat>, &'static str) {
    let outcome = outcome(game, position).expect("the game is over");
    (outcome.winner(), outcome.rule())
}

/// "Two players in opposite corners ... two players are green and blue ... the first sits top left".
#[test]
fn two_sit_in_opposite_corners() {
    let game = halma(6, 2, 8, "1 2 3");
    assert_eq!(game.write_position(&game.start()), "ggg3/gg4/g5/5b/4bb/3bbb green 0 --");
    assert_eq!(game.layout().target(GREEN), game.layout().camp(BLUE));
    assert_eq!(game.layout().target(BLUE), game.layout().camp(GREEN));
}

/// "four in the four corners. Each aims at the diagonally opposite camp. Colours: green, yellow, blue, red ... listed
/// in the order of play; the first sits top left, four go round clockwise."
#[test]
fn four_go_round_clockwise() {
    let game = halma(6, 4, 8, "1 2");
    let mut position = game.start();
    assert_eq!(game.write_position(&position), "gg2yy/g4y/6/6/r4b/rr2bb green 0 ----");
    for (seat, name) in Seat::all(4).zip(["green", "yellow", "blue", "red"]) {
        assert_eq!(game.seat_name(seat), name);
        assert_eq!(game.status(&position), Status::Turn(seat));
        assert_eq!(game.layout().target(seat), game.layout().camp(Seat::new((seat.index() as u8 + 2) % 4)));
        let first = moves(&game, &position)[0].clone();
        position = play(&game, &position, &first);
    }
    assert_eq!(game.status(&position), Status::Turn(GREEN));
}

/// "where it is smaller than that anti-diagonal they sit centred on it (so `1 2 3 4 5 4` is the classic camp of 19)."
#[test]
fn the_classic_camp_has_nineteen() {
    let game = halma(16, 2, 100, "1 2 3 4 5 4");
    assert_eq!(game.layout().camp(GREEN).len(), 19);
    let text = game.write_position(&game.start());
    assert!(text.starts_with("ggggg11/ggggg11/gggg12/ggg13/gg14/16/"), "{text}");
}

/// "A turn: one step to an empty neighbour in any of 8 directions".
#[test]
fn a_step_goes_in_eight_directions() {
    let game = halma(6, 2, 8, "1 2");
    let position = set(&game, &["6", "6", "2g3", "6", "6", "5b"], "green", 0, "--");
    assert_eq!(ends(&game, &position, "c3"), ["b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"]);
}

/// "the number of empty squares between the mover and the bead equals the number of empty squares between the bead and
/// the landing square, which is empty. Zero empty squares: an ordinary jump. More: a super jump."
#[test]
fn jumps_are_symmetric_about_the_bead() {
    let game = halma(10, 2, 8, "1 2");
    // Ordinary over b1, own bead.
    let position =
        set(&game, &["gg8", "10", "10", "10", "10", "10", "10", "10", "10", "9b"], "green", 0, "--");
    assert!(ends(&game, &position, "a1").contains(&"c1".to_owned()));
    // Super over d1, not own: two empty squares on each side.
    let position =
        set(&game, &["g2b6", "10", "10", "10", "10", "10", "10", "10", "10", "10"], "green", 0, "--");
    assert_eq!(ends(&game, &position, "a1"), ["a2", "b1", "b2", "g1"]);
    // Diagonally over c3 to e5; the landing square of a longer one would be off the board.
    let position =
        set(&game, &["g9", "10", "2b7", "10", "10", "10", "10", "10", "10", "10"], "green", 0, "--");
    assert_eq!(ends(&game, &position, "a1"), ["a2", "b1", "b2", "e5"]);
}

/// "Nothing else may stand on the line." "over exactly one bead"
#[test]
fn nothing_else_stands_on_the_line() {
    let game = halma(10, 2, 8, "1 2");
    for row in ["g2b1b4", "g2b2b3", "g2bb5"] {
        let rows = [row, "10", "10", "10", "10", "10", "10", "10", "10", "10"];
        let position = set(&game, &rows, "green", 0, "--");
        assert_eq!(ends(&game, &position, "a1"), ["a2", "b1", "b2"], "{row}");
    }
}

/// "Jumping is never forced; a chain may stop after any jump, and may change direction." "No step after a jump."
#[test]
fn a_chain_stops_anywhere_and_turns() {
    let game = halma(8, 2, 8, "1 2");
    let position = set(&game, &["gb6", "2b5", "8", "8", "8", "8", "8", "8"], "green", 0, "--");
    // a1 over b1 to c1, then over c2 down to c3; a step stays possible, and none follows a jump.
    assert_eq!(ends(&game, &position, "a1"), ["a2", "b2", "c1", "c3"]);
    assert_eq!(game.write_move(&position, game.read_move(&position, "a1-c3").unwrap()), "a1-c1-c3");
    assert_eq!(game.read_move(&position, "a1 c1 c3"), game.read_move(&position, "A1-C3"));
    assert_eq!(game.read_move(&position, "a1c1c3"), game.read_move(&position, "a1-c3"));
    assert_eq!(error(&game, &position, "a1-c1-d2"), "no jump leads from c1 to d2");
    assert_eq!(error(&game, &position, "a1-h8"), "no step and no chain of jumps leads from a1 to h8");
    assert_eq!(error(&game, &position, "b1-b2"), "b1 is blue: expected a square with a green bead");
    assert_eq!(error(&game, &position, "d4-b2"), "d4 is empty: expected a square with a green bead");
    assert_eq!(error(&game, &position, "a1-b1"), "b1 is not free: expected an empty square");
    assert_eq!(error(&game, &position, "pass"), "you cannot pass: a bead can move");
    assert!(error(&game, &position, "a1-i9").contains("a square from a1 to h8"));
    assert!(error(&game, &position, "a1").contains("such as a4-b5"));
}

/// "During a chain the moving bead is lifted: its own origin is empty and cannot be jumped." "Coming back to the
/// origin is not a move."
#[test]
fn the_moving_bead_is_lifted() {
    let game = halma(8, 2, 8, "1 2");
    // c1 jumps over d1 to e1. From e1 its own origin c1 is empty: the nearest bead to the left is d1 again, and
    // jumping it comes back to the origin.
    let position = set(&game, &["2gb4", "8", "8", "8", "8", "8", "8", "8"], "green", 0, "--");
    assert_eq!(ends(&game, &position, "c1"), ["b1", "b2", "c2", "d2", "e1"]);
    assert_eq!(error(&game, &position, "c1-e1-c1"), "coming back to c1 is not a move");
    let position = set(&game, &["8", "8", "1bgb4", "8", "8", "8", "8", "8"], "green", 0, "--");
    // Over d3 to e3; from e3 to the left: d3 is nearest, back to c3. a3 by jumping b3 from c3 is reached anyway.
    assert_eq!(ends(&game, &position, "c3"), ["a3", "b2", "b4", "c2", "c4", "d2", "d4", "e3"]);
}

/// A super jump can pass over the lifted bead's own origin.
#[test]
fn the_empty_origin_can_be_crossed() {
    let game = halma(10, 2, 8, "1 2 3");
    // d1 goes over d2 to d3, over c3 to b3, over b2 to b1; from b1 the row reads c1 empty, d1 the origin, e1 a bead:
    // two empty squares before it, so the landing square is h1.
    let rows = ["3gb5", "1b1b6", "2b7", "10", "10", "10", "10", "10", "10", "10"];
    let position = set(&game, &rows, "green", 0, "--");
    let mv = game.read_move(&position, "d1-h1").unwrap();
    assert_eq!(game.write_move(&position, mv), "d1-d3-b3-b1-h1");
}

/// "A player with no move at all passes."
#[test]
fn a_player_without_a_move_passes() {
    let game = halma(6, 2, 30, "1 2 3");
    // Green's only bead in the corner: both ways out of each line are blocked by two beads in a row.
    let position = set(&game, &["gbb3", "bb4", "b1b3", "6", "6", "6"], "green", 0, "--");
    assert_eq!(moves(&game, &position), ["pass"]);
    let next = play(&game, &position, "pass");
    assert_eq!(game.status(&next), Status::Turn(BLUE));
    assert_eq!(next.moves_made(), 1, "passes count");
}

/// "Win: at the end of one's move all own beads stand in the target camp".
#[test]
fn all_beads_in_the_target_camp_win() {
    let game = halma(6, 2, 30, "1 2");
    let position = set(&game, &["bb4", "6", "3b2", "6", "4gg", "4g1"], "green", 10, "--");
    let won = play(&game, &position, "e5-f6");
    assert_eq!(winner_by(&game, &won), (Some(GREEN), "goal"));
    assert_eq!(outcome(&game, &won).unwrap().points(GREEN), 1);
    assert!(moves(&game, &won).is_empty());
    assert!(error(&game, &won, "a1-a2").contains("the game is over"));
}

/// "(four players: every target square holds an own bead or one of a player who has left the game, at least one of
/// them own)".
#[test]
fn with_four_those_who_left_help_to_fill_the_target() {
    let game = halma(6, 4, 90, "1 2");
    // Blue (seat 3) has left with a bead still at home in f6.
    let rows = ["1b2yy", "b4y", "6", "6", "r4g", "rr1g1b"];
    let position = set(&game, &rows, "green", 10, "--4-");
    let won = play(&game, &position, "d6-e6");
    assert_eq!(won.place(GREEN), Some(1));
    assert_eq!(game.status(&won), Status::Turn(Seat::new(1)), "the rest play on");
    // The same with blue still playing is no goal.
    let position = set(&game, &rows, "green", 10, "----");
    assert_eq!(play(&game, &position, "d6-e6").place(GREEN), None);
    // A target full of the beads of one who left, none own, is none either.
    let rows = ["gg2yy", "g4y", "6", "6", "r4b", "rr2bb"];
    let position = set(&game, &rows, "green", 10, "--4-");
    assert_eq!(play(&game, &position, "a2-a3").place(GREEN), None);
}

/// "or an opponent's bead is surrounded, with neither step nor jump: the one who brought that about wins."
#[test]
fn a_surrounded_bead_loses() {
    let game = halma(8, 2, 90, "1 2 3 4 5");
    // Blue a6 stands on the edge with one way out, b6; the landing square beyond every neighbour is taken.
    let rows = ["8", "8", "8", "g1g5", "gg6", "b1g5", "ggg5", "g1g5"];
    let position = set(&game, &rows, "green", 10, "--");
    let closed = play(&game, &position, "c7-b6");
    assert_eq!(winner_by(&game, &closed), (Some(GREEN), "surrounded"));
    // A step or a jump that is left saves it: c8 is free, so a6 can jump over b7.
    let rows = ["8", "8", "8", "g1g5", "gg6", "b1g5", "ggg5", "g7"];
    let open = play(&game, &set(&game, &rows, "green", 10, "--"), "c7-b6");
    assert_eq!(outcome(&game, &open), None);
    assert_eq!(ends(&game, &open, "a6"), ["c8"]);
}

/// "a bead counts as surrounded only outside its own camp and its target camp, only if it had a move before the
/// opponent's move and has none after it, and only if an enemy bead is among its eight neighbours."
#[test]
fn being_surrounded_has_conditions() {
    let game = halma(8, 2, 90, "1 2 3 4 5");
    for (condition, rows, mv, bead, moved_before) in [
        // Blue's own camp is the lower right corner.
        ("own camp", ["8", "8", "8", "5g1g", "6gg", "5g1b", "5ggg", "5g1g"], "f7-g6", "h6", true),
        ("target camp", ["g1g5", "ggg5", "b1g5", "gg6", "g1g5", "8", "8", "8"], "c2-b3", "a3", true),
        ("no move before", ["8", "8", "8", "g1g5", "gg6", "bgg5", "gg6", "g1g4g"], "h8-h7", "a6", false),
        // Shut in by its own side alone; green only takes the last landing square.
        ("no enemy beside", ["8", "8", "8", "b1b5", "bb6", "bb1g4", "bb6", "b1b5"], "d6-c6", "a6", true),
    ] {
        let position = set(&game, &rows, "green", 10, "--");
        let blue_first = set(&game, &rows, "blue", 10, "--");
        assert_eq!(!ends(&game, &blue_first, bead).is_empty(), moved_before, "{condition}");
        let closed = play(&game, &position, mv);
        assert!(ends(&game, &closed, bead).is_empty(), "{condition}: the bead is to be shut in");
        assert_eq!(outcome(&game, &closed), None, "{condition}");
    }
}

/// "if every player still has a bead in the own camp, the game is a draw".
#[test]
fn beads_in_every_camp_are_a_draw() {
    let game = halma(6, 2, 2, "1 2");
    let mut position = game.start();
    position = play(&game, &position, "b1-c1");
    assert_eq!(outcome(&game, &position), None);
    position = play(&game, &position, "e6-d6");
    let end = outcome(&game, &position).unwrap();
    assert_eq!((end.winner(), end.rule()), (None, "beads in every camp"));
    assert_eq!((end.place(GREEN), end.place(BLUE)), (1, 1));
}

/// "else who has one loses." "`leave_camp_value` moves in all ... Right after that move all camps are checked once".
#[test]
fn a_player_still_in_camp_loses() {
    let game = halma(6, 2, 11, "1 2");
    let rows = ["6", "1ggg2", "6", "6", "5b", "3bb1"];
    let position = set(&game, &rows, "green", 10, "--");
    assert_eq!(winner_by(&game, &play(&game, &position, "c2-c3")), (Some(GREEN), "camp not left"));
    // One move earlier nothing is checked.
    let position = set(&game, &rows, "green", 9, "--");
    assert_eq!(outcome(&game, &play(&game, &position, "c2-c3")), None);
    // The check is made after the very move: leaving with it is in time.
    let rows = ["1g4", "2gg2", "6", "6", "5b", "3bb1"];
    let position = set(&game, &rows, "green", 10, "--");
    assert_eq!(winner_by(&game, &play(&game, &position, "b1-b2")), (Some(GREEN), "camp not left"));
}

/// "From then on a player whose move *ends* in the own camp loses."
#[test]
fn going_back_into_the_camp_loses() {
    let game = halma(6, 2, 11, "1 2");
    let rows = ["6", "1ggg2", "6", "6", "3b2", "3bb1"];
    let position = set(&game, &rows, "green", 20, "--");
    assert_eq!(winner_by(&game, &play(&game, &position, "b2-a2")), (Some(BLUE), "back in the camp"));
    assert_eq!(outcome(&game, &play(&game, &position, "b2-a3")), None);
    // Before the check it is allowed.
    let position = set(&game, &rows, "green", 3, "--");
    assert_eq!(outcome(&game, &play(&game, &position, "b2-a2")), None);
}

/// "Order of tests after a move: goal, surrounded, leave-camp."
#[test]
fn the_goal_comes_before_the_camps() {
    let game = halma(6, 2, 11, "1 2");
    // Green completes the goal with the very move after which blue, too, is caught in its camp.
    let rows = ["bb4", "6", "6", "3b2", "4gg", "4g1"];
    let position = set(&game, &rows, "green", 10, "--");
    assert_eq!(winner_by(&game, &play(&game, &position, "e5-f6")), (Some(GREEN), "goal"));
}

/// "when the same position has occurred three times and more than `leave_camp_value` moves were made, a player may
/// claim a draw" ... "It is never declared automatically".
#[test]
fn a_third_repetition_may_be_claimed() {
    let game = halma(6, 2, 11, "1 2");
    let rows = ["6", "1ggg2", "6", "6", "3b2", "3bb1"];
    let late = set(&game, &rows, "green", 12, "--");
    let Repetition::Claimable(DrawClaim::ByConsent(draw)) = game.repeated(&late, 3) else {
        panic!("a claim was expected");
    };
    assert_eq!(draw.winner(), None);
    assert!(matches!(game.repeated(&late, 9), Repetition::Claimable(_)), "never automatically");
    assert_eq!(game.repeated(&late, 2), Repetition::Nothing);
    let early = set(&game, &rows, "green", 11, "--");
    assert_eq!(game.repeated(&early, 3), Repetition::Nothing, "more than the value");
}

/// "Same position: the same squares of each colour and the same player to move."
#[test]
fn the_same_position_has_the_same_key() {
    let game = halma(6, 2, 11, "1 2");
    let rows = ["6", "1ggg2", "6", "6", "3b2", "3bb1"];
    let key = |turn, moves| game.key(&set(&game, &rows, turn, moves, "--"));
    assert_eq!(key("green", 12), key("green", 16));
    assert_ne!(key("green", 12), key("blue", 12));
}

/// "a loser under a rule leaves the game (beads stay as obstacles) and takes the lowest free place; a winner takes the
/// highest free place and leaves likewise ... The rest play on until all four places are known."
#[test]
fn four_play_on_until_all_places_are_known() {
    let game = halma(6, 4, 30, "1 2");
    let yellow = Seat::new(1);
    let rows = ["2bb1y", "b4y", "6", "r5", "r4g", "r1yg1g"];
    let position = set(&game, &rows, "green", 40, "----");
    let won = play(&game, &position, "d6-e6");
    assert_eq!(won.place(GREEN), Some(1), "a winner takes the highest free place");
    assert_eq!(game.status(&won), Status::Turn(yellow));
    let lost = play(&game, &won, "f1-e1");
    assert_eq!(lost.place(yellow), Some(4), "back in the camp: the lowest free place");
    assert_eq!(game.status(&lost), Status::Turn(Seat::new(2)), "blue is next");
    assert_eq!(lost.owner(4), Some(yellow), "the beads stay as obstacles");
    let mut end = lost.clone();
    let outcome = game.retire(&mut end, Seat::new(2), RetireReason::Resigned).expect("only red is left");
    assert_eq!(Seat::all(4).map(|seat| outcome.place(seat)).collect::<Vec<_>>(), [1, 4, 3, 2]);
    assert_eq!(outcome.rule(), "resignation");
}

/// "a surrounded player loses" (and, with four, only leaves the game).
#[test]
fn with_four_the_surrounded_player_leaves() {
    let game = halma(10, 4, 90, "1 2 3 4 5");
    let rows = ["10", "9y", "10", "g1g7", "gg8", "b1g7", "ggg7", "g1g7", "10", "r9"];
    let position = set(&game, &rows, "green", 10, "----");
    let closed = play(&game, &position, "c7-b6");
    assert_eq!(closed.place(Seat::new(2)), Some(4));
    assert_eq!(game.status(&closed), Status::Turn(Seat::new(1)));
    // Beads of one who has left are obstacles and enemies of no player: green's wall, but green is gone and red closes it.
    let rows = ["10", "9y", "10", "g1g7", "gg8", "b1g7", "ggr7", "g1g7", "10", "10"];
    let position = set(&game, &rows, "red", 10, "4---");
    assert_eq!(play(&game, &position, "c7-b6").place(Seat::new(2)), Some(3), "red itself stands beside it");
}

/// Two who lose at the same moment share a place, and the places after it are taken too.
#[test]
fn losers_of_one_moment_share_a_place() {
    let game = halma(6, 4, 11, "1 2");
    // After move 11 yellow and red still have a bead at home.
    let rows = ["2bb1y", "b4y", "6", "r2g2", "r3g1", "r1y1g1"];
    let position = set(&game, &rows, "green", 10, "----");
    let checked = play(&game, &position, "d4-d5");
    assert_eq!(
        Seat::all(4).map(|seat| checked.place(seat)).collect::<Vec<_>>(),
        [None, Some(3), None, Some(3)]
    );
    assert_eq!(game.status(&checked), Status::Turn(Seat::new(2)));
    let mut end = checked.clone();
    let outcome = game.retire(&mut end, GREEN, RetireReason::OutOfTime).expect("only blue is left");
    assert_eq!(Seat::all(4).map(|seat| outcome.place(seat)).collect::<Vec<_>>(), [2, 3, 1, 3]);
}

/// Positions that cannot be are refused with words.
#[test]
fn bad_positions_are_refused() {
    let game = halma(6, 2, 11, "1 2");
    for (text, words) in [
        ("", "rows, the colour to move"),
        ("6/6/6 green 0 --", "the board has 3 rows: expected 6"),
        ("7/6/6/6/6/6 green 0 --", "row 1 has 7 squares: expected 6"),
        ("6/6/6/6/6/5b green 0 --", "green has 0 beads"),
        ("gggg2/6/6/6/6/5b green 0 --", "green has 4 beads: expected 1 to 3"),
        ("g5/6/q5/6/6/5b green 0 --", "row 3: cannot read \"q\""),
        ("g5/6/6/6/6/5b red 0 --", "green or blue"),
        ("g5/6/6/6/6/5b green x --", "the number of moves made"),
        ("g5/6/6/6/6/5b green 0 ---", "2 of - or a place"),
        ("g5/6/6/6/6/5b green 0 -2", "fewer than two play on"),
        ("g5/6/6/6/6/5b green 0 -- goal", "expected a place for every player"),
        ("g5/6/6/6/6/5b green 0 12 luck", "the rule that ended the game"),
        ("99999999999999999999/6/6/6/6/5b green 0 --", "row 1 has"),
    ] {
        let error = game.read_position(text).unwrap_err().to_string();
        assert!(error.contains(words), "{text:?}: {error}");
    }
}
