//! Steps of a search as tasks of their own: each is compiled once for the processor's features and called, since none is
//! small enough to be inlined everywhere.

use rules::cpu::Task;
use search::{MoveStage, Score};

use super::compiled_army::CompiledArmy;
use super::generate::{NoisyMoves, QuietMoves};
use super::position::{Move, Position};
use super::values::SearchValues;
use crate::pext::Pext;

/// Generates the moves of a stage.
pub(super) struct Generate<'a, C> {
    pub(super) compiled: &'a CompiledArmy,
    pub(super) cpu: C,
    pub(super) position: &'a Position,
    pub(super) stage: MoveStage,
    pub(super) moves: &'a mut Vec<Move>,
}

impl<C: Pext> Task for Generate<'_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Generate { compiled, cpu, position, stage, moves } = self;
        match stage {
            MoveStage::Noisy => compiled.generate::<NoisyMoves, _, _>(cpu, position, moves),
            MoveStage::Quiet => compiled.generate::<QuietMoves, _, _>(cpu, position, moves),
            MoveStage::QuietChecks => compiled.generate_quiet_checks(cpu, position, moves),
            MoveStage::Evasions => compiled.legal_moves(cpu, position, moves),
        }
    }
}

/// Finds out if the side to move is in check.
pub(super) struct DetectCheck<'a, C> {
    pub(super) compiled: &'a CompiledArmy,
    pub(super) cpu: C,
    pub(super) position: &'a Position,
}

impl<C: Pext> Task for DetectCheck<'_, C> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.compiled.in_check(self.cpu, self.position)
    }
}

/// Finds out if a move attacks the enemy's royal piece from its target.
pub(super) struct DirectCheck<'a, C> {
    pub(super) compiled: &'a CompiledArmy,
    pub(super) cpu: C,
    pub(super) position: &'a Position,
    pub(super) mv: Move,
}

impl<C: Pext> Task for DirectCheck<'_, C> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let DirectCheck { compiled, cpu, position, mv } = self;
        compiled.gives_check(cpu, position, mv)
    }
}

/// Evaluates an exchange.
pub(super) struct Exchange<'a, C> {
    pub(super) compiled: &'a CompiledArmy,
    pub(super) cpu: C,
    pub(super) position: &'a Position,
    pub(super) mv: Move,
    pub(super) threshold: Score,
    pub(super) values: &'a SearchValues,
}

impl<C: Pext> Task for Exchange<'_, C> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        let Exchange { compiled, cpu, position, mv, threshold, values } = self;
        compiled.see_at_least(cpu, position, mv, threshold, values)
    }
}
