//! The n-queens page.

use serde_json::json;

use crate::test_server::TestServer;
use crate::window::{Key, Window};

const STATUS: &str = ".queens-status";

/// Squares with queens.
async fn queens(window: &Window) -> Vec<String> {
    window.places_labelled("queen").await
}

#[tokio::test]
async fn browsing_all_solutions() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Open: Queens").await;
    window.wait_for_text_in(STATUS, "No. 1: a1").await;
    window.click("Previous solution").await;
    window.wait_for_text_in(STATUS, "First of 92 solutions.").await;
    window.click("Next solution").await;
    window.wait_for_text_in(STATUS, "No. 2: ").await;
    window.fill("Solution number", "92").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text_in(STATUS, "No. 92: ").await;
    window.click("Next solution").await;
    window.wait_for_text_in(STATUS, "Last of 92 solutions.").await;
    window.fill("Solution number", "x").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text_in(STATUS, "Enter a number from 1 to 92.").await;
    server.close().await;
}

#[tokio::test]
async fn keys_slider_and_classes() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/queens?size=8&k=40").await;
    window.wait_for_text_in(STATUS, "No. 40: ").await;
    window.press_key(Key::Right).await;
    window.wait_for_text_in(STATUS, "No. 41: ").await;
    window.press_key(Key::Left).await;
    window.press_key(Key::Left).await;
    window.wait_for_text_in(STATUS, "No. 39: ").await;
    window.press_key(Key::End).await;
    window.wait_for_text_in(STATUS, "No. 92: ").await;
    window.press_key(Key::Home).await;
    window.wait_for_text_in(STATUS, "No. 1: ").await;
    window.tab_to("All solutions").await;
    window.press_key(Key::Right).await;
    window.press_key(Key::Right).await;
    window.wait_for_text_in(STATUS, "No. 3: ").await;
    window.click("Unique only").await;
    window.wait_for_text("of 12 unique").await;
    window.click("6").await;
    window.wait_for_text("4 solutions on 6×6").await;
    assert!(window.path().await.starts_with("/queens"));
    for ending in ["svg", "png"] {
        let name = ending.to_uppercase();
        let address = window.find(&name).await.prop("href").await.unwrap().unwrap();
        let status = window
            .execute("return fetch(arguments[0]).then(({ status }) => status)", vec![json!(address)])
            .await;
        assert_eq!(status, 200, "{address}");
    }
    window.click("Text").await;
    server.close().await;
}

#[tokio::test]
async fn watching_both_solvers() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/queens?size=5").await;
    window.click("Watch").await;
    for solver in ["Recursive", "Iterative"] {
        window.click(solver).await;
        window.click("Restart").await;
        window.wait_for_text_in(STATUS, "The search starts in row 1.").await;
        window.click("Step forward").await;
        window.wait_for_text_in(STATUS, "queen placed on a1.").await;
        window.click("Step forward").await;
        window.wait_for_text_in(STATUS, "attacked by the queen on a1").await;
        window.click("Step back").await;
        window.wait_for_text_in(STATUS, "queen placed on a1.").await;
        let state = if solver == "Recursive" { "called from row 1" } else { "next column a" };
        window.wait_for_text_in(".queens-state", state).await;
        window.click("Next solution").await;
        window.wait_for_text_in(STATUS, "All 5 queens placed: solution 1 of 10.").await;
        let five = "return document.querySelectorAll('.queens-board .board-piece').length === 5";
        window.wait_until("five queens are placed", five, vec![]).await;
    }
    let play = "return document.querySelector('.queens-play')";
    window.click_element("the play button", play, vec![]).await;
    window.click("Pause").await;
    window.press_key(Key::End).await;
    window.wait_for_text_in(STATUS, "Search finished: 10 solutions").await;
    window.click("Show no. 10").await;
    window.wait_for_text_in(STATUS, "No. 10: ").await;
    server.close().await;
}

#[tokio::test]
async fn placing_by_hand() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/queens?mode=place").await;
    window.click_place("a1").await;
    window.click_place("b2").await;
    window.wait_for_text("One pair attacks each other.").await;
    window.wait_for_text("a1 and b2 share a diagonal").await;
    window.wait_for_place("b2", "attacked").await;
    window.click("Complete").await;
    window.wait_for_text_in(STATUS, "some queens attack each other.").await;
    window.click_place("b2").await;
    window.wait_for_place("a1", "queen").await;
    window.click("Show free squares").await;
    window.click("Complete").await;
    window.wait_for_text("Solved: no. ").await;
    assert_eq!(queens(&window).await.len(), 8);
    window.click("Undo").await;
    window.wait_for_text("1 of 8 queens.").await;
    window.click("Clear").await;
    window.wait_for_text("0 of 8 queens.").await;
    window.click("Complete").await;
    window.click("Show in list").await;
    window.wait_for_text_in(STATUS, "No. ").await;
    server.close().await;
}
