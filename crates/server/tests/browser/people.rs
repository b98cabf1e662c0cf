//! Accounts, statistics, history and profiles.

use crate::accounts::{PASSWORD, PlayedGame, fill_form, log_in, log_out, open_table, play, register};
use crate::axe;
use crate::test_server::TestServer;
use crate::window::{Key, Window};

const SAVED: &str = "[data-list=saved]";
const FINISHED: &str = "[data-list=finished]";
const OWN: &str = ".own-statistics";

/// Numbers of games, wins, draws and losses of all accounts.
async fn figures(window: &Window) -> String {
    window.goto("/statistics").await;
    let script =
        "return [...document.querySelectorAll('.figures dd')].map((value) => value.innerText).join(' ')";
    window.execute(script, vec![]).await.as_str().unwrap().to_owned()
}

/// Asserts that the page is not wider than the window.
async fn assert_fits(window: &Window, page: &str) {
    let wide = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(window.execute(wide, vec![]).await, 0, "{page} is wider than the screen");
}

#[tokio::test]
async fn a_guest_registers_and_keeps_the_games() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Tic-tac-toe").await;
    assert!(window.wait_for_turn(0).await);
    window.play_any(0).await;
    window.wait_for_input(1).await;
    let table = window.path().await;
    assert_eq!(figures(&window).await, "0 0 0 0");

    register(&window, "laleh").await;
    window.wait_for_text_in("[data-list=mine]", "Tic-tac-toe").await;
    window.goto(&table).await;
    window.wait_for_headline("Your turn").await;
    window.click("Resign").await;
    window.click("Confirm resign").await;
    window.wait_for_headline("wins").await;
    assert_eq!(figures(&window).await, "1 0 0 1");
    window.wait_for_text_in(OWN, "Total 1 0 0 1").await;
    window.wait_for_text_in(".leaders", "Best player laleh Weakest player laleh").await;
    window.select("Game", "Chess").await;
    window.wait_for_text_in(".figures", "Games 0").await;
    window.wait_for_text("No finished games yet.").await;

    window.click("Play").await;
    window.click("Play: Othello").await;
    assert!(window.wait_for_turn(0).await);
    let saved = window.path().await;
    window.goto("/").await;
    window.wait_for_text_in(".lobby-menu", "0 wins · 0 draws · 1 loss").await;
    log_out(&window, "laleh").await;
    window.wait_for_text_in("[data-list=mine]", "Your unfinished games appear here.").await;
    window.wait_for_text_in(".lobby-menu", "Guest").await;
    window.goto(&saved).await;
    window.wait_for_headline("laleh to move").await;
    window.goto("/history").await;
    window.wait_for_text_in(FINISHED, "No finished games.").await;

    log_in(&window, "laleh").await;
    window.goto("/history").await;
    window.wait_for_text_in(FINISHED, "Loss Tic-tac-toe By resignation · ").await;
    window.click("Continue: Othello").await;
    window.wait_for_headline("Your turn").await;
    assert_eq!(window.path().await, saved);
    server.close().await;
}

#[tokio::test]
async fn finished_games_are_replayed_and_hidden_and_saved_ones_deleted() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let other = server.open_window().await;
    register(&window, "laleh").await;
    register(&other, "Omid").await;
    let casual = PlayedGame { game: "othello", clock: "none", is_rated: false, moves: 6 };
    play([&window, &other], 0, &casual).await;
    play([&other, &window], 0, &PlayedGame { game: "chess", clock: "5m+3s", ..casual }).await;
    open_table(&window, &other, &PlayedGame { game: "halma", ..casual }).await;

    window.goto("/history").await;
    window.wait_for_text_in(SAVED, "Halma with Omid · started ").await;
    window.wait_for_text_in(FINISHED, "Loss Chess By resignation · 6 moves · 5 min + 3 s Omid – laleh").await;
    window.wait_for_text_in(FINISHED, "Win Othello By resignation · 6 moves laleh – Omid").await;
    window.select("Result", "Wins").await;
    window
        .wait_until("one row", "return document.querySelectorAll('.finished-game').length === 1", vec![])
        .await;
    assert_eq!(window.execute("return location.search", vec![]).await, "?result=win");
    window.fill("Opponent", "nobody").await;
    window.wait_for_text_in(FINISHED, "No games match.").await;
    window.click("Reset").await;
    window.select("Whose games", "One player").await;
    window.fill("Player", "omid").await;
    window.wait_for_text_in(FINISHED, "Finished games of omid").await;
    window.wait_for_text_in(FINISHED, "Loss Othello").await;

    window.goto("/history?game=othello").await;
    let file = "return fetch(document.querySelector('a[download]').href).then((response) => response.text())";
    window.wait_for_text_in(FINISHED, "Othello").await;
    let record = window.execute(file, vec![]).await;
    assert!(record.as_str().unwrap().contains("GM[Othello]"), "{record}");
    let replay = "return document.querySelector('.finished-actions a')";
    window.click_element("the replay", replay, vec![]).await;
    window.wait_for_headline("You win").await;
    window.wait_for_moves(6).await;
    window.click("First move").await;
    window.wait_for_headline("Move 0 of 6").await;
    window.click("Next move").await;
    window.wait_for_headline("Move 1 of 6").await;

    window.goto("/history?game=othello").await;
    window.click("Hide").await;
    window.click("Confirm hide").await;
    window.wait_until("no row", "return !document.querySelector('.finished-game')", vec![]).await;
    window.goto("/history").await;
    window.wait_for_text_in(FINISHED, "Loss Chess").await;
    assert!(!window.text().await.contains("Win Othello"), "a hidden game is not listed");
    window.click("Delete").await;
    window.click("Confirm delete").await;
    window.wait_for_text_in(SAVED, "No saved games.").await;
    window.reload().await;
    window.wait_for_text_in(FINISHED, "Loss Halma Opponent left the game").await;
    other.goto("/history").await;
    other.wait_for_text_in(FINISHED, "Loss Othello").await;
    other.wait_for_text_in(FINISHED, "Win Halma").await;
    server.close().await;
}

#[tokio::test]
async fn a_game_saved_in_the_terminal_is_continued() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.click("Play: Othello").await;
    assert!(window.wait_for_turn(0).await);
    let path = window.path().await;
    window.goto("/history").await;
    server.stop().await;
    server.move_to_terminal(path.trim_start_matches("/table/")).await;
    server.restart().await;
    window.goto("/").await;
    window.wait_for_text_in("[data-list=mine]", "Your unfinished games appear here.").await;
    window.click("Saved games").await;
    window.wait_for_text_in(SAVED, "saved in the terminal").await;
    window.click("Continue: Othello").await;
    window.wait_for_headline("Your turn").await;
    assert_eq!(window.path().await, path);
    window.ignore_log("ERR_CONNECTION_REFUSED");
    server.close().await;
}

#[tokio::test]
async fn rated_games_change_the_profile() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let other = server.open_window().await;
    window.goto("/new/othello").await;
    window.wait_for_text("Log in to play rated games").await;
    window.click("Log in to play rated games").await;
    window.click("I am new here").await;
    fill_form(&window, "laleh", PASSWORD).await;
    window.wait_for_text("New game: Othello").await;
    window.wait_for_text("Changes your rating.").await;
    window.select("White player", "Friend (this device)").await;
    window.wait_for_text("For you against other players").await;
    window.select("White player", "Friend (invite link)").await;
    window.click("Rated").await;
    window.click("Create game").await;
    window.wait_for_text_in(".game", "No clock, rated").await;
    let table = window.path().await;
    other.goto("/").await;
    other.wait_for_text_in("[data-list=open]", "rated").await;
    other.goto(&table).await;
    other.click("Log in to play").await;
    other.click("I am new here").await;
    fill_form(&other, "omid", PASSWORD).await;
    other.click("Join").await;
    assert!(window.wait_for_turn(0).await);
    window.click("Resign").await;
    window.click("Confirm resign").await;
    window.wait_for_headline("omid wins").await;
    let rated = PlayedGame { game: "othello", clock: "none", is_rated: true, moves: 2 };
    play([&other, &window], 1, &rated).await;

    window.goto("/player/omid").await;
    window.wait_for_text("Member since").await;
    window.wait_for_text_in("[data-game=othello]", "? ± ").await;
    window.wait_for_text_in("[data-game=othello]", "2 rated games").await;
    window.wait_for_text_in("[data-game=othello]", "Games 2 Wins 1 Draws 0 Losses 1").await;
    window.wait_for_text_in(FINISHED, "Loss Othello By resignation · 2 moves · rated −").await;
    let graph = window.wait_for(".rating-graph").await.attr("aria-label").await.unwrap().unwrap();
    assert!(graph.starts_with("Rating in Othello: ") && graph.contains(" in 2 games"), "{graph}");
    window.click("Ratings as a table").await;
    let rows = "return document.querySelectorAll('.rating-figure tbody tr').length";
    assert_eq!(window.execute(rows, vec![]).await, 2);
    window.click("All games").await;
    window.wait_for_text_in(FINISHED, "Finished games of omid").await;
    window.goto("/statistics").await;
    window.wait_for_text_in(".leaders", "Best players laleh, omid Weakest players laleh, omid").await;
    window.ignore_log("404");
    window.goto("/player/nobody").await;
    window.wait_for_text("Player not found").await;
    server.close().await;
}

#[tokio::test]
async fn sessions_passwords_and_deletion() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    let other = server.open_window().await;
    for status in ["401", "403", "409", "422", "429"] {
        window.ignore_log(status);
        other.ignore_log(status);
    }
    window.goto("/account?register").await;
    fill_form(&window, "laleh", "short").await;
    window.wait_for_text("Cannot use this password: use at least 8 characters").await;
    fill_form(&window, "a b", PASSWORD).await;
    window.wait_for_text("Cannot use this name: use 2 to 24 letters").await;
    register(&window, "laleh").await;
    other.goto("/account?register").await;
    fill_form(&other, "Laleh", PASSWORD).await;
    other.wait_for_text("This name is taken").await;
    let name_error = "return document.activeElement.name === 'username' && document.activeElement.getAttribute('aria-invalid')";
    assert_eq!(other.execute(name_error, vec![]).await, "true");
    other.click("I have an account").await;
    fill_form(&other, "laleh", "wrong horse").await;
    other.wait_for_text("The name or the password is wrong.").await;
    let hidden = "return document.querySelector('.password input').type";
    assert_eq!(other.execute(hidden, vec![]).await, "password");
    other.click("Show password").await;
    assert_eq!(other.execute(hidden, vec![]).await, "text");
    log_in(&other, "laleh").await;

    window.goto("/account").await;
    window.wait_for_text("This one").await;
    let revoke = "return document.querySelector('[data-list=sessions] button')";
    window.click_element("the other session", revoke, vec![]).await;
    other.wait_for_text_in(".user-name", "Guest").await;
    window
        .wait_until(
            "one session",
            "return document.querySelectorAll('[data-list=sessions] li').length === 1",
            vec![],
        )
        .await;
    log_in(&other, "laleh").await;

    window.fill("Current password", "wrong horse").await;
    window.fill("New password", "better horse").await;
    window.click("Change password").await;
    window.wait_for_text("The password is wrong.").await;
    window.fill("Current password", PASSWORD).await;
    window.click("Change password").await;
    window.wait_for_text("Password changed.").await;
    other.wait_for_text_in(".user-name", "Guest").await;
    window.wait_for_text_in(".user-name", "laleh").await;

    window.fill("Password", "better horse").await;
    window.click("Delete account").await;
    window.click("Confirm delete").await;
    window.wait_for_text_in(".user-name", "Guest").await;
    window.wait_for_text("Choose a game").await;
    other.goto("/account").await;
    for _ in 0..12 {
        fill_form(&other, "laleh", PASSWORD).await;
    }
    other.wait_for_text("Too many attempts; try again in").await;
    server.close().await;
}

#[tokio::test]
async fn log_in_and_new_game_by_keyboard() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.find("Log in").await;
    window.tab_to("Log in").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text("Keep your games").await;
    window.tab_to("I have an account").await;
    window.press_key(Key::Right).await;
    window.tab_to("User name").await;
    window.type_text("laleh").await;
    window.tab_to("Password").await;
    window.type_text(PASSWORD).await;
    window.press_key(Key::Enter).await;
    window.wait_for_text_in(".user-name", "laleh").await;
    window.wait_for_text("Choose a game").await;

    window.tab_to("laleh: Account").await;
    window.press_key(Key::Enter).await;
    window.tab_to("Log out").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text_in(".user-name", "Guest").await;

    window.tab_to("Log in").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text("Keep your games").await;
    window.tab_to("User name").await;
    window.type_text("laleh").await;
    window.tab_to("Password").await;
    window.type_text(PASSWORD).await;
    window.press_key(Key::Enter).await;
    window.wait_for_text_in(".user-name", "laleh").await;

    window.find("Options: Othello").await;
    window.tab_to("Options: Othello").await;
    window.press_key(Key::Enter).await;
    window.wait_for_text("Changes your rating.").await;
    window.tab_to("White level").await;
    window.press_key(Key::Down).await;
    window.tab_to("Rated").await;
    window.type_text(" ").await;
    window.tab_to("Start game").await;
    window.press_key(Key::Enter).await;
    assert!(window.wait_for_turn(0).await);
    window.wait_for_text_in(".game", "rated").await;
    server.close().await;
}

#[tokio::test]
async fn pages_of_people_are_accessible_and_fit_on_a_phone() {
    let mut server = TestServer::open().await;
    let window = server.open_window_with(&["--force-prefers-reduced-motion"]).await;
    let other = server.open_window().await;
    let mut found = Vec::new();
    window.goto("/account?register").await;
    found.append(&mut axe::violations(&window, "log in").await);
    window.resize(390, 844).await;
    assert_fits(&window, "log in").await;
    window.click("Menu").await;
    window.wait_for_text_in(".nav-menu", "Statistics").await;
    found.append(&mut axe::violations(&window, "menu on a phone").await);
    register(&window, "laleh").await;
    register(&other, "a-name-of-24-characters_").await;
    let rated = PlayedGame { game: "othello", clock: "5m+3s", is_rated: true, moves: 2 };
    play([&window, &other], 0, &rated).await;
    play([&window, &other], 1, &rated).await;
    open_table(&window, &other, &rated).await;
    for page in [
        "/",
        "/account",
        "/statistics",
        "/history",
        "/history?player=*&game=othello",
        "/player/laleh",
        "/player/a-name-of-24-characters_",
    ] {
        window.resize(390, 844).await;
        window.goto(page).await;
        window.wait_until_idle().await;
        assert_fits(&window, page).await;
        window.resize(1280, 860).await;
        found.append(&mut axe::violations(&window, page).await);
    }
    window.click("laleh: Account").await;
    window.find("Log out").await;
    found.append(&mut axe::violations(&window, "user menu").await);
    assert!(found.is_empty(), "{}", found.join("\n"));
    server.close().await;
}

#[tokio::test]
async fn html_in_names_is_text() {
    let mut server = TestServer::open().await;
    let window = server.open_window().await;
    window.ignore_log("404");
    window.set_name("<img src=x onerror=a()>").await;
    window.goto("/new/tictactoe").await;
    window.select("O player", "Friend (this device)").await;
    window.fill("Name", "<i>Omid</i>").await;
    window.click("Start game").await;
    window.wait_for_input(0).await;
    window.goto("/history").await;
    window.wait_for_text_in(SAVED, "with <i>Omid</i>").await;
    window.click("Continue: Tic-tac-toe").await;
    window.click("Resign").await;
    window.click("Confirm resign").await;
    window.wait_for_headline("wins").await;
    for (page, text) in [
        ("/history", "<img src=x onerror=a()> – <i>Omid</i>"),
        ("/statistics", "<img src=x onerror=a()>"),
        ("/account", "<img src=x onerror=a()>"),
        ("/history?player=%3Cb%3Elaleh%3C%2Fb%3E", "Finished games of <b>laleh</b>"),
        ("/history?player=%3Cb%3Elaleh%3C%2Fb%3E", "There is no player \"<b>laleh</b>\""),
        ("/player/%3Cb%3Elaleh%3C%2Fb%3E", "There is no account with this name."),
    ] {
        window.goto(page).await;
        window.wait_for_text(text).await;
        let parsed = "return document.querySelectorAll('main i, main img, main h2 b, main .muted b').length";
        assert_eq!(window.execute(parsed, vec![]).await, 0, "{page}");
    }
    server.close().await;
}
