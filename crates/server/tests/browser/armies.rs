//! Chess with other pieces: the piece guide and custom files.

use crate::test_server::TestServer;

#[tokio::test]
async fn the_piece_guide_shows_how_pieces_move() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/new/chess").await;
    // The guide of standard chess is closed.
    window.wait_for(".guide:not([open])").await;
    window.select("Pieces", "rose").await;
    window.wait_for(".guide[open]").await;
    window.wait_for_text_in(".guide", "Roses for knights: their leaps follow a circle").await;
    window.wait_for_text_in(".guide", "Rose N Follows the path shown; a piece on it blocks the rest.").await;
    window.wait_for_text_in(".guide", "Standard pieces").await;
    window.wait_for(".guide-board[aria-label^='From d4: moves or captures: ']").await;
    window.click("Start game").await;
    window.wait_for_turn(0).await;
    window.wait_for_text_in(".game .guide[open]", "Roses for knights").await;
    window.goto("/").await;
    window.click("Play: Chess").await;
    window.wait_for_turn(0).await;
    window.wait_for(".game .guide:not([open])").await;
    server.close().await;
}

#[tokio::test]
async fn a_custom_army_is_edited_and_played() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    // Invalid text is rejected, which the browser logs.
    window.ignore_log("422");
    window.goto("/new/chess").await;
    window.select("Pieces", "camel").await;
    window.wait_for_text_in(".guide", "Camels for knights").await;
    window.select("Pieces", "Custom pieces…").await;
    // The editor starts from the selected army.
    let loaded = "return document.querySelector('.custom-file-text')?.value.includes('leap 3,1') ?? false";
    window.wait_until("the file is loaded", loaded, vec![]).await;
    window.fill("File", "name = \"zebras\"\narmy = \"ordinary\"\n[kind.N]\nmoves = [\"jump 3,2\"]").await;
    let fault = "Line 4: kind N: \"jump 3,2\": \"jump\" is not valid; use leap, ride, path or advance";
    window.wait_for_text_in(".custom-file .error", fault).await;
    window.click("Go to line 4").await;
    let marked = "const text = document.querySelector('.custom-file-text');
        return text.value.slice(text.selectionStart, text.selectionEnd)";
    assert_eq!(window.execute(marked, vec![]).await, "moves = [\"jump 3,2\"]");
    window
        .fill(
            "File",
            "name = \"zebras\"\narmy = \"ordinary\"\n[kind.N]\nname = \"zebra\"\nmoves = [\"leap 3,2\"]",
        )
        .await;
    window.wait_for_text_in(".guide", "Zebra N Leaps three squares one way and two the other.").await;
    window
        .wait_until(
            "there is no error",
            "return document.querySelector('.custom-file .error').innerText === ''",
            vec![],
        )
        .await;
    window.click("Start game").await;
    assert!(window.wait_for_turn(0).await);
    window.wait_for_text_in(".game", "zebras").await;
    window.click_place("b1").await;
    window.click_place("d4").await;
    window.wait_for_place("d4", "white zebra").await;
    // The text is stored in this browser.
    window.goto("/new/chess").await;
    window.select("Pieces", "Custom pieces…").await;
    let stored = "return document.querySelector('.custom-file-text')?.value.includes('zebras') ?? false";
    window.wait_until("the stored file is loaded", stored, vec![]).await;
    server.close().await;
}
