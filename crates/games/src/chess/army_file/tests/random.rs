//! Random armies round-trip, random texts are answered.

use proptest::prelude::*;

use crate::chess::army::{Army, Castling, HopRule, Kind, Path, Promotion, Step};
use crate::chess::army_file::moves::{read_moves, write_moves};
use crate::chess::builtin::all;
use crate::chess::mirror::Mirror;

fn any_step() -> impl Strategy<Value = Step> {
    let coordinates = (-7i8..=7, -7i8..=7).prop_filter("somewhere else", |square| *square != (0, 0));
    (
        coordinates,
        prop::sample::select(vec![(true, true), (true, true), (true, false), (false, true), (false, false)]),
    )
        .prop_map(|((right, forward), (may_move, may_capture))| Step {
            right,
            forward,
            may_move,
            may_capture,
        })
}

/// Steps that follow each other evenly, so that rides and dots come up.
fn even_steps() -> impl Strategy<Value = Vec<Step>> {
    (any_step(), -2i8..=2, -2i8..=2, 1usize..8, any::<bool>()).prop_map(
        |(first, right, forward, count, is_ride)| {
            let (right, forward) = if is_ride { (first.right, first.forward) } else { (right, forward) };
            let at = |n: i32| Step {
                right: (i32::from(first.right) + n * i32::from(right)).clamp(-100, 100) as i8,
                forward: (i32::from(first.forward) + n * i32::from(forward)).clamp(-100, 100) as i8,
                ..first
            };
            let fits = |step: &Step| {
                step.right.abs() <= 7 && step.forward.abs() <= 7 && (step.right, step.forward) != (0, 0)
            };
            (0..count as i32).map(at).take_while(fits).collect()
        },
    )
}

fn any_path() -> impl Strategy<Value = Path> {
    let mixed = (even_steps(), prop::collection::vec(any_step(), 0..3)).prop_map(|(even, mut odd)| {
        odd.extend(even);
        odd
    });
    let steps = prop_oneof![prop::collection::vec(any_step(), 1..5), even_steps(), mixed];
    let hop =
        prop::sample::select(vec![HopRule::Plain, HopRule::Plain, HopRule::OverOne, HopRule::JustBehind]);
    let limit = prop_oneof![3 => Just(None), 1 => (0u8..8).prop_map(Some)];
    (steps, hop, limit).prop_map(|(steps, hop, limit)| Path { steps, hop, limit })
}

/// Paths with some of their mirror images, not always whole and in order.
fn any_paths() -> impl Strategy<Value = Vec<Path>> {
    let some = (any_path(), prop::sample::select(Mirror::ALL.to_vec()), any::<bool>(), any::<bool>());
    prop::collection::vec(some, 0..4).prop_map(|parts| {
        let mut paths = Vec::new();
        for (path, mirror, is_short, is_turned) in parts {
            let mut images = mirror.images(&path);
            if is_short {
                images.pop();
            }
            if is_turned {
                images.reverse();
            }
            paths.extend(images);
        }
        paths
    })
}

fn any_army() -> impl Strategy<Value = Army> {
    let name = "[a-zA-Z\"\\\\é#=\\[]([a-z \"']{0,8}[a-z])?";
    let value = prop::option::of(0u32..=100_000);
    let kind =
        (name, any_paths(), value, prop::option::of("[a-z-]{1,9}"), prop::option::of((0u8..8, any::<u64>())));
    let flags = (any::<bool>(), any::<bool>(), any::<u8>());
    (prop::collection::vec(kind, 2..9), name, flags).prop_map(
        |(kinds, name, (castles, en_passant, royal))| {
            let count = kinds.len();
            let royal = usize::from(royal) % count;
            let step = Step { right: 1, forward: 0, may_move: true, may_capture: true };
            let leap = Path { steps: vec![step], hop: HopRule::Plain, limit: None };
            let mut made: Vec<Kind> = Vec::new();
            for (index, (name, mut paths, value, picture, promotion)) in kinds.into_iter().enumerate() {
                paths.push(leap.clone());
                let promotion = promotion.filter(|_| index != royal).and_then(|(row, chosen)| {
                    let to: Vec<usize> = (0..count).filter(|&k| k != royal && chosen >> k & 1 == 1).collect();
                    to.iter().any(|&k| k != index).then_some(Promotion { row, to })
                });
                let (name, letter) = (format!("{name}{index}"), char::from(b'A' + index as u8));
                made.push(Kind { name, letter, picture, value, paths, is_royal: index == royal, promotion });
            }
            let kinds = made;
            let (king, partner) = (kinds[royal].letter, (royal + 1) % count);
            let rook = kinds[partner].letter;
            let (small, rights) = (king.to_ascii_lowercase(), if castles { "KQ" } else { "-" });
            let start = format!("4{small}3/8/8/8/8/8/8/{rook}3{king}2{rook} b {rights} - 3 17");
            Army { name, kinds, start, castling: castles.then_some(Castling { partner }), en_passant }
        },
    )
}

/// Asserts that a text is either an army that survives writing or an error of one sentence.
fn check(text: &str) {
    match Army::read(text) {
        Ok(army) => assert_eq!(Army::read(&army.write()).as_ref(), Ok(&army), "{text}"),
        Err(error) => {
            let error = error.to_string();
            assert!(error.len() > 10 && error.len() < 700 && !error.contains('\n'), "{text:?}: {error:?}");
        }
    }
}

proptest! {
    #[test]
    fn paths_round_trip(paths in any_paths()) {
        let written = write_moves(&paths);
        let read: Vec<Path> = written.iter().flat_map(|entry| read_moves(entry).unwrap()).collect();
        prop_assert_eq!(read, paths, "{:?}", written);
    }

    #[test]
    fn armies_round_trip(army in any_army()) {
        // Chance may put the one king before the other's pieces, or leave it no move.
        if let Err(error) = army.check() {
            prop_assert!(error.to_string().starts_with("start: "), "{}", error);
            return Err(TestCaseError::reject("no game can begin so"));
        }
        let written = army.write();
        let read = Army::read(&written);
        prop_assert_eq!(read.as_ref(), Ok(&army), "{}", written);
        prop_assert_eq!(army.hash(), army.clone().hash());
    }

    #[test]
    fn any_text_is_answered(text in "\\PC*", toml in "([a-zA-Z_.\\[\\]=\"\\\\' 0-9,:#-]|\n){0,200}") {
        check(&text);
        check(&toml);
    }

    #[test]
    fn any_moves_are_answered(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "leap", "ride", "path", "advance", "1,0", "(2,1)", "[1,1]", "-3,2:move", "0,1:capture", "up", "to", "rank",
                "3", "9", "...", "…", "one-way", "left-right", "four-way", "eight-way", "move-only", "capture-only",
                "over-one", "just-behind", "128,1", "(", "]", ",", ":",
            ]),
            0..8,
        ),
    ) {
        match read_moves(&words.join(" ")) {
            Ok(paths) => {
                let read = write_moves(&paths).iter().flat_map(|entry| read_moves(entry).unwrap()).collect::<Vec<_>>();
                prop_assert_eq!(read, paths);
            }
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }

    /// Good files with a piece cut out, doubled, or replaced by something else.
    #[test]
    fn damaged_files_are_answered(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        length in 0usize..30,
        instead in "\\PC{0,6}|[0-9]{1,12}|\n|\"|\\[kind.[A-Z]\\]\n|false|[KQRBNPkqrbnp1-9/]{1,4}",
        canonical in any::<bool>(),
    ) {
        let (_, text) = which.get(all());
        let text = if canonical { Army::read(text).unwrap().write() } else { (*text).to_owned() };
        let chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len());
        let end = (at + length).min(chars.len());
        let mut damaged: String = chars[..at].iter().collect();
        damaged.push_str(&instead);
        damaged.extend(&chars[end..]);
        check(&damaged);
    }
}
