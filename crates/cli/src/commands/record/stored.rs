//! Stored games: listing and showing them.

use clap::Args;
use clap::builder::PossibleValuesParser;
use games::catalog;
use rules::Seat;
use store::{FinishedGame, HistoryFilter, Home, ResultKind, SeatHolder, TableRow};
use table::{EventKind, Table, record, verify};
use terminal::messages::{capitalized, counted};
use terminal::{TerminalData, game_text};

use crate::data_folder::DataArgs;
use crate::date::Date;
use crate::error::CliError;
use crate::output::{Output, Value, json};

/// Number of games that are read at once, and the largest number that is listed.
const PAGE: u32 = 100;
const MAX_GAMES: usize = 10_000;

#[derive(Args)]
pub(crate) struct ListArgs {
    /// Only this game
    #[arg(long, value_name = "GAME", value_parser = PossibleValuesParser::new(catalog::GAMES.map(|info| info.name)), hide_possible_values = true)]
    game: Option<String>,

    /// Games of this account instead of yours
    #[arg(long, value_name = "NAME")]
    player: Option<String>,

    /// Only games with this result for the player
    #[arg(long, value_name = "RESULT", value_parser = ["win", "draw", "loss"])]
    result: Option<String>,

    /// Games that ended on this day or later
    #[arg(long, value_name = "YYYY-MM-DD")]
    since: Option<Date>,

    /// Games that ended on this day or earlier
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: Option<Date>,

    /// Your unfinished games instead
    #[arg(long, conflicts_with_all = ["player", "result", "since", "until"])]
    unfinished: bool,

    #[command(flatten)]
    data: DataArgs,
}

/// Prints a line for each game, the latest first.
pub(super) fn list(arguments: &ListArgs, output: &mut Output) -> Result<(), CliError> {
    let data = arguments.data.open()?;
    let is_of_game = |row: &TableRow| arguments.game.as_deref().is_none_or(|game| game == row.game());
    if arguments.unfinished {
        let games: Vec<TableRow> = data.unfinished_games()?.into_iter().filter(is_of_game).collect();
        for row in &games {
            let place = if row.home == Home::Server { " (in the browser)" } else { "" };
            let text = || format!("{}  {}  {}{place}", row.id, Date::of(row.created), game_text(row));
            output.result(text, || unfinished_object(row))?;
        }
        return if games.is_empty() { output.text("No unfinished games.\n") } else { Ok(()) };
    }
    let mut filter = filter(&data, arguments)?;
    let mut listed = 0;
    loop {
        let games = data.finished_games(&filter)?;
        for game in &games {
            output.result(|| finished_text(game), || finished_object(game))?;
        }
        listed += games.len();
        filter.after = games.last().map(|game| (game.finished, game.row.id.clone()));
        if games.len() < PAGE as usize || listed >= MAX_GAMES {
            break;
        }
    }
    if listed == 0 { output.text("No games.\n") } else { Ok(()) }
}

fn filter(data: &TerminalData, arguments: &ListArgs) -> Result<HistoryFilter, CliError> {
    let viewer = data.user().map(|user| user.id.clone());
    let user = match &arguments.player {
        Some(name) => {
            let account = data.account_named(name)?;
            let account =
                account.ok_or_else(|| CliError::failed(format_args!("there is no player {name:?}")))?;
            Some(account.id)
        }
        // A guest who has never played has no games.
        None => Some(viewer.clone().unwrap_or_default()),
    };
    Ok(HistoryFilter {
        viewer,
        user,
        game: arguments.game.clone(),
        result: arguments.result.as_deref().and_then(ResultKind::named),
        since: arguments.since.map(|date| date.0),
        until: arguments.until.map(Date::end),
        limit: PAGE,
        ..HistoryFilter::default()
    })
}

/// Names of the players with their results: "Laleh won, Computer, level 3 lost".
fn results_text(game: &FinishedGame) -> String {
    let seats = game.row.seats.iter().zip(&game.results);
    let seat = |(holder, result): (&SeatHolder, &store::SeatResult)| {
        let verb = match result.result {
            ResultKind::Win => "won",
            ResultKind::Draw => "drew",
            ResultKind::Loss => "lost",
        };
        format!("{} {verb}", holder.name().unwrap_or("?"))
    };
    seats.map(seat).collect::<Vec<_>>().join("; ")
}

fn title(row: &TableRow) -> &str {
    catalog::entry(row.game()).map_or(row.game(), |info| info.title)
}

fn finished_text(game: &FinishedGame) -> String {
    let moves = counted(game.moves as usize, "move");
    let (id, date) = (&game.row.id, Date::of(game.finished));
    format!("{id}  {date}  {}: {} ({}, {moves})", title(&game.row), results_text(game), game.rule)
}

fn finished_object(game: &FinishedGame) -> Value {
    let players: Vec<Value> = game
        .row
        .seats
        .iter()
        .zip(&game.results)
        .map(|(holder, result)| {
            json!({
                "name": holder.name(), "result": result.result.name(), "place": result.place,
                "points": result.points, "counted": result.is_counted,
            })
        })
        .collect();
    json!({
        "id": game.row.id, "game": game.row.game(), "finished": game.finished, "rule": game.rule,
        "moves": game.moves, "players": players, "home": game.row.home.name(),
    })
}

fn unfinished_object(row: &TableRow) -> Value {
    let names: Vec<Option<&str>> = row.seats.iter().map(SeatHolder::name).collect();
    json!({
        "id": row.id, "game": row.game(), "created": row.created, "players": names, "home": row.home.name(),
    })
}

/// Prints players, result, rule, moves and the final board of a stored game.
pub(super) fn show(data: &TerminalData, id: &str, output: &mut Output) -> Result<(), CliError> {
    let (row, text, finished) = data.game(id)?;
    let damaged =
        |error: rules::InputError| CliError::failed(format_args!("cannot show the game {id}: {error}"));
    if text.is_empty() {
        return Err(CliError::failed(format_args!("cannot show the game {id}: it has no record")));
    }
    let record = record::read(&text).map_err(damaged)?;
    let game = catalog::open_rules(&row.rules).map_err(damaged)?;
    let table = verify::replay_record(game, &record).map_err(damaged)?;
    let moves: Vec<&str> = table.moves().map(|(_, played)| played.text.as_str()).collect();
    let position = table.board().position();
    output.result(
        || show_text(&row, finished.as_ref(), &table),
        || {
            let mut object = finished.as_ref().map_or_else(|| unfinished_object(&row), finished_object);
            object["clock"] = json!(row.clock);
            object["position"] = json!(position);
            object["move_list"] = json!(moves);
            object["record"] = json!(text);
            object
        },
    )
}

fn show_text(row: &TableRow, finished: Option<&FinishedGame>, table: &Table) -> String {
    let date = Date::of(finished.map_or(row.created, |game| game.finished));
    let mut lines = vec![format!("{} {}, {date}", title(row), row.id)];
    for (index, seat) in Seat::all(table.game().seats()).enumerate() {
        let name = row.seats.get(index).and_then(SeatHolder::name).unwrap_or("?");
        let result = finished.and_then(|game| game.results.get(index)).map_or(String::new(), |result| {
            format!(": {}, place {}, {}", result.result.name(), result.place, points(result.points))
        });
        lines.push(format!("  {} {name}{result}", capitalized(&table.game().seat_name(seat))));
    }
    lines.push(match finished {
        Some(game) => format!("  Ended by {} after {}.", game.rule, counted(game.moves as usize, "move")),
        None => "  Not finished.".to_owned(),
    });
    if row.clock != "none" {
        lines.push(format!("  Clock {}.", row.clock));
    }
    lines.push(String::new());
    lines.extend(move_lines(table));
    let mut diagram = table.board().diagram();
    if table.outcome().is_some() {
        // The position does not show a resignation; the result is above.
        diagram.caption.clear();
    }
    lines.push(String::new());
    lines.push(view::diagram::text::draw(&diagram).trim_end().to_owned());
    lines.join("\n")
}

fn points(points: i16) -> String {
    counted(points.unsigned_abs().into(), "point")
}

/// The moves, numbered by rounds, in lines of at most 78 characters; rolls stand before the moves they are for.
fn move_lines(table: &Table) -> Vec<String> {
    const WIDTH: usize = 78;
    let seats = usize::from(table.game().seats());
    let mut words = Vec::new();
    let mut moves = 0;
    for event in table.events() {
        match &event.kind {
            EventKind::Moved { text, .. } => {
                let number =
                    if moves % seats == 0 { format!("{}. ", moves / seats + 1) } else { String::new() };
                words.push(format!("{number}{text}"));
                moves += 1;
            }
            EventKind::Rolled { roll } => words.push(format!("[{roll}]")),
            EventKind::TookBack { moves: count } => {
                words.push(format!("(took back {count})"));
                moves = moves.saturating_sub(*count as usize);
            }
            EventKind::Retired { seat, why } => words.push(format!("(seat {seat}: {})", why.rule())),
            _ => {}
        }
    }
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push_str("  ");
                line.push_str(&word);
            }
            _ => lines.push(word),
        }
    }
    lines
}
