//! BLAKE3 for the front doors.

use super::many::hash_each;
use super::{BLOCK_LEN, Hasher, Mode, OUT_LEN, OutputReader, of_blake3};
use crate::batch::Batch;
use crate::digest::{Digest, Output};
use crate::family::{Family, Refused, State};
use crate::kernel::Kernel;
#[cfg(lanesum_guest)]
use crate::kernel::Plan;
use crate::wipe::wipe_on_drop;
use alloc::vec::Vec;

/// BLAKE3 with all that it is told.
///
/// In this order, of a [`Mode`] at the front: what an algorithm as it is is told is written in vectors,
/// of which the two of the key are read.
#[derive(Clone)]
#[repr(C)]
pub(crate) struct Told {
    /// The key, or the context, or neither.
    mode: Mode,
    /// How many bytes of the output are passed over.
    seek: u64,
}

wipe_on_drop!([] Told { mode });

impl Told {
    /// A mode.
    pub(crate) fn new(mode: Mode) -> Self {
        Self { mode, seek: 0 }
    }

    /// The mode.
    pub(crate) fn mode(&self) -> Mode {
        self.mode
    }

    /// How many bytes of the output are passed over.
    pub(crate) fn seek(&self) -> u64 {
        self.seek
    }

    /// Nothing.
    pub(crate) const NOTHING: Self = Self { mode: Mode::HASH, seek: 0 };
}

/// Whether so many bytes of output, with so many passed over, are the hash.
#[inline]
fn is_hash(seek: u64, len: usize) -> bool {
    seek == 0 && len == OUT_LEN
}

impl Family for Told {
    type State = Pieces;

    fn begin(&self) -> Pieces {
        Pieces { hasher: Hasher::with_mode(self.mode), seek: self.seek }
    }

    fn with_key(&self, key: &[u8]) -> Result<Self, Refused> {
        if self.mode.derives_key() {
            return Err(Refused::KeyAndContext);
        }
        let key = key.first_chunk().ok_or(Refused::Length(super::KEY_LEN))?;
        Ok(Self { mode: Mode::keyed(key), ..*self })
    }

    fn with_context(&self, context: &[u8]) -> Result<Self, Refused> {
        if self.mode.has_key() {
            return Err(Refused::KeyAndContext);
        }
        Ok(Self { mode: Mode::derive_key(context), ..*self })
    }

    fn with_output_len(&self, _: usize) -> Result<Self, Refused> {
        Ok(self.clone())
    }

    fn with_seek(&self, bytes: u64) -> Result<Self, Refused> {
        Ok(Self { seek: bytes, ..*self })
    }

    #[cfg(lanesum_guest)]
    fn plan(&self) -> Option<&'static Plan> {
        Some(of_blake3().plan())
    }

    fn kernels(&self) -> Vec<Kernel> {
        of_blake3().each().collect()
    }

    #[inline]
    fn hash(&self, message: &[u8], digest: &mut [u8]) {
        if is_hash(self.seek, digest.len()) {
            digest.copy_from_slice(self.mode.hash(message).as_bytes());
        } else {
            let mut pieces = self.begin();
            pieces.update(message);
            pieces.finalize(digest);
        }
    }

    #[inline]
    fn digest(&self, message: &[u8], len: usize) -> Digest {
        if is_hash(self.seek, len) {
            return self.mode.hash(message).into();
        }
        Digest::written(len, |digest| self.hash(message, digest))
    }

    fn hash_each(&self, messages: &[&[u8]], output: &mut impl Output) {
        let kernels = of_blake3();
        let blocks = || messages.iter().map(|message| message.len().div_ceil(BLOCK_LEN).max(1));
        if messages.is_empty()
            || !is_hash(self.seek, output.digest_mut(0).len())
            || Batch::Whole.one_by_one(kernels, blocks())
        {
            return self.one_by_one(messages, output);
        }
        if kernels.may_learn() {
            kernels.plan_for(blocks().map(|blocks| blocks as u64).sum());
        }
        hash_each(&self.mode, messages, output);
    }
}

/// A message so far, of which each piece fills the lanes.
#[derive(Clone)]
pub(crate) struct Pieces {
    pub(crate) hasher: Hasher,
    seek: u64,
}

impl State for Pieces {
    #[inline(always)]
    fn hold_few(&mut self, piece: &[u8]) -> bool {
        self.hasher.hold_few(piece)
    }

    fn update(&mut self, piece: &[u8]) {
        self.hasher.update(piece);
    }

    #[cfg(feature = "rayon")]
    fn par_update(&mut self, piece: &[u8]) {
        self.hasher.par_update(piece);
    }

    fn finalize(&self, digest: &mut [u8]) {
        if is_hash(self.seek, digest.len()) {
            digest.copy_from_slice(self.hasher.finalize().as_bytes());
        } else {
            let mut output: OutputReader = self.hasher.finalize_xof();
            output.set_position(self.seek);
            output.fill(digest);
        }
    }

    fn message_len(&self) -> u64 {
        self.hasher.message_len()
    }
}
