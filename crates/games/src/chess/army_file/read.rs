//! Reading an army file.

use rules::InputError;
use toml::de::DeTable;

use super::check::{self, MAX_VALUE, Violation};
use super::moves::read_moves;
use super::start;
use crate::chess::army::{Army, Castling, Kind, Path, Promotion};
use crate::chess::builtin;
use crate::chess::program::{read_pawn_program, read_program};
use crate::toml_keys::{Key, Keys, parse};

/// Largest size of an army file in bytes.
pub const MAX_BYTES: usize = 1 << 16;

/// Lines of the keys, for errors that are found after reading.
#[derive(Default)]
struct Lines(Vec<(Option<usize>, String, usize)>);

impl Lines {
    fn note(&mut self, kind: Option<usize>, key: &Key<'_>) {
        self.0.push((kind, key.name.to_owned(), key.line));
    }

    /// Line of a key, or of the kind it would belong to.
    fn of(&self, kind: Option<usize>, key: &str) -> Option<usize> {
        let moves = ["moves", "program", "pawn"];
        let fits = |name: &str| name == key || key == "moves" && moves.contains(&name);
        let exact = self.0.iter().find(|(of, name, _)| *of == kind && fits(name));
        let header = || self.0.iter().find(|(of, ..)| kind.is_some() && *of == kind);
        exact.or_else(header).map(|(.., line)| *line)
    }

    /// Error of a violation with its kind and line.
    fn error(&self, army: &Army, violation: Violation) -> InputError {
        let mut error = violation.error.within(violation.key);
        if let Some(kind) = violation.kind.and_then(|kind| army.kinds.get(kind)) {
            error = error.within(format_args!("kind {}", kind.letter));
        }
        match self.of(violation.kind, violation.key) {
            Some(line) => error.within(format_args!("line {line}")),
            None => error,
        }
    }
}

impl Army {
    /// Reads an army file, or a text that only names a built-in army, such as `army = griffon`.
    pub fn read(text: &str) -> Result<Army, InputError> {
        let (army, lines) = Army::compose(text)?;
        match check::start_violation(&army) {
            Some(violation) => Err(lines.error(&army, violation)),
            None => Ok(army),
        }
    }

    /// Reads an army without checking its start position, which requires compiling it.
    fn compose(text: &str) -> Result<(Army, Lines), InputError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        if text.len() > MAX_BYTES {
            return Err(InputError::new(format!(
                "the army has {} bytes: expected at most {MAX_BYTES}",
                text.len()
            )));
        }
        let text = quote_bare_name(text);
        let table = parse(&text)?;
        let mut keys = Keys::new(&text, String::new(), table.get_ref());
        let mut lines = Lines::default();
        let kinds = keys.take("kind");
        let mut army = match (keys.take("army"), &kinds) {
            (Some(key), _) => {
                let text = builtin::named(key.string("the name of an army")?);
                Army::compose(text.map_err(|error| key.within(error))?)?.0
            }
            (None, None) => Army::compose(builtin::named(builtin::ORDINARY)?)?.0,
            (None, Some(_)) => Army {
                name: String::new(),
                kinds: Vec::new(),
                start: String::new(),
                castling: None,
                en_passant: false,
            },
        };
        let base = army.clone();
        let name = keys.take("name");
        if let Some(key) = &name {
            lines.note(None, key);
            army.name = key.string("a name in quotes")?.to_owned();
        }
        if let Some(key) = keys.take("about") {
            key.string("a sentence in quotes")?;
        }
        if let Some(kinds) = kinds {
            lines.note(None, &kinds);
            read_kinds(&mut army, keys.tables(&kinds, "a table, such as [kind.K]")?, &mut lines)?;
        }
        read_castling(&mut army, &mut keys, &mut lines)?;
        if let Some(key) = keys.take("en_passant") {
            army.en_passant = key.boolean()?;
        }
        if let Some(key) = keys.take("start") {
            lines.note(None, &key);
            army.start = key.string("a FEN in quotes")?.to_owned();
        }
        keys.finish()?;
        let mut army = finish(army, &lines)?;
        if name.is_none() && army != base {
            // Different armies should have different names.
            army.name.push_str(", changed");
        }
        Ok((army, lines))
    }
}

/// Description in an army file.
pub fn about(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    table.get_ref().get("about").and_then(|about| about.get_ref().as_str()).map(str::to_owned)
}

/// Normalises the start position and checks the army.
fn finish(mut army: Army, lines: &Lines) -> Result<Army, InputError> {
    if army.name.is_empty() {
        return Err(InputError::new("the army has no name: expected a line such as name = \"mine\""));
    }
    let mut violation = check::violation(&army);
    if violation.as_ref().is_some_and(|violation| violation.key == "start") {
        if let Ok(start) = start::normal(&army, &army.start) {
            army.start = start;
        }
        violation = check::violation(&army);
    }
    match violation {
        Some(violation) => Err(lines.error(&army, violation)),
        None => Ok(army),
    }
}

/// Adds quotes around the name of a built-in army, which are optional.
fn quote_bare_name(text: &str) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    for line in lines.iter_mut().take_while(|line| !line.trim_start().starts_with('[')) {
        let Some((key, value)) = line.split_once('=') else { continue };
        let name = value.split('#').next().unwrap_or("").trim();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if key.trim() == "army" && !name.is_empty() && name.chars().all(is_word) {
            *line = format!("army = \"{name}\"");
        }
    }
    lines.join("\n")
}

fn read_castling(army: &mut Army, keys: &mut Keys<'_>, lines: &mut Lines) -> Result<(), InputError> {
    let Some(key) = keys.take("castling") else {
        return Ok(());
    };
    lines.note(None, &key);
    army.castling = if key.is_false() {
        None
    } else {
        let expected = "the letter of the kind to castle with, such as \"R\", or false";
        let partner = letter(key.string(expected)?).and_then(|letter| army.kind_of_letter(letter));
        Some(Castling { partner: partner.ok_or_else(|| key.error(expected))? })
    };
    // The castling rights of the base army do not apply.
    let fields: Vec<&str> = army.start.split_whitespace().take(2).collect();
    army.start = fields.join(" ");
    Ok(())
}

/// Letters of a promotion, resolved when all kinds are known.
struct Letters<'d> {
    kind: usize,
    key: Key<'d>,
}

fn read_kinds(army: &mut Army, mut tables: Keys<'_>, lines: &mut Lines) -> Result<(), InputError> {
    let mut promotions = Vec::new();
    for table in tables.take_all() {
        let expected = "a letter from A to Z, as in [kind.K]";
        let Some(letter) = letter(table.name) else {
            return Err(table.within(InputError::unexpected(table.name, expected)));
        };
        let Some(keys) = table.table(format!(": kind {letter}")) else {
            return Err(table.error("a table of its own, such as [kind.K]"));
        };
        let index = army.kind_of_letter(letter).unwrap_or(army.kinds.len());
        let before = army.kinds.get(index).cloned();
        lines.note(Some(index), &table);
        let kind = before.unwrap_or_else(|| Kind {
            name: String::new(),
            letter,
            picture: None,
            value: None,
            paths: Vec::new(),
            is_royal: false,
            promotion: None,
        });
        let (kind, letters) = read_kind(kind, index, keys, &table, lines)?;
        promotions.extend(letters);
        if index < army.kinds.len() {
            army.kinds[index] = kind;
        } else {
            army.kinds.push(kind);
        }
    }
    for Letters { kind, key } in promotions {
        let expected = "letters of kinds, such as \"QRBN\"";
        let mut to = Vec::new();
        for letter in key.string(expected)?.chars().filter(|c| !c.is_whitespace() && *c != ',') {
            let found = letter.is_ascii_uppercase().then(|| army.kind_of_letter(letter)).flatten();
            to.push(found.ok_or_else(|| key.error(format_args!("{expected}; there is no kind {letter:?}")))?);
        }
        if let Some(promotion) = &mut army.kinds[kind].promotion {
            promotion.to = to;
        }
    }
    Ok(())
}

/// Reads the table of a kind.
fn read_kind<'d>(
    mut kind: Kind,
    index: usize,
    mut keys: Keys<'d>,
    table: &Key<'d>,
    lines: &mut Lines,
) -> Result<(Kind, Option<Letters<'d>>), InputError> {
    let place = format!("kind {}", kind.letter);
    let mut take = |name: &'static str| {
        let key = keys.take(name);
        if let Some(key) = &key {
            lines.note(Some(index), key);
        }
        key
    };
    let about_kind = |sentence: &str| table.within(InputError::new(sentence).within(&place));
    match take("name") {
        Some(key) => key.string("a name in quotes")?.clone_into(&mut kind.name),
        None if kind.name.is_empty() => {
            return Err(about_kind("it has no name: expected a line such as name = \"king\""));
        }
        None => {}
    }
    if let Some(key) = take("picture") {
        kind.picture = Some(key.string("the name of a picture in quotes")?.to_owned());
    }
    let value = take("value").map(|key| centipawns(&key)).transpose()?;
    if let Some(key) = take("royal") {
        kind.is_royal = key.boolean()?;
    }
    let promotion = take("promotion");
    if let Some(key) = &promotion {
        let row = kind.promotion.as_ref().map_or(7, |promotion| promotion.row);
        kind.promotion = (!key.is_false()).then(|| Promotion { row, to: Vec::new() });
    }
    if let Some(key) = take("promotion_rank") {
        let row = key.number(1..=8)? as u8 - 1;
        match &mut kind.promotion {
            Some(promotion) => promotion.row = row,
            None => return Err(key.error("no promotion_rank without a promotion")),
        }
    }
    let ways = [take("moves"), take("program"), take("pawn")];
    let mut ways = ways.into_iter().flatten();
    match (ways.next(), ways.next()) {
        (Some(key), None) => {
            kind.paths = read_paths(&key)?;
            kind.value = None;
        }
        (Some(_), Some(second)) => {
            return Err(second.error("only one of moves, program and pawn"));
        }
        (None, _) if kind.paths.is_empty() => {
            return Err(about_kind("it has no moves: expected moves, program or pawn"));
        }
        (None, _) => {}
    }
    kind.value = value.or(kind.value);
    keys.finish()?;
    let letters = promotion.filter(|key| !key.is_false()).map(|key| Letters { kind: index, key });
    Ok((kind, letters))
}

/// Reads the moves of a kind.
fn read_paths(key: &Key<'_>) -> Result<Vec<Path>, InputError> {
    let named = |error: InputError| key.within(error.within(key.name));
    match key.name {
        "program" => read_program(key.string("a program in quotes, such as \"10 64 17 0\"")?).map_err(named),
        "pawn" => read_pawn_program(key.string("a program in quotes, such as \"9 24 0\"")?).map_err(named),
        _ => {
            let mut paths = Vec::new();
            for (line, entry) in key.strings("a list of moves, such as [\"leap 2,1\", \"ride 1,0\"]")? {
                let found = read_moves(entry);
                paths.extend(found.map_err(|error| key.at(line, error.within(InputError::quote(entry))))?);
            }
            Ok(paths)
        }
    }
}

/// The text as one upper-case letter.
fn letter(text: &str) -> Option<char> {
    let mut chars = text.chars();
    let letter = chars.next().filter(char::is_ascii_uppercase)?;
    chars.next().is_none().then_some(letter)
}

/// The value of a key in hundredths.
fn centipawns(key: &Key<'_>) -> Result<u32, InputError> {
    let number = key.decimal().and_then(hundredths).filter(|&number| number <= MAX_VALUE);
    number.ok_or_else(|| {
        key.error(format_args!(
            "a number from 0 to {} with at most two decimals, such as 3.25",
            MAX_VALUE / 100
        ))
    })
}

/// `3.25` as 325, with at most two significant decimals.
fn hundredths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let decimals = decimals.trim_end_matches('0');
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || whole.is_empty() || decimals.len() > 2 {
        return None;
    }
    let whole: u32 = whole.parse().ok()?;
    let decimals: u32 = format!("{decimals:0<2}").parse().ok()?;
    whole.checked_mul(100)?.checked_add(decimals)
}
