//! `takhteh play`: a game in the terminal.

mod input;
mod players;

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use games::catalog;
use rules::{Outcome, RetireReason, Seat};
use search::EngineName;
use table::{Action, Dice, Event, EventKind, Millis, Offer, Reply, Secret, Table, TimeControl};
use view::diagram::TokenKind;

use self::input::{Input, Line, Order};
use self::players::{Player, by_seat};
use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, counted, event_object, json, seat_title};
use crate::record_file::RecordFile;

#[derive(Args)]
#[command(after_help = "While you play: type a move, or `help` for what else can be typed.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Who sits where: human, an engine with options as in 2=strong:level=3 (`takhteh games` lists them), or another
    /// program as in 2=exec:gtp:COMMAND. Seat 1 is human and the others random unless said otherwise
    #[arg(long = "seat", value_name = "N=PLAYER")]
    seats: Vec<String>,

    /// The players' time: 5m for the game, 5m+3s with more for each move, 8s/move, or none
    #[arg(long, value_name = "TIME", default_value = "none")]
    clock: TimeControl,

    /// The position to begin from
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// What a player is called
    #[arg(long = "name", value_name = "N=NAME")]
    names: Vec<String>,

    /// A word that a seat adds to the dice before the first roll
    #[arg(long = "word", value_name = "N=WORD")]
    words: Vec<String>,

    /// Keep the record of the game in this new file, every move as soon as it is made
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Makes dice and random players repeatable
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let (name, settings) = (&arguments.game.game, arguments.game.settings()?);
    let game = catalog::open(name, &settings)?;
    let seats = game.seats();
    let (secret, seed) = match arguments.seed {
        Some(seed) => (Secret::from_seed(seed), seed),
        None => entropy()?,
    };
    let open = |engine: &EngineName| peers::open(name, &settings, Some(engine));
    let players = players::seated(&arguments.seats, seats, seed, open)?;
    let mut names: Vec<String> = players.iter().map(Player::name).collect();
    for (seat, name) in by_seat(&arguments.names, "--name", seats)? {
        name.clone_into(&mut names[seat.index()]);
    }
    let words = by_seat(&arguments.words, "--word", seats)?;
    let mut table = Table::open(game, names, arguments.clock, &arguments.position, Dice::Committed(secret))?;
    for (seat, word) in words {
        let reply = table.act(seat, table.latest(), Action::Word(word.to_owned()), Millis(0));
        if let Some(refusal) = reply.refusal {
            return Err(CliError::usage(format_args!("--word {seat}={word}: {refusal}")));
        }
    }
    let record = arguments.record.as_deref().map(RecordFile::create).transpose()?;
    let mut session = Session { table, players, record, output, begun: Instant::now(), input: Input::new() };
    session.publish(0)?;
    session.play()
}

/// A secret for the dice and a seed for the players, from the system.
fn entropy() -> Result<(Secret, u64), CliError> {
    let mut bytes = [0; 40];
    getrandom::fill(&mut bytes)
        .map_err(|error| CliError::failed(format_args!("the system gave no random numbers: {error}")))?;
    let mut secret = [0; 32];
    let mut seed = [0; 8];
    secret.copy_from_slice(&bytes[..32]);
    seed.copy_from_slice(&bytes[32..]);
    Ok((Secret::new(secret), u64::from_le_bytes(seed)))
}

/// A game at this terminal.
struct Session<'a> {
    table: Table,
    players: Vec<Player>,
    record: Option<RecordFile>,
    output: &'a mut Output,
    begun: Instant,
    input: Input,
}

impl Session<'_> {
    fn now(&self) -> Millis {
        Millis(self.begun.elapsed().as_millis() as u64)
    }

    fn play(&mut self) -> Result<(), CliError> {
        self.carry_out(Table::begin)?;
        loop {
            if let Some(outcome) = self.table.outcome() {
                return self.tell_end(outcome);
            }
            let answering = Seat::all(self.table.game().seats()).find(|&seat| self.table.awaits_answer(seat));
            let Some(seat) = answering.or(self.table.turn()) else {
                return Err(CliError::failed("the game cannot go on: nobody is to move"));
            };
            let now = self.now();
            match self.players[seat.index()].decide(&self.table, seat, now)? {
                Some(action) => self.carry_out(|table, now| table.act(seat, table.latest(), action, now))?,
                None => {
                    if !self.ask(seat)? {
                        self.output.text("The game is left unfinished.\n")?;
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Asks the person on this seat until something happens; says whether the person is still there.
    fn ask(&mut self, seat: Seat) -> Result<bool, CliError> {
        self.prompt(seat)?;
        loop {
            let deadline = self.table.clocks().deadline().map(|(_, deadline)| deadline);
            let wait = deadline
                .map(|deadline| std::time::Duration::from_millis(deadline.0.saturating_sub(self.now().0)));
            let order = match self.input.next(wait) {
                Line::Typed(text) => input::read(&text, self.table.awaits_answer(seat)),
                Line::TimeUp => {
                    self.carry_out(Table::tick)?;
                    return Ok(true);
                }
                Line::Closed => return Ok(false),
                Line::Failed(error) => {
                    return Err(CliError::failed(format_args!("cannot read stdin: {error}")));
                }
            };
            let before = self.table.events().len();
            match order {
                Order::Nothing => {}
                Order::Quit => return Ok(false),
                Order::Help => self.show_help()?,
                Order::Board => self.show_board()?,
                Order::Moves => self.show_moves()?,
                Order::Concede(name) => {
                    let known = self.table.board().concessions(seat);
                    let index = known
                        .iter()
                        .position(|known| known.starts_with(&name))
                        .unwrap_or(usize::from(u8::MAX));
                    let offer = Action::Offer(Offer::Concession(index as u8));
                    self.carry_out(|table, now| table.act(seat, table.latest(), offer, now))?;
                }
                Order::Act(action) => {
                    let seat = self.speaker(seat, &action);
                    self.carry_out(|table, now| table.act(seat, table.latest(), action, now))?;
                }
            }
            if self.table.events().len() > before {
                return Ok(true);
            }
            self.output.text("> ")?;
            self.output.flush()?;
        }
    }

    /// For whom somebody at this terminal speaks. At one screen, taking back is meant by who has just moved, and a move
    /// by who is to move, also while another is asked for an answer.
    fn speaker(&self, asked: Seat, action: &Action) -> Seat {
        let last = self.table.moves().next_back().map(|(seat, _)| seat);
        let meant = match action {
            Action::Offer(Offer::Takeback) => last,
            Action::Move(_) | Action::ClaimWith(_) => self.table.turn(),
            _ => None,
        };
        meant.filter(|seat| self.players[seat.index()].is_human()).unwrap_or(asked)
    }

    /// Does something at the table, keeps what happened, and only then tells it.
    fn carry_out(&mut self, act: impl FnOnce(&mut Table, Millis) -> Reply) -> Result<(), CliError> {
        let now = self.now();
        let from = self.table.events().len();
        let before = self.table.board().position();
        let reply = act(&mut self.table, now);
        self.publish(from)?;
        let moved = self.table.events()[from..].iter().find_map(|event| match &event.what {
            EventKind::Moved { text, .. } => Some(text.clone()),
            _ => None,
        });
        if let Some(mv) = moved {
            self.players.iter_mut().try_for_each(|player| player.hear(&before, &mv))?;
        }
        match reply.refusal {
            Some(refusal) => self.output.result(
                || format!("That cannot be done: {refusal}."),
                || json!({"refused": refusal.to_string()}),
            ),
            None => Ok(()),
        }
    }

    fn publish(&mut self, from: usize) -> Result<(), CliError> {
        let events = self.table.events()[from..].to_vec();
        if let Some(record) = &mut self.record {
            record.keep(&events)?;
        }
        for event in &events {
            let text = self.sentence(event);
            if self.output.is_json() {
                self.output.result(String::new, || event_object(event))?;
            } else if let Some(text) = text {
                self.output.text(&format!("{text}\n"))?;
            }
        }
        self.output.flush()
    }

    fn title(&self, seat: Seat) -> String {
        let name = match self.table.events().first().map(|event| &event.what) {
            Some(EventKind::Opened(setup)) => setup.names.get(seat.index()).map_or("", String::as_str),
            _ => "",
        };
        seat_title(seat, &self.table.game().seat_name(seat), name)
    }

    /// What an event means to somebody at the terminal, if it needs saying.
    fn sentence(&self, event: &Event) -> Option<String> {
        Some(match &event.what {
            EventKind::Opened(setup) => match &setup.commitment {
                Some(commitment) => format!("The dice are committed to: {commitment}"),
                None => return None,
            },
            EventKind::Word { seat, word } => {
                format!("{} adds the word {word:?} to the dice.", self.title(*seat))
            }
            EventKind::Begun | EventKind::Ended(_) => return None,
            EventKind::Rolled { roll } => format!("The dice show {roll}."),
            EventKind::Moved { seat, text } => format!("{}: {text}", self.title(*seat)),
            EventKind::Offered { seat, offer } => {
                let offer = match offer {
                    Offer::Draw => "offers a draw".to_owned(),
                    Offer::Claim => "claims a draw".to_owned(),
                    Offer::Takeback => "asks to take the last move back".to_owned(),
                    Offer::Concession(index) => {
                        let concessions = self.table.board().concessions(*seat);
                        format!(
                            "offers to lose a {}",
                            concessions.get(usize::from(*index)).unwrap_or(&"game")
                        )
                    }
                };
                format!("{} {offer}.", self.title(*seat))
            }
            EventKind::Conceded { seat, .. } => format!("{} loses what was offered.", self.title(*seat)),
            EventKind::Answered { seat, yes } => {
                format!("{} {}.", self.title(*seat), if *yes { "agrees" } else { "does not agree" })
            }
            EventKind::Lapsed => "The offer lapses.".to_owned(),
            EventKind::Retired { seat, why } => {
                let why = match why {
                    RetireReason::Resigned => "resigns",
                    RetireReason::OutOfTime => "has run out of time",
                    RetireReason::Absent => "has left",
                };
                format!("{} {why}.", self.title(*seat))
            }
            EventKind::TookBack { moves: 1 } => "One move is taken back.".to_owned(),
            EventKind::TookBack { moves } => format!("{moves} moves are taken back."),
            EventKind::Resumed => "The game goes on.".to_owned(),
            EventKind::Revealed { secret } => format!("The secret of the dice was {secret}"),
        })
    }

    fn prompt(&mut self, seat: Seat) -> Result<(), CliError> {
        let is_answer = self.table.awaits_answer(seat);
        if self.output.is_json() {
            let (awaits, position) =
                (if is_answer { "answer" } else { "move" }, self.table.board().position());
            let object = json!({"awaits": awaits, "seat": seat.number(), "position": position});
            self.output.result(String::new, || object)?;
            return self.output.flush();
        }
        let title = self.title(seat);
        if is_answer {
            self.output.text(&format!("{title}, do you agree? yes or no\n> "))?;
        } else {
            self.show_board()?;
            let clocks = self.clocks();
            self.output.text(&format!("{clocks}{title}, your move (help tells what can be typed)\n> "))?;
        }
        self.output.flush()
    }

    /// Everybody's time, if it is limited.
    fn clocks(&self) -> String {
        let now = self.now();
        let left = Seat::all(self.table.game().seats()).filter_map(|seat| {
            let Millis(left) = self.table.clocks().left(seat, now)?;
            let (minutes, seconds) = (left / 60_000, (left % 60_000) as f64 / 1000.0);
            Some(format!("{} {}:{:04.1}", self.table.game().seat_name(seat), minutes, seconds))
        });
        let left: Vec<String> = left.collect();
        if left.is_empty() { String::new() } else { format!("Time: {}\n", left.join(", ")) }
    }

    fn show_board(&mut self) -> Result<(), CliError> {
        let mut diagram = self.table.board().diagram();
        if self.table.outcome().is_some() {
            // The board alone cannot know that somebody has resigned; how it ended is told below.
            diagram.caption.clear();
            diagram.tokens.retain(|token| !matches!(token.kind, TokenKind::Button { .. }));
        }
        let text = view::diagram::text::draw(&diagram);
        let position = self.table.board().position();
        self.output
            .result(|| format!("\n{}", text.trim_end()), || json!({"position": position, "text": text}))
    }

    fn show_moves(&mut self) -> Result<(), CliError> {
        let moves = self.table.board().moves();
        self.output.result(
            || format!("{}: {}", counted(moves.len(), "move"), input::wrapped(&moves)),
            || json!({"moves": moves}),
        )
    }

    fn show_help(&mut self) -> Result<(), CliError> {
        let board = self.table.board();
        let concessions = self.table.turn().map_or(&[][..], |seat| board.concessions(seat));
        let help = input::help(&board.moves(), board.draw().is_some(), concessions);
        self.output.result(|| help.trim_end().to_owned(), || json!({"help": help}))
    }

    fn tell_end(&mut self, outcome: Outcome) -> Result<(), CliError> {
        if self.output.is_json() {
            return Ok(());
        }
        self.show_board()?;
        let first: Vec<String> = Seat::all(outcome.seats())
            .filter(|&seat| outcome.place(seat) == 1)
            .map(|seat| self.title(seat))
            .collect();
        let result = match (outcome.seats(), &first[..]) {
            (1, [_]) => "Solved".to_owned(),
            (1, _) => "Not solved".to_owned(),
            (_, [winner]) => format!("{winner} wins"),
            (seats, _) if first.len() == seats as usize => "A draw".to_owned(),
            _ => format!("{} share the first place", first.join(" and ")),
        };
        self.output.text(&format!("{result}: {}.\n", outcome.rule()))?;
        for seat in Seat::all(outcome.seats()).filter(|_| outcome.seats() > 1) {
            let points = counted(outcome.points(seat).unsigned_abs().into(), "point");
            self.output.text(&format!("{}: place {}, {points}\n", self.title(seat), outcome.place(seat)))?;
        }
        Ok(())
    }
}
