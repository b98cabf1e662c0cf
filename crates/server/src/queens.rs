//! Requests of the queens page.

use std::ops::ControlFlow;

use axum::extract::{Extension, Path, Query, State};
use games::queens::steps::{self, StepKind};
use games::queens::{Placement, complete as completion, solutions as all_solutions};
use rules::InputError;

use crate::api::{ApiResult, AppState, Parameters, json};
use crate::api_error::ApiError;
use crate::client_address::ClientAddress;
use crate::fair_queue::Party;
use crate::wire;

/// Largest board whose solutions are listed.
const MAX_LISTED: usize = 10;
/// Largest board whose search is sent step by step.
const MAX_TRACED: usize = 8;
/// Largest board on which a placement is completed: the search of larger ones can take long.
const MAX_COMPLETED: usize = 16;

fn read_size(text: &str, max: usize) -> Result<usize, ApiError> {
    text.parse()
        .ok()
        .filter(|size| (1..=max).contains(size))
        .ok_or_else(|| ApiError::unprocessable(format!("the board size must be a number from 1 to {max}")))
}

/// All solutions, each with its symmetry class.
pub(crate) async fn solutions(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(size): Path<String>,
) -> ApiResult {
    let size = read_size(&size, MAX_LISTED)?;
    let solved = app
        .lobby
        .blocking
        .run(Party::of_address(address), move || wire::queens_solutions(size, &all_solutions(size)));
    Ok(json(solved.await?))
}

/// Search of one of the two solvers, step by step.
pub(crate) async fn steps(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(size): Path<String>,
    Query(parameters): Parameters,
) -> ApiResult {
    let size = read_size(&size, MAX_TRACED)?;
    let solver = match parameters.get("solver").map_or("recursive", String::as_str) {
        "recursive" => steps::recursive,
        "iterative" => steps::iterative,
        other => {
            let found = InputError::quote(other);
            let message = format!("there is no solver {found}; use recursive or iterative");
            return Err(ApiError::unprocessable(message));
        }
    };
    let traced = app.lobby.blocking.run(Party::of_address(address), move || {
        let mut trace: Vec<[u8; 3]> = Vec::new();
        solver(size, &mut |step| {
            let kind = match step.kind {
                StepKind::Tried => 0,
                StepKind::Placed => 1,
                StepKind::Removed => 2,
                StepKind::Complete => 3,
            };
            trace.push([step.row, step.column, kind]);
            ControlFlow::Continue(())
        });
        wire::queens_steps(size, &trace)
    });
    Ok(json(traced.await?))
}

/// A solution that contains the given queens, a comma-separated list of squares.
pub(crate) async fn complete(
    State(app): State<AppState>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    Path(size): Path<String>,
    Query(parameters): Parameters,
) -> ApiResult {
    let size = read_size(&size, MAX_COMPLETED)?;
    let queens = parameters.get("queens").map_or("", String::as_str);
    let placement = Placement::from_squares_text(size, queens)
        .map_err(|error| ApiError::unprocessable(error.to_string()))?;
    let found =
        app.lobby.blocking.run(Party::of_address(address), move || completion::first(&placement)).await?;
    let Some(found) = found else {
        return Err(ApiError::unprocessable("no solution has all these queens"));
    };
    let text = found.squares_text();
    Ok(json(wire::queens_completed(&text.split(',').collect::<Vec<_>>())))
}
