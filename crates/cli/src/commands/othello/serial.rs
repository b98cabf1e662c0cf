//! `takhteh othello serial`: one end of a serial line.

mod letter;
mod page;
mod person;
mod session;

use std::net::SocketAddr;

use clap::{Args, ValueEnum};
use line::{Accepted, Device, DeviceOptions, Habits, Pc, PcOptions, Rejected, USUAL_SECONDS};
use rules::Fault;
use search::EngineName;
use server::line_page::{About, Part};

use self::letter::{Letter, Reception};
use self::page::Page;
use self::session::{Role, Session, Who};
use super::chooser::Chooser;
use super::clock::Clock;
use super::options::{Colour, Common, SpIs};
use super::place::Place;
use super::screen::Screen;
use super::signals::at_signal;
use crate::failure::Failure;
use crate::output::Output;

/// Seconds for a move that a PC sets for a person: the most there are.
const PERSONS_SECONDS: u8 = 9;

/// Which end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum RoleName {
    Device,
    Pc,
}

impl RoleName {
    fn title(self) -> &'static str {
        if self == RoleName::Device { "a device" } else { "a PC" }
    }
}

/// What it costs the PC to accept a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Cost {
    Turn,
    Game,
}

/// What a device does whose claim was rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum AfterPl {
    Quit,
    PlayOn,
}

#[derive(Args)]
#[command(after_help = "\
A device waits for a PC and plays whatever it is told to: it ends when the line does, or after so many games. A PC says
AT, RST, ST, SP and NG and plays. Over TCP a device listens and a PC connects; connect:ADDRESS and listen:ADDRESS say
otherwise. While a person plays in the terminal: type a square, or help.

The page of --web shows what is said, the LEDs and the board. With --seat human moves are made there by click, the
terminal may be closed, the first game of a PC begins when the page is opened, and a PC that was not told how many --games
waits for New game on the page, or for again.

Habits of real devices that a device can be given, to try PC programs with:
  lf, crlf, nul   lines end so instead of with CR
  echo            every byte is sent back
  sp-ok           SP is answered by OK
  sp-starts       the game begins at SP
  ok-before       an OK stands before each claim
  ok-behind       an OK stands behind each claim
  print           the board is printed between messages")]
pub(crate) struct Arguments {
    #[command(flatten)]
    place: PlaceOptions,

    /// Which end we are
    #[arg(long, value_enum)]
    role: RoleName,

    #[command(flatten)]
    common: Common,

    /// Whose colour SP names
    #[arg(long, value_enum, value_name = "WHO", default_value = "pc")]
    sp_is: SpIs,

    /// Who chooses our moves: first, random or strong, with options as in strong:level=3
    #[arg(long, value_name = "ENGINE", default_value = "strong")]
    engine: EngineName,

    /// human: the moves are chosen here, in the terminal, or on the page of --web
    #[arg(long, value_name = "WHO")]
    seat: Option<String>,

    /// A page for the browser that shows the line, at this address; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = "127.0.0.1:8081")]
    web: Option<SocketAddr>,

    /// Seconds for a move: a device has them until ST says otherwise, a PC sets them by ST; 9 for a person at a PC
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    seconds: Option<u8>,

    /// PC: our colour in the first game; it changes from game to game
    #[arg(long, value_enum, value_name = "COLOUR", default_value = "white")]
    plays: Colour,

    /// Device: what it costs the PC to accept a claim
    #[arg(long, value_enum, value_name = "WHAT", default_value = "turn")]
    claims_cost: Cost,

    /// Device: what we do when the PC rejects a claim
    #[arg(long, value_enum, value_name = "WHAT", default_value = "quit")]
    after_pl: AfterPl,

    /// Device: print the board between messages
    #[arg(long)]
    print: bool,

    /// Device: habits of real devices, with commas between them
    #[arg(long, value_name = "HABITS", default_value = "")]
    habits: String,

    /// Makes random moves repeatable
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct PlaceOptions {
    /// A serial port, such as /dev/ttyUSB0
    #[arg(long, value_name = "DEVICE")]
    port: Option<String>,

    /// A pseudo-terminal of our own; its name is printed
    #[arg(long)]
    pty: bool,

    /// Standard input and output
    #[arg(long)]
    stdio: bool,

    /// A TCP address
    #[arg(long, value_name = "ADDRESS")]
    tcp: Option<String>,
}

impl PlaceOptions {
    fn place(&self, role: RoleName) -> Place {
        match (&self.port, &self.tcp) {
            (Some(port), _) => Place::Port(port.clone()),
            (_, Some(address)) => Place::tcp(address, role == RoleName::Device),
            _ if self.pty => Place::Pty,
            _ => Place::Stdio,
        }
    }
}

impl Arguments {
    fn role(&self, is_human: bool) -> Result<Role, Fault> {
        let common = &self.common;
        let mut habits: Habits = self.habits.parse()?;
        habits.prints |= self.print;
        Ok(match self.role {
            RoleName::Device => Role::Device(Box::new(Device::new(DeviceOptions {
                reading: common.reading(),
                first: common.first.seat(),
                colour_of: self.sp_is.colour_of(),
                seconds: self.seconds.unwrap_or(USUAL_SECONDS),
                accepted: if self.claims_cost == Cost::Turn { Accepted::Turn } else { Accepted::Game },
                rejected: if self.after_pl == AfterPl::Quit { Rejected::Quit } else { Rejected::PlayOn },
                habits,
                patience: common.patience(),
            }))),
            RoleName::Pc => Role::Pc(Box::new(Pc::new(PcOptions {
                reading: common.reading(),
                first: common.first.seat(),
                own: self.plays.seat(),
                colour_of: self.sp_is.colour_of(),
                seconds: self.seconds.or(is_human.then_some(PERSONS_SECONDS)),
                begins_at: common.begins_at(),
                passes_by_itself: true,
                holds: false,
                device_limit: None,
                patience: common.patience(),
            }))),
        })
    }

    /// What the page says of the line.
    fn about(&self, place: &Place, is_human: bool) -> About {
        About {
            place: place.to_string(),
            part: if self.role == RoleName::Pc { Part::Pc } else { Part::Device },
            is_strict: self.common.strict,
            engine: (!is_human).then(|| self.engine.to_string()),
        }
    }

    /// Whether a person chooses.
    fn is_human(&self) -> Result<bool, Failure> {
        match self.seat.as_deref() {
            None => Ok(false),
            Some("human") => Ok(true),
            Some(other) => {
                Err(Failure::call(format_args!("--seat {other:?} was not understood: expected human")))
            }
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let common = &arguments.common;
    let is_human = arguments.is_human()?;
    let mut role = arguments.role(is_human)?;
    let place = arguments.place.place(arguments.role);
    if is_human && place == Place::Stdio && arguments.web.is_none() {
        return Err(Failure::call(
            "--stdio is the line itself, so nobody can type moves there: expected another line for --seat human, or --web",
        ));
    }
    // Who plays on the page has to open it before the first game, and says there when another one begins.
    let awaits_visitor = is_human && arguments.web.is_some() && arguments.role == RoleName::Pc;
    let is_asked_again = awaits_visitor && common.games.is_none();
    let games = match (arguments.role, common.games) {
        (_, Some(games)) => games,
        (RoleName::Device, None) => u32::MAX,
        (RoleName::Pc, None) => 1,
    };
    let (sender, letters) = std::sync::mpsc::channel();
    let who = if is_human {
        Who::Human
    } else {
        let answers = sender.clone();
        let chooser = Chooser::new(&arguments.engine, common.first.seat(), arguments.seed, move |thought| {
            answers.send(Letter::Thought(thought)).is_ok()
        })?;
        Who::Engine(Box::new(chooser))
    };
    let mut screen = Screen::new(output, place == Place::Stdio, common.quiet);
    let page = match arguments.web {
        Some(listen) => {
            let orders = sender.clone();
            let about = arguments.about(&place, is_human);
            let page = Page::open(listen, about, role.station(), move |order| {
                // Whoever ordered it hears that nobody is there.
                let _ = orders.send(Letter::Ordered(order));
            })?;
            let address = format!("http://{}/", page.address());
            screen.page(&address)?;
            if awaits_visitor {
                let visits = sender.clone();
                page.at_first_visitor(move || {
                    // Whoever has left begins no game.
                    let _ = visits.send(Letter::Visited);
                });
            }
            Some(page)
        }
        None => None,
    };
    let door = place.open(common.baud)?;
    let (keeping, log) = common.keeping_and_log(&format!("{} on {place}", arguments.role.title()))?;
    if let Some(address) = door.address()? {
        if let Some(page) = &page {
            page.line_is_at(&address);
        }
        screen.line(&address, None)?;
    }
    let (link, listener) = door.wait()?;
    let clock = Clock::new();
    let speaker = letter::attach(link, 0, &clock, common.patience(), sender.clone());
    let reception = match (&role, listener) {
        (Role::Device(device), Some(listener)) if common.games.is_none() => Some(Reception {
            listener,
            fresh: Device::clone(device),
            patience: common.patience(),
            letters: sender.clone(),
        }),
        _ => None,
    };
    let asked = sender.clone();
    at_signal(move || {
        // Whoever has left already need not be asked.
        let _ = asked.send(Letter::Leave);
    })?;
    if is_human && place != Place::Stdio {
        person::listen_to_person(sender);
    }
    let us = if is_human { "human".to_owned() } else { arguments.engine.to_string() };
    let session = Session {
        role,
        speaker: Some(speaker),
        reception,
        visit: 0,
        letters,
        who,
        log,
        keeping,
        screen,
        page,
        names: [us, place.to_string()],
        clock,
        subtitles: session::subtitles(),
        games_left: games,
        is_asked_again,
        awaits_visitor,
        is_finished: awaits_visitor,
        void: 0,
        leave_by: None,
        is_over: false,
    };
    session.run()
}
