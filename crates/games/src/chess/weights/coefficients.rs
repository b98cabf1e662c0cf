//! The coefficients of the chess evaluation, and their names and ranges for a tuner.

use super::tuned::TUNED;
use crate::tuning::Weight;

/// Entries of a table by square: eight ranks from a side's own back rank, four files from the edge to the centre.
pub const TABLE: usize = 32;
/// Styles of movement: leaping, sliding along ranks and files, sliding along diagonals. A piece is a mixture of them.
pub const STYLES: usize = 3;
/// Largest amount of a coefficient.
const LARGEST: f64 = 1_000.0;

/// Declares the coefficients once: as fields, and by the name under which a tuner changes each. A coefficient has one entry or
/// several, which are numbered.
macro_rules! coefficients {
    ($($(#[$doc:meta])* $field:ident, $name:literal, $count:expr, $range:expr;)*) => {
        /// Coefficients of the evaluation that serve every army, in centipawns unless said otherwise. `MG` counts with all
        /// pieces on the board, `EG` with none; between them the evaluation is interpolated.
        #[derive(Clone, PartialEq, Debug)]
        pub struct Coefficients {
            $($(#[$doc])* pub $field: [f64; $count],)*
        }

        impl Coefficients {
            /// The coefficients of `strong`.
            pub const TUNED: Coefficients = TUNED;

            /// Name, range and default of each coefficient.
            pub(super) fn weights() -> Vec<Weight> {
                let mut weights = Vec::new();
                $(for (index, &start) in Coefficients::TUNED.$field.iter().enumerate() {
                    let name = if $count == 1 { $name.to_owned() } else { format!("{}_{index}", $name) };
                    weights.push(Weight { name, min: $range.start, max: $range.end, start });
                })*
                weights
            }

            /// Coefficients in the order of [`weights`](Coefficients::weights).
            pub(super) fn from_values(mut next: impl FnMut() -> f64) -> Coefficients {
                Coefficients { $($field: std::array::from_fn(|_| next().clamp(-LARGEST, LARGEST)),)* }
            }

            /// The same values as the source text of the constant.
            pub fn source_text(&self) -> String {
                let mut text = String::new();
                $(text.push_str(&format!("    {}: {:?},\n", stringify!($field), self.$field));)*
                text
            }
        }
    };
}

coefficients! {
    /// `TEMPO`: for the side to move.
    tempo, "TEMPO", 1, 0.0..40.0;
    /// `PAWN_VALUE_EG`: extra value of a pawn late in the game.
    pawn_value_eg, "PAWN_VALUE_EG", 1, -20.0..80.0;
    /// `PIECE_MG`: extra value of other pieces, for each 100 of their value.
    piece_mg, "PIECE_MG", 1, -30.0..60.0;
    /// The same late in the game.
    piece_eg, "PIECE_EG", 1, -30.0..100.0;
    /// `PAIR`: two colour-bound pieces of a kind on squares of both colours.
    pair_mg, "PAIR_MG", 1, 0.0..100.0;
    /// The same late in the game.
    pair_eg, "PAIR_EG", 1, 0.0..160.0;
    /// `MOBILITY`: for each hundredth of its average number of targets that a piece has more, by style.
    mobility_mg, "MOBILITY_MG", STYLES, -1.5..2.5;
    /// The same late in the game.
    mobility_eg, "MOBILITY_EG", STYLES, -1.5..2.5;
    /// `ROOM`: for each hundredth of the root of its average number of targets that the root of its number exceeds, by style.
    room_mg, "ROOM_MG", STYLES, -1.5..4.0;
    /// The same late in the game.
    room_eg, "ROOM_EG", STYLES, -1.5..4.0;
    /// `ROYAL`: royal piece by square.
    royal_mg, "ROYAL_MG", TABLE, -200.0..200.0;
    /// The same late in the game.
    royal_eg, "ROYAL_EG", TABLE, -200.0..200.0;
    /// `PAWN`: pawn by square.
    pawn_mg, "PAWN_MG", TABLE, -200.0..200.0;
    /// The same late in the game.
    pawn_eg, "PAWN_EG", TABLE, -200.0..200.0;
    /// `LEAPER`: piece by square, as far as nothing blocks its moves.
    leaper_mg, "LEAPER_MG", TABLE, -200.0..200.0;
    /// The same late in the game.
    leaper_eg, "LEAPER_EG", TABLE, -200.0..200.0;
    /// `STRAIGHT`: piece by square, as far as it slides along ranks and files.
    straight_mg, "STRAIGHT_MG", TABLE, -200.0..200.0;
    /// The same late in the game.
    straight_eg, "STRAIGHT_EG", TABLE, -200.0..200.0;
    /// `DIAGONAL`: piece by square, as far as it slides along diagonals.
    diagonal_mg, "DIAGONAL_MG", TABLE, -200.0..200.0;
    /// The same late in the game.
    diagonal_eg, "DIAGONAL_EG", TABLE, -200.0..200.0;
    /// `OUTPOST`: piece that a pawn defends where no enemy pawn can ever attack it, in the enemy's half, by
    /// style.
    outpost_mg, "OUTPOST_MG", STYLES, -40.0..80.0;
    /// The same late in the game.
    outpost_eg, "OUTPOST_EG", STYLES, -40.0..80.0;
    /// `PAWNS`: for each piece and each own pawn more than five, by style.
    pawns_mg, "PAWNS_MG", STYLES, -20.0..20.0;
    /// The same late in the game.
    pawns_eg, "PAWNS_EG", STYLES, -20.0..20.0;
    /// `BOUND_PAWN`: penalty of a colour-bound piece for each own pawn on a square of its colour.
    bound_pawn_mg, "BOUND_PAWN_MG", 1, -10.0..20.0;
    /// The same late in the game.
    bound_pawn_eg, "BOUND_PAWN_EG", 1, -10.0..20.0;
    /// `FILE`: piece that slides along files on one without own pawns, and on one without any.
    file_mg, "FILE_MG", 2, -40.0..80.0;
    /// The same late in the game.
    file_eg, "FILE_EG", 2, -40.0..80.0;
    /// `DOUBLED`: penalty of a pawn behind another one.
    doubled_mg, "DOUBLED_MG", 1, -20.0..60.0;
    /// The same late in the game.
    doubled_eg, "DOUBLED_EG", 1, -20.0..80.0;
    /// `ISOLATED`: penalty of a pawn without another one on the files beside it.
    isolated_mg, "ISOLATED_MG", 1, -20.0..60.0;
    /// The same late in the game.
    isolated_eg, "ISOLATED_EG", 1, -20.0..60.0;
    /// `BACKWARD`: penalty of a pawn that no own pawn stands beside or can ever defend, and whose next square an enemy
    /// pawn attacks.
    backward_mg, "BACKWARD_MG", 1, -20.0..60.0;
    /// The same late in the game.
    backward_eg, "BACKWARD_EG", 1, -20.0..60.0;
    /// `DEFENDED`: for a pawn that another one defends.
    defended_mg, "DEFENDED_MG", 1, -20.0..60.0;
    /// The same late in the game.
    defended_eg, "DEFENDED_EG", 1, -20.0..60.0;
    /// `PHALANX`: for a pawn beside another one.
    phalanx_mg, "PHALANX_MG", 1, -20.0..60.0;
    /// The same late in the game.
    phalanx_eg, "PHALANX_EG", 1, -20.0..60.0;
    /// `PASSED`: for a passed pawn, by rank.
    passed_mg, "PASSED_MG", 8, -60.0..300.0;
    /// The same late in the game.
    passed_eg, "PASSED_EG", 8, -60.0..400.0;
    /// `PASSED_BLOCKED`: penalty of a passed pawn with a piece ahead, for its rank.
    passed_blocked, "PASSED_BLOCKED", 1, -10.0..40.0;
    /// `PASSED_FREE`: for a passed pawn all of whose way is empty, for its rank.
    passed_free, "PASSED_FREE", 1, -10.0..40.0;
    /// `PASSED_SAFE`: for a passed pawn no square of whose way is attacked, for its rank.
    passed_safe, "PASSED_SAFE", 1, -10.0..40.0;
    /// `PASSED_ROYAL`: for each step of the enemy's royal piece to the square ahead of a passed pawn, and penalty for each
    /// step of the own one, for each rank.
    passed_royal, "PASSED_ROYAL", 2, -2.0..12.0;
    /// `SHELTER_NEAR`: for each pawn on the rank in front of the royal piece.
    shelter_near, "SHELTER_NEAR", 1, -20.0..80.0;
    /// `SHELTER_FAR`: for each pawn on the rank after that.
    shelter_far, "SHELTER_FAR", 1, -20.0..60.0;
    /// `OPEN_FILE`: penalty if no own pawn is on the file of the royal piece, and for each such file beside it.
    open_file, "OPEN_FILE", 2, -20.0..80.0;
    /// `STORM`: penalty of an enemy pawn on these files up to three ranks ahead of the royal piece.
    storm, "STORM", 3, -40.0..60.0;
    /// `DANGER_ATTACK`: danger of each attack on a square near the royal piece, for each 100 of the attacker's value.
    danger_attack, "DANGER_ATTACK", 1, 0.0..30.0;
    /// `DANGER_ATTACKER`: danger of each piece that attacks such a square.
    danger_attacker, "DANGER_ATTACKER", 1, 0.0..80.0;
    /// `DANGER_WEAK`: danger of each attacked square near the royal piece that no other piece defends.
    danger_weak, "DANGER_WEAK", 1, 0.0..80.0;
    /// `DANGER_CHECK`: danger of each kind of piece that can give check on a square that is not defended.
    danger_check, "DANGER_CHECK", 1, 0.0..200.0;
    /// `DANGER_BASE`: added to the danger once there is any.
    danger_base, "DANGER_BASE", 1, -150.0..150.0;
    /// `DANGER`: centipawns of a danger of 100; it grows with the square.
    danger, "DANGER", 1, 0.0..150.0;
    /// `DANGER_EG`: centipawns of a danger of 100 late in the game, in proportion.
    danger_eg, "DANGER_EG", 1, -20.0..60.0;
    /// `PAWN_THREAT`: for each piece that a pawn attacks.
    pawn_threat_mg, "PAWN_THREAT_MG", 1, 0.0..150.0;
    /// The same late in the game.
    pawn_threat_eg, "PAWN_THREAT_EG", 1, 0.0..150.0;
    /// `PUSH_THREAT`: for each piece that a pawn attacks after a step to a square that is not attacked.
    push_threat_mg, "PUSH_THREAT_MG", 1, 0.0..60.0;
    /// The same late in the game.
    push_threat_eg, "PUSH_THREAT_EG", 1, 0.0..60.0;
    /// `THREAT`: for each attack on a more valuable piece.
    threat_mg, "THREAT_MG", 1, 0.0..120.0;
    /// The same late in the game.
    threat_eg, "THREAT_EG", 1, 0.0..120.0;
    /// `HANGING`: for each attacked enemy piece or pawn that is not defended.
    hanging_mg, "HANGING_MG", 1, 0.0..120.0;
    /// The same late in the game.
    hanging_eg, "HANGING_EG", 1, 0.0..120.0;
    /// `PINNED`: penalty of a piece that stands between the royal piece and an enemy piece.
    pinned_mg, "PINNED_MG", 1, -20.0..80.0;
    /// The same late in the game.
    pinned_eg, "PINNED_EG", 1, -20.0..80.0;
    /// `SCALE`: part of a late lead over an enemy with pieces that counts without own pawns, in 64ths, and more for each pawn.
    scale, "SCALE", 2, 0.0..64.0;
    /// `SCALE_BOUND`: the same if each side has one colour-bound piece, on squares of different colours.
    scale_bound, "SCALE_BOUND", 2, 0.0..64.0;
}
