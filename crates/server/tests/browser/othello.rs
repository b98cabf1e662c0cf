//! Whole games of Othello.

use crate::house::House;
use crate::window::Key;

/// From the lobby to the result with nothing but clicks: one on the card, then one for each move.
#[tokio::test]
async fn a_game_by_mouse() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Othello").await;
    let mut played = 0;
    while window.comes_back(played).await {
        played = window.moves().await.len();
        let targets = window.targets().await;
        match targets.get(played % targets.len().max(1)) {
            Some(target) => window.touch(target).await,
            None => window.press("Pass").await,
        }
        played += 1;
    }
    window.part_says(".status[data-tone=over] .headline", "win").await;
    window.part_says(".status[data-tone=over]", "More discs lie on the board.").await;
    assert!(played > 40, "only {played} moves");
    window.press("Download record").await;
    window.press("Rematch").await;
    window.until("a new game", "return document.querySelectorAll('.moves .ply').length < 2", vec![]).await;
    house.close().await;
}

/// Tab, arrows, Enter, and typed moves: the mouse is not touched.
#[tokio::test]
async fn a_game_by_keyboard() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.says("Othello").await;
    window.tab_to("More ways to play: Othello").await;
    window.key(Key::Enter).await;
    window.says("A game of Othello").await;
    window.tab_to("Strength of White").await;
    window.types("1").await;
    window.tab_to("Start the game").await;
    window.key(Key::Enter).await;
    let mut played = 0;
    while window.comes_back(played).await {
        played = window.moves().await.len();
        let targets = window.targets().await;
        let Some(target) = targets.last() else {
            window.tab_to("Pass").await;
            window.key(Key::Enter).await;
            played += 1;
            continue;
        };
        if played % 4 < 2 {
            window.tab_until("the board", |name| name.contains(", empty") || name.contains(" disc")).await;
            window.walks_to(target).await;
            window.key(Key::Enter).await;
        } else {
            window.types_move(target).await;
        }
        played += 1;
    }
    window.part_says(".status[data-tone=over]", "More discs lie on the board.").await;
    house.close().await;
}
