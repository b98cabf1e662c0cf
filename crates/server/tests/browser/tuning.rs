//! The page of tuning runs.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::axe;
use crate::capture::{DESKTOP, PHONE, capture};
use crate::test_server::TestServer;
use crate::window::Window;

const STATE: &str = ".tune-state";
/// Longest wait for the end of a run.
const TIMEOUT: Duration = Duration::from_secs(180);

/// Starts a run of the plan `narrad-fast`.
async fn start(window: &Window, seed: u32, generations: u32) {
    window.select("Plan", "narrad-fast").await;
    window.fill("Seed", &seed.to_string()).await;
    window.fill("Generations", &generations.to_string()).await;
    window.click("Start").await;
}

/// Waits until no games are played, which takes long on a busy machine.
async fn wait_for_end(window: &Window) {
    let begun = Instant::now();
    let script = "return document.querySelector(arguments[0]).dataset.state";
    while window.execute(script, vec![json!(STATE)]).await == "running" {
        assert!(begun.elapsed() < TIMEOUT, "the run does not end");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn a_run_is_started_watched_stopped_and_resumed() {
    let mut server = TestServer::open().await;
    let watcher = server.open_window().await;
    watcher.goto("/tune").await;
    watcher.wait_for_text("No runs yet.").await;
    assert!(!watcher.has("Start").await, "only the operator starts runs");

    let window = server.open_window().await;
    window.goto(&format!("/tune#key={}", server.operator_key())).await;
    window.find("Start").await;
    assert_eq!(window.execute("return location.hash", vec![]).await, "", "the key leaves the address");
    start(&window, 7, 30).await;
    for each in [&window, &watcher] {
        each.wait_for_text_in(STATE, "Running").await;
        each.wait_for_text(" of 30 · ").await;
        each.wait_for_text("Family tree of the champion").await;
    }
    window.wait_for_text_in(STATE, "left").await;
    assert!(!watcher.has("Stop").await, "only the operator stops runs");
    window.click("Stop").await;
    for each in [&window, &watcher] {
        each.wait_for_text_in(STATE, "Stopped").await;
    }
    window.reload().await;
    window.wait_for_text_in(STATE, "Stopped").await;
    window.wait_for_text("Points over generations").await;
    window.click("Resume").await;
    window.wait_for_text_in(STATE, "Running").await;
    wait_for_end(&window).await;
    for each in [&window, &watcher] {
        each.wait_for_text_in(STATE, "Complete").await;
        each.wait_for_text("Generation 30 of 30").await;
        each.wait_for_text("Against guess: 20000 games").await;
    }
    let plots = "return document.querySelectorAll('.tune-details svg').length";
    assert_eq!(watcher.execute(plots, vec![]).await, 11, "points, eight spreads, matrix and tree");
    let address = window.find("Download weights").await.prop("href").await.unwrap().unwrap();
    let weights = "return fetch(arguments[0]).then((response) => response.text())";
    let weights = watcher.execute(weights, vec![json!(address)]).await;
    assert!(weights.as_str().unwrap().contains("COST_ON_BAR"), "{weights}");
    capture(&window, "tune", DESKTOP, "light").await;
    capture(&window, "tune-dark", DESKTOP, "dark").await;
    capture(&watcher, "tune-phone", PHONE, "light").await;
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(watcher.execute(wide, vec![]).await, 0, "the page is wider than a phone");
    assert_eq!(axe::violations(&window, "/tune").await, [""; 0]);
    window.click("Report").await;
    window.wait_for_text("backgammon: narrad tuned by genetic").await;
    let axes = "return getComputedStyle(document.querySelector('svg .one')).strokeWidth";
    assert_eq!(window.execute(axes, vec![]).await, "2px", "the report has its style");
    server.close().await;
}
