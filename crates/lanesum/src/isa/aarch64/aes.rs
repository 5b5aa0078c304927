//! The Armv8 AES instructions, which add the key before the round.

use crate::isa::aes::blocks;
use crate::isa::table::isa;
use core::arch::aarch64::*;

isa! {
    /// The AES round.
    Armv8Aes: Armv8Aes, target_feature(enable = "neon,aes"), super::detected!("aes")
}

blocks! {
    #[target_feature(enable = "neon,aes")] Armv8Aes => B128(uint8x16_t; 1, true)
    splat(p) = vld1q_u8(p);
    load(p) = vld1q_u8(p);
    store(p, x) = vst1q_u8(p, x);
    xor(x, y) = veorq_u8(x, y);
    round(x, k) = veorq_u8(vaesmcq_u8(vaeseq_u8(x, vdupq_n_u8(0))), k);
    round_of_sum(x, k) = vaesmcq_u8(vaeseq_u8(x, k));
    last_of_sum(x, k) = vaeseq_u8(x, k);
    load_rows(rows) = {
        let row = |i: usize| vld1q_u8(rows[0].add(16 * i));
        [row(0), row(1), row(2), row(3)]
    };
}
