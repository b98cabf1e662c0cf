//! Switches for the parts of alpha-beta.

use rules::InputError;

use super::MAX_PLY;

/// Declares the switches once: as fields, and by the name under which an engine option turns each off.
macro_rules! features {
    ($($(#[$doc:meta])* $field:ident, $name:literal, $exact:literal;)*) => {
        /// Switches for the parts of the search.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Features {
            $($(#[$doc])* pub $field: bool,)*
            /// Maximum depth of the quiescence search in plies. Not exact.
            pub qsearch_plies: u32,
        }

        impl Features {
            /// All features, for playing.
            pub const ALL: Features = Features { $($field: true,)* qsearch_plies: 12 };

            /// All features that leave the score equal to that of plain negamax.
            pub const EXACT: Features = Features { $($field: $exact,)* qsearch_plies: MAX_PLY };

            /// Names of all switches.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The same without one switch, by its name.
            pub fn without(mut self, name: &str) -> Result<Features, InputError> {
                match name {
                    $($name => self.$field = false,)*
                    _ => return Err(InputError::unexpected(name, Features::NAMES.join(", "))),
                }
                Ok(self)
            }
        }
    };
}

features! {
    /// Transposition table.
    table, "table", true;
    /// Aspiration windows around the last score.
    aspiration, "aspiration", true;
    /// Quiescence search of noisy moves beyond the depth.
    quiescence, "quiescence", true;
    /// Skips noisy moves in quiescence that lose material or cannot raise alpha. Not exact.
    qsearch_pruning, "qsearch-pruning", false;
    /// Quiet checks at the first ply of quiescence, where the evaluator has margins. Not exact.
    quiet_checks, "quiet-checks", false;
    /// Transposition table in the quiescence search, where the evaluator has margins. Not exact.
    qsearch_table, "qsearch-table", false;
    /// Null-move pruning. Not exact.
    null_move, "null-move", false;
    /// Late-move reductions. Not exact.
    lmr, "lmr", false;
    /// Late-move pruning, where the evaluator supports it. Not exact.
    late_move_pruning, "late-move-pruning", false;
    /// Multi-ProbCut, where the evaluator supports it. Not exact.
    prob_cut, "prob-cut", false;
    /// Accepts table entries that were searched deeper than required. Not exact: the score is that of a deeper search.
    tt_accept_deeper, "deeper-entries", false;
    /// Reverse futility pruning, where the evaluator has margins. Not exact.
    reverse_futility, "reverse-futility", false;
    /// Futility pruning of quiet moves, where the evaluator has margins. Not exact.
    futility, "futility", false;
    /// Pruning of moves that lose material by static exchange evaluation, where the evaluator has margins. Not exact.
    see_pruning, "see-pruning", false;
    /// Internal iterative reduction, where the evaluator has margins. Not exact.
    iterative_reduction, "iterative-reduction", false;
    /// Singular extensions, where the evaluator has margins. Not exact.
    singular, "singular", false;
    /// History of quiet and noisy moves with penalties, where the evaluator has margins.
    history, "history", false;
    /// Continuation history, where the evaluator has margins.
    continuation, "continuation-history", false;
    /// Correction of the static evaluation by earlier searches, where the evaluator has margins. Not exact.
    correction, "correction-history", false;
    /// Takes the first repetition below the root for the last one, where the evaluator has margins. Not exact.
    early_repetition, "early-repetition", false;
    /// Mate-distance pruning, where the evaluator has margins. Not exact: a longer mate may be reported for a shorter.
    mate_distance, "mate-distance", false;
}
