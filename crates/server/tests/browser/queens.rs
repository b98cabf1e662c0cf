//! The page of the queens.

use serde_json::json;

use crate::house::House;
use crate::window::{Key, Window};

const SENTENCE: &str = ".queens-sentence";

/// The squares with queens.
async fn queens(window: &Window) -> Vec<String> {
    window.places_saying("queen").await
}

#[tokio::test]
async fn leafing_through_all_placements() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Open: Queens").await;
    window.part_says(SENTENCE, "No. 1: a1").await;
    window.press("The one before").await;
    window.part_says(SENTENCE, "You are at the first of 92.").await;
    window.press("The next one").await;
    window.part_says(SENTENCE, "No. 2: ").await;
    window.fill("Number of the placement", "92").await;
    window.key(Key::Enter).await;
    window.part_says(SENTENCE, "No. 92: ").await;
    window.press("The next one").await;
    window.part_says(SENTENCE, "You are at the last of 92.").await;
    window.fill("Number of the placement", "x").await;
    window.key(Key::Enter).await;
    window.part_says(SENTENCE, "Type a number from 1 to 92.").await;
    house.close().await;
}

#[tokio::test]
async fn keys_slider_and_classes() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.go("/queens?size=8&k=40").await;
    window.part_says(SENTENCE, "No. 40: ").await;
    window.key(Key::Right).await;
    window.part_says(SENTENCE, "No. 41: ").await;
    window.key(Key::Left).await;
    window.key(Key::Left).await;
    window.part_says(SENTENCE, "No. 39: ").await;
    window.key(Key::End).await;
    window.part_says(SENTENCE, "No. 92: ").await;
    window.key(Key::Home).await;
    window.part_says(SENTENCE, "No. 1: ").await;
    window.tab_to("Through all placements").await;
    window.key(Key::Right).await;
    window.key(Key::Right).await;
    window.part_says(SENTENCE, "No. 3: ").await;
    window.press("One of each class").await;
    window.says("of 12 classes").await;
    window.press("6").await;
    window.says("there are 4 placements").await;
    assert!(window.path().await.starts_with("/queens"));
    for ending in ["svg", "png"] {
        let name = ending.to_uppercase();
        let address = window.named(&name).await.prop("href").await.unwrap().unwrap();
        let status =
            window.run("return fetch(arguments[0]).then(({ status }) => status)", vec![json!(address)]).await;
        assert_eq!(status, 200, "{address}");
    }
    window.press("Text").await;
    house.close().await;
}

#[tokio::test]
async fn watching_both_solvers() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.go("/queens?size=5").await;
    window.press("Watch").await;
    for solver in ["Recursive", "Non-recursive"] {
        window.press(solver).await;
        window.press("To the beginning").await;
        window.part_says(SENTENCE, "The search begins in row 1.").await;
        window.press("A step on").await;
        window.part_says(SENTENCE, "a queen goes to a1.").await;
        window.press("A step on").await;
        window.part_says(SENTENCE, "attacked by the queen on a1").await;
        window.press("A step back").await;
        window.part_says(SENTENCE, "a queen goes to a1.").await;
        let mind = if solver == "Recursive" { "called from row 1" } else { "next is column a" };
        window.part_says(".queens-mind", mind).await;
        window.press("To the next solution").await;
        window.part_says(SENTENCE, "All 5 queens stand: solution 1 of 10.").await;
        let five = "return document.querySelectorAll('.queens-board .board-piece').length === 5";
        window.until("five queens stand", five, vec![]).await;
    }
    window.press("Play").await;
    window.press("Pause").await;
    window.key(Key::End).await;
    window.part_says(SENTENCE, "The search is over: 10 solutions").await;
    window.press("Look at no. 10").await;
    window.part_says(SENTENCE, "No. 10: ").await;
    house.close().await;
}

#[tokio::test]
async fn placing_by_hand() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.go("/queens?way=place").await;
    window.touch("a1").await;
    window.touch("b2").await;
    window.says("One pair attacks each other.").await;
    window.says("a1 and b2 share a diagonal").await;
    window.place_says("b2", "attacked").await;
    window.press("Finish it for me").await;
    window.part_says(SENTENCE, "Some queens attack each other.").await;
    window.touch("b2").await;
    window.place_says("a1", "queen").await;
    window.press("Show the free squares").await;
    window.press("Finish it for me").await;
    window.says("That is a solution: no. ").await;
    assert_eq!(queens(&window).await.len(), 8);
    window.press("Undo").await;
    window.says("1 of 8 queens.").await;
    window.press("Clear").await;
    window.says("0 of 8 queens.").await;
    window.press("Finish it for me").await;
    window.press("See it among the others").await;
    window.part_says(SENTENCE, "No. ").await;
    house.close().await;
}
