//! Transcripts: `f5d6c3d3c4`, the squares one after the other.
//!
//! Passes are left out, since they follow from the board; a reader puts them in. A text holds one game a line. Moves may be
//! numbered: `1. f5 d6 2. c3 d3`.

use rules::InputError;

use super::played::move_name;
use super::{PlayedGame, without_bom};

/// The squares of a game in lower case, without its passes.
pub fn write(game: &PlayedGame) -> String {
    let squares = game.moves().iter().filter(|mv| mv.square().is_some());
    squares.map(|&mv| move_name(mv)).collect()
}

/// Reads the moves of a game that begins as `game` stands and adds them to it. Letters may be upper or lower case, blanks may
/// stand between moves, numbers with a dot before them, and passes (`pa`, `ps`, `--`, `pass`) may be written or left out.
pub fn read_into(game: &mut PlayedGame, text: &str) -> Result<(), InputError> {
    let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = &characters[..];
    loop {
        rest = without_number(rest);
        if rest.is_empty() {
            return Ok(());
        }
        let word = |length: usize| rest.iter().take(length).collect::<String>();
        let length = if word(4).eq_ignore_ascii_case("pass") { 4 } else { 2 };
        game.add(&word(length))?;
        rest = rest.get(length..).unwrap_or_default();
    }
}

/// The text after a move number, `12.` or `12...`, if there is one.
fn without_number(text: &[char]) -> &[char] {
    let digits = text.iter().take_while(|c| c.is_ascii_digit()).count();
    let dots = text[digits..].iter().take_while(|&&c| c == '.').count();
    if digits > 0 && dots > 0 { &text[digits + dots..] } else { text }
}

/// Reads a game from the standard start.
pub fn read(text: &str) -> Result<PlayedGame, InputError> {
    let mut game = PlayedGame::default();
    read_into(&mut game, text)?;
    Ok(game)
}

/// Reads every line of a text by itself, so that a damaged game does not hide the others. Skips empty lines.
/// Errors name the line.
pub fn games(text: &str) -> impl Iterator<Item = Result<PlayedGame, InputError>> {
    let lines = without_bom(text).lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines.map(|(line, number)| read(line).map_err(|error| error.within(format_args!("line {number}"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_is_written_as_it_was_read() {
        // The shortest game that wipes out a side.
        let shortest = "e6f4e3f6g5d6e7f5c5";
        let game = read(shortest).unwrap();
        assert!(game.is_over());
        assert_eq!((game.discs(), write(&game).as_str()), ([13, 0], shortest));
    }

    #[test]
    fn spelling_may_vary_and_errors_name_line_and_move() {
        assert_eq!(read("F5 d6\tC3").unwrap(), read("f5d6c3").unwrap());
        for numbered in ["1. f5 d6 2. c3", "1.f5 2.d6 3.c3", "1. F5 1... D6 2. C3"] {
            assert_eq!(read(numbered).unwrap(), read("f5d6c3").unwrap(), "{numbered}");
        }
        let read_all = |text: &str| games(text).map(|game| game.map(|game| write(&game))).collect::<Vec<_>>();
        assert_eq!(read_all("\u{feff}f5d6\n\nc4e3\n"), [Ok("f5d6".to_owned()), Ok("c4e3".to_owned())]);
        let read = read_all("f5d6\n\nf5d6a1\nc4\n");
        assert_eq!((&read[0], &read[2]), (&Ok("f5d6".to_owned()), &Ok("c4".to_owned())));
        let error = |text: &str| games(text).find_map(Result::err).unwrap().to_string();
        assert_eq!(
            error("f5d6\n\nf5d6a1\nc4\n"),
            "line 3: move 3: a1 turns no disc over: expected a square where one is closed in"
        );
        assert!(error("f5d6c").contains("line 1: move 3: cannot read \"c\""));
        assert!(error("f5 2").contains("line 1: move 2: cannot read \"2\""));
        assert!(error("f5--").contains("move 2: you cannot pass"));
        assert!(error("e6f4e3f6g5d6e7f5c5a1").contains("move 10: \"a1\" cannot be played: the game is over"));
    }
}
