//! Start of a server: folders, databases, addresses.

use serde_json::json;
use server::{Server, StartError};
use sqlx::Row;

use crate::failing_store::database;
use crate::test_server::{TestServer, config, folder};

/// Error message of a server that did not start.
async fn start_error(config: &server::Config) -> String {
    match Server::start(config).await {
        Ok(_) => panic!("it has started"),
        Err(error) => error.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn newer_data_are_refused() {
    let mut server = TestServer::open("newer").await;
    server.stop().await;
    let mut connection = database(&server).await;
    let sql = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
               VALUES (99, 'from the future', 1, x'00', 0)";
    sqlx::query(sql).execute(&mut connection).await.unwrap();
    let message = start_error(&config(&server.folder)).await;
    for words in ["newer version (99)", "knows (6)", "takhteh.db", "--data"] {
        assert!(message.contains(words), "{message}");
    }
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = 99").execute(&mut connection).await.unwrap();
    let server = TestServer::open_on(&server.folder).await.unwrap();
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_share_a_folder() {
    let mut server = TestServer::open("shared").await;
    let message = start_error(&config(&server.folder)).await;
    assert!(message.contains("another server uses it") && message.contains("--data"), "{message}");
    server.assert_healthy().await;
    server.restart().await;
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_and_addresses_that_cannot_be_used() {
    let folder = folder("unusable");
    let file = folder.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    for bad in [file.clone(), file.join("below")] {
        let message = start_error(&config(&bad)).await;
        assert!(message.contains("cannot use the data folder") && message.contains("file"), "{message}");
    }
    // The existing file is not a database.
    std::fs::create_dir_all(folder.join("broken")).unwrap();
    std::fs::write(
        folder.join("broken/takhteh.db"),
        "this is not a database, but long enough to be read".repeat(99),
    )
    .unwrap();
    let message = start_error(&config(&folder.join("broken"))).await;
    assert!(message.contains("cannot open") && message.contains("takhteh.db"), "{message}");
    let server = TestServer::open("first").await;
    let mut taken = config(&folder.join("second"));
    taken.listen = vec![server.address];
    match Server::start(&taken).await {
        Err(error @ StartError::Address { .. }) => {
            let message = error.to_string();
            assert!(
                message.contains(&server.address.to_string()) && message.contains("--listen"),
                "{message}"
            );
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
    // The folder is free again.
    TestServer::open_on(&folder.join("second")).await.unwrap().assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn acknowledged_writes_are_on_disk() {
    let mut server = TestServer::open("durable").await;
    let guest = server.guest().await;
    server.table(&guest, json!({"game": "queens", "seats": [{"who": "me"}]})).await;
    let pragma = sqlx::query("PRAGMA journal_mode").fetch_one(&mut database(&server).await).await.unwrap();
    assert_eq!(pragma.get::<String, _>(0), "wal");
    // `synchronous` is a property of the connection; the store checks it itself when it opens the database.
    server.stop().await;
    assert!(!server.folder.join("takhteh.db-wal").exists(), "a stop leaves the database tidy");
    let sql = "SELECT COUNT(*) FROM tables";
    let count = sqlx::query(sql).fetch_one(&mut database(&server).await).await.unwrap();
    assert_eq!(count.get::<i64, _>(0), 1);
}
