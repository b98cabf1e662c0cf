//! The solo race: the fewest moves found to bring a whole camp across an empty board.

use std::sync::atomic::AtomicBool;

use rules::cpu::{Cpu, Portable};
use rules::{InputError, MAX_SEATS, Notation, Rules, Seat};
use search::SearchLimits;

use super::bits::Bits;
use super::evaluation::RaceEvaluator;
use super::mirrored_race::MirroredRace;
use super::race::Race;
use super::weights::RaceWeights;
use super::{Configuration, Halma, Move, Position, WIDEST};

/// Longest race.
const MAX_MOVES: usize = 400;
/// Camps are not checked during a solo race.
const NO_CAMP_CHECK: u32 = 1_000_000;

/// A solo race as a game for two. The second player has a single bead in a corner without a camp, which steps to and fro.
#[derive(Clone, Debug)]
pub struct SoloRace {
    /// Settings of the game as lines.
    pub settings: String,
    /// The position before the first move.
    pub start: String,
    /// The moves of both players, to the goal.
    pub moves: Vec<String>,
}

impl SoloRace {
    /// Number of moves of the racing player.
    pub fn length(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// Looks for a short race of the first player of a configuration, with at most `nodes` placements. `report` receives
    /// the length of every shorter race that is found.
    pub fn search(
        configuration: &Configuration,
        nodes: u64,
        report: &mut dyn FnMut(usize),
    ) -> Result<SoloRace, InputError> {
        let mut colours = configuration.colours.clone();
        colours.truncate(2);
        let configuration = Configuration { colours, leave_camp: NO_CAMP_CHECK, ..configuration.clone() };
        match configuration.size {
            ..=11 => search_on(&Halma::<2>::new(configuration)?, nodes, report),
            12..=16 => search_on(&Halma::<4>::new(configuration)?, nodes, report),
            _ => search_on(&Halma::<WIDEST>::new(configuration)?, nodes, report),
        }
    }
}

fn search_on<const W: usize>(
    rules: &Halma<W>,
    nodes: u64,
    report: &mut dyn FnMut(usize),
) -> Result<SoloRace, InputError> {
    #[cfg(target_arch = "x86_64")]
    if let Some(v3) = rules::cpu::V3::detect() {
        return search_with(v3, rules, nodes, report);
    }
    search_with(Portable, rules, nodes, report)
}

fn search_with<C: Cpu, const W: usize>(
    cpu: C,
    rules: &Halma<W>,
    nodes: u64,
    report: &mut dyn FnMut(usize),
) -> Result<SoloRace, InputError> {
    let corner = rules.layout().size() as u16 - 1;
    // The other bead steps between these squares, which the race leaves free.
    let [here, there] = [corner, corner - 1].map(|cell| Bits::of([cell]));
    let mut beads = [Bits::EMPTY; MAX_SEATS];
    beads[0] = rules.tables.camps[0];
    beads[1] = here;
    let evaluator = RaceEvaluator::new(rules, &RaceWeights::RACE);
    let race = Race {
        rules,
        evaluator: &evaluator,
        seat: Seat::FIRST,
        beads: beads[0],
        others: [here, there],
        left: Bits::EMPTY,
        closed: here | there,
    };
    let stop = AtomicBool::new(false);
    // A plain search finds a race; the rest of the placements goes into one that meets in the middle.
    let limits = SearchLimits::until(&stop).nodes(nodes / 4);
    let forward = race.solve(cpu, &limits, usize::MAX, &mut |line| report(line.len()));
    let mirrored = MirroredRace::new(rules, race.closed);
    let limits = SearchLimits::until(&stop).nodes(nodes.saturating_sub(forward.nodes));
    let longest = forward.line.as_ref().map_or(MAX_MOVES, Vec::len);
    let (shorter, _) = mirrored.solve(cpu, &limits, longest, &mut |line| report(line.len()));
    let line = shorter.or(forward.line).ok_or_else(|| {
        InputError::new(format!("no race was found with {nodes} placements: expected a larger number"))
    })?;
    let start: Position<W> = Position::new(beads, Seat::FIRST);
    let mut waiting =
        [Move { from: corner, to: corner - 1 }, Move { from: corner - 1, to: corner }].into_iter().cycle();
    let (mut position, mut moves) = (start.clone(), Vec::new());
    for mv in line {
        for mv in [Some(mv), waiting.next()].into_iter().flatten() {
            if position.ended.is_none() {
                moves.push(rules.write_move(&position, mv));
                rules.play(&mut position, mv);
            }
        }
    }
    Ok(SoloRace { settings: rules.configuration().text(), start: rules.write_position(&start), moves })
}
