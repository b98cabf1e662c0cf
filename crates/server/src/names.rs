//! Names that users choose.

use games::catalog;
use unicode_normalization::UnicodeNormalization;

use crate::api_error::ApiError;

/// Letters of other scripts that look like Latin ones, and are not other forms of them.
const LOOKALIKES: [(&str, char); 10] = [
    ("аα", 'a'),
    ("сϲ", 'c'),
    ("еε", 'e'),
    ("іι1", 'i'),
    ("мμ", 'm'),
    ("оο0", 'o'),
    ("рρ", 'p'),
    ("тτ", 't'),
    ("уυ", 'u'),
    ("гꮁ", 'r'),
];
/// The letters of the mark of bots, which is in parentheses.
const BOT: &str = "bot";
/// Opening brackets, in the form to which others are reduced.
const BRACKETS: [char; 4] = ['(', '[', '{', '<'];

/// Checks a name that a user has typed: it is valid, and no computer player could have it.
pub(crate) fn check_name(name: &str) -> Result<(), ApiError> {
    table::check_name(name).map_err(|_| ApiError::unprocessable("use 1–64 characters"))?;
    check_no_program(name)
}

/// Refuses the names of computer players and of bots.
pub(crate) fn check_no_program(name: &str) -> Result<(), ApiError> {
    if is_bot_name(name) {
        return Err(ApiError::unprocessable("only names of bots end in (bot)"));
    }
    check_no_engine(name)
}

/// Refuses the names of computer players.
pub(crate) fn check_no_engine(name: &str) -> Result<(), ApiError> {
    match is_engine_name(name) {
        true => {
            Err(ApiError::unprocessable("this name looks like that of a computer player; choose another one"))
        }
        false => Ok(()),
    }
}

/// `true` for names such as "Computer, level 5" or "Narrad", however they are written.
fn is_engine_name(name: &str) -> bool {
    let letters = skeleton(name);
    let mut titles = catalog::GAMES.iter().flat_map(|game| game.engines).map(|engine| skeleton(engine.title));
    letters.contains("computer") || titles.any(|title| letters.starts_with(&title))
}

/// `true` for names such as "ziggy (bot)", also with other brackets and letters that look the same.
fn is_bot_name(name: &str) -> bool {
    let plain: String = name.nfkd().collect();
    let (letters, mark) = plain.rsplit_once(BRACKETS).unwrap_or_default();
    !letters.is_empty() && skeleton(mark) == BOT
}

/// The letters of a name in one form; digits, signs, blanks and accents are left out.
fn skeleton(name: &str) -> String {
    let plain = |letter: char| {
        let found = LOOKALIKES.iter().find(|(others, _)| others.contains(letter));
        found.map_or(letter, |(_, latin)| *latin)
    };
    // The decomposition splits accents off, and makes wide, bold and other forms of a letter that letter.
    let decomposed = name.nfkd().collect::<String>().to_lowercase();
    let letters: String = decomposed.chars().map(plain).filter(|letter| letter.is_alphabetic()).collect();
    letters.replace("rn", "m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_imitate_computer_players_are_refused() {
        for bad in [
            "Computer",
            "computer, level 8",
            "C o m p u t e r",
            "The COMPUTER",
            "Сомрutег",
            "C0mputer level 3",
            "Com\u{ad}puter",
            "Ｃｏｍｐｕｔｅｒ",
            "𝐂𝐨𝐦𝐩𝐮𝐭𝐞𝐫",
            "Cömpüter",
            "Cornputer",
            "Narrad",
            "narrad (depth 2)",
            "Pubeval",
        ] {
            assert!(is_engine_name(bad), "{bad}");
        }
        for good in ["Laleh", "Omid 2", "Комаров", "Compute", "Random walker", "لاله", "Nar", "1", "Black"]
        {
            check_name(good).unwrap();
        }
        for bad in [
            "ziggy (bot)",
            "Ziggy(BOT)",
            "ziggy (bоt)",
            "ziggy [bot]",
            "ziggy （ｂｏｔ）",
            "ziggy (b o t)\u{200b}",
        ] {
            let error = check_name(bad).unwrap_err();
            assert!(error.message.contains("names of bots"), "{bad}: {}", error.message);
        }
        for good in ["Talbot", "Bot", "(bottle) Omid", "a robot"] {
            check_name(good).unwrap();
        }
        assert_eq!(check_name("Computer 7").unwrap_err().status.as_u16(), 422);
        assert!(check_name("").is_err() && check_name(&"x".repeat(65)).is_err());
    }
}
