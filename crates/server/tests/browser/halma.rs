//! Games of Halma in the browser against the computer.

use std::sync::atomic::AtomicBool;

use games::{catalog, engines};
use search::SearchLimits;
use view::DynPosition;

use crate::test_server::TestServer;
use crate::window::Window;

/// The position after the moves that the page lists.
async fn position(window: &Window, settings: &str) -> Box<dyn DynPosition> {
    let mut position = catalog::open("halma", settings).unwrap().start();
    for text in window.moves().await {
        // The list leaves out squares of long jumps; the first and the last are enough.
        let squares: Vec<&str> = text.split(|letter: char| !letter.is_ascii_alphanumeric()).collect();
        let mv = position.read_move(&format!("{}-{}", squares[0], squares[squares.len() - 1])).unwrap();
        position.play(&mv).unwrap();
    }
    position
}

/// Clicks the move of an engine: the bead, and where it goes.
async fn play_best(window: &Window, position: &dyn DynPosition, settings: &str, engine: &str) {
    let rules = catalog::open("halma", settings).unwrap().rules_text();
    let mut engine = engines::open_rules(&rules, Some(&engine.parse().unwrap())).unwrap();
    engine.new_game(1);
    let stop = AtomicBool::new(false);
    let found = engine.search(position, &[], &SearchLimits::until(&stop), &[], &mut |_| {});
    let mv = found.unwrap().unwrap().best;
    let text = position.write_move(&mv).unwrap();
    let squares: Vec<&str> = text.split('-').collect();
    window.click_place(squares[0]).await;
    window.wait_for_place(squares[0], "selected").await;
    window.click_place(squares[squares.len() - 1]).await;
}

/// Settings of a ready-made game.
fn preset(title: &str) -> &'static str {
    let halma = catalog::entry("halma").unwrap();
    halma.presets.iter().find(|preset| preset.title == title).unwrap().settings
}

async fn begin(window: &Window, title: &str) -> &'static str {
    window.click("Options: Halma").await;
    window.wait_for_text("New game: Halma").await;
    window.select("Preset", title).await;
    window.click("Start game").await;
    preset(title)
}

#[tokio::test]
async fn a_game_against_the_computer_is_played_to_its_end() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let settings = begin(&window, "8 × 8 for two").await;
    let mut played = 0;
    while window.wait_for_turn(played).await {
        played = window.moves().await.len() + 1;
        let position = position(&window, settings).await;
        play_best(&window, &*position, settings, "strong:level=4").await;
        assert!(played < 300, "the game does not end");
    }
    window.wait_for_text("Rematch").await;
    let last = position(&window, settings).await;
    let rules::Status::Over(outcome) = last.status() else { panic!("the rules have ended the game") };
    println!("{} moves, {}", window.moves().await.len(), outcome.rule());
    server.close().await;
}

#[tokio::test]
async fn ten_rounds_against_three_computers() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let settings = begin(&window, "10 × 10 for four").await;
    for round in 0..10 {
        assert!(window.wait_for_turn(4 * round).await, "round {round}");
        let position = position(&window, settings).await;
        play_best(&window, &*position, settings, "strong:level=2").await;
    }
    assert!(window.wait_for_turn(40).await);
    assert_eq!(window.moves().await.len(), 40);
    server.close().await;
}
