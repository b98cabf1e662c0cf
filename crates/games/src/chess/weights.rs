//! Weights of the chess evaluation.
//!
//! The values of the pieces follow from the army; everything else is one table of coefficients that serves every army.

use super::rules::Chess;
use super::values::SearchValues;
use crate::pext::Pext;
use crate::tuning::{Weight, WeightTable};

/// Largest value of a piece.
const MAX_VALUE: f64 = 4_000.0;

/// Declares the coefficients once: as fields, and by the name under which a tuner changes each.
macro_rules! coefficients {
    ($($(#[$doc:meta])* $field:ident, $name:literal, $start:literal, $range:expr;)*) => {
        /// Coefficients of the evaluation that serve every army, in centipawns unless said otherwise. `MG` counts with all
        /// pieces on the board, `EG` with none; between them the evaluation is interpolated.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Coefficients {
            $($(#[$doc])* pub $field: f64,)*
        }

        impl Coefficients {
            /// The coefficients of `strong`.
            pub const TUNED: Coefficients = Coefficients { $($field: $start,)* };

            /// Name, range and default of each coefficient.
            fn weights() -> Vec<Weight> {
                vec![$(Weight {
                    name: $name.to_owned(),
                    min: $range.start,
                    max: $range.end,
                    start: Coefficients::TUNED.$field,
                },)*]
            }

            /// Coefficients in the order of [`weights`](Coefficients::weights).
            fn from_values(mut next: impl FnMut() -> f64) -> Coefficients {
                Coefficients { $($field: next().clamp(-1_000.0, 1_000.0),)* }
            }
        }
    };
}

coefficients! {
    /// `TEMPO`: for the side to move.
    tempo, "TEMPO", 12.8, 0.0..40.0;
    /// `PAWN_EG`: extra value of a pawn late in the game.
    pawn_eg, "PAWN_EG", 17.5, -20.0..60.0;
    /// `PIECE_EG`: extra value of other pieces late in the game, for each 100 of their value.
    piece_eg, "PIECE_EG", 30.0, -20.0..60.0;
    /// `PAIR`: two colour-bound pieces of a kind on squares of both colours.
    pair_mg, "PAIR_MG", 39.7, 0.0..80.0;
    /// The same late in the game.
    pair_eg, "PAIR_EG", 15.0, 0.0..120.0;
    /// `MOBILITY`: for each hundredth of its average number of targets that a piece has more.
    mobility_mg, "MOBILITY_MG", 0.36, 0.0..1.5;
    /// The same late in the game.
    mobility_eg, "MOBILITY_EG", 0.5, 0.0..1.5;
    /// `CENTRE`: for each step of a piece towards the centre.
    centre_mg, "CENTRE_MG", 6.2, -10.0..20.0;
    /// The same late in the game.
    centre_eg, "CENTRE_EG", -3.0, -10.0..20.0;
    /// `ADVANCE`: for each rank of a pawn.
    advance_mg, "ADVANCE_MG", -1.57, -10.0..20.0;
    /// The same late in the game.
    advance_eg, "ADVANCE_EG", 6.9, -10.0..30.0;
    /// `PAWN_CENTRE`: for each file of a pawn towards the centre.
    pawn_centre_mg, "PAWN_CENTRE_MG", -0.51, -10.0..20.0;
    /// The same late in the game.
    pawn_centre_eg, "PAWN_CENTRE_EG", -0.94, -10.0..20.0;
    /// `EXPOSED`: penalty of the royal piece for each rank away from its back rank.
    exposed_mg, "EXPOSED_MG", 0.0, 0.0..40.0;
    /// `ROYAL_CENTRE`: penalty (early) and bonus (late) of the royal piece for each step towards the centre.
    royal_centre_mg, "ROYAL_CENTRE_MG", 7.2, 0.0..40.0;
    /// The same late in the game.
    royal_centre_eg, "ROYAL_CENTRE_EG", 0.0, 0.0..40.0;
    /// `DOUBLED`: penalty of a pawn behind another one.
    doubled_mg, "DOUBLED_MG", 6.0, -10.0..40.0;
    /// The same late in the game.
    doubled_eg, "DOUBLED_EG", -3.5, -10.0..60.0;
    /// `ISOLATED`: penalty of a pawn without another one on the files beside it.
    isolated_mg, "ISOLATED_MG", -5.6, -10.0..40.0;
    /// The same late in the game.
    isolated_eg, "ISOLATED_EG", 20.2, -10.0..40.0;
    /// `DEFENDED`: for a pawn that another one defends.
    defended_mg, "DEFENDED_MG", 6.8, -10.0..40.0;
    /// The same late in the game.
    defended_eg, "DEFENDED_EG", 12.2, -10.0..40.0;
    /// `PASSED`: for a passed pawn.
    passed_mg, "PASSED_MG", -2.3, -40.0..60.0;
    /// The same late in the game.
    passed_eg, "PASSED_EG", 17.8, -40.0..80.0;
    /// `PASSED_RANK`: for a passed pawn, times the square of its rank.
    passed_rank_mg, "PASSED_RANK_MG", 1.92, 0.0..10.0;
    /// The same late in the game.
    passed_rank_eg, "PASSED_RANK_EG", 6.2, 0.0..15.0;
    /// `PASSED_BLOCKED`: penalty of a passed pawn with a piece ahead, for its rank.
    passed_blocked, "PASSED_BLOCKED", 13.3, 0.0..30.0;
    /// `PASSED_ROYAL`: for each step that the enemy's royal piece is further from the square ahead of a passed pawn than the
    /// own one, for each rank.
    passed_royal, "PASSED_ROYAL", 6.6, 0.0..8.0;
    /// `SHELTER_NEAR`: for each pawn on the rank in front of the royal piece.
    shelter_near, "SHELTER_NEAR", 19.8, 0.0..50.0;
    /// `SHELTER_FAR`: for each pawn on the rank after that.
    shelter_far, "SHELTER_FAR", 3.5, 0.0..40.0;
    /// `OPEN_FILE`: penalty if no own pawn is on the file of the royal piece.
    open_file, "OPEN_FILE", 2.6, 0.0..80.0;
    /// `DANGER_ATTACK`: danger of each attack on a square near the royal piece, for each 100 of the attacker's value.
    danger_attack, "DANGER_ATTACK", 3.5, 0.0..30.0;
    /// `DANGER_ATTACKER`: danger of each piece that attacks such a square.
    danger_attacker, "DANGER_ATTACKER", 38.2, 0.0..60.0;
    /// `DANGER_WEAK`: danger of each attacked square near the royal piece that no other piece defends.
    danger_weak, "DANGER_WEAK", 5.4, 0.0..60.0;
    /// `DANGER`: centipawns of a danger of 100; it grows with the square.
    danger, "DANGER", 43.2, 0.0..150.0;
    /// `PAWN_THREAT`: for each piece that a pawn attacks.
    pawn_threat_mg, "PAWN_THREAT_MG", 66.2, 0.0..120.0;
    /// The same late in the game.
    pawn_threat_eg, "PAWN_THREAT_EG", 37.5, 0.0..120.0;
    /// `THREAT`: for each attack on a more valuable piece.
    threat_mg, "THREAT_MG", 64.5, 0.0..80.0;
    /// The same late in the game.
    threat_eg, "THREAT_EG", 33.2, 0.0..80.0;
    /// `HANGING`: for each attacked enemy piece or pawn that is not defended.
    hanging_mg, "HANGING_MG", 20.5, 0.0..80.0;
    /// The same late in the game.
    hanging_eg, "HANGING_EG", 64.0, 0.0..80.0;
}

/// Weights of the evaluation of an army.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluationWeights {
    /// `VALUE_N`: value of each kind of piece, here the one with the letter N. Royal pieces have none.
    pub values: SearchValues,
    /// Everything else.
    pub coefficients: Coefficients,
}

impl EvaluationWeights {
    /// The weights of `strong`: values derived from the moves of the army, or given in its file.
    pub fn of<C: Pext>(chess: &Chess<C>) -> EvaluationWeights {
        EvaluationWeights { values: chess.search_values().clone(), coefficients: Coefficients::TUNED }
    }

    /// Name, range and default of each weight.
    pub fn table<C: Pext>(chess: &Chess<C>) -> WeightTable {
        let values = chess.search_values();
        let value = |(index, letter): (usize, char)| {
            let start = f64::from(values.of(index));
            Weight { name: format!("VALUE_{letter}"), min: start / 2.0, max: 2.0 * start + 100.0, start }
        };
        let mut weights: Vec<Weight> = valued_kinds(chess).map(value).collect();
        weights.extend(Coefficients::weights());
        WeightTable { weights, references: Vec::new() }
    }

    /// Weights in the order of [`table`](EvaluationWeights::table). Values that no search could work with are bounded.
    pub fn from_values<C: Pext>(chess: &Chess<C>, given: &[f64]) -> EvaluationWeights {
        let mut values = chess.search_values().clone();
        let mut given = given.iter().copied();
        for (kind, _) in valued_kinds(chess) {
            if let Some(value) = given.next() {
                values.set(kind, value.clamp(0.0, MAX_VALUE).round() as search::Score);
            }
        }
        let coefficients = Coefficients::from_values(|| given.next().unwrap_or(0.0));
        EvaluationWeights { values, coefficients }
    }
}

/// Index and letter of the kinds that can be captured.
fn valued_kinds<C: Pext>(chess: &Chess<C>) -> impl Iterator<Item = (usize, char)> {
    let kinds = chess.army().kinds.iter().enumerate();
    kinds.filter(|(_, kind)| !kind.is_royal).map(|(index, kind)| (index, kind.letter))
}
