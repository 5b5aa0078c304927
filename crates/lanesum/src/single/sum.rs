//! The two sums of the command `sum`.

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
        // Each step needs the one before, and a rotation is not linear in what
        // is added: there is nothing to do at once.
        self.sum =
            piece.iter().fold(self.sum, |sum, &byte| sum.rotate_right(1).wrapping_add(u16::from(byte)));
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
        self.sum = piece.iter().fold(self.sum, |sum, &byte| sum.wrapping_add(u32::from(byte)));
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
