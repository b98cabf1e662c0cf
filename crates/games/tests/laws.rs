//! Every game of the catalog satisfies the laws of the rules contract, with all kinds of settings.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use games::catalog::{self, Visitor};
use games::engines::CatalogGame;
use rules::cpu::Cpu;
use rules::laws::{Coverage, Effort, LawViolation};

struct Check(Effort);

impl Visitor for Check {
    type Output = Result<(Coverage, u64), LawViolation>;
    fn visit<C: Cpu, R: CatalogGame>(self, _cpu: C, rules: R) -> Self::Output {
        let coverage = rules::laws::check(&rules, self.0)?;
        search::laws::check(&rules, self.0)?;
        let (_, arrangements) = view::laws::check(&rules, self.0)?;
        Ok((coverage, arrangements))
    }
}

/// A game with settings, and how much random play it gets.
const SAMPLES: &[(&str, &str, Effort)] = &[
    ("chess", "", effort(12, 600, 37)),
    ("chess", "army = griffon", effort(6, 600, 37)),
    ("chess", "army = cannon", effort(6, 600, 37)),
    ("chess", "army = berolina", effort(6, 600, 37)),
    ("chess", "army = grasshopper\ncastling = false", effort(4, 600, 37)),
    // A king that may run to where it castles to.
    (
        "chess",
        "army = ordinary\n[kind.K]\nmoves = [\"ride 1,0 up to 4 eight-way\", \"leap 1,1 eight-way\"]\n",
        effort(12, 600, 37),
    ),
    ("othello", "", effort(30, 100, 7)),
    ("othello", "first = white", effort(10, 100, 7)),
    ("othello", "pass = free", effort(10, 200, 7)),
    ("tictactoe", "", effort(200, 9, 1)),
    ("queens", "", effort(40, 10, 1)),
    ("queens", "size = 1", effort(1, 3, 1)),
    ("queens", "size = 5", effort(60, 10, 1)),
    ("queens", "size = 26", effort(2, 30, 9)),
    ("backgammon", "", effort(12, 400, 11)),
    ("backgammon", "triple = no\nopening = white", effort(6, 400, 23)),
    ("backgammon", "length = 1", effort(3, 600, 31)),
    ("backgammon", "length = 5", effort(6, 2_000, 41)),
    ("backgammon", "length = 7\ncube = no\ncrawford = no\ntriple = no", effort(2, 3_000, 61)),
    ("halma", "", effort(3, 300, 29)),
    ("halma", "Size = 6 * 6\nBeads-order = 1 2 3\nLeave-camp-value = 60", effort(12, 300, 13)),
    (
        "halma",
        "Size = 8 * 8\nPlayer_num = 4\nBeads-order = 1 2 3\nLeave-camp-value = 300",
        effort(4, 500, 17),
    ),
    ("halma", "Size = 5 * 5\nPlayer_num = 4\nBeads-order = 1\nLeave-camp-value = 40", effort(20, 200, 5)),
    ("halma", "Size = 26 * 26\nPlayer_num = 4\nBeads-order = 1 2 3 4 5 4", effort(1, 20, 19)),
];

const fn effort(games: u32, max_plies: u32, stride: u32) -> Effort {
    Effort { games, max_plies, stride, seed: 2026 }
}

#[test]
fn every_game_satisfies_the_laws() {
    for entry in catalog::GAMES {
        let (mut finished, mut arranged) = (0, 0);
        for (name, settings, effort) in SAMPLES.iter().filter(|(name, ..)| *name == entry.name) {
            let checked = catalog::visit(name, settings, Check(*effort)).unwrap();
            let (coverage, arrangements) = checked.unwrap_or_else(|violation| panic!("{violation}"));
            println!("{name} {settings:?}: {coverage:?}, {arrangements} rebuilt from their pieces");
            finished += coverage.finished;
            arranged += arrangements;
        }
        assert!(
            finished > 0,
            "no game of {} was played to its end: its final positions were not checked",
            entry.name
        );
        assert!(arranged > 0, "no position of {} was set up by hand", entry.name);
    }
}

/// Settings of chess with an army of more than 256 groups of paths, which a byte could not count: each path is shared by other kinds.
fn army_of_many_groups() -> String {
    const KINDS: &str = "NBRQACDEFG";
    let usual = ["leap 2,1", "ride 1,1", "ride 1,0", "ride 1,0 move-only"];
    let mut moves: Vec<Vec<String>> = KINDS.chars().map(|_| Vec::new()).collect();
    for (kind, usual) in moves.iter_mut().zip(usual) {
        kind.push(usual.to_owned());
    }
    let mut number = 0;
    for right in -7..=7_i32 {
        for forward in -7..=7_i32 {
            let leap = format!("leap {right},{forward} one-way move-only");
            let ride = format!("ride {right},{forward} up to 2 one-way move-only");
            let has_ride = right.abs().max(forward.abs()) <= 3;
            for path in [Some(leap), has_ride.then_some(ride)].into_iter().flatten() {
                if (right, forward) == (0, 0) {
                    continue;
                }
                // Each number of owners occurs once.
                number += 1;
                let owners = number * 37 % 1023 + 1;
                for (index, kind) in moves.iter_mut().enumerate() {
                    if owners >> index & 1 != 0 {
                        kind.push(path.clone());
                    }
                }
            }
        }
    }
    assert!(number > 256, "{number} groups");
    let kinds = KINDS.chars().zip(&moves).map(|(kind, moves)| {
        let moves: Vec<String> = moves.iter().map(|text| format!("\"{text}\"")).collect();
        format!("\n[kind.{kind}]\nname = \"piece {kind}\"\nmoves = [{}]\n", moves.join(", "))
    });
    "name = \"many groups\"\narmy = \"ordinary\"\n".to_owned() + &kinds.collect::<String>()
}

#[test]
fn an_army_of_many_path_groups_satisfies_the_laws() {
    let checked = catalog::visit("chess", &army_of_many_groups(), Check(effort(2, 80, 37))).unwrap();
    let (coverage, _) = checked.unwrap_or_else(|violation| panic!("{violation}"));
    println!("{coverage:?}");
}

/// The full text of the rules opens the same game again, and nothing else does.
#[test]
fn rules_round_trip_as_text() {
    for (name, settings, _) in SAMPLES {
        let game = catalog::open(name, settings).unwrap();
        let text = game.rules_text();
        let again = catalog::open_rules(&text).unwrap();
        assert_eq!(again.rules_text(), text);
        assert_eq!(again.seats(), game.seats());
        assert_eq!(again.start().position(), game.start().position());
        assert!(text.starts_with(&format!("{name} 1\n")), "{text}");
        assert!(catalog::entry(name).unwrap().seats.contains(&game.seats()));
    }
    let error = |text: &str| catalog::open_rules(text).err().map(|error| error.to_string()).unwrap();
    assert!(error("checkers 1\n").contains("there is no game \"checkers\": expected chess"));
    assert!(error("othello 2\n").contains("this program knows version 1"));
    assert!(error("othello 1\nfirst = red\n").contains("black or white"));
    assert!(error("tictactoe 1\nsize = 4\n").contains("expected no settings"));
}
