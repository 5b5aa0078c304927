//! What Go asks for.

use core::slice;
#[cfg(not(any(feature = "blake3", feature = "sha3", feature = "nabhash")))]
use lanesum::guest::Piece;
use lanesum::guest::{self, Bytes, Guest};

/// A call.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Job {
    /// What to do, in the lowest 8 bits; above them whether the call may pause,
    /// and whether it is the first one in its room.
    what: u64,
    /// Which one of the family's hashes, or the length of the digest.
    which: usize,
    /// Messages or pieces, and how many.
    input: *const u8,
    count: usize,
    /// Where the digests go.
    out: *mut u8,
    /// Of BLAKE2 a salt, a personalisation and a key, or null; of BLAKE3 the mode or the
    /// root.
    more: *const u8,
    /// Of BLAKE3 the subtrees before the input.
    before: *const u8,
    /// How many subtrees those are, or how long an output is; of BLAKE2 how long the key is, and of
    /// SHA-3 a digest.
    number: usize,
}

/// Makes the tables, which stay in the room.
const WARM: u64 = 0;
/// Hashes messages.
const MANY: u64 = 1;
/// Adds blocks to states.
#[cfg(not(any(feature = "blake3", feature = "sha3", feature = "nabhash")))]
const BLOCKS: u64 = 2;

impl Job {
    pub(crate) fn may_pause(&self) -> bool {
        self.what >> 8 & 1 == 1
    }

    pub(crate) fn is_warm(&self) -> bool {
        self.what & 0xff == WARM
    }

    /// The messages.
    ///
    /// # Safety
    ///
    /// The input is such.
    unsafe fn messages(&self) -> &[Bytes] {
        // SAFETY: the caller's.
        unsafe { slice::from_raw_parts(self.input.cast(), self.count) }
    }

    /// The pieces.
    ///
    /// # Safety
    ///
    /// The input is such.
    #[cfg(not(any(feature = "blake3", feature = "sha3", feature = "nabhash")))]
    #[allow(clippy::mut_from_ref, reason = "it is Go's memory")]
    unsafe fn pieces(&self) -> &mut [Piece] {
        // SAFETY: the caller's.
        unsafe { slice::from_raw_parts_mut(self.input.cast_mut().cast(), self.count) }
    }

    /// The digests.
    ///
    /// # Safety
    ///
    /// There is room for as many of `len` bytes as there are messages.
    #[allow(clippy::mut_from_ref, reason = "it is Go's memory")]
    unsafe fn out(&self, len: usize) -> &mut [u8] {
        // SAFETY: the caller's.
        unsafe { slice::from_raw_parts_mut(self.out, self.count * len) }
    }
}

/// Says what a block of each of so many messages costs.
const COSTS: u64 = 9;
/// Lists the kernels.
const KERNELS: u64 = 10;

/// What every family can do besides.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
unsafe fn describe(job: &Job, hash: &impl Guest) {
    // SAFETY: the caller's.
    unsafe {
        match job.what & 0xff {
            COSTS => hash.costs(slice::from_raw_parts_mut(job.out.cast(), job.count)),
            KERNELS => {
                let kernels = slice::from_raw_parts_mut(job.out.cast(), job.count);
                *job.more.cast_mut().cast() = hash.kernels(kernels);
            }
            // Warm: to ask for them makes the tables.
            _ => {
                hash.kernels(&mut []);
            }
        }
    }
}

/// Runs a job.
///
/// # Safety
///
/// It says what is there.
pub(crate) unsafe fn run(job: &Job) {
    macro_rules! merkle_damgard {
        ($($which:literal => $algorithm:ident, $len:literal;)+) => {
            match (job.what & 0xff, job.which) {
                $(
                    // SAFETY: the caller's.
                    (MANY, $which) => unsafe {
                        guest::$algorithm().many(job.messages(), $len, job.out($len));
                    }
                )+
                // SAFETY: the caller's.
                (BLOCKS, _) => unsafe { family().add_blocks(job.pieces()) },
                // SAFETY: the caller's.
                _ => unsafe { describe(job, &family()) },
            }
        };
    }
    macro_rules! blake2 {
        ($module:ident, $salt_len:literal) => {
            match job.what & 0xff {
                // SAFETY: the caller's. Go has checked the lengths.
                MANY => unsafe {
                    let mut params = lanesum::blake2::$module::Params::new();
                    params = params.digest_len(job.which).unwrap_or_else(|_| crate::trap::trap());
                    if !job.more.is_null() {
                        let told = slice::from_raw_parts(job.more, 2 * $salt_len + job.number);
                        let (salt, rest) = told.split_at($salt_len);
                        let (personal, key) = rest.split_at($salt_len);
                        params = params
                            .salt(salt)
                            .and_then(|params| params.personal(personal))
                            .and_then(|params| params.key(key))
                            .unwrap_or_else(|_| crate::trap::trap());
                    }
                    params.many(job.messages(), job.which, job.out(job.which));
                },
                // SAFETY: the caller's.
                BLOCKS => unsafe { lanesum::blake2::$module::Params::new().add_blocks(job.pieces()) },
                // SAFETY: the caller's.
                _ => unsafe { describe(job, &lanesum::blake2::$module::Params::new()) },
            }
        };
    }
    #[cfg(feature = "md5")]
    {
        use guest::md5 as family;
        merkle_damgard! { 0 => md5, 16; }
    }
    #[cfg(feature = "sha1")]
    {
        use guest::sha1 as family;
        merkle_damgard! { 0 => sha1, 20; }
    }
    #[cfg(feature = "sha256")]
    {
        use guest::sha256 as family;
        merkle_damgard! { 0 => sha256, 32; 1 => sha224, 28; }
    }
    #[cfg(feature = "sha512")]
    {
        use guest::sha512 as family;
        merkle_damgard! { 0 => sha512, 64; 1 => sha384, 48; 2 => sha512_224, 28; 3 => sha512_256, 32; }
    }
    #[cfg(feature = "blake2b")]
    blake2!(blake2b, 16);
    #[cfg(feature = "blake2s")]
    blake2!(blake2s, 8);
    #[cfg(feature = "blake3")]
    // SAFETY: the caller's.
    unsafe {
        blake3(job);
    }
    #[cfg(feature = "sha3")]
    // SAFETY: the caller's.
    unsafe {
        match job.what & 0xff {
            WARM => guest::warm_sponges(),
            MANY => guest::sponge(job.which).many(job.messages(), job.number, job.out(job.number)),
            _ => describe(job, &guest::sponge(job.which)),
        }
    }
    #[cfg(feature = "nabhash")]
    // SAFETY: the caller's.
    unsafe {
        match job.what & 0xff {
            MANY => guest::nabhash().many(job.messages(), 16, job.out(16)),
            _ => describe(job, &guest::nabhash()),
        }
    }
}

/// Runs a job of BLAKE3.
///
/// # Safety
///
/// It says what is there.
#[cfg(feature = "blake3")]
unsafe fn blake3(job: &Job) {
    use lanesum::guest::{TreeMode, TreeRoot};
    const HASH: u64 = 3;
    const CHILDREN: u64 = 4;
    const SUBTREE: u64 = 5;
    const EXTENDED: u64 = 6;
    const ROOT: u64 = 7;
    const OUTPUT: u64 = 8;
    const SUBTREES: u64 = 11;
    const PARENTS: u64 = 12;
    const NODE: u64 = 13;
    let first = job.which as u64;
    // SAFETY: the caller's.
    unsafe {
        let mode = || &*job.more.cast::<TreeMode>();
        let bytes = || if job.count == 0 { &[] } else { slice::from_raw_parts(job.input, job.count) };
        match job.what & 0xff {
            MANY => mode().function().many(job.messages(), 32, job.out(32)),
            HASH => *job.out.cast() = mode().hash(bytes()),
            CHILDREN => *job.out.cast() = mode().children(bytes(), first),
            SUBTREE => *job.out.cast() = mode().subtree(bytes(), first),
            EXTENDED => {
                mode().root(&[], bytes(), 0).output(0, slice::from_raw_parts_mut(job.out, job.number));
            }
            ROOT => {
                let before: &[[u8; 32]] =
                    if job.number == 0 { &[] } else { slice::from_raw_parts(job.before.cast(), job.number) };
                *job.out.cast() = mode().root(before, bytes(), first);
            }
            SUBTREES => {
                let values = job.count.div_ceil(1024 * job.number) * 32;
                mode().subtrees(bytes(), job.number, first, slice::from_raw_parts_mut(job.out, values));
            }
            PARENTS => {
                let children = slice::from_raw_parts(job.input, job.count * 64);
                mode().parents(children, job.out(32));
            }
            NODE => *job.out.cast() = (*job.more.cast::<TreeRoot>()).chaining_value(),
            OUTPUT => (*job.more.cast::<TreeRoot>()).output(first, job.out(1)),
            _ => describe(job, &guest::blake3()),
        }
    }
}
