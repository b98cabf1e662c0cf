//! The caia dialect without processes: dispatcher, manager, referee and players as state machines.
use std::collections::VecDeque;
use std::time::Duration;

use games::backgammon::{Backgammon, Play, Position, ROLLS};
use peers::caia::{CaiaManager, CaiaReferee, DispatchEffect, Dispatcher, ManagedGame, PlayerAnswer, Program};
use peers::judge::{JudgePlayer, PlayerEffect};
use rules::{Random, Rules};

fn game(players: [&str; 2]) -> ManagedGame {
    ManagedGame {
        players: players.map(str::to_owned),
        logs: [Some("one.log".to_owned()), None],
        referee: "the referee".to_owned(),
        referee_log: Some("referee.log".to_owned()),
        budget: 5000,
    }
}

/// A player whose command line says how it fails, if it does.
struct FakePlayer {
    player: JudgePlayer,
    way: String,
    lines: VecDeque<String>,
}

impl FakePlayer {
    fn on_line(&mut self, line: &str, random: &mut Random) {
        let mut effects = self.player.on_line(line).unwrap();
        while !effects.is_empty() {
            match effects.remove(0) {
                PlayerEffect::Choose(position) => {
                    effects.splice(0..0, self.player.on_play(random_play(&position, random)));
                }
                PlayerEffect::Send(line) => self.lines.push_back(line),
                PlayerEffect::Draw(_) | PlayerEffect::Exit => {}
            }
        }
    }

    fn answer(&mut self) -> PlayerAnswer {
        match self.way.as_str() {
            "crash" => PlayerAnswer::Crashed,
            "stop" => PlayerAnswer::Stopped,
            "hang" => PlayerAnswer::TimedOut,
            "cheat" => PlayerAnswer::Line("0 7".to_owned()),
            "garbage" => PlayerAnswer::Line("hello".to_owned()),
            _ => PlayerAnswer::Line(self.lines.pop_front().unwrap()),
        }
    }
}

fn random_play(position: &Position, random: &mut Random) -> Play {
    let mut plays = Vec::new();
    let _ = Backgammon::traditional().legal_moves(position, &mut plays);
    *random.pick(&plays).unwrap()
}

/// Results of the games that the manager has played.
fn run(games: Vec<ManagedGame>) -> Vec<([i64; 2], String)> {
    let mut random = Random::new(3);
    let mut dispatcher = Dispatcher::new();
    let mut manager = CaiaManager::new(games);
    let mut referee = None;
    let mut players: Vec<Option<FakePlayer>> = vec![None, None];
    let mut lines: VecDeque<(Program, String)> =
        manager.begin().into_iter().map(|line| (Program::Manager, line)).collect();
    let mut results = Vec::new();
    while let Some((from, line)) = lines.pop_front() {
        let mut effects = VecDeque::from(dispatcher.on_line(from, &line));
        while let Some(effect) = effects.pop_front() {
            match effect {
                DispatchEffect::Start { program: Program::Player(number), command, log } => {
                    assert_eq!(log.is_some(), number == 1);
                    let (player, lines) = (JudgePlayer::new(), VecDeque::new());
                    players[number - 1] = Some(FakePlayer { player, way: command, lines });
                }
                DispatchEffect::Start { command, log, .. } => {
                    assert_eq!((command.as_str(), log.as_deref()), ("the referee", Some("referee.log")));
                    let mut dice = Random::new(random.next_u64());
                    let mut new = CaiaReferee::new(move || dice.pick_weighted(&ROLLS).unwrap());
                    lines.extend(new.begin().into_iter().map(|line| (Program::Referee, line)));
                    referee = Some(new);
                }
                DispatchEffect::Send(Program::Manager, line) => {
                    let sent = manager.on_line(&line).unwrap();
                    lines.extend(sent.into_iter().map(|line| (Program::Manager, line)));
                }
                DispatchEffect::Send(Program::Referee, line) => {
                    let sent = referee.as_mut().unwrap().on_line(&line);
                    lines.extend(sent.into_iter().map(|line| (Program::Referee, line)));
                }
                DispatchEffect::Send(Program::Player(number), line) => {
                    players[number - 1].as_mut().unwrap().on_line(&line, &mut random);
                }
                DispatchEffect::Listen { player, left, reader } => {
                    assert!(left <= Duration::from_millis(5000));
                    let answer = players[player - 1].as_mut().unwrap().answer();
                    effects.extend(dispatcher.on_answer(player, reader, answer, Duration::from_millis(2)));
                }
                DispatchEffect::Kill(Program::Player(number)) => players[number - 1] = None,
                DispatchEffect::Kill(_) => referee = None,
                DispatchEffect::Report { points, message, .. } => results.push((points, message)),
                DispatchEffect::Stop => {
                    assert!(
                        manager.is_finished() && players.iter().all(Option::is_none) && referee.is_none()
                    );
                    return results;
                }
                DispatchEffect::Fail(error) => panic!("{error}"),
            }
        }
    }
    panic!("the manager has not stopped the dispatcher");
}

#[test]
fn whole_games_and_every_failure() {
    let good = "a program with 'quotes' and \"quotes\" and \\";
    let results = run(vec![game([good, "plain"]); 6]);
    assert_eq!(results.len(), 6);
    for (points, message) in results {
        assert!(
            points.contains(&0) && ["single_game", "gammon"].contains(&message.as_str()),
            "{points:?} {message}"
        );
        assert_eq!(points[0] + points[1], if message == "gammon" { 2 } else { 1 });
    }
    for (way, why) in [
        ("crash", "crashed"),
        ("stop", "stopped"),
        ("hang", "timeout"),
        ("cheat", "illegal"),
        ("garbage", "garbage"),
    ] {
        assert_eq!(run(vec![game([way, "plain"])]), [([0, 2], format!("player_1_{why}"))]);
        assert_eq!(run(vec![game(["plain", way])]), [([2, 0], format!("player_2_{why}"))]);
    }
}

/// Effects of these lines.
fn effects(lines: &[(Program, &str)]) -> Vec<DispatchEffect> {
    let mut dispatcher = Dispatcher::new();
    lines.iter().flat_map(|(from, line)| dispatcher.on_line(*from, line)).collect()
}

const M: Program = Program::Manager;
const R: Program = Program::Referee;

#[test]
fn time_is_a_budget_for_the_game() {
    let mut dispatcher = Dispatcher::new();
    for line in ["I cpu_speed 2800 2200", "I number_players 2", "I player 2 ./two 100"] {
        assert_eq!(dispatcher.on_line(M, line), []);
    }
    let listen = |left| DispatchEffect::Listen { player: 2, left: Duration::from_millis(left), reader: R };
    assert_eq!(dispatcher.on_line(R, "I listen 2"), [listen(100)]);
    let line = PlayerAnswer::Line("0 6".to_owned());
    let answer = dispatcher.on_answer(2, R, line, Duration::from_millis(70));
    assert_eq!(answer, [DispatchEffect::Send(R, "0 6".to_owned())]);
    assert_eq!(dispatcher.on_line(R, "I listen 2"), [listen(30)]);
    let answer = dispatcher.on_answer(2, R, PlayerAnswer::Line(" ".to_owned()), Duration::from_millis(90));
    assert_eq!(answer, [DispatchEffect::Send(R, "empty_line".to_owned())]);
    assert_eq!(dispatcher.on_line(R, "I listen 2"), [listen(0)]);
    assert_eq!(
        dispatcher.on_line(R, "I request_time 2"),
        [DispatchEffect::Send(R, "time 160 160".to_owned())]
    );
}

#[test]
fn a_lock_holds_back_the_other() {
    let send = |program, line: &str| DispatchEffect::Send(program, line.to_owned());
    assert_eq!(
        effects(&[(M, "I number_players 2"), (M, "I lock"), (R, "1 hello"), (M, "1 first"), (M, "I unlock")]),
        [send(M, "lock_ok"), send(Program::Player(1), "first"), send(Program::Player(1), "hello")]
    );
    // The lock of a referee ends with it.
    assert_eq!(
        effects(&[(R, "I lock"), (M, "I number_players 1"), (M, "1 x")]),
        [send(R, "lock_ok")],
        "the manager waits"
    );
    let mut dispatcher = Dispatcher::new();
    dispatcher.on_line(R, "I lock");
    dispatcher.on_line(M, "I stop_caiaio");
    assert_eq!(dispatcher.on_referee_end(), [DispatchEffect::Stop]);
    dispatcher.on_line(R, "I lock");
    let last = (0..=1000).map(|_| dispatcher.on_line(M, "1 x")).last().unwrap();
    assert!(matches!(&last[..], [DispatchEffect::Fail(error)] if error.contains("wait for an unlock")));
}

#[test]
fn wrong_lines_are_reported_with_their_sender() {
    for (from, line, error) in [
        (M, "hello", "the manager sent \"hello\": cannot read \"hello\": expected I and a command"),
        (M, "", "the manager sent \"\""),
        (M, "I jump", "the manager sent \"I jump\": unknown command: expected number_players, player"),
        (R, "I stop_caiaio", "the referee sent \"I stop_caiaio\": unknown command: expected listen"),
        (
            M,
            "I number_players 9",
            "the manager sent \"I number_players 9\": cannot read \"9\": expected a number from 1",
        ),
        (
            M,
            "I player 3 ./x 100",
            "the manager sent \"I player 3 ./x 100\": cannot read \"3\": expected a player from 1 to 2",
        ),
        (
            M,
            "I player 1 ./x soon",
            "the manager sent \"I player 1 ./x soon\": cannot read \"soon\": expected milliseconds",
        ),
        (
            M,
            "I start 1",
            "the manager sent \"I start 1\": player 1 is not described: expected `I player` first",
        ),
        (R, "I listen 1", "the referee sent \"I listen 1\": player 1 is not described"),
        (M, "M report 1 0 x", "the manager sent \"M report 1 0 x\": cannot read \"M\""),
        (M, "I player 1 \"./x 100", "the manager sent \"I player 1 \"./x 100\": cannot read the command"),
    ] {
        let found = effects(&[(M, "I number_players 2"), (from, line)]);
        let [DispatchEffect::Fail(found)] = &found[..] else { panic!("{line}: {found:?}") };
        assert!(found.starts_with(error), "{found}");
    }
}
