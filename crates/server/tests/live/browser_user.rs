//! A user with a browser: HTTP requests with a cookie that the answers may replace.

use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::client::Client;
use crate::http::{self, Answer};
use crate::test_server::TestServer;

/// Password of test accounts.
pub const PASSWORD: &str = "a-password-of-a-test";

/// A browser.
#[derive(Clone)]
pub struct BrowserUser {
    pub address: SocketAddr,
    /// `takhteh=...`
    pub cookie: String,
}

impl BrowserUser {
    /// A new guest.
    pub async fn guest(server: &TestServer) -> BrowserUser {
        let answer = server.get("/").await;
        let cookie = cookie_of(&answer).unwrap();
        BrowserUser { address: server.address, cookie }
    }

    /// A new account.
    pub async fn account(server: &TestServer, name: &str) -> BrowserUser {
        let mut user = BrowserUser::guest(server).await;
        let answer = user.register(name, PASSWORD).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        user
    }

    /// The user of a connection.
    pub fn of(server: &TestServer, client: &Client) -> BrowserUser {
        BrowserUser { address: server.address, cookie: client.cookie.clone() }
    }

    /// Opens a connection.
    pub async fn connect(&self) -> Client {
        Client::connect(self.address, Some(&self.cookie)).await
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let answer = http::get(self.address, path, &[("Cookie", &self.cookie)]).await;
        self.accept_cookie(&answer);
        answer
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Answer {
        let origin = format!("http://{}", self.address);
        let headers =
            [("Cookie", self.cookie.as_str()), ("Content-Type", "application/json"), ("Origin", &origin)];
        let answer = http::post(self.address, path, &headers, body.to_string().as_bytes()).await;
        self.accept_cookie(&answer);
        answer
    }

    pub async fn register(&mut self, name: &str, password: &str) -> Answer {
        self.post("/api/account/register", &json!({"name": name, "password": password})).await
    }

    pub async fn log_in(&mut self, name: &str, password: &str) -> Answer {
        self.post("/api/account/login", &json!({"name": name, "password": password})).await
    }

    pub async fn log_out(&mut self) -> Answer {
        self.post("/api/account/logout", &json!({})).await
    }

    /// Name of the user, and whether it has an account.
    pub async fn name(&mut self) -> (String, bool) {
        let account = self.get("/api/account").await.json();
        (account["name"].as_str().unwrap().to_owned(), account["registered"] == true)
    }

    fn accept_cookie(&mut self, answer: &Answer) {
        if let Some(cookie) = cookie_of(answer) {
            self.cookie = cookie;
        }
    }
}

/// Cookie that an answer sets.
pub fn cookie_of(answer: &Answer) -> Option<String> {
    answer.header("set-cookie").map(|cookie| cookie.split(';').next().unwrap().to_owned())
}
