//! What `takhteh othello serial` can be told.

use clap::{Args, ValueEnum};
use line::{Accepted, Device, DeviceOptions, Habits, Pc, PcOptions, Rejected, USUAL_SECONDS};
use line_page::{PageInfo, PageRole};
use rules::InputError;
use search::EngineName;

use super::super::options::{Colour, Common, SpIs};
use super::super::place::Place;
use super::session::Role;
use crate::error::CliError;

/// Seconds for a move that a PC sets for a person: the most there are.
const PERSONS_SECONDS: u8 = 9;

/// Which end of the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum RoleName {
    Device,
    Pc,
}

impl RoleName {
    pub(super) fn title(self) -> &'static str {
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
    pub(super) place: PlaceOptions,

    /// Which end we are
    #[arg(long, value_enum)]
    pub(super) role: RoleName,

    #[command(flatten)]
    pub(super) common: Common,

    /// Whose colour SP names
    #[arg(long, value_enum, value_name = "WHO", default_value = "pc")]
    sp_is: SpIs,

    /// Who chooses our moves: first, random or strong, with options as in strong:level=3
    #[arg(long, value_name = "ENGINE", default_value = "strong", conflicts_with = "seat")]
    pub(super) engine: EngineName,

    /// human: the moves are chosen here, in the terminal, or on the page of --web
    #[arg(long, value_name = "WHO")]
    seat: Option<String>,

    /// Seconds for a move: a device has them until ST says otherwise, a PC sets them by ST; 9 for a person at a PC
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    seconds: Option<u8>,

    /// PC: our colour in the first game, white if nothing is said; it changes from game to game
    #[arg(long, value_enum, value_name = "COLOUR")]
    plays: Option<Colour>,

    /// Device: what it costs the PC to accept a claim; turn if nothing is said
    #[arg(long, value_enum, value_name = "WHAT")]
    claims_cost: Option<Cost>,

    /// Device: what we do when the PC rejects a claim; quit if nothing is said
    #[arg(long, value_enum, value_name = "WHAT")]
    after_pl: Option<AfterPl>,

    /// Device: print the board between messages
    #[arg(long)]
    print: bool,

    /// Device: habits of real devices, with commas between them
    #[arg(long, value_name = "HABITS")]
    habits: Option<String>,

    /// Makes random moves repeatable
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub(super) struct PlaceOptions {
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
    pub(super) fn place(&self, role: RoleName) -> Place {
        match (&self.port, &self.tcp) {
            (Some(port), _) => Place::Port(port.clone()),
            (_, Some(address)) => Place::tcp(address, role == RoleName::Device),
            _ if self.pty => Place::Pty,
            _ => Place::Stdio,
        }
    }
}

impl Arguments {
    pub(super) fn role(&self, is_human: bool) -> Result<Role, InputError> {
        let common = &self.common;
        let mut habits: Habits = self.habits.as_deref().unwrap_or_default().parse()?;
        habits.prints |= self.print;
        Ok(match self.role {
            RoleName::Device => Role::Device(Box::new(Device::new(DeviceOptions {
                reading: common.reading(),
                first: common.first.seat(),
                colour_of: self.sp_is.colour_of(),
                seconds: self.seconds.unwrap_or(USUAL_SECONDS),
                accepted: if self.claims_cost == Some(Cost::Game) { Accepted::Game } else { Accepted::Turn },
                rejected: if self.after_pl == Some(AfterPl::PlayOn) {
                    Rejected::PlayOn
                } else {
                    Rejected::Quit
                },
                habits,
                patience: common.patience(),
            }))),
            RoleName::Pc => Role::Pc(Box::new(Pc::new(PcOptions {
                reading: common.reading(),
                first: common.first.seat(),
                own: self.plays.unwrap_or(Colour::White).seat(),
                colour_of: self.sp_is.colour_of(),
                seconds: self.seconds.or(is_human.then_some(PERSONS_SECONDS)),
                begins_at: common.begins_at(),
                passes_by_itself: true,
                holds: false,
                device_limit: None,
                grace: PcOptions::GRACE,
                patience: common.patience(),
            }))),
        })
    }

    /// What the page says of the line.
    pub(super) fn about(&self, place: &Place, is_human: bool) -> PageInfo {
        PageInfo {
            addresses: vec![place.to_string()],
            role: if self.role == RoleName::Pc { PageRole::Pc } else { PageRole::Device },
            is_strict: self.common.strict,
            engine: (!is_human).then(|| self.engine.to_string()),
        }
    }

    /// Refuses what this end of the line has no use for.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let of_device = [
            ("--claims-cost", self.claims_cost.is_some()),
            ("--after-pl", self.after_pl.is_some()),
            ("--print", self.print),
            ("--habits", self.habits.is_some()),
        ];
        let of_pc = [("--plays", self.plays.is_some()), ("--begins-at", self.common.begins_at.is_some())];
        let (useless, other) = match self.role {
            RoleName::Pc => (&of_device[..], "device"),
            RoleName::Device => (&of_pc[..], "pc"),
        };
        if let Some((option, _)) = useless.iter().find(|(_, is_given)| *is_given) {
            return Err(CliError::usage(format_args!(
                "{option} says nothing to {}: expected it with --role {other} only",
                self.role.title()
            )));
        }
        Ok(())
    }

    /// Whether a person chooses.
    pub(super) fn is_human(&self) -> Result<bool, CliError> {
        match self.seat.as_deref() {
            None => Ok(false),
            Some("human") => Ok(true),
            Some(other) => {
                Err(CliError::usage(format_args!("--seat {other:?} was not understood: expected human")))
            }
        }
    }
}
