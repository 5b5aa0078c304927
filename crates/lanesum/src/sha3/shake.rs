//! SHAKE's output, as long as one likes.

use super::keccak::STATE;
use super::{SHAKE128, SHAKE256, Sponge};
use crate::family::State;
use crate::iterated::{Iterated, Pieces};
use crate::wipe::wipe_on_drop;
use core::fmt;

/// SHAKE128 or SHAKE256 of a message that comes in pieces, FIPS 202, with as much
/// output as one likes.
///
/// ```
/// use lanesum::sha3::Shake;
///
/// let mut mask = [0; 1000];
/// Shake::shake256().update(b"seed").finalize_xof().fill(&mut mask);
/// # let mut start = [0; 64];
/// # start.copy_from_slice(lanesum::hash(lanesum::Algorithm::Shake256, b"seed").as_bytes());
/// # assert_eq!(mask[..64], start);
/// ```
#[derive(Clone)]
pub struct Shake(Pieces<&'static Sponge>);

impl Shake {
    /// SHAKE128: a security of 128 bits, with 32 bytes of output or more.
    pub fn shake128() -> Self {
        Self(Pieces::new(&SHAKE128))
    }

    /// SHAKE256: a security of 256 bits, with 64 bytes of output or more.
    pub fn shake256() -> Self {
        Self(Pieces::new(&SHAKE256))
    }

    /// Adds a piece to the message.
    pub fn update(&mut self, piece: &[u8]) -> &mut Self {
        State::update(&mut self.0, piece);
        self
    }

    /// The output for the message so far. More pieces may follow.
    pub fn finalize_xof(&self) -> OutputReader {
        OutputReader::new(&self.0)
    }

    /// Begins a new message.
    pub fn reset(&mut self) {
        self.0 = Pieces::new(self.0.hash());
    }
}

impl fmt::Debug for Shake {
    /// The length; not the state, which may be secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shake").field("len", &self.0.message_len()).finish_non_exhaustive()
    }
}

/// Reads the output of a message, from its start on.
#[derive(Clone)]
pub struct OutputReader {
    sponge: &'static Sponge,
    state: [u64; STATE],
    /// How many bytes of the block in the state are read.
    within: usize,
    /// How many bytes of the output.
    position: u64,
}

wipe_on_drop!([] OutputReader { state });

impl OutputReader {
    /// The output for a message so far.
    pub(crate) fn new(message: &Pieces<&'static Sponge>) -> Self {
        Self { sponge: message.hash(), state: message.ended(|state| *state), within: 0, position: 0 }
    }

    /// Fills `out` with the next bytes.
    pub fn fill(&mut self, out: &mut [u8]) {
        let mut out = out;
        self.position = self.position.wrapping_add(out.len() as u64);
        while !out.is_empty() {
            if self.within == self.sponge.rate {
                self.sponge.permute(&mut self.state);
                self.within = 0;
            }
            let (part, after) = out.split_at_mut(out.len().min(self.sponge.rate - self.within));
            let mut block = [0; crate::iterated::MAX_BLOCK];
            self.sponge.write_digest(|w| self.state[w], &mut block[..self.sponge.rate]);
            part.copy_from_slice(&block[self.within..][..part.len()]);
            self.within += part.len();
            out = after;
        }
    }

    /// How many bytes of the output lie before the next one.
    pub fn position(&self) -> u64 {
        self.position
    }
}

impl fmt::Debug for OutputReader {
    /// The position, not the state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutputReader").field("position", &self.position).finish_non_exhaustive()
    }
}

#[cfg(feature = "std")]
impl std::io::Read for OutputReader {
    /// [`OutputReader::fill`]: never an error, and never less than all.
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        self.fill(out);
        Ok(out.len())
    }
}
