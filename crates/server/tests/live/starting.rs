//! What a server is started on: folders, databases, addresses.

use serde_json::json;
use server::{Server, StartError};
use sqlx::Row;

use crate::failing_store::database;
use crate::test_server::{TestServer, config, folder};

/// The sentence of a server that did not start.
async fn sentence(config: &server::Config) -> String {
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
    let told = sentence(&config(&server.folder)).await;
    for words in ["newer version (99)", "knows (1)", "takhteh.db", "--data"] {
        assert!(told.contains(words), "{told}");
    }
    sqlx::query("DELETE FROM _sqlx_migrations WHERE version = 99").execute(&mut connection).await.unwrap();
    let server = TestServer::open_on(&server.folder).await.unwrap();
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_do_not_share_a_folder() {
    let mut server = TestServer::open("shared").await;
    let told = sentence(&config(&server.folder)).await;
    assert!(told.contains("another server works on") && told.contains("--data"), "{told}");
    server.is_well().await;
    server.restart().await;
    server.is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn folders_and_addresses_that_cannot_be_used() {
    let folder = folder("unusable");
    let file = folder.join("file");
    std::fs::write(&file, "not a folder").unwrap();
    for bad in [file.clone(), file.join("below")] {
        let told = sentence(&config(&bad)).await;
        assert!(told.contains("cannot be used") && told.contains("file"), "{told}");
    }
    // What is there is no database.
    std::fs::create_dir_all(folder.join("broken")).unwrap();
    std::fs::write(
        folder.join("broken/takhteh.db"),
        "this is not a database, but long enough to be read".repeat(99),
    )
    .unwrap();
    let told = sentence(&config(&folder.join("broken"))).await;
    assert!(told.contains("cannot be opened") && told.contains("takhteh.db"), "{told}");
    let server = TestServer::open("first").await;
    let mut taken = config(&folder.join("second"));
    taken.listen = server.address;
    match Server::start(&taken).await {
        Err(error @ StartError::Address { .. }) => {
            let told = error.to_string();
            assert!(told.contains(&server.address.to_string()) && told.contains("--listen"), "{told}");
        }
        other => panic!("{:?}", other.map(|_| ())),
    }
    // The folder is free again.
    TestServer::open_on(&folder.join("second")).await.unwrap().is_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_told_is_on_disk() {
    let mut server = TestServer::open("durable").await;
    let guest = server.guest().await;
    server.table(&guest, json!({"game": "queens", "seats": [{"who": "me"}]})).await;
    let pragma = sqlx::query("PRAGMA journal_mode").fetch_one(&mut database(&server).await).await.unwrap();
    assert_eq!(pragma.get::<String, _>(0), "wal");
    // That every commit waits for the disk holds for a connection, not for a file: the store looks itself, and opens
    // nothing where it is not so.
    server.stop().await;
    assert!(!server.folder.join("takhteh.db-wal").exists(), "a stop leaves the database tidy");
    let sql = "SELECT COUNT(*) FROM tables";
    let count = sqlx::query(sql).fetch_one(&mut database(&server).await).await.unwrap();
    assert_eq!(count.get::<i64, _>(0), 1);
}
