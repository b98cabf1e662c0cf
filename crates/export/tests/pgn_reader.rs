//! PGN files as other programs write them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

use export::{PgnMove, read_pgn};
use rules::Random;

fn texts(moves: &[PgnMove]) -> Vec<&str> {
    moves.iter().map(|mv| mv.text.as_str()).collect()
}

#[test]
fn everything_of_a_game_is_read() {
    let text = "\u{feff}% for another program\n[Event \"A \\\"B\\\" \\\\ C\"]\n[Site \"?\"]\r\n\r\n\
        {before} 1. e4! {good; [%clk 0:01:00]} e5 $1 $140 ; the rest of the line (is a comment\n\
        2.Nf3 (2. f4 exf4 (2... d5 {Falkbeer} 3. exd5) 3. Nf3 *) (2. Bc4) Nc6 3. 0-0?? exd6 e.p. 12...Qxa7!? 1/2-1/2\n\
        [Event \"second\"] 1 d4 d5\n[Event \"third\"]\n[Result \"0-1\"]\n\n0-1\n*\n";
    let games = read_pgn(text).unwrap();
    assert_eq!(games.len(), 4, "{games:#?}");
    let game = &games[0];
    assert_eq!((game.line, game.tag("Event"), game.tag("Nothing")), (2, Some("A \"B\" \\ C"), None));
    assert_eq!(texts(&game.moves), ["e4", "e5", "Nf3", "Nc6", "O-O", "exd6", "Qxa7"]);
    assert_eq!((game.comments.as_slice(), game.result.as_str()), (&["before".to_owned()][..], "1/2-1/2"));
    assert_eq!((&game.moves[0].nags[..], &game.moves[0].comments[0][..]), (&[1][..], "good; [%clk 0:01:00]"));
    assert_eq!(game.moves[0].place, (5, 13));
    assert_eq!(
        (&game.moves[1].nags[..], &game.moves[1].comments[0][..]),
        (&[1, 140][..], "the rest of the line (is a comment")
    );
    let variations = &game.moves[2].variations;
    assert_eq!((texts(&variations[0]), texts(&variations[1])), (vec!["f4", "exf4", "Nf3"], vec!["Bc4"]));
    assert_eq!(texts(&variations[0][1].variations[0]), ["d5", "exd5"]);
    assert_eq!(variations[0][1].variations[0][0].comments, ["Falkbeer"]);
    assert_eq!((&game.moves[4].nags[..], &game.moves[6].nags[..]), (&[4][..], &[5][..]));
    assert_eq!((texts(&games[1].moves), games[1].result.as_str()), (vec!["d4", "d5"], "*"));
    assert_eq!((games[2].moves.len(), games[2].result.as_str()), (0, "0-1"));
    assert_eq!(read_pgn(" \n ").unwrap(), []);
    let unescaped = read_pgn("[Event \"a \"b\" c\" ]\n\n*").unwrap();
    assert_eq!(unescaped[0].tag("Event"), Some("a \"b\" c"));
}

#[test]
fn errors_have_a_line_and_a_column() {
    for (text, expected) in [
        (
            "[Event \"x\"]\n\n1. e4 {never closed",
            "line 3, column 20: cannot read the end of the file: expected }",
        ),
        ("[Event x]", "line 1, column 8: cannot read \"x]\": expected a value in quotes"),
        ("[Event \"x]\n", "expected a quote and ] at the end"),
        ("[ \"x\"]", "expected the name of a tag"),
        ("[Event \"x\" e4", "expected a quote and ] at the end"),
        ("1. e4 (1. d4", "expected ) at the end of a variation"),
        ("1. e4 ) e5", "line 1, column 8: cannot read \" e5\": expected no ) without ("),
        ("(1. e4)", "expected a move before its variation"),
        ("$3 e4", "expected a move before its annotation"),
        ("1. e4 $999", "expected a number from 0 to 255"),
        ("1. e4 }", "expected a move"),
    ] {
        let error = read_pgn(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let deep = format!("e4 {}", "(e4 ".repeat(1000));
    assert!(read_pgn(&deep).unwrap_err().to_string().contains("fewer variations"));
}

#[test]
fn arbitrary_text_is_read_or_rejected() {
    let mut random = Random::new(11);
    let parts = [
        "[", "]", "\"", "\\", "(", ")", "{", "}", ";", "\n", "$1", "e4", "1.", "*", "1-0", " ", "é", "%",
        "!?", "0-0", "Event",
    ];
    for _ in 0..20_000 {
        let text: String = (0..random.below(14)).map(|_| *random.pick(&parts).unwrap()).collect();
        if let Err(error) = read_pgn(&text) {
            assert!(error.to_string().starts_with("line "), "{text:?}: {error}");
        }
    }
}
