//! How much is loaded, and whether it fits on a phone.

use crate::house::House;

/// What a first visit may cost, in bytes on the wire.
const MOST: u64 = 100_000;

#[tokio::test]
async fn the_first_visit_is_light() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.named("Play: Othello").await;
    let script = r#"
        const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
        return entries.map(({ name, transferSize }) => [transferSize, new URL(name).pathname]).sort(([one], [other]) => other - one);"#;
    let loaded = window.run(script, vec![]).await;
    let loaded = loaded.as_array().unwrap();
    let total: u64 = loaded.iter().filter_map(|entry| entry[0].as_u64()).sum();
    println!("the lobby at first sight: {total} bytes in {} files, the largest {}", loaded.len(), loaded[0]);
    assert!(loaded.len() > 10 && loaded.iter().all(|entry| entry[0].as_u64() > Some(0)), "{loaded:?}");
    assert!(total <= MOST, "{total} bytes: {loaded:?}");
    house.close().await;
}

#[tokio::test]
async fn every_page_fits_on_a_phone() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.resize(390, 844).await;
    let mut pages: Vec<String> =
        ["/", "/queens", "/queens?way=watch", "/queens?way=place&queens=a1,b2"].map(String::from).into();
    for (name, game) in window.games().await {
        pages.push(format!("/new/{name}"));
        pages.push(format!("/edit/{name}"));
        window.go("/").await;
        window.press(&format!("Play: {game}")).await;
        window.comes_back_at_one_screen(0).await;
        window.plays_any(0).await;
        pages.push(window.path().await);
    }
    for page in pages {
        window.go(&page).await;
        window.there_is(".board").await;
        window.settles().await;
        let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(window.run(wide, vec![]).await, 0, "{page} is wider than the screen");
    }
    house.close().await;
}
