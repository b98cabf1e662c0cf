//! Results of the games.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::Seat;

use super::game::PlayedGame;
use super::plan::{Plan, PlannedGame};
use crate::error::CliError;
use crate::output::{Output, Value, counted, json};

/// Results so far.
pub(super) struct Summary {
    /// Command, games, wins, points and failures of each player, in the order of the plan.
    players: Vec<PlayerResults>,
    is_pair: bool,
    games: u64,
    played: u64,
    warnings: u64,
    seed: u64,
}

#[derive(Default)]
struct PlayerResults {
    command: String,
    games: u64,
    wins: u64,
    gammons: u64,
    points: u64,
    failures: BTreeMap<String, u64>,
    used: Duration,
    longest: Duration,
}

impl Summary {
    pub(super) fn new(plan: &Plan, seed: u64) -> Summary {
        let players = plan.pair().into_iter().flatten();
        let players =
            players.map(|command| PlayerResults { command: command.clone(), ..PlayerResults::default() });
        let is_pair = plan.pair().is_some();
        Summary { players: players.collect(), is_pair, games: plan.len(), played: 0, warnings: 0, seed }
    }

    /// Number of games played.
    pub(super) fn played(&self) -> u64 {
        self.played
    }

    /// Adds a game and prints its result.
    pub(super) fn add(
        &mut self,
        number: u64,
        planned: &PlannedGame,
        game: &PlayedGame,
        output: &mut Output,
    ) -> Result<(), CliError> {
        self.played += 1;
        self.warnings += game.warnings.len() as u64;
        let indices = [Seat::FIRST, Seat::SECOND].map(|seat| self.index(planned, seat));
        for (seat, &index) in indices.iter().enumerate() {
            let player = &mut self.players[index];
            player.games += 1;
            player.used += game.used[seat];
            player.longest = player.longest.max(game.used[seat]);
            if game.winner.index() == seat {
                player.wins += 1;
                player.points += u64::from(game.points);
                player.gammons += u64::from(game.points > 1 && game.failure.is_none());
            } else if game.failure.is_some() {
                *player.failures.entry(game.ending.clone()).or_default() += 1;
            }
        }
        let names = indices.map(|index| self.name(index));
        let [winner, loser] = [game.winner, game.winner.other()].map(|seat| names[seat.index()].as_str());
        let text = || {
            let points = counted(game.points.into(), "point");
            let mut text = format!("game {number}: {} starts, {winner} wins {points}", names[0]);
            match &game.failure {
                None => text.push_str(&format!(" ({}, {} turns)", game.ending, game.turns)),
                Some(sentence) => text.push_str(&format!(", {} of {loser}: {sentence}", game.ending)),
            }
            for (seat, warning) in &game.warnings {
                text.push_str(&format!("\n  warning: {} {warning}", names[seat.index()]));
            }
            text
        };
        let object = || {
            let milliseconds = |seat: usize| game.used[seat].as_secs_f64() * 1000.0;
            let warnings = game
                .warnings
                .iter()
                .map(|(seat, warning)| json!({"player": names[seat.index()], "warning": warning}));
            json!({
                "game": number, "starter": names[0], "winner": winner, "loser": loser, "points": game.points,
                "ending": game.ending, "failure": game.failure, "turns": game.turns,
                "time_ms": {"starter": milliseconds(0), "other": milliseconds(1)},
                "warnings": warnings.collect::<Vec<Value>>(),
            })
        };
        output.result(text, object)?;
        output.flush()
    }

    /// The place of a seat's player in the results.
    fn index(&mut self, planned: &PlannedGame, seat: Seat) -> usize {
        if self.is_pair {
            return seat.index() ^ usize::from(planned.is_swapped);
        }
        let command = &planned.players[seat.index()];
        self.players.iter().position(|player| player.command == *command).unwrap_or_else(|| {
            self.players.push(PlayerResults { command: command.clone(), ..PlayerResults::default() });
            self.players.len() - 1
        })
    }

    /// The name of a player: `a` and `b` in a pair, otherwise the command.
    fn name(&self, index: usize) -> String {
        match (self.is_pair, index) {
            (true, 0) => "a".to_owned(),
            (true, _) => "b".to_owned(),
            (false, _) => self.players[index].command.clone(),
        }
    }

    /// Prints the table of results.
    pub(super) fn print(&self, took: Duration, output: &mut Output) -> Result<(), CliError> {
        output.result(|| self.text(), || self.object(took))
    }

    fn text(&self) -> String {
        let label = |index: usize| match self.is_pair {
            true => format!("{} {}", self.name(index), self.players[index].command),
            false => self.name(index),
        };
        let labels: Vec<String> = (0..self.players.len()).map(label).collect();
        let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
        let mut lines = vec![format!("{:width$}  games  won  gammons  points", "")];
        for (label, player) in labels.iter().zip(&self.players) {
            let PlayerResults { games, wins, gammons, points, .. } = player;
            lines.push(format!("{label:width$}  {games:5}  {wins:3}  {gammons:7}  {points:6}"));
        }
        for (index, player) in
            self.players.iter().enumerate().filter(|(_, player)| !player.failures.is_empty())
        {
            let failures: Vec<String> =
                player.failures.iter().map(|(failure, times)| format!("{failure} {times}")).collect();
            lines.push(format!("failures of {}: {}", self.name(index), failures.join(", ")));
        }
        lines.join("\n")
    }

    fn object(&self, took: Duration) -> Value {
        let players = self.players.iter().enumerate().map(|(index, player)| {
            json!({
                "name": self.name(index), "command": player.command, "games": player.games, "wins": player.wins,
                "gammons": player.gammons, "points": player.points, "failures": player.failures,
                "time_ms": player.used.as_secs_f64() * 1000.0, "longest_game_ms": player.longest.as_secs_f64() * 1000.0,
            })
        });
        json!({
            "games": self.played, "players": players.collect::<Vec<Value>>(), "warnings": self.warnings,
            "seed": self.seed, "interrupted": self.played < self.games, "seconds": took.as_secs_f64(),
        })
    }
}
