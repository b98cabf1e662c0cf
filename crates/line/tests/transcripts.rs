//! Transcripts of exchanges in `tests/transcripts`, replayed with simulated time.
//!
//! The first line has the role and its options. Then `>` is received, `<` is sent, `@` lets seconds pass, `!` is an action
//! of the player, and `=` is part of an event since the last of these. A sent message that is not in the transcript is an
//! error. `\r`, `\n`, `\0` and `\xff` stand for bytes; a received line ends with CR unless it ends with a single `\`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod harness;

use std::path::Path;

use harness::Harness;

#[test]
fn every_transcript_is_reproduced() {
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
    let (_, options) = lines.next().ok_or("nothing in it")?;
    let mut harness = Harness::new(options)?;
    for (number, line) in lines {
        let (sign, rest) = line.split_at_checked(1).unwrap_or((line, ""));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let done = match sign {
            "" => Ok(()),
            ">" => harness.expect_silence().map(|()| harness.receive(rest)),
            "<" => harness.expect_sent(rest),
            "@" => harness.expect_silence().and_then(|()| harness.wait(rest)),
            "!" => harness.expect_silence().and_then(|()| harness.act(rest)),
            "=" => harness.expect_event(rest),
            _ => Err(format!("{line:?} is no line of a transcript")),
        };
        done.map_err(|error| format!("line {number}: {error}"))?;
    }
    harness.expect_silence().map_err(|error| format!("at the end: {error}"))
}

#[test]
fn a_wrong_transcript_fails() {
    for wrong in [
        "device strict\n> AT\n< ER\n",
        "device strict\n> AT\n",
        "device strict\n> AT\n< OK\n< OK\n",
        "device strict\n> AT\n< OK\n= LED 1 on\n",
    ] {
        assert!(play(wrong).is_err(), "{wrong}");
    }
}
