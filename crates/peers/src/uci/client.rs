//! UCI client: a chess program behind UCI.

use std::time::Duration;

use rules::{InputError, Seat};
use search::{SearchLimits, Unit};

use crate::chess_line::ChessLine;
use crate::client::{ChosenMove, Clocks, GameHistory, ProtocolSession, move_policy};
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
    line: ChessLine,
}

impl ProtocolSession for UciSession {
    const QUIT: &'static str = "quit";

    fn handshake(
        mut process: Process,
        rules: &str,
        options: &[(String, String)],
    ) -> Result<UciSession, EngineFailure> {
        let line = ChessLine::new(rules).map_err(|error| process.failure(FailureKind::Protocol, error))?;
        process.send("uci")?;
        let mut known: Vec<String> = Vec::new();
        process.receive("uci", WaitPolicy::COMMAND, |line| {
            known.extend(option_name(line).map(str::to_ascii_lowercase));
            (line.trim() == "uciok").then_some(Ok(()))
        })?;
        let has_option = |name: &str| known.contains(&name.to_ascii_lowercase());
        if !line.is_ordinary() {
            let name = &line.rules().army().name;
            if !has_option("UCI_Variant") {
                let what = format!("plays ordinary chess only, not the army {}", InputError::quote(name));
                return Err(process.failure(FailureKind::Protocol, what));
            }
            process.send(&format!("setoption name UCI_Variant value {name}"))?;
        }
        for (name, value) in options {
            if !has_option(name) {
                let what = format!("has no option {}", InputError::quote(name));
                return Err(process.failure(FailureKind::Protocol, what));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            process.send(&format!("setoption name {name}{value}"))?;
        }
        let mut session = UciSession { process, line };
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
        let (start, moves, seat) = match self.line.coordinates(history) {
            Ok(found) => found,
            Err(error) => return Err(self.process.failure(FailureKind::Protocol, error)),
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.send(&format!("position fen {start}{moves}"))?;
        let go = go(limits, history.clocks.as_ref(), seat);
        self.process.send(&go)?;
        let (mut score, mut nodes) = (0.0, 0);
        let text = self.process.receive(&go, move_policy(history, limits, None), |line| {
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
}

/// The command that starts a search within these limits.
fn go(limits: &SearchLimits<'_>, clocks: Option<&Clocks>, seat: Seat) -> String {
    let mut go = "go".to_owned();
    if let Some(Clocks { own, own_increment, other, other_increment }) = clocks {
        let mut sides = [(own, own_increment), (other, other_increment)];
        if seat != Seat::FIRST {
            sides.reverse();
        }
        let [(white, white_increment), (black, black_increment)] =
            sides.map(|(time, increment)| (time.as_millis(), increment.as_millis()));
        go += &format!(" wtime {white} btime {black} winc {white_increment} binc {black_increment}");
    }
    if limits.depth < u32::MAX {
        go += &format!(" depth {}", limits.depth);
    }
    if limits.nodes < u64::MAX {
        go += &format!(" nodes {}", limits.nodes);
    }
    let usual = (go == "go").then_some(USUAL_TIME);
    // In a game with clocks the program divides its time itself.
    if let Some(time) = limits.time.or(usual).filter(|_| clocks.is_none()) {
        go += &format!(" movetime {}", time.as_millis().max(1));
    }
    go
}

/// Name of the option that a line announces.
fn option_name(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("option name ")?;
    Some(rest.split_once(" type ").map_or(rest, |(name, _)| name).trim())
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
        let plain = |limits| go(&limits, None, Seat::FIRST);
        assert_eq!(plain(limits), "go movetime 1000");
        assert_eq!(plain(limits.depth(6)), "go depth 6");
        assert_eq!(plain(limits.nodes(500)), "go nodes 500");
        let clocks: Clocks = "1000 10 2000 20".parse().unwrap();
        let timed = limits.timed(Duration::from_millis(30));
        assert_eq!(go(&timed, Some(&clocks), Seat::FIRST), "go wtime 1000 btime 2000 winc 10 binc 20");
        assert_eq!(
            go(&limits.depth(3), Some(&clocks), Seat::SECOND),
            "go wtime 2000 btime 1000 winc 20 binc 10 depth 3"
        );
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
