//! The rules of the device against those of the games crate, which are written independently.

use device::chess::{Army, Board, Colour, Kind, Move, Status};
use device::program::Program;
use games::chess::{Army as TableArmy, Chess, builtin};
use rules::cpu::Portable;
use rules::{InputError, Notation, Random, Rules};

/// The army of the table with these programs.
fn table_army(army: &Army) -> Result<TableArmy, InputError> {
    let mut file = String::new();
    army.write_file("keyed", &mut file).unwrap();
    TableArmy::read(&file)
}

fn coordinates(mv: Move) -> String {
    let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), 8 - square / 8);
    let promotion: String = mv.promotion.map(|kind| kind.letter().to_ascii_lowercase()).into_iter().collect();
    square(mv.from) + &square(mv.to) + &promotion
}

/// Plays random games by both rules and compares the legal moves of every position.
fn compare(army: &Army, chess: &Chess<Portable>, games: usize, random: &mut Random) -> usize {
    let mut positions = 0;
    for _ in 0..games {
        let mut board = Board::start(army);
        let mut position = chess.start();
        for _ in 0..120 {
            let mut own = Vec::new();
            board.for_legal_moves(army, |mv| {
                own.push((coordinates(mv), mv));
                true
            });
            own.sort_by(|one, other| one.0.cmp(&other.0));
            own.dedup();
            let mut moves = Vec::new();
            let status = chess.legal_moves(&position, &mut moves);
            let mut other: Vec<_> = moves.iter().map(|mv| (chess.write_coordinates(*mv), *mv)).collect();
            other.sort_by(|one, other| one.0.cmp(&other.0));
            if matches!(status, rules::Status::Over(_)) && !own.is_empty() {
                // A draw by a rule that the device leaves to the record.
                break;
            }
            assert_eq!(names(&own), names(&other), "{}", chess.write_position(&position));
            positions += 1;
            if own.is_empty() {
                break;
            }
            let index = random.below(own.len() as u32) as usize;
            board.play(own[index].1);
            chess.play(&mut position, other[index].1);
        }
    }
    positions
}

fn names<T>(list: &[(String, T)]) -> Vec<String> {
    list.iter().map(|(name, _)| name.clone()).collect()
}

fn random_program(random: &mut Random) -> Program {
    let length = 1 + random.below(6);
    let mut numbers: Vec<u8> = (0..length).map(|_| 1 + random.below(64) as u8).collect();
    if numbers.iter().all(|&number| number == 64) {
        numbers[0] = 9;
    }
    Program::new(&numbers)
}

#[test]
fn ordinary_chess() {
    let chess = Chess::new(builtin::army("ordinary").unwrap(), Portable).unwrap();
    let positions = compare(&Army::ORDINARY, &chess, 60, &mut Random::new(1));
    assert!(positions > 3000, "{positions}");
}

#[test]
fn random_programs() {
    let mut random = Random::new(2);
    let (mut positions, mut refused) = (0, 0);
    for _ in 0..300 {
        let mut army = Army { has_castling: false, ..Army::ORDINARY };
        for kind in Kind::ALL {
            army.programs[kind.index()] = match kind {
                Kind::Pawn => {
                    let capture = [9, 1, 8, 10, 17, 18][random.below(6) as usize];
                    Program::new(&[capture, 8 * (1 + random.below(6) as u8)])
                }
                _ => random_program(&mut random),
            };
        }
        let start = Board::start(&army);
        let is_safe = !start.in_check(&army, Colour::Black);
        let table_army = match table_army(&army) {
            Ok(table_army) => table_army,
            // Both refuse a start in which the king of Black can be captured.
            Err(error) => {
                let is_over = matches!(start.status(&army), Status::Mate | Status::Stalemate);
                assert!(!is_safe || is_over, "{error}");
                refused += 1;
                continue;
            }
        };
        assert!(is_safe);
        let chess = Chess::new(table_army, Portable).unwrap();
        positions += compare(&army, &chess, 3, &mut random);
    }
    assert!(positions > 2000 && refused > 10, "{positions} {refused}");
}
