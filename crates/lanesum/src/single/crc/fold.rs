//! Folding: what is left of a message modulo a polynomial, by carry-less products.
//!
//! Sixteen bytes are a polynomial of 128 bits. Moved behind what follows, its two words
//! times two factors are another one of 128 bits that leaves the same remainder, and is
//! added there. Several vectors side by side hide how long a product takes; in the end
//! they are folded into one, and that is divided by multiplying with the inverse.
//! V. Gopal and others, "Fast CRC Computation for Generic Polynomials Using PCLMULQDQ
//! Instruction", Intel, 2009.

use super::Register;
use super::polynomial::{Distance, Factors, Polynomial};

/// How many vectors stand side by side.
const WIDE: usize = 4;
const NARROW: usize = 8;

/// Some polynomials of 128 bits.
///
/// # Safety
///
/// The methods of a type may be called where the CPU has its instructions.
pub(super) trait Vector: Copy {
    /// 16, 32 or 64.
    const BYTES: usize;

    /// Of so many bytes: reflected, the first bit is the lowest, else the highest.
    ///
    /// # Safety
    ///
    /// They can be read.
    unsafe fn load(bytes: *const u8, reflected: bool) -> Self;

    /// Adds a register to the first 64 bits of the message.
    unsafe fn add(self, register: Register, reflected: bool) -> Self;

    /// Moves each, by what the factors say, and adds `next`.
    unsafe fn fold(self, factors: &Factors, next: Self) -> Self;
}

/// One polynomial of 128 bits.
///
/// # Safety
///
/// As [`Vector`]'s.
pub(super) trait One: Vector {
    /// The lower word and the upper one.
    unsafe fn words(self) -> [u64; 2];

    /// The product of two words: the lower word and the upper one.
    unsafe fn multiply(a: u64, b: u64) -> [u64; 2];
}

/// Several polynomials.
///
/// # Safety
///
/// As [`Vector`]'s.
pub(super) trait Several<O: One>: Vector {
    /// All folded into one.
    unsafe fn join(self, by_16: &Factors) -> O;
}

impl<O: One> Several<O> for O {
    #[inline(always)]
    unsafe fn join(self, _: &Factors) -> O {
        self
    }
}

/// Adds bytes to a message, with wide vectors `W` if there are bytes enough, and with
/// narrow ones.
///
/// # Safety
///
/// The CPU has the instructions of both.
#[inline(always)]
pub(super) unsafe fn update<W: Several<N>, N: One, const REFLECTED: bool>(
    polynomial: &Polynomial,
    register: Register,
    mut bytes: &[u8],
) -> Register {
    let by_16 = polynomial.factors(Distance::By16);
    // SAFETY: the caller's; each vector is loaded where there are as many bytes.
    unsafe {
        let mut one = if W::BYTES > N::BYTES && bytes.len() >= WIDE * W::BYTES {
            let factors = [Distance::By256, Distance::By64].map(|at| polynomial.factors(at));
            many::<W, WIDE, REFLECTED>(factors, register, &mut bytes).join(by_16)
        } else if bytes.len() >= NARROW * N::BYTES {
            let factors = [polynomial.factors(Distance::By128), by_16];
            many::<N, NARROW, REFLECTED>(factors, register, &mut bytes)
        } else if let Some((first, rest)) = bytes.split_at_checked(N::BYTES) {
            bytes = rest;
            N::load(first.as_ptr(), REFLECTED).add(register, REFLECTED)
        } else {
            return rest::<N, REFLECTED>(polynomial, register, bytes);
        };
        while let Some((next, rest)) = bytes.split_at_checked(N::BYTES) {
            one = one.fold(by_16, N::load(next.as_ptr(), REFLECTED));
            bytes = rest;
        }
        rest::<N, REFLECTED>(polynomial, reduce::<N, REFLECTED>(polynomial, one), bytes)
    }
}

/// As many vectors as there are, `M` side by side, folded into one. `factors` move one by
/// `M` vectors and by one.
///
/// # Safety
///
/// The CPU has the instructions, and there are `M` vectors.
#[inline(always)]
unsafe fn many<V: Vector, const M: usize, const REFLECTED: bool>(
    [by_all, by_one]: [&Factors; 2],
    register: Register,
    bytes: &mut &[u8],
) -> V {
    // SAFETY: the caller's; each vector is loaded where there are as many bytes.
    unsafe {
        let load = |bytes: &[u8], i: usize| V::load(bytes[i * V::BYTES..][..V::BYTES].as_ptr(), REFLECTED);
        let mut all: [V; M] = core::array::from_fn(|i| load(bytes, i));
        all[0] = all[0].add(register, REFLECTED);
        *bytes = &bytes[M * V::BYTES..];
        while let Some((next, rest)) = bytes.split_at_checked(M * V::BYTES) {
            for i in 0..M {
                all[i] = all[i].fold(by_all, load(next, i));
            }
            *bytes = rest;
        }
        let mut one = all[0];
        for &next in &all[1..] {
            one = one.fold(by_one, next);
        }
        while let Some((next, rest)) = bytes.split_at_checked(V::BYTES) {
            one = one.fold(by_one, load(next, 0));
            *bytes = rest;
        }
        one
    }
}

/// The remainder of a polynomial of 128 bits times x^64.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline(always)]
unsafe fn reduce<N: One, const REFLECTED: bool>(polynomial: &Polynomial, one: N) -> Register {
    // SAFETY: the caller's.
    unsafe {
        let [lower, upper] = one.words();
        if REFLECTED {
            let [first, second] = N::multiply(lower, polynomial.x128);
            divide::<N, REFLECTED>(polynomial, first ^ upper, second)
        } else {
            let [second, first] = N::multiply(upper, polynomial.x128);
            divide::<N, REFLECTED>(polynomial, first ^ lower, second)
        }
    }
}

/// The remainder of `first` times x^64, and `second`. P. Barrett's way: the quotient is
/// `first` times the inverse.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline(always)]
unsafe fn divide<N: One, const REFLECTED: bool>(
    polynomial: &Polynomial,
    first: u64,
    second: u64,
) -> Register {
    // SAFETY: the caller's.
    unsafe {
        if REFLECTED {
            // The product of reflected words is a bit too low.
            let quotient = first ^ N::multiply(first, polynomial.inverse)[0] << 1;
            let [lower, upper] = N::multiply(quotient, polynomial.low);
            second ^ (upper << 1 | lower >> 63)
        } else {
            let quotient = first ^ N::multiply(first, polynomial.inverse)[1];
            second ^ N::multiply(quotient, polynomial.low)[0]
        }
    }
}

/// Adds the last bytes, fewer than 16.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline(always)]
unsafe fn rest<N: One, const REFLECTED: bool>(
    polynomial: &Polynomial,
    mut register: Register,
    mut bytes: &[u8],
) -> Register {
    while !bytes.is_empty() {
        let now;
        (now, bytes) = bytes.split_at(bytes.len().min(8));
        let (word, bits) = (word(now), 8 * now.len() as u32);
        // What is under the word is divided with it; the rest moves up.
        // SAFETY: the caller's.
        register = unsafe {
            if REFLECTED {
                let under = (register ^ word) << (64 - bits);
                divide::<N, REFLECTED>(polynomial, under, 0) ^ register.unbounded_shr(bits)
            } else {
                let under = (register ^ word.swap_bytes()) >> (64 - bits);
                divide::<N, REFLECTED>(polynomial, under, 0) ^ register.unbounded_shl(bits)
            }
        };
    }
    register
}

/// One to eight bytes, the first one lowest, and zeros.
#[inline(always)]
fn word(bytes: &[u8]) -> u64 {
    let at = |i: usize| u64::from(bytes[i]) << (8 * i);
    let len = bytes.len();
    match bytes {
        [_, _, _, _, ..] => {
            // They may overlap.
            let half = |i: usize| {
                u64::from(u32::from_le_bytes([bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3]]))
            };
            half(0) | half(len - 4) << (8 * (len - 4))
        }
        _ => at(0) | at(len / 2) | at(len - 1),
    }
}
