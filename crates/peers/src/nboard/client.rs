//! We ask a program that speaks with NBoard.

use games::othello::formats::PlayedGame;
use games::othello::formats::ggf::{self, Ggf};
use rules::InputError;
use search::{EngineFailure, FailureKind, SearchLimits};

use crate::client::{Choice, Session, Story, othello, patience};
use crate::process::{Patience, Process};

/// A program that plays Othello for NBoard.
///
/// The protocol knows any position and a depth, but no time.
pub(crate) struct NBoardSession {
    process: Process,
    pings: u64,
    /// The game it was told of.
    told: Option<PlayedGame>,
    /// The depth that it was told.
    depth: Option<u32>,
}

impl Session for NBoardSession {
    const FAREWELL: &'static str = "quit";

    fn greet(process: Process) -> Result<NBoardSession, EngineFailure> {
        let mut session = NBoardSession { process, pings: 0, told: None, depth: None };
        session.process.say("nboard 2")?;
        session.process.say("set contempt 0")?;
        session.ping()?;
        Ok(session)
    }

    fn new_game(&mut self, _seed: u64) -> Result<(), EngineFailure> {
        self.told = None;
        Ok(())
    }

    fn choose(&mut self, story: &Story, limits: &SearchLimits<'_>) -> Result<Choice, EngineFailure> {
        let Some(game) = othello(story) else {
            return Err(self.process.failure(FailureKind::Protocol, "cannot be told of this game"));
        };
        let depth = Some(limits.depth).filter(|&depth| depth < u32::MAX);
        if let Some(depth) = depth.filter(|_| depth != self.depth) {
            self.process.say(&format!("set depth {depth}"))?;
        }
        self.depth = depth;
        self.tell(&game)?;
        self.ping()?;
        self.process.say("go")?;
        let mut nodes = 0;
        let (text, score) = self.process.answer("go", patience(limits, None), |line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("===") => Some(Ok(read_choice(words.collect::<Vec<_>>().join("/").as_str()))),
                Some("nodestats") => {
                    // Programs that count in their heads write them with a point.
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
        Ok(Choice { text, score, nodes })
    }
}

impl NBoardSession {
    /// Waits until the program has taken notice of all that was said.
    fn ping(&mut self) -> Result<(), EngineFailure> {
        self.pings += 1;
        let (request, expected) = (format!("ping {}", self.pings), format!("pong {}", self.pings));
        self.process.say(&request)?;
        self.process.answer(&request, Patience::BRIEF, |line| (line.trim() == expected).then_some(Ok(())))
    }

    /// Tells the program what it does not know yet of a game.
    fn tell(&mut self, game: &PlayedGame) -> Result<(), EngineFailure> {
        let goes_on =
            |told: &PlayedGame| told.start() == game.start() && game.moves().starts_with(told.moves());
        let known = match self.told.take().filter(goes_on) {
            Some(told) => told.moves().len(),
            None => {
                let start = Ggf::new(PlayedGame::from_position(*game.start()));
                self.process.say(&format!("set game {}", start.with("PB", "Black").with("PW", "White")))?;
                0
            }
        };
        for &mv in &game.moves()[known..] {
            self.process.say(&format!("move {}", ggf::word(mv)))?;
        }
        self.told = Some(game.clone());
        Ok(())
    }
}

/// `F5/1.20/3.5`: the move, and what the program thinks of it. Some divide by blanks.
fn read_choice(text: &str) -> (String, f64) {
    let mut parts = text.split('/');
    let mv = parts.next().unwrap_or_default().to_owned();
    let score = parts.next().and_then(|score| score.parse::<f64>().ok()).filter(|score| score.is_finite());
    (mv, score.unwrap_or(0.0))
}
