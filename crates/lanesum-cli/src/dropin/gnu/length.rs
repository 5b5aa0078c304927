//! The value of `--length`.

/// A number of bits, as it was given.
#[derive(Clone, Debug)]
pub(super) struct Length {
    text: Vec<u8>,
    /// None for more than any number has.
    bits: Option<u64>,
}

impl Length {
    /// Reads decimal digits, behind blanks and a sign as C's `strtoumax` has it:
    /// less than nothing is more than any number has.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let trimmed = text.trim_ascii_start();
        let (negative, digits) = match trimmed {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            digits => (false, digits),
        };
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let bits =
            digits.iter().try_fold(0_u64, |bits, b| bits.checked_mul(10)?.checked_add(u64::from(b - b'0')));
        Some(Self { text: text.to_vec(), bits: bits.filter(|&bits| !negative || bits == 0) })
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    pub(super) fn bits(&self) -> Option<u64> {
        self.bits
    }

    /// Whether it asks for the usual length.
    pub(super) fn is_zero(&self) -> bool {
        self.bits == Some(0)
    }

    /// What a good one is in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bits.map_or(0, |bits| (bits / 8) as usize)
    }
}
