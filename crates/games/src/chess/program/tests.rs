//! "Defining a move", sentence by sentence.

use proptest::prelude::*;

use super::*;
use crate::chess::builtin;
use crate::chess::reference_attacks::reached;

fn squares(bits: u64) -> Vec<u32> {
    (0..64).filter(|square| bits >> square & 1 == 1).collect()
}

fn bits(squares: &[u32]) -> u64 {
    squares.iter().fold(0, |bits, square| bits | 1 << square)
}

/// Squares that a user's piece on this square reaches, with enemy pieces on `others`.
fn reach(program: &str, from: usize, others: &[u32]) -> Vec<u32> {
    squares(reached(&read_program(program).unwrap(), from, true, 0, bits(others)))
}

fn reach_of_pawn(program: &str, from: usize, is_white: bool, others: &[u32]) -> Vec<u32> {
    squares(reached(&read_pawn_program(program).unwrap(), from, is_white, 0, bits(others)))
}

/// "a knight with move 10 on square 35 (x 3, y 4) reaches 29, 25, 41 and 45"
#[test]
fn the_worked_example_of_the_source() {
    assert_eq!(reach("10 0", 35, &[]), [25, 29, 41, 45]);
    assert_eq!(reach("10 64 17 0", 35, &[]), [18, 20, 25, 29, 41, 45, 50, 52]);
}

/// "`10 17 0`: an occupied 10 bars 17. `10 64 17 0`: it does not."
#[test]
fn earlier_squares_bar_later_ones() {
    // From 35, the image of 10 ahead and to the right is 29, that of 17 is 20.
    assert_eq!(reach("10 17 0", 35, &[29]), [18, 25, 29, 41, 45, 50, 52]);
    assert_eq!(reach("10 64 17 0", 35, &[29]), [18, 20, 25, 29, 41, 45, 50, 52]);
}

/// "Each quadrant is its own path ... Twins that mirroring makes (dx = 0 or dy = 0) count once."
#[test]
fn mirrored_into_four_quadrants_without_twins() {
    assert_eq!(read_program("10 0").unwrap().len(), 4);
    assert_eq!(read_program("1 0").unwrap().len(), 2);
    assert_eq!(read_program("8 0").unwrap().len(), 2);
    assert_eq!(read_program("1 64 8 64 9 0").unwrap().len(), 8);
    assert_eq!(read_program("1 9 0").unwrap().len(), 4, "a path that leaves the row has no twin");
}

/// "A square off the board is passed over: it cannot be reached and it does not block."
#[test]
fn squares_off_the_board_are_passed_over() {
    // From 7, in the upper right corner: two to the right is off the board, one down is not.
    assert!(reach("2 8 0", 7, &[]).contains(&15));
    assert_eq!(reach("2 8 0", 7, &[5]), [5, 15], "the way round to the right is open, to the left it is not");
}

/// "Ordinary chess in this language".
#[test]
fn ordinary_programs_are_the_ordinary_army() {
    let army = army_of_programs("ordinary", ORDINARY).unwrap();
    let ordinary = builtin::army("ordinary").unwrap();
    for (ours, shipped) in army.kinds.iter().zip(&ordinary.kinds) {
        assert_eq!(ours.paths, shipped.paths, "{}", ours.name);
        assert_eq!((&ours.name, ours.letter), (&shipped.name, shipped.letter));
        assert_eq!(ours.promotion, shipped.promotion);
    }
    let values: Vec<_> = army.kinds.iter().map(|kind| kind.value).collect();
    assert_eq!(values, [4000, 900, 500, 300, 300, 100].map(Some));
    // "Armies made of number programs have no castling and no en passant."
    assert_eq!((army.castling, army.en_passant), (None, false));
    let mut programs = ORDINARY;
    programs[4] = "10 17 0";
    let army = army_of_programs("mine", programs).unwrap();
    assert_eq!(army.kinds[4].value, None);
    programs[5] = "9 0";
    assert!(army_of_programs("mine", programs).unwrap_err().to_string().starts_with("pawn: "));
}

/// "With 24 a pawn of the second rank may step one or two; with 32 one, two or three." "For the user the limit is
/// mirrored (row y becomes 7-y)."
#[test]
fn pawns_advance_up_to_their_limit() {
    // The computer's pawn on 12 (row 1) walks towards larger rows.
    assert_eq!(reach_of_pawn("9 24 0", 12, false, &[]), [20, 28]);
    assert_eq!(reach_of_pawn("9 32 0", 12, false, &[]), [20, 28, 36]);
    // The user's on 52 (row 6) towards smaller ones.
    assert_eq!(reach_of_pawn("9 24 0", 52, true, &[]), [36, 44]);
    assert_eq!(reach_of_pawn("9 32 0", 52, true, &[]), [28, 36, 44]);
    // "It always may step one forward onto an empty square".
    assert_eq!(reach_of_pawn("9 24 0", 28, false, &[]), [36]);
    assert_eq!(reach_of_pawn("9 1 0", 12, false, &[]), [20]);
    // "square by square over empty squares"
    assert_eq!(reach_of_pawn("9 32 0", 12, false, &[28]), [20]);
    assert_eq!(reach_of_pawn("9 32 0", 12, false, &[20]), [0; 0]);
    // "goes there only to capture", "mirrored left and right but only forward"
    assert_eq!(reach_of_pawn("9 24 0", 12, false, &[19, 21, 3, 5]), [19, 20, 21, 28]);
    assert_eq!(reach_of_pawn("9 24 0", 52, true, &[43, 45, 59, 61]), [36, 43, 44, 45]);
    // The limit row is n div 8.
    assert_eq!(read_pawn_program("9 24 0"), read_pawn_program("9 31 0"));
}

/// "Bad numbers never get in".
#[test]
fn bad_numbers_are_refused() {
    for (program, words) in [
        ("", "is empty"),
        ("0", "is empty"),
        ("64 0", "is empty"),
        ("10 64 17", "has no end"),
        ("10 65 0", "number 2 is \"65\": expected a square from 1 to 63"),
        ("10 -1 0", "number 2 is \"-1\""),
        ("10 knight 0", "number 2 is \"knight\""),
        ("10 0 17 0", "number 3: \"17\" comes after the 0"),
        ("10 0 0", "number 3: \"0\" comes after the 0"),
    ] {
        let error = read_program(program).unwrap_err().to_string();
        assert!(error.contains(words), "{program:?}: {error}");
    }
    for (program, words) in [
        ("9 0", "here are 1"),
        ("9 24 32 0", "here are 3"),
        ("9 64 24 0", "number 2: a pawn's program has no cut"),
        ("9 24", "has no end"),
        ("0", "is empty"),
    ] {
        let error = read_pawn_program(program).unwrap_err().to_string();
        assert!(error.contains(words), "{program:?}: {error}");
    }
}

/// Cuts that part nothing do no harm.
#[test]
fn spare_cuts_are_passed_over() {
    for program in ["64 10 64 17 0", "10 64 64 17 0", "10 64 17 64 0", "10, 64, 17, 0"] {
        assert_eq!(read_program(program), read_program("10 64 17 0"), "{program}");
    }
}

#[test]
fn programs_are_written_again() {
    for program in &ORDINARY[..5] {
        let mut paths = read_program(program).unwrap();
        assert_eq!(write_program(&paths).as_deref(), Some(*program));
        paths.pop();
        assert_eq!(write_program(&paths), None, "an image is missing");
    }
    for program in ["9 24 0", "9 32 0", "1 16 0", "8 8 0", "17 7 0"] {
        let paths = read_pawn_program(program).unwrap();
        assert_eq!(write_pawn_program(&paths).as_deref(), Some(program));
        assert_eq!(write_program(&paths), None);
    }
    assert_eq!(write_program(&[]), None);
    assert_eq!(write_pawn_program(&read_program("9 0").unwrap()), None);
}

proptest! {
    #[test]
    fn written_text_reads_back_equal(numbers in prop::collection::vec(1u8..=64, 1..12)) {
        let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
        let program = format!("{} 0", words.join(" "));
        if let Ok(paths) = read_program(&program) {
            let written = write_program(&paths).unwrap();
            prop_assert_eq!(read_program(&written).unwrap(), paths);
        }
    }

    #[test]
    fn any_text_is_answered(text in "\\PC*", numbers in "[0-9 ,]{0,40}") {
        for text in [text, numbers] {
            for read in [read_program, read_pawn_program] {
                if let Err(error) = read(&text) {
                    prop_assert!(error.to_string().contains("expected"));
                }
            }
        }
    }
}
