//! Lanes that lie a multiple of a page apart, as buffers of a pool do.
//!
//! All of them fall into the same few sets of the first-level cache, which holds eight
//! to twelve lines of each: every line is pushed out before the rest of it is read. What
//! the lanes read is copied to where they lie beside each other, some blocks of one
//! lane after those of the other. Where a kernel reads a line at once, it is enough that no
//! line is prefetched long before, and where a core has enough loads on their way, nothing is done.

use crate::costs;
use crate::host::OnceBox;
use crate::isa::LINE;
use crate::kernel::compression::Compression;
use crate::lanes::{MAX_LANES, Vector};
use crate::token::Token;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ptr;

/// Blocks of a lane that are copied at once.
pub(super) const BLOCKS: usize = 8;

/// The blocks below which nothing is copied.
pub(super) const LEAST: usize = 2 * BLOCKS;

/// Sets in the first-level cache, on every CPU whose pages have 4 KiB.
const SETS: u32 = 64;

/// The lanes below which copying costs what it gains.
const LEAST_LANES: usize = 16;

/// Whether lanes gain by copies where they collide: those whose block is a line that vectors load.
/// Others take long enough to fetch a line again, and scalar instructions read it at once. On an
/// AMD Zen 4, messages that lie 64 KiB apart, of 16 lanes 32 KiB, run at this share of the rate of
/// others:
///
/// |         | lanes | in place | copied |
/// |---------|-------|----------|--------|
/// | MD5     | 64    | 0.39     | 0.73   |
/// | SHA-1   | 32    | 0.63     | 0.83   |
/// | SHA-256 | 32    | 0.85     | 0.88   |
/// | MD5     | 16    | 0.81     | 0.86   |
/// | SHA-1   | 16    | 0.55     | 0.87   |
/// | SHA-256 | 16    | 0.87     | 0.93   |
/// | SHA-512 | 16    | 0.99     | 0.90   |
/// | BLAKE2s | 16    | 0.97     | 0.87   |
///
/// 32 lanes of BLAKE2s run at 0.98 to 1.0 in place on an AMD Zen 5, and at 0.55 to 0.86 copied.
pub(super) const fn gain<C: Compression, V: Vector>() -> bool {
    C::BLOCK == LINE && !V::FORM.is_paired() && V::LANES >= LEAST_LANES
}

/// Whether lanes that collide are read where they lie on this CPU.
pub(super) fn in_place() -> bool {
    static IN_PLACE: OnceBox<bool> = OnceBox::new();
    *IN_PLACE.get_or_init(|| Box::new(costs::reads_in_place()))
}

/// Whether the lanes share sets of the cache, so many of them a set that it overflows.
#[inline]
pub(super) fn collide(from: &[*const u8]) -> bool {
    from.len() >= LEAST_LANES && overflow(from)
}

/// Whether four lanes or more start in each set that any starts in, on average.
fn overflow(from: &[*const u8]) -> bool {
    let sets = from.iter().fold(0u64, |sets, from| sets | 1 << (from.addr() / LINE % SETS as usize));
    4 * sets.count_ones() as usize <= from.len()
}

/// How many lanes before it is read a line is prefetched, where lanes that collide are read one
/// after the other. What they share has room for hardly more, and less is too late for messages
/// in memory. GB/s of MD5 on an AMD Zen 3:
///
/// | lanes, messages | copied | 2 ahead | 3   | 4   | 6   | 10  |
/// |-----------------|--------|---------|-----|-----|-----|-----|
/// | 24, 64 KiB      | 7.4    | 8.6     | 8.4 | 8.2 | 8.1 | 8.2 |
/// | 24, 1 MiB       | 4.0    | 3.8     | 4.4 | 5.9 | 5.4 | 5.0 |
const LANES_AHEAD: usize = 4;

/// For each lane, from where a line is to be prefetched when its own is read: that of a lane some
/// lanes ahead, or of one of the first in the next block.
pub(super) fn soon(from: &[*const u8], stride: usize) -> [*const u8; MAX_LANES] {
    let mut soon = [ptr::null(); MAX_LANES];
    for (lane, soon) in soon.iter_mut().enumerate().take(from.len()) {
        let ahead = lane + LANES_AHEAD;
        *soon = match from.get(ahead) {
            Some(&from) => from,
            None => from[ahead - from.len()].wrapping_add(stride),
        };
    }
    soon
}

/// Room for some blocks of each lane.
pub(super) struct Stage {
    bytes: Vec<u8>,
    /// Bytes from a lane to the next: a line more than its blocks have.
    pitch: usize,
}

impl Stage {
    pub(super) fn new(lanes: usize, block: usize) -> Self {
        let pitch = BLOCKS * block + LINE;
        Self { bytes: Vec::with_capacity(lanes * pitch), pitch }
    }

    /// Copies so many blocks of each lane. Lanes that read what the first does still do.
    ///
    /// # Safety
    ///
    /// They can be read at `offset` from each pointer.
    pub(super) unsafe fn copy<C: Compression, V: Vector<Word = C::Word>>(
        &mut self,
        isa: V::Token,
        from: &[*const u8],
        offset: usize,
        blocks: usize,
    ) -> [*const u8; MAX_LANES] {
        let len = blocks * C::BLOCK;
        assert!(blocks <= BLOCKS && from.len() * self.pitch <= self.bytes.capacity());
        let mut staged = [self.bytes.as_ptr(); MAX_LANES];
        isa.vectorize(
            #[inline(always)]
            || {
                for (i, &lane) in from.iter().enumerate() {
                    if i > 0 && lane == from[0] {
                        continue;
                    }
                    let to = self.bytes.as_mut_ptr().wrapping_add(i * self.pitch);
                    staged[i] = to;
                    let from = lane.wrapping_add(offset);
                    // A line at a time in the widest vectors: a call of `memcpy` for each
                    // lane, in a guest, took half of what copying gains.
                    for at in (0..len - len % LINE).step_by(LINE) {
                        let (from, to) = (from.wrapping_add(at), to.wrapping_add(at));
                        // SAFETY: the caller's; there is room, which nothing else refers to.
                        unsafe { to.cast::<[u8; LINE]>().write(from.cast::<[u8; LINE]>().read()) };
                    }
                    if !C::BLOCK.is_multiple_of(LINE) {
                        let at = len - len % LINE;
                        let (from, to) = (from.wrapping_add(at), to.wrapping_add(at));
                        // SAFETY: as above.
                        unsafe { ptr::copy_nonoverlapping(from, to, len % LINE) };
                    }
                }
            },
        );
        staged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes a page apart collide, and those a line further each do not.
    #[test]
    fn lanes_that_collide() {
        let lanes = |apart: usize, count: usize| -> Vec<*const u8> {
            (1..=count).map(|i| ptr::without_provenance(i * apart + 17)).collect()
        };
        assert!(overflow(&lanes(4096, 64)) && overflow(&lanes(65536, 16)) && overflow(&lanes(4096 + 8, 32)));
        assert!(!overflow(&lanes(4096 + 64, 64)) && !overflow(&lanes(1000, 64)));
    }
}
