//! An engine on its thread: it can be stopped, ponders, searches without end, takes options and survives a panic.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use engine::{
    Analysis, ClockLimits, DynEngine, EngineEvent, EngineHandle, Limits, SearchTask, TaskResult, TimeManager,
};
use games::{catalog, engines};
use rules::InputError;
use search::{EngineName, SearchLimits};
use view::{DynMove, DynPosition};

const SOON: Duration = Duration::from_secs(30);
const SHORT: Duration = Duration::from_millis(80);

fn handle(game: &str, engine: &str) -> (EngineHandle, Receiver<EngineEvent>) {
    spawn(engines::open(game, "", Some(&engine.parse().unwrap())).unwrap())
}

fn spawn(engine: Box<dyn DynEngine>) -> (EngineHandle, Receiver<EngineEvent>) {
    let (sender, events) = channel();
    let on_event = move |event| matches!(event, EngineEvent::Progress { .. }) || sender.send(event).is_ok();
    (EngineHandle::spawn(engine, TimeManager::LOCAL, on_event), events)
}

fn task(game: &str, limits: Limits) -> SearchTask {
    SearchTask { position: catalog::open(game, "").unwrap().start(), past: Vec::new(), limits }
}

fn done(events: &Receiver<EngineEvent>) -> (u64, Analysis) {
    match events.recv_timeout(SOON).unwrap() {
        EngineEvent::Done { task, result, .. } => (task, result.unwrap().unwrap()),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_stopped_task_reports_its_move_and_queued_ones_that_they_are_cancelled() {
    let (mut engine, events) = handle("chess", "strong");
    let first = engine.search(task("chess", Limits { infinite: true, ..Limits::default() }));
    for _ in 0..3 {
        engine.search(task("chess", Limits { infinite: true, ..Limits::default() }));
    }
    assert!(events.recv_timeout(SHORT).is_err(), "a search without end reports nothing by itself");
    engine.stop();
    assert_eq!(done(&events).0, first);
    for queued in first + 1..=first + 3 {
        let event = events.recv_timeout(SOON).unwrap();
        assert!(matches!(event, EngineEvent::Cancelled { task } if task == queued), "{event:?}");
    }
    // The next task runs although earlier ones were cancelled.
    let last = engine.search(task("chess", Limits::depth(1)));
    assert_eq!(done(&events).0, last);
    assert!(events.recv_timeout(SHORT).is_err());
}

#[test]
fn a_search_without_end_keeps_its_result_until_it_is_stopped() {
    // Tic-tac-toe is searched to its end at once.
    let (mut engine, events) = handle("tictactoe", "strong");
    engine.search(task("tictactoe", Limits { infinite: true, ..Limits::default() }));
    assert!(events.recv_timeout(SHORT).is_err());
    engine.stop();
    done(&events);
}

#[test]
fn deadlines_of_a_pondering_search_start_at_the_hit() {
    let (mut engine, events) = handle("chess", "strong");
    let limits = Limits { ponder: true, ..Limits::move_time(SHORT) };
    engine.search(task("chess", limits));
    assert!(events.recv_timeout(3 * SHORT).is_err(), "the time must not run while it ponders");
    let start = Instant::now();
    engine.ponder_hit();
    done(&events);
    assert!(start.elapsed() >= SHORT / 2, "the hit starts the time, it does not end the search");
    assert!(start.elapsed() < SOON / 2);
}

#[test]
fn the_only_move_takes_hardly_any_time_of_a_clock() {
    let game = catalog::open("chess", "").unwrap();
    // White's queen gives check; only the king can capture it.
    let fen = "rnbqkbnr/ppp2Q2/3p4/4p1p1/4P1PP/8/PPPP1P2/RNB1KBNR b KQkq - 0 5";
    let position = game.read_position(fen).unwrap();
    assert_eq!(position.moves().len(), 1);
    let clock = ClockLimits {
        remaining: Duration::from_secs(3600),
        increment: Duration::ZERO,
        moves_to_go: None,
        expected_moves: None,
    };
    let (mut engine, events) = handle("chess", "strong");
    engine.search(SearchTask { position, past: Vec::new(), limits: Limits::clock(clock) });
    done(&events);
}

#[test]
fn root_moves_and_variations_are_respected() {
    let game = catalog::open("othello", "").unwrap();
    // Twelve empty squares: the exact solver would answer alone.
    let text = "XXXXOOO--OXXXOOXXXOXOXX-XXXOOXXXXXOXOOXOXOOXXOXXXXXXXOXXO--X---- O";
    let position = || game.read_position(text).unwrap();
    let legal = position().moves();
    assert!(legal.len() > 2, "{legal:?}");
    let (mut engine, events) = handle("othello", "strong");
    for mv in &legal {
        let root_moves = vec![position().read_move(mv).unwrap()];
        let limits = Limits { root_moves, ..Limits::nodes(20_000) };
        engine.search(SearchTask { position: position(), past: Vec::new(), limits });
        assert_eq!(position().write_move(&done(&events).1.best).as_ref(), Some(mv));
    }
    let limits = Limits { multi_pv: 3, ..Limits::nodes(20_000) };
    engine.search(SearchTask { position: position(), past: Vec::new(), limits });
    let analysis = done(&events).1;
    let mut firsts: Vec<DynMove> = analysis.alternatives.iter().map(|line| line.pv[0].clone()).collect();
    firsts.push(analysis.best.clone());
    firsts.sort_by_key(|mv| position().write_move(mv));
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "{analysis:?}");
}

#[test]
fn options_can_be_changed_between_searches() {
    for game in ["chess", "othello", "halma"] {
        let (mut engine, events) = handle(game, "strong:level=1");
        for (key, value) in [("hash", "2"), ("threads", "2"), ("level", "2")] {
            engine.set_option(key, value);
        }
        engine.search(task(game, Limits::default()));
        done(&events);
        engine.set_option("hash", "0");
        match events.recv_timeout(SOON).unwrap() {
            EngineEvent::OptionRejected(error) => assert!(error.to_string().contains("hash"), "{error}"),
            other => panic!("{game}: {other:?}"),
        }
    }
}

/// Panics in its first search.
struct Panicking {
    name: EngineName,
    has_panicked: bool,
}

impl DynEngine for Panicking {
    fn name(&self) -> &EngineName {
        &self.name
    }

    fn search(
        &mut self,
        _position: &dyn DynPosition,
        _past: &[u64],
        _limits: &SearchLimits<'_>,
        _root_moves: &[DynMove],
        _report: &mut dyn FnMut(&Analysis),
    ) -> TaskResult {
        assert!(std::mem::replace(&mut self.has_panicked, true), "the first search");
        Ok(None)
    }

    fn new_game(&mut self, _seed: u64) {}

    fn set_option(&mut self, _key: &str, _value: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn on_move(&mut self, _before: &dyn DynPosition, _mv: &DynMove) {}
}

#[test]
fn a_panic_is_reported_and_the_thread_goes_on() {
    let name = "strong".parse().unwrap();
    let (mut engine, events) = spawn(Box::new(Panicking { name, has_panicked: false }));
    let first = engine.search(task("othello", Limits::default()));
    assert!(matches!(events.recv_timeout(SOON).unwrap(), EngineEvent::Crashed { task } if task == first));
    engine.search(task("othello", Limits::default()));
    assert!(matches!(events.recv_timeout(SOON).unwrap(), EngineEvent::Done { result: Ok(None), .. }));
}
