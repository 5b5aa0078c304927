//! The CRC of the command `cksum`.

use super::crc::{Crc, State};

/// The CRC that POSIX specifies for `cksum`: the polynomial of CRC-32, the most
/// significant bit first, over the message and then its length.
///
/// ```
/// use lanesum::checksum::PosixCksum;
///
/// let mut cksum = PosixCksum::new();
/// cksum.update(b"123456789");
/// assert_eq!((cksum.finalize(), cksum.message_len()), (930766865, 9));
/// ```
#[derive(Clone, Debug)]
pub struct PosixCksum {
    crc: State,
    len: u64,
}

impl PosixCksum {
    /// For a new message.
    pub fn new() -> Self {
        Self { crc: State::new(Crc::Posix), len: 0 }
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        self.crc.update(piece);
        self.len = self.len.wrapping_add(piece.len() as u64);
        self
    }

    /// Begins a new message.
    pub fn reset(&mut self) -> &mut Self {
        *self = Self::new();
        self
    }

    /// How many bytes the message has so far: `cksum` prints it too.
    pub fn message_len(&self) -> u64 {
        self.len
    }

    /// The CRC of the message so far. More pieces may follow.
    pub fn finalize(&self) -> u32 {
        // The length's bytes that count, the least significant one first.
        let bytes = (u64::BITS - self.len.leading_zeros()).div_ceil(8) as usize;
        let mut crc = self.crc.clone();
        crc.update(&self.len.to_le_bytes()[..bytes]);
        crc.finalize() as u32
    }
}

impl Default for PosixCksum {
    fn default() -> Self {
        Self::new()
    }
}
