//! Threads, journals and interruptions.

use std::sync::atomic::{AtomicBool, Ordering};

use rules::InputError;
use tuner::{Journal, Observer, Plan, Recorded, Run, run};

use crate::quadratic::Quadratic;

/// Writes a journal, and stops after a number of games or generations.
struct Recorder<'a> {
    journal: Journal,
    text: String,
    stop: &'a AtomicBool,
    games_left: usize,
    generations_left: usize,
}

impl Observer for Recorder<'_> {
    type Error = InputError;

    fn on_results(&mut self, results: &[[u8; 2]]) -> Result<(), InputError> {
        self.text.push_str(&self.journal.append(results));
        self.games_left = self.games_left.saturating_sub(results.len());
        if self.games_left == 0 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    fn on_generation(&mut self, _run: &Run) -> Result<bool, InputError> {
        self.generations_left = self.generations_left.saturating_sub(1);
        Ok(self.generations_left > 0)
    }

    fn on_end(&mut self, generation: u32) -> Result<(), InputError> {
        self.text.push_str(&self.journal.append_end(generation));
        Ok(())
    }
}

/// Runs a plan, going on from a journal, for some games or generations. Returns the run and the new journal.
fn go_on(plan: &Plan, threads: usize, text: &str, games: usize, generations: usize) -> (Run, String) {
    let engine = Quadratic::new();
    let stop = AtomicBool::new(false);
    let mut journal = Journal::new(plan);
    let recorded = journal.read(text).unwrap();
    let text = match recorded.valid_len {
        0 => journal.heading().to_owned(),
        length => text[..length].to_owned(),
    };
    let mut recorder =
        Recorder { journal, text, stop: &stop, games_left: games, generations_left: generations };
    let run = run(plan, &engine, threads, recorded, &stop, &mut recorder).unwrap();
    (run, recorder.text)
}

const PLANS: [&str; 4] = [
    "population = 6\ngenerations = 4\ngames_per_pairing = 3\nconfirm_games = 20\n",
    "population = 6\ngenerations = 4\ngames_per_pairing = 2\nconfirm_games = 20\npaired_dice = true\n\
     extra_games_for_close_pairs = 4\njudge_elites_anew = true\n",
    "method = \"cma-es\"\npopulation = 5\ngenerations = 4\ngames_per_pairing = 2\nconfirm_games = 10\n",
    "method = \"spsa\"\npopulation = 5\ngenerations = 4\ngames_per_pairing = 4\nconfirm_games = 10\n",
];

#[test]
fn threads_leave_no_trace() {
    for keys in PLANS {
        let plan = Quadratic::new().plan(keys);
        let (one, _) = go_on(&plan, 1, "", usize::MAX, usize::MAX);
        assert!(one.is_complete && one.generations.len() == 5, "{keys}");
        for threads in [2, 7] {
            assert_eq!(go_on(&plan, threads, "", usize::MAX, usize::MAX).0, one, "{keys}");
        }
    }
}

#[test]
fn an_interrupted_run_ends_like_an_uninterrupted_one() {
    for keys in PLANS {
        let plan = Quadratic::new().plan(keys);
        let (whole, journal) = go_on(&plan, 2, "", usize::MAX, usize::MAX);
        // Stopped after any number of games, and torn anywhere in the last line.
        for games in 1..whole.games as usize {
            let (stopped, text) = go_on(&plan, 1 + games % 3, "", games, usize::MAX);
            assert!(!stopped.is_complete || stopped == whole);
            assert_eq!(go_on(&plan, 2, &text, usize::MAX, usize::MAX).0, whole, "{keys}, {games} games");
        }
        for end in (0..journal.len()).step_by(7) {
            assert_eq!(
                go_on(&plan, 2, &journal[..end], usize::MAX, usize::MAX).0,
                whole,
                "{keys}, {end} bytes"
            );
        }
    }
}

#[test]
fn a_search_that_was_ended_by_time_stays_ended() {
    let plan = Quadratic::new().plan(PLANS[0]);
    let (ended, text) = go_on(&plan, 2, "", usize::MAX, 2);
    assert!(ended.is_complete && ended.generations.len() == 2);
    assert_eq!(go_on(&plan, 2, &text, usize::MAX, usize::MAX).0, ended);
}

#[test]
fn journals_of_other_plans_and_damaged_ones_are_rejected() {
    let engine = Quadratic::new();
    let plan = engine.plan(PLANS[0]);
    let (_, text) = go_on(&plan, 1, "", 50, usize::MAX);
    let rejected = |plan: &Plan, text: &str| Journal::new(plan).read(text).unwrap_err().to_string();
    for (keys, error) in [
        ("seed = 2\n", "with \"seed = 1\": expected \"seed = 2\""),
        ("paired_dice = true\n", "with \"paired_dice = false\": expected \"paired_dice = true\""),
        (
            "[parameters]\nB = { max = 2 }\n",
            "with \"A = 0 to 100 from 20\": expected \"B = 0 to 2 from 0.8\"",
        ),
    ] {
        let other = engine.plan(&format!("{}{keys}", PLANS[0]));
        let found = rejected(&other, &text);
        assert!(
            found.starts_with("line 1: it belongs to another plan, ") && found.ends_with(error),
            "{found}"
        );
    }
    assert_eq!(rejected(&plan, "something else\n"), "it is not the journal of a tuning run");
    let changed = text.replacen("games 0 ", "games 1 ", 1);
    assert!(rejected(&plan, &changed).starts_with("line 2: "), "{}", rejected(&plan, &changed));
    let mut journal = Journal::new(&plan);
    let line = journal.append_end(3);
    let ended = format!("{}{line}", journal.heading());
    assert_eq!(Journal::new(&plan).read(&ended).unwrap().ended_after, Some(3));
    assert_eq!(Journal::new(&plan).read("").unwrap(), Recorded::default());
}
