//! Sixteen bytes that are written as one vector.

/// The bytes of a number, the lowest first.
///
/// A vector that is read where two words were just written waits until the cache has both, and so
/// for all that is written before them. Where the only block of a message of 16 bytes was written in
/// words, its SHA-1 took 53 ns instead of 43 (AMD Zen 4).
#[inline(always)]
pub(crate) fn sixteen(number: u128) -> [u8; 16] {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::*;
        let mut bytes = [0; 16];
        // SAFETY: every x86-64 has SSE2; sixteen bytes are one vector.
        unsafe {
            let mut vector = _mm_set_epi64x((number >> 64) as i64, number as i64);
            // The compiler would write the words that it sees in it.
            core::arch::asm!("/* {0} */", inout(xmm_reg) vector, options(pure, nomem, nostack, preserves_flags));
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), vector);
        }
        bytes
    }
    #[cfg(not(target_arch = "x86_64"))]
    number.to_le_bytes()
}
