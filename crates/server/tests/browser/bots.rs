//! Bots on the account page, and challenges to them.

use serde_json::json;

use crate::accounts::register;
use crate::axe;
use crate::test_server::TestServer;

#[tokio::test]
async fn an_account_creates_a_bot_and_revokes_its_token() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    register(&window, "laleh").await;
    // The name that is too short.
    window.ignore_log("422");
    window.goto("/account").await;
    window.wait_for_text("Programs that play with an account of their own.").await;
    window.fill("Name of a new bot", "x").await;
    window.click("Create bot").await;
    window.wait_for_text("use 2 to 24 letters").await;
    window.fill("Name of a new bot", "ziggy").await;
    window.click("Create bot").await;
    window.wait_for_text("Copy the token of ziggy (bot) now.").await;
    window.wait_for_text("Not used yet").await;
    let token = "return document.querySelector('[aria-label=\"Token of ziggy (bot)\"]').value";
    let first = window.execute(token, vec![]).await.as_str().unwrap().to_owned();
    assert_eq!(first.len(), 64);
    window.click("New token: ziggy (bot)").await;
    let changed = format!("{token} !== arguments[0]");
    window.wait_until("another token", &changed, vec![first.into()]).await;
    assert_eq!(axe::violations(&window, "/account").await, Vec::<String>::new());
    window.click("Revoke: ziggy (bot)").await;
    window.wait_for_text("Token revoked").await;
    window.click("Delete").await;
    window.click("Confirm delete").await;
    window.wait_until("no bot", "return !document.querySelector('.bot')", vec![]).await;
    // A reload shows no token.
    window.reload().await;
    window.wait_for_text("Create bot").await;
    assert_eq!(window.log_errors().await, Vec::<String>::new());
}

/// Guests cannot challenge by name, and the list says so. Accounts challenge bots, too.
#[tokio::test]
async fn an_account_challenges_a_bot_by_name() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let program = server.open_window().await;
    window.goto("/new/othello").await;
    window.find("White player").await;
    let option = "const { disabled, label } = document.querySelectorAll('option[value=player]')[1]; return [disabled, label];";
    assert_eq!(window.execute(option, vec![]).await, json!([true, "Player (by name): log in first"]));
    register(&window, "laleh").await;
    window.goto("/account").await;
    window.fill("Name of a new bot", "ziggy").await;
    window.click("Create bot").await;
    window.wait_for_text("Copy the token of ziggy (bot) now.").await;
    let token = "return document.querySelector('[aria-label=\"Token of ziggy (bot)\"]').value";
    let token = window.execute(token, vec![]).await;
    window.goto("/new/othello").await;
    window
        .wait_until(
            "players by name",
            "return !document.querySelectorAll('option[value=player]')[1].disabled",
            vec![],
        )
        .await;
    window.select("White player", "Player (by name)").await;
    window.fill("Name", "ziggy (bot)").await;
    window.wait_for_text("For you against other players or the computer at a level.").await;
    window.ignore_log("409");
    window.click("Send challenge").await;
    window.wait_for_text("is not connected; try again when its program runs").await;
    // The program reads its events in another window.
    let connect = "const [token] = arguments; return (async () => { \
        const response = await fetch('/api/bot/events', { headers: { authorization: `Bearer ${token}` } }); \
        window.reader = response.body.getReader(); return response.status; })();";
    assert_eq!(program.execute(connect, vec![token.clone()]).await, json!(200));
    window.click("Send challenge").await;
    window.wait_for_text("Waiting for ziggy (bot)").await;
    let accept = "const [token] = arguments; return (async () => { \
        const event = JSON.parse(new TextDecoder().decode((await window.reader.read()).value)); \
        const headers = { authorization: `Bearer ${token}` }; \
        const path = `/api/bot/tables/${event.table}/join`; \
        await fetch(path, { method: 'POST', headers, body: JSON.stringify({ seat: event.seat }) }); return event.kind; })();";
    assert_eq!(program.execute(accept, vec![token]).await, json!("challenge"));
    window.wait_for_turn(0).await;
    window.wait_for_text("ziggy (bot)").await;
    server.close().await;
}
