//! Screenshots of docs/screenshots; `./screenshots` saves them.

use crate::accounts::{PlayedGame, log_out, open_table, play, register};
use crate::capture::{DESKTOP, PHONE, capture};
use crate::test_server::TestServer;
use crate::window::Window;

/// Takes screenshots: desktop, in the dark theme if `dark`, on a phone if `phone`.
async fn capture_all(window: &Window, name: &str, dark: bool, phone: bool) {
    capture(window, name, DESKTOP, "light").await;
    if dark {
        capture(window, &format!("{name}-dark"), DESKTOP, "dark").await;
    }
    if phone {
        capture(window, &format!("{name}-phone"), PHONE, "light").await;
    }
}

/// Plays `turns` moves suggested by the engine.
async fn play_hints(window: &Window, turns: usize) {
    let mut played = 0;
    for _ in 0..turns {
        window.wait_for_input(played).await;
        played = window.moves().await.len() + 1;
        window.click("Hint").await;
        let script = "return /Best: (.+)/.exec(document.querySelector('.status').innerText)?.[1] ?? null";
        let best = window.wait_until("a hint", script, vec![]).await;
        window.type_move(best.as_str().unwrap_or_default()).await;
    }
    window.wait_for_input(played).await;
}

#[tokio::test]
async fn every_page() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
    window.set_name("Laleh").await;
    for (game, turns) in [("Othello", 9), ("Chess", 9), ("Halma", 9), ("Backgammon", 5), ("Tic-tac-toe", 2)] {
        window.resize(DESKTOP.0, DESKTOP.1).await;
        window.goto("/").await;
        window.click(&format!("Play: {game}")).await;
        play_hints(&window, turns).await;
        let name = game.to_lowercase().replace('-', "");
        capture_all(
            &window,
            &name,
            ["othello", "backgammon"].contains(&name.as_str()),
            !["tictactoe", "chess"].contains(&name.as_str()),
        )
        .await;
    }
    window.resize(DESKTOP.0, DESKTOP.1).await;
    window.goto("/new/backgammon?setting.length=5").await;
    window.select("Black player", "Narrad").await;
    window.click("Start game").await;
    play_hints(&window, 7).await;
    capture_all(&window, "backgammon-match", false, true).await;
    window.goto("/").await;
    window.find("Play: Othello").await;
    window.wait_for_text("Resume").await;
    capture_all(&window, "lobby", true, true).await;
    window.goto("/new/halma").await;
    window.find("Start game").await;
    capture_all(&window, "new-game", false, false).await;
    window.goto("/queens?k=40").await;
    window.wait_for_text("No. 40").await;
    capture_all(&window, "queens", true, true).await;
    window.goto("/queens?mode=place&queens=a1,e2,h3,d4,c6").await;
    window.wait_for_text("attack").await;
    capture_all(&window, "queens-place", false, false).await;
    window.goto("/queens?mode=watch").await;
    window.click("Next solution").await;
    window.wait_for_text("solution 1 of 92").await;
    capture_all(&window, "queens-watch", false, false).await;
    window.goto("/edit/backgammon").await;
    window.wait_for(".board-interactive").await;
    capture_all(&window, "editor", false, false).await;
    server.close().await;
}

#[tokio::test]
async fn pages_of_people() {
    let mut server = TestServer::open().await;
    let arguments = ["--force-prefers-reduced-motion", "--hide-scrollbars"];
    let laleh = server.open_window_with(&arguments).await;
    let omid = server.open_window().await;
    let shirin = server.open_window().await;
    for (window, name) in [(&laleh, "laleh"), (&omid, "omid"), (&shirin, "Shirin")] {
        register(window, name).await;
    }
    let rated = |game, moves| PlayedGame { game, clock: "5m+3s", is_rated: true, moves };
    let casual = |game, moves| PlayedGame { game, clock: "none", is_rated: false, moves };
    for (players, winner, played) in [
        ([&shirin, &omid], 0, casual("halma", 12)),
        ([&laleh, &omid], 0, rated("othello", 14)),
        ([&shirin, &laleh], 0, rated("othello", 22)),
        ([&laleh, &omid], 0, rated("othello", 9)),
        ([&omid, &laleh], 0, rated("othello", 16)),
        ([&laleh, &omid], 0, rated("othello", 11)),
        ([&laleh, &shirin], 0, rated("chess", 16)),
        ([&omid, &laleh], 1, rated("chess", 8)),
        ([&laleh, &shirin], 1, casual("halma", 21)),
        ([&shirin, &laleh], 1, casual("tictactoe", 4)),
        ([&omid, &laleh], 1, rated("othello", 24)),
    ] {
        play(players, winner, &played).await;
    }
    open_table(&laleh, &shirin, &casual("halma", 0)).await;
    open_table(&omid, &laleh, &casual("chess", 0)).await;
    for (path, name, text) in [
        ("/statistics", "statistics", "Weakest player"),
        ("/history", "history", "Replay"),
        ("/player/laleh", "profile", "Replay"),
        ("/account", "account", "This one"),
    ] {
        laleh.resize(DESKTOP.0, DESKTOP.1).await;
        laleh.goto(path).await;
        laleh.wait_for_text(text).await;
        capture_all(&laleh, name, true, true).await;
    }
    laleh.resize(DESKTOP.0, DESKTOP.1).await;
    laleh.goto("/").await;
    laleh.wait_for_text("Resume").await;
    capture_all(&laleh, "menu", true, true).await;
    laleh.resize(DESKTOP.0, DESKTOP.1).await;
    log_out(&laleh, "laleh").await;
    laleh.goto("/account?register").await;
    laleh.find("Register").await;
    capture_all(&laleh, "log-in", false, true).await;
    server.close().await;
}
