//! `takhteh queens`

use std::ops::ControlFlow;
use std::time::Instant;

use clap::{Subcommand, ValueEnum};
use games::queens::{LARGEST, Placement, Queens, bits, complete, solve};
use rules::Notation;
use view::Playable;

use super::show::{PictureFile, draw};
use crate::error::CliError;
use crate::output::{Output, json};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count all placements
    Count {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
        /// Threads to count on; all cores unless said otherwise
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// List all placements in order, a line each: the queen's column in each row, from 0
    List {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
        /// How they are found; the list is the same
        #[arg(long, value_enum, default_value_t = Solver::Bits)]
        solver: Solver,
    },
    /// Draw the K-th placement
    Show {
        /// Which one, from 1
        #[arg(value_parser = clap::value_parser!(u64).range(1..))]
        k: u64,
        /// Rows and columns of the board
        #[arg(long, value_parser = size, default_value = "8")]
        size: usize,
        #[command(flatten)]
        picture: PictureFile,
    },
    /// Count and list the placements that differ by more than turning and mirroring
    Classes {
        /// Rows and columns of the board
        #[arg(value_parser = size)]
        n: usize,
    },
    /// Finish a placement: the first way to add the missing queens
    Complete {
        /// Rows and columns of the board
        #[arg(long, value_parser = size, default_value = "8")]
        size: usize,
        /// The queens that stand, such as a1,c2; - for none
        #[arg(default_value = "-", allow_hyphen_values = true)]
        squares: String,
        /// List every way, not only the first
        #[arg(long)]
        all: bool,
    },
}

/// How placements are found.
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
    let begin = Instant::now();
    let solutions = bits::count(n, threads);
    let seconds = begin.elapsed().as_secs_f64();
    output.result(
        || solutions.to_string(),
        || json!({"size": n, "solutions": solutions, "threads": threads, "seconds": seconds}),
    )
}

/// Visits placements as long as they can be told.
fn tell_each(
    search: impl FnOnce(&mut dyn FnMut(&[u8]) -> ControlFlow<()>),
    mut tell: impl FnMut(u64, &[u8]) -> Result<(), CliError>,
) -> Result<u64, CliError> {
    let mut number = 0;
    let mut told = Ok(());
    search(&mut |columns| {
        number += 1;
        told = tell(number, columns);
        if told.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    told.map(|()| number)
}

fn tell(output: &mut Output, number: u64, columns: &[u8]) -> Result<(), CliError> {
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
    tell_each(|visit| search(n, visit), |number, columns| tell(output, number, columns)).map(|_| ())
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
    tell_each(search, |_, columns| match Placement::from_columns(columns) {
        Ok(placement) if placement.canonical() == placement => {
            number += 1;
            let images = placement.orbit_size();
            output.result(
                || format!("{}  ({images} by turning and mirroring)", placement.columns_text()),
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
        let ways = tell_each(
            |visit| complete::visit(&given, visit),
            |number, columns| tell(output, number, columns),
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
    CliError::failed(format_args!("a board of size {size} with {standing} cannot be filled: no way is left"))
}
