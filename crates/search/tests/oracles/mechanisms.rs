//! Null move, staged generation and lazy accumulators, observed from inside an instrumented game.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use rules::cpu::Portable;
use rules::{Outcome, Rules, Seat, Status, mix};
use search::alpha_beta::Features;
use search::{AlphaBeta, Evaluator, MoveStage, Score, SearchGame};

use crate::search_to_depth;

/// Moves of every position; the first two are noisy.
const MOVES: u8 = 8;
/// Plies after which the game is drawn.
const LENGTH: u32 = 40;

/// Call of the search, with the key of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Call {
    NullMove(u64),
    TableMove(u64),
    Generate(u64),
}

/// A game of gains: every move gains the mover a drawn number of points, mostly negative, so that passing is nearly as
/// good as the best move. All calls of the search are logged.
#[derive(Default)]
struct Gains {
    calls: Mutex<Vec<Call>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    ply: u32,
    turn: Seat,
    /// Lead of the first seat.
    lead: Score,
    was_null: bool,
}

impl Gains {
    fn gain(position: &Position, mv: u8) -> Score {
        let seed = mix(u64::from(position.ply) << 40 ^ (position.lead as u64) << 8 ^ u64::from(mv));
        if seed.is_multiple_of(3) { (seed % 5) as Score } else { -((seed % 100) as Score) }
    }

    fn log(&self, call: Call) {
        self.calls.lock().unwrap().push(call);
    }
}

impl Rules for Gains {
    type Position = Position;
    type Move = u8;
    type Roll = Infallible;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position { ply: 0, turn: Seat::FIRST, lead: 0, was_null: false }
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<u8>) -> Status {
        let status = self.early_status(position);
        if matches!(status, Status::Turn(_)) {
            moves.extend(0..MOVES);
        }
        status
    }

    fn play(&self, position: &mut Position, mv: u8) {
        let gain = Gains::gain(position, mv);
        position.lead += if position.turn == Seat::FIRST { gain } else { -gain };
        *position =
            Position { ply: position.ply + 1, turn: position.turn.other(), was_null: false, ..*position };
    }

    fn key(&self, position: &Position) -> u64 {
        mix(u64::from(position.ply) << 40 ^ (position.lead as u64) << 2 ^ u64::from(position.was_null))
            ^ position.turn.index() as u64
    }
}

impl SearchGame for Gains {
    type Scratch = ();

    const STAGED: bool = true;
    const HAS_NOISE: bool = true;
    const HISTORY_SIZE: usize = MOVES as usize;

    fn early_status(&self, position: &Position) -> Status {
        if position.ply >= LENGTH {
            Status::Over(Outcome::draw(2, "long"))
        } else {
            Status::Turn(position.turn)
        }
    }

    fn generate(&self, position: &Position, stage: MoveStage, moves: &mut Vec<u8>) {
        self.log(Call::Generate(self.key(position)));
        match stage {
            MoveStage::Noisy => moves.extend(0..2),
            MoveStage::Quiet => moves.extend(2..MOVES),
            MoveStage::QuietChecks => {}
            MoveStage::Evasions => moves.extend(0..MOVES),
        }
    }

    fn noisy(&self, _position: &Position, mv: u8) -> bool {
        mv < 2
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        assert!(!position.was_null, "two null moves in a row");
        self.log(Call::NullMove(self.key(position)));
        Some(Position { ply: position.ply + 1, turn: position.turn.other(), was_null: true, ..*position })
    }

    fn move_key(&self, mv: u8) -> u32 {
        u32::from(mv) + 1
    }

    fn move_from_key(&self, position: &Position, key: u32) -> Option<u8> {
        self.log(Call::TableMove(self.key(position)));
        (1..=u32::from(MOVES)).contains(&key).then(|| key as u8 - 1)
    }

    fn history_index(&self, _position: &Position, mv: u8) -> usize {
        mv.into()
    }
}

/// Evaluates by the lead, from an accumulator whose work is counted.
#[derive(Default)]
struct Lead {
    deltas: AtomicU64,
    updates: AtomicU64,
    refreshes: AtomicU64,
}

impl Lead {
    fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

impl Evaluator<Gains> for &Lead {
    type Accumulator = Score;
    type Delta = Score;

    fn refresh(&self, _rules: &Gains, position: &Position, lead: &mut Score) {
        Lead::count(&self.refreshes);
        *lead = position.lead;
    }

    fn delta(&self, _rules: &Gains, before: &Position, _mv: u8, after: &Position) -> Option<Score> {
        Lead::count(&self.deltas);
        Some(after.lead - before.lead)
    }

    fn turn_delta(&self, _rules: &Gains, _turned: &Position) -> Option<Score> {
        Lead::count(&self.deltas);
        Some(0)
    }

    fn update(&self, _rules: &Gains, before: &Score, delta: Score, after: &mut Score) {
        Lead::count(&self.updates);
        *after = before + delta;
    }

    fn evaluate(&self, _rules: &Gains, position: &Position, lead: &Score, seat: Seat) -> Score {
        assert_eq!(*lead, position.lead, "the accumulator is stale");
        if seat == Seat::FIRST { *lead } else { -lead }
    }

    fn ordering_hint(&self, _rules: &Gains, position: &Position, mv: u8) -> Score {
        Gains::gain(position, mv)
    }
}

/// Searches the start position; returns the nodes, the game with its log, and the counted work.
fn search(features: Features, depth: u32) -> (u64, Gains, Lead) {
    let (rules, lead) = (Gains::default(), Lead::default());
    let nodes = {
        let mut engine = AlphaBeta::new(Portable, &lead, 1 << 16).with_features(features);
        search_to_depth(&mut engine, &rules, &rules.start(), &[], depth).nodes
    };
    (nodes, rules, lead)
}

#[test]
fn null_move_saves_nodes() {
    let (with, ..) = search(Features::ALL, 8);
    let (without, ..) = search(Features { null_move: false, ..Features::ALL }, 8);
    assert!(with * 3 < without * 2, "{with} nodes with null move, {without} without");
}

/// A position that was left by a null move is found in the table when the search comes back to it.
#[test]
fn null_move_cutoffs_are_stored() {
    let (rules, lead) = (Gains::default(), Lead::default());
    let mut engine = AlphaBeta::new(Portable, &lead, 1 << 24);
    let mut null_moves = || {
        search_to_depth(&mut engine, &rules, &rules.start(), &[], 8);
        let calls = std::mem::take(&mut *rules.calls.lock().unwrap());
        calls.iter().filter(|call| matches!(call, Call::NullMove(_))).count()
    };
    let (first, again) = (null_moves(), null_moves());
    assert!(first > 100, "{first} null moves");
    assert!(again * 10 < first, "{first} null moves in the first search, {again} when it is repeated");
}

#[test]
fn no_list_is_generated_before_the_null_move_and_the_table_move() {
    let (_, rules, _) = search(Features::ALL, 7);
    let calls = rules.calls.into_inner().unwrap();
    // Within one visit of a position the calls come in the order null move, table move, lists.
    let mut last: HashMap<u64, Call> = HashMap::new();
    let (mut cut_by_null, mut cut_by_table) = (0, 0);
    for &call in &calls {
        let (Call::NullMove(key) | Call::TableMove(key) | Call::Generate(key)) = call;
        match (last.insert(key, call), call) {
            (Some(Call::NullMove(_)), Call::NullMove(_)) => cut_by_null += 1,
            (Some(Call::TableMove(_)), Call::NullMove(_) | Call::TableMove(_)) => cut_by_table += 1,
            _ => {}
        }
    }
    cut_by_null += last.values().filter(|call| matches!(call, Call::NullMove(_))).count();
    cut_by_table += last.values().filter(|call| matches!(call, Call::TableMove(_))).count();
    assert!(cut_by_null > 0, "every null move was followed by a list");
    assert!(cut_by_table > 0, "every table move was followed by a list");
    // In one visit of a node the null move comes first.
    for pair in calls.windows(2) {
        if let [Call::Generate(listed), Call::NullMove(passed)] = pair {
            assert_ne!(listed, passed, "a list was generated before the null move");
        }
    }
}

#[test]
fn accumulators_are_updated_only_where_an_evaluation_is_needed() {
    let (nodes, _, lead) = search(Features::ALL, 7);
    let [deltas, updates, refreshes] =
        [&lead.deltas, &lead.updates, &lead.refreshes].map(|counter| counter.load(Ordering::Relaxed));
    assert!(nodes > 1_000 && deltas > 1_000, "{nodes} nodes, {deltas} deltas");
    assert!(updates < deltas, "{updates} updates for {deltas} moves: nothing was lazy");
    // Only roots are refreshed: one for each iteration and each window.
    assert!(refreshes <= 7 * 4, "{refreshes} refreshes");
}

#[test]
fn multi_pv_lists_the_best_moves_in_order() {
    use search::{Engine, SearchLimits, SearchRequest};
    use std::sync::atomic::AtomicBool;

    let (rules, lead, stop) = (Gains::default(), Lead::default(), AtomicBool::new(false));
    let start = rules.start();
    let features = Features { aspiration: false, ..Features::EXACT };
    let mut engine = AlphaBeta::new(Portable, &lead, 1 << 16).with_features(features);
    let mut run = |limits: SearchLimits<'_>, root_moves: &[u8]| {
        Engine::<Gains>::new_game(&mut engine, 1);
        let request = SearchRequest::new(&rules, &start, &[], limits).with_root_moves(root_moves);
        engine.search(&request, &mut |_| {}).unwrap()
    };
    let limits = SearchLimits::until(&stop).depth(4);
    let several = run(limits.multi_pv(3), &[]);
    let mut expected: Vec<(f64, u8)> = (0..MOVES).map(|mv| (run(limits, &[mv]).score, mv)).collect();
    expected.sort_by(|one, other| other.0.total_cmp(&one.0));
    assert_eq!(several.score, expected[0].0);
    let found: Vec<f64> = several.alternatives.iter().map(|line| line.evaluation.number()).collect();
    assert_eq!(found, [expected[1].0, expected[2].0]);
    let firsts: HashSet<u8> =
        several.alternatives.iter().map(|line| line.pv[0]).chain([several.best]).collect();
    assert_eq!(firsts.len(), 3, "each variation starts with another move");
}

/// An evaluator that panics on the main thread after a while.
struct Panicking {
    main: std::thread::ThreadId,
    evaluations: AtomicU64,
}

impl Evaluator<Gains> for &Panicking {
    type Accumulator = ();
    type Delta = ();

    fn refresh(&self, _rules: &Gains, _position: &Position, _accumulator: &mut ()) {}

    fn delta(&self, _rules: &Gains, _before: &Position, _mv: u8, _after: &Position) -> Option<()> {
        Some(())
    }

    fn update(&self, _rules: &Gains, _before: &(), _delta: (), _after: &mut ()) {}

    fn evaluate(&self, _rules: &Gains, position: &Position, _accumulator: &(), seat: Seat) -> Score {
        let is_main = std::thread::current().id() == self.main;
        let evaluations = self.evaluations.fetch_add(1, Ordering::Relaxed);
        assert!(!is_main || evaluations < 500, "the main thread fails on purpose");
        if seat == Seat::FIRST { position.lead } else { -position.lead }
    }
}

#[test]
fn helper_threads_end_when_the_main_thread_panics() {
    let failing = Panicking { main: std::thread::current().id(), evaluations: AtomicU64::new(0) };
    let rules = Gains::default();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut engine = AlphaBeta::new(Portable, &failing, 1 << 16).with_threads(2);
        search_to_depth(&mut engine, &rules, &rules.start(), &[], 30)
    }));
    // Without the guard the scope would wait for the helper for ever.
    assert!(result.is_err());
}
