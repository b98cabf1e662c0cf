//! `takhteh othello solve`

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use arena::{LimitEnforcer, timed};
use clap::Args;
use games::othello::endgame::{Solution, Solver};
use games::othello::formats::obf::{self, Problem};
use games::othello::{Kernel, Othello};
use rules::cpu::Portable;
use rules::{InputError, Notation, Rules, Seat};

use crate::error::CliError;
use crate::output::{Output, Value, counted, json};

/// Bytes in which positions are remembered.
const MEMORY: usize = 1 << 27;

#[derive(Args)]
pub(crate) struct Arguments {
    /// An OBF file (- for stdin): 64 of X, O and -, the side to move, ; and if they are known the scores, as in F5:+2;
    #[arg(required_unless_present = "positions")]
    file: Option<PathBuf>,

    /// A position besides or instead: 64 of X, O and -, a blank, the side to move
    #[arg(long = "position", value_name = "TEXT", allow_hyphen_values = true)]
    positions: Vec<String>,

    /// Give up a position after so many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    time: Option<u64>,
}

/// What there was to solve, and what came of it.
#[derive(Default)]
struct Sum {
    positions: usize,
    solved: usize,
    with_known_score: usize,
    wrong: usize,
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
        return solve_all(v3, &problems, arguments.time, output);
    }
    solve_all(Portable, &problems, arguments.time, output)
}

fn read_file(rules: &Othello, file: &Path) -> Result<Vec<Problem>, CliError> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(file).map(|read| bytes = read)
    };
    read.map_err(|error| CliError::usage(format_args!("{} could not be read: {error}", file.display())))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()].split(|&byte| byte == b'\n').count();
        InputError::new(format!("line {line}: expected text in UTF-8"))
    });
    text.and_then(|text| obf::read(rules, &text))
        .map_err(|error| CliError::usage(format_args!("{}, {error}", file.display())))
}

fn solve_all<K: Kernel>(
    kernel: K,
    problems: &[Problem],
    time: Option<u64>,
    output: &mut Output,
) -> Result<(), CliError> {
    let mut solver = Solver::new(kernel, MEMORY);
    let pacer = LimitEnforcer::new(
        time.map_or(arena::MoveLimit::Unlimited, |time| arena::MoveLimit::Time(Duration::from_millis(time))),
    );
    let never = AtomicBool::new(false);
    let mut sum = Sum::default();
    for problem in problems {
        // Each position by itself: its figures do not depend on those before.
        solver.clear();
        let (found, took) = timed(|| solver.solve(&problem.position, &pacer.begin(&never)));
        let seconds = took.as_secs_f64();
        sum.positions += 1;
        sum.seconds += seconds;
        sum.nodes += found.as_ref().map_or_else(|nodes| *nodes, |solution| solution.nodes);
        let known = problem.known_score();
        if let Ok(solution) = &found {
            sum.solved += 1;
            sum.with_known_score += usize::from(known.is_some());
            sum.wrong += usize::from(known.is_some_and(|known| known != solution.score));
        }
        tell(sum.positions, problem, &found, seconds, output)?;
        // A position may take minutes: whoever waits sees each as soon as it is solved.
        output.flush()?;
    }
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
            })
        },
    )?;
    output.flush()?;
    if sum.wrong > 0 {
        return Err(CliError::failed(format_args!(
            "{} of {} scores differ from the known ones",
            sum.wrong, sum.with_known_score
        )));
    }
    match sum.positions - sum.solved {
        0 => Ok(()),
        left => Err(CliError::failed(format_args!("{left} of {} positions took too long", sum.positions))),
    }
}

/// Millions of nodes a second.
fn speed(nodes: u64, seconds: f64) -> f64 {
    nodes as f64 / seconds.max(1e-9) / 1e6
}

/// One position: a line, or an object.
fn tell(
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
            let told = match score {
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
                "{number}: {empties} empty, {told}{compared}, {nodes} nodes, {seconds:.3} s, {speed:.1} million a second{line}"
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
