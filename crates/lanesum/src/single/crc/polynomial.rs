//! What the kernels multiply by, computed when the library is compiled.
//!
//! All polynomials have 64 bits here: a remainder of 32 bits times x^32 is that by the
//! polynomial times x^32.

use super::Crc;

/// How many bytes before another vector one is that is folded into it.
#[derive(Clone, Copy)]
pub(super) enum Distance {
    By16,
    By64,
    By128,
    By256,
}

/// Two polynomials to multiply the words of a vector by: its lower word, its upper one.
pub(super) type Factors = [u64; 2];

/// A polynomial P = x^64 + ..., and what follows from it. The bits of a reflected one are
/// reversed.
pub(super) struct Polynomial {
    pub(super) reflected: bool,
    /// P - x^64.
    pub(super) low: u64,
    /// x^128 / P - x^64.
    pub(super) inverse: u64,
    /// x^128 modulo P.
    pub(super) x128: u64,
    /// The factors for each [`Distance`].
    distances: [Factors; 4],
}

const CASTAGNOLI_LOW: u64 = 0x1edc_6f41 << 32;

static ISO_HDLC: Polynomial = Polynomial::new(0x04c1_1db7 << 32, true);
static CASTAGNOLI: Polynomial = Polynomial::new(CASTAGNOLI_LOW, true);
static POSIX: Polynomial = Polynomial::new(0x04c1_1db7 << 32, false);
static NVME: Polynomial = Polynomial::new(0xad93_d235_94c9_3659, true);

impl Polynomial {
    pub(super) fn of(crc: Crc) -> &'static Self {
        match crc {
            Crc::IsoHdlc => &ISO_HDLC,
            Crc::Castagnoli => &CASTAGNOLI,
            Crc::Posix => &POSIX,
            Crc::Nvme => &NVME,
        }
    }

    #[inline(always)]
    pub(super) fn factors(&self, distance: Distance) -> &Factors {
        &self.distances[distance as usize]
    }

    const fn new(low: u64, reflected: bool) -> Self {
        // Each bit is what the division has subtracted P times.
        let (mut inverse, mut rest, mut i) = (0, low, 64);
        while i > 0 {
            i -= 1;
            inverse |= (rest >> 63) << i;
            rest = times_x(rest, low);
        }
        Self {
            reflected,
            low: if reflected { low.reverse_bits() } else { low },
            inverse: if reflected { inverse.reverse_bits() } else { inverse },
            x128: Self::x_to(low, reflected, 128),
            distances: [
                Self::fold(low, reflected, 16),
                Self::fold(low, reflected, 64),
                Self::fold(low, reflected, 128),
                Self::fold(low, reflected, 256),
            ],
        }
    }

    /// The factors that move a vector by so many bytes.
    const fn fold(low: u64, reflected: bool, bytes: u32) -> Factors {
        let upper = Self::x_to(low, reflected, 8 * bytes + 64);
        let lower = Self::x_to(low, reflected, 8 * bytes);
        // Reflected, the first bytes are the lower word.
        if reflected { [upper, lower] } else { [lower, upper] }
    }

    /// The factor x^n. The product of reflected words has an x too many, for its highest
    /// bit is always 0.
    const fn x_to(low: u64, reflected: bool, n: u32) -> u64 {
        let (mut power, mut left) = (1, if reflected { n - 1 } else { n });
        while left > 0 {
            power = times_x(power, low);
            left -= 1;
        }
        if reflected { power.reverse_bits() } else { power }
    }
}

/// What to multiply a register of CRC-32C by, to move it by so many bytes: the instruction, which
/// adds eight bytes to a message, makes a register of the product.
///
/// Of reflected words of 32 bits the product has an x too few as a word of 64 bits, and the
/// instruction multiplies by x^32.
#[cfg(target_arch = "x86_64")]
pub(super) const fn castagnoli_by(bytes: usize) -> u64 {
    Polynomial::x_to(CASTAGNOLI_LOW, true, 8 * bytes as u32)
}

const fn times_x(a: u64, low: u64) -> u64 {
    (a << 1) ^ if a >> 63 == 1 { low } else { 0 }
}
