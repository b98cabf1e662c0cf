//! `takhteh account`: accounts and statistics.

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use games::catalog;
use store::statistics::{PlayerTotals, Statistics, Totals};
use store::{Bot, NewBotToken};
use terminal::{TerminalData, own_rows, players_text};

use crate::data_folder::DataArgs;
use crate::error::CliError;
use crate::output::{Output, Value, json};
use crate::password_input;

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Create an account and log in
    #[command(after_help = "\
The password is asked for without being shown. If stdin is not a terminal, it is one line of it. A guest keeps its games.

Examples:
  takhteh account register Laleh
  takhteh account register Laleh --data /srv/takhteh")]
    Register {
        /// Name of the account
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Log in
    #[command(after_help = "\
The password is asked for without being shown. If stdin is not a terminal, it is one line of it. The session is a token in \
the file terminal.session of the data folder.

Examples:
  takhteh account login Laleh")]
    Login {
        /// Name of the account
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Log out
    #[command(after_help = "Examples:\n  takhteh account logout")]
    Logout {
        #[command(flatten)]
        data: DataArgs,
    },
    /// Change the password; other sessions of the account end
    #[command(after_help = "\
If stdin is not a terminal, the old password is its first line and the new one its second.

Examples:
  takhteh account passwd")]
    Passwd {
        #[command(flatten)]
        data: DataArgs,
    },
    /// Create and manage bots, the accounts of programs
    #[command(after_help = "Examples:\n  takhteh account bot create ziggy\n  takhteh account bot list")]
    Bot {
        #[command(subcommand)]
        command: BotCommand,
    },
    /// Show the statistics of all players, and your own
    #[command(after_help = "\
The best player has the most wins, then the most draws, then the fewest losses; the weakest the most losses, then the fewest \
draws, then the fewest wins. Players who are equal in all three are all named. Of four seats the first is a win, the others \
are losses.

Examples:
  takhteh account stats
  takhteh account stats --game halma --json")]
    Stats {
        /// Only this game
        #[arg(long, value_name = "GAME", value_parser = PossibleValuesParser::new(catalog::GAMES.map(|info| info.name)), hide_possible_values = true)]
        game: Option<String>,
        #[command(flatten)]
        data: DataArgs,
    },
}

#[derive(Subcommand)]
pub(crate) enum BotCommand {
    /// List your bots
    #[command(after_help = "Examples:\n  takhteh account bot list --json")]
    List {
        #[command(flatten)]
        data: DataArgs,
    },
    /// Create a bot and print its token
    #[command(after_help = "\
The bot's name is NAME followed by (bot). The token is printed once; only its hash is stored. docs/bots.md describes how a \
bot plays.

Examples:
  takhteh account bot create ziggy")]
    Create {
        /// Name of the bot
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Replace the token of a bot and print the new one
    #[command(after_help = "Examples:\n  takhteh account bot token ziggy")]
    Token {
        /// Name of the bot
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Revoke the token of a bot
    #[command(after_help = "Examples:\n  takhteh account bot revoke ziggy")]
    Revoke {
        /// Name of the bot
        name: String,
        #[command(flatten)]
        data: DataArgs,
    },
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Register { name, data } => {
            let mut data = data.open()?;
            if let Some(user) = data.account() {
                let name = &user.name;
                return Err(CliError::failed(format_args!("you are logged in as {name}: log out first")));
            }
            let user = data.register(name, &password_input::read_new("Password")?)?;
            let name = user.name;
            output.result(|| format!("{name} is registered and logged in."), || json!({"registered": name}))
        }
        Command::Login { name, data } => {
            let mut data = data.open()?;
            let user = data.log_in(name, &password_input::read("Password")?)?;
            let name = user.name;
            output.result(|| format!("{name} is logged in."), || json!({"logged_in": name}))
        }
        Command::Logout { data } => {
            let name = data.open()?.log_out()?;
            output.result(|| format!("{name} is logged out."), || json!({"logged_out": name}))
        }
        Command::Passwd { data } => {
            let mut data = data.open()?;
            let Some(user) = data.account() else {
                return Err(CliError::failed("cannot change the password: you are not logged in"));
            };
            let name = user.name.clone();
            let old = password_input::read("Old password")?;
            data.change_password(&old, &password_input::read_new("New password")?)?;
            let text = format!("The password of {name} is changed; other sessions have ended.");
            output.result(|| text, || json!({"password_changed": name}))
        }
        Command::Bot { command } => run_bot(command, output),
        Command::Stats { game, data } => statistics(&data.open()?, game.as_deref(), output),
    }
}

fn run_bot(command: &BotCommand, output: &mut Output) -> Result<(), CliError> {
    let print_token = |new: NewBotToken, output: &mut Output| {
        let name = new.bot.user.name;
        let text = || format!("{}\nThis is the token of {name}. It is not shown again.", new.token);
        output.result(text, || json!({"name": name, "token": new.token}))
    };
    match command {
        BotCommand::List { data } => {
            let bots = data.open()?.bots()?;
            let state = |bot: &Bot| if bot.token.is_some() { "" } else { ", token revoked" };
            let line = |bot: &Bot| format!("{}{}", bot.user.name, state(bot));
            let object = |bot: &Bot| json!({"name": bot.user.name, "has_token": bot.token.is_some()});
            let none = || "You have no bots.".to_owned();
            let text = || match bots.is_empty() {
                true => none(),
                false => bots.iter().map(line).collect::<Vec<_>>().join("\n"),
            };
            output.result(text, || json!({"bots": bots.iter().map(object).collect::<Vec<_>>()}))
        }
        BotCommand::Create { name, data } => print_token(data.open()?.create_bot(name)?, output),
        BotCommand::Token { name, data } => print_token(data.open()?.renew_bot_token(name)?, output),
        BotCommand::Revoke { name, data } => {
            let name = data.open()?.revoke_bot_token(name)?.user.name;
            output.result(|| format!("The token of {name} is revoked."), || json!({"revoked": name}))
        }
    }
}

fn statistics(data: &TerminalData, game: Option<&str>, output: &mut Output) -> Result<(), CliError> {
    let found = data.statistics(game)?;
    let mut own = data.own_totals()?;
    own.retain(|(name, _)| game.is_none_or(|game| game == name));
    let user = data.user().map(|user| (user.name.clone(), user.is_registered));
    output.result(
        || text(game, &found, user.as_ref().map(|(name, _)| name.as_str()), &own),
        || object(game, &found, user.as_ref(), &own),
    )
}

fn text(game: Option<&str>, found: &Statistics, user: Option<&str>, own: &[(String, Totals)]) -> String {
    let title = game.and_then(|game| catalog::entry(game).ok()).map_or("All games", |info| info.title);
    let Totals { wins, draws, losses } = found.totals;
    let mut lines = vec![
        format!("{title}, all players"),
        format!("  Games played    {}", found.games),
        format!("  Wins            {wins}"),
        format!("  Draws           {draws}"),
        format!("  Losses          {losses}"),
        format!("  Best player     {}", players_text(&found.best())),
        format!("  Weakest player  {}", players_text(&found.weakest())),
        String::new(),
        format!("{}", user.unwrap_or("Guest")),
        format!("  {:<14}{:>7}{:>7}{:>7}{:>8}", "", "Games", "Wins", "Draws", "Losses"),
    ];
    lines.extend(own_rows(own).iter().map(|(title, totals)| {
        let Totals { wins, draws, losses } = totals;
        format!("  {title:<14}{:>7}{wins:>7}{draws:>7}{losses:>8}", totals.games())
    }));
    lines.join("\n")
}

fn totals_object(totals: &Totals) -> Value {
    let Totals { wins, draws, losses } = totals;
    json!({"games": totals.games(), "wins": wins, "draws": draws, "losses": losses})
}

fn named(name: &str, key: &str, totals: &Totals) -> Value {
    let mut object = json!({ key: name });
    if let (Some(object), Value::Object(totals)) = (object.as_object_mut(), totals_object(totals)) {
        object.extend(totals);
    }
    object
}

fn object(
    game: Option<&str>,
    found: &Statistics,
    user: Option<&(String, bool)>,
    own: &[(String, Totals)],
) -> Value {
    let names = |players: Vec<&PlayerTotals>| -> Vec<String> {
        players.iter().map(|player| player.name.clone()).collect()
    };
    let Totals { wins, draws, losses } = found.totals;
    let mut sum = Totals::default();
    for (_, totals) in own {
        sum += *totals;
    }
    let mut own_object = totals_object(&sum);
    own_object["name"] = json!(user.map(|(name, _)| name));
    own_object["registered"] = json!(user.is_some_and(|(_, is_registered)| *is_registered));
    own_object["by_game"] = own.iter().map(|(game, totals)| named(game, "game", totals)).collect();
    json!({
        "game": game, "games": found.games, "wins": wins, "draws": draws, "losses": losses,
        "best": names(found.best()), "weakest": names(found.weakest()),
        "players": found.players.iter().map(|player| named(&player.name, "name", &player.totals)).collect::<Vec<_>>(),
        "own": own_object,
    })
}
