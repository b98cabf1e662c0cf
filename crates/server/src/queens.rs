//! What the queens page asks for.

use std::ops::ControlFlow;

use games::queens::steps::{self, StepKind};
use games::queens::{Placement, complete as completing, solutions};

use crate::refusal::Refusal;
use crate::wire;

/// The largest board whose placements are sent.
const LARGEST: usize = 10;
/// The largest board whose search is sent step by step.
const LARGEST_WATCHED: usize = 8;
/// The largest board on which a placement is completed: with bad luck the search of larger ones takes long.
const LARGEST_COMPLETED: usize = 16;

fn read_size(text: &str, largest: usize) -> Result<usize, Refusal> {
    text.parse().ok().filter(|size| (1..=largest).contains(size)).ok_or_else(|| {
        Refusal::senseless(format!("the board's size is {text}: expected a whole number from 1 to {largest}"))
    })
}

/// Does some work away from the threads that serve.
async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::closing())
}

/// All placements, and the class of each.
pub(crate) async fn all(size: &str) -> Result<String, Refusal> {
    let size = read_size(size, LARGEST)?;
    run_blocking(move || wire::queens(size, &solutions(size))).await
}

/// The search of one of the two solvers, step by step.
pub(crate) async fn steps(size: &str, solver: &str) -> Result<String, Refusal> {
    let size = read_size(size, LARGEST_WATCHED)?;
    let show = match solver {
        "recursive" => steps::recursive,
        "iterative" => steps::iterative,
        other => {
            let found = rules::InputError::quote(other);
            return Err(Refusal::senseless(format!(
                "there is no solver {found} to watch: expected recursive or iterative"
            )));
        }
    };
    run_blocking(move || {
        let mut taken: Vec<[u8; 3]> = Vec::new();
        show(size, &mut |step| {
            let kind = match step.kind {
                StepKind::Tried => 0,
                StepKind::Placed => 1,
                StepKind::Removed => 2,
                StepKind::Complete => 3,
            };
            taken.push([step.row, step.column, kind]);
            ControlFlow::Continue(())
        });
        wire::queens_steps(size, &taken)
    })
    .await
}

/// A placement with these queens, given as squares with commas between, and others.
pub(crate) async fn complete(size: &str, queens: &str) -> Result<String, Refusal> {
    let size = read_size(size, LARGEST_COMPLETED)?;
    let placement =
        Placement::from_squares_text(size, queens).map_err(|error| Refusal::senseless(error.to_string()))?;
    let found = run_blocking(move || completing::first(&placement)).await?;
    let Some(found) = found else {
        return Err(Refusal::senseless("these queens cannot be completed: expected fewer, or others"));
    };
    let text = found.squares_text();
    Ok(wire::queens_completed(&text.split(',').collect::<Vec<_>>()))
}
