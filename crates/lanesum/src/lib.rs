//! The fastest way to hash: many messages at once, one in each SIMD lane.
//!
//! A hash of one message is a chain: every step waits for the one before, and most
//! of the core idles. A *lane* is one element of a vector register, and works on one
//! message: sixteen messages in the lanes of a vector take about as long as one
//! message, and several vectors side by side fill the core.
//!
//! # Which function do I call?
//!
//! | messages | one core | all cores |
//! |---|---|---|
//! | one, in memory | [`hash()`] | `par_hash` (BLAKE3, BLAKE2bp, BLAKE2sp) |
//! | one, in pieces | [`Hasher`] | `Hasher::par_update` |
//! | many, in memory | [`hash_many`] | `par_hash_many` |
//! | many, in pieces, on one thread | [`update_many`], [`finalize_many`] | |
//! | many, in pieces, a thread for each | | `streams` |
//! | one that is verified while it is read | [`bao`] | [`bao`] |
//!
//! [`hash_many_into`], [`hash_into`] and `par_hash_many_into` write to the caller's
//! bytes instead of returning digests. All of these take an [`Algorithm`], or a
//! [`Function`] where there is a key or another parameter. The modules [`blake2`],
//! [`blake3`], [`sha3`] and [`lemac`] have what only one family can do, [`checksum`]
//! checksums of two parts combined, and [`aeshash`] the map hash of the Go runtime.
//!
//! Names that begin with `par` need the feature `rayon`, and `streams` needs `std`.
//!
//! # One message
//!
//! ```
//! use lanesum::{Algorithm, Hasher, hash};
//!
//! let digest = hash(Algorithm::Sha256, b"abc");
//! println!("{digest}");
//!
//! let mut hasher = Hasher::new(Algorithm::Sha256);
//! hasher.update(b"a").update(b"bc");
//! assert_eq!(hasher.finalize(), digest);
//! ```
//!
//! # Many messages
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
//! # A thread for each message
//!
//! In a service each upload has a thread of its own, and no thread sees two messages.
//! `streams` brings the threads together: their pieces share the lanes, and no thread
//! runs in the background.
//!
#![cfg_attr(
    feature = "std",
    doc = r#"
```
use lanesum::{Algorithm, hash, streams::Pool};

let pool = Pool::new(Algorithm::Sha256);
std::thread::scope(|scope| {
    for upload in ["one upload", "another upload"] {
        let mut stream = pool.stream();
        scope.spawn(move || {
            for piece in upload.as_bytes().chunks(4) {
                stream.update(piece);
            }
            assert_eq!(stream.finalize(), hash(Algorithm::Sha256, upload.as_bytes()));
        });
    }
});
```
"#
)]
//!
//! # With a key
//!
//! A [`Function`] is an algorithm with its parameters: a key, a context, a salt, or
//! another length of output.
//!
//! ```
//! use lanesum::{Algorithm, Function, hash_many};
//!
//! let mac = Function::new(Algorithm::Blake3).with_key(b"a key of thirty-two bytes, a key")?;
//! let digests = hash_many(&mac, &["some", "messages"]);
//! # Ok::<(), lanesum::FunctionError>(())
//! ```
//!
//! # One large message on all cores
//!
//! BLAKE3, BLAKE2bp and BLAKE2sp are trees, so the parts of one message share the
//! lanes. On all cores BLAKE3 gains with any number of them; BLAKE2bp has four leaves
//! and BLAKE2sp eight, and gain where there are as many cores as that, or half as many. It
//! pays from a MiB on. Of all other algorithms `par_hash` takes one core.
//!
#![cfg_attr(
    feature = "rayon",
    doc = r#"
```
use lanesum::{Algorithm, Hasher, par_hash};

let message = vec![7; 4 << 20];
let digest = par_hash(Algorithm::Blake3, &message);

let mut hasher = Hasher::new(Algorithm::Blake3);
for piece in message.chunks(1 << 20) {
    hasher.par_update(piece);
}
assert_eq!(hasher.finalize(), digest);
```
"#
)]
//!
//! # Verified reading
//!
//! [`bao`] verifies any slice of a message against its BLAKE3 hash, and gives out only
//! bytes that it has verified. With the feature `async` it reads from asynchronous
//! sources too.
//!
//! # The CPU
//!
//! The library asks the CPU once, at run time, which instructions it has.
//! [`Algorithm::kernels`] lists what an algorithm runs on here. The environment
//! variable `LANESUM_ISA` caps the choice: see [`Isa`] and [`cap`].
//!
//! A *kernel* is an algorithm on an instruction set with a number of lanes. Which kernels
//! run follows from what they cost. The costs come from a table of this CPU or of the
//! nearest one; on a CPU without a table of its own the kernels are measured, once batches
//! are large enough to be worth it. `LANESUM_COSTS=table` switches measuring off: see
//! [`Costs`] and [`costs()`]. No digest depends on it.
//!
//! # Features
//!
//! - `std` (default): detection through the system on AArch64, `LANESUM_ISA`,
//!   `LANESUM_COSTS`, costs that are measured, `std::io::Write` for [`Hasher`] and its
//!   `update_reader`, Bao from and to files and streams, `streams`. Without it the library needs `alloc`.
//! - `rayon` (default): all cores. Where the system has no thread to give, all work is done
//!   on the caller's.
//! - `async`: Bao from and to the asynchronous streams of `futures-io`.
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
mod batch;
#[doc(hidden)]
pub mod bench;
pub mod blake2;
pub mod blake3;
pub mod checksum;
mod costs;
#[allow(hidden_glob_reexports, reason = "the crate of that name is `rust_crypto::digest`")]
mod digest;
mod family;
#[allow(unsafe_code, reason = "holds the pointers that the lanes read")]
mod feed;
mod few;
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
#[cfg(feature = "std")]
mod reading;
#[cfg(feature = "digest")]
pub mod rust_crypto;
mod scheduler;
mod setting;
pub mod sha3;
mod single;
#[cfg(feature = "std")]
pub mod streams;
#[cfg(feature = "rayon")]
mod threads;
mod token;
mod wipe;

pub use self::digest::{Digest, OutputLengthError, ParseBase64Error, ParseDigestError};
pub use aes::{aeshash, lemac};
pub use algorithm::{Algorithm, ParseAlgorithmError, Protection};
pub use costs::{CostSource, Costs, ParseCostsError, costs};
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
