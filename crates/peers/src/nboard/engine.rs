//! We are the engine of NBoard.

use std::time::Duration;

use engine::Analysis;
use games::othello::formats::{PlayedGame, ggf};
use games::othello::{Move, Othello, Position};
use rules::cpu::Portable;
use rules::{Notation, Rules, Seat, Status};

use crate::conversation::{Act, Conversation, Finding, Task};

/// How deep a hint looks if nobody has set a depth.
const USUAL_DEPTH: u32 = 12;

/// Our part of a conversation with NBoard.
///
/// A line that is not understood is ignored, as the protocol wants it. What was being result about when the position
/// changes, or when the board says `ping`, is dropped, and nothing more is said of it.
pub struct NBoardEngine {
    name: String,
    game: PlayedGame,
    depth: Option<u32>,
    job: Option<Job>,
    tasks: u64,
}

/// What is being result about.
enum Job {
    /// The move that we would play.
    Go,
    /// The best moves.
    Hint(Hint),
    /// Every position of the game, the last first: those still to come.
    Analysis(Vec<Position>),
}

/// A hint looks at what follows every move, one turn deeper in every round.
struct Hint {
    /// So many moves are wanted.
    wanted: usize,
    depth: u32,
    moves: Vec<Candidate>,
    /// The move whose reply is being result about.
    index: usize,
    /// Whether the engine went as deep as it was asked in this round, at one move at least.
    is_deeper: bool,
    nodes: u64,
    took: Duration,
}

struct Candidate {
    mv: Move,
    after: Position,
    /// In discs, for who makes the move.
    value: f64,
    line: String,
}

impl NBoardEngine {
    /// A conversation about the usual beginning. `name` is what the engine is called.
    pub fn new(name: &str) -> NBoardEngine {
        NBoardEngine {
            name: format!("Takhteh {name}"),
            game: PlayedGame::default(),
            depth: None,
            job: None,
            tasks: 0,
        }
    }

    fn set(&mut self, what: &str) -> Vec<Act> {
        let (key, value) = split(what);
        match key {
            "depth" => {
                self.depth = value.parse().ok().filter(|&depth| depth > 0).or(self.depth);
                vec![self.tell_name()]
            }
            "game" => match ggf::read(value) {
                Ok(ggf) => {
                    let game = ggf.game().clone();
                    let goes_on =
                        game.start() == self.game.start() && game.moves().starts_with(self.game.moves());
                    self.game = game;
                    let mut acts = self.drop_job();
                    acts.extend((!goes_on).then_some(Act::Begin(None)));
                    acts
                }
                Err(error) => vec![status(format_args!("the game was not understood: {error}"))],
            },
            // We play for discs, and no draw is worth more than another.
            _ => Vec::new(),
        }
    }

    fn tell_name(&self) -> Act {
        Act::Say(format!("set myname {}", self.name))
    }

    /// A move was made: `F5`, with what the mover result of it behind slashes or blanks.
    fn made(&mut self, text: &str) -> Vec<Act> {
        let word = text.split(['/', ' ']).next().unwrap_or_default();
        match self.game.add(word) {
            Ok(_) => self.drop_job(),
            Err(error) => vec![status(format_args!("the move was not made: {error}"))],
        }
    }

    fn drop_job(&mut self) -> Vec<Act> {
        self.job.take().map(|_| Act::Stop).into_iter().collect()
    }

    fn begin(&mut self, job: Job) -> Vec<Act> {
        let mut acts = self.drop_job();
        if self.game.is_over() && !matches!(job, Job::Analysis(_)) {
            acts.push(status("the game is over"));
            return acts;
        }
        acts.push(status(format_args!("{} is thinking", self.name)));
        self.job = Some(job);
        acts.extend(self.next());
        acts
    }

    /// The next thing to think about, or the end of it.
    fn next(&mut self) -> Vec<Act> {
        let mut acts = Vec::new();
        let (position, depth) = match &mut self.job {
            None => return acts,
            Some(Job::Go) => (*self.game.position(), self.depth),
            Some(Job::Hint(hint)) => {
                let most = self.depth.unwrap_or(USUAL_DEPTH);
                if hint.index == hint.moves.len() {
                    acts.extend(hint.round());
                    if hint.depth >= most || !hint.is_deeper {
                        acts.extend(self.done());
                        return acts;
                    }
                    hint.next_round();
                }
                (hint.moves[hint.index].after, Some(hint.depth - 1))
            }
            Some(Job::Analysis(positions)) => loop {
                let Some(&position) = positions.last() else {
                    acts.extend(self.done());
                    return acts;
                };
                match ended(&position) {
                    Some(value) => {
                        positions.pop();
                        acts.push(analysis(positions.len(), value));
                    }
                    None => break (position, self.depth),
                }
            },
        };
        self.tasks += 1;
        let position = rules().write_position(&position);
        acts.push(Act::Think(Task { number: self.tasks, position, depth, time: None }));
        acts
    }

    fn done(&mut self) -> Vec<Act> {
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
            Candidate { mv, after, value: ended(&after).map_or(0.0, |value| -value), line: String::new() }
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

    /// Games that a move ends need no thinking.
    fn skip_ended(&mut self) {
        while self.moves.get(self.index).is_some_and(|candidate| ended(&candidate.after).is_some()) {
            self.index += 1;
        }
    }

    /// What was found of the reply to a move.
    fn learn(&mut self, advice: &Analysis) {
        let depth = self.depth;
        if let Some(candidate) = self.moves.get_mut(self.index) {
            candidate.value = -discs(advice);
            candidate.line = advice.pv.iter().map(|mv| if mv == "pass" { "PA" } else { mv }).collect();
        }
        self.is_deeper |= advice.depth + 1 >= depth;
        self.nodes += advice.nodes;
        self.index += 1;
        self.skip_ended();
    }

    /// The best moves after a round.
    fn round(&mut self) -> Vec<Act> {
        let mut best: Vec<&Candidate> = self.moves.iter().collect();
        best.sort_by(|a, b| b.value.total_cmp(&a.value));
        let line = |candidate: &&Candidate| {
            let Candidate { mv, value, line, .. } = candidate;
            Act::Say(format!("search {}{} {value:.2} 0 {}", ggf::word(*mv), line.to_uppercase(), self.depth))
        };
        let mut acts: Vec<Act> = best.iter().take(self.wanted).map(line).collect();
        acts.push(nodestats(self.nodes, self.took));
        acts
    }
}

impl Conversation for NBoardEngine {
    fn hear(&mut self, line: &str) -> Vec<Act> {
        let (command, rest) = split(line);
        match command {
            "nboard" => vec![self.tell_name()],
            "set" => self.set(rest),
            "move" => self.made(rest),
            "go" => self.begin(Job::Go),
            "hint" => {
                let wanted = rest.parse().unwrap_or(1).max(1);
                let job = self.hint(wanted);
                self.begin(job)
            }
            "analyze" => self.begin(Job::Analysis(self.game.positions())),
            "ping" => {
                let mut acts = self.drop_job();
                acts.push(Act::Say(format!("pong {rest}").trim_end().to_owned()));
                acts
            }
            // We have no book to learn by heart.
            "learn" => vec![Act::Say("learned".to_owned())],
            "quit" => vec![Act::Stop, Act::Quit],
            // Version 1 says a move without a word before it.
            word if rest.is_empty() && word.len() == 2 => self.made(word),
            _ => Vec::new(),
        }
    }

    fn learn(&mut self, finding: Finding) -> Vec<Act> {
        if finding.task != self.tasks {
            return Vec::new();
        }
        let advice = match (finding.advice, &self.job) {
            (_, None) => return Vec::new(),
            (Ok(Some(advice)), _) => advice,
            (Ok(None), _) => return self.gave_up("no move was found"),
            (Err(error), _) => return self.gave_up(&error.to_string()),
        };
        match &mut self.job {
            Some(Job::Go) => {
                let word = if advice.best == "pass" { "PA" } else { advice.best.as_str() }.to_uppercase();
                let seconds = finding.took.as_secs_f64();
                let mut acts = vec![
                    nodestats(advice.nodes, finding.took),
                    Act::Say(format!("=== {word}/{:.2}/{seconds:.2}", discs(&advice))),
                ];
                acts.extend(self.done());
                acts
            }
            Some(Job::Hint(hint)) => {
                hint.took += finding.took;
                hint.learn(&advice);
                self.next()
            }
            Some(Job::Analysis(positions)) => {
                positions.pop();
                let mut acts = vec![analysis(positions.len(), discs(&advice))];
                acts.extend(self.next());
                acts
            }
            None => Vec::new(),
        }
    }

    fn is_idle(&self) -> bool {
        self.job.is_none()
    }
}

impl NBoardEngine {
    fn gave_up(&mut self, why: &str) -> Vec<Act> {
        self.job = None;
        vec![status(why)]
    }
}

fn rules() -> Othello {
    Othello::new(Seat::FIRST, Portable)
}

/// The first word of a line, and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (word, rest.trim())
}

/// Evaluation of a result in discs.
fn discs(analysis: &Analysis) -> f64 {
    analysis.evaluation.number().clamp(-64.0, 64.0)
}

/// What a finished game is worth to the side that would move, in discs.
fn ended(position: &Position) -> Option<f64> {
    let discs = |seat: Seat| f64::from(position.discs(seat).count_ones());
    matches!(rules().status(position), Status::Over(_))
        .then(|| discs(position.turn()) - discs(position.turn().other()))
}

fn status(text: impl std::fmt::Display) -> Act {
    Act::Say(format!("status {text}"))
}

fn nodestats(nodes: u64, took: Duration) -> Act {
    Act::Say(format!("nodestats {nodes} {:.2}", took.as_secs_f64()))
}

fn analysis(made: usize, value: f64) -> Act {
    Act::Say(format!("analysis {made} {value:.2}"))
}
