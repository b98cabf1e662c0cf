//! `takhteh othello solve`: exact endgame scores.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};
use engine::{Limits, SearchRunner, StopFlags, TimeManager, timed};
use games::othello::endgame::{Solution, Solver};
use games::othello::formats::obf::{self, Problem};
use games::othello::{Kernel, Othello, Scoring};
use rules::cpu::Portable;
use rules::{InputError, Notation, Rules, Seat};

use super::convert::{display_name, read_file_or_stdin};
use crate::error::CliError;
use crate::output::{Output, Value, counted, json};
use crate::progress::Progress;

/// Size of the transposition table in bytes.
const HASH_BYTES: usize = 1 << 27;
/// Largest file in bytes: a hundred thousand positions.
const MAX_FILE: u64 = 16 << 20;
/// Template of the progress bar.
const PROGRESS: &str = "[{bar:32}] {pos}/{len} positions, {eta} left";

#[derive(Args)]
pub(crate) struct Arguments {
    /// OBF file (- for stdin): 64 of X, O and -, the side to move, ; and optionally known scores as in F5:+2;
    #[arg(required_unless_present = "positions")]
    file: Option<PathBuf>,

    /// A further position: 64 of X, O and -, a blank, the side to move
    #[arg(long = "position", value_name = "TEXT", allow_hyphen_values = true)]
    positions: Vec<String>,

    /// Time limit per position in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,

    /// Threads; with more than one, node counts vary from run to run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,

    /// The side that squares left empty at the end count for
    #[arg(long, value_enum, default_value_t = Empties::Winner)]
    empties: Empties,
}

/// The side that squares left empty count for.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Empties {
    /// The winner, as in OBF files and at tournaments
    Winner,
    /// Neither side: a plain disc count
    Neither,
}

impl Empties {
    fn scoring(self) -> Scoring {
        match self {
            Empties::Winner => Scoring::EmptiesToWinner,
            Empties::Neither => Scoring::Plain,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Empties::Winner => "winner",
            Empties::Neither => "neither",
        }
    }
}

/// Totals over all positions.
#[derive(Default)]
struct Totals {
    positions: usize,
    solved: usize,
    with_known_score: usize,
    wrong: usize,
    /// Number of known scores that are odd, which only a plain count can be.
    odd: usize,
    nodes: u64,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let rules = Othello::new(Seat::FIRST, Portable);
    let mut problems = match &arguments.file {
        Some(file) => read_file(&rules, file)?,
        None => Vec::new(),
    };
    for text in &arguments.positions {
        let position = match text.trim() {
            "start" => rules.start(),
            text => rules.read_position(text)?,
        };
        problems.push(Problem { position, scores: Vec::new(), comment: String::new() });
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return solve_all(v3, &problems, arguments, output);
    }
    solve_all(Portable, &problems, arguments, output)
}

fn read_file(rules: &Othello, file: &Path) -> Result<Vec<Problem>, CliError> {
    let name = display_name(file);
    let bytes = read_file_or_stdin(file, MAX_FILE)?;
    let is_blank = bytes.trim_ascii().is_empty();
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        InputError::new(format!("line {line}: expected text in UTF-8"))
    });
    let problems = text
        .and_then(|text| obf::read(rules, &text))
        .map_err(|error| CliError::usage(format_args!("{name}, {error}")))?;
    if problems.is_empty() {
        let cause = if is_blank { "the file is empty" } else { "the file has no positions" };
        return Err(CliError::usage(format_args!(
            "cannot read {name}: {cause}: expected OBF, one position per line"
        )));
    }
    Ok(problems)
}

fn solve_all<K: Kernel>(
    kernel: K,
    problems: &[Problem],
    arguments: &Arguments,
    output: &mut Output,
) -> Result<(), CliError> {
    let empties = arguments.empties;
    let mut solver = Solver::new(kernel, HASH_BYTES)
        .with_scoring(empties.scoring())
        .with_threads(arguments.threads.into());
    let runner = SearchRunner::new(TimeManager::LOCAL);
    let limits = Limits { move_time: arguments.time.map(Duration::from_millis), ..Limits::default() };
    let mut sum = Totals::default();
    let progress = Progress::new(problems.len() as u64, PROGRESS);
    for problem in problems {
        // Figures of a position do not depend on earlier ones.
        solver.clear();
        let flags = StopFlags::new();
        let (found, took) = timed(|| solver.solve(&problem.position, &runner.begin(&limits, &flags)));
        let seconds = took.as_secs_f64();
        sum.positions += 1;
        sum.seconds += seconds;
        sum.nodes += found.as_ref().map_or_else(|nodes| *nodes, |solution| solution.nodes);
        let known = problem.known_score();
        if let Ok(solution) = &found {
            sum.solved += 1;
            sum.with_known_score += usize::from(known.is_some());
            sum.wrong += usize::from(known.is_some_and(|known| known != solution.score));
            sum.odd += usize::from(known.is_some_and(|known| known % 2 != 0));
        }
        // A position may take minutes, so each result is printed at once.
        progress.suspend(|| {
            print(sum.positions, problem, &found, seconds, output)?;
            output.flush()
        })?;
        progress.set(sum.positions as u64);
    }
    drop(progress);
    let speed = speed(sum.nodes, sum.seconds);
    output.result(
        || {
            format!(
                "{}, {} solved, {} with a known score, {} of them differ, {} nodes, {:.3} s, {speed:.1} million nodes a second",
                counted(sum.positions, "position"), sum.solved, sum.with_known_score, sum.wrong, sum.nodes, sum.seconds,
            )
        },
        || {
            json!({
                "positions": sum.positions, "solved": sum.solved, "known": sum.with_known_score,
                "differ": sum.wrong, "nodes": sum.nodes, "seconds": sum.seconds, "nodes_per_second": speed * 1e6,
                "empties_to": empties.name(),
            })
        },
    )?;
    output.flush()?;
    if sum.wrong > 0 {
        let hint = match empties {
            Empties::Winner if sum.odd > 0 => {
                ": odd scores are plain counts, expected with --empties neither"
            }
            _ => "",
        };
        return Err(CliError::failed(format_args!(
            "{} of {} scores differ from the known ones{hint}",
            sum.wrong, sum.with_known_score
        )));
    }
    match sum.positions - sum.solved {
        0 => Ok(()),
        left => Err(CliError::failed(format_args!("{left} of {} positions took too long", sum.positions))),
    }
}

/// Millions of nodes per second.
fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9) / 1e6
}

/// Prints one position as a line or an object.
fn print(
    number: usize,
    problem: &Problem,
    found: &Result<Solution, u64>,
    seconds: f64,
    output: &mut Output,
) -> Result<(), CliError> {
    let rules = Othello::new(Seat::FIRST, Portable);
    let position = &problem.position;
    let empties = position.empties();
    let known = problem.known_score();
    let (score, nodes) = match found {
        Ok(solution) => (Some(solution.score), solution.nodes),
        Err(nodes) => (None, *nodes),
    };
    let mut at = *position;
    let moves = found.iter().flat_map(|solution| &solution.line);
    let line: Vec<String> = moves
        .map(|&mv| {
            let text = rules.write_move(&at, mv);
            rules.play(&mut at, mv);
            text
        })
        .collect();
    let agrees = known.zip(score).map(|(known, score)| known == score);
    let speed = speed(nodes, seconds);
    output.result(
        || {
            let result = match score {
                Some(score) => format!("score {score:+}"),
                None => "not solved in time".to_owned(),
            };
            let compared = match (known, agrees) {
                (Some(_), Some(true)) => " as known".to_owned(),
                (Some(known), _) => format!(" (known: {known:+})"),
                _ => String::new(),
            };
            let line = if line.is_empty() { String::new() } else { format!(": {}", line.join(" ")) };
            format!(
                "{number}: {empties} empty, {result}{compared}, {nodes} nodes, {seconds:.3} s, {speed:.1} million a second{line}"
            )
        },
        || {
            json!({
                "number": number, "position": rules.write_position(position), "empties": empties,
                "score": score, "known": known, "agrees": agrees,
                "move": line.first().map_or(Value::Null, |best| json!(best)), "pv": line,
                "nodes": nodes, "seconds": seconds, "nodes_per_second": speed * 1e6,
            })
        },
    )
}
