//! Complete games of Othello.

use crate::test_server::TestServer;
use crate::window::Key;

/// From the lobby to the result by clicks: one on the card, then one for each move.
#[tokio::test]
async fn a_game_by_mouse() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Othello").await;
    let mut played = 0;
    while window.wait_for_turn(played).await {
        played = window.moves().await.len();
        let targets = window.targets().await;
        match targets.get(played % targets.len().max(1)) {
            Some(target) => window.click_place(target).await,
            None => window.click("Pass").await,
        }
        played += 1;
    }
    window.wait_for_text_in(".status[data-tone=over] .headline", "win").await;
    window.wait_for_text_in(".status[data-tone=over]", "More discs.").await;
    assert!(played > 40, "only {played} moves");
    window.click("Export").await;
    window.click("Rematch").await;
    window
        .wait_until("a new game", "return document.querySelectorAll('.moves .ply').length < 2", vec![])
        .await;
    server.close().await;
}

/// Tab, arrow keys, Enter and typed moves, without the mouse.
#[tokio::test]
async fn a_game_by_keyboard() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.wait_for_text("Othello").await;
    window.tab_to("Options: Othello").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text("New game: Othello").await;
    window.tab_to("White level").await;
    window.type_text("1").await;
    window.tab_to("Start game").await;
    window.press_key(Key::Enter).await;
    let mut played = 0;
    while window.wait_for_turn(played).await {
        played = window.moves().await.len();
        let targets = window.targets().await;
        let Some(target) = targets.last() else {
            window.tab_to("Pass").await;
            window.press_key(Key::Enter).await;
            played += 1;
            continue;
        };
        if played % 4 < 2 {
            window.tab_until("the board", |name| name.contains(", empty") || name.contains(" disc")).await;
            window.arrow_to(target).await;
            window.press_key(Key::Enter).await;
        } else {
            window.type_move(target).await;
        }
        played += 1;
    }
    window.wait_for_text_in(".status[data-tone=over]", "More discs.").await;
    server.close().await;
}
