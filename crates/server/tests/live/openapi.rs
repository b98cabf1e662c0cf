//! The OpenAPI document: it has every route and nothing else, and the answers of the server are as it says.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::bot_user::BotUser;
use crate::browser_user::BrowserUser;
use crate::http::Answer;
use crate::test_server::TestServer;

const ROUTES: &str = include_str!("../../src/lib.rs");

/// Methods and paths of the router, read from its source: a router does not list them.
fn routes() -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for part in ROUTES.split(".route(").skip(1) {
        let path = part.split('"').nth(1).unwrap();
        let handlers = part.split_once(',').unwrap().1.split("\n        .").next().unwrap();
        for method in ["get", "post", "put", "delete", "patch"] {
            if handlers.contains(&format!("{method}(")) {
                found.insert((method.to_owned(), path.to_owned()));
            }
        }
    }
    assert_eq!(
        ROUTES.matches(".route(").count(),
        found.iter().map(|(_, path)| path).collect::<BTreeSet<_>>().len()
    );
    found
}

async fn document(server: &TestServer) -> Value {
    let answer = server.get("/api/openapi.json").await;
    assert_eq!(answer.status, 200);
    answer.json()
}

/// Operations of the document by method and path.
fn operations(document: &Value) -> Vec<(String, String, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, item)| {
        item.as_object()
            .unwrap()
            .iter()
            .map(move |(method, operation)| (method.clone(), path.clone(), operation))
    });
    operations.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_has_every_route_and_nothing_else() {
    let server = TestServer::open("openapi-routes").await;
    let document = document(&server).await;
    assert_eq!(document["info"]["version"], env!("CARGO_PKG_VERSION"));
    let operations = operations(&document);
    let documented: BTreeSet<_> =
        operations.iter().map(|(method, path, _)| (method.clone(), path.clone())).collect();
    let routes = routes();
    assert_eq!(
        routes.difference(&documented).collect::<Vec<_>>(),
        Vec::<&(String, String)>::new(),
        "undocumented"
    );
    assert_eq!(
        documented.difference(&routes).collect::<Vec<_>>(),
        Vec::<&(String, String)>::new(),
        "no such route"
    );
    let ids: BTreeSet<_> =
        operations.iter().map(|(_, _, operation)| operation["operationId"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), operations.len(), "operation ids are unique");
    for (method, path, operation) in &operations {
        assert!(operation["summary"].as_str().is_some_and(|text| text.ends_with('.')), "{method} {path}");
        let declared: BTreeSet<&str> = operation["parameters"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|parameter| parameter["in"] == "path")
            .map(|parameter| parameter["name"].as_str().unwrap())
            .collect();
        let used: BTreeSet<&str> =
            path.split('{').skip(1).map(|part| part.split('}').next().unwrap()).collect();
        assert_eq!(declared, used, "{method} {path}");
        let needs_token = operation["security"].to_string().contains("botToken");
        assert_eq!(needs_token, path.starts_with("/api/bot"), "{method} {path}");
    }
    // Every reference leads to a schema, and every schema is used.
    let text = document.to_string();
    let used: BTreeSet<&str> =
        text.split("#/components/schemas/").skip(1).map(|part| part.split('"').next().unwrap()).collect();
    let defined: BTreeSet<&str> =
        document["components"]["schemas"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(used, defined);
}

/// Checks a value against the parts of JSON Schema that the document uses.
fn check(document: &Value, schema: &Value, value: &Value, place: &str) {
    let Some(schema) = schema.as_object().filter(|schema| !schema.is_empty()) else { return };
    if let Some(name) = schema.get("$ref").and_then(Value::as_str) {
        let name = name.rsplit('/').next().unwrap();
        return check(document, &document["components"]["schemas"][name], value, place);
    }
    if let Some(all) = schema.get("allOf").and_then(Value::as_array) {
        return all.iter().for_each(|part| check(document, part, value, place));
    }
    if let Some(any) = schema.get("anyOf").and_then(Value::as_array) {
        let fitting = any.iter().find(|part| kinds(document, part).contains(&kind(value)));
        return check(document, fitting.unwrap_or_else(|| panic!("{place}: {value}")), value, place);
    }
    let found = kind(value);
    let is_allowed = kinds(document, &json!(schema))
        .iter()
        .any(|name| *name == found || (*name == "number" && found == "integer"));
    assert!(is_allowed, "{place} is {found}, expected {:?}: {value}", schema["type"]);
    if let Some(names) = schema.get("enum").and_then(Value::as_array) {
        assert!(names.contains(value), "{place}: {value}");
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        values.iter().for_each(|value| check(document, items, value, &format!("{place}[]")));
    }
    if let (Some(properties), Some(object)) =
        (schema.get("properties").and_then(Value::as_object), value.as_object())
    {
        for name in schema["required"].as_array().unwrap() {
            assert!(object.contains_key(name.as_str().unwrap()), "{place} has no {name}: {value}");
        }
        for (name, value) in object {
            if let Some(property) = properties.get(name) {
                check(document, property, value, &format!("{place}.{name}"));
            }
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Types that a schema allows.
fn kinds<'a>(document: &'a Value, schema: &'a Value) -> Vec<&'a str> {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return kinds(document, &document["components"]["schemas"][name]);
    }
    match &schema["type"] {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => vec![name.as_str().unwrap()],
    }
}

/// Checks an answer against what the document says about its operation.
fn check_answer(document: &Value, method: &str, path: &str, answer: &Answer) {
    let response = &document["paths"][path][method]["responses"][answer.status.to_string()];
    assert!(response.is_object(), "{method} {path}: {} is not documented: {}", answer.status, answer.text());
    let kind = answer.header("content-type").unwrap().split(';').next().unwrap();
    let schema = &response["content"][kind]["schema"];
    assert!(schema.is_object(), "{method} {path}: {kind} is not documented");
    if kind == "application/json" {
        check(document, schema, &answer.json(), path);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_as_the_document_says() {
    let server = TestServer::open("openapi-answers").await;
    let document = document(&server).await;
    let mut user = BrowserUser::account(&server, "laleh").await;
    let created = user.post("/api/account/bots", &json!({"name": "ziggy"})).await;
    check_answer(&document, "post", "/api/account/bots", &created);
    let token = created.json()["token"].as_str().unwrap().to_owned();
    let bot = BotUser { address: server.address, token };
    let seats = json!([{"who": "me"}, {"who": "engine", "engine": "random"}]);
    let opened =
        bot.post("/api/bot/tables", &json!({"game": "othello", "listed": true, "seats": seats})).await;
    check_answer(&document, "post", "/api/bot/tables", &opened);
    let table = opened.json()["table"].as_str().unwrap().to_owned();
    let mut events = bot.stream("/api/bot/events").await;
    let mut stream = bot.follow(&table).await;
    let schemas = &document["components"]["schemas"];
    let line = stream.next().await.unwrap();
    check(&document, &schemas["TableLine"], &line, "the line of a table");
    check(&document, &schemas["BotEvent"], &events.until("game_start").await, "game_start");
    let of_table = |action: &str| format!("/api/bot/tables/{{id}}/{action}");
    for (action, body) in [
        ("move", json!({"move": "a1", "seen": line["latest"]})),
        ("move", json!({"move": line["legal"][0], "seen": line["latest"]})),
        ("answer", json!({"yes": true, "seen": 0})),
        ("join", json!({})),
        ("seed", json!({"seed": "x", "seen": 0})),
        ("offer", json!({"offer": "sing", "seen": 0})),
        ("resign", json!({"seen": 99})),
        ("abandon", json!({})),
        ("decline", json!({})),
    ] {
        let answer = bot.post(&format!("/api/bot/tables/{table}/{action}"), &body).await;
        check_answer(&document, "post", &of_table(action), &answer);
    }
    check(&document, &schemas["BotEvent"], &events.until("game_end").await, "game_end");
    let seats = json!([{"who": "me"}, {"who": "player", "name": "ziggy (bot)"}]);
    let opened = user.post("/api/tables", &json!({"game": "othello", "seats": seats})).await;
    check_answer(&document, "post", "/api/tables", &opened);
    let challenge = events.until("challenge").await;
    check(&document, &schemas["BotEvent"], &challenge, "challenge");
    let properties = schemas["BotEvent"]["properties"].as_object().unwrap();
    let undocumented: Vec<_> =
        challenge.as_object().unwrap().keys().filter(|key| !properties.contains_key(*key)).collect();
    assert!(undocumented.is_empty(), "{undocumented:?}");
    let declined = format!("/api/bot/tables/{}/decline", challenge["table"].as_str().unwrap());
    check_answer(&document, "post", &of_table("decline"), &bot.post(&declined, &json!({})).await);
    check(&document, &schemas["BotEvent"], &events.until("challenge_end").await, "challenge_end");
    for (path, address) in [
        ("/", "/"),
        ("/healthz", "/healthz"),
        ("/api/openapi.json", "/api/openapi.json"),
        ("/api/games", "/api/games"),
        ("/api/account", "/api/account"),
        ("/api/account/bots", "/api/account/bots"),
        ("/api/statistics", "/api/statistics?game=othello"),
        ("/api/statistics", "/api/statistics?game=go"),
        ("/api/players/{name}", "/api/players/laleh"),
        ("/api/players/{name}", "/api/players/nobody"),
        ("/api/history", "/api/history?player=*"),
        ("/api/history", "/api/history?since=x"),
        ("/api/queens/{size}", "/api/queens/6"),
        ("/api/queens/{size}", "/api/queens/99"),
        ("/api/queens/{size}/steps", "/api/queens/5/steps?solver=recursive"),
        ("/api/queens/{size}/complete", "/api/queens/6/complete?queens=b1"),
        ("/api/tuning", "/api/tuning"),
        ("/api/{picture}", "/api/picture.svg?game=chess"),
        ("/api/{picture}", "/api/nothing"),
        ("/api/bot", "/api/bot"),
        ("/api/settings/{game}/{key}", "/api/settings/chess/army"),
        ("/api/tables/{id}/record", &format!("/api/tables/{table}/record")),
        ("/api/tables/{id}/{picture}", &format!("/api/tables/{table}/picture.svg")),
    ] {
        check_answer(&document, "get", path, &user.get(address).await);
    }
    check_answer(&document, "get", "/api/bot", &bot.get("/api/bot").await);
    for (path, body) in [
        ("/api/preview", json!({"game": "halma"})),
        ("/api/preview", json!({"game": "go"})),
        ("/api/tables", json!({"game": "chess", "seats": [{"who": "me"}, {"who": "link"}]})),
        ("/api/tables", json!({"game": "chess", "seats": []})),
        ("/api/account/login", json!({"name": "laleh", "password": "wrong"})),
        ("/api/account/password", json!({"old": "x"})),
        ("/api/account/logout", json!({})),
        ("/api/account/register", json!({"name": "laleh", "password": "a long password"})),
    ] {
        check_answer(&document, "post", path, &user.post(path, &body).await);
    }
    server.assert_healthy().await;
}
