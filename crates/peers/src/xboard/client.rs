//! xboard client: a chess program behind the xboard protocol.

use std::time::Duration;

use rules::InputError;
use search::{SearchLimits, Unit};

use super::features::Features;
use crate::chess_line::ChessLine;
use crate::client::{ChosenMove, Clocks, GameHistory, ProtocolSession, move_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::process::{Process, WaitPolicy};

/// Time in which a program that knows protocol 2 must send its first feature.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time for a move if the caller sets no limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Session with a chess program that uses the xboard protocol.
///
/// The program stays in force mode between its moves, without pondering. The protocol has whole seconds for a move and no number of nodes.
pub(crate) struct XboardSession {
    process: Process,
    line: ChessLine,
    features: Features,
    /// Variant; `None` for ordinary chess.
    variant: Option<String>,
    /// Start position and moves on the program's board; `None` if it is unknown.
    sent: Option<(String, Vec<String>)>,
    pings: u32,
    /// Depth and seconds that were sent in this game.
    limits: (Option<u32>, Option<u64>),
    has_level: bool,
}

impl ProtocolSession for XboardSession {
    const QUIT: &'static str = "quit";

    fn handshake(
        mut process: Process,
        rules: &str,
        options: &[(String, String)],
    ) -> Result<XboardSession, EngineFailure> {
        let line = ChessLine::new(rules).map_err(|error| process.failure(FailureKind::Protocol, error))?;
        process.send("xboard\nprotover 2")?;
        let features = read_features(&mut process)?;
        let name = line.rules().army().name.clone();
        let variant = (!line.is_ordinary()).then_some(name);
        if let Some(name) = variant.as_ref().filter(|name| !features.variants.contains(name)) {
            let what = format!("does not play the army {}", InputError::quote(name));
            return Err(process.failure(FailureKind::Protocol, what));
        }
        for (name, value) in options {
            let command = match name.as_str() {
                "memory" if features.memory => format!("memory {value}"),
                "cores" if features.smp => format!("cores {value}"),
                _ if features.options.contains(name) && value.is_empty() => format!("option {name}"),
                _ if features.options.contains(name) => format!("option {name}={value}"),
                _ => {
                    let what = format!("has no option {}", InputError::quote(name));
                    return Err(process.failure(FailureKind::Protocol, what));
                }
            };
            process.send(&command)?;
        }
        let mut session = XboardSession {
            process,
            line,
            features,
            variant,
            sent: None,
            pings: 0,
            limits: (None, None),
            has_level: false,
        };
        session.start_game()?;
        Ok(session)
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        self.start_game()
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let (start, moves, _) = self.line.coordinates(history)?;
        self.send_game(&start, &moves)?;
        let seconds = self.send_limits(limits, history.clocks.as_ref())?;
        self.synchronize()?;
        self.process.send("go")?;
        let (mut score, mut nodes) = (0.0, 0);
        let policy = move_policy(history, limits, seconds.map(Duration::from_secs));
        let answer = self.process.receive("go", policy, |line| {
            if let Some((found_score, found_nodes)) = read_thinking(line) {
                (score, nodes) = (found_score, found_nodes);
            }
            read_answer(line).map(Ok)
        })?;
        let text = match answer {
            Answer::Move(text) => text,
            Answer::Resigned => return Err(self.process.failure(FailureKind::Resignation, "resigned")),
            Answer::Rejected(line) => return Err(self.rejected(&line)),
            Answer::Claimed(line) => {
                let what = format!("claimed {} although the game goes on", InputError::quote(&line));
                return Err(self.process.failure(FailureKind::Protocol, what));
            }
        };
        self.process.send("force")?;
        // The program has played the move on its own board; an unreadable one is reported by the caller.
        self.sent = self.line.with_move(history, &text).ok().map(|moves| (start, moves));
        Ok(ChosenMove { text, score, unit: Unit::Pawns, nodes })
    }
}

impl XboardSession {
    /// Sets the board up for a new game.
    fn start_game(&mut self) -> Result<(), EngineFailure> {
        self.process.send("new")?;
        if let Some(variant) = &self.variant {
            self.process.send(&format!("variant {variant}"))?;
        }
        // Without pondering, and with its thinking shown.
        self.process.send("force\neasy\npost")?;
        self.sent = Some((self.line.start(), Vec::new()));
        self.limits = (None, None);
        self.has_level = false;
        self.synchronize()
    }

    /// Sends the moves the program does not have yet.
    fn send_game(&mut self, start: &str, moves: &[String]) -> Result<(), EngineFailure> {
        let is_known = |(sent_start, sent_moves): &(String, Vec<String>)| {
            sent_start == start && moves.starts_with(sent_moves)
        };
        if !self.sent.as_ref().is_some_and(is_known) {
            self.start_game()?;
            if start != self.line.start() {
                if !self.features.setboard {
                    let what = "cannot play from this position: it has no setboard command";
                    return Err(self.process.failure(FailureKind::Protocol, what));
                }
                self.process.send(&format!("setboard {start}"))?;
                self.sent = Some((start.to_owned(), Vec::new()));
            }
        }
        let known = self.sent.as_ref().map_or(0, |(_, sent)| sent.len());
        for mv in &moves[known..] {
            let command = if self.features.usermove { format!("usermove {mv}") } else { mv.clone() };
            self.process.send(&command)?;
        }
        Ok(())
    }

    /// Sends depth and time where they have changed. Returns the seconds for a move that hold now.
    fn send_limits(
        &mut self,
        limits: &SearchLimits<'_>,
        clocks: Option<&Clocks>,
    ) -> Result<Option<u64>, EngineFailure> {
        let depth = Some(limits.depth).filter(|&depth| depth < u32::MAX);
        if let Some(depth) = depth.filter(|_| depth != self.limits.0) {
            self.process.send(&format!("sd {depth}"))?;
        }
        if let Some(Clocks { own, own_increment, other, .. }) = clocks {
            if !self.has_level {
                let (seconds, increment) = (own.as_secs().max(1), own_increment.as_secs_f64());
                self.process.send(&format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60))?;
                self.has_level = true;
            }
            let [own, other] = [own, other].map(|time| time.as_millis() / 10);
            self.process.send(&format!("time {own}\notim {other}"))?;
            self.limits.0 = depth;
            return Ok(None);
        }
        let time = limits.time.or(depth.is_none().then_some(USUAL_TIME));
        let seconds = time.map(|time| time.as_secs().max(1));
        if let Some(seconds) = seconds.filter(|_| seconds != self.limits.1) {
            self.process.send(&format!("st {seconds}"))?;
        }
        self.limits = (depth, seconds);
        Ok(seconds)
    }

    /// Waits until the program has handled all commands, and drops what it has sent so far.
    fn synchronize(&mut self) -> Result<(), EngineFailure> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        let (ping, pong) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.send(&ping)?;
        let mut rejected = None;
        self.process.receive(&ping, WaitPolicy::COMMAND, |line| {
            if let Some(Answer::Rejected(line)) = read_answer(line) {
                rejected.get_or_insert(line);
            }
            (line.trim() == pong).then_some(Ok(()))
        })?;
        rejected.map_or(Ok(()), |line| Err(self.rejected(&line)))
    }

    fn rejected(&self, line: &str) -> EngineFailure {
        self.process.failure(FailureKind::Protocol, format_args!("answered {}", InputError::quote(line)))
    }
}

/// Reads the features until the program has listed all. A program of protocol 1 lists none.
fn read_features(process: &mut Process) -> Result<Features, EngineFailure> {
    let mut features = Features::default();
    loop {
        let timeout = if features.done.is_none() { FEATURE_TIMEOUT } else { WaitPolicy::COMMAND.timeout };
        let policy = WaitPolicy { timeout, on_timeout: FailureKind::Stall, stop: None };
        let line = process.receive("protover 2", policy, |line| {
            line.trim().strip_prefix("feature ").map(|features| Ok(features.to_owned()))
        });
        match line {
            Ok(line) => {
                for (name, is_accepted) in features.read(&line) {
                    process.send(&format!("{} {name}", if is_accepted { "accepted" } else { "rejected" }))?;
                }
            }
            Err(failure) if failure.kind == FailureKind::Stall && features.done.is_none() => {
                return Ok(features);
            }
            Err(failure) => return Err(failure),
        }
        if features.done == Some(true) {
            return Ok(features);
        }
    }
}

/// A line that ends a search, or the line that rejects a command.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Move(String),
    Resigned,
    /// An error message about a move or command.
    Rejected(String),
    /// A result before the end of the game.
    Claimed(String),
}

fn read_answer(line: &str) -> Option<Answer> {
    let line = line.trim();
    let first_word = |text: &str| text.split_whitespace().next().map(str::to_owned);
    if let Some(text) = line.strip_prefix("move ") {
        return first_word(text).map(Answer::Move);
    }
    if let Some(text) = line.strip_prefix("My move is") {
        return first_word(text.trim_start_matches([' ', ':'])).map(Answer::Move);
    }
    if line == "resign" || (line.contains('{') && line.to_ascii_lowercase().contains("resign")) {
        return Some(Answer::Resigned);
    }
    if ["1-0", "0-1", "1/2-1/2"].iter().any(|result| line.starts_with(result)) {
        return Some(Answer::Claimed(line.to_owned()));
    }
    let is_rejection = line.starts_with("Illegal move") || line.starts_with("tellusererror Illegal position");
    is_rejection.then(|| Answer::Rejected(line.to_owned()))
}

/// Reads a line of thinking: depth, score in centipawns, time, nodes, variation. Returns pawns and nodes.
fn read_thinking(line: &str) -> Option<(f64, u64)> {
    let mut words = line.split_whitespace();
    words.next()?.trim_end_matches(['.', '+', '-', '&']).parse::<u32>().ok()?;
    let score: i64 = words.next()?.parse().ok()?;
    words.next()?.parse::<u64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some((score as f64 / 100.0, nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let mv = |text: &str| Some(Answer::Move(text.to_owned()));
        assert_eq!(read_answer("move e2e4"), mv("e2e4"));
        assert_eq!(read_answer("My move is : g1f3"), mv("g1f3"));
        assert_eq!(read_answer("My move is: O-O"), mv("O-O"));
        assert_eq!(read_answer("resign"), Some(Answer::Resigned));
        assert_eq!(read_answer("0-1 {White resigns}"), Some(Answer::Resigned));
        for line in ["1/2-1/2 {Draw by repetition}", "1-0 {White mates}"] {
            assert_eq!(read_answer(line), Some(Answer::Claimed(line.to_owned())));
        }
        assert!(matches!(read_answer("Illegal move: e2e5"), Some(Answer::Rejected(_))));
        for line in [
            "",
            "move",
            "move ",
            "1. e2e4",
            "# 16+16 pieces",
            "Error (unknown command): accepted",
            "Hint: e4",
        ] {
            assert_eq!(read_answer(line), None, "{line}");
        }
    }

    #[test]
    fn thinking_is_read() {
        assert_eq!(read_thinking(" 5     15        6      21499 d2d4 d7d5"), Some((0.15, 21499)));
        assert_eq!(read_thinking("8 +25 100 660000 Nf3"), Some((0.25, 660_000)));
        assert_eq!(read_thinking("9. -31 4 77 e4"), Some((-0.31, 77)));
        for line in ["", "1. e2e4", "move e2e4", "# times @ 1: real=70", "3 4 5"] {
            assert_eq!(read_thinking(line), None, "{line}");
        }
    }
}
