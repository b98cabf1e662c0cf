//! `takhteh show`: pictures of positions.

use std::path::{Path, PathBuf};

use clap::Args;
use games::catalog;
use view::Diagram;

use crate::error::CliError;
use crate::game_args::GameArgs;
use crate::output::{Output, json};

#[derive(Args)]
#[command(after_help = "\
Examples:
  takhteh show backgammon
  takhteh show chess --army knightrider --svg board.svg
  takhteh show halma --set Size=16*16 --png halma.png --width 800")]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArgs,

    /// Position to draw
    #[arg(long, value_name = "TEXT", default_value = "start", allow_hyphen_values = true)]
    position: String,

    #[command(flatten)]
    pub(crate) picture: PictureFile,
}

/// Arguments that choose an image file.
#[derive(Args)]
pub(crate) struct PictureFile {
    /// Write an SVG image to this file (- for stdout)
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    svg: Option<PathBuf>,

    /// Write a PNG image to this file (- for stdout)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Width of the image in pixels
    #[arg(long, default_value_t = 640, value_parser = clap::value_parser!(u32).range(32..=4096))]
    width: u32,

    /// Use dark colours
    #[arg(long)]
    dark: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), CliError> {
    let game = catalog::open(&arguments.game.game, &arguments.game.settings(output)?)?;
    let board = game.read_position(&arguments.position)?;
    draw(&board.diagram(), &board.position(), &arguments.picture, output)
}

/// Draws a diagram to the chosen image file, or as text.
pub(crate) fn draw(
    diagram: &Diagram,
    position: &str,
    picture: &PictureFile,
    output: &mut Output,
) -> Result<(), CliError> {
    let theme = if picture.dark { render::Theme::Dark } else { render::Theme::Light };
    if let Some(file) = &picture.svg {
        let svg = render::svg(diagram, theme, picture.width);
        if output.is_json() && is_stdout(file) {
            return output.result(String::new, || json!({"position": position, "svg": svg}));
        }
        return write(file, svg.as_bytes(), position, output);
    }
    if let Some(file) = &picture.png {
        if output.is_json() && is_stdout(file) {
            return Err(CliError::usage("cannot print a PNG with --json: expected a file for --png"));
        }
        let png = render::png(diagram, theme, picture.width)
            .map_err(|error| CliError::failed(format_args!("cannot draw the image: {error}")))?;
        return write(file, &png, position, output);
    }
    let text = view::diagram::text::draw(diagram);
    output.result(|| text.trim_end().to_owned(), || json!({"position": position, "text": text}))
}

fn is_stdout(file: &Path) -> bool {
    file == Path::new("-")
}

fn write(file: &Path, bytes: &[u8], position: &str, output: &mut Output) -> Result<(), CliError> {
    if is_stdout(file) {
        return output.raw(bytes);
    }
    std::fs::write(file, bytes)
        .map_err(|error| CliError::failed(format_args!("cannot write {}: {error}", file.display())))?;
    if output.is_json() {
        let name = file.display().to_string();
        output.result(String::new, || json!({"position": position, "file": name, "bytes": bytes.len()}))?;
    }
    Ok(())
}
