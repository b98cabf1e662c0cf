//! Lost connections and reloaded pages.

use crate::test_server::TestServer;
use crate::window::Window;

const LOST: &str = "Reconnecting…";

/// A running game of Othello, and its moves.
async fn running_game(server: &mut TestServer) -> (Window, Vec<String>) {
    let window = server.open_window().await;
    window.click("Play: Othello").await;
    for turn in 0..3 {
        assert!(window.wait_for_turn(2 * turn).await);
        window.click_place(&window.targets().await[0]).await;
    }
    assert!(window.wait_for_turn(6).await);
    window.execute("window.isTheSamePage = true", vec![]).await;
    // The browser logs lost connections.
    window.ignore_log("WebSocket");
    window.ignore_log("ERR_");
    let moves = window.moves().await;
    (window, moves)
}

/// Asserts that the page was not reloaded, no move was lost, and the game continues.
async fn game_continues(window: &Window, before: &[String]) {
    assert!(window.wait_for_turn(before.len()).await);
    let moves = window.moves().await;
    assert_eq!(&moves[..before.len()], before);
    window
        .wait_until(
            "the connection banner is gone",
            "return document.getElementById('connection').textContent === ''",
            vec![],
        )
        .await;
    window.click_place(&window.targets().await[0]).await;
    assert!(window.wait_for_turn(moves.len() + 2).await);
    assert_eq!(window.execute("return window.isTheSamePage", vec![]).await, true);
}

#[tokio::test]
async fn the_server_restarts() {
    let mut server = TestServer::open().await;
    let (window, moves) = running_game(&mut server).await;
    server.stop().await;
    window.wait_for_text(LOST).await;
    server.restart().await;
    game_continues(&window, &moves).await;
    server.close().await;
}

#[tokio::test]
async fn a_move_made_offline_is_sent_once() {
    let mut server = TestServer::open().await;
    let (window, mut moves) = running_game(&mut server).await;
    server.stop().await;
    window.wait_for_text(LOST).await;
    let target = window.targets().await[0].clone();
    window.click_place(&target).await;
    server.restart().await;
    window.wait_for_moves(moves.len() + 2).await;
    moves.push(target);
    game_continues(&window, &moves).await;
    server.close().await;
}

#[tokio::test]
async fn a_closed_socket_reconnects() {
    let mut server = TestServer::open().await;
    let (window, moves) = running_game(&mut server).await;
    let sockets = window.execute("sockets.at(-1).close(); return sockets.length", vec![]).await;
    window
        .wait_until(
            "there is another socket",
            "return sockets.length > arguments[0] && sockets.at(-1).readyState === 1",
            vec![sockets],
        )
        .await;
    game_continues(&window, &moves).await;
    server.close().await;
}

/// The connection breaks between a move and its confirmation: the move is sent again and counts once.
#[tokio::test]
async fn a_lost_confirmation_does_not_repeat_the_move() {
    let mut server = TestServer::open().await;
    let (window, mut moves) = running_game(&mut server).await;
    window.execute("window.cutAfter = 'act'", vec![]).await;
    let target = window.targets().await[0].clone();
    window.click_place(&target).await;
    window.wait_until("the socket was closed", "return sockets.length > 1", vec![]).await;
    moves.push(target);
    game_continues(&window, &moves).await;
    assert!(!window.text().await.contains("not your turn"), "no error is shown");
    server.close().await;
}

#[tokio::test]
async fn the_network_is_down_for_a_while() {
    let mut server = TestServer::open().await;
    let (window, moves) = running_game(&mut server).await;
    window.network(false).await;
    window.execute("sockets.at(-1).close()", vec![]).await;
    window.wait_for_text(LOST).await;
    window.network(true).await;
    game_continues(&window, &moves).await;
    server.close().await;
}

#[tokio::test]
async fn a_reloaded_page_shows_the_same_game() {
    let mut server = TestServer::open().await;
    let (window, moves) = running_game(&mut server).await;
    let discs = window.places_labelled("black disc").await;
    window.reload().await;
    window.execute("window.isTheSamePage = true", vec![]).await;
    window.wait_for_moves(moves.len()).await;
    assert_eq!(window.places_labelled("black disc").await, discs);
    game_continues(&window, &moves).await;
    server.close().await;
}
