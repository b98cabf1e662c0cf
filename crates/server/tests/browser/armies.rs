//! Chess with other armies: how their pieces move.

use crate::house::House;

#[tokio::test]
async fn a_newcomer_is_told_how_the_pieces_move() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.go("/new/chess").await;
    // Everybody knows ordinary chess.
    window.there_is(".guide:not([open])").await;
    window.choose("Army", "rose").await;
    window.there_is(".guide[open]").await;
    window.part_says(".guide", "Roses for knights: their leaps follow a circle").await;
    window.part_says(".guide", "Rose N Goes the way that is shown; a piece on it bars the rest.").await;
    window.part_says(".guide", "The pieces that everybody knows").await;
    window.there_is(".guide-board[aria-label^='From d4: goes there or captures: ']").await;
    window.press("Start the game").await;
    window.comes_back(0).await;
    window.part_says(".game .guide[open]", "Roses for knights").await;
    window.go("/").await;
    window.press("Play: Chess").await;
    window.comes_back(0).await;
    window.there_is(".game .guide:not([open])").await;
    house.close().await;
}
