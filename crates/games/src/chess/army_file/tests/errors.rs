//! Invalid army files and their error messages.

use crate::chess::army::Army;

/// A small army that is right.
const GOOD: &str = r#"name = "small"
start = "4k3/8/8/8/8/8/4P3/4K3"

[kind.K]
name = "king"
royal = true
moves = ["leap 1,0", "leap 1,1"]

[kind.R]
name = "rook"
value = 5
program = "1 2 3 4 5 6 7 64 8 16 24 32 40 48 56 0"

[kind.P]
name = "pawn"
promotion = "R"
pawn = "9 24 0"
"#;

#[test]
fn the_small_army_is_right() {
    assert_eq!(Army::read(GOOD).unwrap().start, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

/// One change each to the small army; the error names the line and says what was expected.
#[test]
fn errors_name_line_and_key() {
    for (old, new, line, words) in [
        ("name = \"small\"", "name = small", 1, "expected"),
        ("name = \"small\"", "name = 3", 1, "name cannot be \"3\": expected a name in quotes"),
        ("name = \"small\"", "name = \" \"", 1, "name: cannot read \" \""),
        (
            "name = \"small\"",
            "title = \"x\"",
            1,
            "there is no key \"title\": expected kind, army, name, about",
        ),
        (
            "name = \"small\"",
            "name = \"x\"\narmy = \"none\"",
            2,
            "there is no army \"none\": expected ordinary",
        ),
        (
            "name = \"small\"",
            "name = \"x\"\ncastling = true",
            2,
            "castling cannot be \"true\": expected the letter",
        ),
        ("name = \"small\"", "name = \"x\"\ncastling = \"B\"", 2, "castling cannot be \"B\""),
        ("name = \"small\"", "name = \"x\"\ncastling = \"K\"", 2, "does not castle with itself"),
        ("name = \"small\"", "name = \"x\"\nen_passant = 1", 2, "true or false"),
        ("4k3/8/", "4k3/", 2, "start: the start has 7 ranks"),
        ("4k3/8/", "4k3/9/", 2, "rank 7 of the start: cannot read \"9\""),
        ("4k3/8/", "4k4/8/", 2, "rank 8 of the start has more than 8 squares"),
        ("4k3/8/", "4k2/8/", 2, "rank 8 of the start has 7 squares"),
        (
            "4k3/8/",
            "4kx2/8/",
            2,
            "cannot read \"x\": expected a number of empty squares or one of the letters KRP",
        ),
        ("4k3/8/", "8/8/", 2, "Black has no royal pieces"),
        ("4P3/4K3", "4K3/4K3", 2, "White has 2 royal pieces K"),
        ("4K3\"", "4K3 x\"", 2, "w or b, the side to move"),
        ("4K3\"", "4K3 w - e3\"", 2, "no en passant square"),
        ("4K3\"", "4K3 w - - 0 0\"", 2, "from 1 to 9999"),
        ("royal = true\n", "", 4, "kind: no kind is royal"),
        ("royal = true", "royal = \"yes\"", 6, "kind K: royal cannot be \"yes\": expected true or false"),
        ("value = 5", "royal = true", 11, "kind R: royal: kind K is royal already"),
        ("value = 5", "value = -1", 11, "kind R: value cannot be \"-1\": expected a number from 0 to 1000"),
        ("value = 5", "value = 1001", 11, "from 0 to 1000"),
        ("value = 5", "value = 3.125", 11, "at most two decimals"),
        ("value = 5", "worth = 5", 11, "kind R: there is no key \"worth\": expected name, picture"),
        ("value = 5", "picture = \"A B\"", 11, "kind R: picture: cannot read \"A B\""),
        ("value = 5", "moves = []", 12, "only one of moves, program and pawn"),
        ("[kind.R]", "[kind.r]", 9, "a letter from A to Z"),
        ("[kind.R]", "[kind.RR]", 9, "a letter from A to Z"),
        ("[kind.R]", "[kind.K]", 9, "duplicate key"),
        ("name = \"rook\"\n", "", 9, "kind R: it has no name"),
        ("name = \"rook\"", "name = \"king\"", 10, "kind R: name: kind K is called king already"),
        ("64 8 16", "65 8 16", 12, "kind R: program: number 8 is \"65\""),
        ("48 56 0", "48 56", 12, "program: the program has no end"),
        ("promotion = \"R\"", "promotion = \"K\"", 16, "kind P: promotion: K is royal"),
        ("promotion = \"R\"", "promotion = \"P\"", 16, "promotes only to itself"),
        ("promotion = \"R\"", "promotion = \"\"", 16, "promotes only to itself"),
        ("promotion = \"R\"", "promotion = \"RR\"", 16, "R occurs twice"),
        ("promotion = \"R\"", "promotion = \"RX\"", 16, "there is no kind 'X'"),
        ("promotion = \"R\"", "promotion_rank = 8", 16, "without a promotion"),
        ("promotion = \"R\"", "promotion = \"R\"\npromotion_rank = 9", 17, "a whole number from 1 to 8"),
        ("royal = true", "royal = true\npromotion = \"R\"", 7, "never promoted"),
        ("pawn = \"9 24 0\"", "", 14, "kind P: it has no moves"),
        ("pawn = \"9 24 0\"", "pawn = \"9 0\"", 17, "kind P: pawn: a pawn's program has two numbers"),
        ("pawn = \"9 24 0\"", "moves = []", 17, "kind P: moves: it can never move"),
        ("pawn = \"9 24 0\"", "moves = [\"path [1,0]\"]", 17, "it can never move"),
        ("pawn = \"9 24 0\"", "moves = [\"leap 1,0 over-one\"]", 17, "it can never move"),
        ("pawn = \"9 24 0\"", "moves = \"leap 1,0\"", 17, "expected a list of moves"),
        (
            "pawn = \"9 24 0\"",
            "moves = [\n  \"leap 1,0\",\n  \"jump 1,0\",\n]",
            19,
            "leap, ride, path or advance",
        ),
    ] {
        assert!(GOOD.contains(old), "{old}");
        let error = Army::read(&GOOD.replacen(old, new, 1)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line {line}: ")), "{new:?}: {error}");
        assert!(error.contains(words), "{new:?}: {error}");
    }
    let nameless = Army::read(&GOOD.replace("name = \"small\"", "")).unwrap_err().to_string();
    assert!(nameless.contains("the army has no name"), "{nameless}");
    let many: String = ('A'..='Z')
        .filter(|c| !"KRP".contains(*c))
        .map(|c| format!("\n[kind.{c}]\nname = \"{c}\"\nmoves = [\"leap 1,0\"]\n"))
        .collect();
    let many = Army::read(&format!("{GOOD}{many}")).unwrap_err().to_string();
    assert!(many.contains("26 kinds are too many: expected at most 16"), "{many}");
}

/// The words of a list of moves.
#[test]
fn moves_that_are_not_understood() {
    for (entry, words) in [
        ("", "expected leap, ride, path or advance"),
        ("leap", "has one square"),
        ("leap 1,0 2,0", "here are 2"),
        ("leap 8,0", "from -7 to 7"),
        ("leap 0,0", "not both 0"),
        ("leap 2;1", "cannot read \"2;1\": expected a square such as 2,1"),
        ("leap [2,1]", "only on the squares of a path"),
        ("leap 1,0 up to 3", "cannot read \"up\""),
        ("ride 1,0 up to 8", "a number from 1 to 7 after up to"),
        ("ride 1,0 up", "as in \"up to 3\""),
        ("ride 1,0 to 3", "as in \"to rank 4\""),
        ("ride 1,0 to rank 0", "a number from 1 to 8 after to rank"),
        ("ride 1,0 one-way four-way", "\"four-way\" occurs twice"),
        ("ride 1,0 move-only capture-only", "occurs twice"),
        ("path", "a path needs squares"),
        ("path 1,0 ...", "after at least two squares"),
        ("path 1,0 2,0 ... 3,0", "after ..."),
        ("path 1,0:hop", "2,1:move"),
        ("path [1,0]:move", "2,1:move"),
        ("path (1,0", "a square such as"),
        ("advance 0,1", "has no squares"),
        ("advance capture-only", "never captures"),
        ("ride 1,0 backwards", "move-only, capture-only, one-way"),
    ] {
        let text = GOOD.replace("pawn = \"9 24 0\"", &format!("moves = [\"{entry}\"]"));
        let error = Army::read(&text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("line 17: kind P: \"{entry}\": ")), "{entry:?}: {error}");
        assert!(error.contains(words), "{entry:?}: {error}");
    }
}
