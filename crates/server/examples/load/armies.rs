//! Strangers who render as many pictures and compile as many different armies as they can.

use std::time::{Duration, Instant};

use rules::Random;
use tokio::task::JoinSet;

use crate::connection::{Connection, LoadError, http};
use crate::process::ServerProcess;
use crate::{Arguments, DataFolder};

/// Kinds of the army; the first four stand on the board.
const KINDS: &str = "NBRQACDEFG";

/// Settings of a game with a large army of its own, as JSON: its kinds share leaps in hundreds of different ways, each of which
/// has tables of its own.
fn army(number: usize) -> String {
    let mut random = Random::new(number as u64);
    let usual = ["leap 2,1", "ride 1,1", "ride 1,0", "ride 1,0 move-only"];
    let mut moves: Vec<Vec<String>> = KINDS.chars().map(|_| Vec::new()).collect();
    for (kind, usual) in moves.iter_mut().zip(usual) {
        kind.push(usual.to_owned());
    }
    for right in -7..=7_i32 {
        for forward in -7..=7_i32 {
            let owners = random.below(1 << KINDS.len());
            for (index, kind) in moves.iter_mut().enumerate() {
                if (right, forward) != (0, 0) && owners >> index & 1 != 0 {
                    kind.push(format!("leap {right},{forward} one-way move-only"));
                }
            }
        }
    }
    let mut text = format!("name = \"riders {number}\"\narmy = \"ordinary\"\n");
    for (kind, moves) in KINDS.chars().zip(&moves) {
        let moves: Vec<String> = moves.iter().map(|text| format!("\"{text}\"")).collect();
        text.push_str(&format!("\n[kind.{kind}]\nname = \"piece {kind}\"\nmoves = [{}]\n", moves.join(", ")));
    }
    format!("\"{}\"", text.replace('"', "\\\"").replace('\n', "\\n"))
}

/// Answers to requests that were sent at the same time.
#[derive(Default)]
struct Answers {
    answered: usize,
    /// Requests that were told to come back later.
    busy: usize,
    /// Slowest `/healthz` meanwhile.
    slowest: Duration,
}

impl Answers {
    /// Waits for the answers to all requests.
    async fn collect(
        mut requests: JoinSet<Result<(u16, String), LoadError>>,
        server: &ServerProcess,
    ) -> Result<Answers, LoadError> {
        let mut answers = Answers::default();
        while !requests.is_empty() {
            let asked = Instant::now();
            http(server.address, "GET", "/healthz", "", "").await?;
            answers.slowest = answers.slowest.max(asked.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
            while let Some(answer) = requests.try_join_next() {
                match answer.map_err(|error| error.to_string())?? {
                    (200, _) => answers.answered += 1,
                    (503, _) => answers.busy += 1,
                    (status, body) => return Err(format!("a request was answered with {status}: {body}")),
                }
            }
        }
        Ok(answers)
    }

    /// Prints a line about these answers.
    fn print(&self, what: &str, server: &ServerProcess) {
        println!(
            "{} {what} at once: {} answered, {} asked to wait, peak {:.0} MB, slowest /healthz {:.0} ms",
            self.answered + self.busy,
            self.answered,
            self.busy,
            server.peak_memory(),
            self.slowest.as_secs_f64() * 1000.0
        );
    }
}

pub async fn run(arguments: &Arguments) -> Result<(), LoadError> {
    pictures(arguments).await?;
    previews(arguments).await?;
    tables(arguments).await
}

async fn pictures(arguments: &Arguments) -> Result<(), LoadError> {
    let folder = DataFolder::new("pictures")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let address = server.address;
    for count in if arguments.is_short { [10, 20] } else { [60, 200] } {
        let mut requests = JoinSet::new();
        for _ in 0..count {
            let path = "/api/picture.png?game=halma&setting.Size=26+*+26&width=2400";
            requests.spawn(async move { http(address, "GET", path, "", "").await });
        }
        Answers::collect(requests, &server)
            .await?
            .print("pictures of Halma on 26x26, 2400 pixels wide,", &server);
    }
    Ok(())
}

async fn previews(arguments: &Arguments) -> Result<(), LoadError> {
    let folder = DataFolder::new("armies")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let address = server.address;
    let mut requests = JoinSet::new();
    for number in 0..if arguments.is_short { 20 } else { 100 } {
        let body = format!("{{\"game\": \"chess\", \"settings\": {}}}", army(number));
        requests.spawn(async move { http(address, "POST", "/api/preview", "", &body).await });
    }
    Answers::collect(requests, &server).await?.print("previews of large armies", &server);
    Ok(())
}

async fn tables(arguments: &Arguments) -> Result<(), LoadError> {
    let tables = if arguments.is_short { 5 } else { 65 };
    let folder = DataFolder::new("army-tables")?;
    let server = ServerProcess::start(&arguments.program, &folder.0)?;
    let (mut opened, mut refused) = (0, 0);
    for number in 0..tables {
        // Each guest has its own limit.
        let guest = Connection::open(server.address, None).await?;
        let seats = r#"[{"who": "me"}, {"who": "here"}]"#;
        let body = format!(
            "{{\"game\": \"chess\", \"clock\": \"30m\", \"seats\": {seats}, \"settings\": {}}}",
            army(1000 + number)
        );
        match http(server.address, "POST", "/api/tables", &guest.cookie, &body).await? {
            (201, _) => opened += 1,
            (503, _) => refused += 1,
            (status, body) => return Err(format!("a table was answered with {status}: {body}")),
        }
    }
    println!(
        "{tables} tables with large armies of their own: {opened} opened, {refused} asked to wait, peak {:.0} MB",
        server.peak_memory()
    );
    Ok(())
}
