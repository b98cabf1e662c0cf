//! The n-queens laws: published counts, solvers that agree, completions against a plain filter.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use games::queens::placement::{LARGEST, Placement, Square};
use games::queens::steps::{Step, StepKind};
use games::queens::{bits, complete, solutions, solve, steps};

/// Solutions on boards of 1 to 12 rows (OEIS A000170).
const SOLUTIONS: [u64; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];

/// The same up to turning and mirroring, on boards of 1 to 10 rows (OEIS A002562).
const CLASSES: [usize; 10] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

type Visitor<'a> = &'a mut dyn FnMut(&[u8]) -> ControlFlow<()>;

fn list(search: impl FnOnce(Visitor<'_>)) -> Vec<Vec<u8>> {
    let mut solutions = Vec::new();
    search(&mut |columns| {
        solutions.push(columns.to_vec());
        ControlFlow::Continue(())
    });
    solutions
}

/// Marsaglia's xorshift: enough chance for a test, and the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[test]
fn every_search_finds_as_many_solutions_as_are_known() {
    for (n, &known) in (1..).zip(&SOLUTIONS) {
        assert_eq!(bits::count(n, 1), known, "one thread, {n} rows");
        assert_eq!(bits::count(n, 2), known, "two threads, {n} rows");
        let board = Placement::empty(n).unwrap();
        assert_eq!(complete::count(&board), known, "completions, {n} rows");
        let listed = list(|visitor| bits::visit(n, visitor)).len() as u64;
        assert_eq!(listed, known, "bits, {n} rows");
        let found = list(|visitor| solve::recursive(n, visitor)).len() as u64;
        assert_eq!(found, known, "recursive, {n} rows");
        let found = list(|visitor| solve::iterative(n, visitor)).len() as u64;
        assert_eq!(found, known, "iterative, {n} rows");
    }
}

#[test]
fn every_search_lists_the_same_solutions_in_the_same_order() {
    for n in 1..=9 {
        let recursive = list(|visitor| solve::recursive(n, visitor));
        assert!(recursive.is_sorted(), "{n} rows");
        assert_eq!(recursive, list(|visitor| solve::iterative(n, visitor)));
        assert_eq!(recursive, list(|visitor| bits::visit(n, visitor)));
        let board = Placement::empty(n).unwrap();
        assert_eq!(recursive, list(|visitor| complete::visit(&board, visitor)));
    }
}

#[test]
fn the_first_of_the_92_is_the_booklets() {
    let solutions = list(|visitor| solve::recursive(8, visitor));
    assert_eq!(solutions.len(), 92);
    assert_eq!(solutions[0], [0, 4, 7, 5, 2, 6, 1, 3]);
}

#[test]
fn every_listed_solution_is_a_complete_placement() {
    for n in 1..=9 {
        bits::visit(n, &mut |columns| {
            assert!(Placement::from_columns(columns).unwrap().is_complete());
            ControlFlow::Continue(())
        });
    }
}

#[test]
fn symmetry_classes_are_as_many_as_known_and_cover_all_solutions() {
    for (n, &known) in (1..).zip(&CLASSES) {
        let mut classes = BTreeMap::new();
        bits::visit(n, &mut |columns| {
            let solution = Placement::from_columns(columns).unwrap();
            *classes.entry(solution.canonical()).or_insert(0) += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(classes.len(), known, "{n} rows");
        for (representative, members) in &classes {
            assert_eq!(representative.orbit_size(), *members, "{n} rows");
        }
        let all: usize = classes.keys().map(Placement::orbit_size).sum();
        assert_eq!(all as u64, SOLUTIONS[n - 1], "{n} rows");
    }
}

/// A solution has the class of its images and of no other; classes are numbered as they come.
#[test]
fn solutions_are_sorted_into_their_classes() {
    for (n, &known) in (1..).zip(&CLASSES) {
        let solutions = solutions(n);
        let columns: Vec<_> = solutions.iter().map(|solution| solution.columns.clone()).collect();
        assert_eq!(columns, list(|visitor| bits::visit(n, visitor)), "{n} rows");
        let mut first_of = Vec::new();
        for solution in &solutions {
            let canonical = Placement::from_columns(&solution.columns).unwrap().canonical();
            if solution.class == first_of.len() {
                first_of.push(canonical);
            }
            assert_eq!(first_of[solution.class], canonical, "{n} rows");
        }
        assert_eq!(first_of.len(), known, "{n} rows");
        first_of.sort_unstable();
        first_of.dedup();
        assert_eq!(first_of.len(), known, "{n} rows: no class has two numbers");
    }
}

fn all_steps(search: fn(usize, &mut dyn FnMut(Step) -> ControlFlow<()>), n: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    search(n, &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps
}

/// The steps, replayed on an empty board: one queen in a row, attacked where tried and safe where placed, a solution
/// where complete, and nothing left at the end.
#[test]
fn steps_replayed_are_the_search() {
    for (n, tries) in [(4, 60), (5, 220), (6, 894), (8, 15_720)] {
        let expected = list(|visitor| bits::visit(n, visitor));
        let recursive = all_steps(steps::recursive, n);
        assert_eq!(recursive, all_steps(steps::iterative, n), "both solvers take the same steps");
        let mut board = Placement::empty(n).unwrap();
        let mut found = Vec::new();
        for &Step { row, column, kind } in &recursive {
            let square = Square { row, column };
            match kind {
                StepKind::Tried => {
                    assert_eq!(board.column(row.into()), None, "{square} of {n} rows");
                    assert!(board.place(square).is_err(), "{square} of {n} rows");
                }
                StepKind::Placed => assert_eq!(board.place(square), Ok(()), "{square} of {n} rows"),
                StepKind::Removed => assert!(board.remove(square), "{square} of {n} rows"),
                StepKind::Complete => {
                    assert!(board.is_complete() && board.has(square), "{square} of {n} rows");
                    found.push((0..n).map(|row| board.column(row).unwrap()).collect::<Vec<u8>>());
                }
            }
        }
        assert_eq!(found, expected, "{n} rows");
        assert_eq!(board, Placement::empty(n).unwrap(), "{n} rows");
        let looked_at =
            recursive.iter().filter(|step| matches!(step.kind, StepKind::Tried | StepKind::Placed));
        assert_eq!(looked_at.count(), tries, "{n} rows");
    }
    assert_eq!(list(|visitor| bits::visit(8, visitor)).len(), 92);
}

#[test]
fn a_watcher_that_breaks_off_sees_no_further_step() {
    for search in [steps::recursive, steps::iterative] {
        let mut seen = 0;
        search(8, &mut |_| {
            seen += 1;
            if seen < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!(seen, 10);
    }
}

#[test]
fn completions_are_the_solutions_that_have_all_the_queens() {
    let mut chance = Chance(0x9E37_79B9_7F4A_7C15);
    for n in 1..=8 {
        let solutions = list(|visitor| bits::visit(n, visitor));
        for _ in 0..400 {
            let mut begun = Placement::empty(n).unwrap();
            for _ in 0..chance.below(2 * n) {
                // An attacked square leaves the placement as it is, which is what we want here.
                let _ = begun.place(Square { row: chance.below(n) as u8, column: chance.below(n) as u8 });
            }
            let expected: Vec<_> = solutions
                .iter()
                .filter(|columns| begun.queens().all(|queen| columns[usize::from(queen.row)] == queen.column))
                .cloned()
                .collect();
            let text = begun.squares_text();
            let found = list(|visitor| complete::visit(&begun, visitor));
            assert_eq!(found, expected, "{text:?} on {n} rows");
            assert_eq!(complete::count(&begun), expected.len() as u64, "{text:?}");
            let first = expected.first().map(|columns| Placement::from_columns(columns).unwrap());
            assert_eq!(complete::first(&begun), first, "{text:?} on {n} rows");
        }
    }
}

#[test]
fn placements_survive_being_written_and_read() {
    let mut chance = Chance(0xD1B5_4A32_D192_ED03);
    for _ in 0..2_000 {
        let size = 1 + chance.below(LARGEST);
        let mut placement = Placement::empty(size).unwrap();
        for _ in 0..chance.below(3 * size) {
            let _ =
                placement.place(Square { row: chance.below(size) as u8, column: chance.below(size) as u8 });
        }
        let squares = placement.squares_text();
        assert_eq!(Placement::from_squares_text(size, &squares), Ok(placement));
        let columns = placement.columns_text();
        assert_eq!(Placement::from_columns_text(&columns), Ok(placement));
    }
}

#[test]
fn readers_refuse_garbage_without_panicking() {
    let alphabet: Vec<char> = "aahz{`@AZ019 ,,--+\t\n\0é界\u{1F451}\u{0660}".chars().collect();
    let mut chance = Chance(0x2545_F491_4F6C_DD1D);
    for _ in 0..50_000 {
        let length = chance.below(30);
        let text: String = (0..length).map(|_| alphabet[chance.below(alphabet.len())]).collect();
        let size = chance.below(LARGEST + 3);
        for read in [Placement::from_squares_text(size, &text), Placement::from_columns_text(&text)] {
            if let Err(error) = read {
                assert!(error.to_string().contains("expected"), "{error}");
            }
        }
    }
}

#[test]
fn a_text_with_too_many_rows_is_refused_by_its_size() {
    let text = "- ".repeat(300);
    let error = Placement::from_columns_text(&text).unwrap_err();
    assert_eq!(error.to_string(), "no board has size 300; expected a size from 1 to 26");
}

#[test]
#[should_panic(expected = "no board has size 27; expected a size from 1 to 26")]
fn search_without_a_board_is_an_error() {
    bits::count(LARGEST + 1, 1);
}
