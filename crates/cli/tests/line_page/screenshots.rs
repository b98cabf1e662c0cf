//! The pictures of the page in docs/screenshots, drawn anew and kept by `./screenshots`.

use crate::camera::{DESKTOP, PHONE, take};
use crate::programs::Line;
use crate::relay::RelayTest;

#[tokio::test]
async fn the_page_of_a_line() {
    let line = Line::with_person_at_pc(&["--seed", "3"], "9").await;
    line.window.resize(DESKTOP.0, DESKTOP.1).await;
    for _ in 0..9 {
        line.play_any().await;
    }
    line.window.headline("Your turn").await;
    take(&line.window, "line-light", DESKTOP, "light").await;
    line.play_any().await;
    line.window.headline("Your turn").await;
    take(&line.window, "line-phone", PHONE, "light").await;
    line.window.resize(DESKTOP.0, DESKTOP.1).await;
    line.window.press("Program the game").await;
    line.window.press("Really?").await;
    line.window.named("New game").await;
    take(&line.window, "line-dark", DESKTOP, "dark").await;
    line.close().await;
}

#[tokio::test]
async fn the_page_of_a_relay() {
    let mut game = RelayTest::with_typed_moves(&[], &[]).await;
    game.window.resize(DESKTOP.0, DESKTOP.1).await;
    game.plays(4).await;
    take(&game.window, "relay", DESKTOP, "light").await;
    game.close().await;
}
