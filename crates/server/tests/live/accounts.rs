//! Accounts: what they keep, and what ends with a session.

use serde_json::json;

use crate::browser_user::{BrowserUser, PASSWORD};
use crate::http;
use crate::test_server::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_registers_and_keeps_the_games() {
    let mut server = TestServer::open("account-register").await;
    let mut guest = server.guest().await;
    let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}]});
    let table = server.table(&guest, request).await;
    guest.watch(&table).await;
    let mut user = BrowserUser::of(&server, &guest);
    let before = user.cookie.clone();
    assert!(!user.name().await.1);
    let answer = user.register("Laleh", PASSWORD).await;
    assert_eq!((answer.status, &answer.json()["name"]), (201, &json!("Laleh")));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Lax") && cookie.contains("Max-Age=7776000"), "{cookie}");
    assert_ne!(user.cookie, before);
    // The guest's connection ends with its session.
    guest.is_closed().await;
    assert_eq!(user.name().await, ("Laleh".to_owned(), true));
    let account = user.get("/api/account").await.json();
    assert_eq!(account["games"][0]["table"], json!(table));
    let mut client = user.connect().await;
    assert_eq!((&client.welcome["name"], &client.welcome["registered"]), (&json!("Laleh"), &json!(true)));
    client.watch(&table).await;
    let seen = client.until(&table, |seen| seen.last["seats"][0]["name"] == "Laleh").await;
    assert_eq!(seen.last["seats"][0]["who"], "you");
    // After a restart everything is as before.
    server.restart().await;
    user.address = server.address;
    assert_eq!(user.name().await, ("Laleh".to_owned(), true));
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_passwords_are_checked() {
    let server = TestServer::open("account-names").await;
    BrowserUser::account(&server, "Laleh").await;
    for (name, password, status, part) in [
        ("laleh", PASSWORD, 409, "taken"),
        ("LALEH ", PASSWORD, 409, "taken"),
        ("a", PASSWORD, 422, "2 to 24"),
        ("", PASSWORD, 422, "2 to 24"),
        (&"x".repeat(25), PASSWORD, 422, "2 to 24"),
        ("two words", PASSWORD, 422, "letters"),
        ("--", PASSWORD, 422, "letters"),
        ("a\u{202e}b", PASSWORD, 422, "letters"),
        ("Computer", PASSWORD, 422, "looks like"),
        ("guest-1", PASSWORD, 422, "looks like"),
        ("omid", "1234567", 422, "at least 8"),
        ("omid", &"x".repeat(300), 422, "at most 256"),
    ] {
        let mut user = BrowserUser::guest(&server).await;
        let (found, message) = user.register(name, password).await.refusal();
        assert!(found == status && message.contains(part), "{name}: {found} {message}");
        assert!(!user.name().await.1);
    }
    // A name in another script, and one that differs.
    BrowserUser::account(&server, "لاله").await;
    let mut omid = BrowserUser::account(&server, "omid_2").await;
    let (status, message) = omid.register("another", PASSWORD).await.refusal();
    assert!(status == 409 && message.contains("already logged in"), "{message}");
    // A guest cannot take the name of an account.
    let mut guest = server.guest().await;
    let (status, message) = guest.refused(json!({"kind": "name", "name": "laleh"})).await;
    assert!(status == 409 && message.contains("belongs to an account"), "{message}");
    let mut client = omid.connect().await;
    let (status, message) = client.refused(json!({"kind": "name", "name": "other"})).await;
    assert!(status == 409 && message.contains("cannot be changed"), "{message}");
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logging_in_takes_the_games_of_the_guest_along() {
    let server = TestServer::open("account-login").await;
    let mut home = BrowserUser::account(&server, "laleh").await;
    let mut guest = server.guest().await;
    let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}]});
    let table = server.table(&guest, request).await;
    guest.watch(&table).await;
    let mut user = BrowserUser::of(&server, &guest);
    assert_eq!(user.log_in("Laleh", "wrong-password").await.refusal().0, 401);
    assert_eq!(user.log_in("LALEH", PASSWORD).await.status, 200);
    for user in [&mut user, &mut home] {
        let account = user.get("/api/account").await.json();
        assert_eq!(account["games"][0]["table"], json!(table));
        assert_eq!(account["sessions"].as_array().unwrap().len(), 2);
    }
    let mut client = home.connect().await;
    client.watch(&table).await;
    client.until(&table, |seen| seen.last["seats"][0]["who"] == "you").await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_listed_and_revoked() {
    let server = TestServer::open("account-sessions").await;
    let mut one = BrowserUser::account(&server, "laleh").await;
    let mut two = BrowserUser::guest(&server).await;
    two.log_in("laleh", PASSWORD).await;
    let mut client = two.connect().await;
    let sessions = one.get("/api/account").await.json()["sessions"].clone();
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    let path = format!("/api/account/sessions/{}/revoke", other["session"].as_str().unwrap());
    // Neither a stranger nor a guest revokes it.
    let mut stranger = BrowserUser::account(&server, "omid").await;
    assert_eq!(stranger.post(&path, &json!({})).await.refusal().0, 404);
    assert_eq!(BrowserUser::guest(&server).await.post(&path, &json!({})).await.refusal().0, 403);
    assert!(two.name().await.1);
    assert_eq!(one.post(&path, &json!({})).await.status, 200);
    client.is_closed().await;
    assert!(!two.name().await.1 && one.name().await.1);
    // A new password ends all other sessions, and rotates this one.
    two.log_in("laleh", PASSWORD).await;
    let before = one.clone();
    let (status, message) = one
        .post("/api/account/password", &json!({"old": "wrong", "new": "another-password"}))
        .await
        .refusal();
    assert!(status == 403 && message.contains("wrong"), "{message}");
    let answer =
        one.post("/api/account/password", &json!({"old": PASSWORD, "new": "another-password"})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(one.name().await.1 && !two.name().await.1 && !before.clone().name().await.1);
    assert_eq!(two.log_in("laleh", PASSWORD).await.refusal().0, 401);
    assert_eq!(two.log_in("laleh", "another-password").await.status, 200);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_account_leaves_its_games_without_a_name() {
    let server = TestServer::open("account-delete").await;
    let mut laleh = BrowserUser::account(&server, "laleh").await;
    let mut omid = BrowserUser::account(&server, "omid").await;
    let (mut one, mut other) = (laleh.connect().await, omid.connect().await);
    let mut tables = Vec::new();
    for _ in 0..2 {
        let request = json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}], "listed": true});
        let table = server.table(&one, request).await;
        for client in [&mut one, &mut other] {
            client.watch(&table).await;
        }
        other.done(json!({"kind": "sit", "table": table, "seat": 2})).await;
        one.begin(&table).await;
        tables.push(table);
    }
    // One game is over, one is running.
    one.act(&tables[0], 1, json!({"do": "resign"})).await;
    assert_eq!(laleh.post("/api/account/delete", &json!({"password": "wrong"})).await.refusal().0, 403);
    assert_eq!(laleh.post("/api/account/delete", &json!({"password": PASSWORD})).await.status, 200);
    one.is_closed().await;
    assert!(!laleh.name().await.1);
    assert_eq!(laleh.log_in("laleh", PASSWORD).await.refusal().0, 401);
    assert_eq!(server.get("/api/players/laleh").await.status, 404);
    for table in &tables {
        let (record, verified) = server.record(table).await;
        assert!(!record.contains("laleh") && record.contains("Deleted player"), "{record}");
        assert!(verified.outcome.is_some(), "a running game is lost");
        other.until(table, |seen| seen.last["seats"][0]["name"] == "Deleted player").await;
    }
    let history = omid.get("/api/history").await;
    assert!(!history.text().contains("laleh"), "{}", history.text());
    assert_eq!(history.json()["games"].as_array().unwrap().len(), 2);
    // The name is free again.
    BrowserUser::account(&server, "laleh").await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_expire() {
    let server = TestServer::open("account-expiry").await;
    let day: i64 = 24 * 3600 * 1000;
    let now = store::unix_millis();
    let mut database = crate::failing_store::database(&server).await;
    for (created, used, is_valid) in
        [(0, 0, true), (89, 29, true), (89, 31, false), (91, 1, false), (31, 31, false)]
    {
        let mut user = BrowserUser::account(&server, &format!("user-{created}-{used}")).await;
        let sql = "UPDATE sessions SET created = $1, used = $2 WHERE user IN (SELECT id FROM users WHERE name = $3)";
        sqlx::query(sql)
            .bind(now - created * day)
            .bind(now - used * day)
            .bind(format!("user-{created}-{used}"))
            .execute(&mut database)
            .await
            .unwrap();
        assert_eq!(user.name().await.1, is_valid, "{created} {used}");
    }
    // A guest has no other way to its games.
    let guest = server.guest().await;
    server.table(&guest, json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "link"}]})).await;
    sqlx::query("UPDATE sessions SET created = 0, used = 0").execute(&mut database).await.unwrap();
    let account = http::get(server.address, "/api/account", &[("Cookie", &guest.cookie)]).await.json();
    assert_eq!(account["games"].as_array().unwrap().len(), 1);
}
