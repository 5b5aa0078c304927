//! BLAKE2b, BLAKE2s, BLAKE2bp and BLAKE2sp, with all that their parameter
//! block can say: key, salt, personalisation, digest length, and a node's place
//! in a tree.
//!
//! RFC 7693 specifies BLAKE2b and BLAKE2s with a key and a digest length. The
//! rest is in the BLAKE2 paper, "BLAKE2: simpler, smaller, fast as MD5" (J.-P.
//! Aumasson, S. Neves, Z. Wilcox-O'Hearn, C. Winnerlein, 2013).
//!
//! ```
//! use lanesum::blake2::blake2b;
//!
//! let params = blake2b::Params::new().digest_len(32)?.key(b"a key")?.personal(b"example 1")?;
//! let digest = blake2b::hash(&params, b"message");
//!
//! let mut state = blake2b::State::new(&params);
//! state.update(b"mess").update(b"age");
//! assert_eq!(state.finalize(), digest);
//! # Ok::<(), lanesum::blake2::ParamError>(())
//! ```
//!
//! Without a key or other parameters, BLAKE2 is an [`Algorithm`](crate::Algorithm)
//! like any other.

pub mod blake2b;
pub mod blake2bp;
pub mod blake2s;
pub mod blake2sp;

mod alike;
pub(crate) mod compression;
mod digest_length;
mod family;
mod job;
mod kernels;
mod leaves;
mod many;
mod mixing;
mod params;
mod position;
pub(crate) mod rounds;
mod state;
mod tree;
mod tree_many;
mod tree_params;
mod variant;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "assembly")]
mod x86_round256;
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "assembly")]
mod x86_round512;

pub use digest_length::DigestLength;
pub use params::{ParamError, Params};
pub use state::State;
pub use tree::TreeState;
pub use tree_params::TreeParams;
pub use variant::Variant;
