//! The kernel with 256-bit integers: four directions at once. The portable kernel is its reference.
#![allow(unsafe_code, reason = "calls functions compiled for AVX2, which a V3 value shows to exist")]

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_sllv_epi64,
    _mm256_srlv_epi64, _mm256_sub_epi64,
};

use rules::cpu::V3;

use super::Bitboard;
use super::kernel::{INNER, Kernel, RAYS_DOWN, RAYS_UP};

impl Kernel for V3 {
    #[inline(always)]
    fn moves(self, mover: Bitboard, other: Bitboard) -> Bitboard {
        // SAFETY: a V3 exists only where AVX2 was found.
        unsafe { moves(mover, other) }
    }

    #[inline(always)]
    fn flips(self, square: u8, mover: Bitboard, other: Bitboard) -> Bitboard {
        // SAFETY: a V3 exists only where AVX2 was found.
        unsafe { flips(square, mover, other) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn moves(mover: Bitboard, other: Bitboard) -> Bitboard {
    let shift = _mm256_set_epi64x(9, 7, 8, 1);
    let shift_twice = _mm256_set_epi64x(18, 14, 16, 2);
    let inside = INNER as i64;
    let discs = _mm256_set1_epi64x(mover as i64);
    let through =
        _mm256_and_si256(_mm256_set1_epi64x(other as i64), _mm256_set_epi64x(inside, inside, -1, inside));

    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(discs, shift));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(discs, shift));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, shift)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, shift)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, shift));
    let pairs_down = _mm256_srlv_epi64(pairs_up, shift);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, shift_twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, shift_twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, shift_twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, shift_twice)));

    gather(_mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift))) & !(mover | other)
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips(square: u8, mover: Bitboard, other: Bitboard) -> Bitboard {
    let none = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);
    let mine = _mm256_set1_epi64x(mover as i64);
    let theirs = _mm256_set1_epi64x(other as i64);

    // Up: adding one carries through the opponent's discs to the first other square of the ray.
    let ray = four(&RAYS_UP[square as usize & 63]);
    let outside_or_theirs = _mm256_or_si256(theirs, _mm256_andnot_si256(ray, ones));
    let carried = _mm256_sub_epi64(outside_or_theirs, ones);
    let end = _mm256_and_si256(_mm256_and_si256(carried, ray), mine);
    let minus_one_if_found = _mm256_sub_epi64(ones, _mm256_cmpeq_epi64(end, none));
    let flipped_up = _mm256_and_si256(_mm256_add_epi64(end, minus_one_if_found), ray);

    // Down: all other squares are smeared away from the origin; the clean squares lie before the first of them.
    let ray = four(&RAYS_DOWN[square as usize & 63]);
    let shift = _mm256_set_epi64x(9, 7, 8, 1);
    let mut barred = _mm256_andnot_si256(theirs, ray);
    barred = _mm256_or_si256(barred, _mm256_srlv_epi64(barred, shift));
    barred = _mm256_or_si256(barred, _mm256_srlv_epi64(barred, _mm256_set_epi64x(18, 14, 16, 2)));
    barred = _mm256_or_si256(barred, _mm256_srlv_epi64(barred, _mm256_set_epi64x(36, 28, 32, 4)));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(barred, shift), barred);
    let open = _mm256_cmpeq_epi64(_mm256_and_si256(first, mine), none);
    let flipped_down = _mm256_andnot_si256(open, _mm256_andnot_si256(barred, ray));

    gather(_mm256_or_si256(flipped_up, flipped_down))
}

/// Four sets of squares side by side, the first lowest.
#[inline]
#[target_feature(enable = "avx2")]
fn four(sets: &[Bitboard; 4]) -> __m256i {
    _mm256_set_epi64x(sets[3] as i64, sets[2] as i64, sets[1] as i64, sets[0] as i64)
}

/// The union of the four sets.
#[inline]
#[target_feature(enable = "avx2")]
fn gather(sets: __m256i) -> Bitboard {
    let two = _mm_or_si128(_mm256_castsi256_si128(sets), _mm256_extracti128_si256::<1>(sets));
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))) as Bitboard
}
