//! The pictures of docs/screenshots, drawn anew and kept by `./screenshots`.

use crate::camera::{DESKTOP, PHONE, take};
use crate::house::House;
use crate::window::Window;

/// Keeps what the window shows, on a desktop, by night if `dark`, on a phone if `phone`.
async fn keep(window: &Window, name: &str, dark: bool, phone: bool) {
    take(window, name, DESKTOP, "light").await;
    if dark {
        take(window, &format!("{name}-dark"), DESKTOP, "dark").await;
    }
    if phone {
        take(window, &format!("{name}-phone"), PHONE, "light").await;
    }
}

/// Plays some moves as the engine would, so that there is something to see.
async fn play_well(window: &Window, turns: usize) {
    let mut played = 0;
    for _ in 0..turns {
        window.comes_back_at_one_screen(played).await;
        played = window.moves().await.len() + 1;
        window.press("Hint").await;
        let script = "return /Best: (.+)/.exec(document.querySelector('.status').innerText)?.[1] ?? null";
        let best = window.until("a hint", script, vec![]).await;
        window.types_move(best.as_str().unwrap_or_default()).await;
    }
    window.comes_back_at_one_screen(played).await;
}

#[tokio::test]
async fn every_page() {
    let mut house = House::open().await;
    let window = house.visitor_with(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
    window.is_called("Laleh").await;
    for (game, turns) in [("Othello", 9), ("Chess", 9), ("Halma", 9), ("Backgammon", 5), ("Tic-tac-toe", 2)] {
        window.resize(DESKTOP.0, DESKTOP.1).await;
        window.go("/").await;
        window.press(&format!("Play: {game}")).await;
        play_well(&window, turns).await;
        let name = game.to_lowercase().replace('-', "");
        keep(
            &window,
            &name,
            ["othello", "backgammon"].contains(&name.as_str()),
            !["tictactoe", "chess"].contains(&name.as_str()),
        )
        .await;
    }
    window.go("/").await;
    window.named("Play: Othello").await;
    window.says("Go on").await;
    keep(&window, "lobby", true, true).await;
    window.go("/new/halma").await;
    window.named("Start the game").await;
    keep(&window, "new-game", false, false).await;
    window.go("/queens?k=40").await;
    window.says("No. 40").await;
    keep(&window, "queens", true, true).await;
    window.go("/queens?way=place&queens=a1,e2,h3,d4,c6").await;
    window.says("attack").await;
    keep(&window, "queens-place", false, false).await;
    window.go("/queens?way=watch").await;
    window.press("To the next solution").await;
    window.says("solution 1 of 92").await;
    keep(&window, "queens-watch", false, false).await;
    window.go("/edit/backgammon").await;
    window.there_is(".board-interactive").await;
    keep(&window, "editor", false, false).await;
    house.close().await;
}
