//! Accessibility of every page.

use crate::axe::violations;
use crate::test_server::TestServer;

#[tokio::test]
async fn lobby_and_new_game() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion"]).await;
    window.find("Play: Othello").await;
    let mut found = violations(&window, "lobby").await;
    for (game, _) in window.games().await {
        window.goto(&format!("/new/{game}")).await;
        window.find("Start game").await;
        found.append(&mut violations(&window, &format!("new {game}")).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn a_table_of_every_game() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion"]).await;
    let mut found = Vec::new();
    for (_, game) in window.games().await {
        window.goto("/").await;
        window.click(&format!("Play: {game}")).await;
        window.wait_for_input(0).await;
        window.play_any(0).await;
        window.wait_for_input(1).await;
        found.append(&mut violations(&window, &game).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn queens_and_editor() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion"]).await;
    let mut found = Vec::new();
    let mut pages: Vec<String> =
        ["/queens", "/queens?mode=watch", "/queens?mode=place&queens=a1,b2"].map(String::from).into();
    pages.extend(window.games().await.iter().map(|(game, _)| format!("/edit/{game}")));
    for page in pages {
        window.goto(&page).await;
        window.wait_for(".board-interactive").await;
        found.append(&mut violations(&window, &page).await);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}
