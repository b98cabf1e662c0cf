//! Pictures of the terminal for the documents. `KEEP=1` draws them anew, with chromium.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use store::example_data;

use super::pty::{Terminal, USUAL};
use super::screens::COLOURS;
use super::with_store;
use crate::program::new_folder;

/// Size of a character in pixels.
const CELL: (u16, u16) = (10, 20);
const LARGE: (u16, u16) = (120, 40);

fn color(color: vt100::Color, default: &str) -> String {
    match color {
        vt100::Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => default.to_owned(),
    }
}

/// The screen as a page: a box for each character. Half blocks are drawn as two halves, as terminals draw them.
fn page(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let mut html = format!(
        "<!doctype html><meta charset=utf-8><style>body{{margin:0;background:#15110d}}\
         i{{position:absolute;width:{}px;height:{}px;font:normal 16.6px/20px 'DejaVu Sans Mono';text-align:center;\
         white-space:pre;overflow:visible}}b{{font-weight:bold}}</style>",
        CELL.0, CELL.1
    );
    for row in 0..rows {
        for column in 0..columns {
            let cell = screen.cell(row, column).unwrap();
            let (fg, bg) = (color(cell.fgcolor(), "#efe6d6"), color(cell.bgcolor(), "#15110d"));
            let (fg, bg) = if cell.inverse() { (bg, fg) } else { (fg, bg) };
            let (left, top) = (column * CELL.0, row * CELL.1);
            let (ground, text) = match cell.contents() {
                "▀" => (format!("linear-gradient({fg} 50%,{bg} 50%)"), ""),
                text => (bg, text),
            };
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            let text = if cell.bold() { format!("<b>{text}</b>") } else { text };
            let _ = write!(
                html,
                "<i style='left:{left}px;top:{top}px;background:{ground};color:{fg}'>{text}</i>"
            );
        }
    }
    html
}

fn keep(name: &str, terminal: &Terminal, folder: &Path) {
    terminal.settled();
    let (html, (rows, columns)) = terminal.with_screen(|screen| (page(screen), screen.size()));
    let file = folder.join("screen.html");
    std::fs::write(&file, html).unwrap();
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
    let picture = pictures.canonicalize().unwrap().join(format!("terminal-{name}.png"));
    let status = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg(format!("--window-size={},{}", columns * CELL.0, rows * CELL.1))
        .arg(format!("--screenshot={}", picture.display()))
        .arg(format!("file://{}", file.display()))
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
}

#[test]
fn pictures_of_the_terminal() {
    if std::env::var_os("KEEP").is_none() {
        return;
    }
    let folder = new_folder("screenshots");
    with_store(&folder, async |store| example_data::store(store).await.unwrap());
    let mut terminal = Terminal::start(&["menu"], &folder, USUAL, &COLOURS);
    terminal.wait_for("You play as").send("\x1b[A\x1b[A\x1b[A\r").wait_for("Name");
    terminal.send(&format!("Anahita\r{}\r", example_data::PASSWORD)).wait_for("Welcome back");
    keep("menu", &terminal, &folder);
    terminal.send("\x1b[B\x1b[B\r").wait_for("Weakest");
    keep("statistics", &terminal, &folder);
    terminal.send("\x1b").wait_for("Menu").send("\x1b[A\x1b[A\r").wait_for("Clock");
    terminal.send("\x1b[C\x1b[C\x1b[B\x1b[C\x1b[C\x1b[C").wait_for("8 × 8 for four");
    keep("new-game", &terminal, &folder);
    let play = |arguments: &[&str], size, moves: &[&str]| {
        let arguments = [&["play"], arguments, &["--pace", "0", "--seed", "5"]].concat();
        let mut terminal = Terminal::start(&arguments, &folder, size, &COLOURS);
        terminal.wait_for("hint");
        for mv in moves {
            terminal.send("m").wait_for("Type a move").send(&format!("{mv}\r"));
            terminal.wait_until(mv, |screen| !screen.contains("Type a move"));
        }
        terminal
    };
    let chess = ["chess", "--seat", "2=human", "--name", "2=Babak", "--clock", "10m+5s"];
    let mut terminal = play(&chess, USUAL, &["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "c3"]);
    terminal.send("f\t\t\t\t\r");
    keep("chess", &terminal, &folder);
    keep("chess-small", &play(&chess, (40, 20), &["e4", "e5", "Nf3"]), &folder);
    keep("chess-large", &play(&chess, LARGE, &["e4", "e5", "Nf3", "Nc6", "Bb5"]), &folder);
    let othello = ["othello", "--seat", "2=human", "--name", "2=Babak"];
    keep("othello", &play(&othello, USUAL, &["f5", "d6", "c3", "d3", "c4"]), &folder);
    keep("othello-large", &play(&othello, LARGE, &["f5", "d6", "c3", "d3", "c4"]), &folder);
    let halma =
        ["halma", "--preset", "10x10-four", "--seat", "2=strong:level=3", "--seat", "3=strong:level=3"];
    let halma = [&halma[..], &["--seat", "4=strong:level=3"]].concat();
    let mut terminal = play(&halma, LARGE, &["d1-e2"]);
    for _ in 0..6 {
        terminal
            .wait_until("a turn", |screen| screen.contains("Green to move") || !screen.contains("Thinking"));
        terminal.send("h").wait_for("Hint: ");
        let text = terminal.settled();
        let hint = text.split("Hint: ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
        terminal.send("m").wait_for("Type a move").send(&format!("{hint}\r"));
        terminal.wait_until("an end of the typing", |screen| !screen.contains("Type a move"));
        terminal.settled();
    }
    keep("halma", &terminal, &folder);
    keep("halma-16", &play(&["halma", "--preset", "16x16"], USUAL, &[]), &folder);
    let backgammon = ["backgammon", "--seat", "2=human", "--name", "2=Babak", "--set", "length=5"];
    keep("backgammon", &play(&backgammon, USUAL, &[]), &folder);
    let mut terminal = play(&backgammon, LARGE, &[]);
    terminal.send("\t\r");
    keep("backgammon-large", &terminal, &folder);
    keep("queens", &play(&["queens"], USUAL, &["a1", "c2", "e3"]), &folder);
    for (name, size) in [("device", (146, 66)), ("device-small", (84, 36))] {
        let device = ["device", "--engine", "classic:seed=5"];
        let mut terminal = Terminal::start(&device, &folder, size, &COLOURS);
        terminal.wait_for("q quit");
        // The second one goes on where the first was switched off.
        let keys = if name == "device" { &["55", "5225", "888665225", "4"][..] } else { &["4"] };
        for keys in keys {
            terminal.send(keys);
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
        keep(name, &terminal, &folder);
        terminal.send("q").end();
    }
}
