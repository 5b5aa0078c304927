//! Rotations by whole bytes, as one shuffle.
//!
//! In assembly, with the order of the bytes in memory: of a shuffle whose order
//! it sees, and that moves pairs of bytes, LLVM makes two, and shuffles have the
//! fewest ports. BLAKE3's step of 8 lanes took 57 more of them.

use core::arch::{asm, x86_64::*};

/// An order of the bytes within 128 bits, for two such parts.
#[repr(C, align(32))]
pub(crate) struct Order([u8; 32]);

impl Order {
    /// Words of `len` bytes rotated left by `by` bytes.
    pub(crate) const fn left(len: usize, by: usize) -> Self {
        assert!(len.is_power_of_two() && by < len);
        let mut order = [0; 32];
        let mut i = 0;
        while i < 32 {
            let (word, byte) = (i % 16 / len * len, i % len);
            order[i] = (word + (byte + len - by) % len) as u8;
            i += 1;
        }
        Self(order)
    }
}

/// The orders for the rotations of BLAKE2 and BLAKE3 to the right: of 32 bits by 16 and by 8, of
/// 64 bits by 24 and by 16.
pub(crate) static ROTATIONS: [Order; 4] =
    [Order::left(4, 2), Order::left(4, 3), Order::left(8, 5), Order::left(8, 6)];

/// The bytes in the order.
#[target_feature(enable = "ssse3")]
#[inline]
pub(crate) fn shuffle_ssse3(mut x: __m128i, order: &'static Order) -> __m128i {
    // SAFETY: the order is aligned, and is read only.
    unsafe {
        asm!("pshufb {x}, xmmword ptr [{order}]", x = inout(xmm_reg) x, order = in(reg) order,
            options(pure, readonly, nostack, preserves_flags));
    }
    x
}

/// The bytes of both parts in the order.
#[target_feature(enable = "avx2")]
#[inline]
pub(crate) fn shuffle256(x: __m256i, order: &'static Order) -> __m256i {
    let y;
    // SAFETY: the order is read only.
    unsafe {
        asm!("vpshufb {y}, {x}, ymmword ptr [{order}]", y = lateout(ymm_reg) y, x = in(ymm_reg) x,
            order = in(reg) order, options(pure, readonly, nostack, preserves_flags));
    }
    y
}
