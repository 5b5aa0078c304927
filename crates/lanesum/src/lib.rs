//! The fastest way to hash: many messages at once, one in each SIMD lane.
//!
//! A hash of one message is a chain: every step waits for the last, and most of
//! the core idles. Sixteen messages in the lanes of a vector cost what one
//! costs, and several vectors side by side fill the core.
//!
//! # One message
//!
//! [`hash()`] takes it whole, [`Hasher`] in pieces. Both use the fastest single
//! stream that the CPU has.
//!
//! ```
//! use lanesum::{Algorithm, hash};
//!
//! let digest = hash(Algorithm::Sha256, b"abc");
//! println!("{digest}");
//! ```
//!
//! # Many messages
//!
//! [`hash_many`] takes any number of them, of any lengths; `par_hash_many` on
//! all cores. [`update_many`] and [`finalize_many`] do for many hashers what
//! [`Hasher`] does for one, where the messages arrive in pieces.
//!
//! ```
//! use lanesum::{Algorithm, hash_many};
//!
//! let messages = ["any number", "of messages", "of any length"];
//! for digest in hash_many(Algorithm::Md5, &messages) {
//!     println!("{digest}");
//! }
//! ```
//!
//! Where each message has a thread of its own, as in a service, `streams` brings
//! them together.
//!
//! # With a key
//!
//! Every door takes an [`Algorithm`], or a [`Function`]: an algorithm with all that it
//! is told, as a key, a context, a salt, or another length of output.
//!
//! ```
//! use lanesum::{Algorithm, Function, hash_many};
//!
//! let mac = Function::new(Algorithm::Blake3).with_key(b"a key of thirty-two bytes, a key")?;
//! let digests = hash_many(&mac, &["some", "messages"]);
//! # Ok::<(), lanesum::FunctionError>(())
//! ```
//!
//! # One large message
//!
//! `par_hash` and `Hasher::par_update` hash it on all cores, where the algorithm is a
//! tree: BLAKE3, BLAKE2bp and BLAKE2sp. [`bao`] verifies any part of it against its
//! BLAKE3 hash.
//!
//! # The CPU
//!
//! It is asked once what it has; nothing is chosen when the library is built.
//! [`Algorithm::kernels`] lists what an algorithm runs on here. The environment
//! variable `LANESUM_ISA` caps it: see [`Isa`] and [`cap`].
//!
//! # Features
//!
//! - `std` (default): detection through the system on AArch64, `LANESUM_ISA`,
//!   `std::io::Write` for [`Hasher`], `streams`. Without it the library needs `alloc`.
//! - `rayon` (default): all cores.
//! - `async`: Bao from and to asynchronous streams.
//! - `digest`: a type for each hash, with RustCrypto's traits, for `hmac`, `pbkdf2`
//!   and all that is generic over them: `rust_crypto`.
//! - `zeroize`: keys and states are wiped when they are dropped, and `Zeroize` for
//!   those of their types that can be copied. `SECURITY.md` says what is left.

#![cfg_attr(not(feature = "std"), no_std)]
#![deny(unsafe_code)]
#![cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "portable kernels need a part of what vectors do"
    )
)]

extern crate alloc;

// The tests have it in any case.
#[cfg(all(test, not(feature = "std")))]
extern crate std;

mod aes;
mod algorithm;
pub mod bao;
#[doc(hidden)]
pub mod bench;
pub mod blake2;
pub mod blake3;
pub mod checksum;
#[allow(hidden_glob_reexports, reason = "the crate of that name is `rust_crypto::digest`")]
mod digest;
mod family;
#[allow(unsafe_code, reason = "holds the pointers that the lanes read")]
mod feed;
mod function;
#[cfg(lanesum_guest)]
#[doc(hidden)]
pub mod guest;
mod hash;
mod hasher;
mod host;
#[allow(unsafe_code, reason = "calls functions compiled for an ISA")]
mod isa;
mod iterated;
#[allow(unsafe_code, reason = "reads the lanes through the feed's pointers")]
mod kernel;
#[allow(unsafe_code, reason = "reads the lanes through pointers")]
mod lanes;
mod many;
mod merkle_damgard;
#[cfg(feature = "rayon")]
mod parallel;
#[cfg(feature = "digest")]
pub mod rust_crypto;
mod scheduler;
pub mod sha3;
mod single;
#[cfg(feature = "std")]
pub mod streams;
mod token;
mod wipe;

pub use self::digest::{Digest, OutputLengthError, ParseBase64Error, ParseDigestError};
pub use aes::{aeshash, lemac};
pub use algorithm::{Algorithm, ParseAlgorithmError, Protection};
pub use function::{Function, FunctionError, Parameter};
pub use hash::{hash, hash_into, hash_many, hash_many_into};
pub use hasher::Hasher;
pub use kernel::Kernel;
pub use many::{finalize_many, update_many};
#[cfg(feature = "rayon")]
pub use parallel::{par_hash, par_hash_many, par_hash_many_into};
#[cfg(feature = "digest")]
#[doc(no_inline)]
pub use rust_crypto::*;
pub use token::{Isa, ParseIsaError, cap};
