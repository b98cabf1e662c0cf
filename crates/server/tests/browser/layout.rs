//! Size of the first load, and layout on a phone.

use crate::test_server::TestServer;

/// Largest size of the first load, in bytes.
const MAX_BYTES: u64 = 100_000;

#[tokio::test]
async fn the_first_load_is_small() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.find("Play: Othello").await;
    let script = r#"
        const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        return entries.map(({ name, transferSize }) => [transferSize, new URL(name).pathname]).sort(([one], [other]) => other - one);"#;
    let loaded = window.execute(script, vec![]).await;
    let loaded = loaded.as_array().unwrap();
    let total: u64 = loaded.iter().filter_map(|entry| entry[0].as_u64()).sum();
    println!("first load of the lobby: {total} bytes in {} files, the largest {}", loaded.len(), loaded[0]);
    assert!(loaded.len() > 10 && loaded.iter().all(|entry| entry[0].as_u64() > Some(0)), "{loaded:?}");
    assert!(total <= MAX_BYTES, "{total} bytes: {loaded:?}");
    server.close().await;
}

#[tokio::test]
async fn every_page_fits_on_a_phone() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.resize(390, 844).await;
    let mut pages: Vec<String> =
        ["/", "/queens", "/queens?mode=watch", "/queens?mode=place&queens=a1,b2"].map(String::from).into();
    for (name, game) in window.games().await {
        pages.push(format!("/new/{name}"));
        pages.push(format!("/edit/{name}"));
        window.goto("/").await;
        window.click(&format!("Play: {game}")).await;
        window.wait_for_input(0).await;
        window.play_any(0).await;
        pages.push(window.path().await);
    }
    for page in pages {
        window.goto(&page).await;
        window.wait_for(".board").await;
        window.wait_until_idle().await;
        let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(window.execute(wide, vec![]).await, 0, "{page} is wider than the screen");
    }
    server.close().await;
}
