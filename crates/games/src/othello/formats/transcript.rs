//! Transcripts: `f5d6c3d3c4`, the squares one after the other.
//!
//! Passes are left out, since they follow from the board; a reader puts them in. A text holds one game a line.

use rules::Fault;

use super::PlayedGame;
use super::played::move_name;

/// The squares of a game, in small letters, without its passes.
pub fn write(game: &PlayedGame) -> String {
    let squares = game.moves().iter().filter(|mv| mv.square().is_some());
    squares.map(|&mv| move_name(mv)).collect()
}

/// Reads the moves of a game that begins as `game` stands and adds them to it. Letters may be large or small, blanks may
/// stand between moves, and passes (`pa`, `ps`, `--`, `pass`) may be written or left out.
pub fn read_into(game: &mut PlayedGame, text: &str) -> Result<(), Fault> {
    let characters: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut rest = &characters[..];
    while !rest.is_empty() {
        let word = |length: usize| rest.iter().take(length).collect::<String>();
        let length = if word(4).eq_ignore_ascii_case("pass") { 4 } else { 2 };
        game.add(&word(length))?;
        rest = rest.get(length..).unwrap_or_default();
    }
    Ok(())
}

/// Reads a game from the usual beginning.
pub fn read(text: &str) -> Result<PlayedGame, Fault> {
    let mut game = PlayedGame::default();
    read_into(&mut game, text)?;
    Ok(game)
}

/// Reads a text with one game a line; empty lines stand for nothing. A fault names the game, counted from 1.
pub fn read_games(text: &str) -> Result<Vec<PlayedGame>, Fault> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .zip(1..)
        .map(|(line, number)| read(line).map_err(|fault| fault.within(format_args!("game {number}"))))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transcript_is_written_as_it_was_read() {
        // The shortest game in which nobody is left of the other side.
        let shortest = "e6f4e3f6g5d6e7f5c5";
        let game = read(shortest).unwrap();
        assert!(game.is_over());
        assert_eq!((game.discs(), write(&game).as_str()), ([13, 0], shortest));
    }

    #[test]
    fn the_writing_may_vary_and_faults_name_game_and_move() {
        assert_eq!(read("F5 d6\tC3").unwrap(), read("f5d6c3").unwrap());
        assert_eq!(read_games("f5d6\n\nc4e3\n").unwrap().len(), 2);
        let fault = |text: &str| read_games(text).unwrap_err().to_string();
        assert_eq!(
            fault("f5d6\nf5d6a1\n"),
            "game 2: move 3: a1 turns no disc over: expected a square where one is closed in"
        );
        assert!(fault("f5d6c").contains("game 1: move 3: \"c\" was not understood"));
        assert!(fault("f5--").contains("move 2: you cannot pass"));
        assert!(fault("e6f4e3f6g5d6e7f5c5a1").contains("move 10: \"a1\" cannot be played: the game is over"));
    }
}
