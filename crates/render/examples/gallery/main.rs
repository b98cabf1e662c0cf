//! Renders all samples into a folder: `cargo run -p render --example gallery -- FOLDER`.

mod samples;

use render::Theme;
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("expected a folder")?);
    std::fs::create_dir_all(&folder)?;
    for (name, diagram) in samples::all() {
        for (theme, page) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            for width in [240, 960] {
                let file = folder.join(format!("{name}-{page}-{width}.png"));
                std::fs::write(file, render::png(&diagram, theme, width)?)?;
            }
            std::fs::write(folder.join(format!("{name}-{page}.svg")), render::svg(&diagram, theme, 960))?;
        }
    }
    Ok(())
}
