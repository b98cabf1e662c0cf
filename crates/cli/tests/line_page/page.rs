//! The page of a serial line.

use std::net::TcpListener;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::axe::violations;
use crate::programs::Line;
use crate::window::Key;

const FOLLOWS: &str = r#"
    const log = document.querySelector(".traffic-scroll");
    return log.scrollTop + log.clientHeight >= log.scrollHeight - 2;"#;
const LATEST: &str = "Latest line";

#[tokio::test]
async fn a_game_by_clicks() {
    let line = Line::with_person_at_pc(&[], "9").await;
    line.wait_for_bytes("pc", "ATCR").await;
    line.wait_for_bytes("device", "OKCR").await;
    line.wait_for_bytes("pc", "ST 9CR").await;
    assert_eq!(line.leds().await, "off off off");
    line.window.wait_for_headline("Your turn").await;
    line.window.wait_for_text_in(".below .player-name", "PC: you").await;
    line.window.wait_for_text_in(".below .player-limit", "left for this move").await;
    for _ in 0..4 {
        let square = line.play_any().await;
        line.wait_for_bytes("pc", &format!("MV {}CR", square.to_uppercase())).await;
    }
    line.window.wait_for_text("Black plays").await;
    line.window.wait_for_headline("Your turn").await;
    // Illegal moves show a message, and the game continues.
    line.window.click_place("a8").await;
    line.window.wait_for_text_in(".notice", "a8 is not legal").await;
    line.window.click_place("d4").await;
    line.window.wait_for_text_in(".notice", "d4 is taken").await;
    line.play_any().await;
    line.window.wait_for_headline("Your turn").await;
    line.window.click("Resign").await;
    line.window.click("Confirm").await;
    line.window.wait_for_headline("Black wins").await;
    line.window.wait_for_text_in(".status", "White resigned.").await;
    line.wait_for_bytes("pc", "WNCR").await;
    assert_eq!(line.leds().await, "on off off", "the device wins");
    // A new game with colours swapped.
    line.window.click("New game").await;
    line.window.wait_for(".below .colour-dot[data-paint=black]").await;
    line.window.wait_for_headline("Your turn").await;
    assert_eq!(line.leds().await, "off off off");
    line.play_any().await;
    line.window.click("End game").await;
    line.window.click("Confirm").await;
    line.window.wait_for_text_in(".status", "The PC ended the game; most discs wins.").await;
    line.wait_for_bytes("pc", "EGCR").await;
    line.window.find("New game").await;
    line.close().await;
}

#[tokio::test]
async fn a_timeout_is_shown_in_the_log() {
    let line = Line::with_person_at_pc(&[], "1").await;
    line.wait_for_bytes("device", "ITCR").await;
    for words in ["The device claims: ", "The PC accepts the claim", "White loses the turn"] {
        line.window
            .wait_until(
                words,
                "return [...document.querySelectorAll('[data-kind=claim]')].some((entry) => entry.innerText.includes(arguments[0]))",
                vec![json!(words)],
            )
            .await;
    }
    line.close().await;
}

#[tokio::test]
async fn late_or_invalid_messages_are_rejected() {
    let line = Line::with_person_at_device(&[]).await;
    let entries = "return document.querySelectorAll('.entry').length";
    let before = line.window.execute(entries, vec![]).await;
    for (message, words) in [
        (json!({"kind": "play", "prompt": 0, "move": "c3"}), "for an earlier turn"),
        (json!({"kind": "play", "prompt": 1, "move": "z9"}), "expected a square from a1 to h8"),
        (json!({"kind": "play", "prompt": 1, "move": "pass"}), "cannot pass"),
        (json!({"kind": "play", "prompt": 1, "move": "a1"}), "a1 is not legal"),
        (json!({"kind": "stop"}), "only the PC can end a game"),
        (json!({"kind": "new_game"}), "games start automatically"),
        (json!({"kind": "dance"}), "unknown variant `dance`"),
    ] {
        let mut message = message;
        message["id"] = json!(1_000_000);
        let answer = line.answer_to(message.clone()).await;
        assert!(answer.contains(words), "{message}: {answer}");
    }
    assert_eq!(line.window.execute(entries, vec![]).await, before);
    line.play_any().await;
    line.close().await;
}

/// With --stdio a person can only play on the page; its address is written to standard error.
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
async fn a_move_by_keyboard() {
    let line = Line::with_person_at_device(&[]).await;
    line.window.wait_for_headline("Your turn").await;
    line.window.wait_for_text_in(".above .player-name", "PC").await;
    let target = line.window.targets().await[0].clone();
    line.window.tab_until("the board", |name| name.starts_with("a1, ")).await;
    // From the upper left corner: columns are letters, rows numbers.
    let (column, row) = (target.as_bytes()[0] - b'a', target.as_bytes()[1] - b'1');
    for _ in 0..column {
        line.window.press_key(Key::Right).await;
    }
    for _ in 0..row {
        line.window.press_key(Key::Down).await;
    }
    assert!(line.window.focused().await.starts_with(&target), "{}", line.window.focused().await);
    line.window.press_key(Key::Enter).await;
    line.wait_for_bytes("device", &format!("MM {}CR", target.to_uppercase())).await;
    line.close().await;
}

#[tokio::test]
async fn a_reloaded_page_shows_the_same_state() {
    let line = Line::with_person_at_device(&[]).await;
    line.play_any().await;
    line.play_any().await;
    line.window.wait_for_headline("Your turn").await;
    let entries = "return [...document.querySelectorAll('.entry')].map((entry) => entry.innerText)";
    let [before, discs] =
        [line.window.execute(entries, vec![]).await, json!(line.window.places_labelled("disc").await)];
    assert!(before.as_array().unwrap().len() > 20);
    line.window.reload().await;
    line.window.wait_for_headline("Your turn").await;
    assert_eq!(line.window.execute(entries, vec![]).await, before);
    assert_eq!(json!(line.window.places_labelled("disc").await), discs);
    line.play_any().await;
    // Nothing is lost on a reconnection either.
    line.window.wait_for_headline("Your turn").await;
    let before = line.window.execute(entries, vec![]).await;
    line.window.execute("sockets.at(-1).close()", vec![]).await;
    line.window
        .wait_until(
            "there is another connection",
            "return sockets.length > 1 && sockets.at(-1).readyState === 1",
            vec![],
        )
        .await;
    line.window
        .wait_until(
            "everything is shown again",
            "return document.getElementById('connection').textContent === ''",
            vec![],
        )
        .await;
    assert_eq!(line.window.execute(entries, vec![]).await, before);
    line.play_any().await;
    line.close().await;
}

#[tokio::test]
async fn a_page_of_an_engine_is_read_only() {
    let device = ["--engine", "random", "--quirks", "crlf,ok-before", "--print", "--games", "1"];
    let mut line = Line::with_page_at_device(&device).await;
    line.window.wait_for_headline("Waiting for a PC").await;
    line.window.wait_for_text_in(".below .player-name", "Device: random").await;
    assert!(!line.window.has("Resign").await && !line.window.has("New game").await);
    line.window.click_place("a1").await;
    line.window.wait_for_text_in(".notice", "This page is read-only.").await;
    assert_eq!(line.window.targets().await, [""; 0]);
    line.start_pc(&["--plays", "black"]);
    // The program ends after the game; the page keeps the last state with one LED on.
    line.window.wait_for_text("The program has ended. This is the last state.").await;
    line.window.wait_for_text_in(".status", "Game over.").await;
    assert_eq!(line.leds().await.matches("on").count(), 1);
    line.wait_for_bytes("device", "Type your moveCRLF").await;
    assert!(line.device.wait_for_success() && line.pc().wait_for_success());
    line.ignore_disconnect();
    line.close().await;
}

#[tokio::test]
async fn disconnected_line_and_ended_program() {
    // A device with a fixed number of games does not wait for another PC.
    let mut line = Line::with_person_at_device(&["--games", "2"]).await;
    line.play_any().await;
    line.ignore_disconnect();
    line.pc().kill();
    line.window.wait_for_headline("Disconnected").await;
    line.window.wait_for_text_in(".status", "No result. The line was disconnected.").await;
    line.window.wait_for_text("Disconnected: closed by the other end").await;
    assert!(!line.device.wait_for_success(), "a game came to nothing");
    line.close().await;

    let mut line = Line::with_person_at_device(&[]).await;
    line.play_any().await;
    line.ignore_disconnect();
    line.device.kill();
    line.window.wait_for_text("Reconnecting…").await;
    line.window.click_place(&line.window.places_labelled("empty").await[0]).await;
    line.window.wait_for_text_in(".notice", "Cannot reach the server. Please try again.").await;
    line.close().await;
}

#[tokio::test]
async fn the_log_follows_until_it_is_scrolled() {
    let line = Line::with_person_at_device(&["--print"]).await;
    line.play_any().await;
    line.window.wait_for_headline("Your turn").await;
    line.window.wait_until("the log follows", FOLLOWS, vec![]).await;
    line.window.execute("document.querySelector('.traffic-scroll').scrollTop = 40", vec![]).await;
    line.window.wait_until("it was scrolled", "return !(() => { const log = document.querySelector('.traffic-scroll'); return log.scrollTop + log.clientHeight >= log.scrollHeight - 40; })()", vec![]).await;
    line.play_any().await;
    line.window.find(LATEST).await;
    assert_eq!(
        line.window.execute("return document.querySelector('.traffic-scroll').scrollTop", vec![]).await,
        40
    );
    line.window.click(LATEST).await;
    line.window.wait_until("the log follows again", FOLLOWS, vec![]).await;
    line.play_any().await;
    line.window.wait_for_headline("Your turn").await;
    line.window.wait_until("the log follows on", FOLLOWS, vec![]).await;
    assert!(!line.window.has(LATEST).await);
    line.close().await;
}

#[tokio::test]
async fn the_page_is_accessible_and_fits_on_a_phone() {
    let line = Line::with_person_at_device(&["--print"]).await;
    line.play_any().await;
    line.window.wait_for_headline("Your turn").await;
    line.window.click_place("a1").await;
    let mut found = violations(&line.window, "in play").await;
    line.window.resize(390, 844).await;
    line.window.wait_until_idle().await;
    assert_eq!(line.overflow().await, 0, "the page is wider than a phone");
    found.append(&mut violations(&line.window, "on a phone").await);
    line.window.click("Resign").await;
    line.window.click("Confirm").await;
    // The PC ends after its only game.
    line.ignore_disconnect();
    line.window.wait_for_text_in(".status", "White wins").await;
    found.append(&mut violations(&line.window, "at the end").await);
    assert_eq!(line.overflow().await, 0, "the page is wider than a phone");
    assert!(found.is_empty(), "{}", found.join("\n"));
    line.close().await;
}
