//! Cyclic redundancy checks, by `crc-fast`; without the standard library, where
//! that crate does not build, by `crc`, with a table.

/// Which one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crc {
    IsoHdlc,
    Castagnoli,
    Nvme,
    /// POSIX's, for `cksum`.
    Posix,
}

#[cfg(feature = "std")]
mod backend {
    use super::Crc;
    use crc_fast::{CrcAlgorithm, Digest};

    fn algorithm(crc: Crc) -> CrcAlgorithm {
        match crc {
            Crc::IsoHdlc => CrcAlgorithm::Crc32IsoHdlc,
            Crc::Castagnoli => CrcAlgorithm::Crc32Iscsi,
            Crc::Nvme => CrcAlgorithm::Crc64Nvme,
            Crc::Posix => CrcAlgorithm::Crc32Cksum,
        }
    }

    /// A message so far.
    #[derive(Clone, Debug)]
    pub(crate) struct State(Digest);

    impl State {
        pub(crate) fn new(crc: Crc) -> Self {
            Self(Digest::new(algorithm(crc)))
        }

        pub(crate) fn update(&mut self, piece: &[u8]) {
            self.0.update(piece);
        }

        pub(crate) fn finalize(&self) -> u64 {
            self.0.finalize()
        }
    }

    /// The check of a message in one piece.
    pub(crate) fn hash(crc: Crc, message: &[u8]) -> u64 {
        crc_fast::checksum(algorithm(crc), message)
    }
}

#[cfg(not(feature = "std"))]
mod backend {
    use super::Crc;
    use core::fmt;
    use crc::Digest;

    static ISO_HDLC: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    static CASTAGNOLI: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISCSI);
    static POSIX: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_CKSUM);
    static NVME: crc::Crc<u64> = crc::Crc::<u64>::new(&crc::CRC_64_NVME);

    /// A message so far.
    #[derive(Clone)]
    pub(crate) enum State {
        Of32Bits(Digest<'static, u32>),
        Of64Bits(Digest<'static, u64>),
    }

    impl State {
        pub(crate) fn new(crc: Crc) -> Self {
            match crc {
                Crc::IsoHdlc => Self::Of32Bits(ISO_HDLC.digest()),
                Crc::Castagnoli => Self::Of32Bits(CASTAGNOLI.digest()),
                Crc::Posix => Self::Of32Bits(POSIX.digest()),
                Crc::Nvme => Self::Of64Bits(NVME.digest()),
            }
        }

        pub(crate) fn update(&mut self, piece: &[u8]) {
            match self {
                Self::Of32Bits(digest) => digest.update(piece),
                Self::Of64Bits(digest) => digest.update(piece),
            }
        }

        pub(crate) fn finalize(&self) -> u64 {
            match self.clone() {
                Self::Of32Bits(digest) => u64::from(digest.finalize()),
                Self::Of64Bits(digest) => digest.finalize(),
            }
        }
    }

    impl fmt::Debug for State {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{:#x}", self.finalize())
        }
    }

    /// The check of a message in one piece.
    pub(crate) fn hash(crc: Crc, message: &[u8]) -> u64 {
        let mut state = State::new(crc);
        state.update(message);
        state.finalize()
    }
}

pub(crate) use backend::{State, hash};

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
