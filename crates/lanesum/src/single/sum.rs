//! The two sums of the command `sum`.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[allow(unsafe_code, reason = "calls instructions that it is compiled for")]
mod x86_64;

/// The sum of BSD's `sum`, 16 bits: rotated right by one before each byte is
/// added. `sum` counts in blocks of 1024 bytes beside it.
///
/// Against accidents only, and it misses one in 65,536.
///
/// ```
/// use lanesum::checksum::BsdSum;
///
/// let mut sum = BsdSum::new();
/// sum.update(b"123456789");
/// assert_eq!((sum.finalize(), sum.blocks()), (53615, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct BsdSum {
    sum: u16,
    len: u64,
}

impl BsdSum {
    /// For a new message.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        self.sum = rotated(self.sum, piece);
        self.len = self.len.wrapping_add(piece.len() as u64);
        self
    }

    /// Begins a new message.
    pub fn reset(&mut self) -> &mut Self {
        *self = Self::new();
        self
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        self.len
    }

    /// Blocks of 1024 bytes, the last one counted whole.
    pub fn blocks(&self) -> u64 {
        self.len.div_ceil(1024)
    }

    /// The sum of the message so far. More pieces may follow.
    pub fn finalize(&self) -> u16 {
        self.sum
    }
}

/// The sum of System V's `sum -s`: the bytes, added, and folded to 16 bits.
/// `sum` counts in blocks of 512 bytes beside it.
///
/// Against accidents only; two bytes that change places escape it.
///
/// ```
/// use lanesum::checksum::SysvSum;
///
/// let mut sum = SysvSum::new();
/// sum.update(b"123456789");
/// assert_eq!((sum.finalize(), sum.blocks()), (477, 1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SysvSum {
    sum: u32,
    len: u64,
}

impl SysvSum {
    /// For a new message.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        self.sum = self.sum.wrapping_add(bytes_added(piece));
        self.len = self.len.wrapping_add(piece.len() as u64);
        self
    }

    /// Begins a new message.
    pub fn reset(&mut self) -> &mut Self {
        *self = Self::new();
        self
    }

    /// How many bytes the message has so far.
    pub fn message_len(&self) -> u64 {
        self.len
    }

    /// Blocks of 512 bytes, the last one counted whole.
    pub fn blocks(&self) -> u64 {
        self.len.div_ceil(512)
    }

    /// The sum of the message so far. More pieces may follow.
    pub fn finalize(&self) -> u16 {
        // Twice, for the first fold may carry.
        let folded = (self.sum & 0xffff) + (self.sum >> 16);
        ((folded & 0xffff) + (folded >> 16)) as u16
    }
}

/// The sum of BSD with some bytes more. Each step needs the one before, and a rotation is not
/// linear in what is added: there is nothing to do at once.
///
/// This and what follows are calls, so that they are compiled for speed where the caller is
/// compiled for size.
#[inline(never)]
fn rotated(sum: u16, bytes: &[u8]) -> u16 {
    bytes.iter().fold(sum, |sum, &byte| sum.rotate_right(1).wrapping_add(u16::from(byte)))
}

/// The bytes, added.
#[inline(never)]
fn bytes_added(bytes: &[u8]) -> u32 {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    let added = x86_64::bytes_added(bytes);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let added = eight_at_once(bytes);
    added
}

/// The bytes, added, eight at once.
#[cfg_attr(all(target_arch = "x86_64", target_feature = "sse2"), cfg(test))]
fn eight_at_once(bytes: &[u8]) -> u32 {
    const LANES: u64 = 0x00ff_00ff_00ff_00ff;
    /// So many additions of two bytes fit into 16 bits.
    const MOST: usize = 0xffff / (2 * 0xff);
    let (words, rest) = bytes.as_chunks();
    let of_words = words.chunks(MOST).map(|words| {
        let added = words.iter().fold(0, |added, word| {
            let word = u64::from_le_bytes(*word);
            added + (word & LANES) + (word >> 8 & LANES)
        });
        (0..4).map(|lane| (added >> (16 * lane)) as u32 & 0xffff).sum::<u32>()
    });
    of_words.chain(rest.iter().map(|&byte| byte.into())).fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn all_bytes_are_added() {
        let bytes: Vec<u8> = (0..5000_u32).map(|i| (i * i / 8) as u8 | 0x80).collect();
        for len in (0..300).chain([1023, 1024, 4999, 5000]) {
            let sum = bytes[..len].iter().map(|&byte| u32::from(byte)).sum();
            assert_eq!([bytes_added(&bytes[..len]), eight_at_once(&bytes[..len])], [sum; 2], "{len} bytes");
        }
    }
}
