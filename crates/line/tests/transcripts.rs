//! Exchanges told line by line in `tests/transcripts`, played in a time of their own.
//!
//! The first line says who we are. Then `>` is said to us, `<` is what we say, `@` lets seconds pass, `!` is what
//! whoever plays at our end does, and `=` is something that must have happened since the last of these. What we say and
//! the transcript does not tell is a error. `\r`, `\n`, `\0` and `\xff` stand for bytes; a line said to us ends with CR
//! unless it ends with `\` alone.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod stage;

use std::path::Path;

use stage::Stage;

#[test]
fn every_transcript_is_kept_to() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 20, "{} transcripts", names.len());
    let mut errors = Vec::new();
    for path in names {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(error) = play(&text) {
            errors.push(format!("{name}: {error}"));
        }
    }
    assert!(errors.is_empty(), "\n{}", errors.join("\n"));
}

fn play(text: &str) -> Result<(), String> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| !line.starts_with('#'));
    let (_, role) = lines.next().ok_or("nothing in it")?;
    let mut stage = Stage::set(role)?;
    for (number, line) in lines {
        let (sign, rest) = line.split_at_checked(1).unwrap_or((line, ""));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let done = match sign {
            "" => Ok(()),
            ">" => stage.is_quiet().map(|()| stage.hear(rest)),
            "<" => stage.says(rest),
            "@" => stage.is_quiet().and_then(|()| stage.wait(rest)),
            "!" => stage.is_quiet().and_then(|()| stage.act(rest)),
            "=" => stage.happened(rest),
            _ => Err(format!("{line:?} is no line of a transcript")),
        };
        done.map_err(|error| format!("line {number}: {error}"))?;
    }
    stage.is_quiet().map_err(|error| format!("at the end: {error}"))
}

#[test]
fn a_transcript_that_tells_something_else_is_found() {
    for wrong in [
        "device strict\n> AT\n< ER\n",
        "device strict\n> AT\n",
        "device strict\n> AT\n< OK\n< OK\n",
        "device strict\n> AT\n< OK\n= LED 1 on\n",
    ] {
        assert!(play(wrong).is_err(), "{wrong}");
    }
}
