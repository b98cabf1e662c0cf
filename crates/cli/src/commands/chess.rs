//! `takhteh chess`

use clap::{Args, Subcommand};
use games::chess::army_file::moves::write_moves;
use games::chess::piece_guide::{MIDDLE, targets};
use games::chess::program::{write_pawn_program, write_program};
use games::chess::{Army, Chess, Kind, builtin, read_square, square_name};
use rules::cpu::Portable;
use rules::{InputError, Rules};
use view::MoveKind;
use view::diagram::PieceShape;

use crate::error::CliError;
use crate::game_args::{army_text, unchecked_army_text};
use crate::output::{Output, Value, json};

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Print the relation codes 0 to 13 of a piece to all 64 squares, a8 first
    #[command(after_help = "\
Examples:
  takhteh chess relations --square b1
  takhteh chess relations --square e2 --army cannon")]
    Relations(Relations),
    /// Army files: definitions of how the pieces move
    #[command(
        subcommand,
        after_help = "\
Examples:
  takhteh chess army check griffon
  takhteh chess army show shatranj"
    )]
    Army(ArmyCommand),
}

#[derive(Args)]
pub(crate) struct Relations {
    /// Position as a FEN with the letters of the army; the pieces are enough, kings are optional
    #[arg(long, value_name = "FEN", default_value = "start", allow_hyphen_values = true)]
    position: String,

    /// Square of the piece, such as e2, or its number from 0 (a8) to 63 (h1)
    #[arg(long, value_name = "SQUARE")]
    square: String,

    /// Name of a built-in army, or an army file
    #[arg(long, value_name = "NAME|FILE", default_value = builtin::ORDINARY)]
    army: String,
}

#[derive(Subcommand)]
pub(crate) enum ArmyCommand {
    /// Check an army file and report its first error
    #[command(after_help = "\
Examples:
  takhteh chess army check my.army
  takhteh chess army check griffon")]
    Check {
        /// Army file, or the name of a built-in army
        file: String,
    },
    /// Show the pieces of an army: moves, targets from d4, values
    #[command(
        after_help = "Examples:\n  takhteh chess army show shatranj\n  takhteh chess army show my.army --json"
    )]
    Show {
        /// Army file, or the name of a built-in army
        file: String,
    },
}

pub(crate) fn run(command: &Command, output: &mut Output) -> Result<(), CliError> {
    match command {
        Command::Relations(arguments) => relations(arguments, output),
        Command::Army(ArmyCommand::Check { file }) => check(file, output),
        Command::Army(ArmyCommand::Show { file }) => show(file, output),
    }
}

/// Opens chess with an army given by name or file.
fn read_chess(name: &str) -> Result<Chess, CliError> {
    Ok(open(&army_text(name)?)?)
}

fn open(text: &str) -> Result<Chess, InputError> {
    Chess::new(Army::read(text)?, Portable)
}

fn relations(arguments: &Relations, output: &mut Output) -> Result<(), CliError> {
    let chess = read_chess(&arguments.army)?;
    let position = match arguments.position.trim() {
        "start" => chess.start(),
        // Relations need pieces, not a game.
        fen => chess.read_fen(fen).or_else(|error| chess.read_pieces(fen).ok_or(error))?,
    };
    let text = arguments.square.trim();
    let by_number = text.parse().ok().filter(|number| *number < 64);
    let square = read_square(&text.to_ascii_lowercase()).or(by_number).ok_or_else(|| {
        InputError::unexpected(text, "a square from a1 to h8, or its number from 0 (a8) to 63")
    })?;
    let name = square_name(square);
    if position.piece(square).is_none() {
        return Err(CliError::usage(format_args!("{name} is empty: expected a square with a piece on it")));
    }
    let codes = chess.relations(&position, square);
    output.result(
        || {
            let row = |codes: &[u8]| {
                codes.iter().map(|code| format!("{code:>2}")).collect::<Vec<String>>().join(" ")
            };
            codes.chunks(8).map(row).collect::<Vec<String>>().join("\n")
        },
        || json!({"square": name, "codes": codes.as_slice()}),
    )
}

fn check(name: &str, output: &mut Output) -> Result<(), CliError> {
    let text = unchecked_army_text(name)?;
    match open(&text) {
        Ok(chess) => {
            let (army, bytes) = (chess.army(), chess.table_bytes());
            output.result(
                || {
                    let kinds: Vec<String> =
                        army.kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.name)).collect();
                    let mut text = format!(
                        "{name}: ok, {}, hash {}\n{} kinds: {}\n{bytes} bytes of tables",
                        army.name,
                        army.hash_text(),
                        kinds.len(),
                        kinds.join(", ")
                    );
                    for (letter, picture) in undrawn(army) {
                        text.push_str(&format!(
                            "\nkind {letter}: there is no picture {picture}, so its letter is shown"
                        ));
                    }
                    text
                },
                || {
                    let kinds: Vec<&str> = army.kinds.iter().map(|kind| kind.name.as_str()).collect();
                    json!({
                        "file": name, "ok": true, "name": army.name, "hash": army.hash_text(),
                        "kinds": kinds, "table_bytes": bytes,
                        "undrawn": undrawn(army).map(|(letter, _)| letter.to_string()).collect::<Vec<_>>(),
                    })
                },
            )
        }
        Err(error) => {
            if output.is_json() {
                let message = error.to_string();
                output.result(String::new, || json!({"file": name, "ok": false, "error": message}))?;
            }
            output.flush()?;
            Err(CliError::failed(format_args!("{name}, {error}")))
        }
    }
}

/// Kinds whose picture does not exist.
fn undrawn(army: &Army) -> impl Iterator<Item = (char, &str)> {
    let pictures = army.kinds.iter().filter_map(|kind| Some((kind.letter, kind.picture.as_deref()?)));
    pictures.filter(|(_, picture)| PieceShape::named(picture).is_none())
}

fn show(name: &str, output: &mut Output) -> Result<(), CliError> {
    let chess = read_chess(name)?;
    let army = chess.army();
    let values = army.values();
    output.result(
        || {
            let kinds = army.kinds.iter().zip(&values).map(|(kind, &value)| kind_text(army, kind, value));
            let mut parts = vec![format!("{}, hash {}\nstart {}", army.name, army.hash_text(), army.start)];
            parts.extend(kinds);
            parts.push(
                "* moves or captures   o moves only   x captures only\n^ by hopping over a piece   \
                 @ moves, or hops over a piece"
                    .to_owned(),
            );
            parts.join("\n\n")
        },
        || {
            let kinds: Vec<Value> =
                army.kinds.iter().zip(&values).map(|(kind, &value)| kind_object(army, kind, value)).collect();
            json!({
                "name": army.name, "hash": army.hash_text(), "start": army.start,
                "castling": army.castling.and_then(|castling| letter(army, castling.partner)),
                "en_passant": army.en_passant, "kinds": kinds,
            })
        },
    )
}

fn letter(army: &Army, kind: usize) -> Option<String> {
    army.kinds.get(kind).map(|kind| kind.letter.to_string())
}

/// Number program of a kind, if it has one.
fn program(kind: &Kind) -> Option<String> {
    write_program(&kind.paths).or_else(|| write_pawn_program(&kind.paths))
}

/// Letters of a kind's promotions and its promotion rank.
fn promotion(army: &Army, kind: &Kind) -> Option<(String, u8)> {
    let promotion = kind.promotion.as_ref()?;
    Some((promotion.to.iter().filter_map(|&to| letter(army, to)).collect(), promotion.row + 1))
}

fn kind_text(army: &Army, kind: &Kind, value: u32) -> String {
    let mut text = format!("{} {}, worth {}", kind.letter, kind.name, pawns(value));
    if kind.is_royal {
        text.push_str(", royal");
    }
    if let Some((to, rank)) = promotion(army, kind) {
        text.push_str(&format!(", promoted on rank {rank} to {to}"));
    }
    match program(kind) {
        Some(program) => text.push_str(&format!("\nprogram {program}")),
        None => text.push_str(&format!("\nmoves {}", write_moves(&kind.paths).join("; "))),
    }
    for row in reach(kind) {
        let letters: Vec<String> = row.chars().map(String::from).collect();
        text.push_str(&format!("\n  {}", letters.join(" ")));
    }
    text
}

fn kind_object(army: &Army, kind: &Kind, value: u32) -> Value {
    let promotion = promotion(army, kind);
    json!({
        "letter": kind.letter.to_string(), "name": kind.name, "value": pawns(value),
        "royal": kind.is_royal, "program": program(kind), "moves": write_moves(&kind.paths),
        "promotion": promotion.as_ref().map(|(to, _)| to), "promotion_rank": promotion.as_ref().map(|(_, rank)| rank),
        "reach": reach(kind),
    })
}

/// Centipawns in pawns.
fn pawns(centipawns: u32) -> f64 {
    f64::from(centipawns) / 100.0
}

/// Targets of a white piece on d4 on an empty board: eight characters for each rank, the 8th first.
fn reach(kind: &Kind) -> Vec<String> {
    let mut board = ['.'; 64];
    for (square, way) in targets(kind, MIDDLE) {
        board[usize::from(square)] = match way {
            MoveKind::Any => '*',
            MoveKind::Move => 'o',
            MoveKind::Capture => 'x',
            MoveKind::Hop => '^',
            MoveKind::MoveOrHop => '@',
        };
    }
    board[MIDDLE as usize] = kind.letter;
    board.chunks(8).map(|row| row.iter().collect()).collect()
}
