//! `takhteh tune`, as its users call it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{command, json_in, new_folder, takhteh};

/// A small plan: 6 players, 3 generations after the first.
const PLAN: &str = "\
game = \"backgammon\"
engine = \"narrad:depth=1\"
population = 6
generations = 3
games_per_pairing = 4
confirm_games = 40

[settings]
triple = \"no\"

[parameters]
COST_BLOT = { min = 0, max = 50, start = 20 }
COST_WALL = {}
";

/// A new folder with the plan, for one test.
fn folder(name: &str) -> PathBuf {
    let folder = new_folder(&format!("tune/{name}"));
    std::fs::write(folder.join("plan.toml"), PLAN).unwrap();
    folder
}

/// A result without what depends on the machine and on how often it was interrupted.
fn timeless(mut result: Value) -> Value {
    for key in ["threads", "seconds", "played_before", "folder"] {
        assert!(result.as_object_mut().unwrap().remove(key).is_some(), "{key}");
    }
    result
}

/// Files that follow from the results.
fn files(folder: &Path) -> Vec<String> {
    let names = ["ga.log", "generations.jsonl", "champion.conf", "report.html"];
    names.iter().map(|name| std::fs::read_to_string(folder.join(name)).unwrap()).collect()
}

#[test]
fn a_run_writes_its_folder_and_is_not_repeated() {
    let folder = folder("files");
    let first = json_in(&["tune", "plan.toml", "--threads", "1"], &folder);
    // Six players: 15 pairings, then 15 less the 3 between survivors.
    let games = 4 * (15 + 3 * 12) + 2 * 40;
    assert_eq!(
        (&first["games"], &first["complete"], &first["played_before"]),
        (&games.into(), &true.into(), &0.into())
    );
    assert_eq!(first["confirmations"][0]["opponent"], "guess");
    assert_eq!(first["confirmations"][1]["opponent"], "evolved");
    assert_eq!(first["values"].as_object().unwrap().len(), 2);
    let out = folder.join("tune-plan");
    let [log, generations, champion, report] = files(&out).try_into().unwrap();
    assert_eq!(log.matches("\ngeneration ").count(), 4);
    let lines: Vec<Value> = generations.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3]["values"], first["values"]);
    assert_eq!(lines[0]["ranking"].as_array().unwrap().len(), 6);
    assert!(report.contains("complete: generation 3 of 3"));
    // All eight weights, the ones that were not tuned included.
    assert_eq!(champion.lines().count(), 8);
    assert!(champion.starts_with("COST_ON_BAR 80\n"), "{champion}");

    let again = json_in(&["tune", "plan.toml", "--threads", "2"], &folder);
    assert_eq!(again["played_before"], games);
    assert_eq!(timeless(again), timeless(first.clone()));
    let two = json_in(&["tune", "plan.toml", "--threads", "2", "--out", "two"], &folder);
    assert_eq!(timeless(two), timeless(first));
    assert_eq!(files(&folder.join("two")), files(&out), "threads leave no trace");

    // The result is a parameter file.
    let played = json_in(
        &[
            "match",
            "backgammon",
            "narrad:depth=1,params=two/champion.conf",
            "narrad:depth=1,params=guess",
            "--games",
            "4",
        ],
        &folder,
    );
    assert_eq!(played["games"], 4);
    let narrad = takhteh(&["narrad", "--params", "two/champion.conf", "--quiet"], &folder);
    assert!(narrad.status.success(), "{}", String::from_utf8_lossy(&narrad.stderr));
}

#[test]
fn options_replace_keys_of_the_plan() {
    let folder = folder("options");
    let result = json_in(
        &[
            "tune",
            "narrad-fast",
            "--method",
            "spsa",
            "--games",
            "600",
            "--seed",
            "9",
            "--confirm",
            "20",
            "--out",
            "x",
        ],
        &folder,
    );
    // 20 directions of 5 games.
    assert_eq!((&result["method"], &result["seed"]), (&"spsa".into(), &9.into()));
    assert_eq!((&result["generations"], &result["games"]), (&5.into(), &640.into()));
    let result = json_in(
        &["tune", "plan.toml", "--generations", "1", "--set", "opening=white", "--engine", "narrad:depth=1"],
        &folder,
    );
    assert_eq!(result["generations"], 1);
    let list = takhteh(&["tune", "--list"], &folder);
    assert!(String::from_utf8(list.stdout).unwrap().starts_with("narrad "));
}

/// Engines that search are tuned at fixed nodes, for any army; the result is a parameter file for `strong`.
#[test]
fn weights_of_chess_and_halma_are_tuned() {
    let folder = folder("searching");
    std::fs::write(
        folder.join("army.toml"),
        "name = \"camels\"\narmy = \"ordinary\"\n[kind.N]\nname = \"camel\"\nmoves = [\"leap 3,1\"]\n",
    )
    .unwrap();
    let plan = "game = \"chess\"\nengine = \"strong\"\narmy = \"army.toml\"\nnodes = 20\nmax_plies = 60\n\
                population = 4\ngenerations = 1\ngames_per_pairing = 2\npaired_dice = true\nconfirm_games = 4\n\
                [parameters]\nVALUE_N = { min = 100, max = 600 }\n\"PASSED_*\" = {}\n";
    std::fs::write(folder.join("chess.toml"), plan).unwrap();
    let one = json_in(&["tune", "chess.toml", "--threads", "1"], &folder);
    let two = json_in(&["tune", "chess.toml", "--threads", "2", "--out", "two"], &folder);
    assert_eq!(one["games"], 2 * (6 + 5) + 4);
    assert_eq!(timeless(two), timeless(one));
    let champion = std::fs::read_to_string(folder.join("two/champion.conf")).unwrap();
    assert!(champion.contains("VALUE_Q 900\n") && champion.contains("\nTEMPO "), "{champion}");
    let played = |a: &str, b: &str| {
        json_in(
            &[
                "match",
                "chess",
                a,
                b,
                "--army",
                "army.toml",
                "--games",
                "2",
                "--nodes",
                "50",
                "--max-plies",
                "40",
            ],
            &folder,
        )
    };
    assert_eq!(
        played("strong:params=two/champion.conf", "strong:params=VALUE_Q:100/THREAT_MG:20")["games"],
        2
    );
    for (params, error) in [
        (
            "VALUE_X:1",
            "params has no parameter \"VALUE_X\": expected VALUE_Q, VALUE_R, VALUE_B, VALUE_N, VALUE_P, TEMPO, \
             PAWN_VALUE_EG, PIECE_MG, PIECE_EG, PAIR_MG, PAIR_EG, MOBILITY_MG_0 to 2, ",
        ),
        ("1/2/3", "params has 3 numbers: expected 420"),
        ("nothing.conf", "cannot read nothing.conf: expected a parameter file"),
    ] {
        let engine = format!("strong:params={params}");
        let output = takhteh(&["match", "chess", &engine, "random", "--army", "army.toml"], &folder);
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(message.contains(error), "{message}");
    }
    let halma = json_in(
        &[
            "tune",
            "halma",
            "--games",
            "80",
            "--confirm",
            "2",
            "--set",
            "Size=6 * 6",
            "--set",
            "Beads-order=1 2",
        ],
        &folder,
    );
    assert_eq!((&halma["games"], &halma["method"]), (&82.into(), &"spsa".into()));
}

/// A run that is interrupted by Ctrl-C says how to go on, and ends as if nothing had happened.
#[test]
fn an_interrupted_run_is_resumed() {
    let folder = folder("interrupted");
    let plan = PLAN.replace("generations = 3", "generations = 60");
    std::fs::write(folder.join("plan.toml"), plan).unwrap();
    let whole = json_in(&["tune", "plan.toml", "--out", "whole"], &folder);
    let arguments = ["tune", "plan.toml", "--out", "stopped", "--threads", "1"];
    let mut interruptions = 0;
    for _ in 0..200 {
        let running =
            command(&arguments, &folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(15));
        let pid = running.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().unwrap();
        let output = running.wait_with_output().unwrap();
        if output.status.success() {
            break;
        }
        if output.status.code() == Some(130) {
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.contains("the same command resumes from stopped"), "{message}");
            interruptions += 1;
        }
        if interruptions == 4 {
            break;
        }
    }
    let resumed = json_in(&arguments, &folder);
    assert_eq!(timeless(resumed), timeless(whole));
    assert_eq!(files(&folder.join("stopped")), files(&folder.join("whole")));
}

#[test]
fn bad_plans_and_folders_are_rejected() {
    let folder = folder("bad");
    json_in(&["tune", "plan.toml", "--out", "done"], &folder);
    std::fs::write(folder.join("other"), "something else\n").unwrap();
    let plan = |from: &str, to: &str| {
        let changed = PLAN.replacen(from, to, 1);
        assert_ne!(changed, PLAN);
        changed
    };
    for (text, out, error) in [
        (
            plan("COST_WALL", "COST_WELL"),
            "x",
            "bad.toml, line 13: parameters: narrad has no parameter \"COST_WELL\"",
        ),
        (
            plan("max = 50", "max = 0"),
            "x",
            "bad.toml, line 12: parameters.COST_BLOT: the range from min to max is empty",
        ),
        (
            plan("max = 50", "max = -1"),
            "x",
            "bad.toml, line 12: parameters.COST_BLOT: min cannot be 0: it is above max, -1",
        ),
        (
            plan("start = 20", "start = 60"),
            "x",
            "bad.toml, line 12: parameters.COST_BLOT: start cannot be 60",
        ),
        (plan("\"no\"", "\"perhaps\""), "x", "bad.toml, line 9: "),
        (plan("triple", "tripel"), "x", "bad.toml, line 9: "),
        (plan("narrad:depth=1", "narrad:deep=1"), "x", "bad.toml, engine: narrad has no option \"deep\""),
        (
            plan("confirm_games", "nodes = 5\nconfirm_games"),
            "x",
            "bad.toml, engine: narrad has no limit in nodes",
        ),
        (plan("backgammon", "bridge"), "x", "bad.toml, game: there is no game \"bridge\""),
        (PLAN.to_owned(), "other", "cannot use other for the run: "),
        (PLAN.to_owned(), "other/folder", "cannot use other/folder for the run: "),
        (
            plan("population = 6", "population = 8"),
            "done",
            "cannot use done/journal as the journal: line 1: it belongs to another plan, with \"population = 6\": expected \"population = 8\"",
        ),
    ] {
        std::fs::write(folder.join("bad.toml"), text).unwrap();
        let output = takhteh(&["tune", "bad.toml", "--out", out], &folder);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with(&format!("takhteh: {error}")), "{message}, expected {error}");
    }
    for (arguments, error) in [
        (
            &["tune", "nothing"][..],
            "there is no plan nothing and no such file: expected a file, or one of narrad, ",
        ),
        (&["tune", "plan.toml", "--confirm", "3"], "--confirm cannot be 3: expected an even number"),
        (&["tune", "plan.toml", "--army", "griffon"], "--army is an option of chess, not of backgammon"),
        (
            &["tune", "plan.toml", "--engine", "strong"],
            "plan.toml, engine: the engine \"strong\" has no weights to tune here: expected narrad",
        ),
    ] {
        let output = takhteh(arguments, &folder);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.starts_with(&format!("takhteh: {error}")), "{message}");
    }
}
