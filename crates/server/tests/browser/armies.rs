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
    window.part_says(".guide", "Rose N Follows the path shown; a piece on it blocks the rest.").await;
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

#[tokio::test]
async fn an_army_of_ones_own_is_written_and_played() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    // What is not understood yet is refused, which a browser notes.
    window.pardon("422");
    window.go("/new/chess").await;
    window.choose("Army", "camel").await;
    window.part_says(".guide", "Camels for knights").await;
    window.choose("Army", "Your own army…").await;
    // It begins with the file of the army that was chosen.
    let begins = "return document.querySelector('.own-text')?.value.includes('leap 3,1') ?? false";
    window.until("the file is there", begins, vec![]).await;
    window.fill("The file", "name = \"zebras\"\narmy = \"ordinary\"\n[kind.N]\nmoves = [\"jump 3,2\"]").await;
    let error = "line 4: kind N: \"jump 3,2\": cannot read \"jump\": expected leap, ride, path or advance";
    window.part_says(".own .complaint", error).await;
    window.press("Show line 4").await;
    let marked = "const text = document.querySelector('.own-text');
        return text.value.slice(text.selectionStart, text.selectionEnd)";
    assert_eq!(window.run(marked, vec![]).await, "moves = [\"jump 3,2\"]");
    window
        .fill(
            "The file",
            "name = \"zebras\"\narmy = \"ordinary\"\n[kind.N]\nname = \"zebra\"\nmoves = [\"leap 3,2\"]",
        )
        .await;
    window.part_says(".guide", "Zebra N Leaps three squares one way and two the other.").await;
    window
        .until(
            "nothing is wrong",
            "return document.querySelector('.own .complaint').innerText === ''",
            vec![],
        )
        .await;
    window.press("Start the game").await;
    assert!(window.comes_back(0).await);
    window.part_says(".game", "zebras").await;
    window.touch("b1").await;
    window.touch("d4").await;
    window.place_says("d4", "white zebra").await;
    // What was written stays in this browser.
    window.go("/new/chess").await;
    window.choose("Army", "Your own army…").await;
    let kept = "return document.querySelector('.own-text')?.value.includes('zebras') ?? false";
    window.until("the file is there again", kept, vec![]).await;
    house.close().await;
}
