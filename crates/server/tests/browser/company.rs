//! Several people, each with a browser and a cookie of their own.

use crate::house::House;
use crate::window::Window;

/// Opens a table with a clock for two, sits down at both sides, and says where it is.
async fn two_at_a_table(house: &mut House) -> (Window, Window, String) {
    let black = house.visitor().await;
    let white = house.visitor().await;
    black.is_called("Laleh").await;
    white.is_called("Omid").await;
    black.press("More ways to play: Othello").await;
    black.says("A game of Othello").await;
    black.choose("White is played by", "a person by link").await;
    black.press("5 min + 3 s").await;
    black.press("Open the table").await;
    black.says("One player is missing").await;
    let path = black.path().await;
    white.go(&path).await;
    white.says("There is a seat for you").await;
    white.press("Sit down").await;
    assert!(black.comes_back(0).await);
    white.headline("Laleh to move").await;
    (black, white, path)
}

#[tokio::test]
async fn two_browsers_play_by_link() {
    let mut house = House::open().await;
    let (black, white, path) = two_at_a_table(&mut house).await;
    black.touch("d3").await;
    white.has_moves(1).await;
    assert!(white.comes_back(1).await);
    let clock = "return [...document.querySelectorAll('.player-clock')].every((clock) => /^[45]:[0-5][0-9]$/.test(clock.innerText))";
    white.until("two clocks show their time", clock, vec![]).await;

    white.press("Offer a draw").await;
    black.headline("Omid offers a draw.").await;
    black.press("Decline").await;
    white.headline("Your turn").await;

    white.touch("c3").await;
    black.has_moves(2).await;
    white.press("Take back").await;
    black.headline("Omid asks to take a move back.").await;
    black.press("Accept").await;
    white.has_moves(1).await;
    black.has_moves(1).await;
    white.touch("e3").await;
    assert!(black.comes_back(2).await);

    black.press("Resign").await;
    black.press("Really?").await;
    black.headline("Omid wins").await;
    white.headline("You win").await;

    white.press("Rematch").await;
    black.press("Accept the rematch").await;
    for window in [&black, &white] {
        window
            .until("a new table", "return location.pathname !== arguments[0]", vec![path.as_str().into()])
            .await;
        window.has_moves(0).await;
        window.says("Laleh").await;
    }
    house.close().await;
}

#[tokio::test]
async fn a_move_planned_ahead() {
    let mut house = House::open().await;
    let (black, white, _) = two_at_a_table(&mut house).await;
    black.touch("d3").await;
    black.has_moves(1).await;
    black.touch("c4").await;
    black.place_says("c4", "premove").await;
    white.has_moves(1).await;
    white.touch("c3").await;
    black.has_moves(3).await;
    assert_eq!(black.moves().await, ["d3", "c3", "c4"]);
    // What is not possible when the turn comes is dropped.
    black.touch("a1").await;
    black.place_says("a1", "premove").await;
    white.has_moves(3).await;
    white.plays_any(0).await;
    black.says("The planned move is not possible any more.").await;
    black.has_moves(4).await;
    house.close().await;
}

#[tokio::test]
async fn a_spectator_sees_and_cannot_play() {
    let mut house = House::open().await;
    let (black, white, path) = two_at_a_table(&mut house).await;
    let guest = house.visitor().await;
    guest.press("watch: Othello, Laleh, Omid").await;
    guest.headline("Laleh to move").await;
    assert_eq!(guest.path().await, path);
    assert_eq!(guest.targets().await, [""; 0]);
    guest.touch("d3").await;
    guest.touch("c4").await;
    for name in ["Resign", "Offer a draw", "Take back", "Hint"] {
        assert!(!guest.has(name).await, "who only watches has no \"{name}\"");
    }
    black.touch("f5").await;
    guest.has_moves(1).await;
    guest.place_says("f5", "black disc").await;
    white.has_moves(1).await;
    white.touch("f4").await;
    guest.has_moves(2).await;
    assert_eq!(guest.moves().await, ["f5", "f4"]);
    assert_eq!(guest.places_saying("premove").await, [""; 0]);
    house.close().await;
}
