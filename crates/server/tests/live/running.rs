//! Running a server: encryption, metrics, backups.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rules::Random;
use serde_json::json;
use server::{Config, TlsFiles};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::browser_user::{BrowserUser, PASSWORD};
use crate::client::play_one;
use crate::http;
use crate::test_server::{TestServer, config, folder};

/// Sends a plain request over TLS and returns the answer.
pub async fn encrypted_get(address: SocketAddr, certificate: CertificateDer<'static>, path: &str) -> String {
    let mut roots = RootCertStore::empty();
    roots.add(certificate).unwrap();
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_root_certificates(roots).with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_encrypted() {
    let folder = folder("running-tls");
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let files = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
    std::fs::write(&files.certificate, signed.cert.pem()).unwrap();
    std::fs::write(&files.key, signed.signing_key.serialize_pem()).unwrap();
    let secure = Config { tls: Some(files.clone()), ..config(&folder) };
    let mut server = TestServer::open_with(&secure).await.unwrap();
    assert!(server.server.as_ref().unwrap().url().starts_with("https://"));
    // A client that never begins its handshake delays no other.
    let _silent = TcpStream::connect(server.address).await.unwrap();
    let answer = encrypted_get(server.address, signed.cert.der().clone(), "/").await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let cookie = answer.lines().find(|line| line.to_lowercase().starts_with("set-cookie")).unwrap();
    assert!(cookie.contains("HttpOnly; SameSite=Lax; Secure"), "{cookie}");
    server.stop().await;
    // Files that cannot be used are named.
    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let wrong = folder.join("wrong.pem");
    for (content, part) in [
        (other.signing_key.serialize_pem(), "expected the key of the certificate"),
        ("no key".to_owned(), "expected a private key as PEM"),
    ] {
        std::fs::write(&wrong, content).unwrap();
        let files = TlsFiles { key: wrong.clone(), ..files.clone() };
        let error =
            TestServer::open_with(&Config { tls: Some(files), ..config(&folder) }).await.err().unwrap();
        assert!(error.to_string().contains(part), "{error}");
        assert!(error.to_string().contains("wrong.pem"), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_what_happens() {
    let folder = folder("running-metrics");
    let any: SocketAddr = ([127, 0, 0, 1], 0).into();
    let server = TestServer::open_with(&Config { metrics: Some(any), ..config(&folder) }).await.unwrap();
    let metrics = server.server.as_ref().unwrap().metrics_address().unwrap();
    assert_eq!(server.get("/metrics").await.status, 404, "players do not see them");
    let mut user = BrowserUser::account(&server, "laleh").await;
    user.log_in("laleh", "wrong-password").await;
    user.log_in("laleh", PASSWORD).await;
    let mut client = user.connect().await;
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let table = server.table(&client, json!({"game": "tictactoe", "seats": seats})).await;
    client.watch(&table).await;
    crate::client::play_out(&mut [&mut client], &table, &mut Random::new(1)).await;
    let text = http::get(metrics, "/metrics", &[]).await;
    assert!(text.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let text = text.text();
    for line in [
        "takhteh_log_ins_total{result=\"accepted\"} 1",
        "takhteh_log_ins_total{result=\"refused\"} 1",
        "takhteh_connections 1",
        "takhteh_tables 0",
        "takhteh_rooms 1",
        "takhteh_games_finished_total 1",
        "takhteh_http_requests_total{status=\"2xx\"}",
        "takhteh_store_seconds_bucket{le=\"0.001\"}",
        "takhteh_memory_bytes ",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}:\n{text}");
    }
    assert!(!text.contains("laleh"), "counters have no names");
}

/// A backup during play has every move that was acknowledged before it began.
#[tokio::test(flavor = "multi_thread")]
async fn backups_under_load() {
    let server = Arc::new(TestServer::open("running-backup").await);
    let is_stopping = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for seed in 0..4 {
        let (server, is_stopping) = (Arc::clone(&server), Arc::clone(&is_stopping));
        players.push(tokio::spawn(async move {
            let mut random = Random::new(seed);
            // A game that is over is followed by another.
            while !is_stopping.load(Ordering::Relaxed) {
                let (mut one, mut other, table) = server.pair("othello", json!({}), "none").await;
                while !is_stopping.load(Ordering::Relaxed)
                    && play_one(&mut [&mut one, &mut other], &table, &mut random).await
                {}
            }
        }));
    }
    let database = server.folder.join("takhteh.db");
    let mut copies = Vec::new();
    for number in 0..5 {
        tokio::time::sleep(std::time::Duration::from_millis(150)).await;
        let store = server.server.as_ref().unwrap().store();
        let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
        let mut before: Vec<(String, String)> = Vec::new();
        // On a busy machine the games begin later.
        while !before.iter().any(|(_, record)| record.contains(" moved ")) {
            assert!(std::time::Instant::now() < until, "no moves are played");
            before.clear();
            for id in store.unfinished_tables(store::Home::Server).await.unwrap() {
                before.push((id.clone(), store.record(&id).await.unwrap()));
            }
        }
        let file = folder(&format!("running-backup-{number}")).join("backup.db");
        store::back_up(&database, &file).await.unwrap();
        copies.push((file, before));
    }
    is_stopping.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    let mut moves = 0;
    for (number, (file, before)) in copies.into_iter().enumerate() {
        let elsewhere = folder(&format!("running-restore-{number}"));
        assert_eq!(store::restore(&file, &elsewhere.join("takhteh.db")).await.unwrap(), None);
        let restored = TestServer::open_on(&elsewhere).await.unwrap();
        for (table, record) in &before {
            let answer = restored.get(&format!("/api/tables/{table}/record")).await;
            if record.is_empty() {
                continue;
            }
            assert!(answer.text().starts_with(record), "a move of {table} is missing");
            moves += record.matches(" moved ").count();
        }
        restored.assert_healthy().await;
    }
    assert!(moves > 0, "no moves were played");
    println!("{moves} acknowledged moves in 5 backups, none missing");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_backups_are_restored() {
    let folder = folder("running-restore-bad");
    let database = folder.join("takhteh.db");
    let file = folder.join("file");
    assert!(store::restore(&file, &database).await.unwrap_err().to_string().contains("no such file"));
    for content in ["", "no database", &"x".repeat(100_000)] {
        std::fs::write(&file, content).unwrap();
        assert!(store::restore(&file, &database).await.is_err());
        assert!(!database.exists());
    }
    let mut server = TestServer::open_on(&folder).await.unwrap();
    BrowserUser::account(&server, "laleh").await;
    let backup = folder.join("backup.db");
    store::back_up(&database, &backup).await.unwrap();
    assert!(store::back_up(&database, &backup).await.is_err(), "an existing file is not overwritten");
    BrowserUser::account(&server, "omid").await;
    server.stop().await;
    let old = store::restore(&backup, &database).await.unwrap().unwrap();
    assert!(old.is_file());
    let server = TestServer::open_on(&folder).await.unwrap();
    let mut guest = BrowserUser::guest(&server).await;
    assert_eq!(guest.log_in("laleh", PASSWORD).await.status, 200);
    assert_eq!(guest.log_in("omid", PASSWORD).await.status, 401, "registered after the backup");
}
