//! The chess computer on its page.

use std::sync::atomic::AtomicBool;

use device::chess::Move;
use device::{Device, Key as DeviceKey};
use device_home::{TableGame, device_move, move_text};
use engine::table_seed;
use games::engines;
use rules::Seat;
use search::SearchLimits;
use serde_json::json;
use table::Millis;

use crate::axe;
use crate::capture::{DESKTOP, PHONE, capture};
use crate::test_server::TestServer;
use crate::window::{Key, Window};

const WORDS: &str = "#device-words";

/// Clicks keys of the keypad.
async fn click_keys(window: &Window, keys: &str) {
    for key in keys.chars() {
        let script = "return document.querySelector(`.device-key[data-key='${arguments[0]}']`)";
        window.click_element("a key", script, vec![json!(key.to_string())]).await;
    }
}

/// Waits for a part of the screen's description.
async fn wait_for_words(window: &Window, words: &str) {
    let script = "return document.querySelector(arguments[0])?.textContent.includes(arguments[1])";
    window.wait_until(words, script, vec![json!(WORDS), json!(words)]).await;
}

#[tokio::test]
async fn a_new_knight_is_defined_and_played() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion", "--hide-scrollbars"]).await;
    window.goto("/").await;
    window.click("Pocket computer").await;
    assert_eq!(window.path().await, "/device");
    wait_for_words(&window, "Press any key").await;
    // Greeting, menu with Playmap 2, and a program for each kind by mouse.
    click_keys(&window, "56").await;
    wait_for_words(&window, "define the moves").await;
    click_keys(&window, "5").await;
    for (kind, program) in [
        ("king", "1#64#8#64#9#0#"),
        ("queen", "9#18#27#36#45#54#63#64#1#2#64#8#16#0#"),
        ("rook", "1#2#3#4#5#6#7#64#8#16#24#32#40#0#"),
        ("bishop", "9#18#27#36#45#54#63#0#"),
    ] {
        wait_for_words(&window, &format!("Move 1 of the {kind}")).await;
        window.type_text(&program.replace('#', "\u{e007}")).await;
    }
    wait_for_words(&window, "Move 1 of the knight").await;
    click_keys(&window, "10#17").await;
    wait_for_words(&window, "Move 2 of the knight: 17. So far 10.").await;
    capture(&window, "device-define", DESKTOP, "light").await;
    // Above 64 the entry is wiped; the keyboard's Backspace erases.
    click_keys(&window, "7").await;
    wait_for_words(&window, "Wiped").await;
    window.type_text("1").await;
    window.press_key(Key::Backspace).await;
    window.type_text("17").await;
    window.press_key(Key::Enter).await;
    wait_for_words(&window, "So far 10 17.").await;
    window.type_text("0\u{e007}").await;
    wait_for_words(&window, "Move 1 of the pawn").await;
    window.type_text("9\u{e007}24\u{e007}0\u{e007}").await;
    wait_for_words(&window, "e2, white pawn. Your turn.").await;
    // Some moves by arrow keys and digits.
    for (keys, square) in [("5225", "e4, "), ("884525", "d3, ")] {
        window.type_text(keys).await;
        let script = "const words = document.querySelector('#device-words').textContent;
            return words.includes(arguments[0]) && words.includes('The computer played') && !words.includes('In hand')";
        window.wait_until("the reply", script, vec![json!(square)]).await;
    }
    window.press_key(Key::Up).await;
    window.press_key(Key::Right).await;
    window.press_key(Key::Right).await;
    wait_for_words(&window, "f4, ").await;
    let words = window.execute("return document.querySelector('#device-words').textContent", vec![]).await;
    window.reload().await;
    wait_for_words(&window, words.as_str().unwrap()).await;
    let link = window.find("Open on the table page").await.prop("href").await.unwrap().unwrap();
    let violations = axe::violations(&window, "/device").await;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    window.click("What the numbers mean").await;
    let violations = axe::violations(&window, "/device with help").await;
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    window.reload().await;
    wait_for_words(&window, words.as_str().unwrap()).await;
    capture(&window, "device", DESKTOP, "light").await;
    capture(&window, "device-dark", DESKTOP, "dark").await;
    capture(&window, "device-phone", PHONE, "light").await;
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(window.execute(wide, vec![]).await, 0, "the page is wider than a phone");
    // The whole handheld is visible on a phone.
    let bottom =
        "return document.querySelector('.device-body').getBoundingClientRect().bottom <= innerHeight";
    assert_eq!(window.execute(bottom, vec![]).await, true);
    window.resize(DESKTOP.0, DESKTOP.1).await;
    window.goto(link.split_once("/table/").map(|(_, id)| format!("/table/{id}")).unwrap().as_str()).await;
    window.wait_for(".board").await;
    assert_eq!(window.moves().await.len(), 4);
    server.close().await;
}

#[tokio::test]
async fn keys_are_reached_by_tab() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/device").await;
    wait_for_words(&window, "Press any key").await;
    window.tab_until("the key 5", |focused| focused.starts_with('5')).await;
    window.press_key(Key::Enter).await;
    wait_for_words(&window, "Menu.").await;
    // Enter is the key in focus, and digits are keys of the device.
    window.type_text("8").await;
    wait_for_words(&window, "Menu. Colormap: white.").await;
    let outline = "return getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(window.execute(outline, vec![]).await, "solid");
    server.close().await;
}

/// Keys that bring the cursor from one cell to another.
fn steps(from: u8, to: u8) -> String {
    let go = |from: u8, to: u8, back: &str, on: &str| {
        if to < from { back.repeat((from - to).into()) } else { on.repeat((to - from).into()) }
    };
    go(from / 8, to / 8, "2", "8") + &go(from % 8, to % 8, "4", "6")
}

/// The move of an engine in the position of a local game.
fn best(game: &TableGame, engine: &str) -> view::DynMove {
    let table = game.table().unwrap();
    let name = engine.parse().unwrap();
    let mut engine = engines::open_rules(&table.game().rules_text(), Some(&name)).unwrap();
    engine.new_game(1);
    let past = &table.keys()[..table.keys().len() - 1];
    let stop = AtomicBool::new(false);
    let found = engine.search(table.board(), past, &SearchLimits::until(&stop), &[], &mut |_| {});
    found.unwrap().unwrap().best
}

/// A whole game of a local device without a screen against `classic`, played by keys: the keys of each turn with the squares of
/// the reply, and the moves.
fn headless_game(seed: u64) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let mut game = TableGame::new(Device::new(), "Guest", 1);
    let press = |game: &mut TableGame, keys: &str| {
        for key in keys.chars() {
            game.key(DeviceKey::of(key).unwrap(), Millis(0)).unwrap();
        }
    };
    press(&mut game, "55");
    let (mut turns, mut cursor) = (Vec::new(), 52);
    while game.table().unwrap().outcome().is_none() {
        let mv = best(&game, "strong:level=3");
        let device = game.device();
        let Move { from, to, promotion } =
            device_move(game.table().unwrap().board(), &mv, device.board(), device.army()).unwrap();
        let choice = if promotion.is_some() { "5" } else { "" };
        let keys = format!("{}5{}5{choice}", steps(cursor, from), steps(from, to));
        cursor = to;
        press(&mut game, &keys);
        let mut squares = None;
        if game.device().awaits_opponent() {
            let reply = best(&game, &format!("classic:seed={seed}"));
            game.opponent_plays(&reply, Millis(0)).unwrap();
            squares = game.device().last_move().map(move_text);
        }
        turns.push((keys, squares));
    }
    let moves = game.table().unwrap().moves().map(|(_, played)| played.text.clone()).collect();
    (turns, moves)
}

/// The same keys give the same record in the browser and without a screen.
#[tokio::test]
async fn a_whole_game_by_keys_is_that_of_the_headless_device() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.goto("/device").await;
    wait_for_words(&window, "Press any key").await;
    window.type_text("55").await;
    wait_for_words(&window, "Your turn.").await;
    let link = window.find("Open on the table page").await.prop("href").await.unwrap().unwrap();
    let id = link.split_once("/table/").unwrap().1.to_owned();
    let (turns, moves) = headless_game(table_seed(&id, Seat::SECOND));
    for (turn, (keys, reply)) in turns.iter().enumerate() {
        window.type_text(keys).await;
        match reply.as_ref().filter(|_| turn + 1 < turns.len()) {
            Some(squares) => {
                wait_for_words(&window, &format!("The computer played {squares}. Your turn.")).await;
            }
            None => window.wait_for_text("The game is over.").await,
        }
    }
    window.goto(&format!("/table/{id}")).await;
    window.wait_for(".board").await;
    assert_eq!(window.moves().await, moves);
    println!("{} moves by {} keys", moves.len(), turns.iter().map(|(keys, _)| keys.len()).sum::<usize>());
    server.close().await;
}
