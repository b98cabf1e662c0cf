//! Arguments of `takhteh othello serial`.

use clap::{Args, ValueEnum};
use line::{AfterRejection, ClaimCost, DEFAULT_SECONDS, Device, DeviceOptions, Pc, PcOptions, Quirks};
use line_page::{PageInfo, PageRole};
use search::EngineName;

use super::super::address::LineAddress;
use super::super::options::{AddressOptions, Colour, Common, ProfileOptions};
use super::session::Role;
use crate::error::CliError;

/// Seconds for a move of a person at a PC: the maximum of `ST`.
const HUMAN_SECONDS: u8 = 9;

/// End of the line.
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

/// Price of an accepted claim for the PC.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Cost {
    Turn,
    Game,
}

/// Action of the device after a rejected claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum AfterPl {
    Quit,
    PlayOn,
}

#[derive(Args)]
#[command(after_help = "\
A device waits for a PC; it ends when the line is closed, or after --games games. A PC opens the game and plays. Without
--strict it finds out what its device needs: the order of the opening, the side that moves first, line ends, an extra OK.
Options set what is known; takhteh othello probe prints them. Over TCP a device listens and a PC connects, unless the address begins with connect: or listen:. With --seat human,
type a square, or help.

The page of --web shows the board, the LEDs and the traffic. With --seat human you play there by click. The first game of
a PC begins when the page is opened; without --games, further games are started by New game on the page, or by again.

Presets of --preset:
  table           the message table exactly: AT, RST, ST, SP, NG; no quiet time
  ng-first        NG sets up the board, SP starts the game; Black moves first
  rst-starts      RST starts the game, SP comes before it; Black moves first
  short           SP alone starts the game; Black moves first
  crlf            the order of the table, lines end with CR LF
  ok-after-ok     the order of the table; the device waits for OK after its OK to a move

Quirks of real devices that our device can imitate, to test PC programs:
  lf, crlf, nul   lines end with these instead of CR
  echo            every byte is sent back
  sp-ok           SP is answered by OK
  sp-starts       the game begins at SP
  ok-before       an extra OK precedes each claim
  ok-after        an extra OK follows each claim
  print           the board is printed between messages
  ok-after-ok     OK to a move has to be answered by OK

Examples:
  takhteh othello serial --role pc --port /dev/ttyUSB0 --seat human
  takhteh othello serial --role pc --port /dev/ttyUSB0 --opening AT,RST,NG,SP --ends lf
  takhteh othello serial --role device --pty --engine first --strict
  takhteh othello serial --role device --tcp 127.0.0.1:4000 --web")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) address: AddressOptions,

    /// Our end of the line
    #[arg(long, value_enum)]
    pub(super) role: RoleName,

    #[command(flatten)]
    pub(super) common: Common,

    #[command(flatten)]
    profile: ProfileOptions,

    /// Engine that plays for us: first, random or strong, with options as in strong:level=3
    #[arg(long, value_name = "ENGINE", default_value = "strong", conflicts_with = "seat")]
    pub(super) engine: EngineName,

    /// human: you play in the terminal, or on the page of --web
    #[arg(long, value_name = "WHO")]
    seat: Option<String>,

    /// Seconds for a move: default of a device until ST, sent as ST by a PC [default: 2, 9 for a person at a PC]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=9))]
    seconds: Option<u8>,

    /// PC: our colour in the first game; colours alternate [default: white]
    #[arg(long, value_enum, value_name = "COLOUR")]
    plays: Option<Colour>,

    /// Device: price of an accepted claim for the PC [default: turn]
    #[arg(long, value_enum, value_name = "WHAT")]
    claims_cost: Option<Cost>,

    /// Device: action after a rejected claim [default: quit]
    #[arg(long, value_enum, value_name = "WHAT")]
    after_pl: Option<AfterPl>,

    /// Device: print the board between messages
    #[arg(long)]
    print: bool,

    /// Device: quirks of real devices, separated by commas
    #[arg(long, value_name = "QUIRKS")]
    quirks: Option<String>,

    /// Seed of random moves
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

/// Names of the options that were given.
fn given(options: &[(&'static str, bool)]) -> Vec<&'static str> {
    options.iter().filter(|(_, is_given)| *is_given).map(|(option, _)| *option).collect()
}

impl Arguments {
    pub(super) fn role(&self, is_human: bool) -> Result<Role, CliError> {
        let common = &self.common;
        let mut quirks: Quirks = self.quirks.as_deref().unwrap_or_default().parse()?;
        quirks.prints |= self.print;
        let [profile] = self.profile.profiles()?;
        if let Some(ends) = self.profile.ends() {
            quirks.terminator = ends;
        }
        quirks.ok_after_ok |= self.profile.ok_after_ok();
        Ok(match self.role {
            RoleName::Device => Role::Device(Box::new(Device::new(DeviceOptions {
                strictness: common.strictness(),
                first: common.first_or_default(),
                colour_of: self.profile.sp_is().unwrap_or_default(),
                seconds: self.seconds.unwrap_or(DEFAULT_SECONDS),
                claim_cost: if self.claims_cost == Some(Cost::Game) {
                    ClaimCost::Game
                } else {
                    ClaimCost::Turn
                },
                after_rejection: if self.after_pl == Some(AfterPl::PlayOn) {
                    AfterRejection::PlayOn
                } else {
                    AfterRejection::Quit
                },
                quirks,
                reply_timeout: common.reply_timeout(),
            }))),
            RoleName::Pc => Role::Pc(Box::new(Pc::new(PcOptions {
                strictness: common.strictness(),
                own: self.plays.unwrap_or(Colour::White).seat(),
                profile: common.profile(profile)?,
                seconds: self.seconds.or(is_human.then_some(HUMAN_SECONDS)),
                auto_pass: true,
                hold_before_game: false,
                device_limit: None,
                grace: PcOptions::GRACE,
                reply_timeout: common.reply_timeout(),
            }))),
        })
    }

    /// Facts about the line for the page.
    pub(super) fn page_info(&self, address: &LineAddress, is_human: bool) -> PageInfo {
        PageInfo {
            addresses: vec![address.to_string()],
            role: if self.role == RoleName::Pc { PageRole::Pc } else { PageRole::Device },
            is_strict: self.common.strict,
            engine: (!is_human).then(|| self.engine.to_string()),
        }
    }

    /// Rejects options of the other role.
    pub(super) fn check(&self) -> Result<(), CliError> {
        let of_device = [
            ("--claims-cost", self.claims_cost.is_some()),
            ("--after-pl", self.after_pl.is_some()),
            ("--print", self.print),
            ("--quirks", self.quirks.is_some()),
        ];
        let of_pc = [("--plays", self.plays.is_some()), ("--begins-at", self.common.begins_at.is_some())];
        let (useless, other) = match self.role {
            RoleName::Pc => (given(&of_device), "device"),
            RoleName::Device => ([given(&of_pc), self.profile.given()].concat(), "pc"),
        };
        if let Some(option) = useless.first() {
            return Err(CliError::usage(format_args!(
                "{option} is not an option of {}: expected --role {other}",
                self.role.title()
            )));
        }
        Ok(())
    }

    /// `true` if a person plays.
    pub(super) fn is_human(&self) -> Result<bool, CliError> {
        match self.seat.as_deref() {
            None => Ok(false),
            Some("human") => Ok(true),
            Some(other) => Err(CliError::usage(format_args!("cannot read --seat {other:?}: expected human"))),
        }
    }
}
