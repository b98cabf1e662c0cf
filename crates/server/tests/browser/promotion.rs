//! What a piece becomes: asked where it stands, when it is due.

use serde_json::{Value, json};

use crate::house::House;
use crate::window::{Key, Window};

/// Opens a table of chess for two at one screen and goes there.
async fn at_a_table(window: &Window, settings: Value, position: &str) {
    let script =
        "return fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ game: 'chess', settings: arguments[0], clock: 'none', listed: false,
          position: arguments[1], seats: [{ who: 'me' }, { who: 'here' }] }) })
        .then((answer) => answer.json()).then(({ table, sentence }) => table ?? sentence)";
    let table = window.run(script, vec![settings, json!(position)]).await;
    window.go(&format!("/table/{}", table.as_str().expect("a table was opened"))).await;
    window.comes_back_at_one_screen(0).await;
    window.board_is_still().await;
}

/// The names of the pieces there are to choose from.
async fn offers(window: &Window) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.board-offer')].map((offer) => offer.getAttribute('aria-label'))";
    serde_json::from_value(window.run(script, vec![]).await).unwrap()
}

/// Waits until there are so many to choose from.
async fn are_offered(window: &Window, count: usize) {
    let script = "return document.querySelectorAll('.board-offer').length === arguments[0]";
    window.until(&format!("{count} pieces to choose from"), script, vec![json!(count)]).await;
}

/// What is said of a place.
async fn label(window: &Window, name: &str) -> String {
    let script = "return [...document.querySelectorAll('.board-live [data-place]')].map((place) => place.getAttribute('aria-label'))
        .find((label) => label.split(',')[0] === arguments[0])";
    window.run(script, vec![json!(name)]).await.as_str().unwrap_or_default().to_owned()
}

/// The names of the squares in whose middle something else lies on the board.
async fn covered(window: &Window) -> Vec<String> {
    let script = "return [...document.querySelectorAll('.board-live [data-place]')].filter((place) => {
          const { x, y, width, height } = place.querySelector('.board-area').getBoundingClientRect();
          return !place.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }).map((place) => place.getAttribute('aria-label'))";
    serde_json::from_value(window.run(script, vec![]).await).unwrap()
}

/// Every choice can be seen whole on the board, beside the others, and is large enough for a finger.
async fn lie_well(window: &Window) {
    let script = "const board = document.querySelector('.board-ground').getBoundingClientRect();
        const inside = ({ left, right, top, bottom }) => left >= board.left && right <= board.right && top >= board.top && bottom <= board.bottom;
        return [...document.querySelectorAll('.board-offer')].every((offer) => {
          const box = offer.getBoundingClientRect();
          const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return inside(box) && box.width >= 38 && box.height >= 38 && offer.contains(seen) && offer.querySelector('use');
        })";
    assert_eq!(window.run(script, vec![]).await, true, "the choices lie on the board");
}

#[tokio::test]
async fn nothing_lies_on_the_board_before_a_choice_is_due() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.resize(390, 844).await;
    at_a_table(&window, json!({}), "7k/P7/8/2pPpP2/2PpPp2/8/8/K7 w - - 0 1").await;
    assert!(covered(&window).await.is_empty(), "covered: {:?}", covered(&window).await);
    window.touch("a7").await;
    window.place_says("a7", "selected").await;
    assert!(offers(&window).await.is_empty());
    window.touch("a8").await;
    are_offered(&window, 4).await;
    assert_eq!(offers(&window).await, ["queen", "rook", "bishop", "knight"]);
    lie_well(&window).await;
    // Nothing has been played before somebody has chosen, and a touch elsewhere takes the move back.
    assert!(window.moves().await.is_empty());
    let beside = "const { right, bottom } = document.querySelector('.board-ground').getBoundingClientRect();
        return document.elementFromPoint(right - 60, bottom - 60)";
    window.press_element("the board beside the choices", beside, vec![]).await;
    are_offered(&window, 0).await;
    window.place_says("a7", "white pawn").await;
    window.place_says("a8", "empty").await;
    window.touch("a7").await;
    window.touch("a8").await;
    are_offered(&window, 4).await;
    window.press("rook").await;
    window.has_moves(1).await;
    window.place_says("a8", "rook").await;
    window.place_says("a7", "empty").await;
    assert_eq!(window.moves().await, ["a8=R+"]);
    are_offered(&window, 0).await;
    house.close().await;
}

#[tokio::test]
async fn a_capture_that_promotes_by_the_keyboard() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    at_a_table(&window, json!({}), "1r5k/P7/8/8/8/8/8/K7 w - - 0 1").await;
    window.touch("a7").await;
    window.touch("b8").await;
    are_offered(&window, 4).await;
    // The pawn stands there, and the rook does no more.
    assert!(label(&window, "b8").await.starts_with("b8, white pawn"), "{}", label(&window, "b8").await);
    assert!(!label(&window, "b8").await.contains("rook"));
    assert_eq!(window.run("return document.querySelector('.board-counts').textContent", vec![]).await, "");
    assert_eq!(window.focused().await, "queen");
    window.key(Key::Escape).await;
    are_offered(&window, 0).await;
    window.place_says("b8", "black rook").await;
    assert!(window.focused().await.starts_with("b8"), "the focus is on the board again");
    for key in [Key::Left, Key::Down, Key::Enter] {
        window.key(key).await;
    }
    window.place_says("a7", "selected").await;
    for key in [Key::Up, Key::Right, Key::Enter] {
        window.key(key).await;
    }
    are_offered(&window, 4).await;
    for name in ["rook", "bishop", "knight"] {
        window.key(Key::Down).await;
        assert_eq!(window.focused().await, name);
    }
    window.key(Key::Enter).await;
    window.has_moves(1).await;
    window.place_says("b8", "white knight").await;
    assert_eq!(window.moves().await, ["axb8=N"]);
    house.close().await;
}

#[tokio::test]
async fn only_what_a_piece_may_become_is_offered() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    at_a_table(
        &window,
        json!({"army": "ordinary", "kind.N.promotion": "\"RB\""}),
        "7k/P7/2N5/8/8/8/8/K7 w - - 0 1",
    )
    .await;
    window.touch("c6").await;
    window.touch("d8").await;
    are_offered(&window, 2).await;
    assert_eq!(offers(&window).await, ["rook", "bishop"]);
    window.key(Key::Escape).await;
    are_offered(&window, 0).await;
    window.touch("a7").await;
    window.touch("a8").await;
    are_offered(&window, 4).await;
    house.close().await;
}

#[tokio::test]
async fn fifteen_choices_fit_on_a_phone() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.resize(390, 844).await;
    let mut settings = json!({"army": "ordinary", "kind.P.promotion": "\"QRBNPACDEFGHIJL\""});
    for letter in "ACDEFGHIJL".chars() {
        settings[format!("kind.{letter}.name")] = json!(format!("\"piece {letter}\""));
        settings[format!("kind.{letter}.moves")] = json!("[\"leap 1,0\"]");
    }
    // Black plays from the other end, and the board is seen from White's side.
    at_a_table(&window, settings, "7k/8/8/8/8/8/K6p/8 b - - 0 1").await;
    window.touch("h2").await;
    window.touch("h1").await;
    are_offered(&window, 15).await;
    lie_well(&window).await;
    window.press("piece L").await;
    window.has_moves(1).await;
    window.place_says("h1", "black piece L").await;
    house.close().await;
}
