//! A bot for every game of Takhteh: it plays a random one of the legal moves that each line lists.
//!
//! Without arguments it plays over its standard input and output, as `exec:json:rust_bot`. With `--server URL` and `--table ID`
//! or `--open REQUEST` it joins or opens a table of a server and plays it to the end. With `--server URL` alone it accepts all
//! challenges and joins every open table, until it is stopped. The token of the bot is in the environment variable
//! `TAKHTEH_BOT_TOKEN`. `docs/bots.md` describes the protocol.

mod http;

use std::collections::HashSet;
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bot_lines::{BotAction, TableLine};
use serde_json::{Value, json};

use http::{HttpError, Server};

type Line = TableLine<Value>;

/// Longest line of the standard input in bytes.
const MAX_LINE: u64 = 4 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut server, mut table, mut request) = (None, None, None);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{argument} needs a value"))?;
        match argument.as_str() {
            "--server" => server = Some(value),
            "--table" => table = Some(value),
            "--open" => request = Some(value),
            _ => return Err("expected --server URL, and --table ID or --open REQUEST or neither".into()),
        }
    }
    let mut random = Random::new();
    let Some(url) = server else { return play_pipe(&mut random) };
    let token = std::env::var("TAKHTEH_BOT_TOKEN")
        .map_err(|_| "TAKHTEH_BOT_TOKEN is not set: expected the token of a bot")?;
    let server = Server::new(&url, &token)?;
    let table = match (table, request) {
        (Some(table), _) => {
            server.post(&format!("/api/bot/tables/{table}/join"), "{}")?;
            table
        }
        (None, Some(request)) => {
            let opened: Value = serde_json::from_str(&server.post("/api/bot/tables", &request)?)?;
            let table = opened["table"].as_str().unwrap_or_default().to_owned();
            writeln!(stdout(), "{}", json!({"table": table}))?;
            table
        }
        (None, None) => return play_all(&server),
    };
    let last = play(&server, &table, &mut random)?;
    writeln!(stdout(), "{}", json!({"table": table, "moves": last.ply, "ending": last.ending}))?;
    Ok(())
}

/// Chooses a move of a position. This is the place for a better player.
fn choose(line: &Line, random: &mut Random) -> Option<String> {
    let legal = line.legal.as_ref()?;
    legal.get(random.below(legal.len())).cloned()
}

/// Answers each line of the standard input with a move.
fn play_pipe(random: &mut Random) -> Result<(), Box<dyn Error>> {
    let mut input = stdin().lock();
    loop {
        let mut text = String::new();
        if std::io::Read::take(&mut input, MAX_LINE).read_line(&mut text)? == 0 {
            return Ok(());
        }
        let line = Line::read(&text).map_err(|error| error.to_string())?;
        if let Some(chosen) = choose(&line, random) {
            let action = BotAction::Move { r#move: chosen, seen: line.latest.unwrap_or(0) };
            writeln!(stdout(), "{}", serde_json::to_string(&action)?)?;
            stdout().flush()?;
        }
    }
}

/// Plays a table to the end, over as many connections as it takes; returns the last line.
fn play(server: &Server, table: &str, random: &mut Random) -> Result<Line, Box<dyn Error>> {
    let mut seen = None;
    let mut has_seed = false;
    loop {
        let after = seen.map(|seen| format!("?after={seen}")).unwrap_or_default();
        let stream = server.stream(&format!("/api/bot/tables/{table}/stream{after}"));
        let mut stream = match stream {
            Err(HttpError::Lost(_)) => {
                std::thread::sleep(Duration::from_secs(1));
                continue;
            }
            other => other?,
        };
        // A stream that ends early was lost: the next one continues after the last event seen.
        while let Ok(Some(text)) = stream.next_line() {
            let line = Line::read(&text).map_err(|error| error.to_string())?;
            seen = line.latest.or(seen);
            if line.state == "over" {
                return Ok(line);
            }
            let latest = line.latest.unwrap_or(0);
            if line.state == "opening" && !has_seed {
                has_seed = true;
                for seat in &line.you {
                    let seed = random.below(usize::MAX).to_string();
                    let body = json!({"seed": seed, "seat": seat, "seen": latest});
                    send(server, table, "seed", &body)?;
                }
            }
            let awaits = line.offer.as_ref().map(|offer| offer.awaits.as_slice()).unwrap_or_default();
            if awaits.iter().any(|seat| line.you.contains(seat)) {
                send(server, table, "answer", &json!({"yes": false, "seen": latest}))?;
            } else if let Some(chosen) = choose(&line, random) {
                send(server, table, "move", &json!({"move": chosen, "seen": latest}))?;
            }
        }
    }
}

/// Accepts all challenges, joins every open table, and plays all games of the bot, each on a thread of its own.
fn play_all(server: &Server) -> Result<(), Box<dyn Error>> {
    let playing: Arc<Mutex<HashSet<String>>> = Arc::default();
    let mut since = None;
    loop {
        let query = since.as_ref().map(|since| format!("?since={since}")).unwrap_or_default();
        let mut stream = match server.stream(&format!("/api/bot/events{query}")) {
            Err(HttpError::Lost(_)) => {
                std::thread::sleep(Duration::from_secs(1));
                continue;
            }
            other => other?,
        };
        // A stream that ends was lost: the next one begins with all challenges and running games.
        while let Ok(Some(text)) = stream.next_line() {
            let event: Value = serde_json::from_str(&text)?;
            since = Some(event["at"].clone());
            let table = event["table"].as_str().unwrap_or_default();
            match event["kind"].as_str() {
                Some("challenge") => send(server, table, "join", &json!({"seat": event["seat"]}))?,
                Some("open_seat") => send(server, table, "join", &json!({}))?,
                Some("game_start") if lock(&playing).insert(table.to_owned()) => {
                    let (server, table, playing) = (server.clone(), table.to_owned(), Arc::clone(&playing));
                    std::thread::spawn(move || {
                        let line = match play(&server, &table, &mut Random::new()) {
                            Ok(last) => json!({"table": table, "ending": last.ending}),
                            Err(error) => json!({"table": table, "error": error.to_string()}),
                        };
                        lock(&playing).remove(&table);
                        // The output is for people: without it the bot plays on.
                        let _ = writeln!(stdout(), "{line}");
                    });
                }
                _ => {}
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends an action. One that came too late, or was lost, is answered by the next line of the stream.
fn send(server: &Server, table: &str, action: &str, body: &Value) -> Result<(), HttpError> {
    match server.post(&format!("/api/bot/tables/{table}/{action}"), &body.to_string()) {
        Err(HttpError::Refused { status: 409, .. } | HttpError::Lost(_)) | Ok(_) => Ok(()),
        Err(error) => Err(error),
    }
}

/// A small generator of random numbers (splitmix64), seeded by the system.
struct Random(u64);

impl Random {
    fn new() -> Random {
        use std::hash::{BuildHasher, Hasher, RandomState};
        Random(RandomState::new().build_hasher().finish())
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) as usize % bound.max(1)
    }
}
