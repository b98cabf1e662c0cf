//! A position of one's own.

use crate::house::House;

#[tokio::test]
async fn a_position_made_and_played() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    // A position that cannot be played is refused, which a browser notes.
    window.pardon("422");
    window.press("More ways to play: Othello").await;
    window.press("Set up a position").await;
    window.says("A position of your own").await;
    window.press("Clear").await;
    window.part_says(".editor-sentence[data-state=wrong]", "Nobody can move").await;
    window.press("Black disc 1").await;
    for square in ["a1", "b1"] {
        window.touch(square).await;
    }
    window.press("White disc 2").await;
    window.touch("c1").await;
    window.touch("b2").await;
    window.part_says(".editor-sentence[data-state=playable]", "Black to move").await;
    window.press("Undo").await;
    window.place_says("b2", "empty").await;
    window.touch("b2").await;
    window.place_says("b2", "white").await;
    // What is put where it stands already is taken away.
    window.touch("b2").await;
    window.place_says("b2", "empty").await;
    window.part_says(".editor-sentence[data-state=playable]", "Black 2, White 1").await;
    window.press("Play from here").await;
    window.says("The game starts from the position you set up.").await;
    window.press("Start the game").await;
    assert!(window.comes_back(0).await);
    assert_eq!(window.targets().await, ["d1"]);
    window.touch("d1").await;
    window.headline("You win").await;
    window.says("from a set position").await;
    house.close().await;
}

#[tokio::test]
async fn pieces_are_chosen_by_their_letters_and_called_by_their_names() {
    let mut house = House::open().await;
    let window = house.visitor().await;
    window.go("/edit/chess?setting.army=shatranj").await;
    // Twelve pieces: more than there are numbers.
    window.part_says(".editor-palette", "White counsellor").await;
    window.types("q").await;
    window.touch("e6").await;
    window.place_says("e6", "black counsellor").await;
    window.types("N").await;
    window.touch("e5").await;
    window.place_says("e5", "white horse").await;
    window.types("0").await;
    window.touch("e6").await;
    window.place_says("e6", "empty").await;
    house.close().await;
}
