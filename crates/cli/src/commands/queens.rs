//! `takhteh queens`: n queens.

use std::ops::ControlFlow;
use std::time::Instant;

use clap::{Subcommand, ValueEnum};
use games::queens::{LARGEST, Placement, Queens, bits, complete, solve};
use rules::Notation;
use view::Playable;

use super::show::{PictureFile, draw};
use crate::error::CliError;
use crate::output::{Output, json};
use crate::progress::Progress;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count all placements
    #[command(after_help = "Examples:\n  takhteh queens count 8\n  takhteh queens count 16 --threads 2")]
    Count {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
        /// Number of threads [default: number of cores]
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// List all placements in order, one per line: the column of the queen in each row, from 0
    #[command(after_help = "\
Examples:
  takhteh queens list 8
  takhteh queens list 6 --solver iterative")]
    List {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
        /// Algorithm; the list is the same
        #[arg(long, value_enum, default_value_t = Solver::Bits)]
        solver: Solver,
    },
    /// Draw the K-th placement
    #[command(after_help = "\
Examples:
  takhteh queens show 1
  takhteh queens show 92 --size 8 --svg queens.svg")]
    Show {
        /// Number of the placement, from 1
        #[arg(value_parser = clap::value_parser!(u64).range(1..))]
        k: u64,
        /// Rows and columns of the board
        #[arg(long, value_parser = size, default_value = "8")]
        size: usize,
        #[command(flatten)]
        picture: PictureFile,
    },
    /// List and count the placements up to symmetry
    #[command(after_help = "Examples:\n  takhteh queens classes 8")]
    Classes {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
    },
    /// Complete a placement with the missing queens
    #[command(after_help = "\
Examples:
  takhteh queens complete --size 8 c1,e2
  takhteh queens complete --size 6 --all")]
    Complete {
        /// Rows and columns of the board
        #[arg(long, value_parser = size, default_value = "8")]
        size: usize,
        /// Queens on the board, such as a1,c2; - for none
        #[arg(default_value = "-", allow_hyphen_values = true)]
        squares: String,
        /// List every completion, not only the first
        #[arg(long)]
        all: bool,
    },
}

/// Search algorithm.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Solver {
    Recursive,
    Iterative,
    Bits,
}

fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (1..=LARGEST).contains(size));
    size.ok_or_else(|| format!("expected a size from 1 to {LARGEST}"))
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Count { n, threads } => count(*n, *threads, output),
        Command::List { n, solver } => list(*n, *solver, output),
        Command::Show { k, size, picture } => show(*k, *size, picture, output),
        Command::Classes { n } => classes(*n, output),
        Command::Complete { size, squares, all } => finish(*size, squares, *all, output),
    }
}

fn count(n: usize, threads: Option<u16>, output: &mut Output) -> Result<(), CliError> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.map_or_else(cores, usize::from);
    let start = Instant::now();
    let progress = Progress::percent();
    let solutions = bits::count_with_progress(n, threads, &|fraction| progress.set_fraction(fraction));
    drop(progress);
    let seconds = start.elapsed().as_secs_f64();
    output.result(
        || solutions.to_string(),
        || json!({"size": n, "solutions": solutions, "threads": threads, "seconds": seconds}),
    )
}

/// Prints placements until a write fails. Returns their number.
fn print_each(
    search: impl FnOnce(&mut dyn FnMut(&[u8]) -> ControlFlow<()>),
    mut print: impl FnMut(u64, &[u8]) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let mut number = 0;
    let mut printed = Ok(());
    search(&mut |columns| {
        number += 1;
        printed = print(number, columns);
        if printed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    printed.map(|()| number)
}

fn print(output: &mut Output, number: u64, columns: &[u8]) -> Result<(), CliError> {
    output.result(
        || {
            let words: Vec<String> = columns.iter().map(u8::to_string).collect();
            words.join(" ")
        },
        || json!({"number": number, "columns": columns}),
    )
}

fn list(n: usize, solver: Solver, output: &mut Output) -> Result<(), CliError> {
    let search = match solver {
        Solver::Recursive => solve::recursive,
        Solver::Iterative => solve::iterative,
        Solver::Bits => bits::visit,
    };
    print_each(|visit| search(n, visit), |number, columns| print(output, number, columns)).map(|_| ())
}

fn show(k: u64, size: usize, picture: &PictureFile, output: &mut Output) -> Result<(), CliError> {
    let mut at = 0;
    let mut found = None;
    bits::visit(size, &mut |columns| {
        at += 1;
        if at < k {
            return ControlFlow::Continue(());
        }
        found = Some(Placement::from_columns(columns));
        ControlFlow::Break(())
    });
    let Some(Ok(placement)) = found else {
        return Err(CliError::usage(format_args!(
            "there is no placement {k}: a board of size {size} has {at}"
        )));
    };
    let puzzle = Queens::new(size)?;
    let mut diagram = puzzle.diagram(&placement);
    let (class, images) = (placement.canonical().columns_text(), placement.orbit_size());
    diagram.caption = format!("Placement {k}; symmetry class {class}, one of {images}");
    draw(&diagram, &puzzle.write_position(&placement), picture, output)
}

fn classes(n: usize, output: &mut Output) -> Result<(), CliError> {
    let mut number = 0u64;
    let search = |visit: &mut dyn FnMut(&[u8]) -> ControlFlow<()>| bits::visit(n, visit);
    print_each(search, |_, columns| match Placement::from_columns(columns) {
        Ok(placement) if placement.canonical() == placement => {
            number += 1;
            let images = placement.orbit_size();
            output.result(
                || format!("{}  ({images} symmetric images)", placement.columns_text()),
                || json!({"number": number, "columns": columns, "images": images}),
            )
        }
        _ => Ok(()),
    })?;
    output.text(&format!("{number} classes\n"))
}

fn finish(size: usize, squares: &str, all: bool, output: &mut Output) -> Result<(), CliError> {
    let puzzle = Queens::new(size)?;
    let given = puzzle.read_position(squares)?;
    if all {
        let ways = print_each(
            |visit| complete::visit(&given, visit),
            |number, columns| print(output, number, columns),
        )?;
        return if ways == 0 { Err(impossible(&given)) } else { Ok(()) };
    }
    let Some(first) = complete::first(&given) else {
        if output.is_json() {
            output.result(
                String::new,
                || json!({"size": size, "given": given.squares_text(), "squares": null}),
            )?;
            output.flush()?;
        }
        return Err(impossible(&given));
    };
    let diagram = puzzle.diagram(&first);
    output.result(
        || format!("{}\n{}", first.squares_text(), view::diagram::text::draw(&diagram).trim_end()),
        || json!({"size": size, "given": given.squares_text(), "squares": first.squares_text()}),
    )
}

fn impossible(given: &Placement) -> CliError {
    let standing = match given.squares_text() {
        none if none.is_empty() => "no queens".to_owned(),
        squares => format!("queens on {squares}"),
    };
    let size = given.size();
    CliError::failed(format_args!("cannot complete a board of size {size} with {standing}: no solution"))
}
