//! What people see and do on the page.

use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::axe::findings;
use crate::programs::Line;
use crate::window::Key;

const FOLLOWS: &str = r#"
    const log = document.querySelector(".traffic-scroll");
    return log.scrollTop + log.clientHeight >= log.scrollHeight - 2;"#;
const LATEST: &str = "To the latest line";

#[tokio::test]
async fn a_game_by_click_from_the_first_word_to_the_leds() {
    let line = Line::with_person_at_pc(&[], "9").await;
    line.says("pc", "ATCR").await;
    line.says("device", "OKCR").await;
    line.says("pc", "ST 9CR").await;
    assert_eq!(line.leds().await, "off off off");
    line.window.headline("Your turn").await;
    line.window.part_says(".below .player-name", "PC: you").await;
    line.window.part_says(".below .player-limit", "left for this move").await;
    for _ in 0..4 {
        let square = line.play_any().await;
        line.says("pc", &format!("MV {}CR", square.to_uppercase())).await;
    }
    line.window.says("Black plays").await;
    line.window.headline("Your turn").await;
    // What cannot be played is answered by a sentence, and the game goes on.
    line.window.touch("a8").await;
    line.window.part_says(".murmur", "A8 is not legal: a disc there would turn nothing over.").await;
    line.window.touch("d4").await;
    line.window.part_says(".murmur", "D4 is taken: expected an empty square.").await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    line.window.press("Resign").await;
    line.window.press("Really?").await;
    line.window.headline("Black wins").await;
    line.window.part_says(".status", "White gave up.").await;
    line.says("pc", "WNCR").await;
    assert_eq!(line.leds().await, "on off off", "the device wins");
    // Another game, with the colours changed.
    line.window.press("New game").await;
    line.window.there_is(".below .paint[data-paint=black]").await;
    line.window.headline("Your turn").await;
    assert_eq!(line.leds().await, "off off off");
    line.play_any().await;
    line.window.press("Program the game").await;
    line.window.press("Really?").await;
    line.window.part_says(".status", "The PC ended the game; more discs win.").await;
    line.says("pc", "EGCR").await;
    line.window.named("New game").await;
    line.close().await;
}

#[tokio::test]
async fn who_is_late_reads_of_it() {
    let line = Line::with_person_at_pc(&[], "1").await;
    line.says("device", "ITCR").await;
    for words in ["The device claims: ", "The PC accepts the claim", "White loses the turn"] {
        line.window
            .until(
                words,
                "return [...document.querySelectorAll('[data-what=claim]')].some((entry) => entry.innerText.includes(arguments[0]))",
                vec![json!(words)],
            )
            .await;
    }
    line.close().await;
}

#[tokio::test]
async fn what_comes_too_late_or_makes_no_sense_does_nothing() {
    let line = Line::with_person_at_device(&[]).await;
    let entries = "return document.querySelectorAll('.entry').length";
    let before = line.window.run(entries, vec![]).await;
    for (message, words) in [
        (json!({"kind": "play", "question": 0, "move": "c3"}), "that was for an earlier turn"),
        (json!({"kind": "play", "question": 1, "move": "z9"}), "expected a square from a1 to h8"),
        (json!({"kind": "play", "question": 1, "move": "pass"}), "you have a move, and cannot pass"),
        (json!({"kind": "play", "question": 1, "move": "a1"}), "a1 is not legal"),
        (json!({"kind": "stop"}), "only the PC can end a game"),
        (json!({"kind": "again"}), "games begin by themselves here"),
        (json!({"kind": "dance"}), "there is no message of kind"),
    ] {
        let mut message = message;
        message["id"] = json!(1_000_000);
        let answer = line.answer_to(message.clone()).await;
        assert!(answer.contains(words), "{message}: {answer}");
    }
    assert_eq!(line.window.run(entries, vec![]).await, before);
    line.play_any().await;
    line.close().await;
}

/// Standard output is the line itself there, so a person can only play on the page, whose address is told elsewhere.
#[test]
fn a_page_beside_stdin_and_stdout() {
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_takhteh"))
            .args(["othello", "serial", "--stdio", "--role", "device", "--seat", "human"])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap()
    };
    let output = run(&["--web", "127.0.0.1:0"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).starts_with("The page is http://127.0.0.1:"),
        "{output:?}"
    );
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (arguments, words) in [
        (&[][..], "expected another line for --seat human, or --web"),
        (&["--web", &address], "use another address with --web"),
        (&["--web", "somewhere"], "invalid socket address"),
    ] {
        let output = run(arguments);
        let sentence = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && sentence.contains(words), "{sentence}");
    }
}

#[tokio::test]
async fn the_keyboard_plays_too() {
    let line = Line::with_person_at_device(&[]).await;
    line.window.headline("Your turn").await;
    line.window.part_says(".above .player-name", "PC").await;
    let target = line.window.targets().await[0].clone();
    line.window.tab_until("the board", |name| name.starts_with("a1, ")).await;
    // From the upper left corner: columns are letters, rows numbers.
    let (column, row) = (target.as_bytes()[0] - b'a', target.as_bytes()[1] - b'1');
    for _ in 0..column {
        line.window.key(Key::Right).await;
    }
    for _ in 0..row {
        line.window.key(Key::Down).await;
    }
    assert!(line.window.focused().await.starts_with(&target), "{}", line.window.focused().await);
    line.window.key(Key::Enter).await;
    line.says("device", &format!("MM {}CR", target.to_uppercase())).await;
    line.close().await;
}

#[tokio::test]
async fn a_page_loaded_again_shows_the_same() {
    let line = Line::with_person_at_device(&[]).await;
    line.play_any().await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    let entries = "return [...document.querySelectorAll('.entry')].map((entry) => entry.innerText)";
    let [before, discs] =
        [line.window.run(entries, vec![]).await, json!(line.window.places_saying("disc").await)];
    assert!(before.as_array().unwrap().len() > 20);
    line.window.reload().await;
    line.window.headline("Your turn").await;
    assert_eq!(line.window.run(entries, vec![]).await, before);
    assert_eq!(json!(line.window.places_saying("disc").await), discs);
    line.play_any().await;
    // Nor is anything lost when only the connection is.
    line.window.headline("Your turn").await;
    let before = line.window.run(entries, vec![]).await;
    line.window.run("lines.at(-1).close()", vec![]).await;
    line.window
        .until("there is another line", "return lines.length > 1 && lines.at(-1).readyState === 1", vec![])
        .await;
    line.window
        .until("all is told again", "return document.getElementById('connection').textContent === ''", vec![])
        .await;
    assert_eq!(line.window.run(entries, vec![]).await, before);
    line.play_any().await;
    line.close().await;
}

#[tokio::test]
async fn who_watches_an_engine_cannot_play() {
    let device = ["--engine", "random", "--quirks", "crlf,ok-before", "--print", "--games", "1"];
    let mut line = Line::with_page_at_device(&device).await;
    line.window.headline("Waiting for a PC").await;
    line.window.part_says(".below .player-name", "Device: random").await;
    assert!(!line.window.has("Resign").await && !line.window.has("New game").await);
    line.window.touch("a1").await;
    line.window.part_says(".murmur", "This page only watches.").await;
    assert_eq!(line.window.targets().await, [""; 0]);
    line.start_pc(&["--plays", "black"]);
    // To its end, which lights one LED; the program goes home then, and what it has shown stays.
    line.window.says("The program has ended. This is how it looked last.").await;
    line.window.part_says(".status", "Played to the end.").await;
    assert_eq!(line.leds().await.matches("on").count(), 1);
    line.says("device", "Type your moveCRLF").await;
    assert!(line.device.ends_well() && line.pc().ends_well());
    line.ignore_disconnect();
    line.close().await;
}

#[tokio::test]
async fn a_line_that_is_gone_and_a_program_that_is_gone() {
    // A device that was told how many games there are to be waits for no other PC.
    let mut line = Line::with_person_at_device(&["--games", "2"]).await;
    line.play_any().await;
    line.ignore_disconnect();
    line.pc().kill();
    line.window.headline("The line is gone").await;
    line.window.part_says(".status", "No result. The line was cut.").await;
    line.window.says("Disconnected: closed by the other end").await;
    assert!(!line.device.ends_well(), "a game came to nothing");
    line.close().await;

    let mut line = Line::with_person_at_device(&[]).await;
    line.play_any().await;
    line.ignore_disconnect();
    line.device.kill();
    line.window.says("The connection is lost; trying again.").await;
    line.window.touch(&line.window.places_saying("empty").await[0]).await;
    line.window.part_says(".murmur", "The server could not be reached. Please try again.").await;
    line.close().await;
}

#[tokio::test]
async fn the_log_follows_until_somebody_reads() {
    let line = Line::with_person_at_device(&["--print"]).await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    line.window.until("the log follows", FOLLOWS, vec![]).await;
    line.window.run("document.querySelector('.traffic-scroll').scrollTop = 40", vec![]).await;
    line.window.until("it was scrolled", "return !(() => { const log = document.querySelector('.traffic-scroll'); return log.scrollTop + log.clientHeight >= log.scrollHeight - 40; })()", vec![]).await;
    line.play_any().await;
    line.window.named(LATEST).await;
    assert_eq!(
        line.window.run("return document.querySelector('.traffic-scroll').scrollTop", vec![]).await,
        40
    );
    line.window.press(LATEST).await;
    line.window.until("the log follows again", FOLLOWS, vec![]).await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    line.window.until("the log follows on", FOLLOWS, vec![]).await;
    assert!(!line.window.has(LATEST).await);
    line.close().await;
}

#[tokio::test]
async fn everybody_can_use_it_by_day_by_night_and_on_a_phone() {
    let line = Line::with_person_at_device(&["--print"]).await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    line.window.touch("a1").await;
    let mut found = findings(&line.window, "in play").await;
    line.window.resize(390, 844).await;
    line.window.settles().await;
    assert_eq!(line.excess().await, 0, "the page is wider than a phone");
    found.append(&mut findings(&line.window, "on a phone").await);
    line.window.press("Resign").await;
    line.window.press("Really?").await;
    // The PC has played its one game, and goes home.
    line.ignore_disconnect();
    line.window.part_says(".status", "White wins").await;
    found.append(&mut findings(&line.window, "at the end").await);
    assert_eq!(line.excess().await, 0, "the page is wider than a phone");
    assert!(found.is_empty(), "{}", found.join("\n"));
    line.close().await;
}
