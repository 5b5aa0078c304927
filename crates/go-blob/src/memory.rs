//! What the compiler calls to copy memory, and to fill and compare it.

use core::arch::asm;

/// Copies `n` bytes to where nothing overlaps.
///
/// # Safety
///
/// They can be read and written.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcpy(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    // SAFETY: the caller's. Two pieces of a fixed length cover the rest, and overlap.
    unsafe {
        macro_rules! two {
            ($t:ty) => {{
                let last = n - size_of::<$t>();
                let ends = (from.cast::<$t>().read_unaligned(), from.add(last).cast::<$t>().read_unaligned());
                to.cast::<$t>().write_unaligned(ends.0);
                to.add(last).cast::<$t>().write_unaligned(ends.1);
            }};
        }
        match n {
            0 => {}
            1 => *to = *from,
            2..4 => two!(u16),
            4..8 => two!(u32),
            8..16 => two!(u64),
            16..=32 => two!(u128),
            _ => {
                let last = from.add(n - 16).cast::<u128>().read_unaligned();
                forward(to, from, (n - 1) / 16 * 16);
                to.add(n - 16).cast::<u128>().write_unaligned(last);
            }
        }
    }
    to
}

/// Copies `n` bytes, a multiple of 16 above 0, from the first on. In assembly, for
/// the compiler would make a call of `memcpy` out of the loop.
///
/// # Safety
///
/// They can be read and written.
#[inline(always)]
unsafe fn forward(to: *mut u8, from: *const u8, n: usize) {
    let odd = n % 32;
    // SAFETY: the caller's.
    unsafe {
        if odd > 0 {
            to.cast::<u128>().write_unaligned(from.cast::<u128>().read_unaligned());
            if n == odd {
                return;
            }
        }
        #[cfg(target_arch = "x86_64")]
        asm!(
            "2:",
            "movups {x}, [{from} + {i}]",
            "movups {y}, [{from} + {i} + 16]",
            "movups [{to} + {i}], {x}",
            "movups [{to} + {i} + 16], {y}",
            "add {i}, 32",
            "cmp {i}, {n}",
            "jb 2b",
            x = out(xmm_reg) _, y = out(xmm_reg) _, from = in(reg) from, to = in(reg) to, n = in(reg) n,
            i = inout(reg) odd => _, options(nostack),
        );
        #[cfg(target_arch = "aarch64")]
        asm!(
            "2:",
            "ldp {x:q}, {y:q}, [{from}], #32",
            "stp {x:q}, {y:q}, [{to}], #32",
            "subs {n}, {n}, #32",
            "b.ne 2b",
            x = out(vreg) _, y = out(vreg) _, from = inout(reg) from.add(odd) => _,
            to = inout(reg) to.add(odd) => _, n = inout(reg) n - odd => _, options(nostack),
        );
    }
}

/// Copies `n` bytes that may overlap.
///
/// # Safety
///
/// They can be read and written.
#[unsafe(no_mangle)]
unsafe extern "C" fn memmove(to: *mut u8, from: *const u8, n: usize) -> *mut u8 {
    // SAFETY: the caller's. Volatile, so that the loops are not made calls of this.
    unsafe {
        if to.addr().wrapping_sub(from.addr()) >= n {
            for i in 0..n {
                to.add(i).write_volatile(from.add(i).read());
            }
        } else {
            for i in (0..n).rev() {
                to.add(i).write_volatile(from.add(i).read());
            }
        }
    }
    to
}

/// Fills `n` bytes.
///
/// # Safety
///
/// They can be written.
#[unsafe(no_mangle)]
unsafe extern "C" fn memset(to: *mut u8, byte: i32, n: usize) -> *mut u8 {
    let wide = u128::from_ne_bytes([byte as u8; 16]);
    // SAFETY: the caller's.
    unsafe {
        if n < 16 {
            for i in 0..n {
                to.add(i).write_volatile(byte as u8);
            }
            return to;
        }
        to.add(n - 16).cast::<u128>().write_unaligned(wide);
        // In assembly, for the compiler would make a call of this out of the loop, and two words of
        // each vector.
        let (whole, odd) = (n / 32 * 32, n % 32);
        if odd > 16 {
            to.add(whole).cast::<u128>().write_unaligned(wide);
        }
        if whole == 0 {
            return to;
        }
        #[cfg(target_arch = "x86_64")]
        asm!(
            "2:",
            "movups [{to} + {i}], {x}",
            "movups [{to} + {i} + 16], {x}",
            "add {i}, 32",
            "cmp {i}, {n}",
            "jb 2b",
            x = in(xmm_reg) core::arch::x86_64::_mm_set1_epi8(byte as i8), to = in(reg) to, n = in(reg) whole,
            i = inout(reg) 0usize => _, options(nostack),
        );
        #[cfg(target_arch = "aarch64")]
        asm!(
            "2:",
            "stp {x:q}, {x:q}, [{to}], #32",
            "subs {n}, {n}, #32",
            "b.ne 2b",
            x = in(vreg) core::arch::aarch64::vdupq_n_u8(byte as u8), to = inout(reg) to => _,
            n = inout(reg) whole => _, options(nostack),
        );
    }
    to
}

/// Compares `n` bytes: 0 where they are the same.
///
/// # Safety
///
/// They can be read.
#[unsafe(no_mangle)]
unsafe extern "C" fn bcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
    // SAFETY: the caller's.
    unsafe { memcmp(a, b, n) }
}

/// Compares `n` bytes: less than, equal to or more than 0 as `a` is before `b`.
///
/// # Safety
///
/// They can be read.
#[unsafe(no_mangle)]
unsafe extern "C" fn memcmp(a: *const u8, b: *const u8, n: usize) -> i32 {
    // SAFETY: the caller's. Volatile, so that the loop is not made a call of this.
    unsafe {
        for i in 0..n {
            let (a, b) = (a.add(i).read_volatile(), b.add(i).read_volatile());
            if a != b {
                return i32::from(a) - i32::from(b);
            }
        }
    }
    0
}
