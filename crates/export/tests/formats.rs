//! Records in every format, read back by the readers of those formats.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use export::{Format, GameRecord, read_pgn};
use games::backgammon::match_file;
use games::catalog;
use games::othello::formats::{ggf, transcript};
use table::{DiceSource, Millis, SeatAction, Secret, Table, TimeControl, record};

fn golden(name: &str) -> String {
    let path = format!("{}/../../golden/records/{name}.record", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Record of a game played by these moves.
fn played(game: &str, settings: &str, position: &str, moves: &[&str]) -> String {
    let rules = catalog::open(game, settings).unwrap();
    let names = (1..=rules.seats()).map(|seat| format!("Player \"{seat}\"")).collect();
    let dice = DiceSource::Committed(Secret::from_seed(1));
    let mut table = Table::open(rules, names, TimeControl::Unlimited, position, dice).unwrap();
    table.begin(Millis(0));
    for mv in moves {
        let turn = table.turn().unwrap();
        let reply = table.act(turn, table.latest(), SeatAction::Move((*mv).to_owned()), Millis(5));
        assert!(reply.error.is_none(), "{mv}: {:?}", reply.error);
    }
    record::write(table.events())
}

fn export(record: &str, format: Format) -> String {
    // 2026-11-17 12:00:00 UTC.
    GameRecord::read(record, Some(1_794_916_800_000)).unwrap().write(format).unwrap()
}

#[test]
fn chess_is_written_as_pgn() {
    let record = played("chess", "", "start", &["f3", "e5", "g4", "Qh4#"]);
    assert_eq!(
        export(&record, Format::Pgn),
        "[Event \"Takhteh\"]\n[Site \"?\"]\n[Date \"2026.11.17\"]\n[Round \"-\"]\n\
         [White \"Player \\\"1\\\"\"]\n[Black \"Player \\\"2\\\"\"]\n[Result \"0-1\"]\n\
         [Termination \"checkmate\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n"
    );
    let fen = "4k3/8/8/8/8/8/4p3/K7 b - - 0 40";
    let pgn = export(&played("chess", "", fen, &["e1=Q+", "Ka2"]), Format::Pgn);
    assert!(pgn.contains(&format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n")), "{pgn}");
    assert!(pgn.ends_with("\n40... e1=Q+ 41. Ka2 *\n"), "{pgn}");
}

/// A game of every army is read back from its PGN, and so are resignations, agreed draws and positions.
#[test]
fn the_army_is_part_of_a_pgn() {
    for name in games::chess::builtin::NAMES {
        let settings = format!("army = {name}\n");
        let record = played("chess", &settings, "start", &[]);
        let pgn = export(&record, Format::Pgn);
        assert_eq!(pgn.contains("[Variant \"") && pgn.contains("[Army \""), name != "ordinary", "{pgn}");
        let games = read_pgn(&pgn).unwrap();
        let again = games[0].record().unwrap();
        assert_eq!(
            GameRecord::read(&again, None).unwrap().write(Format::Pgn).unwrap(),
            undated(&pgn),
            "{name}"
        );
    }
}

fn undated(pgn: &str) -> String {
    pgn.replace("2026.11.17", "????.??.??")
}

#[test]
fn results_are_read_back() {
    for (text, rule) in [
        ("1. f3 e5 2. g4 Qh4# 0-1", Some("checkmate")),
        ("1. f3 e5 2. g4 Qh4# *", Some("checkmate")),
        ("[White \"A\"]\n[Black \"B\"]\n\n1. e4 {fine} e5 (1... c5 2. Nf3) 1-0", Some("resignation")),
        ("1. e4 0-1", Some("resignation")),
        ("1. e4 e5 1/2-1/2", None),
        ("[FEN \"4k3/8/8/8/8/8/4p3/K7 b - - 0 40\"]\n\n40... e1=Q+ 41. Ka2 *", None),
        ("[Variant \"Knightmate\"]\n\n1. e4 *", None),
    ] {
        let record = read_pgn(text).unwrap()[0].record().unwrap();
        let verified = table::verify::verify(&record, catalog::open_rules).unwrap();
        let outcome = verified.outcome.map(|outcome| outcome.rule);
        if let Some(rule) = rule {
            assert_eq!(outcome.as_deref(), Some(rule), "{text}");
        }
        assert_eq!(outcome.is_none(), text.ends_with('*') && rule.is_none(), "{text}: {outcome:?}");
    }
    for (text, expected) in [
        ("1. e4 e5\n2. Ke3", "line 2, column 4: "),
        ("1. f3 e5 2. g4 Qh4# 3. e4", "line 1, column 24: cannot play \"e4\": the game is over"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "line 1: cannot end the game with 1-0: the moves end it with 0-1"),
        ("\n[Variant \"Atomic\"]\n\n1. e4 *", "line 2: cannot read the variant \"atomic\""),
        ("[FEN \"nonsense\"]\n\n*", "line 1: "),
        ("[Army \"nonsense\"]\n\n*", "line 1: "),
    ] {
        let error = read_pgn(text).unwrap()[0].record().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
}

#[test]
fn long_games_are_wrapped() {
    let columns = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let moves: Vec<String> = columns.iter().flat_map(|c| [format!("{c}3"), format!("{c}6")]).collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let moves = [&moves[..], &["Ra2", "Ra7", "Ra1", "Ra8", "Nd2", "Nd7"]].concat();
    let pgn = export(&played("chess", "", "start", &moves), Format::Pgn);
    assert!(pgn.lines().all(|line| line.len() <= 79), "{pgn}");
    let words: Vec<&str> = pgn.split("\n\n").nth(1).unwrap().split_whitespace().collect();
    assert_eq!(words.len(), 22 + 11 + 1);
}

#[test]
fn othello_is_read_back_from_ggf_and_transcript() {
    let record = golden("othello");
    let read = ggf::read(&export(&record, Format::Ggf)).unwrap();
    assert_eq!(read.property("DT"), Some("2026.11.17_12:00:00.UTC"));
    assert!(read.game().is_over());
    let lead = read.game().lead();
    assert_eq!(read.property("RE"), Some(format!("{lead:+}.00").as_str()));
    // White begins in that game, which a transcript cannot express.
    let error = GameRecord::read(&record, None).unwrap().write(Format::Transcript).unwrap_err();
    assert!(error.to_string().contains("expected ggf"), "{error}");
    let text = export(&played("othello", "", "start", &["f5", "d6", "c3", "d3", "c4"]), Format::Transcript);
    assert_eq!(text, "f5d6c3d3c4\n");
    assert_eq!(transcript::read(text.trim()).unwrap().moves().len(), 5);
}

#[test]
fn backgammon_is_read_back_from_its_match_file() {
    let record = golden("backgammon-match");
    let file = match_file::read(&export(&record, Format::Mat)).unwrap();
    assert!(file.length > 0 && !file.games.is_empty());
    assert_eq!(match_file::write(&file), export(&record, Format::Mat));
}

#[test]
fn every_game_has_its_record() {
    let record = golden("halma-four");
    assert_eq!(export(&record, Format::Record), record);
    for info in &catalog::GAMES {
        assert_eq!(Format::of_game(info.name).last(), Some(&Format::Record));
    }
    let error = Format::named("pgn", "halma").unwrap_err().to_string();
    assert!(error.contains("expected record for halma"), "{error}");
}
