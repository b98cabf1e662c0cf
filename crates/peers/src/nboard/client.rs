//! NBoard client: an external engine behind the NBoard protocol.

use games::othello::formats::PlayedGame;
use games::othello::formats::ggf::{self, Ggf};
use rules::InputError;
use search::{SearchLimits, Unit};

use crate::client::{ChosenMove, GameHistory, ProtocolSession, othello, wait_policy};
use crate::failure::{EngineFailure, FailureKind};
use crate::process::{Process, WaitPolicy};

/// Session with an Othello engine that uses the NBoard protocol.
///
/// The protocol transmits any position and a depth, but no time.
pub(crate) struct NBoardSession {
    process: Process,
    pings: u64,
    /// Game on the engine's board.
    sent: Option<PlayedGame>,
    /// Depth that was sent to the engine.
    depth: Option<u32>,
}

impl ProtocolSession for NBoardSession {
    const QUIT: &'static str = "quit";

    fn handshake(
        process: Process,
        _rules: &str,
        _options: &[(String, String)],
    ) -> Result<NBoardSession, EngineFailure> {
        let mut session = NBoardSession { process, pings: 0, sent: None, depth: None };
        session.process.send("nboard 2")?;
        session.process.send("set contempt 0")?;
        session.ping()?;
        Ok(session)
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        self.sent = None;
        Ok(())
    }

    fn choose_move(
        &mut self,
        history: &GameHistory,
        limits: &SearchLimits<'_>,
    ) -> Result<ChosenMove, EngineFailure> {
        let Some(game) = othello(history) else {
            return Err(self.process.failure(FailureKind::Protocol, "cannot receive this game"));
        };
        let depth = Some(limits.depth).filter(|&depth| depth < u32::MAX);
        if let Some(depth) = depth.filter(|_| depth != self.depth) {
            self.process.send(&format!("set depth {depth}"))?;
        }
        self.depth = depth;
        self.send_game(&game)?;
        self.ping()?;
        self.process.send("go")?;
        let mut nodes = 0;
        let (text, score) = self.process.receive("go", wait_policy(limits, None), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("===") => Some(Ok(read_choice(words.collect::<Vec<_>>().join("/").as_str()))),
                Some("nodestats") => {
                    // Some engines write the count with a decimal point.
                    nodes = words.next().and_then(|count| count.parse::<f64>().ok()).unwrap_or(0.0) as u64;
                    None
                }
                _ => None,
            }
        })?;
        let mut after = game;
        after.add(&text).map_err(|error| {
            let what = format!("played {}, but {error}", InputError::quote(&text));
            self.process.failure(FailureKind::Illegal, what)
        })?;
        Ok(ChosenMove { text, score, unit: Unit::Discs, nodes })
    }
}

impl NBoardSession {
    /// Waits until the engine has processed all commands.
    fn ping(&mut self) -> Result<(), EngineFailure> {
        self.pings += 1;
        let (request, expected) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.send(&request)?;
        self.process
            .receive(&request, WaitPolicy::COMMAND, |line| (line.trim() == expected).then_some(Ok(())))
    }

    /// Sends the moves the engine does not have yet.
    fn send_game(&mut self, game: &PlayedGame) -> Result<(), EngineFailure> {
        let is_prefix =
            |sent: &PlayedGame| sent.start() == game.start() && game.moves().starts_with(sent.moves());
        let known = match self.sent.take().filter(is_prefix) {
            Some(sent) => sent.moves().len(),
            None => {
                let start = Ggf::new(PlayedGame::from_position(*game.start()));
                self.process.send(&format!("set game {}", start.with("PB", "Black").with("PW", "White")))?;
                0
            }
        };
        for &mv in &game.moves()[known..] {
            self.process.send(&format!("move {}", ggf::word(mv)))?;
        }
        self.sent = Some(game.clone());
        Ok(())
    }
}

/// Reads `F5/1.20/3.5`: move, evaluation and time. Some engines separate them by spaces.
fn read_choice(text: &str) -> (String, f64) {
    let mut parts = text.split('/');
    let mv = parts.next().unwrap_or_default().to_owned();
    let score = parts.next().and_then(|score| score.parse::<f64>().ok()).filter(|score| score.is_finite());
    (mv, score.unwrap_or(0.0))
}
