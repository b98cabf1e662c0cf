//! Some turns of every game of the house.

use crate::boards::square;
use crate::house::House;
use crate::window::Window;

/// A piece of this kind beside an empty square, and that square.
async fn piece_and_way(window: &Window, kind: &str) -> (String, String) {
    let empty = window.places_saying("empty").await;
    for piece in window.places_saying(kind).await {
        let (column, row) = square(&piece);
        let beside = |other: &&String| {
            let (there, line) = square(other);
            there.abs_diff(column) <= 1 && line.abs_diff(row) <= 1
        };
        if let Some(way) = empty.iter().find(beside) {
            return (piece, way.clone());
        }
    }
    panic!("no {kind} can go anywhere");
}

/// The colour of whoever is to move.
async fn paint_to_move(window: &Window) -> String {
    let paint = window.until(
        "somebody is to move",
        "return document.querySelector('.player.turn .paint')?.dataset.paint ?? null",
        vec![],
    );
    paint.await.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn halma_by_clicks_and_by_dragging() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Halma").await;
    let mut played = 0;
    for turn in 0..3 {
        assert!(window.comes_back(played).await);
        played = window.moves().await.len() + 1;
        let kind = format!("{} bead", paint_to_move(&window).await);
        let (piece, way) = piece_and_way(&window, &kind).await;
        if turn == 1 {
            window.drag_piece(&piece, &way).await;
        } else {
            window.touch(&piece).await;
            window.place_says(&piece, "selected").await;
            assert!(window.targets().await.contains(&way), "{way} is a way for {piece}");
            window.touch(&way).await;
        }
        window.place_says(&way, &kind).await;
        window.place_says(&piece, "empty").await;
    }
    assert!(window.comes_back(played).await);
    house.close().await;
}

#[tokio::test]
async fn halma_for_four_at_one_screen() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("More ways to play: Halma").await;
    window.says("A game of Halma").await;
    window.choose("Players", "4").await;
    window.until("four seats", "return document.querySelectorAll('.seat-wish').length === 4", vec![]).await;
    for seat in seats(&window).await.into_iter().skip(1) {
        window.choose(&format!("{seat} is played by"), "another person at this screen").await;
    }
    window.press("Start the game").await;
    let mut order = Vec::new();
    for played in 0..8 {
        window.comes_back_at_one_screen(played).await;
        let paint = paint_to_move(&window).await;
        window.plays_any(played).await;
        order.push(paint);
    }
    assert_eq!(order[..4], order[4..], "they move in turn");
    order.truncate(4);
    order.sort();
    order.dedup();
    assert_eq!(order.len(), 4, "four colours play");
    house.close().await;
}

#[tokio::test]
async fn chess_by_clicks_and_by_dragging() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Chess").await;
    assert!(window.comes_back(0).await);
    window.touch("e2").await;
    window.place_says("e2", "selected").await;
    assert_eq!(window.targets().await.len(), 2, "a pawn may go one square or two");
    window.touch("e4").await;
    window.place_says("e4", "white pawn").await;
    assert!(window.comes_back(2).await);
    window.drag_piece("g1", "f3").await;
    window.place_says("f3", "white knight").await;
    assert!(window.comes_back(4).await);
    for turn in 2..5 {
        window.plays_any(turn).await;
        window.comes_back(2 * turn + 2).await;
    }
    house.close().await;
}

/// The titles of the seats on the page where a game is arranged.
async fn seats(window: &Window) -> Vec<String> {
    let script = "const titles = [...document.querySelectorAll('.seat-wish > span:first-child')].map((title) => title.innerText.trim());
                  return titles.length > 0 && titles.every((title) => title) ? titles : null";
    let titles = window.until("the seats have titles", script, vec![]).await;
    titles.as_array().unwrap().iter().filter_map(|title| title.as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn backgammon_by_touches() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Backgammon").await;
    window.says("Fair dice.").await;
    let mut played = 0;
    for _ in 0..12 {
        if !window.comes_back(played).await {
            break;
        }
        played = window.moves().await.len() + 1;
        // A pass is a button, and then the only thing that may be touched.
        window.plays_any(played).await;
    }
    for written in window.moves().await {
        assert!(written.contains(": "), "the roll stands before the move: {written}");
    }
    house.close().await;
}

#[tokio::test]
async fn a_match_of_backgammon_with_the_cube() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("More ways to play: Backgammon").await;
    window.says("A game of Backgammon").await;
    window.fill("Match to", "3").await;
    let titles = seats(&window).await;
    window.choose(&format!("{} is played by", titles[1]), "another person at this screen").await;
    window.press("Start the game").await;
    // The first roll comes by itself, and so does the one after a cube that was taken.
    window.comes_back_at_one_screen(0).await;
    window.plays_any(0).await;
    window.press("Roll").await;
    window.has_moves(2).await;
    window.plays_any(0).await;
    window.press("Double").await;
    window.press("Take").await;
    window.says("cube 2 with").await;
    window.has_moves(5).await;
    window.plays_any(0).await;
    window.press("Double").await;
    window.press("Drop").await;
    let score =
        "return /White 2, Black 0|White 0, Black 2/.test(document.querySelector('.status').innerText)";
    window.until("two points for who doubled last", score, vec![]).await;
    house.close().await;
}

#[tokio::test]
async fn tic_tac_toe_to_its_end() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("More ways to play: Tic-tac-toe").await;
    let titles = seats(&window).await;
    window.choose(&format!("{} is played by", titles[1]), "another person at this screen").await;
    window.fill("Name", "Laleh").await;
    window.press("Start the game").await;
    for (played, place) in ["b2", "a1", "a3", "c1", "b1", "b3", "c3", "c2"].into_iter().enumerate() {
        window.comes_back_at_one_screen(played).await;
        window.touch(place).await;
        window.has_moves(played + 1).await;
    }
    window.comes_back_at_one_screen(8).await;
    window.touch("a2").await;
    window.headline("A draw").await;
    house.close().await;
}
