//! The algorithms by name: what each is made of, and what is told of it.

mod blake2_names;
mod protection;

use crate::aes::{of_lemac, of_nabhash};
use crate::blake2::blake2b::Blake2b;
use crate::blake2::blake2s::Blake2s;
use crate::blake2::{DigestLength, Variant, of_blake2b, of_blake2s};
use crate::blake3::of_blake3;
use crate::kernel::{Kernel, Kernels};
use crate::merkle_damgard::{self, MerkleDamgard};
use crate::single::Single;
use crate::single::crc::Crc;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

pub use protection::Protection;

/// A hash function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// MD5, RFC 1321. Broken: collisions take seconds.
    Md5,
    /// SHA-1, FIPS 180-4. Broken: collisions have been made.
    Sha1,
    /// SHA-224, FIPS 180-4.
    Sha224,
    /// SHA-256, FIPS 180-4.
    Sha256,
    /// SHA-384, FIPS 180-4.
    Sha384,
    /// SHA-512, FIPS 180-4.
    Sha512,
    /// SHA-512/224, FIPS 180-4.
    Sha512_224,
    /// SHA-512/256, FIPS 180-4.
    Sha512_256,
    /// BLAKE2b, RFC 7693, without a key.
    Blake2b(DigestLength<64>),
    /// BLAKE2s, RFC 7693, without a key.
    Blake2s(DigestLength<32>),
    /// BLAKE2bp, the BLAKE2 paper, without a key.
    Blake2bp(DigestLength<64>),
    /// BLAKE2sp, the BLAKE2 paper, without a key.
    Blake2sp(DigestLength<32>),
    /// BLAKE3, the BLAKE3 paper, without a key, 32 bytes of output.
    Blake3,
    /// CRC-32 of gzip, PNG and ZIP (ISO-HDLC): against accidents only. See
    /// [`checksum`](crate::checksum).
    Crc32,
    /// CRC-32C (Castagnoli): against accidents only.
    Crc32c,
    /// CRC-64/NVME: against accidents only.
    Crc64Nvme,
    /// Adler-32, RFC 1950: against accidents only, and weaker than a CRC.
    Adler32,
    /// rapidhash V3, 64 bits, with the seed 0: against accidents only. Passes
    /// SMHasher3.
    Rapidhash,
    /// XXH64 with the seed 0: against accidents only. Fails parts of SMHasher3.
    Xxh64,
    /// XXH3, 64 bits, with the seed 0: against accidents only. Fails parts of
    /// SMHasher3.
    Xxh3_64,
    /// XXH3, 128 bits, with the seed 0: against accidents only. Fails parts of
    /// SMHasher3.
    Xxh3_128,
    /// LeMac, 128 bits, with a key and a nonce of zeros: against accidents
    /// only. With a key: [`lemac`](crate::lemac).
    LeMac,
    /// NABHash, 128 bits: no protection, sparse messages collide. For
    /// compatibility only.
    NabHash,
}

impl Algorithm {
    /// Every algorithm; those with digests of any length with the longest.
    pub const ALL: [Self; 23] = [
        Self::Md5,
        Self::Sha1,
        Self::Sha224,
        Self::Sha256,
        Self::Sha384,
        Self::Sha512,
        Self::Sha512_224,
        Self::Sha512_256,
        Self::Blake2b(DigestLength::MAX),
        Self::Blake2s(DigestLength::MAX),
        Self::Blake2bp(DigestLength::MAX),
        Self::Blake2sp(DigestLength::MAX),
        Self::Blake3,
        Self::Crc32,
        Self::Crc32c,
        Self::Crc64Nvme,
        Self::Adler32,
        Self::Xxh64,
        Self::Xxh3_64,
        Self::Xxh3_128,
        Self::Rapidhash,
        Self::LeMac,
        Self::NabHash,
    ];

    /// The name: `md5`, `sha1`, `sha256`, `sha512-256`; with the bits of a
    /// digest that is not the longest, `blake2b-256`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Md5 => "md5",
            Self::Sha1 => "sha1",
            Self::Sha224 => "sha224",
            Self::Sha256 => "sha256",
            Self::Sha384 => "sha384",
            Self::Sha512 => "sha512",
            Self::Sha512_224 => "sha512-224",
            Self::Sha512_256 => "sha512-256",
            Self::Blake3 => "blake3",
            Self::Crc32 => "crc32",
            Self::Crc32c => "crc32c",
            Self::Crc64Nvme => "crc64nvme",
            Self::Adler32 => "adler32",
            Self::Rapidhash => "rapidhash",
            Self::Xxh64 => "xxh64",
            Self::Xxh3_64 => "xxh3-64",
            Self::Xxh3_128 => "xxh3-128",
            Self::LeMac => "lemac",
            Self::NabHash => "nabhash",
            Self::Blake2b(_) | Self::Blake2s(_) | Self::Blake2bp(_) | Self::Blake2sp(_) => {
                blake2_names::name(self)
            }
        }
    }

    /// Bytes in a digest.
    pub fn digest_len(self) -> usize {
        match self.family() {
            Family::MerkleDamgard(hash) => hash.digest_len,
            Family::Blake2b(len) | Family::Blake2s(len) | Family::Blake2bp(len) | Family::Blake2sp(len) => {
                len
            }
            Family::Blake3 => crate::blake3::OUT_LEN,
            Family::Single(which) => which.digest_len(),
            Family::LeMac | Family::NabHash => 16,
        }
    }

    /// Bytes in a block.
    pub fn block_len(self) -> usize {
        match self.family() {
            Family::MerkleDamgard(hash) => hash.block_len(),
            Family::Blake2b(_) | Family::Blake2bp(_) => Blake2b::BLOCK_LEN,
            Family::Blake2s(_) | Family::Blake2sp(_) => Blake2s::BLOCK_LEN,
            Family::Blake3 => crate::blake3::BLOCK_LEN,
            Family::Single(which) => which.block_len(),
            Family::LeMac | Family::NabHash => 64,
        }
    }

    /// The kernels that this CPU runs it on, as far as `LANESUM_ISA` allows.
    /// None where another crate computes it, which looks at the CPU itself.
    pub fn kernels(self) -> Vec<Kernel> {
        match self.family() {
            Family::LeMac => of_lemac().list.iter().map(|k| k.kernel()).collect(),
            Family::NabHash => of_nabhash().list.iter().map(|k| k.kernel()).collect(),
            family => {
                let kernels = family.kernels().into_iter().flat_map(|kernels| &kernels.list);
                kernels.map(|k| k.kernel()).collect()
            }
        }
    }

    /// What it is made of.
    pub(crate) fn family(self) -> Family {
        Family::MerkleDamgard(match self {
            Self::Md5 => &merkle_damgard::MD5,
            Self::Sha1 => &merkle_damgard::SHA1,
            Self::Sha224 => &merkle_damgard::SHA224,
            Self::Sha256 => &merkle_damgard::SHA256,
            Self::Sha384 => &merkle_damgard::SHA384,
            Self::Sha512 => &merkle_damgard::SHA512,
            Self::Sha512_224 => &merkle_damgard::SHA512_224,
            Self::Sha512_256 => &merkle_damgard::SHA512_256,
            Self::Blake2b(len) => return Family::Blake2b(len.get()),
            Self::Blake2s(len) => return Family::Blake2s(len.get()),
            Self::Blake2bp(len) => return Family::Blake2bp(len.get()),
            Self::Blake2sp(len) => return Family::Blake2sp(len.get()),
            Self::Blake3 => return Family::Blake3,
            Self::Crc32 => return Family::Single(Single::Crc(Crc::IsoHdlc)),
            Self::Crc32c => return Family::Single(Single::Crc(Crc::Castagnoli)),
            Self::Crc64Nvme => return Family::Single(Single::Crc(Crc::Nvme)),
            Self::Adler32 => return Family::Single(Single::Adler32),
            Self::Rapidhash => return Family::Single(Single::Rapidhash),
            Self::Xxh64 => return Family::Single(Single::Xxh64),
            Self::Xxh3_64 => return Family::Single(Single::Xxh3_64),
            Self::Xxh3_128 => return Family::Single(Single::Xxh3_128),
            Self::LeMac => return Family::LeMac,
            Self::NabHash => return Family::NabHash,
        })
    }
}

/// How a message becomes blocks, and a state a digest: what the algorithms of
/// a family share. The front doors part here, and nowhere else.
pub(crate) enum Family {
    /// MD5, SHA-1 and SHA-2.
    MerkleDamgard(&'static MerkleDamgard),
    /// BLAKE2b, with so many bytes of digest.
    Blake2b(usize),
    /// BLAKE2s, with so many bytes of digest.
    Blake2s(usize),
    /// BLAKE2bp, with so many bytes of digest.
    Blake2bp(usize),
    /// BLAKE2sp, with so many bytes of digest.
    Blake2sp(usize),
    /// BLAKE3, without a key.
    Blake3,
    /// Checksums and fast hashes, which take one message at a time.
    Single(Single),
    /// LeMac, on AES rounds.
    LeMac,
    /// NABHash, on AES rounds.
    NabHash,
}

impl Family {
    /// The kernels of the compression function, where there is one.
    pub(crate) fn kernels(&self) -> Option<&'static Kernels> {
        match self {
            Self::MerkleDamgard(hash) => Some((hash.kernels)()),
            Self::Blake2b(_) | Self::Blake2bp(_) => Some(of_blake2b()),
            Self::Blake2s(_) | Self::Blake2sp(_) => Some(of_blake2s()),
            Self::Blake3 => Some(&of_blake3().kernels),
            Self::Single(_) | Self::LeMac | Self::NabHash => None,
        }
    }
}

impl fmt::Display for Algorithm {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no algorithm's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown algorithm; known: md5, sha1, sha224, sha256, sha384, sha512, sha512-224, sha512-256, \
     blake2b, blake2s, blake2bp, blake2sp (blake2b-256 for 256 bits), blake3, crc32, crc32c, \
     crc64nvme, adler32, xxh64, xxh3-64, xxh3-128, rapidhash, lemac, nabhash"
)]
pub struct UnknownAlgorithm;

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    /// Reads the usual spellings, whatever the case: `sha256`, `SHA-256`,
    /// `sha2-256`, `sha512/256`, `SHA512-256`, `BLAKE2b-256`, `b3`,
    /// `CRC-64/NVME`, `XXH128`.
    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        // Compared without separators; `sha2-256` and `sha-2-512/256` lose their family.
        let plain = |c: &char| !matches!(c, '-' | '_' | '/' | ' ');
        let mut letters = [0; 12];
        let mut len = 0;
        for c in name.chars().filter(plain) {
            *letters.get_mut(len).ok_or(UnknownAlgorithm)? =
                u8::try_from(c.to_ascii_lowercase()).map_err(|_| UnknownAlgorithm)?;
            len += 1;
        }
        let letters = &letters[..len];
        let is = |algorithm: &Self, letters: &[u8]| {
            algorithm.name().bytes().filter(|&b| b != b'-').eq(letters.iter().copied())
        };
        Self::ALL
            .into_iter()
            .find(|a| is(a, letters))
            .or_else(|| {
                let bits = letters.strip_prefix(b"sha2")?;
                Self::ALL.into_iter().find(|a| {
                    a.name().strip_prefix("sha").is_some_and(|own| {
                        own != "1" && own.bytes().filter(|&b| b != b'-').eq(bits.iter().copied())
                    })
                })
            })
            .or_else(|| (letters == b"b3").then_some(Self::Blake3))
            .or_else(|| blake2_names::parse(letters))
            .or(match letters {
                // As `xxhsum` names them.
                b"xxh3" => Some(Self::Xxh3_64),
                b"xxh128" => Some(Self::Xxh3_128),
                _ => None,
            })
            .ok_or(UnknownAlgorithm)
    }
}
