//! The promotion picker.

use serde_json::{Value, json};

use crate::test_server::TestServer;
use crate::window::{Key, Window};

/// Opens a chess table for two players on one device.
async fn open_table(window: &Window, settings: Value, position: &str) {
    let script =
        "return fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ game: 'chess', settings: arguments[0], clock: 'none', listed: false,
          position: arguments[1], seats: [{ who: 'me' }, { who: 'here' }] }) })
        .then((answer) => answer.json()).then(({ table, message }) => table ?? message)";
    let table = window.execute(script, vec![settings, json!(position)]).await;
    window.goto(&format!("/table/{}", table.as_str().expect("a table id"))).await;
    window.wait_for_input(0).await;
    window.wait_for_board().await;
}

/// Names of the promotion choices.
async fn offers(window: &Window) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.board-promotion-choice')].map((offer) => offer.getAttribute('aria-label'))";
    serde_json::from_value(window.execute(script, vec![]).await).unwrap()
}

/// Waits until there are `count` promotion choices.
async fn wait_for_choices(window: &Window, count: usize) {
    let script = "return document.querySelectorAll('.board-promotion-choice').length === arguments[0]";
    window.wait_until(&format!("{count} pieces to choose from"), script, vec![json!(count)]).await;
}

/// Label of a place.
async fn label(window: &Window, name: &str) -> String {
    let script = "return [...document.querySelectorAll('.board-interactive [data-place]')].map((place) => place.getAttribute('aria-label'))
        .find((label) => label.split(',')[0] === arguments[0])";
    window.execute(script, vec![json!(name)]).await.as_str().unwrap_or_default().to_owned()
}

/// Labels of the squares whose centre is covered.
async fn covered(window: &Window) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('.board-interactive [data-place]')].filter((place) => {
          const { x, y, width, height } = place.querySelector('.board-hit-area').getBoundingClientRect();
          return !place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).map((place) => place.getAttribute('aria-label'))";
    serde_json::from_value(window.execute(script, vec![]).await).unwrap()
}

/// Asserts that every choice is visible, inside the board, and large enough to tap.
async fn assert_choices_fit(window: &Window) {
    let script = "const board = document.querySelector('.board-background').getBoundingClientRect();
        const inside = ({ left, right, top, bottom }) => left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
        return [...document.querySelectorAll('.board-promotion-choice')].every((offer) => {
          const box = offer.getBoundingClientRect();
          const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return inside(box) && box.width >= 38 && box.height >= 38 && offer.contains(seen) && offer.querySelector('use');
        })";
    assert_eq!(window.execute(script, vec![]).await, true, "the choices fit on the board");
}

#[tokio::test]
async fn the_picker_opens_after_the_move() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.resize(390, 844).await;
    open_table(&window, json!({}), "7k/P7/8/2pPpP2/2PpPp2/8/8/K7 w - - 0 1").await;
    assert!(covered(&window).await.is_empty(), "covered: {:?}", covered(&window).await);
    window.click_place("a7").await;
    window.wait_for_place("a7", "selected").await;
    assert!(offers(&window).await.is_empty());
    window.click_place("a8").await;
    wait_for_choices(&window, 4).await;
    assert_eq!(offers(&window).await, ["queen", "rook", "bishop", "knight"]);
    assert_choices_fit(&window).await;
    // No move is played before a choice, and a click elsewhere cancels it.
    assert!(window.moves().await.is_empty());
    let beside =
        "const { right, bottom } = document.querySelector('.board-background').getBoundingClientRect();
        return document.elementFromPoint(right - 60, bottom - 60)";
    window.click_element("the board beside the choices", beside, vec![]).await;
    wait_for_choices(&window, 0).await;
    window.wait_for_place("a7", "white pawn").await;
    window.wait_for_place("a8", "empty").await;
    window.click_place("a7").await;
    window.click_place("a8").await;
    wait_for_choices(&window, 4).await;
    window.click("rook").await;
    window.wait_for_moves(1).await;
    window.wait_for_place("a8", "rook").await;
    window.wait_for_place("a7", "empty").await;
    assert_eq!(window.moves().await, ["a8=R+"]);
    wait_for_choices(&window, 0).await;
    server.close().await;
}

#[tokio::test]
async fn a_capture_that_promotes_by_the_keyboard() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    open_table(&window, json!({}), "1r5k/P7/8/8/8/8/8/K7 w - - 0 1").await;
    window.click_place("a7").await;
    window.click_place("b8").await;
    wait_for_choices(&window, 4).await;
    // The pawn is shown there instead of the captured rook.
    assert!(label(&window, "b8").await.starts_with("b8, white pawn"), "{}", label(&window, "b8").await);
    assert!(!label(&window, "b8").await.contains("rook"));
    assert_eq!(
        window.execute("return document.querySelector('.board-counts').textContent", vec![]).await,
        ""
    );
    assert_eq!(window.focused().await, "queen");
    window.press_key(Key::Escape).await;
    wait_for_choices(&window, 0).await;
    window.wait_for_place("b8", "black rook").await;
    assert!(window.focused().await.starts_with("b8"), "the board has the focus again");
    for key in [Key::Left, Key::Down, Key::Enter] {
        window.press_key(key).await;
    }
    window.wait_for_place("a7", "selected").await;
    for key in [Key::Up, Key::Right, Key::Enter] {
        window.press_key(key).await;
    }
    wait_for_choices(&window, 4).await;
    for name in ["rook", "bishop", "knight"] {
        window.press_key(Key::Down).await;
        assert_eq!(window.focused().await, name);
    }
    window.press_key(Key::Enter).await;
    window.wait_for_moves(1).await;
    window.wait_for_place("b8", "white knight").await;
    assert_eq!(window.moves().await, ["axb8=N"]);
    server.close().await;
}

#[tokio::test]
async fn only_legal_promotions_are_offered() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    open_table(
        &window,
        json!({"army": "ordinary", "kind.N.promotion": "\"RB\""}),
        "7k/P7/2N5/8/8/8/8/K7 w - - 0 1",
    )
    .await;
    window.click_place("c6").await;
    window.click_place("d8").await;
    wait_for_choices(&window, 2).await;
    assert_eq!(offers(&window).await, ["rook", "bishop"]);
    window.press_key(Key::Escape).await;
    wait_for_choices(&window, 0).await;
    window.click_place("a7").await;
    window.click_place("a8").await;
    wait_for_choices(&window, 4).await;
    server.close().await;
}

#[tokio::test]
async fn fifteen_choices_fit_on_a_phone() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.resize(390, 844).await;
    let mut settings = json!({"army": "ordinary", "kind.P.promotion": "\"QRBNPACDEFGHIJL\""});
    for letter in "ACDEFGHIJL".chars() {
        settings[format!("kind.{letter}.name")] = json!(format!("\"piece {letter}\""));
        settings[format!("kind.{letter}.moves")] = json!("[\"leap 1,0\"]");
    }
    // Black moves while the board is seen from White's side.
    open_table(&window, settings, "7k/8/8/8/8/8/K6p/8 b - - 0 1").await;
    window.click_place("h2").await;
    window.click_place("h1").await;
    wait_for_choices(&window, 15).await;
    assert_choices_fit(&window).await;
    window.click("piece L").await;
    window.wait_for_moves(1).await;
    window.wait_for_place("h1", "black piece L").await;
    server.close().await;
}
