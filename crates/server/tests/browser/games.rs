//! A few moves of every game.

use crate::board_actions::square;
use crate::test_server::TestServer;
use crate::window::Window;

/// A piece of this kind next to an empty square, and that square.
async fn piece_and_target(window: &Window, kind: &str) -> (String, String) {
    let empty = window.places_labelled("empty").await;
    for piece in window.places_labelled(kind).await {
        let (column, row) = square(&piece);
        let beside = |other: &&String| {
            let (there, line) = square(other);
            there.abs_diff(column) <= 1 && line.abs_diff(row) <= 1
        };
        if let Some(target) = empty.iter().find(beside) {
            return (piece, target.clone());
        }
    }
    panic!("no {kind} can move");
}

/// Colour of the player to move.
async fn paint_to_move(window: &Window) -> String {
    let paint = window.wait_until(
        "a player is to move",
        "return document.querySelector('.player.turn .colour-dot')?.dataset.paint ?? null",
        vec![],
    );
    paint.await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn halma_by_clicks_and_by_dragging() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Halma").await;
    let mut played = 0;
    for turn in 0..3 {
        assert!(window.wait_for_turn(played).await);
        played = window.moves().await.len() + 1;
        let kind = format!("{} bead", paint_to_move(&window).await);
        let (piece, target) = piece_and_target(&window, &kind).await;
        if turn == 1 {
            window.drag_piece(&piece, &target).await;
        } else {
            window.click_place(&piece).await;
            window.wait_for_place(&piece, "selected").await;
            assert!(window.targets().await.contains(&target), "{target} is a target of {piece}");
            window.click_place(&target).await;
        }
        window.wait_for_place(&target, &kind).await;
        window.wait_for_place(&piece, "empty").await;
    }
    assert!(window.wait_for_turn(played).await);
    server.close().await;
}

#[tokio::test]
async fn halma_for_four_on_one_device() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Options: Halma").await;
    window.wait_for_text("New game: Halma").await;
    window.select("Players", "4").await;
    window
        .wait_until("four seats", "return document.querySelectorAll('.seat-options').length === 4", vec![])
        .await;
    for seat in seats(&window).await.into_iter().skip(1) {
        window.select(&format!("{seat} player"), "Friend (this device)").await;
    }
    window.click("Start game").await;
    let mut order = Vec::new();
    for played in 0..8 {
        window.wait_for_input(played).await;
        let paint = paint_to_move(&window).await;
        window.play_any(played).await;
        order.push(paint);
    }
    assert_eq!(order[..4], order[4..], "they move in turn");
    order.truncate(4);
    order.sort();
    order.dedup();
    assert_eq!(order.len(), 4, "four colours play");
    server.close().await;
}

#[tokio::test]
async fn chess_by_clicks_and_by_dragging() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Chess").await;
    assert!(window.wait_for_turn(0).await);
    window.click_place("e2").await;
    window.wait_for_place("e2", "selected").await;
    assert_eq!(window.targets().await.len(), 2, "a pawn moves one square or two");
    window.click_place("e4").await;
    window.wait_for_place("e4", "white pawn").await;
    assert!(window.wait_for_turn(2).await);
    window.drag_piece("g1", "f3").await;
    window.wait_for_place("f3", "white knight").await;
    assert!(window.wait_for_turn(4).await);
    for turn in 2..5 {
        window.play_any(turn).await;
        window.wait_for_turn(2 * turn + 2).await;
    }
    server.close().await;
}

/// Titles of the seats in the form for a new game.
async fn seats(window: &Window) -> Vec<String> {
    let script = "const titles = [...document.querySelectorAll('.seat-options > span:first-child')].map((title) => title.innerText.trim());
                  return titles.length > 0 && titles.every((title) => title) ? titles : null";
    let titles = window.wait_until("the seats have titles", script, vec![]).await;
    titles.as_array().unwrap().iter().filter_map(|title| title.as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_game_of_tic_tac_toe() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Options: Tic-tac-toe").await;
    let titles = seats(&window).await;
    window.select(&format!("{} player", titles[1]), "Friend (this device)").await;
    window.fill("Name", "Laleh").await;
    window.click("Start game").await;
    for (played, place) in ["b2", "a1", "a3", "c1", "b1", "b3", "c3", "c2"].into_iter().enumerate() {
        window.wait_for_input(played).await;
        window.click_place(place).await;
        window.wait_for_moves(played + 1).await;
    }
    window.wait_for_input(8).await;
    window.click_place("a2").await;
    window.wait_for_headline("Draw").await;
    server.close().await;
}
