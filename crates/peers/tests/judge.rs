//! The judge protocol without processes: players and referee as state machines.
use games::backgammon::{Backgammon, Dice, Play, Position, ROLLS};
use peers::judge::{Fault, JudgePlayer, PlayerEffect, Referee};
use proptest::prelude::*;
use rules::{Notation, Random, Rules, Seat};

fn dice(one: u8, two: u8) -> Dice {
    Dice::new(one, two).unwrap()
}

fn legal_plays(position: &Position) -> Vec<Play> {
    let mut plays = Vec::new();
    let _ = Backgammon::traditional().legal_moves(position, &mut plays);
    plays
}

/// Lines that the player sends in response to a line; its plays are chosen by `choose`.
fn respond(
    player: &mut JudgePlayer,
    line: &str,
    mut choose: impl FnMut(&Position) -> Play,
) -> Result<Vec<String>, String> {
    let mut open = player.on_line(line).map_err(|error| error.to_string())?;
    let mut sent = Vec::new();
    while !open.is_empty() {
        match open.remove(0) {
            PlayerEffect::Choose(position) => open.extend(player.on_play(choose(&position))),
            PlayerEffect::Send(line) => sent.push(line),
            PlayerEffect::Exit => sent.push("exit".to_owned()),
            PlayerEffect::Draw(_) => {}
        }
    }
    Ok(sent)
}

/// Chooses the play with this text.
fn play(text: &str) -> impl FnMut(&Position) -> Play {
    move |position| Backgammon::traditional().read_move(position, text).unwrap()
}

/// The first legal play.
fn first(position: &Position) -> Play {
    legal_plays(position)[0]
}

/// Games between two players under a referee. The players send their moves in a random order.
#[test]
fn whole_games_agree_on_every_position_and_on_the_points() {
    let mut random = Random::new(11);
    let (mut passes, mut points) = (0, [0; 3]);
    for _ in 0..60 {
        let mut referee = Referee::new();
        let mut players = [JudgePlayer::new(), JudgePlayer::new()];
        while referee.outcome().is_none() {
            let seat = referee.turn();
            let roll = random.pick_weighted(&ROLLS).unwrap();
            let line = referee.roll(roll);
            let mut moves = respond(&mut players[seat.index()], &line, |position| {
                *random.pick(&legal_plays(position)).unwrap()
            })
            .unwrap();
            let finish: Vec<String> =
                moves.extract_if(.., |line| !line.as_bytes()[0].is_ascii_digit()).collect();
            passes += u32::from(moves.is_empty());
            assert_eq!(referee.awaits_line(), !moves.is_empty(), "{line}");
            for index in (1..moves.len()).rev() {
                moves.swap(index, random.below(index as u32 + 1) as usize);
            }
            for (index, text) in moves.iter().enumerate() {
                assert_eq!(
                    referee.on_line(text).unwrap().is_some(),
                    index + 1 == moves.len(),
                    "{text} after {line}"
                );
            }
            let expected: Vec<String> =
                referee.finish_line(seat).into_iter().flat_map(|line| [line, "exit".to_owned()]).collect();
            assert_eq!(finish, expected);
        }
        let outcome = referee.outcome().unwrap();
        let loser = referee.turn();
        let line = referee.last_line().unwrap();
        assert_eq!(
            respond(&mut players[loser.index()], &line, first).unwrap(),
            [referee.finish_line(loser).unwrap(), "exit".to_owned()]
        );
        assert_eq!(outcome.points(loser), 0);
        points[outcome.points(loser.other()) as usize] += 1;
    }
    assert!(passes > 20, "{passes}");
    assert!(
        points[0] == 0 && points[1] > 5 && points[2] > 5,
        "a gammon counts 2, and nothing counts 3: {points:?}"
    );
}

#[test]
fn the_first_lines_of_a_game() {
    let mut starter = JudgePlayer::new();
    // X has 2 checkers on 0, 5 on 11, 3 on 16, 5 on 18.
    assert_eq!(respond(&mut starter, "6 2", play("24/18/16")).unwrap(), ["0 6", "6 8"]);
    let error = respond(&mut starter, "6 2", first).unwrap_err();
    assert_eq!(error, "the line has only two dice, but the game has started");
    let mut second = JudgePlayer::new();
    // O is the mirror image: 2 on 23, 5 on 12, 3 on 7, 5 on 5. The order of the moves of X does not matter.
    assert_eq!(respond(&mut second, " 2 6  6 8 0 6\t3 1 \r", play("8/5 6/5")).unwrap(), ["7 4", "5 4"]);
}

#[test]
fn wrong_lines_are_reported_with_their_cause() {
    for (line, error) in [
        (
            "6 2 0 6 0 3 3 1",
            "the opponent's move 0 3 with the roll 62: 24/21 needs 3 pips: the dice left are 2",
        ),
        ("6 2 0 6 3 1", "the opponent played 1 of 2 moves with the roll 62: expected all that can be played"),
        ("6 2 3 1", "the opponent played 0 of 2 moves"),
        (
            "6 2 0 6 6 8 11 13 3 1",
            "the opponent's move 11 13 with the roll 62: 13/11 is too much: all dice are played",
        ),
        (
            "5 2 0 5 5 7 3 1",
            "the opponent's move 0 5 with the roll 52: 24/19 is blocked: Black holds the 19-point",
        ),
        ("6 2 18 25 0 2 3 1", "the opponent's move 18 25 with the roll 62: 6/off is not allowed yet"),
        ("6 2 0 2 18 25", "the opponent's move 18 25 with the roll 62: 6/off is not allowed yet"),
        (
            "6 2 26 6 0 2 3 1",
            "the opponent's move 26 6 with the roll 62: cannot read \"26\": expected an origin from 0 to 24",
        ),
        ("hello", "cannot read \"hello\": expected a number from 0 to 25"),
        ("", "the line is empty: expected dice"),
        ("6 7", "cannot read \"6 7\": expected two dice from 1 to 6"),
    ] {
        let found = respond(&mut JudgePlayer::new(), line, first).unwrap_err();
        assert!(found.starts_with(error), "{line}: {found}");
    }
}

#[test]
fn the_referee_names_every_fault() {
    for (lines, error) in [
        (&["hello"][..], "sent \"hello\": expected a move, two numbers from 0 to 25"),
        (&["0 6 6 8"], "sent \"0 6 6 8\": expected a move"),
        (&["finish 1 0"], "sent \"finish 1 0\": expected a move"),
        (&["-1 6"], "sent \"-1 6\": expected a move"),
    ] {
        let mut referee = Referee::new();
        assert_eq!(referee.roll(dice(2, 6)), "6 2");
        let fault = lines.iter().find_map(|line| referee.on_line(line).err()).unwrap();
        assert!(matches!(&fault, Fault::Garbage(found) if found.starts_with(error)), "{fault}");
    }
    for (lines, error) in [
        (&["0 7"][..], "played \"0 7\" with the roll 62: 24/17 needs 7 pips"),
        (&["0 6", "0 6"], "played \"0 6\" with the roll 62: 24/18 needs 6 pips: the dice left are 2"),
        (&["99 6"], "played \"99 6\" with the roll 62: cannot read \"99\""),
        (&["0 999999999999"], "played \"0 999999999999\" with the roll 62: cannot read \"999999999999\""),
        (&["6 0"], "played \"6 0\" with the roll 62: 18/24 is not a move from a higher point to a lower one"),
    ] {
        let mut referee = Referee::new();
        referee.roll(dice(2, 6));
        let fault = lines.iter().find_map(|line| referee.on_line(line).err()).unwrap();
        assert!(matches!(&fault, Fault::Illegal(found) if found.starts_with(error)), "{fault}");
        assert_eq!(referee.forfeit_points(Seat::FIRST), 2, "no checker is off yet");
    }
}

proptest! {
    /// Arbitrary lines are answered or rejected.
    #[test]
    fn arbitrary_lines_never_panic(lines in prop::collection::vec("([0-9]{1,3} ?){0,14}|\\PC{0,20}", 1..12)) {
        let (mut player, mut referee) = (JudgePlayer::new(), Referee::new());
        referee.roll(dice(3, 3));
        for line in &lines {
            let _ = respond(&mut player, line, first);
            let _ = referee.on_line(line);
        }
    }
}
