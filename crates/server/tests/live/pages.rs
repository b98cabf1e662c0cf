//! Pages, files and the API over HTTP.

use std::collections::BTreeMap;
use std::io::Read;

use flate2::read::GzDecoder;
use rules::Random;
use serde_json::{Value, json};

use crate::client::play_out;
use crate::http::{self, Answer};
use crate::test_server::TestServer;

fn unpack(answer: &Answer) -> Vec<u8> {
    let mut plain = Vec::new();
    GzDecoder::new(&answer.body[..]).read_to_end(&mut plain).unwrap();
    plain
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_have_the_right_status() {
    let server = TestServer::open("pages").await;
    let guest = server.guest().await;
    let table =
        server.table(&guest, json!({"game": "othello", "seats": [{"who": "me"}, {"who": "link"}]})).await;
    let known = format!("/table/{table}");
    for (path, status) in [
        ("/", 200),
        ("/queens", 200),
        ("/new/othello", 200),
        ("/edit/backgammon", 200),
        (&known, 200),
        ("/new/ludo", 404),
        ("/edit/ludo", 404),
        ("/table/nothing", 404),
        ("/nothing", 404),
        ("/web/../Cargo.toml", 404),
        ("/%2e%2e/Cargo.toml", 404),
    ] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.header("content-security-policy").unwrap().contains("default-src 'none'"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        let cookie = answer.header("set-cookie").unwrap();
        assert!(cookie.starts_with("takhteh=") && cookie.contains("HttpOnly"), "{cookie}");
        let cookie = cookie.split(';').next().unwrap();
        let again = http::get(server.address, path, &[("Cookie", cookie)]).await;
        assert_eq!(again.header("set-cookie"), None, "a guest keeps the cookie");
    }
    for path in [
        "/api/nothing",
        "/api/nothing/at/all",
        "/api/tables/nothing/record",
        "/api/tables/nothing/picture.svg",
    ] {
        assert_eq!(server.get(path).await.refusal().0, 404, "{path}");
    }
    for path in ["/api/tables", "/api/preview", "/api/arrange"] {
        assert_eq!(server.get(path).await.refusal().0, 405, "{path}");
    }
    assert_eq!(http::post(server.address, "/", &[], b"").await.refusal().0, 405);
    assert_eq!(server.get("/api/tables/%ff/record").await.refusal().0, 400);
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_cached_and_compressed() {
    let server = TestServer::open("files").await;
    let plain = server.get("/i18n.js").await;
    assert_eq!((plain.status, plain.header("content-type")), (200, Some("text/javascript; charset=utf-8")));
    assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("Accept-Encoding")));
    let packed = http::get(server.address, "/i18n.js", &[("Accept-Encoding", "br, gzip")]).await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert!(packed.body.len() < plain.body.len());
    assert_eq!(unpack(&packed), plain.body);
    let tag = plain.header("etag").unwrap();
    for encoding in ["identity", "gzip"] {
        let headers = [("If-None-Match", tag), ("Accept-Encoding", encoding)];
        let known = http::get(server.address, "/i18n.js", &headers).await;
        assert_eq!((known.status, known.body.len()), (304, 0));
        assert_eq!(known.header("etag"), Some(tag));
    }
    let other = http::get(server.address, "/i18n.js", &[("If-None-Match", "\"0000000000000000\"")]).await;
    assert_eq!((other.status, &other.body), (200, &plain.body));
    for hidden in ["/tsconfig.json", "/package.json", "/tests/board.test.js"] {
        assert_eq!(server.get(hidden).await.status, 404, "{hidden}");
    }
    let games = server.get("/api/games").await;
    let packed = http::get(server.address, "/api/games", &[("Accept-Encoding", "gzip")]).await;
    assert_eq!(unpack(&packed), games.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn pictures_and_records() {
    let server = TestServer::open("pictures").await;
    let mut guest = server.guest().await;
    let table =
        server.table(&guest, json!({"game": "tictactoe", "seats": [{"who": "me"}, {"who": "here"}]})).await;
    guest.watch(&table).await;
    let picture = |tail: &str| format!("/api/tables/{table}/picture.{tail}");
    let is_svg = |answer: &Answer| {
        answer.status == 200
            && answer.header("content-type") == Some("image/svg+xml")
            && answer.text().contains("<svg")
    };
    let empty = server.get(&picture("svg")).await;
    assert!(is_svg(&empty), "{}", empty.text());
    play_out(&mut [&mut guest], &table, &mut Random::new(1)).await;
    let last = server.get(&picture("svg")).await;
    assert!(is_svg(&last) && last.text() != empty.text(), "the last position is shown");
    let plies = guest.seen(&table).ply();
    assert_eq!(server.get(&picture(&format!("svg?ply={plies}"))).await.text(), last.text());
    assert_eq!(server.get(&picture("svg?ply=0")).await.text(), empty.text());
    assert_ne!(server.get(&picture("svg?theme=dark")).await.text(), last.text());
    let png = server.get(&picture("png?width=100")).await;
    assert_eq!((png.status, png.header("content-type")), (200, Some("image/png")));
    assert_eq!(&png.body[1..4], b"PNG");
    for (tail, status, words) in [
        ("svg?ply=9999", 404, "no position after 9999"),
        ("svg?ply=-1", 400, "must be a number of moves"),
        ("gif", 404, "use picture.svg or picture.png"),
    ] {
        let (found, message) = server.get(&picture(tail)).await.refusal();
        assert!(found == status && message.contains(words), "{found} {message}");
    }
    let waiting =
        server.table(&guest, json!({"game": "othello", "seats": [{"who": "me"}, {"who": "link"}]})).await;
    assert!(
        is_svg(&server.get(&format!("/api/tables/{waiting}/picture.svg")).await),
        "the position it will begin from"
    );
    assert!(is_svg(
        &server.get("/api/picture.svg?game=halma&setting.Size=5%20*%205&setting.Beads-order=1%202").await
    ));
    assert_eq!(server.get("/api/picture.png?game=backgammon&width=99999999").await.status, 200);
    for (path, status) in [
        ("/api/picture.svg", 400),
        ("/api/picture.svg?game=ludo", 404),
        ("/api/picture.svg?game=othello&position=x", 422),
        ("/api/picture.svg?game=othello&setting.first=green", 422),
        ("/api/picture.gif?game=othello", 404),
    ] {
        assert_eq!(server.get(path).await.refusal().0, status, "{path}");
    }
    let record = server.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.header("content-type"), Some("text/plain; charset=utf-8"));
    let name = format!("attachment; filename=\"tictactoe-{table}.record\"");
    assert_eq!(record.header("content-disposition"), Some(name.as_str()));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_catalog_is_complete() {
    let server = TestServer::open("games").await;
    let games = server.get("/api/games").await.json();
    let games = games["games"].as_array().unwrap();
    let names: Vec<&str> = games.iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert_eq!(names, games::catalog::GAMES.iter().map(|entry| entry.name).collect::<Vec<_>>());
    for (game, entry) in games.iter().zip(&games::catalog::GAMES) {
        for (preset, expected) in game["presets"].as_array().unwrap().iter().zip(entry.presets) {
            assert_eq!(
                (&preset["name"], &preset["settings"]),
                (&json!(expected.name), &json!(expected.settings))
            );
        }
        let settings = game["settings"].as_array().unwrap();
        for setting in settings {
            assert!(["choice", "number", "text"].contains(&setting["kind"].as_str().unwrap()), "{setting}");
        }
        let seats = game["seats"].as_array().unwrap();
        assert!(seats.contains(&game["usual_seats"]), "{}", game["name"]);
        for (engine, expected) in game["engines"].as_array().unwrap().iter().zip(entry.engines) {
            assert_eq!((&engine["name"], &engine["title"]), (&json!(expected.name), &json!(expected.title)));
            for option in engine["options"].as_array().unwrap() {
                assert!(["choice", "number"].contains(&option["kind"].as_str().unwrap()), "{option}");
            }
        }
        assert_eq!(game["has_dice"], game["name"] == "backgammon");
        // The default settings, written out, give the default game.
        let usual: BTreeMap<&str, &str> = settings
            .iter()
            .filter(|setting| setting.get("only_with").is_none())
            .map(|setting| (setting["key"].as_str().unwrap(), setting["usual"].as_str().unwrap()))
            .collect();
        let table_request = json!({"game": game["name"], "settings": usual, "position": "start"});
        let preview = server.post("/api/preview", &table_request).await;
        assert_eq!(preview.status, 200, "{}", preview.text());
        assert_eq!(
            (&preview.json()["layout"], &preview.json()["placement"]),
            (&game["layout"], &game["placement"])
        );
        assert_eq!(preview.json()["seats"].as_array().unwrap().len() as u64, game["usual_seats"]);
    }
}

/// Positions of real games survive a round trip through preview and arrange.
#[tokio::test(flavor = "multi_thread")]
async fn previews_and_arrangements() {
    let server = TestServer::open("previews").await;
    for (game, settings) in [
        ("othello", json!({})),
        ("halma", json!({"Size": "8 * 8", "Beads-order": "1 2 3"})),
        ("halma", json!({"Size": "8 * 8", "Beads-order": "1 2 3", "Player_num": "4"})),
        ("backgammon", json!({})),
        ("queens", json!({"size": "6"})),
        ("tictactoe", json!({})),
    ] {
        let lines: String = settings
            .as_object()
            .unwrap()
            .iter()
            .map(|(key, value)| format!("{key} = {}\n", value.as_str().unwrap()))
            .collect();
        let mut board = games::catalog::open(game, &lines).unwrap().start();
        let mut random = Random::new(5);
        for ply in 0..12 {
            let table_request = json!({"game": game, "settings": settings, "position": board.position()});
            let preview = server.post("/api/preview", &table_request).await;
            assert_eq!(preview.status, 200, "{game}: {}", preview.text());
            let preview = preview.json();
            assert_eq!(preview["position"], board.position(), "{game}");
            let rolls: Vec<String> = board.rolls().into_iter().map(|(roll, _)| roll).collect();
            if let (Value::Number(turn), true) = (&preview["turn"], rolls.is_empty()) {
                let pieces = preview["placement"]["pieces"].as_array().unwrap();
                let stacks: Vec<Value> = preview["placement"]["stacks"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|stack| {
                        let (place, stack) = stack.as_array().unwrap().split_first().unwrap();
                        let stack =
                            stack.iter().map(|index| pieces[index.as_u64().unwrap() as usize].clone());
                        Value::Array([place.clone()].into_iter().chain(stack).collect())
                    })
                    .collect();
                let table_request =
                    json!({"game": game, "settings": settings, "turn": turn, "stacks": stacks});
                let arranged = server.post("/api/arrange", &table_request).await;
                assert_eq!(arranged.status, 200, "{game} after {ply}: {}", arranged.text());
                let arranged = arranged.json();
                assert_eq!(arranged["placement"]["stacks"], preview["placement"]["stacks"], "{game}");
                let again = json!({"game": game, "settings": settings, "position": arranged["position"]});
                assert_eq!(server.post("/api/preview", &again).await.json(), arranged, "{game}");
            }
            match (random.pick(&rolls), board.random_move(&mut random)) {
                (Some(roll), _) => board.apply_roll(roll).unwrap(),
                (None, Some(text)) => drop(board.play_text(&text).unwrap()),
                (None, None) => break,
            }
        }
    }
    for (body, status, words) in [
        (json!({"game": "ludo", "turn": 1, "stacks": []}), 404, "no game"),
        (json!({"game": "othello", "turn": 9, "stacks": []}), 400, "no seat 9"),
        (json!({"game": "othello", "turn": 1, "stacks": [[]]}), 400, "a stack is a place"),
        (json!({"game": "othello", "turn": 1, "stacks": [["a"]]}), 400, "a stack is a place"),
        (json!({"game": "othello", "turn": 1, "stacks": [[0, 1]]}), 400, "a stack is a place"),
        (
            json!({"game": "othello", "turn": 1, "stacks": [[999, {"figure": "disc", "paint": "black", "letter": "X"}]]}),
            422,
            "; use ",
        ),
        (
            json!({"game": "othello", "turn": 1, "stacks": [[0, {"figure": "hat", "paint": "black", "letter": "X"}]]}),
            400,
            "hat",
        ),
        (
            json!({"game": "othello", "turn": 1, "stacks": [[0, {"figure": "queen", "paint": "black", "letter": "X"}]]}),
            422,
            "; use ",
        ),
    ] {
        let (found, message) = server.post("/api/arrange", &body).await.refusal();
        assert!(found == status && message.contains(words), "{body}: {found} {message}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn queens() {
    let server = TestServer::open("queens").await;
    let all = server.get("/api/queens/8").await.json();
    let solutions = all["solutions"].as_array().unwrap();
    assert_eq!((solutions.len(), all["size"].as_u64()), (92, Some(8)));
    let classes: std::collections::BTreeSet<u64> =
        all["classes"].as_array().unwrap().iter().map(|class| class.as_u64().unwrap()).collect();
    assert_eq!(classes, (0..12).collect());
    for size in 1..=8usize {
        let count =
            server.get(&format!("/api/queens/{size}")).await.json()["solutions"].as_array().unwrap().len();
        for solver in ["recursive", "iterative"] {
            let answer = server.get(&format!("/api/queens/{size}/steps?solver={solver}")).await.json();
            let mut board = vec![None; size];
            let mut complete = 0;
            for step in answer["steps"].as_array().unwrap() {
                let [row, column, what] = [0, 1, 2].map(|index| step[index].as_u64().unwrap() as usize);
                let attacks = |board: &[Option<usize>]| {
                    board.iter().enumerate().any(|(other, taken)| {
                        taken.is_some_and(|taken| {
                            other != row && (taken == column || taken.abs_diff(column) == other.abs_diff(row))
                        })
                    })
                };
                match what {
                    0 => assert!(attacks(&board), "{solver} {size}: {step}"),
                    1 => {
                        assert!(!attacks(&board) && board[row].is_none(), "{solver} {size}: {step}");
                        board[row] = Some(column);
                    }
                    2 => assert_eq!(board[row].take(), Some(column), "{solver} {size}: {step}"),
                    3 => {
                        assert!(board.iter().all(Option::is_some));
                        complete += 1;
                    }
                    other => panic!("{other}"),
                }
            }
            assert_eq!((complete, board), (count, vec![None; size]), "{solver} {size}");
        }
    }
    let found = server.get("/api/queens/8/complete?queens=a1,c2").await;
    assert!(found.status == 422 || found.json()["queens"].as_array().unwrap().len() == 8);
    assert_eq!(server.get("/api/queens/16/complete").await.json()["queens"].as_array().unwrap().len(), 16);
    for (path, status, words) in [
        ("0", 422, "1 to 10"),
        ("11", 422, "1 to 10"),
        ("eight", 422, "must be a number"),
        ("9/steps", 422, "1 to 8"),
        ("8/steps?solver=magic", 422, "recursive or iterative"),
        ("17/complete", 422, "1 to 16"),
        ("8/complete?queens=a1,a2", 422, "a"),
        ("8/complete?queens=z99", 422, "z99"),
        ("3/complete", 422, "no solution has all these queens"),
    ] {
        let (found, message) = server.get(&format!("/api/queens/{path}")).await.refusal();
        assert!(found == status && message.contains(words), "{path}: {found} {message}");
    }
    server.assert_healthy().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn armies_have_files_and_may_be_ones_own() {
    let server = TestServer::open("army-files").await;
    let games = server.get("/api/games").await.json();
    let setting = &games["games"][0]["settings"][0];
    assert_eq!((&setting["key"], &setting["files"]), (&json!("army"), &json!(true)));
    for choice in setting["choices"].as_array().unwrap() {
        let file = server.get(&format!("/api/settings/chess/army/{}", choice.as_str().unwrap())).await;
        let table_request = json!({"game": "chess", "settings": file.text()});
        let preview = server.post("/api/preview", &table_request).await;
        assert_eq!(preview.status, 200, "{choice}: {}", preview.text());
        let by_name = json!({"game": "chess", "settings": {"army": choice}});
        assert_eq!(preview.json(), server.post("/api/preview", &by_name).await.json(), "{choice}");
        assert!(preview.json()["guide"]["about"].is_string(), "{choice}");
    }
    assert!(server.get("/api/settings/chess/army").await.text().starts_with("# How to define an army"));
    for nothing in ["/api/settings/chess/army/dragon", "/api/settings/othello/first", "/api/settings/go/army"]
    {
        assert_eq!(server.get(nothing).await.refusal().0, 404, "{nothing}");
    }
    let own = json!({"game": "chess", "settings": "name = \"zebras\"\narmy = \"ordinary\"\n\n[kind.N]\nmoves = [\"jump 3,2\"]"});
    let (status, message) = server.post("/api/preview", &own).await.refusal();
    assert!(status == 422 && message.starts_with("line 5: kind N: "), "{status} {message}");
    assert_eq!(server.post("/api/preview", &json!({"game": "halma"})).await.json()["guide"], Value::Null);
}
