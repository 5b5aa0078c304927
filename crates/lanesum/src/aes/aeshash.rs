//! aeshash: the hash of the Go runtime (1.26) for the keys of its maps, with
//! its random inputs given.
//!
//! The runtime draws a schedule of 128 bytes when a program starts, and a seed
//! for each map. With both given it is a function that can be had again:
//! [`Schedule::go_amd64`] and [`Schedule::go_arm64`], which differ, and are here
//! both on every CPU.
//!
//! It needs the length first and reads the end first, so a message must lie in
//! one place: it is no [`Algorithm`](crate::Algorithm), for those take pieces.
//!
//! **For hash tables.** Under a random schedule that stays secret, it spreads
//! keys well, and nobody can choose keys that collide. It is no fingerprint:
//! 64 bits, and the chains are mixed apart and combined by exclusive or, so four
//! related messages can cancel. [`AesHashState`] draws a schedule for Rust's
//! maps.
//!
//! ```
//! use lanesum::aeshash::{AesHashState, Schedule};
//! use std::collections::HashMap;
//!
//! let schedule = Schedule::new(std::array::from_fn(|i| i as u8));
//! assert_eq!(schedule.go_amd64(0x0123456789abcdef, b""), 0x493f05475c1c3dae);
//!
//! let mut map: HashMap<&str, u32, AesHashState> = HashMap::default();
//! map.insert("key", 1);
//! ```

mod kernels;
#[forbid(unsafe_code)]
mod rounds;
#[cfg(feature = "std")]
mod state;

use crate::wipe::wipe_by_hand;
use kernels::{MapHashKernel, of_aeshash};

#[cfg(feature = "std")]
pub use state::{AesHashState, MapHasher};

/// A schedule of eight keys of 16 bytes: the 128 bytes that Go's runtime draws when a program
/// starts.
#[derive(Clone, Copy)]
pub struct Schedule {
    keys: rounds::Keys,
    kernel: &'static dyn MapHashKernel,
}

wipe_by_hand!(Schedule { keys });

impl Schedule {
    /// With these bytes.
    pub fn new(bytes: [u8; 128]) -> Self {
        let mut keys = [[0; 16]; 8];
        keys.as_flattened_mut().copy_from_slice(&bytes);
        Self { keys, kernel: of_aeshash() }
    }

    /// Go's hash on amd64.
    #[inline]
    pub fn go_amd64(&self, seed: u64, message: &[u8]) -> u64 {
        self.kernel.go_amd64(&self.keys, seed, message)
    }

    /// Go's hash on arm64.
    #[inline]
    pub fn go_arm64(&self, seed: u64, message: &[u8]) -> u64 {
        self.kernel.go_arm64(&self.keys, seed, message)
    }

    /// Go's hash of a key of 4 bytes on amd64.
    #[inline]
    pub fn go_amd64_u32(&self, seed: u64, key: u32) -> u64 {
        self.kernel.go_amd64_word(&self.keys, seed, u64::from(key))
    }

    /// Go's hash of a key of 8 bytes on amd64.
    #[inline]
    pub fn go_amd64_u64(&self, seed: u64, key: u64) -> u64 {
        self.kernel.go_amd64_word(&self.keys, seed, key)
    }

    /// Go's hash of a key of 4 bytes on arm64. Only the low half of the seed
    /// enters.
    #[inline]
    pub fn go_arm64_u32(&self, seed: u64, key: u32) -> u64 {
        let low = (seed & u64::from(u32::MAX)) | (u64::from(key) << 32);
        self.kernel.go_arm64_word(&self.keys, low, 0)
    }

    /// Go's hash of a key of 8 bytes on arm64.
    #[inline]
    pub fn go_arm64_u64(&self, seed: u64, key: u64) -> u64 {
        self.kernel.go_arm64_word(&self.keys, seed, key)
    }
}

impl core::fmt::Debug for Schedule {
    /// Not the keys, which may be secret.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Schedule").finish_non_exhaustive()
    }
}
