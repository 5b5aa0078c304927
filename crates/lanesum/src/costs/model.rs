//! A model of what kernels cost, for CPUs that no table is near: how many vector
//! operations begin in a cycle, and how soon the next one in a chain can.

use super::{Form, Hash, Shape};
use crate::token::Isa;

/// Vector operations that begin in a cycle. Three units are common for vectors of up
/// to 256 bits; for 512 bits two of them, or a pair of units, work together.
fn units(bits: usize) -> u32 {
    if bits > 256 { 2 } else { 3 }
}

/// A block of a message in each lane of one set.
struct Work {
    /// Vector operations, where a rotation and any logic of three inputs is one.
    with_rotations: u32,
    /// Vector operations, where they are several.
    without: u32,
    /// Operations that wait for each other, of the former.
    chain: u32,
}

/// The work of a compression function: the operations counted in the object code, the
/// chain from the cycles that one set takes where an operation has a latency of one.
fn work(hash: Hash) -> Work {
    let (with_rotations, without, chain) = match hash {
        Hash::Md5 => (452, 830, 290),
        Hash::Sha1 => (837, 1620, 165),
        Hash::Sha256 => (1704, 3540, 330),
        Hash::Sha512 => (2136, 4320, 400),
        Hash::Sm3 => (1920, 3600, 560),
        Hash::Keccak => (2600, 5000, 600),
        Hash::Blake2b => (1402, 2000, 330),
        Hash::Blake2s => (1194, 1820, 280),
        Hash::Blake3 => (856, 1300, 200),
    };
    Work { with_rotations, without, chain }
}

/// A block of one message, by a kernel that is not lanes: the cycles that it takes
/// alone, and those that its instructions take where others fill its gaps.
fn one(hash: Hash, isa: Isa) -> (u32, u32) {
    match (hash, isa) {
        (Hash::Md5, Isa::Avx512) => (290, 290),
        (Hash::Md5, _) => (285, 160),
        (Hash::Sha1, Isa::ShaNi | Isa::Sha2) => (120, 65),
        (Hash::Sha1, Isa::Avx512) => (121, 65),
        (Hash::Sha1, Isa::Avx2) => (190, 190),
        (Hash::Sha1, Isa::Ssse3) => (250, 250),
        (Hash::Sha1, _) => (380, 350),
        (Hash::Sha256, Isa::ShaNi | Isa::Sha2) => (130, 80),
        (Hash::Sha256, Isa::Avx2) => (415, 415),
        (Hash::Sha256, Isa::Ssse3) => (510, 510),
        (Hash::Sha256, _) => (650, 600),
        (Hash::Sha512, Isa::Sha512 | Isa::Sha512Ni) => (330, 200),
        (Hash::Sha512, Isa::Avx512) => (520, 520),
        (Hash::Sha512, Isa::Avx2) => (540, 540),
        (Hash::Sha512, Isa::Ssse3) => (640, 640),
        (Hash::Sha512, _) => (800, 700),
        (Hash::Sm3, Isa::Sha512Ni) => (300, 180),
        (Hash::Sm3, _) => (580, 550),
        (Hash::Keccak, Isa::Avx512 | Isa::Sha512) => (810, 810),
        (Hash::Keccak, Isa::Avx2) => (955, 955),
        (Hash::Keccak, _) => (1110, 1110),
        (Hash::Blake2b, Isa::Avx512) => (330, 330),
        (Hash::Blake2b, Isa::Avx2 | Isa::Ssse3) => (385, 385),
        (Hash::Blake2b, _) => (440, 400),
        (Hash::Blake2s, Isa::Avx512) => (260, 260),
        (Hash::Blake2s, Isa::Avx2 | Isa::Ssse3) => (315, 315),
        (Hash::Blake2s, _) => (360, 340),
        (Hash::Blake3, Isa::Avx512) => (200, 45),
        (Hash::Blake3, Isa::Avx2 | Isa::Ssse3) => (225, 80),
        (Hash::Blake3, _) => (275, 255),
    }
}

/// What a kernel costs by the model.
pub(super) fn cost(hash: Hash, kernel: Shape) -> u32 {
    let (sets, lanes) = (kernel.sets() as u32, kernel.lanes() as u32);
    if lanes == sets {
        let (alone, among_others) = one(hash, kernel.isa());
        let cost = alone.max(sets * among_others);
        // More instructions, which pay where a CPU is known for it.
        return if kernel.form() == Form::Split { cost + cost / 8 } else { cost };
    }
    let Work { with_rotations, without, chain } = work(hash);
    let word = if matches!(hash, Hash::Sha512 | Hash::Keccak | Hash::Blake2b) { 64 } else { 32 };
    let begins = units(word * (lanes / sets) as usize);
    let cost = if kernel.isa() == Isa::Avx512 {
        chain.max(with_rotations * sets / begins)
    } else {
        // A rotation is two operations in a chain, then.
        (chain + chain / 2).max(without * sets / begins)
    };
    if kernel.form() == Form::Metered { cost + cost / 8 } else { cost }
}
