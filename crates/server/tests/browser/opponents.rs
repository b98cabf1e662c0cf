//! People who play each other: leaving, challenges, chat, and turns on other pages.

use serde_json::json;

use crate::accounts::register;
use crate::axe::violations;
use crate::capture::{DESKTOP, PHONE, capture};
use crate::test_server::TestServer;
use crate::window::{Key, Window};

const SETTLED: [&str; 1] = ["--force-prefers-reduced-motion"];

/// Opens a table through the form; all seats but the first are for friends.
async fn create_table(window: &Window, game: &str, preset: Option<&str>, players: &[&str]) -> String {
    window.goto(&format!("/new/{}", game.to_lowercase())).await;
    if let Some(preset) = preset {
        window.select("Preset", preset).await;
    }
    for player in players {
        window.select(&format!("{player} player"), "Friend (invite link)").await;
    }
    window.click("5 min + 3 s").await;
    window.click("Create game").await;
    window.wait_for_text("Copy link").await;
    window.path().await
}

async fn join(window: &Window, path: &str) {
    window.goto(path).await;
    window.wait_for_text("Join this game").await;
    window.click("Join").await;
}

/// Closes the connection of a window and lets it make no other.
async fn disconnect(window: &Window) {
    window.ignore_log("WebSocket");
    window.ignore_log("ERR_");
    // The server must receive the end of the connection, so the network goes down just after it.
    window.execute("sockets.at(-1).close()", vec![]).await;
    window.network(false).await;
    window.wait_for_text("Reconnecting…").await;
}

#[tokio::test]
async fn a_player_loses_the_connection_and_the_other_claims_the_game() {
    let mut server = TestServer::open().await;
    let black = server.open_window_with(&SETTLED).await;
    let white = server.open_window_with(&SETTLED).await;
    black.set_name("Laleh").await;
    white.set_name("Omid").await;
    let path = create_table(&black, "Othello", None, &["White"]).await;
    black
        .wait_until(
            "the QR code is drawn",
            "return document.querySelector('.invite-code').naturalWidth > 0",
            vec![],
        )
        .await;
    let mut found = violations(&black, "invitation").await;
    join(&white, &path).await;
    assert!(black.wait_for_turn(0).await);
    disconnect(&white).await;
    black.wait_for_text_in(".absence", "Omid left. You may claim the game in").await;
    black.wait_for_text_in(".player.away .player-status", "offline").await;
    // Back in time: nothing has happened.
    white.network(true).await;
    black.wait_until("the notice is gone", "return document.querySelector('.absence').hidden", vec![]).await;
    disconnect(&white).await;
    black.wait_for_text_in(".absence", "You may claim the game now.").await;
    found.append(&mut violations(&black, "absent opponent").await);
    assert!(black.has("Claim draw").await);
    capture(&black, "absence-desktop-light", DESKTOP, "light").await;
    capture(&black, "absence-phone-dark", PHONE, "dark").await;
    black.tab_to("Claim win").await;
    black.press_key(Key::Enter).await;
    black.wait_for_headline("You win").await;
    black.wait_for_text("Opponent left the game.").await;
    white.network(true).await;
    white.wait_for_headline("Laleh wins").await;
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn four_browsers_fill_a_table_of_halma() {
    let mut server = TestServer::open().await;
    let mut windows = Vec::new();
    for _ in 0..4 {
        windows.push(server.open_window().await);
    }
    let names = ["Laleh", "Omid", "Parisa", "Reza"];
    for (window, name) in windows.iter().zip(names) {
        window.set_name(name).await;
    }
    let seats = windows[0].execute(
        "return fetch('/api/preview', { method: 'POST', headers: { 'content-type': 'application/json' }, \
         body: JSON.stringify({ game: 'halma', settings: { Player_num: '4' }, position: 'start' }) }) \
         .then((response) => response.json()).then(({ seats }) => seats.map(({ title }) => title[0].toUpperCase() + title.slice(1)))",
        vec![],
    );
    let seats: Vec<String> = serde_json::from_value(seats.await).unwrap();
    let others: Vec<&str> = seats[1..].iter().map(String::as_str).collect();
    let path = create_table(&windows[0], "Halma", Some("8 × 8 for four"), &others).await;
    windows[0].wait_for_headline("Waiting for 3 players").await;
    windows[0].wait_for_text("Send this link to the other players:").await;
    for (window, left) in windows[1..].iter().zip([2, 1, 0]) {
        join(window, &path).await;
        if left > 1 {
            windows[0].wait_for_text(&format!("Waiting for {left} players")).await;
        }
    }
    for (number, window) in windows.iter().enumerate() {
        assert!(window.wait_for_turn(number).await, "player {number}");
        window.play_any(number).await;
    }
    for window in &windows {
        window.wait_for_moves(4).await;
    }
    // The second player leaves; another goes on without.
    disconnect(&windows[1]).await;
    windows[2].wait_for_text_in(".absence", "Omid left.").await;
    windows[2].click("Continue without Omid").await;
    windows[3].wait_for_text("left").await;
    assert!(windows[0].wait_for_turn(4).await);
    windows[0].play_any(1).await;
    assert!(windows[2].wait_for_turn(5).await, "the seat of the second player is left out");
    server.close().await;
}

#[tokio::test]
async fn a_challenge_by_name_is_accepted_by_keyboard_on_another_page() {
    let mut server = TestServer::open().await;
    let laleh = server.open_window_with(&SETTLED).await;
    let omid = server.open_window_with(&SETTLED).await;
    register(&laleh, "Laleh").await;
    register(&omid, "Omid").await;
    omid.goto("/statistics").await;
    let mut found = Vec::new();
    for is_accepted in [false, true] {
        laleh.goto("/player/Omid").await;
        found.append(&mut violations(&laleh, "profile").await);
        laleh.click("Challenge").await;
        laleh.click("Othello").await;
        laleh.wait_for_text("New game: Othello").await;
        assert_eq!(laleh.find("Name").await.prop("value").await.unwrap().as_deref(), Some("Omid"));
        laleh.click("5 min + 3 s").await;
        laleh.click("Send challenge").await;
        laleh.wait_for_text("Waiting for Omid").await;
        omid.wait_for_text("Laleh challenges you: Othello.").await;
        omid.wait_for_text("5 min + 3 s, casual. You play White.").await;
        if is_accepted {
            found.append(&mut violations(&omid, "challenge").await);
            capture(&omid, "challenge-desktop-light", DESKTOP, "light").await;
            capture(&omid, "challenge-phone-dark", PHONE, "dark").await;
            omid.tab_to("Accept challenge of Laleh").await;
        } else {
            omid.tab_to("Decline challenge of Laleh").await;
        }
        omid.press_key(Key::Enter).await;
        if !is_accepted {
            laleh.wait_for_text("Omid declined your challenge.").await;
            laleh.click("Dismiss").await;
        }
    }
    assert!(laleh.wait_for_turn(0).await);
    omid.wait_for_headline("Laleh to move").await;
    // The turn is in the title of every page, but not while the player looks at the table.
    let title = "return document.title";
    omid.goto("/statistics").await;
    laleh.play_any(0).await;
    omid.wait_until("the title", "return document.title.startsWith('● Your turn · ')", vec![]).await;
    omid.wait_until(
        "the icon",
        "return document.querySelector('link[rel=icon]').href.endsWith('/icon_turn.svg')",
        vec![],
    )
    .await;
    assert_eq!(laleh.execute(title, vec![]).await, json!("Othello · Takhteh"));
    omid.reload().await;
    omid.wait_until("the title", "return document.title.startsWith('● Your turn · ')", vec![]).await;
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn players_chat_and_block_each_other() {
    let mut server = TestServer::open().await;
    let black = server.open_window_with(&SETTLED).await;
    let white = server.open_window_with(&SETTLED).await;
    black.set_name("Laleh").await;
    white.set_name("Omid").await;
    let path = create_table(&black, "Othello", None, &["White"]).await;
    join(&white, &path).await;
    black.wait_for_turn(0).await;
    for (width, height) in [(390, 844), (1280, 900)] {
        black.resize(width, height).await;
        black.click("Phrases").await;
        let script = r#"
            const { left, right } = document.querySelector(".chat .popover > div").getBoundingClientRect();
            return left >= 0 && right <= document.documentElement.clientWidth;"#;
        assert_eq!(
            black.execute(script, vec![]).await,
            true,
            "phrases outside of the page of {width} pixels"
        );
        black.click("Good luck").await;
    }
    white.wait_for_text_in(".chat-log", "Laleh Good luck").await;
    // Markup is text, and typing does not trigger shortcuts.
    white.tab_to("Message").await;
    white.type_text("<b>fine</b> /f").await;
    white.press_key(Key::Enter).await;
    black.wait_for_text_in(".chat-log", "Omid <b>fine</b> /f").await;
    let mut found = violations(&black, "chat").await;
    capture(&black, "chat-desktop-light", DESKTOP, "light").await;
    capture(&black, "chat-desktop-dark", DESKTOP, "dark").await;
    capture(&black, "chat-phone-light", PHONE, "light").await;
    black.resize(DESKTOP.0, DESKTOP.1).await;
    // A spectator has a chat of its own.
    let guest = server.open_window_with(&SETTLED).await;
    guest.goto(&path).await;
    guest.wait_for_text("Spectator chat").await;
    guest.wait_for_text("No messages yet.").await;
    // Muted until unmuted. A line that arrives meanwhile leaves the open options and the focus alone.
    black.click("Omid: mute or block").await;
    white.fill("Message", "a later line").await;
    white.click("Send").await;
    black.wait_for_text_in(".chat-log", "Omid a later line").await;
    let focus = "return document.activeElement.getAttribute('aria-label')";
    assert_eq!(black.execute(focus, vec![]).await, json!("Omid: mute or block"));
    black.click("Mute").await;
    black.wait_for_text_in(".chat-log", "Omid is muted.").await;
    assert!(!black.text().await.contains("fine"));
    black.click("Unmute").await;
    black.wait_for_text_in(".chat-log", "fine").await;
    // Blocked for good.
    black.click("Omid: mute or block").await;
    black.click("Block").await;
    black.wait_until("the line is gone", "return !document.body.innerText.includes('fine')", vec![]).await;
    white.fill("Message", "do you hear me").await;
    white.click("Send").await;
    white.wait_for_text_in(".chat-log", "do you hear me").await;
    black.fill("Message", "no").await;
    black.click("Send").await;
    white.wait_for_text_in(".chat-log", "Laleh no").await;
    assert!(!black.text().await.contains("do you hear me"));
    found.append(&mut violations(&guest, "spectator").await);
    black.click("Hide chat").await;
    assert!(!black.has("Message").await);
    black.reload().await;
    black.click("Show chat").await;
    black.wait_for_text_in(".chat-log", "no").await;
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn notifications_are_asked_for_by_a_switch_only() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&SETTLED).await;
    let hook = "window.asked = 0; Notification.requestPermission = async () => { window.asked += 1; return 'denied'; };";
    window.execute(hook, vec![]).await;
    window.set_name("Laleh").await;
    assert_eq!(window.execute("return window.asked", vec![]).await, json!(0));
    window.click("Laleh: Change name").await;
    window.click("Notify me of turns and challenges").await;
    window.wait_for_text("Your browser blocks notifications of this page.").await;
    assert_eq!(window.execute("return window.asked", vec![]).await, json!(1));
    server.close().await;
}
