//! `takhteh device`: the chess computer of 128x128 pixels and 16 keys.

mod opponent;
mod script;

use std::path::PathBuf;

use clap::Args;
use device::{Device, Frame, Screen};
use device_home::{FrameRecorder, TableGame, army_file, army_of_file, half_blocks, png};
use search::EngineName;
use table::record;

use self::opponent::Opponent;
use self::script::{Script, ScriptStep};
use crate::bounded_read::read_file;
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
The keys of a script are those of the keypad: 0 to 9, # (Enter), * (erase), A (menu). Between them, . waits for one blink of \
the cursor, and ! cuts the power: the device goes on with what it had saved. Spaces are ignored. The opponent moves \
as soon as it is its turn. The last screen is printed as text of 64 lines.

Examples:
  takhteh device --script \"5 5  5 22 5\"
  takhteh device --script \"5 5  5 22 5\" --png screen.png --scale 4
  takhteh device --script \"5 5  5 22 5 .  88 44 5 22 5\" --animation session.png --record game.record
  takhteh device --army shatranj.toml --script \"5 5\" --json")]
pub(crate) struct Arguments {
    /// Keys to press
    #[arg(long, value_name = "KEYS")]
    script: String,

    /// Write the last screen as a PNG file
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Write all screens as an animated PNG file
    #[arg(long, value_name = "FILE")]
    animation: Option<PathBuf>,

    /// Pixels of a picture file for each pixel of the screen
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=16))]
    scale: u32,

    /// Opponent, an engine with its options
    #[arg(long, value_name = "ENGINE", default_value = "classic", value_parser = engine_name)]
    engine: EngineName,

    /// Army file of number programs, offered in the menu as Playmap 3
    #[arg(long, value_name = "FILE")]
    army: Option<PathBuf>,

    /// Write the moves that were defined as an army file
    #[arg(long, value_name = "FILE")]
    save_army: Option<PathBuf>,

    /// Write the record of the last game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Seed of the opponent
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let script = Script::read(&arguments.script)?;
    let mut device = Device::new();
    if let Some(path) = &arguments.army {
        let bytes = read_file(path, MAX_ARMY)?;
        let army = army_of_file(&String::from_utf8_lossy(&bytes))
            .map_err(|error| CliError::usage(format_args!("cannot use {}: {error}", path.display())))?;
        device.load_army(army);
    }
    let mut run = ScriptRun {
        game: TableGame::new(device, "Player"),
        opponent: Opponent::new(arguments.engine.clone(), arguments.seed),
        recorder: FrameRecorder::new(arguments.scale),
        now: 0,
    };
    run.show(0);
    for step in script.steps() {
        run.step(step)?;
    }
    let frame = frame_of(run.game.device());
    let write =
        |path: &PathBuf, bytes: &[u8]| -> Result<(), CliError> { Ok(disk::replace_file(path, bytes)?) };
    if let Some(path) = &arguments.png {
        write(path, &png(&frame, arguments.scale)?)?;
    }
    if let Some(path) = &arguments.animation {
        write(path, &run.recorder.write()?)?;
    }
    if let Some(path) = &arguments.save_army {
        write(path, army_file(run.game.device().army()).as_bytes())?;
    }
    if let Some(path) = &arguments.record {
        let table = run.game.table().ok_or_else(|| {
            CliError::failed("cannot write the record: no game was begun; expected keys that begin one")
        })?;
        write(path, record::write(table.events()).as_bytes())?;
    }
    print(&run.game, &frame, output)
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
                "screen": screen_name(game.device().screen()),
                "message": game.device().message().map(|message| format!("{message:?}")),
                "moves": moves, "position": position,
                "result": outcome.map(|outcome| outcome.rule()),
            })
        },
    )
}

fn screen_name(screen: Screen) -> &'static str {
    match screen {
        Screen::Greeting => "greeting",
        Screen::Menu { .. } => "menu",
        Screen::Define { .. } => "define",
        Screen::Play => "board",
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
                if self.game.device().awaits_opponent() {
                    self.opponent.play(&mut self.game, table::Millis(self.now))?;
                    self.show(KEY_TIME);
                }
            }
            ScriptStep::Wait => {
                self.now += WAIT_TIME;
                self.game.device_mut().tick(self.now as u32);
                self.show(WAIT_TIME);
            }
            ScriptStep::PowerLoss => self.game.lose_power().map_err(CliError::failed)?,
        }
        Ok(())
    }

    fn show(&mut self, time: u64) {
        self.recorder.add(&frame_of(self.game.device()), time as u16);
    }
}
