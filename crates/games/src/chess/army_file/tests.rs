//! Army files that are read, written and refused.

mod errors;
mod random;

use super::moves::{read_moves, write_moves};
use crate::chess::army::{Army, HopRule};
use crate::chess::builtin::{all, army};
use crate::chess::program::{read_pawn_program, read_program};
use crate::chess::reference_attacks::reached;

#[test]
fn shipped_armies_read_and_round_trip() {
    let mut hashes = Vec::new();
    for (name, text) in all() {
        let read = army(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let written = read.write();
        assert_eq!(Army::read(&written).unwrap(), read, "{written}");
        assert_eq!(Army::read(text).unwrap(), read);
        assert_eq!(read.name, *name);
        assert!(super::about(text).is_some_and(|about| about.ends_with('.') && about.len() < 110), "{name}");
        hashes.push(read.hash_text());
    }
    hashes.sort();
    hashes.dedup();
    assert_eq!(hashes.len(), all().len());
}

/// Records keep the text and the hash, so neither may change unnoticed.
#[test]
fn the_canonical_text_of_ordinary_chess() {
    let ordinary = army("ordinary").unwrap();
    assert_eq!(
        ordinary.write(),
        r#"name = "ordinary"
start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
castling = "R"
en_passant = true

[kind.K]
name = "king"
picture = "king"
value = 40
royal = true
moves = [
  "leap 1,0",
  "leap 1,1",
]

[kind.Q]
name = "queen"
picture = "queen"
value = 9
moves = [
  "ride 1,0",
  "ride 1,1",
]

[kind.R]
name = "rook"
picture = "rook"
value = 5
moves = ["ride 1,0"]

[kind.B]
name = "bishop"
picture = "bishop"
value = 3.25
moves = ["ride 1,1"]

[kind.N]
name = "knight"
picture = "knight"
value = 3
moves = ["leap 2,1"]

[kind.P]
name = "pawn"
picture = "pawn"
value = 1
promotion = "QRBN"
promotion_rank = 8
moves = [
  "leap 1,1 left-right capture-only",
  "advance to rank 4",
]
"#
    );
    assert_eq!(ordinary.hash_text(), "36a2ccd3fc98ee35");
}

/// "also accept the short form, a text with only the line `army = NAME` (quoted or not)"
#[test]
fn the_short_form() {
    let griffon = army("griffon").unwrap();
    for text in
        ["army = griffon", "army = \"griffon\"", "  army=Griffon # mine\r\n", "\u{feff}# c\narmy = 'griffon'"]
    {
        assert_eq!(Army::read(text).unwrap(), griffon, "{text}");
    }
    let plain = Army::read("army = ordinary\ncastling = false\nen_passant = false").unwrap();
    assert_eq!((plain.castling, plain.en_passant), (None, false));
    assert!(plain.start.ends_with(" w - - 0 1"));
    assert_eq!(Army::read("").unwrap(), army("ordinary").unwrap());
    assert_eq!(Army::read("castling = false\nen_passant = false").unwrap(), plain);
    let castling = Army::read("army = shatranj\ncastling = \"R\"").unwrap();
    assert!(castling.start.ends_with(" w KQkq - 0 1"), "{}", castling.start);
}

/// A kind of another army can be changed in part.
#[test]
fn keys_replace_keys() {
    let changed = Army::read(
        "army = ordinary\n[kind.N]\nvalue = 3.5\n[kind.Z]\nname = \"zebra\"\nmoves = [\"leap 3,2\"]",
    );
    let (changed, ordinary) = (changed.unwrap(), army("ordinary").unwrap());
    assert_eq!(changed.kinds[4].value, Some(350));
    assert_eq!(changed.kinds[4].paths, ordinary.kinds[4].paths);
    assert_eq!(changed.kinds[6].name, "zebra");
    let changed =
        Army::read("[kind.P]\npromotion = \"Q\"\npromotion_rank = 6\n[kind.Q]\nmoves = [\"leap 1,1\"]");
    let error = changed.unwrap_err().to_string();
    assert_eq!(error, "line 1: kind P: it has no name: expected a line such as name = \"king\"");
    let changed = Army::read(
        "army = ordinary\n[kind.P]\npromotion = \"Q\"\npromotion_rank = 6\n[kind.Q]\nmoves = [\"leap 1,1\"]",
    );
    let changed = changed.unwrap();
    assert_eq!(changed.kinds[5].promotion.as_ref().map(|p| (p.row, &p.to[..])), Some((5, &[1][..])));
    assert_eq!(changed.kinds[1].value, None, "a kind with other moves loses its value");
}

/// The three formats of moves agree.
#[test]
fn words_and_numbers_agree() {
    let words =
        |entries: &[&str]| entries.iter().flat_map(|entry| read_moves(entry).unwrap()).collect::<Vec<_>>();
    assert_eq!(words(&["leap 2,1"]), read_program("10 64 17 0").unwrap());
    assert_eq!(words(&["ride 1,1"]), read_program("9 18 27 36 45 54 63 0").unwrap());
    assert_eq!(words(&["path (2, 1) 1,2"]), read_program("10 17 0").unwrap());
    assert_eq!(
        words(&["path 1,1 2,1 ... eight-way"]),
        read_program("9 10 11 12 13 14 15 64 9 17 25 33 41 49 57 0").unwrap(),
        "the griffon"
    );
    assert_eq!(
        words(&["leap 1,1 left-right capture-only", "advance to rank 4"]),
        read_pawn_program("9 24 0").unwrap()
    );
    assert_eq!(words(&["ride 0,1 one-way move-only to rank 5"]), words(&["advance to rank 5"]));
    assert_eq!(words(&["rider 1,0 up to 2"]), words(&["path 1,0 2,0 eight-way"]));
}

#[test]
fn moves_are_written_compactly() {
    for entry in [
        "leap 2,1",
        "leap 0,1 one-way move-only",
        "ride 2,1",
        "ride 1,0 up to 3 four-way",
        "ride 1,0 capture-only over-one",
        "ride 1,1 just-behind",
        "ride 1,1 left-right move-only to rank 4",
        "path [1,0] 2,1 eight-way",
        "path 1,1 2,1 ... eight-way",
        "path 2,1 1,2",
        "path 1,0:move 2,0:capture 3,0 one-way",
        "path [0,1] 0,2 one-way move-only to rank 4",
        "advance",
        "advance left-right to rank 8",
    ] {
        let paths = read_moves(entry).unwrap();
        let written = write_moves(&paths);
        let again: Vec<_> = written.iter().flat_map(|entry| read_moves(entry).unwrap()).collect();
        assert_eq!(again, paths, "{entry}: {written:?}");
        if entry != "ride 1,0 up to 3 four-way" && entry != "advance left-right to rank 8" {
            assert_eq!(written, [entry]);
        }
    }
}

/// Blocking, hopping and stopping, on boards.
#[test]
fn pieces_go_where_they_should() {
    let squares = |bits: u64| (0..64).filter(|square| bits >> square & 1 == 1).collect::<Vec<u32>>();
    let go = |entries: &[&str], from: usize, own: u64, other: u64| {
        let paths: Vec<_> = entries.iter().flat_map(|entry| read_moves(entry).unwrap()).collect();
        squares(reached(&paths, from, true, own, other))
    };
    // A mao on 36 with a piece on 35, to its left, cannot go to 26 and 42.
    assert_eq!(go(&["path [1,0] 2,1 eight-way"], 36, 1 << 35, 0), [19, 21, 30, 46, 51, 53]);
    // A cannon on 0 captures over exactly one.
    let cannon = ["ride 1,0 move-only", "ride 1,0 capture-only over-one"];
    assert_eq!(go(&cannon, 0, 1 << 8, 1 << 2 | 1 << 24 | 1 << 32), [1, 24]);
    // A grasshopper on 0 lands on 3, behind 2, but not behind two pieces in a column.
    let other = 1 << 2 | 1 << 8 | 1 << 16;
    assert_eq!(go(&["ride 1,0 just-behind"], 0, 0, other), [3, 16]);
    assert_eq!(go(&["ride 1,0 just-behind"], 0, 1 << 8 | 1 << 16, 1 << 2), [3]);
    assert_eq!(read_moves("ride 1,0 just-behind").unwrap()[0].hop, HopRule::JustBehind);
    // Berolina pawns go aslant.
    assert_eq!(go(&["ride 1,1 left-right move-only to rank 4"], 52, 0, 0), [34, 38, 43, 45]);
    // A griffon from a1 to b5 runs over b2, b3 and b4, back over a4, a3 and a2.
    let griffon = ["path 1,1 2,1 ... eight-way"];
    let (a1, b5) = (56, 25);
    assert!(go(&griffon, a1, 0, 1 << 48 | 1 << 40 | 1 << 32).contains(&25));
    assert!(!go(&griffon, a1, 0, 1 << 41).contains(&25));
    assert!(go(&griffon, b5, 0, 1 << 49 | 1 << 41 | 1 << 33).contains(&56));
    assert!(!go(&griffon, b5, 0, 1 << 40).contains(&56));
    // A rose on 36 comes to 32 by two ways, and, because squares off the board are passed over, by two more.
    let rose = army("rose").unwrap();
    let round = |other| squares(reached(&rose.kinds[4].paths, 36, true, 0, other));
    assert!(round(1 << 26 | 1 << 42).contains(&32));
    assert!(!round(1 << 26 | 1 << 42 | 1 << 4 | 1 << 53).contains(&32));
}
