//! What else can be done at a table.

use crate::house::House;
use crate::window::Key;

#[tokio::test]
async fn walking_through_the_moves() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Othello").await;
    for turn in 0..3 {
        assert!(window.comes_back(2 * turn).await);
        window.touch(&window.targets().await[0]).await;
    }
    assert!(window.comes_back(6).await);
    window.press("To the start").await;
    window.headline("After move 0 of 6").await;
    window.until("four discs", "return document.querySelectorAll('.board-piece').length === 4", vec![]).await;
    assert_eq!(window.targets().await, [""; 0], "the past is not played");
    window.press("One move on").await;
    window.headline("After move 1 of 6").await;
    window.key(Key::Escape).await;
    window.headline("Your turn").await;
    let third = window.moves().await[2].clone();
    window.press(&third).await;
    window.headline("After move 3 of 6").await;
    window.press("Back to now").await;
    window.headline("Your turn").await;
    window.press("One move back").await;
    window.headline("After move 5 of 6").await;
    window.press("To the last move").await;
    window.headline("Your turn").await;
    window.key(Key::Left).await;
    window.headline("After move 5 of 6").await;
    window.key(Key::Right).await;
    window.headline("Your turn").await;
    assert!(!window.targets().await.is_empty());
    house.close().await;
}

#[tokio::test]
async fn flip_hint_and_evaluation() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Play: Othello").await;
    assert!(window.comes_back(0).await);
    let above = "return document.querySelector('.players.above .player-name').innerText";
    let opponent = window.run(above, vec![]).await;
    assert_ne!(opponent, "You");
    window.press("Flip").await;
    assert_eq!(window.run(above, vec![]).await, "You");
    window.press("Flip").await;
    assert_eq!(window.run(above, vec![]).await, opponent);
    window.press("Hint").await;
    window.says("Best: ").await;
    let advised = window.places_saying("advised").await;
    assert_eq!(advised.len(), 1, "{advised:?}");
    window.touch(&advised[0]).await;
    assert!(window.comes_back(2).await);
    window.press("Evaluation").await;
    window.part_says(".advice", "depth").await;
    window.press("Take back").await;
    window.has_moves(0).await;
    house.close().await;
}

#[tokio::test]
async fn dark_and_silent_are_kept() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.press("Darken the room").await;
    window.named("Light the room").await;
    let sound = if window.has("Turn sounds off").await {
        ("Turn sounds off", "Turn sounds on")
    } else {
        ("Turn sounds on", "Turn sounds off")
    };
    window.press(sound.0).await;
    window.named(sound.1).await;
    window.reload().await;
    window.named("Light the room").await;
    window.named(sound.1).await;
    let paper = window.run("return getComputedStyle(document.body).backgroundColor", vec![]).await;
    assert_eq!(paper, "rgb(21, 17, 13)");
    window.press("Light the room").await;
    window.named("Darken the room").await;
    house.close().await;
}

#[tokio::test]
async fn what_is_not_there_is_said_kindly() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.pardon("404");
    for (path, sentence) in [
        ("/table/nosuchtable", "There is no table with this address."),
        ("/new/ludo", "The house has no game of this name."),
        ("/edit/ludo", "The house has no game of this name."),
        ("/attic", "This address leads nowhere."),
    ] {
        window.go(path).await;
        window.says(sentence).await;
        window.press("To the games").await;
        window.says("What shall we play?").await;
    }
    house.close().await;
}
