//! Backgammon: a few moves, another engine, and a match with the cube from the first roll to its result.

use serde_json::json;

use crate::capture::PHONE;
use crate::test_server::TestServer;
use crate::window::Window;

#[tokio::test]
async fn backgammon_by_clicks() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Backgammon").await;
    window.wait_for_text("Verifiable dice.").await;
    let mut played = 0;
    for _ in 0..12 {
        if !window.wait_for_turn(played).await {
            break;
        }
        played = window.moves().await.len() + 1;
        // A pass is a button, and the only legal action then.
        window.play_any(played).await;
    }
    for written in window.moves().await {
        assert!(written.contains(": "), "the roll precedes the move: {written}");
    }
    server.close().await;
}

/// The form offers every engine of the game with its options, and the table names them.
#[tokio::test]
async fn against_another_engine() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Options: Backgammon").await;
    window.wait_for_text("New game: Backgammon").await;
    window.find("Black level").await;
    window.select("Preset", "Match to 3").await;
    window.select("Black player", "Narrad").await;
    window.wait_for_text("Expectiminimax with eight weights").await;
    assert!(!window.has("Black level").await, "the level is an option of another engine");
    window.select("Black depth", "Depth 1").await;
    window.select("Black weights", "First guess").await;
    window.click("Start game").await;
    window.wait_for_text_in(".players.above", "Narrad, depth 1, guess").await;
    assert!(window.wait_for_turn(0).await);
    // A move of the person, and of the engine before or after it.
    window.play_any(0).await;
    assert!(window.wait_for_turn(2).await);
    server.close().await;
}

/// Names of the players, White first.
const NAMES: [&str; 2] = ["Laleh", "Omid"];
/// Titles of their seats.
const TITLES: [&str; 2] = ["White", "Black"];

/// A match to three points between two people, each with their own browser; the second one has a phone.
struct MatchPages {
    windows: [Window; 2],
}

impl MatchPages {
    /// Starts the match by an invite link.
    async fn start(server: &mut TestServer) -> MatchPages {
        let still = ["--force-prefers-reduced-motion"];
        let windows = [server.open_window_with(&still).await, server.open_window_with(&still).await];
        let [white, black] = &windows;
        black.resize(PHONE.0, PHONE.1).await;
        white.set_name(NAMES[0]).await;
        black.set_name(NAMES[1]).await;
        white.click("Options: Backgammon").await;
        white.wait_for_text("New game: Backgammon").await;
        white.select("Preset", "Match to 3").await;
        white.select("Black player", "Friend (invite link)").await;
        white.click("Create game").await;
        white.wait_for_text("Waiting for opponent").await;
        black.goto(&white.path().await).await;
        black.click("Join").await;
        MatchPages { windows }
    }

    /// The player to move.
    async fn mover(&self) -> usize {
        let script = "return document.querySelector('.player.turn .player-name')?.innerText ?? null";
        let name = self.windows[0].wait_until("a player is to move", script, vec![]).await;
        let mover = usize::from(name != "You");
        self.windows[mover].wait_for_input(0).await;
        mover
    }

    /// Waits until both browsers show `count` moves.
    async fn wait_for_moves(&self, count: usize) {
        for window in &self.windows {
            window.wait_for_moves(count).await;
        }
    }

    /// Clicks a button that is a move of this player.
    async fn press(&self, player: usize, button: &str) {
        let played = self.windows[0].moves().await.len();
        self.windows[player].click(button).await;
        self.wait_for_moves(played + 1).await;
    }

    /// `true` if this player, who is to move, may double.
    async fn may_double(&self, player: usize) -> bool {
        let window = &self.windows[player];
        let status = window.execute("return document.querySelector('.status').innerText", vec![]).await;
        let may_double = status.as_str().unwrap_or_default().contains("to roll or double");
        window.wait_for_board().await;
        assert_eq!(window.has("Double").await, may_double, "{status}");
        may_double
    }

    /// Rolls unless that has happened already, and plays the dice.
    async fn play_turn(&self) {
        let player = self.mover().await;
        if self.may_double(player).await {
            self.press(player, "Roll").await;
        }
        let played = self.windows[0].moves().await.len();
        self.windows[player].play_any(0).await;
        self.wait_for_moves(played + 1).await;
    }

    /// Offers a resignation as this player; the other one answers it.
    async fn resign(&self, player: usize, what: &str, answer: &str) {
        self.windows[player].click("Resign").await;
        self.windows[player].click(&format!("Resign {what}")).await;
        self.windows[player].wait_for_text_in(".status", &format!("You offered to resign {what}.")).await;
        let opponent = &self.windows[1 - player];
        opponent.wait_for_headline(&format!("{} offers to resign {what}.", NAMES[player])).await;
        opponent.click(answer).await;
        let answered = "return !document.querySelector('.status').innerText.includes('You offered')";
        self.windows[player].wait_until("the offer is answered", answered, vec![]).await;
    }

    /// Resigns a gammon as this player. The other one accepts, unless the position rules out a backgammon: then a
    /// gammon is the whole loss, which needs a confirmation instead of an answer.
    async fn resign_gammon(&self, player: usize) {
        let window = &self.windows[player];
        window.click("Resign").await;
        let backgammon = window.has("Resign a backgammon").await;
        window.click("Resign a gammon").await;
        if backgammon {
            self.windows[1 - player].click("Accept").await;
        } else {
            window.click("Confirm resign").await;
        }
    }

    /// Waits until both browsers show these points beside the players.
    async fn wait_for_score(&self, points: [u8; 2]) {
        let script = r#"
            const score = (title) => document.querySelector(`.player[aria-label^="${title}:"] .player-score`)?.innerText;
            return score("White") === arguments[0] && score("Black") === arguments[1];"#;
        let [white, black] = points.map(|points| json!(points.to_string()));
        for window in &self.windows {
            let what = format!("White has {white} and Black {black} points");
            window.wait_until(&what, script, vec![white.clone(), black.clone()]).await;
        }
    }

    /// Waits until both browsers show a text in this part of the page.
    async fn wait_for_text_in(&self, selector: &str, text: &str) {
        for window in &self.windows {
            window.wait_for_text_in(selector, text).await;
        }
    }
}

/// Points with this many for the first player and the rest for the other.
fn points(first: usize, its_points: u8, other_points: u8) -> [u8; 2] {
    if first == 0 { [its_points, other_points] } else { [other_points, its_points] }
}

/// Three games to three points: a double is dropped; another one is taken and the game resigned; in the Crawford game a
/// single game is not enough, and a gammon decides the match.
#[tokio::test]
async fn a_match_to_its_end() {
    let mut server = TestServer::open().await;
    let pages = MatchPages::start(&mut server).await;
    pages.wait_for_text_in(".match-facts", "Match to 3 · Cube 1, centred").await;
    pages.wait_for_score([0, 0]).await;

    // The first roll is automatic; the cube can be turned before the second one.
    pages.play_turn().await;
    let leader = pages.mover().await;
    let trailer = 1 - leader;
    pages.press(leader, "Double").await;
    pages.wait_for_text_in(".status", &format!("{} doubles to 2", TITLES[leader])).await;
    pages.press(trailer, "Drop").await;
    pages.wait_for_score(points(leader, 1, 0)).await;

    pages.play_turn().await;
    let doubler = pages.mover().await;
    pages.press(doubler, "Double").await;
    pages.press(1 - doubler, "Take").await;
    pages.wait_for_text_in(".match-facts", &format!("Cube 2 with {}", TITLES[1 - doubler])).await;
    pages.play_turn().await;
    assert_eq!(pages.mover().await, 1 - doubler);
    assert!(pages.may_double(1 - doubler).await, "the owner of the cube may redouble");
    pages.resign(leader, "a single game", "Accept").await;
    pages.wait_for_score(points(leader, 1, 2)).await;
    pages.windows[leader].wait_for_text_in(".moves", "You resigned a single game.").await;
    pages.windows[trailer]
        .wait_for_text_in(".moves", &format!("{} resigned a single game.", NAMES[leader]))
        .await;

    pages.wait_for_text_in(".match-facts", "Crawford game, no doubling").await;
    for _ in 0..3 {
        let mover = pages.mover().await;
        assert!(!pages.may_double(mover).await);
        pages.play_turn().await;
    }
    pages.resign(trailer, "a single game", "Decline").await;
    pages.resign_gammon(trailer).await;
    pages.windows[leader].wait_for_headline("You win, 3–2").await;
    pages.windows[trailer].wait_for_headline(&format!("{} wins, 3–2", NAMES[leader])).await;
    pages.wait_for_text_in(".status", "By resignation.").await;
    pages.wait_for_score(points(leader, 3, 2)).await;
    pages.windows[leader].wait_for_text_in(".moves", &format!("{} resigned", NAMES[trailer])).await;
    pages.windows[trailer].find("Rematch").await;
    server.close().await;
}
