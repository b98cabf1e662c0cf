//! Evaluation of positions for players and, after the game, for everyone.

use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::{Analysis, Limits, SearchTask};
use rules::Status;
use table::{FinalOutcome, Table};

use super::AnalysisSink;
use super::actor::Actor;
use crate::api_error::ApiError;
use crate::engine_pool::{EngineJob, Priority};
use crate::identity::User;
use crate::wire::{AnalysisView, ServerMessage};
use store::SeatHolder;

/// Shortest time between two progress messages of an analysis.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

impl Actor {
    /// `true` if a user may ask for an analysis: after the game, or while no other person plays.
    pub(super) fn may_analyse(&self, user: &str) -> bool {
        let has_engine = self.compiled.info.analyst.is_some();
        let mut people = self.row.seats.iter().filter_map(SeatHolder::user);
        let is_over = self.table.as_ref().is_some_and(|table| table.outcome().is_some());
        has_engine && (is_over || people.clone().next().is_some() && people.all(|person| person == user))
    }

    /// Starts the analysis of the position after `ply` moves. A position in which the game is over is answered at once
    /// with the result.
    pub(super) fn analyse(&self, user: &User, ply: usize, sink: AnalysisSink) -> Result<(), ApiError> {
        if !self.may_analyse(&user.id) {
            return Err(ApiError::forbidden("no analysis while people play each other"));
        }
        let engine = self.compiled.info.analyst.and_then(|name| name.parse().ok());
        let engine = engine.ok_or_else(|| ApiError::forbidden("no engine analyses this game"))?;
        let no_position = || ApiError::no_such_position(ply);
        let table = self.table.as_ref().ok_or_else(no_position)?;
        let board = table.board_after(ply).ok_or_else(no_position)?;
        let AnalysisSink { id, outbox, stop } = sink;
        match (board.status(), table.outcome()) {
            (Status::Turn(_), _) => {}
            (Status::Over(outcome), _) | (Status::Chance, Some(outcome)) => {
                let analysis = AnalysisView::of_result(FinalOutcome::from(outcome).into());
                outbox.send(ServerMessage::Analysis { id, ply, r#final: true, analysis }.to_json());
                return Ok(());
            }
            (Status::Chance, None) => {
                return Err(ApiError::conflict("the dice have not been rolled in this position"));
            }
        }
        let before = board.duplicate();
        let progress = outbox.clone();
        let send = Arc::new(move |analysis: &Analysis, is_final: bool| {
            let trail = before.duplicate().play(&analysis.best).map(|played| played.trail);
            let analysis = AnalysisView::new(&*before, analysis, &trail.unwrap_or_default());
            progress.send(ServerMessage::Analysis { id, ply, r#final: is_final, analysis }.to_json());
        });
        let send_progress = Arc::clone(&send);
        let mut sent: Option<Instant> = None;
        let job = EngineJob {
            party: self.lobby.networks.party(&user.id),
            owner: format!("analysis at {}", self.row.id),
            rules: self.row.rules.clone(),
            engine,
            seed: 1,
            task: SearchTask {
                position: board.duplicate(),
                past: past_keys(table, ply),
                limits: Limits::default(),
            },
            submitted: Instant::now(),
            stop,
            on_progress: Box::new(move |analysis| {
                // A search that is quickly through many depths would fill the queue of the connection.
                if sent.is_none_or(|at| at.elapsed() >= PROGRESS_INTERVAL) {
                    sent = Some(Instant::now());
                    send_progress(analysis, false);
                }
            }),
            on_finish: Box::new(move |result| {
                let error = match result {
                    Ok(Some(analysis)) => return send(&analysis, true),
                    Ok(None) => ApiError::conflict("the analysis was cancelled"),
                    Err(error) => ApiError::conflict(error.to_string()),
                };
                outbox.send(ServerMessage::refused(Some(id), &error).to_json());
            }),
        };
        match self.lobby.engine_pool.submit(Priority::Analysis, job) {
            Ok(()) => Ok(()),
            Err(_) => Err(ApiError::too_many("too many analyses are waiting; try again when one has ended")),
        }
    }
}

/// Keys of the positions before the one after `ply` moves.
fn past_keys(table: &Table, ply: usize) -> Vec<u64> {
    table.keys()[..ply.min(table.keys().len())].to_vec()
}
