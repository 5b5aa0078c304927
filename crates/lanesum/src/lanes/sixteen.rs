//! Sixteen bytes that are written as one vector, and blocks of such.

use core::array;

/// The bytes of a number, the lowest first.
///
/// A vector that is read where two words were just written waits until the cache has both, and so
/// for all that is written before them. Where the only block of a message of 16 bytes was written in
/// words, its SHA-1 took 53 ns instead of 43 (AMD Zen 4).
#[inline(always)]
pub(crate) fn sixteen(number: u128) -> [u8; 16] {
    // Not in a kernel of an operating system, which leaves vectors alone.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    {
        use core::arch::x86_64::*;
        let mut bytes = [0; 16];
        // SAFETY: there is SSE2; sixteen bytes are one vector.
        unsafe {
            let mut vector = _mm_set_epi64x((number >> 64) as i64, number as i64);
            // The compiler would write the words that it sees in it.
            core::arch::asm!("/* {0} */", inout(xmm_reg) vector, options(pure, nomem, nostack, preserves_flags));
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector);
        }
        bytes
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    number.to_le_bytes()
}

/// The last blocks of one message, vector by vector: its last bytes, a mark behind them, and zeros.
/// The last vector ends with `end`, which is 0 where it has bytes of the message, or the mark.
///
/// Each vector is written once, and whole, for kernels read whole ones at once.
#[inline(always)]
pub(crate) fn vectors<const VECTORS: usize>(rest: &[u8], mark: u128, end: u128) -> [[u8; 16]; VECTORS] {
    let (full, part) = rest.as_chunks();
    let part = number(part) | mark << (8 * part.len());
    let last = VECTORS - 1;
    let with_end = sixteen(if full.len() == last { part | end } else { end });
    let part = sixteen(part);
    array::from_fn(
        #[inline(always)]
        |i| match full.get(i) {
            _ if i == last => with_end,
            Some(full) => *full,
            None if i == full.len() => part,
            None => [0; 16],
        },
    )
}

/// Fewer than sixteen bytes as a number, the lowest first: two pieces of a fixed length, which
/// overlap.
#[inline(always)]
fn number(bytes: &[u8]) -> u128 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|piece| u128::from(u64::from_le_bytes(*piece)));
        return first | last << (8 * (bytes.len() - 8));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let [first, last] = [first, last].map(|piece| u64::from(u32::from_le_bytes(*piece)));
        return u128::from(first | last << (8 * (bytes.len() - 4)));
    }
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u128::from(byte))
}
