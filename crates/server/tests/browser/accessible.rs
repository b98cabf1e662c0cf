//! What axe finds on every page.

use crate::axe::findings;
use crate::house::House;

#[tokio::test]
async fn lobby_and_new_game() {
    let mut house = House::open().await;
    let window = house.visitor_with(&["--force-prefers-reduced-motion"]).await;
    window.named("Play: Othello").await;
    let mut found = findings(&window, "lobby").await;
    for (game, _) in window.games().await {
        window.go(&format!("/new/{game}")).await;
        window.named("Start the game").await;
        found.append(&mut findings(&window, &format!("new {game}")).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    house.close().await;
}

#[tokio::test]
async fn a_table_of_every_game() {
    let mut house = House::open().await;
    let window = house.visitor_with(&["--force-prefers-reduced-motion"]).await;
    let mut found = Vec::new();
    for (_, game) in window.games().await {
        window.go("/").await;
        window.press(&format!("Play: {game}")).await;
        window.comes_back_at_one_screen(0).await;
        window.plays_any(0).await;
        window.comes_back_at_one_screen(1).await;
        found.append(&mut findings(&window, &game).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    house.close().await;
}

#[tokio::test]
async fn queens_and_editor() {
    let mut house = House::open().await;
    let window = house.visitor_with(&["--force-prefers-reduced-motion"]).await;
    let mut found = Vec::new();
    let mut pages: Vec<String> =
        ["/queens", "/queens?way=watch", "/queens?way=place&queens=a1,b2"].map(String::from).into();
    pages.extend(window.games().await.iter().map(|(game, _)| format!("/edit/{game}")));
    for page in pages {
        window.go(&page).await;
        window.there_is(".board-interactive").await;
        found.append(&mut findings(&window, &page).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    house.close().await;
}
