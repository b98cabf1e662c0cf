//! Table page: move list, hints, analysis, settings, error pages.

use crate::test_server::TestServer;
use crate::window::Key;

#[tokio::test]
async fn stepping_through_the_moves() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Othello").await;
    for turn in 0..3 {
        assert!(window.wait_for_turn(2 * turn).await);
        window.click_place(&window.targets().await[0]).await;
    }
    assert!(window.wait_for_turn(6).await);
    window.click("First move").await;
    window.wait_for_headline("Move 0 of 6").await;
    window
        .wait_until("four discs", "return document.querySelectorAll('.board-piece').length === 4", vec![])
        .await;
    assert_eq!(window.targets().await, [""; 0], "earlier positions are read-only");
    window.click("Next move").await;
    window.wait_for_headline("Move 1 of 6").await;
    window.press_key(Key::Escape).await;
    window.wait_for_headline("Your turn").await;
    let third = window.moves().await[2].clone();
    window.click(&third).await;
    window.wait_for_headline("Move 3 of 6").await;
    window.click("Latest move").await;
    window.wait_for_headline("Your turn").await;
    window.click("Previous move").await;
    window.wait_for_headline("Move 5 of 6").await;
    window.click("Last move").await;
    window.wait_for_headline("Your turn").await;
    window.press_key(Key::Left).await;
    window.wait_for_headline("Move 5 of 6").await;
    window.press_key(Key::Right).await;
    window.wait_for_headline("Your turn").await;
    assert!(!window.targets().await.is_empty());
    server.close().await;
}

#[tokio::test]
async fn leaving_a_game_removes_it_from_the_lobby() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Halma").await;
    assert!(window.wait_for_turn(0).await);
    // One click plays the first preset, whose camps are checked late enough.
    window.wait_for_text("300").await;
    window.goto("/").await;
    window.wait_for_text_in("[data-list=mine]", "your turn").await;
    window.click("Leave").await;
    window.click("Confirm leave").await;
    window.wait_for_text_in("[data-list=mine]", "Your unfinished games appear here.").await;
    server.close().await;
}

#[tokio::test]
async fn flip_hint_and_analysis() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Othello").await;
    assert!(window.wait_for_turn(0).await);
    let above = "return document.querySelector('.players.above .player-name').innerText";
    let opponent = window.execute(above, vec![]).await;
    assert_ne!(opponent, "You");
    window.click("Flip").await;
    assert_eq!(window.execute(above, vec![]).await, "You");
    window.click("Flip").await;
    assert_eq!(window.execute(above, vec![]).await, opponent);
    window.click("Hint").await;
    window.wait_for_text("Best: ").await;
    let hinted = window.places_labelled("hint").await;
    assert_eq!(hinted.len(), 1, "{hinted:?}");
    window.click_place(&hinted[0]).await;
    assert!(window.wait_for_turn(2).await);
    window.click("Analysis").await;
    window.wait_for_text_in(".analysis", "depth").await;
    window.click("Takeback").await;
    window.wait_for_moves(0).await;
    server.close().await;
}

/// A finished game can be analysed after a reload: its last position, or the result where the rules ended it.
#[tokio::test]
async fn finished_games_are_analysed() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Tic-tac-toe").await;
    assert!(window.wait_for_turn(0).await);
    window.click("Resign").await;
    window.click("Confirm resign").await;
    window.wait_for_text("Rematch").await;
    window.reload().await;
    window.click("Analysis").await;
    window.wait_for_text_in(".analysis", "depth").await;
    window.goto("/new/chess?position=7k%2F5Q2%2F6K1%2F8%2F8%2F8%2F8%2F8+w+-+-+0+1").await;
    window.click("Start game").await;
    assert!(window.wait_for_turn(0).await);
    window.click_place("f7").await;
    window.click_place("g7").await;
    window.wait_for_text("Rematch").await;
    window.reload().await;
    window.click("Analysis").await;
    window.wait_for_text_in(".analysis", "heckmate").await;
    // The graph continues with the position before: a mate in one for White.
    let curve = "return document.querySelector('.analysis .curve').getAttribute('d')?.includes('L') ?? false";
    window.wait_until("the graph has two points", curve, vec![]).await;
    server.close().await;
}

/// A preset fills the settings below it, and an edited setting is no preset any more.
#[tokio::test]
async fn presets_fill_the_settings() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/new/halma").await;
    let value = "return document.querySelector('.settings input[type=number]').value";
    let preset = "return document.querySelector('.preset select').selectedOptions[0].text";
    window.find("Preset").await;
    assert_eq!(window.execute(value, vec![]).await, "300");
    assert_eq!(window.execute(preset, vec![]).await, "10 × 10 for two");
    window.select("Preset", "8 × 8 for four").await;
    assert_eq!(window.execute(value, vec![]).await, "240");
    window
        .wait_until("four players", "return document.querySelectorAll('.seat-options').length === 4", vec![])
        .await;
    window.fill("Must leave camp by move", "250").await;
    assert_eq!(window.execute(preset, vec![]).await, "Custom");
    server.close().await;
}

#[tokio::test]
async fn theme_and_sound_are_stored() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Dark theme").await;
    window.find("Light theme").await;
    let sound = if window.has("Turn sound off").await {
        ("Turn sound off", "Turn sound on")
    } else {
        ("Turn sound on", "Turn sound off")
    };
    window.click(sound.0).await;
    window.find(sound.1).await;
    window.reload().await;
    window.find("Light theme").await;
    window.find(sound.1).await;
    let background = window.execute("return getComputedStyle(document.body).backgroundColor", vec![]).await;
    assert_eq!(background, "rgb(21, 17, 13)");
    window.click("Light theme").await;
    window.find("Dark theme").await;
    server.close().await;
}

#[tokio::test]
async fn error_pages_link_to_the_lobby() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.ignore_log("404");
    for (path, text) in [
        ("/table/nosuchtable", "There is no game at this address."),
        ("/new/ludo", "There is no game with this name."),
        ("/edit/ludo", "There is no game with this name."),
        ("/attic", "There is no page at this address."),
    ] {
        window.goto(path).await;
        window.wait_for_text(text).await;
        window.click("Home").await;
        window.wait_for_text("Choose a game").await;
    }
    server.close().await;
}
