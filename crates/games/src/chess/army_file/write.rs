//! Writing an army file.

use std::fmt::Write;

use super::moves::write_moves;
use crate::chess::army::Army;

impl Army {
    /// Canonical text of the army. [`Army::read`] restores the army from it, and equal armies have equal texts.
    pub fn write(&self) -> String {
        let mut text = format!("name = {}\nstart = {}\n", quoted(&self.name), quoted(&self.start));
        let letter = |kind: usize| self.kinds.get(kind).map(|kind| kind.letter);
        if let Some(partner) = self.castling.and_then(|castling| letter(castling.partner)) {
            let _ = writeln!(text, "castling = \"{partner}\"");
        }
        if self.en_passant {
            text.push_str("en_passant = true\n");
        }
        for kind in &self.kinds {
            let _ = write!(text, "\n[kind.{}]\nname = {}\n", kind.letter, quoted(&kind.name));
            if let Some(picture) = &kind.picture {
                let _ = writeln!(text, "picture = {}", quoted(picture));
            }
            if let Some(value) = kind.value {
                let _ = writeln!(text, "value = {}", decimal(value));
            }
            if kind.is_royal {
                text.push_str("royal = true\n");
            }
            if let Some(promotion) = &kind.promotion {
                let to: String = promotion.to.iter().filter_map(|&kind| letter(kind)).collect();
                let rank = u32::from(promotion.row) + 1;
                let _ = writeln!(text, "promotion = \"{to}\"\npromotion_rank = {rank}");
            }
            let moves: Vec<String> = write_moves(&kind.paths).iter().map(|entry| quoted(entry)).collect();
            match &moves[..] {
                [one] => {
                    let _ = writeln!(text, "moves = [{one}]");
                }
                several => {
                    let _ = writeln!(text, "moves = [\n  {},\n]", several.join(",\n  "));
                }
            }
        }
        text
    }
}

/// Hundredths as a decimal number.
fn decimal(centipawns: u32) -> String {
    match (centipawns / 100, centipawns % 100) {
        (whole, 0) => whole.to_string(),
        (whole, rest) if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        (whole, rest) => format!("{whole}.{rest:02}"),
    }
}

/// Text in quotes.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
