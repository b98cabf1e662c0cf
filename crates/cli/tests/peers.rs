//! External programs: `takhteh gtp` and `takhteh nboard` as engines, `exec:` as their client.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::{json_in, new_folder, program, takhteh};

/// A new empty folder for one test.
fn folder(name: &str) -> PathBuf {
    new_folder(&format!("peers/{name}"))
}

/// This program as an external engine, quoted in case the folder has blanks.
fn ourselves(protocol: &str, engine: &str) -> String {
    format!("exec:{protocol}:'{}' {protocol} --engine {engine}", program().display())
}

/// A program that fails in this way.
fn broken(protocol: &str, way: &str) -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../peers/tests/broken.sh");
    format!("exec:{protocol}:sh '{}' {protocol} {way}", script.display())
}

/// A result without names and what depends on the machine.
fn anonymous(mut result: Value) -> Value {
    for key in ["a", "b", "thinking", "threads", "seconds", "played_before"] {
        assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    result
}

#[test]
fn protocols_do_not_change_the_games() {
    let folder = folder("same");
    let play = |a: &str, b: &str, limits: &[&str]| {
        let arguments = [&["match", "othello", a, b, "--games", "6", "--seed", "4"], limits].concat();
        anonymous(json_in(&arguments, &folder))
    };
    let here = play("strong:level=3", "strong:level=2", &[]);
    for protocol in ["gtp", "nboard"] {
        let there = ourselves(protocol, "strong:level=2");
        assert_eq!(play("strong:level=3", &there, &["--threads", "1"]), here, "{protocol}");
        assert_eq!(play("strong:level=3", &there, &["--threads", "2"]), here, "{protocol}");
    }
    // NBoard receives a depth; White moves first by a setting.
    let limits = ["--depth", "3", "--first", "white"];
    let here = play("strong", "random", &limits);
    assert_eq!(play(&ourselves("nboard", "strong"), "random", &limits), here);
}

#[test]
fn journals_and_records_store_external_programs() {
    let folder = folder("stored");
    let there = ourselves("gtp", "strong:level=1");
    let arguments = [
        "match",
        "othello",
        &there,
        "random",
        "--games",
        "4",
        "--journal",
        "journal",
        "--records",
        "records",
    ];
    let result = json_in(&arguments, &folder);
    assert_eq!((&result["a"], &result["games"]), (&json!(there), &json!(4)));
    let again = json_in(&arguments, &folder);
    assert_eq!(again["played_before"], 4);
    assert_eq!(anonymous(again), anonymous(result));
    for record in std::fs::read_dir(folder.join("records")).unwrap() {
        let record = record.unwrap().path();
        let verdict = json_in(&["record", "verify", record.to_str().unwrap()], &folder);
        assert_eq!(verdict["verified"], true);
        assert!(
            verdict["names"].as_array().unwrap().iter().any(|name| there.starts_with(name.as_str().unwrap()))
        );
    }
}

#[test]
fn failing_programs_lose_and_the_result_lists_the_failures() {
    let folder = folder("broken");
    for (protocol, way, failure, words) in [
        ("gtp", "crash", "crash", "exit status: 3"),
        ("nboard", "crash", "crash", "out of luck"),
        ("gtp", "illegal", "illegal", ": a1 turns no disc over"),
        ("nboard", "nonsense", "illegal", "played \"the\""),
        ("gtp", "flood", "garbage", "expected = or ?"),
        ("nboard", "flood", "garbage", "without answering \"go\""),
        ("gtp", "resign", "resignation", "resigned"),
        ("gtp", "silent", "late", "did not answer"),
        ("gtp", "family", "crash", "exit status: 4"),
    ] {
        let name = format!("{protocol}-{way}");
        let rival = broken(protocol, way);
        let arguments = [
            "match",
            "othello",
            "random",
            &rival,
            "--games",
            "2",
            "--time",
            "20",
            "--journal",
            &name,
            "--records",
            &format!("{name}.records"),
        ];
        let result = json_in(&arguments, &folder);
        assert_eq!(result["wins"], 2, "{name}: {result}");
        assert_eq!(result["failures"], json!({"a": {}, "b": {failure: 2}}), "{name}");
        let failure_object = &result["failure_sentences"]["b"][failure];
        assert_eq!(failure_object["game"], 1, "{name}: {result}");
        assert!(failure_object["sentence"].as_str().unwrap().contains(words), "{name}: {failure_object}");
        // The journal stores the failure too, and the records are valid.
        let again = json_in(&arguments, &folder);
        assert_eq!(anonymous(again), anonymous(result), "{name}");
        for number in 1..=2 {
            let record = format!("{name}.records/game-{number}.record");
            let verdict = json_in(&["record", "verify", &record], &folder);
            assert_eq!((&verdict["verified"], &verdict["rule"]), (&json!(true), &json!("absence")), "{name}");
        }
        let text = String::from_utf8(takhteh(&arguments, &folder).stdout).unwrap();
        assert!(text.contains(&format!("{failure} of {rival} in game 1: sh ")), "{text}");
    }
}

#[test]
fn external_programs_choose_single_moves() {
    let folder = folder("best");
    let position = "--OOO----X-O------XX-------XX------XX-------X------------------- O";
    let nboard = ourselves("nboard", "strong:level=3");
    let here = json_in(&["best", "othello", "--engine", "strong:level=3", "--position", position], &folder);
    let there = json_in(&["best", "othello", "--engine", &nboard, "--position", position], &folder);
    assert_eq!(there["move"], here["move"]);
    assert_eq!(there["nodes"], here["nodes"]);
    let gtp = ourselves("gtp", "strong:level=3");
    let start = json_in(&["best", "othello", "--engine", &gtp], &folder);
    assert_eq!(start["move"], json_in(&["best", "othello", "--engine", "strong:level=3"], &folder)["move"]);
    for (arguments, code, words) in [
        (
            &["best", "othello", "--engine", &gtp, "--position", position][..],
            1,
            "GTP transmits games from the start position only",
        ),
        (&["best", "othello", "--engine", &broken("gtp", "crash")], 1, "exited (exit status: 3)"),
        (&["best", "othello", "--engine", "exec:gtp:no-such-program"], 2, "cannot start"),
        (&["best", "othello", "--engine", "exec:gtp"], 2, "exec:PROTOCOL:COMMAND"),
        (&["best", "chess", "--engine", "exec:gtp:x"], 2, "cannot play chess by gtp: expected othello"),
        (&["match", "othello", "exec:usi:x", "random"], 2, "unknown protocol \"usi\""),
        (&["gtp", "--engine", "exec:gtp:x"], 2, "there is no engine \"exec\" here"),
        (&["gtp", "--log", "no/such/folder"], 2, "cannot open the log no/such/folder: "),
    ] {
        let output = takhteh(arguments, &folder);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {error}");
        assert!(error.contains(words), "{arguments:?}: {error}");
    }
}

#[test]
fn external_programs_play_in_the_terminal() {
    let folder = folder("seated");
    let [gtp, nboard] = [ourselves("gtp", "strong:level=2"), ourselves("nboard", "strong:level=1")];
    let seats = [format!("1={gtp}"), format!("2={nboard}")];
    let arguments = ["play", "othello", "--seat", &seats[0], "--seat", &seats[1], "--record", "there.record"];
    let output = takhteh(&arguments, &folder);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let there = json_in(&["record", "verify", "there.record"], &folder);
    let engines = ["--seat", "1=strong:level=2", "--seat", "2=strong:level=1"];
    takhteh(&[&["play", "othello", "--record", "here.record"][..], &engines].concat(), &folder);
    let here = json_in(&["record", "verify", "here.record"], &folder);
    assert_eq!(there["position"], here["position"]);
    assert_eq!(there["finished"], true);
}

/// An external program that fails loses the game, and the reason is printed.
#[test]
fn failing_programs_lose_the_game_in_the_terminal() {
    let folder = folder("forfeit");
    for (protocol, way, words) in [
        ("gtp", "crash", "exit status: 3"),
        ("nboard", "crash", "exit status: 3"),
        ("gtp", "illegal", ": a1 turns no disc over"),
        ("gtp", "resign", "resigned"),
    ] {
        let name = format!("{protocol}-{way}.record");
        let seat = format!("1={}", broken(protocol, way));
        let arguments = ["play", "othello", "--seat", &seat, "--record", &name];
        let output = takhteh(&arguments, &folder);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
        let forfeit = text.lines().find(|line| line.contains(" forfeits: ")).unwrap();
        assert!(forfeit.contains(words), "{forfeit}");
        assert!(text.contains("White (seat 2, random) wins: absence."), "{text}");
        let verdict = json_in(&["record", "verify", &name], &folder);
        assert_eq!((&verdict["places"], &verdict["rule"]), (&json!([2, 1]), &json!("absence")));
    }
    let seat = format!("1={}", broken("gtp", "crash"));
    let output = takhteh(&["play", "othello", "--seat", &seat, "--json"], &folder);
    let text = String::from_utf8(output.stdout).unwrap();
    let objects: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let forfeit = objects.iter().find(|object| object["forfeit"] == 1).unwrap();
    assert!(forfeit["reason"].as_str().unwrap().contains("exit status: 3"), "{forfeit}");
}

/// A takeback is sent to an external program too.
#[test]
fn takebacks_are_sent_to_external_programs() {
    let folder = folder("takeback");
    let mut child = Command::new(program())
        .args(["play", "othello", "--seat", &format!("2={}", ourselves("gtp", "strong:level=1"))])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"f5\ntakeback\nd3\nquit\n").unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.contains("taken back"), "{text}");
    assert!(text.matches("(seat 2, ").count() >= 2, "{text}");
}

/// Controller of one of our engines.
struct Controller {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Controller {
    fn new(arguments: &[&str], folder: &Path) -> Controller {
        let mut child = Command::new(program())
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Controller { child, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.child.stdin.as_mut().unwrap().write_all(bytes).unwrap();
    }

    fn read_until(&mut self, begin: &str) -> String {
        self.lines.by_ref().map(Result::unwrap).find(|line| line.starts_with(begin)).unwrap()
    }
}

#[test]
fn ping_is_answered_at_once_and_stops_the_search() {
    let mut controller = Controller::new(&["nboard"], &folder("ping"));
    controller.send(b"nboard 2\nset depth 60\n");
    // No machine finishes this search in the time of a test.
    for round in 1..=3 {
        controller.send(b"go\n");
        controller.read_until("status");
        std::thread::sleep(Duration::from_millis(50));
        let begin = Instant::now();
        controller.send(format!("ping {round}\n").as_bytes());
        let mut lines = Vec::new();
        while lines.last() != Some(&format!("pong {round}")) {
            lines.push(controller.lines.next().unwrap().unwrap());
        }
        assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
        assert!(lines.iter().all(|line| !line.starts_with("===")), "{lines:?}");
    }
    controller.send(b"set depth 2\ngo\n");
    controller.read_until("=== ");
    controller.send(b"quit\n");
    assert!(controller.child.wait().unwrap().success());
}

#[test]
fn commands_work_after_arbitrary_bytes() {
    let bytes: Vec<u8> = (0..=255).cycle().step_by(7).take(5000).collect();
    let folder = folder("bytes");
    for (protocol, question, answer) in
        [("gtp", "\n99 echo still here\n", "=99 still here"), ("nboard", "\nping 99\n", "pong 99")]
    {
        let mut controller = Controller::new(&[protocol, "--engine", "random", "--log", "log"], &folder);
        controller.send(&bytes);
        controller.send(&vec![b'x'; 1_000_000]);
        controller.send(question.as_bytes());
        assert_eq!(controller.read_until(answer), answer);
        // The engine exits at the end of its input.
        drop(controller.child.stdin.take());
        assert!(controller.child.wait().unwrap().success());
        let log = std::fs::read_to_string(folder.join("log")).unwrap();
        assert!(log.ends_with(&format!("> {}\n< {answer}\n", question.trim())), "{protocol}");
    }
}

#[test]
fn an_overlong_line_is_an_error() {
    for protocol in ["gtp", "nboard"] {
        let script = format!("head -c 3000000 /dev/zero | '{}' {protocol}", program().display());
        let output = Command::new("bash").args(["-c", &script]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{protocol}");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(stderr, "takhteh: cannot read stdin: line longer than 1048576 bytes\n", "{protocol}");
    }
}

/// Input that is not answered yet waits in the pipe: while the answers are not read, and during a search.
#[test]
fn endless_input_does_not_fill_the_memory() {
    for (arguments, first) in [
        (&["gtp"][..], ""),
        (&["nboard"], ""),
        (&["gtp", "--engine", "strong:level=8", "--time", "60000"], "genmove b\n"),
    ] {
        let mut controller = Controller::new(arguments, &folder("endless"));
        controller.send(first.as_bytes());
        let mut stdin = controller.child.stdin.take().unwrap();
        let written = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&written);
        let writer = std::thread::spawn(move || {
            let lines = b"ping 1\n".repeat(1000);
            while stdin.write_all(&lines).is_ok() {
                counter.fetch_add(lines.len(), Ordering::Relaxed);
            }
        });
        std::thread::sleep(Duration::from_millis(1500));
        let accepted = written.load(Ordering::Relaxed);
        controller.child.kill().unwrap();
        controller.child.wait().unwrap();
        writer.join().unwrap();
        assert!(accepted < 1 << 20, "{arguments:?} has read {accepted} bytes");
    }
}

/// A program that exits before its first game is a failure with its reason, not a wrong call.
#[test]
fn programs_that_exit_at_once_are_reported() {
    let folder = folder("at-once");
    for (arguments, message) in [
        (
            &["play", "othello", "--seat", "2=exec:gtp:false"][..],
            "cannot use --seat 2=exec:gtp:false: false exited (exit status: 1)",
        ),
        (&["best", "othello", "--engine", "exec:nboard:false"], "false exited (exit status: 1)"),
        (&["match", "othello", "random", "exec:gtp:true"], "true exited (exit status: 0)"),
    ] {
        let output = takhteh(arguments, &folder);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
        assert_eq!(stderr, format!("takhteh: {message}\n"));
    }
    let output = takhteh(&["play", "othello", "--seat", "2=strang"], &folder);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("there is no engine \"strang\" here: expected ") && stderr.ends_with(", or human\n")
    );
}

#[test]
fn commands_before_the_end_of_the_input_are_answered() {
    let mut controller = Controller::new(&["gtp", "--engine", "strong:level=2"], &folder("piped"));
    controller.send(b"genmove b\ngenmove w\n7 showboard\n");
    drop(controller.child.stdin.take());
    assert_eq!(controller.read_until("=7"), "=7 ");
    assert!(controller.child.wait().unwrap().success());
}

#[test]
fn the_clock_of_the_controller_is_respected() {
    let mut controller = Controller::new(&["gtp"], &folder("clock"));
    let begin = Instant::now();
    controller.send(b"time_settings 0 1 4\ngenmove b\ngenmove w\ngenmove b\ngenmove w\n");
    for _ in 0..5 {
        controller.read_until("=");
    }
    let took = begin.elapsed();
    assert!(took > Duration::from_millis(600) && took < Duration::from_secs(4), "{took:?}");
}

#[test]
fn games_of_othello_are_converted() {
    let folder = folder("convert");
    let shortest = "e6f4e3f6g5d6e7f5c5";
    std::fs::write(folder.join("games.txt"), format!("{shortest}\nF5 d6\n")).unwrap();
    let ggf = takhteh(&["othello", "convert", "games.txt", "--to", "ggf"], &folder);
    assert!(ggf.status.success());
    std::fs::write(folder.join("games.ggf"), &ggf.stdout).unwrap();
    assert!(String::from_utf8_lossy(&ggf.stdout).contains("B[E6]W[F4]"));
    let back = takhteh(&["othello", "convert", "games.ggf"], &folder);
    assert_eq!(String::from_utf8(back.stdout).unwrap(), format!("{shortest}\nf5d6\n"));
    let output = takhteh(&["othello", "convert", "games.txt", "--json"], &folder);
    let first: Value =
        serde_json::from_slice(output.stdout.split(|&byte| byte == b'\n').next().unwrap()).unwrap();
    assert_eq!(
        first,
        json!({"game": 1, "text": shortest, "moves": 9, "black": 13, "white": 0, "finished": true, "warning": null})
    );

    // A WTHOR file with a good game and one of a wrong score.
    let mut record = vec![1, 0, 2, 0, 3, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53];
    record.resize(68, 0);
    let mut bytes = vec![20, 26, 1, 1, 2, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 0, 0];
    bytes.extend(&record);
    record[6] = 20;
    bytes.extend(&record);
    std::fs::write(folder.join("games.wtb"), bytes).unwrap();
    let output = takhteh(&["othello", "convert", "games.wtb"], &folder);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), format!("{shortest}\n"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains("game 2: byte 90: the score is 20, but the moves lead to 64"), "{errors}");
    assert_eq!(output.status.code(), Some(1));

    // Damaged games are reported, and the others are converted.
    let start = "---------------------------OX------XO---------------------------";
    for (file, text, written, error, sum) in [
        (
            "bad.txt",
            "\u{feff}1. f5 d6 2. c3\n\nf5a1\nc4e3\n",
            "f5d6c3\nc4e3\n",
            "bad.txt, line 3: move 2: a1 turns no disc over",
            "cannot read 1 game of bad.txt",
        ),
        (
            "bad.ggf",
            &format!("(;B[F5];)(;B[A1];)(;BO[8 {start} O];)(;B[C4];)(;B[D3]").replace('X', "*"),
            "f5\nc4\n",
            "bad.ggf, game 5: the game breaks off",
            "cannot read 3 games of bad.ggf",
        ),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
        let output = takhteh(&["othello", "convert", file], &folder);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), written);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(errors.contains(error) && errors.contains(sum), "{errors}");
    }
}
