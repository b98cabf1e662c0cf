//! What an invitation needs: addresses that other computers reach, and QR codes of links.

use serde_json::json;

use crate::test_server::TestServer;

#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_drawn_as_a_qr_code() {
    let server = TestServer::open("qr-code").await;
    let answer = server.get("/api/qr.svg?text=http%3A%2F%2F192.168.1.5%3A8080%2Ftable%2F4k9qd2xw7b").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/svg+xml")));
    let text = answer.text();
    assert!(text.contains("<svg") && text.len() < 50_000, "{} bytes", text.len());
    let long = format!("http://host/table/{}", "x".repeat(300));
    for text in
        ["", "hello", "javascript:alert(1)", "http://host/", "http:///table/x", "ftp://host/table/x", &long]
    {
        let path = format!("/api/qr.svg?text={}", text.replace(':', "%3A").replace('/', "%2F"));
        let answer = server.get(&path).await;
        assert_eq!(answer.status, 400, "{text}: {}", answer.text());
    }
    assert_eq!(server.get("/api/qr.svg").await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_on_this_computer_gets_the_addresses_of_the_server() {
    let server = TestServer::open("addresses").await;
    let address = format!("http://{}/", server.address);
    assert_eq!(server.get("/api/addresses").await.json(), json!({"addresses": [address]}));
}
