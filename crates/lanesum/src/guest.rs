//! The library inside the runtime of another language, as code that has no memory
//! of its own.
//!
//! Such code is compiled with `--cfg lanesum_guest`. It is linked at no address,
//! has no writable memory, no standard library and no system. It runs in a *room*,
//! which [`Host`] describes.
//!
//! Not a part of the library's interface: the crate that makes the code for Go is
//! built from the same commit.
#![allow(unsafe_code, reason = "the memory is the host's")]

use crate::aes::{OfNabHash, OnAes};
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::blake3;
use crate::digest::Packed;
use crate::family::{Family, answers};
use crate::lanes::MAX_LANES;
use crate::sha3::{self, Sponge};
use core::slice;

mod blake2;
mod direct;
mod nabhash;
mod pieces;
mod sponge;
mod tree;

pub use crate::host::room::{Host, ROOM};
pub use blake2::{add_to_blake2b, add_to_blake2s};
pub use direct::direct;
pub use nabhash::{NabHashState, add_to_nabhash, end_nabhash};
pub use pieces::{Piece, StateRoom};
pub use sponge::{SpongeState, add_to_sponge};
pub use tree::{TreeMode, TreeRoot};

/// Bytes of the host's. Of none, the pointer may be null.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    /// Where they are.
    pub at: *const u8,
    /// How many.
    pub len: usize,
    /// Go's capacity.
    pub capacity: usize,
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        if self.len == 0 {
            return &[];
        }
        // SAFETY: the host lends them for the whole call.
        unsafe { slice::from_raw_parts(self.at, self.len) }
    }
}

/// A hash, for a guest. Its functions are inlined, so that a hash that is a constant
/// leaves no code for others.
pub trait Guest: sealed::Sealed {
    /// Hashes messages. Digest `i` has `len` bytes, and is at `i * len`.
    fn many(&self, messages: &[Bytes], len: usize, digests: &mut [u8]);

    /// Adds blocks to states, in lanes.
    fn add_blocks(&self, pieces: &mut [Piece]);

    /// Lists the kernels, as many as there is room for. Says how many there are.
    fn kernels(&self, out: &mut [KernelInfo]) -> usize;

    /// What a block of each of so many messages costs, for each number of them.
    fn costs(&self, out: &mut [u32]);
}

mod sealed {
    pub trait Sealed {}

    impl<F: crate::family::Family> Sealed for F {}
}

impl<F: Family> Guest for F {
    #[inline(always)]
    fn many(&self, messages: &[Bytes], len: usize, digests: &mut [u8]) {
        self.hash_each(&answers(messages), &mut Packed { bytes: digests, len });
    }

    #[inline(always)]
    fn add_blocks(&self, pieces: &mut [Piece]) {
        if let Some(kernels) = self.compression() {
            pieces::add(kernels, pieces);
        }
    }

    #[inline(always)]
    fn kernels(&self, out: &mut [KernelInfo]) -> usize {
        let kernels = Family::kernels(self);
        for (out, kernel) in out.iter_mut().zip(&kernels) {
            *out = KernelInfo {
                isa: kernel.isa() as u32,
                sets: kernel.sets() as u32,
                form: kernel.shape().form() as u32,
                lanes: kernel.lanes() as u32,
                cost: kernel.cost(),
            };
        }
        kernels.len()
    }

    #[inline(always)]
    fn costs(&self, out: &mut [u32]) {
        let Some(plan) = self.plan() else { return };
        for (messages, cost) in out.iter_mut().enumerate().take(MAX_LANES + 1) {
            *cost = plan.cost(messages);
        }
    }
}

/// `algorithms!(Family: name: Algorithm;)`: a function that says which hash that is.
macro_rules! algorithms {
    ($family:ident: $($name:ident: $algorithm:ident;)+) => {
        $(
            #[doc = concat!("[`Algorithm::", stringify!($algorithm), "`].")]
            #[inline(always)]
            pub fn $name() -> impl Guest {
                match Algorithm::$algorithm.plain() {
                    AnyHash::$family(hash) => hash,
                    _ => unreachable!("it is of that family"),
                }
            }
        )+
    };
}

algorithms! {
    MerkleDamgard32:
    md5: Md5;
    sha1: Sha1;
    sha224: Sha224;
    sha256: Sha256;
}
algorithms! {
    MerkleDamgard64:
    sha384: Sha384;
    sha512: Sha512;
    sha512_224: Sha512_224;
    sha512_256: Sha512_256;
}

/// SHA-3, SHAKE and Keccak, as [`sponge`] numbers them: with what they pad, and blocks of
/// so many words.
static SPONGES: [Sponge; 8] = [
    Sponge { kernels: sha3::kernels::of_18_words, rate: 144, suffix: sha3::SHA3 },
    Sponge { kernels: sha3::kernels::of_17_words, rate: 136, suffix: sha3::SHA3 },
    Sponge { kernels: sha3::kernels::of_13_words, rate: 104, suffix: sha3::SHA3 },
    Sponge { kernels: sha3::kernels::of_9_words, rate: 72, suffix: sha3::SHA3 },
    Sponge { kernels: sha3::kernels::of_21_words, rate: 168, suffix: sha3::SHAKE },
    Sponge { kernels: sha3::kernels::of_17_words, rate: 136, suffix: sha3::SHAKE },
    Sponge { kernels: sha3::kernels::of_17_words, rate: 136, suffix: sha3::KECCAK },
    Sponge { kernels: sha3::kernels::of_9_words, rate: 72, suffix: sha3::KECCAK },
];

/// A hash by its number: SHA3-224, SHA3-256, SHA3-384, SHA3-512, SHAKE128, SHAKE256,
/// Keccak-256 and Keccak-512.
///
/// # Panics
///
/// Where there is none.
#[inline(always)]
pub fn sponge(number: usize) -> impl Guest {
    &SPONGES[number]
}

/// Makes the tables of all sponges.
pub fn warm_sponges() {
    for sponge in &SPONGES {
        (sponge.kernels)();
    }
}

/// NABHash.
#[inline(always)]
pub fn nabhash() -> impl Guest {
    OnAes::<OfNabHash>::NO_KEY
}

/// BLAKE3 without a key.
#[inline(always)]
pub fn blake3() -> impl Guest {
    blake3::Told::NOTHING
}

/// A kernel, as Go sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelInfo {
    /// Its instruction set, in the order of [`Isa::ALL`](crate::Isa::ALL).
    pub isa: u32,
    /// How many sets of lanes it has.
    pub sets: u32,
    /// Its form: 0 where it is plain, 1 paired, 2 abreast, 3 split, 4 metered.
    pub form: u32,
    /// How many messages it takes.
    pub lanes: u32,
    /// What a block of each costs.
    pub cost: u32,
}
