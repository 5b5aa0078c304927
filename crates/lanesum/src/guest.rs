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

use crate::aes::{AesHash, OfNabHash, OnAes};
use crate::algorithm::Algorithm;
use crate::algorithm::dispatch::AnyHash;
use crate::blake3::compression::{Blake3, STATE};
use crate::blake3::nodes::LANES;
use crate::blake3::{self, BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode, Node, OutputReader, Serial};
use crate::digest::Output;
use crate::family::{Compression, Family, answers};
use crate::host::{most, spend};
use crate::kernel::{Column, Interleaved, Kernels};
use crate::lanes::MAX_LANES;
use crate::scheduler::{self, Messages, Run};
use crate::sha3::{self, Sponge};
use crate::token::{Isa, Token};
use core::slice;

pub use crate::host::room::{Host, ROOM};

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

struct Packed<'d> {
    digests: &'d mut [u8],
    len: usize,
}

impl Output for Packed<'_> {
    #[inline]
    fn digest_mut(&mut self, message: usize) -> &mut [u8] {
        &mut self.digests[message * self.len..][..self.len]
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
        self.hash_each(&answers(messages), &mut Packed { digests, len });
    }

    #[inline(always)]
    fn add_blocks(&self, pieces: &mut [Piece]) {
        let Some(Compression { kernels, states, words, block_len: block }) = self.compression() else {
            return;
        };
        if let [piece] = pieces {
            return add_to_one(kernels, block, piece);
        }
        scheduler::run(
            &kernels.list,
            |_| kernels.plan(),
            states(words),
            block,
            &mut Pieces { pieces, block },
        );
    }

    #[inline(always)]
    fn kernels(&self, out: &mut [KernelInfo]) -> usize {
        let kernels = Family::kernels(self);
        for (out, kernel) in out.iter_mut().zip(&kernels) {
            *out = KernelInfo {
                isa: kernel.isa() as u32,
                sets: kernel.sets() as u32,
                paired: kernel.is_paired().into(),
                split: kernel.is_split().into(),
                lanes: kernel.lanes() as u32,
                cost: kernel.cost(),
            };
        }
        kernels.len()
    }

    #[inline(always)]
    fn costs(&self, out: &mut [u32]) {
        let Some(Compression { kernels, .. }) = self.compression() else { return };
        for (messages, cost) in out.iter_mut().enumerate().take(MAX_LANES + 1) {
            *cost = kernels.plan().cost(messages);
        }
    }
}

/// `algorithm!(name: Algorithm)`: a function that says which hash that is.
macro_rules! algorithms {
    ($($name:ident: $algorithm:ident;)+) => {
        $(
            #[doc = concat!("[`Algorithm::", stringify!($algorithm), "`].")]
            #[inline(always)]
            pub fn $name() -> impl Guest {
                match Algorithm::$algorithm.plain() {
                    AnyHash::MerkleDamgard(hash) => hash,
                    _ => unreachable!("it is of that family"),
                }
            }
        )+
    };
}

algorithms! {
    md5: Md5;
    sha1: Sha1;
    sha224: Sha224;
    sha256: Sha256;
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

/// The chains of NABHash.
pub type NabHashState = [[u8; 16]; 4];

/// Adds whole blocks to the chains of NABHash.
pub fn nabhash_blocks(state: &mut NabHashState, blocks: &[u8]) {
    OfNabHash::kernels().one().absorb(&(), state, blocks.as_chunks().0.as_chunks().0);
}

/// The NABHash of a message of `len` bytes, of which `rest` are in no block yet.
pub fn nabhash_end(state: &NabHashState, rest: &[u8], len: u64) -> [u8; 16] {
    OfNabHash::kernels().one().finish(&(), state, rest, len)
}

/// BLAKE3 without a key.
#[inline(always)]
pub fn blake3() -> impl Guest {
    blake3::Told::NOTHING
}

/// The mode of a BLAKE3 tree: a key, or the initialization vector, and flags.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeMode {
    key: [u32; 8],
    flags: u32,
}

impl TreeMode {
    fn get(&self) -> Mode {
        Mode { key: self.key, flags: self.flags }
    }

    /// The hash in this mode.
    #[inline(always)]
    pub fn function(&self) -> impl Guest {
        blake3::Told::new(self.get())
    }

    /// Hashes a message.
    pub fn hash(&self, message: &[u8]) -> [u8; 32] {
        self.get().hash(message).into()
    }

    /// The chaining values of the two children of a subtree of more than a chunk,
    /// whose first chunk is number `first`.
    pub fn children(&self, bytes: &[u8], first: u64) -> [u8; 64] {
        blake3::tree::children::<Serial>(&self.get(), bytes, first)
    }

    /// The chaining value of a subtree.
    pub fn subtree(&self, bytes: &[u8], first: u64) -> [u8; 32] {
        blake3::tree::subtree::<Serial>(&self.get(), bytes, first).chaining_value()
    }

    /// The chaining values of neighbours: subtrees of `chunks` chunks, a power of two, of
    /// which the last may be shorter. The first chunk of all is number `first`, and a
    /// multiple of `chunks`. There are as many values as there are subtrees.
    pub fn subtrees(&self, bytes: &[u8], chunks: usize, first: u64, values: &mut [u8]) {
        let (mode, each) = (self.get(), chunks * CHUNK_LEN);
        // Those of so many subtrees are found together, for one has too few chunks for all
        // lanes.
        let group = (LANES / chunks).max(1);
        let mut counter = first;
        for (bytes, values) in bytes.chunks(group * each).zip(values.chunks_mut(group * CV_LEN)) {
            if group == 1 {
                values.copy_from_slice(
                    &blake3::tree::subtree::<Serial>(&mode, bytes, counter).chaining_value(),
                );
            } else {
                let (mut level, mut above) = ([0; LANES * CV_LEN], [0; LANES * CV_LEN]);
                let (mut level, mut above) = (&mut level[..], &mut above[..]);
                let mut n = blake3::tree::chunks(&mode, bytes, counter, level);
                for _ in 0..chunks.ilog2() {
                    n = blake3::tree::parents(&mode, &level[..n * CV_LEN], above);
                    (level, above) = (above, level);
                }
                values.copy_from_slice(&level[..n * CV_LEN]);
            }
            counter = counter.wrapping_add((group * chunks) as u64);
        }
    }

    /// The chaining values of many parents, whose children's are `children`.
    pub fn parents(&self, children: &[u8], values: &mut [u8]) {
        blake3::tree::parents(&self.get(), children, values);
    }

    /// The root over subtrees, from the left, and what follows them, which starts
    /// with chunk number `first`. Where nothing follows, there are none or two or more
    /// subtrees.
    pub fn root(&self, subtrees: &[[u8; 32]], bytes: &[u8], first: u64) -> TreeRoot {
        let (mode, mut rest) = (self.get(), subtrees);
        let mut node = match (bytes, subtrees) {
            ([], [before @ .., left, right]) => {
                rest = before;
                Node::parent(&mode, &pair(left, right))
            }
            _ => blake3::tree::subtree::<Serial>(&mode, bytes, first),
        };
        for left in rest.iter().rev() {
            node = Node::parent(&mode, &pair(left, &node.chaining_value()));
        }
        TreeRoot { cv: node.cv, block: node.block, counter: node.counter, len: node.len, flags: node.flags }
    }
}

fn pair(left: &[u8; 32], right: &[u8; 32]) -> [u8; 64] {
    let mut children = [0; 64];
    children[..32].copy_from_slice(left);
    children[32..].copy_from_slice(right);
    children
}

/// A node of a BLAKE3 tree, before its last compression: mostly the root.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeRoot {
    cv: [u32; 8],
    block: [u8; 64],
    counter: u64,
    len: u32,
    flags: u32,
}

impl TreeRoot {
    /// Output from byte `position` on.
    pub fn output(&self, position: u64, out: &mut [u8]) {
        let Self { cv, block, counter, len, flags } = *self;
        let mut reader = OutputReader::new(Node { cv, block, counter, len, flags });
        reader.set_position(position);
        reader.fill(out);
    }

    /// The chaining value, with the flags as they are.
    pub fn chaining_value(&self) -> [u8; 32] {
        let Self { cv, block, counter, len, flags } = *self;
        Node { cv, block, counter, len, flags }.chaining_value()
    }
}

/// The chaining value of a chunk, or of a parent, by the instructions in `cpu`, a bit each
/// in the order of [`Isa::ALL`]: without a room, on any stack.
///
/// `ends` has the flags of the first block in its lower half, and those of the last one
/// in the upper half. `bytes` are at most a chunk.
///
/// # Safety
///
/// The CPU has the instructions.
#[inline]
pub unsafe fn direct(cpu: u64, mode: &TreeMode, bytes: &[u8], ends: u64, out: &mut [u8; 32]) {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::isa::x86_64::{Avx2, Avx512, Ssse3};
        // SAFETY: the caller's.
        unsafe {
            if cpu >> Isa::Avx512 as u32 & 1 == 1 {
                return direct_on::<Avx512>(assume(), mode, bytes, ends, out);
            } else if cpu >> Isa::Avx2 as u32 & 1 == 1 {
                return direct_on::<Avx2>(assume(), mode, bytes, ends, out);
            } else if cpu >> Isa::Ssse3 as u32 & 1 == 1 {
                return direct_on::<Ssse3>(assume(), mode, bytes, ends, out);
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = cpu;
    direct_on(crate::isa::portable::Portable, mode, bytes, ends, out);
}

/// A token.
///
/// # Safety
///
/// The CPU has the instructions.
#[cfg(target_arch = "x86_64")]
unsafe fn assume<T: Token>() -> T {
    const { assert!(size_of::<T>() == 0) }
    // SAFETY: it has no bytes; the rest is the caller's.
    unsafe { core::mem::MaybeUninit::uninit().assume_init() }
}

/// [`direct`] on an ISA.
#[inline(always)]
fn direct_on<T: Interleaved<Blake3, 1>>(
    isa: T,
    mode: &TreeMode,
    bytes: &[u8],
    ends: u64,
    out: &mut [u8; 32],
) {
    let (blocks, rest) = bytes.split_at(blake3::nodes::last(bytes.len()) * BLOCK_LEN);
    let mut state = [[0; STATE]];
    state[0][..8].copy_from_slice(&mode.key);
    let mut flags = mode.flags | ends as u32;
    if !blocks.is_empty() {
        set_last_row(&mut state[0], BLOCK_LEN, flags);
        // SAFETY: there are so many blocks.
        unsafe { isa.compress(&mut state, [blocks.as_ptr()], blocks.len() / BLOCK_LEN) };
        flags = mode.flags;
    }
    set_last_row(&mut state[0], rest.len(), flags | (ends >> 32) as u32);
    let mut block = [0; BLOCK_LEN];
    let last = if rest.len() == BLOCK_LEN {
        rest.as_ptr()
    } else {
        block[..rest.len()].copy_from_slice(rest);
        block.as_ptr()
    };
    // SAFETY: it is a block.
    unsafe { isa.compress(&mut state, [last], 1) };
    *out = blake3::nodes::bytes(&state[0]);
}

/// Sets the counter to 0, and the length and the flags. At once, for a kernel reads them
/// so: a read of what was written in parts waits for it to leave the core.
#[inline(always)]
fn set_last_row(state: &mut [u32; STATE], len: usize, flags: u32) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: there are four words. SSE2 is a part of x86-64.
    unsafe {
        use core::arch::x86_64::{_mm_set_epi32, _mm_storeu_si128};
        _mm_storeu_si128(state[8..12].as_mut_ptr().cast(), _mm_set_epi32(flags as i32, len as i32, 0, 0));
    }
    #[cfg(not(target_arch = "x86_64"))]
    state[8..12].copy_from_slice(&[0, 0, len as u32, flags]);
}

/// Words in a state of Go's: as many as any algorithm has.
const STATE_WORDS: usize = 12;

/// Whole blocks to be added to a state.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The state, each word widened to 64 bits.
    pub state: *mut [u64; STATE_WORDS],
    /// The blocks.
    pub blocks: *const u8,
    /// How many: at least one.
    pub count: usize,
}

/// Adds blocks to one state, a few microseconds' at a time.
fn add_to_one(kernels: &Kernels, block: usize, piece: &Piece) {
    // SAFETY: the host lends the state and the blocks for the whole call.
    let (state, mut blocks) =
        unsafe { (&mut *piece.state, slice::from_raw_parts(piece.blocks, piece.count * block)) };
    let cost = kernels.plan().cost(1);
    while !blocks.is_empty() {
        let (now, after) = blocks.split_at(blocks.len().min(most(|| cost).saturating_mul(block)));
        spend(|| u64::from(cost) * (now.len() / block) as u64);
        kernels.one().compress_one(state, now);
        blocks = after;
    }
}

struct Pieces<'p> {
    pieces: &'p mut [Piece],
    block: usize,
}

impl<'a> Messages<'a> for Pieces<'_> {
    fn len(&self) -> usize {
        self.pieces.len()
    }

    #[inline]
    fn blocks(&self, message: usize) -> usize {
        self.pieces[message].count
    }

    #[inline]
    fn run(&mut self, message: usize, at: usize, state: &mut Column<'_>, _: &mut [u8]) -> Run<'a> {
        let piece = self.pieces[message];
        // SAFETY: the host lends the state and the blocks for the whole call.
        unsafe {
            if at == 0 {
                state.write(&(*piece.state));
            }
            let body = slice::from_raw_parts(piece.blocks, piece.count * self.block);
            Run { body: &body[at * self.block..], tail_blocks: 0 }
        }
    }

    #[inline]
    fn end(&mut self, message: usize, state: &Column<'_>) {
        // SAFETY: the host lends the state for the whole call.
        unsafe { *self.pieces[message].state = state.read() }
    }
}

/// A kernel, as Go sees it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct KernelInfo {
    /// Its instruction set, in the order of [`Isa::ALL`](crate::Isa::ALL).
    pub isa: u32,
    /// How many sets of lanes it has.
    pub sets: u32,
    /// Whether they are paired.
    pub paired: u32,
    /// Whether it is split.
    pub split: u32,
    /// How many messages it takes.
    pub lanes: u32,
    /// What a block of each costs.
    pub cost: u32,
}
