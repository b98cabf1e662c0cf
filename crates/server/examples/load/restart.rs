//! A server that is killed with many games and started again.

use std::time::Duration;

use tokio::time::Instant;

use crate::connection::{LoadError, http};
use crate::lobby::open_tables;
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Both seats are of one guest, so the game begins at once; with a clock the room stays open.
const LIVE_TABLE: &str = r#"{"game": "othello", "clock": "30m", "seats": [{"who": "me"}, {"who": "here"}]}"#;
/// Longest time until all games are open again.
const TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    let count = if arguments.is_short { 300 } else { 20_000 };
    let folder = DataFolder::new("restart")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let begun = Instant::now();
    open_tables(server.address, count, LIVE_TABLE).await?;
    println!("{count} games opened in {:.1} s, {:.0} MB", begun.elapsed().as_secs_f64(), server.memory());
    // The rooms begin their games at once, but not before the answer.
    tokio::time::sleep(Duration::from_millis(500)).await;
    server.kill();
    let begun = Instant::now();
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let listening = begun.elapsed();
    let mut slowest = Duration::ZERO;
    let mut first = None;
    loop {
        let asked = Instant::now();
        let (status, body) = http(server.address, "GET", "/healthz", "", "").await?;
        let answered = asked.elapsed();
        slowest = slowest.max(answered);
        first.get_or_insert(answered);
        let tables = body.split("\"tables\":").nth(1).and_then(|rest| rest.split([',', '}']).next());
        if status == 200 && tables.and_then(|tables| tables.trim().parse().ok()) == Some(count) {
            break;
        }
        if begun.elapsed() > TIMEOUT {
            return Err(format!("not all games are open after {TIMEOUT:?}: {status} {body}"));
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    println!(
        "killed and started again: listens after {:.2} s, first answer {:.1} ms later, slowest answer {:.1} ms, \
         all {count} games open after {:.1} s (at most 20), {:.0} MB",
        listening.as_secs_f64(),
        first.unwrap_or_default().as_secs_f64() * 1000.0,
        slowest.as_secs_f64() * 1000.0,
        begun.elapsed().as_secs_f64(),
        server.memory()
    );
    Ok(())
}
