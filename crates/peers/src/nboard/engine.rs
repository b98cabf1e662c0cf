//! NBoard engine: Takhteh behind an NBoard board.

use std::sync::Arc;
use std::time::Duration;

use engine::{Analysis, Limits};
use games::othello::formats::{PlayedGame, ggf};
use games::othello::{Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Rules, Seat, Status};
use view::{DynMove, GamePosition};

use crate::protocol_engine::{Effect, ProtocolEngine, SearchTask, TaskResult};

/// Depth of a hint if the board has set none.
const DEFAULT_HINT_DEPTH: u32 = 12;

/// NBoard engine for Othello.
///
/// Unknown lines are ignored, as the protocol requires. A change of the position or a `ping` cancels the current search
/// without further output.
pub struct NBoardEngine {
    name: String,
    game: PlayedGame,
    depth: Option<u32>,
    job: Option<Job>,
    last_task: u64,
}

/// The current job.
enum Job {
    /// Find the move to play.
    Go,
    /// Find the best moves.
    Hint(Hint),
    /// Evaluate every position of the game from the last to the first; holds those still to do.
    Analysis(Vec<Position>),
}

/// Iterative deepening over the replies to every move.
struct Hint {
    /// Number of moves requested.
    wanted: usize,
    depth: u32,
    moves: Vec<Candidate>,
    /// Index of the move whose reply is being searched.
    index: usize,
    /// `true` if the engine reached the requested depth for at least one move of this round.
    is_deeper: bool,
    nodes: u64,
    took: Duration,
}

struct Candidate {
    mv: Move,
    after: Position,
    /// Value in discs for the side that plays the move.
    value: f64,
    line: String,
}

impl NBoardEngine {
    /// An engine at the start position. `name` is the name it reports.
    pub fn new(name: &str) -> NBoardEngine {
        NBoardEngine {
            name: format!("Takhteh {name}"),
            game: PlayedGame::default(),
            depth: None,
            job: None,
            last_task: 0,
        }
    }

    fn set(&mut self, what: &str) -> Vec<Effect> {
        let (key, value) = split(what);
        match key {
            "depth" => {
                self.depth = value.parse().ok().filter(|&depth| depth > 0).or(self.depth);
                vec![self.send_name()]
            }
            "game" => match ggf::read(value) {
                Ok(ggf) => {
                    let game = ggf.game().clone();
                    let goes_on =
                        game.start() == self.game.start() && game.moves().starts_with(self.game.moves());
                    self.game = game;
                    let mut effects = self.drop_job();
                    effects.extend((!goes_on).then_some(Effect::NewGame(None)));
                    effects
                }
                Err(error) => vec![status(format_args!("cannot read the game: {error}"))],
            },
            // Other settings, such as contempt, have no effect.
            _ => Vec::new(),
        }
    }

    fn send_name(&self) -> Effect {
        Effect::Send(format!("set myname {}", self.name))
    }

    /// Handles a move: `F5`, optionally followed by evaluation and time after slashes or spaces.
    fn on_move(&mut self, text: &str) -> Vec<Effect> {
        let word = text.split(['/', ' ']).next().unwrap_or_default();
        match self.game.add(word) {
            Ok(_) => self.drop_job(),
            Err(error) => vec![status(format_args!("cannot play the move: {error}"))],
        }
    }

    fn drop_job(&mut self) -> Vec<Effect> {
        self.job.take().map(|_| Effect::Stop).into_iter().collect()
    }

    fn begin(&mut self, job: Job) -> Vec<Effect> {
        let mut effects = self.drop_job();
        if self.game.is_over() && !matches!(job, Job::Analysis(_)) {
            effects.push(status("the game is over"));
            return effects;
        }
        effects.push(status(format_args!("{} is thinking", self.name)));
        self.job = Some(job);
        effects.extend(self.next());
        effects
    }

    /// Starts the next search of the job, or ends the job.
    fn next(&mut self) -> Vec<Effect> {
        let mut effects = Vec::new();
        let (position, depth) = match &mut self.job {
            None => return effects,
            Some(Job::Go) => (*self.game.position(), self.depth),
            Some(Job::Hint(hint)) => {
                let max_depth = self.depth.unwrap_or(DEFAULT_HINT_DEPTH);
                if hint.index == hint.moves.len() {
                    effects.extend(hint.report());
                    if hint.depth >= max_depth || !hint.is_deeper {
                        effects.extend(self.done());
                        return effects;
                    }
                    hint.next_round();
                }
                (hint.moves[hint.index].after, Some(hint.depth - 1))
            }
            Some(Job::Analysis(positions)) => loop {
                let Some(&position) = positions.last() else {
                    effects.extend(self.done());
                    return effects;
                };
                match final_value(&position) {
                    Some(value) => {
                        positions.pop();
                        effects.push(analysis_line(positions.len(), value));
                    }
                    None => break (position, self.depth),
                }
            },
        };
        self.last_task += 1;
        let position = Box::new(GamePosition::new(Arc::new(rules()), position));
        let limits = Limits { depth, ..Limits::default() };
        effects.push(Effect::Search(SearchTask {
            number: self.last_task,
            position,
            past: Vec::new(),
            limits,
        }));
        effects
    }

    fn done(&mut self) -> Vec<Effect> {
        self.job = None;
        vec![status(format_args!("{} is waiting", self.name))]
    }

    fn hint(&self, wanted: usize) -> Job {
        let position = self.game.position();
        let mut moves = Vec::new();
        rules().legal_moves(position, &mut moves);
        let candidate = |mv| {
            let mut after = *position;
            rules().play(&mut after, mv);
            Candidate {
                mv,
                after,
                value: final_value(&after).map_or(0.0, |value| -value),
                line: String::new(),
            }
        };
        let moves = moves.into_iter().map(candidate).collect();
        let mut hint =
            Hint { wanted, depth: 1, moves, index: 0, is_deeper: true, nodes: 0, took: Duration::ZERO };
        hint.next_round();
        Job::Hint(hint)
    }
}

impl Hint {
    fn next_round(&mut self) {
        self.depth += 1;
        self.is_deeper = false;
        self.index = 0;
        self.skip_ended();
    }

    /// Skips moves that end the game.
    fn skip_ended(&mut self) {
        while self.moves.get(self.index).is_some_and(|candidate| final_value(&candidate.after).is_some()) {
            self.index += 1;
        }
    }

    /// Adds the result of a search.
    fn add(&mut self, analysis: &Analysis) {
        let depth = self.depth;
        if let Some(candidate) = self.moves.get_mut(self.index) {
            candidate.value = -discs(analysis);
            candidate.line = analysis.pv.iter().map(word).collect();
        }
        self.is_deeper |= analysis.depth + 1 >= depth;
        self.nodes += analysis.nodes;
        self.index += 1;
        self.skip_ended();
    }

    /// Output after a round.
    fn report(&mut self) -> Vec<Effect> {
        let mut best: Vec<&Candidate> = self.moves.iter().collect();
        best.sort_by(|a, b| b.value.total_cmp(&a.value));
        let line = |candidate: &&Candidate| {
            let Candidate { mv, value, line, .. } = candidate;
            Effect::Send(format!("search {}{} {value:.2} 0 {}", ggf::word(*mv), line, self.depth))
        };
        let mut effects: Vec<Effect> = best.iter().take(self.wanted).map(line).collect();
        effects.push(nodestats(self.nodes, self.took));
        effects
    }
}

impl ProtocolEngine for NBoardEngine {
    fn on_line(&mut self, line: &str) -> Vec<Effect> {
        let (command, rest) = split(line);
        match command {
            "nboard" => vec![self.send_name()],
            "set" => self.set(rest),
            "move" => self.on_move(rest),
            "go" => self.begin(Job::Go),
            "hint" => {
                let wanted = rest.parse().unwrap_or(1).max(1);
                let job = self.hint(wanted);
                self.begin(job)
            }
            "analyze" => self.begin(Job::Analysis(self.game.positions())),
            "ping" => {
                let mut effects = self.drop_job();
                effects.push(Effect::Send(format!("pong {rest}").trim_end().to_owned()));
                effects
            }
            // There is no opening book to update.
            "learn" => vec![Effect::Send("learned".to_owned())],
            "quit" => vec![Effect::Stop, Effect::Quit],
            // Version 1 sends moves without a command.
            word if rest.is_empty() && word.len() == 2 => self.on_move(word),
            _ => Vec::new(),
        }
    }

    fn on_result(&mut self, result: TaskResult) -> Vec<Effect> {
        if result.task != self.last_task {
            return Vec::new();
        }
        let found = match (result.analysis, &self.job) {
            (_, None) => return Vec::new(),
            (Ok(Some(found)), _) => found,
            (Ok(None), _) => return self.fail("no move was found"),
            (Err(error), _) => return self.fail(&error.to_string()),
        };
        match &mut self.job {
            Some(Job::Go) => {
                let word = word(&found.best);
                let seconds = result.took.as_secs_f64();
                let mut effects = vec![
                    nodestats(found.nodes, result.took),
                    Effect::Send(format!("=== {word}/{:.2}/{seconds:.2}", discs(&found))),
                ];
                effects.extend(self.done());
                effects
            }
            Some(Job::Hint(hint)) => {
                hint.took += result.took;
                hint.add(&found);
                self.next()
            }
            Some(Job::Analysis(positions)) => {
                positions.pop();
                let mut effects = vec![analysis_line(positions.len(), discs(&found))];
                effects.extend(self.next());
                effects
            }
            None => Vec::new(),
        }
    }

    fn is_idle(&self) -> bool {
        self.job.is_none()
    }
}

impl NBoardEngine {
    fn fail(&mut self, why: &str) -> Vec<Effect> {
        self.job = None;
        vec![status(why)]
    }
}

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}

/// Splits a line into its first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// A move of a result as the protocol writes it.
fn word(mv: &DynMove) -> String {
    mv.get().map_or_else(String::new, ggf::word)
}

/// Evaluation of a result in discs.
fn discs(analysis: &Analysis) -> f64 {
    analysis.evaluation.number().clamp(-64.0, 64.0)
}

/// Disc difference of a finished game for the side to move; `None` if the game goes on.
fn final_value(position: &Position) -> Option<f64> {
    let discs = |seat: Seat| f64::from(position.discs(seat).count_ones());
    matches!(rules().status(position), Status::Over(_))
        .then(|| discs(position.turn()) - discs(position.turn().other()))
}

fn status(text: impl std::fmt::Display) -> Effect {
    Effect::Send(format!("status {text}"))
}

fn nodestats(nodes: u64, took: Duration) -> Effect {
    Effect::Send(format!("nodestats {nodes} {:.2}", took.as_secs_f64()))
}

fn analysis_line(ply: usize, value: f64) -> Effect {
    Effect::Send(format!("analysis {ply} {value:.2}"))
}
