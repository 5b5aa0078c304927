//! The commands of GNU coreutils that this binary can be, as data.

use crate::dropin::hash::Hash;
use crate::dropin::option::{self, Opt};
use lanesum::Algorithm;
use lanesum::blake2::DigestLength;

/// A command.
#[derive(Debug)]
pub(crate) struct Tool {
    pub(in crate::dropin) name: &'static str,
    /// What it does, in a sentence.
    pub(super) about: &'static str,
    /// What it computes if nothing else is asked for.
    pub(super) kind: Type,
    pub(super) family: Family,
    pub(super) options: &'static [Opt],
    /// Who specifies the hash.
    pub(super) source: &'static str,
}

/// What commands have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    /// One hash, lines without a tag.
    Digest,
    /// `cksum`: any hash, lines with a tag.
    Cksum,
    /// `sum`: nothing to check.
    Sum,
}

const fn digest(name: &'static str, algorithm: Algorithm, about: &'static str, source: &'static str) -> Tool {
    Tool {
        name,
        about,
        kind: Type::One(Hash::Lanes(algorithm)),
        family: Family::Digest,
        options: option::DIGEST,
        source,
    }
}

/// All of them.
pub(in crate::dropin) const ALL: &[Tool] = &[
    digest("md5sum", Algorithm::Md5, "Print or check MD5 (128-bit) checksums.", "RFC 1321"),
    digest("sha1sum", Algorithm::Sha1, "Print or check SHA1 (160-bit) checksums.", "FIPS 180-4"),
    digest("sha224sum", Algorithm::Sha224, "Print or check SHA224 (224-bit) checksums.", "FIPS 180-4"),
    digest("sha256sum", Algorithm::Sha256, "Print or check SHA256 (256-bit) checksums.", "FIPS 180-4"),
    digest("sha384sum", Algorithm::Sha384, "Print or check SHA384 (384-bit) checksums.", "FIPS 180-4"),
    digest("sha512sum", Algorithm::Sha512, "Print or check SHA512 (512-bit) checksums.", "FIPS 180-4"),
    Tool {
        name: "b2sum",
        about: "Print or check BLAKE2b (512-bit) checksums.",
        kind: Type::Blake2b,
        family: Family::Digest,
        options: option::BLAKE2,
        source: "RFC 7693",
    },
    Tool {
        name: "cksum",
        about: "Print or verify checksums; by default the 32-bit CRC of POSIX.",
        kind: Type::One(Hash::Crc),
        family: Family::Cksum,
        options: option::CKSUM,
        source: "POSIX.1-2017 for the CRC",
    },
    Tool {
        name: "sum",
        about: "Print BSD or System V (16-bit) checksums and block counts.",
        kind: Type::One(Hash::Bsd),
        family: Family::Sum,
        options: option::SUM,
        source: "the manuals of BSD and System V",
    },
];

/// The names that `cksum --algorithm` takes, in GNU's order.
pub(super) const TYPES: [(&str, Type); 14] = [
    ("bsd", Type::One(Hash::Bsd)),
    ("sysv", Type::One(Hash::Sysv)),
    ("crc", Type::One(Hash::Crc)),
    ("crc32b", Type::One(Hash::Crc32b)),
    ("md5", Type::One(Hash::Lanes(Algorithm::Md5))),
    ("sha1", Type::One(Hash::Lanes(Algorithm::Sha1))),
    ("sha224", Type::One(Hash::Lanes(Algorithm::Sha224))),
    ("sha256", Type::One(Hash::Lanes(Algorithm::Sha256))),
    ("sha384", Type::One(Hash::Lanes(Algorithm::Sha384))),
    ("sha512", Type::One(Hash::Lanes(Algorithm::Sha512))),
    ("sha2", Type::Sha2),
    ("sha3", Type::Sha3),
    ("blake2b", Type::Blake2b),
    ("sm3", Type::One(Hash::Lanes(Algorithm::Sm3))),
];

/// A hash, or several that differ in the length of the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    One(Hash),
    Blake2b,
    Sha2,
    Sha3,
}

impl Type {
    /// The hash with digests of that many bytes.
    pub(super) fn of_len(self, len: usize) -> Option<Hash> {
        Some(match (self, len) {
            (Self::One(hash), _) if hash.digest_len() == len => hash,
            (Self::Blake2b, _) => Hash::Lanes(Algorithm::Blake2b(DigestLength::new(len).ok()?)),
            (Self::Sha2, 28) => Hash::Lanes(Algorithm::Sha224),
            (Self::Sha2, 32) => Hash::Lanes(Algorithm::Sha256),
            (Self::Sha2, 48) => Hash::Lanes(Algorithm::Sha384),
            (Self::Sha2, 64) => Hash::Lanes(Algorithm::Sha512),
            (Self::Sha3, 28) => Hash::Lanes(Algorithm::Sha3_224),
            (Self::Sha3, 32) => Hash::Lanes(Algorithm::Sha3_256),
            (Self::Sha3, 48) => Hash::Lanes(Algorithm::Sha3_384),
            (Self::Sha3, 64) => Hash::Lanes(Algorithm::Sha3_512),
            _ => return None,
        })
    }

    /// What lines of it are called in a message.
    pub(super) fn label(self) -> String {
        match self {
            Self::One(hash) => hash.tag(),
            Self::Blake2b => "BLAKE2b".to_owned(),
            Self::Sha2 => "SHA2".to_owned(),
            Self::Sha3 => "SHA3".to_owned(),
        }
    }
}
