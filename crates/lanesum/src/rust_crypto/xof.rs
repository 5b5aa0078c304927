//! Extended output.

use super::typed::Holds;
use crate::algorithm::dispatch::Member;
use crate::blake3::{self, Told};
use crate::sha3::{self, Sponge};
use digest::XofReader;

/// The extended output of a family, by its reader.
pub(super) trait Extended: XofReader {
    /// The family.
    type Family: Member;

    /// The output of a message so far.
    fn of(message: &impl Holds<Self::Family>) -> Self;
}

impl Extended for blake3::OutputReader {
    type Family = Told;

    fn of(message: &impl Holds<Told>) -> Self {
        message.held().hasher.finalize_xof()
    }
}

impl Extended for sha3::OutputReader {
    type Family = &'static Sponge;

    fn of(message: &impl Holds<&'static Sponge>) -> Self {
        Self::new(message.held())
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
