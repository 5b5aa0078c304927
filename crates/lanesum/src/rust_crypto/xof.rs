//! Extended output.

use crate::algorithm::dispatch::Member;
use crate::blake3::{OutputReader, Told};
use crate::hasher::Hasher;
use digest::XofReader;

/// The output of a message so far.
///
/// # Panics
///
/// Where it is not BLAKE3's.
pub(super) fn finalize_xof(hasher: &Hasher) -> OutputReader {
    Told::own(hasher.state()).expect("a type of BLAKE3").hasher.finalize_xof()
}

impl XofReader for OutputReader {
    /// [`OutputReader::fill`].
    fn read(&mut self, out: &mut [u8]) {
        self.fill(out);
    }
}
