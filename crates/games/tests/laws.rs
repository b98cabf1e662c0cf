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
