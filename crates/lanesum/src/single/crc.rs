//! Cyclic redundancy checks: by carry-less multiplication where the CPU has it, else
//! by tables.

#[cfg(all(target_arch = "aarch64", not(lanesum_guest)))]
#[allow(unsafe_code, reason = "a kernel that is not lanes")]
mod aarch64;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(lanesum_guest)))]
#[allow(unsafe_code, reason = "a kernel that is not lanes")]
mod fold;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(lanesum_guest)))]
mod polynomial;
mod table;
#[cfg(test)]
mod tests;
#[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
#[allow(unsafe_code, reason = "a kernel that is not lanes")]
mod x86_64;

/// Which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crc {
    IsoHdlc,
    Castagnoli,
    Nvme,
    /// POSIX's, for `cksum`.
    Posix,
}

/// The remainder of a message so far, as the coefficients of x^63 down to x^0; 32 bits
/// are the upper half. Those of a reflected check are from the lowest bit up.
type Register = u64;

impl Crc {
    /// The first bits of a message are inverted, all of its check are: POSIX's has zeros
    /// in front, but its digest is inverted too.
    fn start(self) -> Register {
        match self {
            Self::IsoHdlc | Self::Castagnoli => u32::MAX.into(),
            Self::Nvme => u64::MAX,
            Self::Posix => 0,
        }
    }

    fn end(self, register: Register) -> u64 {
        match self {
            Self::IsoHdlc | Self::Castagnoli => u64::from(!(register as u32)),
            Self::Nvme => !register,
            Self::Posix => u64::from(!((register >> 32) as u32)),
        }
    }

    /// Adds bytes to a message.
    fn update(self, register: Register, bytes: &[u8]) -> Register {
        #[cfg(all(target_arch = "x86_64", not(lanesum_guest)))]
        if let Some(register) = x86_64::update(self, register, bytes) {
            return register;
        }
        #[cfg(all(target_arch = "aarch64", not(lanesum_guest)))]
        if let Some(register) = aarch64::update(self, register, bytes) {
            return register;
        }
        table::update(self, register, bytes)
    }
}

/// A message so far.
#[derive(Clone, Debug)]
pub(crate) struct State {
    crc: Crc,
    register: Register,
}

impl State {
    pub(crate) fn new(crc: Crc) -> Self {
        Self { crc, register: crc.start() }
    }

    pub(crate) fn update(&mut self, piece: &[u8]) {
        self.register = self.crc.update(self.register, piece);
    }

    pub(crate) fn finalize(&self) -> u64 {
        self.crc.end(self.register)
    }
}

/// The check of a message in one piece.
pub(crate) fn hash(crc: Crc, message: &[u8]) -> u64 {
    crc.end(crc.update(crc.start(), message))
}

/// The check of two parts. Of the first one it is that of so many zeros behind
/// it: its polynomial times `x` to the bits of the second one.
pub(crate) fn combine(crc: Crc, first: u64, second: u64, second_len: u64) -> u64 {
    // Reflected: the highest bit is the coefficient of 1, the lowest one of the
    // highest power; the polynomial without its leading one.
    let (polynomial, one) = match crc {
        Crc::IsoHdlc => (0xedb8_8320, 1 << 31),
        Crc::Castagnoli => (0x82f6_3b78, 1 << 31),
        Crc::Nvme => (0x9a6c_9329_ac4b_c9b5, 1 << 63),
        Crc::Posix => unreachable!("cksum adds the length, so its parts do not combine"),
    };
    let times_x = |a: u64| (a >> 1) ^ if a & 1 == 1 { polynomial } else { 0 };
    let multiply = |a: u64, mut b: u64| {
        let (mut product, mut power) = (0, one);
        while power != 0 {
            if a & power != 0 {
                product ^= b;
            }
            b = times_x(b);
            power >>= 1;
        }
        product
    };
    let (mut shifted, mut len) = (first, second_len);
    // x^8, and its squares: a zero byte, 2, 4, 8 ...
    let mut zeros = one >> 8;
    while len != 0 {
        if len & 1 == 1 {
            shifted = multiply(shifted, zeros);
        }
        zeros = multiply(zeros, zeros);
        len >>= 1;
    }
    shifted ^ second
}
