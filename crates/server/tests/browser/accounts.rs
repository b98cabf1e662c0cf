//! Steps of tests with accounts: registering, logging in and out, and games between accounts.

use serde_json::{Value, json};

use crate::window::Window;

/// Password of all accounts.
pub const PASSWORD: &str = "correct horse";

/// Plays in the page's own connection. The players take turns: each call makes one move if it is the user's turn.
const STEPS: &str = r#"
const [step, table, seat, choice] = arguments;
const { socket } = await import("/socket.js");
if (step === "sit") return await socket.request({ kind: "sit", table, seat });
const message = await new Promise((resolve) => {
  const stop = socket.watchTable(table, { latest: () => null, events: () => [], onError: resolve, onMessage: (message) => {
    const isReady = message.state === "playing" && (step === "resign" || message.touches);
    if (isReady || message.state === "over") resolve(message), stop();
  } });
});
if (message.state === "over") return null;
if (step === "resign") return await socket.request({ kind: "act", table, seat, seen: message.latest, action: { do: "resign" } });
const picked = [];
let touch = message.touches[""];
while (Array.isArray(touch)) {
  picked.push(touch[choice % touch.length]);
  touch = message.touches[picked.join(" ")] ?? (await socket.request({ kind: "touch", table, seen: message.latest, picked })).touch;
}
return await socket.request({ kind: "act", table, seat, seen: message.latest, action: { do: "move", move: touch } });
"#;

/// A game between the accounts of two windows; the first one begins.
pub struct PlayedGame<'a> {
    pub game: &'a str,
    pub clock: &'a str,
    pub is_rated: bool,
    pub moves: usize,
}

/// Registers an account in the form.
pub async fn register(window: &Window, name: &str) {
    window.goto("/account?register").await;
    fill_form(window, name, PASSWORD).await;
    window.wait_for_text_in(".user-name", name).await;
    window.wait_for_text("Choose a game").await;
}

/// Logs in with the form.
pub async fn log_in(window: &Window, name: &str) {
    window.goto("/account").await;
    fill_form(window, name, PASSWORD).await;
    window.wait_for_text_in(".user-name", name).await;
    window.wait_for_text("Choose a game").await;
}

/// Fills in the form of the account page and submits it.
pub async fn fill_form(window: &Window, name: &str, password: &str) {
    window.fill("User name", name).await;
    window.fill("Password", password).await;
    let submit = "return document.querySelector('.account-form .primary:enabled')";
    window.click_element("the button of the form", submit, vec![]).await;
}

/// Logs out by the menu of the header.
pub async fn log_out(window: &Window, name: &str) {
    window.click(&format!("{name}: Account")).await;
    window.click("Log out").await;
    window.wait_for_text_in(".user-name", "Guest").await;
}

/// Opens a table for two and seats both; returns its id.
pub async fn open_table(host: &Window, guest: &Window, played: &PlayedGame<'_>) -> String {
    let seats = json!([{ "who": "me" }, { "who": "link" }]);
    let request = json!({ "game": played.game, "settings": {}, "clock": played.clock, "position": "start",
                          "seats": seats, "listed": true, "rated": played.is_rated });
    let script = r#"const { openTable } = await import("/http.js"); return await openTable(arguments[0]);"#;
    let table = run(host, script, vec![request]).await.as_str().unwrap().to_owned();
    run(guest, STEPS, vec![json!("sit"), json!(table), json!(2), json!(0)]).await;
    table
}

/// Plays some moves of a game; the player in `winner`, 0 or 1, then wins by resignation.
pub async fn play(players: [&Window; 2], winner: usize, played: &PlayedGame<'_>) -> String {
    let table = open_table(players[0], players[1], played).await;
    for number in 0..played.moves {
        let step = vec![json!("move"), json!(table), json!(number % 2 + 1), json!(number * 7 + 3)];
        run(players[number % 2], STEPS, step).await;
    }
    let loser = 1 - winner;
    run(players[loser], STEPS, vec![json!("resign"), json!(table), json!(loser + 1), json!(0)]).await;
    table
}

/// Runs an asynchronous script.
async fn run(window: &Window, script: &str, arguments: Vec<Value>) -> Value {
    window
        .execute(&format!("return (async function () {{ {script} }}).apply(null, arguments)"), arguments)
        .await
}
