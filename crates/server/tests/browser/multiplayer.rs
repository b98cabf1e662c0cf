//! Several players, each with their own browser and cookies.

use crate::test_server::TestServer;
use crate::window::Window;

/// Starts a game with clocks between two browsers; returns both windows and the path of the table.
async fn start_game(server: &mut TestServer) -> (Window, Window, String) {
    let black = server.open_window().await;
    let white = server.open_window().await;
    black.set_name("Laleh").await;
    white.set_name("Omid").await;
    black.click("Options: Othello").await;
    black.wait_for_text("New game: Othello").await;
    black.select("White player", "Friend (invite link)").await;
    black.click("5 min + 3 s").await;
    black.click("Create game").await;
    black.wait_for_text("Waiting for opponent").await;
    let path = black.path().await;
    white.goto(&path).await;
    white.wait_for_text("Join this game").await;
    white.click("Join").await;
    assert!(black.wait_for_turn(0).await);
    white.wait_for_headline("Laleh to move").await;
    (black, white, path)
}

#[tokio::test]
async fn two_browsers_play_by_invite_link() {
    let mut server = TestServer::open().await;
    let (black, white, path) = start_game(&mut server).await;
    black.click_place("d3").await;
    white.wait_for_moves(1).await;
    assert!(white.wait_for_turn(1).await);
    let clock = "return [...document.querySelectorAll('.player-clock')].every((clock) => /^[45]:[0-5][0-9]$/.test(clock.innerText))";
    white.wait_until("two clocks show their time", clock, vec![]).await;

    white.click("Offer draw").await;
    black.wait_for_headline("Omid offers a draw.").await;
    black.click("Decline").await;
    white.wait_for_headline("Your turn").await;

    white.click_place("c3").await;
    black.wait_for_moves(2).await;
    white.click("Takeback").await;
    black.wait_for_headline("Omid proposes a takeback.").await;
    black.click("Accept").await;
    white.wait_for_moves(1).await;
    black.wait_for_moves(1).await;
    white.click_place("e3").await;
    assert!(black.wait_for_turn(2).await);

    black.click("Resign").await;
    black.click("Confirm resign").await;
    black.wait_for_headline("Omid wins").await;
    white.wait_for_headline("You win").await;

    white.click("Rematch").await;
    black.click("Accept rematch").await;
    for window in [&black, &white] {
        window
            .wait_until(
                "a new table",
                "return location.pathname !== arguments[0]",
                vec![path.as_str().into()],
            )
            .await;
        window.wait_for_moves(0).await;
        window.wait_for_text("Laleh").await;
    }
    server.close().await;
}

#[tokio::test]
async fn a_premove_is_played_or_cancelled() {
    let mut server = TestServer::open().await;
    let (black, white, _) = start_game(&mut server).await;
    black.click_place("d3").await;
    black.wait_for_moves(1).await;
    black.click_place("c4").await;
    black.wait_for_place("c4", "premove").await;
    white.wait_for_moves(1).await;
    white.click_place("c3").await;
    black.wait_for_moves(3).await;
    assert_eq!(black.moves().await, ["d3", "c3", "c4"]);
    // An illegal premove is cancelled.
    black.click_place("a1").await;
    black.wait_for_place("a1", "premove").await;
    white.wait_for_moves(3).await;
    white.play_any(0).await;
    black.wait_for_text("Premove cancelled").await;
    black.wait_for_moves(4).await;
    server.close().await;
}

#[tokio::test]
async fn a_spectator_watches_and_cannot_play() {
    let mut server = TestServer::open().await;
    let (black, white, path) = start_game(&mut server).await;
    let guest = server.open_window().await;
    guest.click("Watch: Othello, Laleh, Omid").await;
    guest.wait_for_headline("Laleh to move").await;
    assert_eq!(guest.path().await, path);
    assert_eq!(guest.targets().await, [""; 0]);
    guest.click_place("d3").await;
    guest.click_place("c4").await;
    for name in ["Resign", "Offer draw", "Takeback", "Hint"] {
        assert!(!guest.has(name).await, "a spectator has no \"{name}\"");
    }
    black.click_place("f5").await;
    guest.wait_for_moves(1).await;
    guest.wait_for_place("f5", "black disc").await;
    white.wait_for_moves(1).await;
    white.click_place("f4").await;
    guest.wait_for_moves(2).await;
    assert_eq!(guest.moves().await, ["f5", "f4"]);
    assert_eq!(guest.places_labelled("premove").await, [""; 0]);
    server.close().await;
}
