//! Armies of the device as files, and the other way.

use device::chess::{Army, Kind};
use device::program::{MAX_NUMBERS, Program};
use games::chess::program::{write_pawn_program, write_program};
use games::chess::{Army as ChessArmy, builtin};
use rules::InputError;

/// Army file of the device's army; ordinary chess is the built-in army.
pub fn army_file(army: &Army) -> String {
    if *army == Army::ORDINARY {
        return builtin::file("ordinary").unwrap_or("").to_owned();
    }
    let mut file = String::new();
    // Writing into a text does not fail.
    let _ = army.write_file("keyed", &mut file);
    file
}

/// The device's army of an army file. Its kinds must be the usual six, each with moves that a number program can express.
pub fn army_of_file(text: &str) -> Result<Army, InputError> {
    let found = ChessArmy::read(text)?;
    if found == builtin::army("ordinary")? {
        return Ok(Army::ORDINARY);
    }
    let mut army = Army { has_castling: false, ..Army::ORDINARY };
    for kind in Kind::ALL {
        let letter = kind.letter();
        let index = found.kind_of_letter(letter).ok_or_else(|| {
            InputError::new(format!(
                "the army has no kind {letter}: expected K, Q, R, B, N and P on the device"
            ))
        })?;
        let paths = &found.kinds[index].paths;
        let program = match kind {
            Kind::Pawn => write_pawn_program(paths),
            _ => write_program(paths),
        };
        let program = program.ok_or_else(|| {
            InputError::new(format!(
                "the moves of {letter} are no number program: expected one on the device"
            ))
        })?;
        army.programs[kind.index()] = read_numbers(&program, letter)?;
    }
    if found.kinds.len() != Kind::ALL.len() {
        let count = found.kinds.len();
        return Err(InputError::new(format!("the army has {count} kinds: expected six on the device")));
    }
    Ok(army)
}

fn read_numbers(program: &str, letter: char) -> Result<Program, InputError> {
    let numbers: Vec<u8> = program
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .filter(|&number| number != 0)
        .collect();
    if numbers.len() > MAX_NUMBERS {
        let count = numbers.len();
        return Err(InputError::new(format!(
            "the program of {letter} has {count} numbers: expected at most {MAX_NUMBERS} on the device"
        )));
    }
    Ok(Program::new(&numbers))
}
