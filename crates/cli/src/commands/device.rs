//! `takhteh device`: the chess computer of 128x128 pixels and 16 keys.

mod opponent;
mod screen;
mod script;

use std::path::{Path, PathBuf};

use clap::Args;
use device::chess::Army;
use device::{Device, Frame, Screen};
use device_home::{FrameRecorder, TableGame, army_file, army_of_file, game_choice, half_blocks, png};
use search::EngineName;
use table::record;

use self::opponent::Opponent;
use self::script::{Script, ScriptStep};
use crate::bounded_read::read_file;
use crate::data_folder::DataArgs;
use crate::engine_args::engine_name;
use crate::error::CliError;
use crate::output::{Output, json};

/// Largest army file in bytes.
const MAX_ARMY: u64 = 65_536;
/// Time between two keys of a script in milliseconds.
const KEY_TIME: u64 = 200;
/// Time of a wait in a script in milliseconds: one blink of the cursor.
const WAIT_TIME: u64 = 400;

#[derive(Args)]
#[command(after_help = "\
Without --script the chess computer is shown in the terminal: its keys are those of the keyboard, with the arrows for \
2, 4, 6 and 8, the space bar for 5, and q to switch it off. It goes on where it was switched off. Its games are \
stored in the data folder that `takhteh serve` uses.

The keys of a script are those of the keypad: 0 to 9, # (Enter), * (erase), A (menu). Between them, . waits for one blink of \
the cursor, and ! cuts the power: the device goes on with what it had saved. Spaces are ignored. The opponent moves \
as soon as it is its turn. The last screen is printed as text of 64 lines.

Examples:
  takhteh device
  takhteh device --script \"5 5  5 22 5\"
  takhteh device --script \"5 5  5 22 5\" --png screen.png --scale 4
  takhteh device --script \"5 5  5 22 5 .  88 44 5 22 5\" --animation session.png --record game.record
  takhteh device --army shatranj.toml --script \"5 5\" --json")]
pub(crate) struct Arguments {
    /// Keys to press, without the terminal
    #[arg(long, value_name = "KEYS", conflicts_with = "data")]
    script: Option<String>,

    #[command(flatten)]
    data: DataArgs,

    /// Write the last screen as a PNG file
    #[arg(long, value_name = "FILE", requires = "script")]
    png: Option<PathBuf>,

    /// Write all screens as an animated PNG file
    #[arg(long, value_name = "FILE", requires = "script")]
    animation: Option<PathBuf>,

    /// Pixels of a picture file for each pixel of the screen
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: u32,

    /// Opponent, an engine with its options [default: classic for chess, strong:level=3 for other games]
    #[arg(long, value_name = "ENGINE", value_parser = engine_name)]
    engine: Option<EngineName>,

    /// Army file of number programs, offered in the menu as Playmap 3
    #[arg(long, value_name = "FILE")]
    army: Option<PathBuf>,

    /// Write the moves that were defined as an army file
    #[arg(long, value_name = "FILE")]
    save_army: Option<PathBuf>,

    /// Write the record of the last game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Seed of the opponent and of the dice [default: 1 with --script, else random]
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let Some(script) = &arguments.script else { return screen::run(arguments, output) };
    let script = Script::read(script)?;
    let mut device = Device::new();
    if let Some(army) = read_army(arguments)? {
        device.load_army(army);
    }
    let seed = arguments.seed.unwrap_or(1);
    let mut run = ScriptRun {
        game: TableGame::new(device, "Player", seed),
        opponent: Opponent::new(arguments.engine.clone(), seed),
        recorder: FrameRecorder::new(arguments.scale),
        now: 0,
    };
    run.show(0);
    for step in script.steps() {
        run.step(step)?;
    }
    let frame = frame_of(run.game.device());
    if let Some(path) = &arguments.png {
        write_file(path, &png(&frame, arguments.scale)?)?;
    }
    if let Some(path) = &arguments.animation {
        write_file(path, &run.recorder.write()?)?;
    }
    if let Some(path) = &arguments.save_army {
        write_file(path, army_file(run.game.device().army()).as_bytes())?;
    }
    if let Some(path) = &arguments.record {
        let table = run.game.table().ok_or_else(no_game)?;
        write_file(path, record::write(table.events()).as_bytes())?;
    }
    print(&run.game, &frame, output)
}

/// The army that the menu offers.
fn read_army(arguments: &Arguments) -> Result<Option<Army>, CliError> {
    let Some(path) = &arguments.army else { return Ok(None) };
    let bytes = read_file(path, MAX_ARMY)?;
    let army = army_of_file(&String::from_utf8_lossy(&bytes))
        .map_err(|error| CliError::usage(format_args!("cannot use {}: {error}", path.display())))?;
    Ok(Some(army))
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    Ok(disk::replace_file(path, bytes)?)
}

fn print(game: &TableGame, frame: &Frame, output: &mut Output) -> Result<(), CliError> {
    let moves: Vec<String> =
        game.table().map_or_else(Vec::new, |table| table.moves().map(|(_, mv)| mv.text.clone()).collect());
    let position = game.table().map(|table| table.board().position());
    let outcome = game.table().and_then(|table| table.outcome());
    output.result(
        || half_blocks(frame).iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n"),
        || {
            json!({
                "game": game_choice(game.device().game()).name,
                "screen": screen_name(game.device().screen()),
                "message": game.device().message().map(|message| format!("{message:?}")),
                "moves": moves, "position": position,
                "result": outcome.map(|outcome| outcome.rule()),
            })
        },
    )
}

fn no_game() -> CliError {
    CliError::failed("cannot write the record: no game was begun; expected keys that begin one")
}

fn screen_name(screen: Screen) -> &'static str {
    match screen {
        Screen::Greeting => "greeting",
        Screen::Menu { .. } => "menu",
        Screen::Define { .. } => "define",
        Screen::Play | Screen::Panel => "board",
        Screen::Promotion { .. } => "promotion",
        Screen::Result { .. } => "result",
    }
}

fn frame_of(device: &Device) -> Frame {
    let mut frame = Frame::new();
    // Drawing in memory does not fail.
    let Ok(()) = device.draw(&mut frame);
    frame
}

/// A script while it runs.
struct ScriptRun {
    game: TableGame,
    opponent: Opponent,
    recorder: FrameRecorder,
    /// Time of the session in milliseconds.
    now: u64,
}

impl ScriptRun {
    fn step(&mut self, step: ScriptStep) -> Result<(), CliError> {
        match step {
            ScriptStep::Key(key) => {
                self.now += KEY_TIME;
                self.game.key(key, table::Millis(self.now)).map_err(CliError::failed)?;
                self.show(KEY_TIME);
                while self.game.device().awaits_opponent() {
                    self.opponent.play(&mut self.game, table::Millis(self.now))?;
                    self.show(KEY_TIME);
                }
            }
            ScriptStep::Wait => {
                self.now += WAIT_TIME;
                self.game.device_mut().tick(self.now as u32);
                self.show(WAIT_TIME);
            }
            ScriptStep::PowerLoss => {
                self.game.lose_power(table::Millis(self.now)).map_err(CliError::failed)?;
            }
        }
        Ok(())
    }

    fn show(&mut self, time: u64) {
        self.recorder.add(&frame_of(self.game.device()), time as u16);
    }
}
