//! UCI client: a chess program behind UCI.

use std::time::Duration;

use games::chess::{Army, Chess, Position, builtin};
use rules::cpu::Portable;
use rules::{InputError, Notation, Rules};
use search::{SearchLimits, Unit};

use crate::client::{ChosenMove, GameHistory, ProtocolSession, wait_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::process::{Process, WaitPolicy};

/// Time for a move if the caller sets no limit.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// Value of a forced mate in pawns.
const MATE: f64 = 1000.0;

/// Session with a chess program that uses UCI.
///
/// An army other than the ordinary one is requested by its name, as a variant.
pub(crate) struct UciSession {
    process: Process,
    rules: Chess,
}

impl ProtocolSession for UciSession {
    const QUIT: &'static str = "quit";

    fn handshake(mut process: Process, rules: &str) -> Result<UciSession, EngineFailure> {
        let army = rules.split_once('\n').map_or("", |(_, settings)| settings);
        let rules = Army::read(army)
            .and_then(|army| Chess::new(army, Portable))
            .map_err(|error| process.failure(FailureKind::Protocol, error))?;
        process.send("uci")?;
        let mut has_variants = false;
        process.receive("uci", WaitPolicy::COMMAND, |line| {
            has_variants |= line.starts_with("option name UCI_Variant ");
            (line.trim() == "uciok").then_some(Ok(()))
        })?;
        let name = rules.army().name.clone();
        if !builtin::army("ordinary").is_ok_and(|ordinary| ordinary == *rules.army()) {
            if !has_variants {
                let what = format!("plays ordinary chess only, not the army {}", InputError::quote(&name));
                return Err(process.failure(FailureKind::Protocol, what));
            }
            process.send(&format!("setoption name UCI_Variant value {name}"))?;
        }
        let mut session = UciSession { process, rules };
        session.wait_until_ready()?;
        Ok(session)
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        self.process.send("ucinewgame")?;
        self.wait_until_ready()
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let (start, moves) = match self.coordinates(history) {
            Ok(found) => found,
            Err(error) => return Err(self.process.failure(FailureKind::Protocol, error)),
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.send(&format!("position fen {start}{moves}"))?;
        let go = go(limits);
        self.process.send(&go)?;
        let (mut score, mut nodes) = (0.0, 0);
        let text = self.process.receive(&go, wait_policy(limits, None), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => Some(Ok(words.next().unwrap_or_default().to_owned())),
                Some("info") => {
                    read_info(words, &mut score, &mut nodes);
                    None
                }
                _ => None,
            }
        })?;
        Ok(ChosenMove { text, score, unit: Unit::Pawns, nodes })
    }
}

impl UciSession {
    fn wait_until_ready(&mut self) -> Result<(), EngineFailure> {
        self.process.send("isready")?;
        self.process
            .receive("isready", WaitPolicy::COMMAND, |line| (line.trim() == "readyok").then_some(Ok(())))
    }

    /// The start position and the moves in coordinates.
    fn coordinates(&self, history: &GameHistory) -> Result<(String, Vec<String>), InputError> {
        let mut position: Position = self.rules.read_position(&history.start)?;
        let start = self.rules.write_position(&position);
        let mut moves = Vec::with_capacity(history.moves.len());
        for text in &history.moves {
            let mv = self.rules.read_move(&position, text)?;
            moves.push(self.rules.write_coordinates(mv));
            self.rules.play(&mut position, mv);
        }
        Ok((start, moves))
    }
}

/// The command that starts a search within these limits.
fn go(limits: &SearchLimits<'_>) -> String {
    let mut go = "go".to_owned();
    if limits.depth < u32::MAX {
        go += &format!(" depth {}", limits.depth);
    }
    if limits.nodes < u64::MAX {
        go += &format!(" nodes {}", limits.nodes);
    }
    let usual = (go == "go").then_some(USUAL_TIME);
    if let Some(time) = limits.time.or(usual) {
        go += &format!(" movetime {}", time.as_millis().max(1));
    }
    go
}

/// Reads score and nodes of an `info` line.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>, score: &mut f64, nodes: &mut u64) {
    while let Some(word) = words.next() {
        match word {
            "nodes" => *nodes = words.next().and_then(|count| count.parse().ok()).unwrap_or(*nodes),
            "score" => {
                let kind = words.next().unwrap_or_default();
                let value: Option<f64> = words.next().and_then(|value| value.parse().ok());
                *score = match (kind, value) {
                    ("cp", Some(value)) => value / 100.0,
                    ("mate", Some(value)) => MATE.copysign(value),
                    _ => *score,
                };
            }
            "string" | "pv" => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn limits_become_a_command() {
        let stop = AtomicBool::new(false);
        let limits = SearchLimits::until(&stop);
        assert_eq!(go(&limits), "go movetime 1000");
        assert_eq!(go(&limits.depth(6)), "go depth 6");
        assert_eq!(go(&limits.nodes(500)), "go nodes 500");
    }

    #[test]
    fn information_is_read() {
        let (mut score, mut nodes) = (0.0, 0);
        let mut read = |line: &str| {
            read_info(line.split_whitespace(), &mut score, &mut nodes);
            (score, nodes)
        };
        assert_eq!(
            read("depth 9 seldepth 12 score cp -35 upperbound nodes 1234 nps 5 pv e2e4"),
            (-0.35, 1234)
        );
        assert_eq!(read("depth 9 score mate -3 nodes 99 pv score cp 1"), (-1000.0, 99));
        assert_eq!(read("string score cp 5 nodes"), (-1000.0, 99));
    }
}
