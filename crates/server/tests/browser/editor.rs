//! The position editor.

use crate::test_server::TestServer;

#[tokio::test]
async fn a_position_is_edited_and_played() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    // Invalid positions are rejected, which the browser logs.
    window.ignore_log("422");
    window.click("Options: Othello").await;
    window.click("Position editor").await;
    window.wait_for_text("Position editor").await;
    window.click("Clear").await;
    window.wait_for_text_in(".editor-status[data-state=invalid]", "Neither side can move").await;
    window.click("Black disc 1").await;
    for square in ["a1", "b1"] {
        window.click_place(square).await;
    }
    window.click("White disc 2").await;
    window.click_place("c1").await;
    window.click_place("b2").await;
    window.wait_for_text_in(".editor-status[data-state=valid]", "Black to move").await;
    window.click("Undo").await;
    window.wait_for_place("b2", "empty").await;
    window.click_place("b2").await;
    window.wait_for_place("b2", "white").await;
    // Placing the same piece again removes it.
    window.click_place("b2").await;
    window.wait_for_place("b2", "empty").await;
    window.wait_for_text_in(".editor-status[data-state=valid]", "Black 2, White 1").await;
    window.click("Play from here").await;
    window.wait_for_text("The game starts from your position.").await;
    window.click("Start game").await;
    assert!(window.wait_for_turn(0).await);
    assert_eq!(window.targets().await, ["d1"]);
    window.click_place("d1").await;
    window.wait_for_headline("You win").await;
    window.wait_for_text("custom position").await;
    server.close().await;
}

#[tokio::test]
async fn letters_select_pieces() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/edit/chess?setting.army=shatranj").await;
    // Twelve pieces: more than there are digit keys.
    window.wait_for_text_in(".editor-palette", "White counsellor").await;
    window.type_text("q").await;
    window.click_place("e6").await;
    window.wait_for_place("e6", "black counsellor").await;
    window.type_text("N").await;
    window.click_place("e5").await;
    window.wait_for_place("e5", "white horse").await;
    window.type_text("0").await;
    window.click_place("e6").await;
    window.wait_for_place("e6", "empty").await;
    server.close().await;
}
