//! Extended output.

use crate::algorithm::dispatch::Member;
use crate::blake3::{self, Told};
use crate::hasher::Hasher;
use crate::sha3::{self, Sponge};
use digest::XofReader;

/// The extended output of a family, by its reader.
pub(super) trait Extended: XofReader {
    /// The output of a message so far.
    ///
    /// # Panics
    ///
    /// Where the message is hashed by another family.
    fn of(hasher: &Hasher) -> Self;
}

impl Extended for blake3::OutputReader {
    fn of(hasher: &Hasher) -> Self {
        Told::own(hasher.state()).expect("a type of BLAKE3").hasher.finalize_xof()
    }
}

impl Extended for sha3::OutputReader {
    fn of(hasher: &Hasher) -> Self {
        Self::new(<&Sponge>::own(hasher.state()).expect("a type of SHAKE"))
    }
}

impl XofReader for blake3::OutputReader {
    /// [`blake3::OutputReader::fill`].
    fn read(&mut self, out: &mut [u8]) {
        self.fill(out);
    }
}

impl XofReader for sha3::OutputReader {
    /// [`sha3::OutputReader::fill`].
    fn read(&mut self, out: &mut [u8]) {
        self.fill(out);
    }
}

/// `extendable!(type, reader)`: a hash whose output goes on.
macro_rules! extendable {
    ($name:ident, $reader:ty) => {
        impl digest::ExtendableOutput for $name {
            type Reader = $reader;

            fn finalize_xof(self) -> Self::Reader {
                rust_crypto::Extended::of(&self.0)
            }
        }

        impl digest::ExtendableOutputReset for $name {
            fn finalize_xof_reset(&mut self) -> Self::Reader {
                let reader = rust_crypto::Extended::of(&self.0);
                self.0.reset();
                reader
            }
        }
    };
}
pub(super) use extendable;
