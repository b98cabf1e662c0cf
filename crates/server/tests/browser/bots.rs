//! Bots on the account page.

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
