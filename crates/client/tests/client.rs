//! The client at a live server, encrypted.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test that cannot go on has failed"
)]

use std::net::SocketAddr;
use std::path::Path;

use client::{Action, Client, ClientError, Connection, NewSeat, NewTable, Request, ServerMessage, ServerUrl};
use server::{Config, Server, TlsFiles};
use store::Accounts;

/// The first message about a table that `is_it` accepts.
async fn table(
    connection: &mut Connection,
    is_it: impl Fn(&client::TableMessage) -> bool,
) -> client::TableMessage {
    loop {
        match connection.next().await.unwrap() {
            ServerMessage::Table(table) if is_it(&table) => return *table,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_plays_over_tls() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("client-tls");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let signed = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let other = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let files = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
    let stranger = folder.join("other.pem");
    std::fs::write(&files.certificate, signed.cert.pem()).unwrap();
    std::fs::write(&files.key, signed.signing_key.serialize_pem()).unwrap();
    std::fs::write(&stranger, other.cert.pem()).unwrap();
    let config = Config::new(SocketAddr::from(([127, 0, 0, 1], 0)), folder.join("data"));
    let server = Server::start(&Config { tls: Some(files.clone()), ..config }).await.unwrap();
    Accounts::new(server.store().clone())
        .register("laleh", "a long password", None, "test", 1)
        .await
        .unwrap();
    let url: ServerUrl = format!("https://localhost:{}", server.address().port()).parse().unwrap();

    // A certificate that is not trusted ends the connection before anything is sent.
    let mut careful = Client::new(url.clone(), None, Some(&stranger)).unwrap();
    let error = careful.log_in("laleh", "a long password").await.unwrap_err();
    assert!(matches!(&error, ClientError::Tls(why) if why.contains("certificate")), "{error}");

    let mut client = Client::new(url.clone(), None, Some(&files.certificate)).unwrap();
    let error = client.log_in("laleh", "wrong").await.unwrap_err();
    assert!(matches!(error, ClientError::Refused { status: 401, .. }), "{error}");
    assert_eq!(client.log_in("laleh", "a long password").await.unwrap(), "laleh");
    let seats = vec![NewSeat::Me, NewSeat::Engine { engine: "random".to_owned() }];
    let new = NewTable {
        game: "tictactoe".to_owned(),
        settings: String::new(),
        clock: "5m".to_owned(),
        position: "start".to_owned(),
        seats,
        listed: false,
        rated: false,
    };
    let id = client.open_table(&new).await.unwrap();
    let mut connection = client.connect().await.unwrap();
    connection.send(&Request::Watch { table: &id, have: None }).await.unwrap();
    let begun = table(&mut connection, |table| table.state == "playing").await;
    assert_eq!((begun.seats[0].name.as_deref(), begun.seats[0].who.as_str()), (Some("laleh"), "you"));
    assert!(begun.clocks[0].left.is_some() && begun.about.unwrap().game == "tictactoe");
    // The session goes on in another connection, after the last event known.
    let mut again = Client::new(url, client.token().map(str::to_owned), Some(&files.certificate)).unwrap();
    let mut second = again.connect().await.unwrap();
    second.send(&Request::Watch { table: &id, have: begun.latest }).await.unwrap();
    let seen = table(&mut second, |table| table.state == "playing").await;
    assert_eq!((seen.events, seen.latest), (Vec::new(), begun.latest));
    let act = Request::Act { table: &id, seat: 1, seen: begun.latest.unwrap(), action: Action::Resign };
    second.send(&act).await.unwrap();
    let over = table(&mut connection, |table| table.state == "over").await;
    assert_eq!(over.ending.unwrap().places, [2, 1]);
    assert!(over.events.iter().any(|event| event.event == "retired" && event.seat() == Some(1)));
    server.stop().await;
}

/// A server whose messages over the socket, and whose reason of closing, have escape sequences.
#[tokio::test(flavor = "multi_thread")]
async fn texts_over_the_socket_are_printable() {
    use futures_util::SinkExt;
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::CloseFrame;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url: ServerUrl = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        let mut socket = tokio_tungstenite::accept_async(stream).await.unwrap();
        let table = r#"{"kind": "table", "table": "t", "events": [{"number": 0, "event": "moved", "move": "\u001b[1me4"}],
            "about": {"game": "chess", "rules": "chess 1\n\u009bx = y\n", "has_dice": false},
            "seats": [{"seat": 1, "title": "Wh\u001bite", "name": "\u202eOmid\nx", "who": "person"}], "state": "over",
            "latest": 0, "turn": null, "clocks": [], "position": "a\u0007", "offer": null, "ending": null}"#;
        socket.send(Message::text(table)).await.unwrap();
        let refused = r#"{"kind": "refused", "id": 1, "status": 409, "message": "no\u001b]8;;x\u0007"}"#;
        socket.send(Message::text(refused)).await.unwrap();
        let reason = "\u{1b}[2Jbye".into();
        socket.close(Some(CloseFrame { code: 1001.into(), reason })).await.unwrap();
    });
    let mut connection = Client::new(url, None, None).unwrap().connect().await.unwrap();
    let ServerMessage::Table(table) = connection.next().await.unwrap() else { panic!("no table") };
    assert_eq!((table.seats[0].title.as_str(), table.seats[0].name.as_deref()), ("White", Some("Omid x")));
    assert_eq!((table.position.as_str(), table.events[0].text("move")), ("a", Some("[1me4")));
    assert_eq!(table.about.unwrap().rules, "chess 1\nx = y\n");
    let ServerMessage::Refused(refused) = connection.next().await.unwrap() else { panic!("not refused") };
    assert_eq!(refused.message, "no]8;;x");
    let error = connection.next().await.unwrap_err();
    assert!(matches!(&error, ClientError::Lost(why) if why.contains("([2Jbye)")), "{error:?}");
}

/// A server that answers with something else, too much or nothing.
#[tokio::test(flavor = "multi_thread")]
async fn other_programs_are_recognised_and_bounded() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    for (answer, is_endless, words) in [
        ("SSH-2.0-OpenSSH_9.2\r\n", false, "not HTTP"),
        ("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{}", false, "not complete"),
        ("HTTP/1.1 200 OK\r\n\r\n[]", false, "there is no name"),
        ("HTTP/1.1 200 OK\r\n\r\n", true, "expected"),
    ] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = [0; 1024];
            let _ = stream.read(&mut request).await;
            let _ = stream.write_all(answer.as_bytes()).await;
            while is_endless && stream.write_all(&[b'x'; 65536]).await.is_ok() {}
        });
        let error =
            Client::new(url, None, None).unwrap().log_in("laleh", "secret").await.unwrap_err().to_string();
        assert!(error.contains(words) && !error.contains("secret") && error.len() < 400, "{answer}: {error}");
    }
}
