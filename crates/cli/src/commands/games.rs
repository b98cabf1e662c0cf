//! `takhteh games`: the catalog.

use games::catalog::{GAMES, GameInfo};

use crate::error::CliError;
use crate::output::{Output, json};

pub(crate) fn run(output: &mut Output) -> Result<(), CliError> {
    for entry in &GAMES {
        output.result(
            || text(entry),
            || {
                let settings: Vec<_> = entry
                    .settings
                    .iter()
                    .map(|note| json!({"key": note.key, "values": note.values.to_string(), "usual": note.default, "about": note.about}))
                    .collect();
                let presets: Vec<_> = entry
                    .presets
                    .iter()
                    .map(|preset| {
                        let lines: Vec<&str> = preset.settings.lines().collect();
                        json!({"name": preset.name, "title": preset.title, "about": preset.about, "settings": lines})
                    })
                    .collect();
                json!({
                    "name": entry.name, "title": entry.title, "about": entry.about, "seats": entry.seats,
                    "engines": engine_names(entry), "settings": settings, "presets": presets,
                })
            },
        )?;
    }
    Ok(())
}

fn engine_names(entry: &GameInfo) -> Vec<&'static str> {
    entry.engines.iter().map(|engine| engine.name).collect()
}

fn text(entry: &GameInfo) -> String {
    let seats: Vec<String> = entry.seats.iter().map(u8::to_string).collect();
    let mut text = format!(
        "{:12} seats {:7} engines {}\n{:12} {}",
        entry.name,
        seats.join(" or "),
        engine_names(entry).join(", "),
        "",
        entry.about
    );
    for note in entry.settings {
        text.push_str(&format!(
            "\n{:14}{} = {}: {} ({})",
            "", note.key, note.default, note.about, note.values
        ));
    }
    for preset in entry.presets {
        text.push_str(&format!("\n{:14}preset {}: {}", "", preset.name, preset.about));
    }
    text
}
