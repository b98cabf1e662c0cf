//! A connection that is lost and found again, and a page that is loaded again.

use crate::house::House;
use crate::window::Window;

const LOST: &str = "The connection is lost; trying again.";

/// A visitor of a game of Othello with some moves, and these moves.
async fn in_the_middle(house: &mut House) -> (Window, Vec<String>) {
    let window = house.visitor().await;
    window.press("Play: Othello").await;
    for turn in 0..3 {
        assert!(window.comes_back(2 * turn).await);
        window.touch(&window.targets().await[0]).await;
    }
    assert!(window.comes_back(6).await);
    window.run("window.isTheSamePage = true", vec![]).await;
    // Whoever loses a line complains about it.
    window.pardon("WebSocket");
    window.pardon("ERR_");
    let moves = window.moves().await;
    (window, moves)
}

/// The page is the one it was, nothing is lost, and the game goes on.
async fn goes_on(window: &Window, before: &[String]) {
    assert!(window.comes_back(before.len()).await);
    let moves = window.moves().await;
    assert_eq!(&moves[..before.len()], before);
    window
        .until(
            "the page complains no more",
            "return document.getElementById('connection').textContent === ''",
            vec![],
        )
        .await;
    window.touch(&window.targets().await[0]).await;
    assert!(window.comes_back(moves.len() + 2).await);
    assert_eq!(window.run("return window.isTheSamePage", vec![]).await, true);
}

#[tokio::test]
async fn the_server_goes_and_comes_again() {
    let mut house = House::open().await;
    let (window, moves) = in_the_middle(&mut house).await;
    house.stop().await;
    window.says(LOST).await;
    house.come_again().await;
    goes_on(&window, &moves).await;
    house.close().await;
}

#[tokio::test]
async fn a_move_made_while_cut_off_arrives_once() {
    let mut house = House::open().await;
    let (window, mut moves) = in_the_middle(&mut house).await;
    house.stop().await;
    window.says(LOST).await;
    let target = window.targets().await[0].clone();
    window.touch(&target).await;
    house.come_again().await;
    window.has_moves(moves.len() + 2).await;
    moves.push(target);
    goes_on(&window, &moves).await;
    house.close().await;
}

#[tokio::test]
async fn a_cut_line_is_taken_up_again() {
    let mut house = House::open().await;
    let (window, moves) = in_the_middle(&mut house).await;
    let lines = window.run("lines.at(-1).close(); return lines.length", vec![]).await;
    window
        .until(
            "there is another line",
            "return lines.length > arguments[0] && lines.at(-1).readyState === 1",
            vec![lines],
        )
        .await;
    goes_on(&window, &moves).await;
    house.close().await;
}

/// The line breaks between a move and the word that it was played: it is sent again, and counts once.
#[tokio::test]
async fn a_lost_answer_is_no_second_move() {
    let mut house = House::open().await;
    let (window, mut moves) = in_the_middle(&mut house).await;
    window.run("window.cutAfter = 'act'", vec![]).await;
    let target = window.targets().await[0].clone();
    window.touch(&target).await;
    window.until("the line was cut", "return lines.length > 1", vec![]).await;
    moves.push(target);
    goes_on(&window, &moves).await;
    assert!(!window.text().await.contains("not your turn"), "nobody is told of it");
    house.close().await;
}

#[tokio::test]
async fn without_a_network_for_a_while() {
    let mut house = House::open().await;
    let (window, moves) = in_the_middle(&mut house).await;
    window.network(false).await;
    window.run("lines.at(-1).close()", vec![]).await;
    window.says(LOST).await;
    window.network(true).await;
    goes_on(&window, &moves).await;
    house.close().await;
}

#[tokio::test]
async fn a_page_loaded_again_shows_the_same_game() {
    let mut house = House::open().await;
    let (window, moves) = in_the_middle(&mut house).await;
    let discs = window.places_saying("black disc").await;
    window.reload().await;
    window.run("window.isTheSamePage = true", vec![]).await;
    window.has_moves(moves.len()).await;
    assert_eq!(window.places_saying("black disc").await, discs);
    goes_on(&window, &moves).await;
    house.close().await;
}
