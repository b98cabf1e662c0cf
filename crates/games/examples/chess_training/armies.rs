//! Armies of the training games.

use games::chess::{Army, Chess, Kind, builtin};
use rules::cpu::V3;
use rules::{Random, Rules, Status};

/// One army in this many is the orthodox one.
const ORTHODOX: u64 = 4;

/// The army with this number, ready to play. Every piece other than king and pawn may be any piece of a built-in army.
pub fn open(number: u64, cpu: V3) -> Chess<V3> {
    if number.is_multiple_of(ORTHODOX) {
        return Chess::new(builtin::army(builtin::ORDINARY).unwrap(), cpu).unwrap();
    }
    let mut random = Random::new(number);
    loop {
        let army = draw(&mut random);
        let Ok(chess) = Chess::new(army, cpu) else { continue };
        let start = chess.start();
        let is_playable = matches!(chess.status(&start), Status::Turn(_)) && !chess.in_check(&start);
        if is_playable {
            return chess;
        }
    }
}

/// Kinds of the built-in armies that are neither royal nor promoted.
fn pool() -> Vec<Kind> {
    let armies = builtin::all().iter().map(|(name, _)| builtin::army(name).unwrap());
    let kinds = armies.flat_map(|army| army.kinds);
    kinds.filter(|kind| !kind.is_royal && kind.promotion.is_none() && !kind.paths.is_empty()).collect()
}

fn draw(random: &mut Random) -> Army {
    let pool = pool();
    let mut army = builtin::army(builtin::ORDINARY).unwrap();
    army.name = "training".to_owned();
    for kind in army.kinds.iter_mut().filter(|kind| !kind.is_royal && kind.promotion.is_none()) {
        if random.below(3) > 0 {
            let other = random.pick(&pool).unwrap();
            kind.paths.clone_from(&other.paths);
            kind.value = None;
        }
    }
    army
}
