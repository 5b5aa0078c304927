//! C entry points, so that SMHasher3 can test these hashes as they stand.
//!
//! Each is `void lanesum_x(const void *key, size_t len, uint64_t seed, void
//! *out)`: the hash of the `len` bytes at `key` to `out`, in the order of bytes
//! that the digest has. `docs/quality.md` says how they are registered.

#![allow(unsafe_code, reason = "takes pointers from C")]

use lanesum::aeshash::Schedule;
use lanesum::lemac::LeMac;
use lanesum::{Algorithm, hash};
use std::sync::LazyLock;

/// The bytes at `key`.
///
/// # Safety
///
/// `len` bytes can be read there; it may be null where there are none.
unsafe fn bytes<'a>(key: *const u8, len: usize) -> &'a [u8] {
    if len == 0 {
        return &[];
    }
    // SAFETY: the caller's.
    unsafe { std::slice::from_raw_parts(key, len) }
}

/// Writes a digest.
///
/// # Safety
///
/// So many bytes can be written at `out`.
unsafe fn write(out: *mut u8, digest: &[u8]) {
    // SAFETY: the caller's; a digest is memory of ours.
    unsafe { out.copy_from_nonoverlapping(digest.as_ptr(), digest.len()) }
}

/// The entry points of hashes without a seed.
macro_rules! unseeded {
    ($($(#[$doc:meta])* $name:ident = $algorithm:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// `len` bytes can be read at `key`, and a digest written at `out`.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(key: *const u8, len: usize, _seed: u64, out: *mut u8) {
            // SAFETY: the caller's.
            unsafe { write(out, hash(Algorithm::$algorithm, bytes(key, len)).as_bytes()) }
        }
    )*};
}

unseeded! {
    /// NABHash, 16 bytes. The seed is not used.
    lanesum_nabhash = NabHash;
    /// rapidhash, 8 bytes. The seed is not used.
    lanesum_rapidhash = Rapidhash;
    /// XXH64, 8 bytes. The seed is not used.
    lanesum_xxh64 = Xxh64;
    /// XXH3, 8 bytes. The seed is not used.
    lanesum_xxh3_64 = Xxh3_64;
    /// XXH3, 16 bytes. The seed is not used.
    lanesum_xxh3_128 = Xxh3_128;
}

/// LeMac, 16 bytes, under the key of the seed and eight zeros.
///
/// # Safety
///
/// `len` bytes can be read at `key`, and 16 written at `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_lemac(key: *const u8, len: usize, seed: u64, out: *mut u8) {
    let mut secret = [0; 16];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    // SAFETY: the caller's.
    unsafe { write(out, LeMac::new(&secret, &[0; 16]).hash(bytes(key, len)).as_bytes()) }
}

/// The bytes 00 to 7f.
static SCHEDULE: LazyLock<Schedule> = LazyLock::new(|| Schedule::new(std::array::from_fn(|i| i as u8)));

/// aeshash of amd64, 8 bytes, under the schedule 00 to 7f.
///
/// # Safety
///
/// `len` bytes can be read at `key`, and 8 written at `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_aeshash_amd64(key: *const u8, len: usize, seed: u64, out: *mut u8) {
    // SAFETY: the caller's.
    unsafe { write(out, &SCHEDULE.go_amd64(seed, bytes(key, len)).to_le_bytes()) }
}

/// aeshash of arm64, 8 bytes, under the schedule 00 to 7f.
///
/// # Safety
///
/// `len` bytes can be read at `key`, and 8 written at `out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanesum_aeshash_arm64(key: *const u8, len: usize, seed: u64, out: *mut u8) {
    // SAFETY: the caller's.
    unsafe { write(out, &SCHEDULE.go_arm64(seed, bytes(key, len)).to_le_bytes()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_library() {
        let mut out = [0; 16];
        let message = b"message";
        // SAFETY: the message and the room are what they say.
        unsafe { lanesum_nabhash(message.as_ptr(), message.len(), 0, out.as_mut_ptr()) };
        assert_eq!(out, hash(Algorithm::NabHash, message).as_bytes());
        // SAFETY: there are no bytes to read.
        unsafe { lanesum_lemac(std::ptr::null(), 0, 0, out.as_mut_ptr()) };
        assert_eq!(out, hash(Algorithm::LeMac, b"").as_bytes());
        // SAFETY: the message and the room are what they say.
        unsafe { lanesum_aeshash_amd64(message.as_ptr(), message.len(), 9, out.as_mut_ptr()) };
        assert_eq!(out[..8], SCHEDULE.go_amd64(9, message).to_le_bytes());
    }
}
