//! Every algorithm: a row for each, with all that is told of it.

use super::Protection;
use super::dispatch::{self, AnyHash};
use super::row::{Row, algorithms};
use super::shorter::{Shorter, names};
use crate::aes::OnAes;
use crate::blake2::{DigestLength, blake2b, blake2bp, blake2s, blake2sp};
use crate::blake3;
use crate::merkle_damgard::kernels::{of_md5, of_sha1, of_sha256, of_sha512};
use crate::merkle_damgard::{Bits32, Bits64, MerkleDamgard, md5, sha1, sha256, sha512, sm3};
use crate::sha3::{self, Sponge, kernels};
use crate::single::Single;
use crate::single::crc::Crc;

algorithms! {
    ($)
    /// MD5, RFC 1321. Broken: collisions take seconds.
    Md5 => AnyHash::MerkleDamgard32(&MerkleDamgard {
        kernels: of_md5, init: &md5::INIT, words: 4, word: Bits32::Little,
    }), Row {
        name: "md5",
        tag: "MD5",
        also: &[],
        source: "RFC 1321",
        digest_len: 16,
        shorter: None,
        block_len: 64,
        protection: Protection::Accidents,
        cryptographic: true,
        about: "Broken: collisions take seconds.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-1, FIPS 180-4. Broken: collisions have been made.
    Sha1 => AnyHash::MerkleDamgard32(&MerkleDamgard {
        kernels: of_sha1, init: &sha1::INIT, words: 5, word: Bits32::Big,
    }), Row {
        name: "sha1",
        tag: "SHA1",
        also: &[],
        source: "FIPS 180-4",
        digest_len: 20,
        shorter: None,
        block_len: 64,
        protection: Protection::Accidents,
        cryptographic: true,
        about: "Broken: collisions have been made.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-224, FIPS 180-4.
    Sha224 => AnyHash::MerkleDamgard32(&MerkleDamgard {
        kernels: of_sha256, init: &sha256::INIT_224, words: 8, word: Bits32::Big,
    }), Row {
        name: "sha224",
        tag: "SHA224",
        also: &["sha2-224"],
        source: "FIPS 180-4",
        digest_len: 28,
        shorter: None,
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-256, FIPS 180-4.
    Sha256 => AnyHash::MerkleDamgard32(&MerkleDamgard {
        kernels: of_sha256, init: &sha256::INIT_256, words: 8, word: Bits32::Big,
    }), Row {
        name: "sha256",
        tag: "SHA256",
        also: &["sha2-256"],
        source: "FIPS 180-4",
        digest_len: 32,
        shorter: None,
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-384, FIPS 180-4.
    Sha384 => AnyHash::MerkleDamgard64(&MerkleDamgard {
        kernels: of_sha512, init: &sha512::INIT_384, words: 8, word: Bits64::Big,
    }), Row {
        name: "sha384",
        tag: "SHA384",
        also: &["sha2-384"],
        source: "FIPS 180-4",
        digest_len: 48,
        shorter: None,
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-512, FIPS 180-4.
    Sha512 => AnyHash::MerkleDamgard64(&MerkleDamgard {
        kernels: of_sha512, init: &sha512::INIT_512, words: 8, word: Bits64::Big,
    }), Row {
        name: "sha512",
        tag: "SHA512",
        also: &["sha2-512"],
        source: "FIPS 180-4",
        digest_len: 64,
        shorter: None,
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 0,
    };

    /// SHA-512/224, FIPS 180-4.
    Sha512_224 => AnyHash::MerkleDamgard64(&MerkleDamgard {
        kernels: of_sha512, init: &sha512::INIT_512_224, words: 8, word: Bits64::Big,
    }), Row {
        name: "sha512-224",
        tag: "SHA512/224",
        also: &["sha2-512/224"],
        source: "FIPS 180-4",
        digest_len: 28,
        shorter: None,
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 10,
    };

    /// SHA-512/256, FIPS 180-4.
    Sha512_256 => AnyHash::MerkleDamgard64(&MerkleDamgard {
        kernels: of_sha512, init: &sha512::INIT_512_256, words: 8, word: Bits64::Big,
    }), Row {
        name: "sha512-256",
        tag: "SHA512/256",
        also: &["sha2-512/256"],
        source: "FIPS 180-4",
        digest_len: 32,
        shorter: None,
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 10,
    };

    /// SHA3-224, FIPS 202.
    Sha3_224 => AnyHash::Sha3(&Sponge { kernels: kernels::of_18_words, rate: 144, suffix: sha3::SHA3 }), Row {
        name: "sha3-224",
        tag: "SHA3-224",
        also: &[],
        source: "FIPS 202",
        digest_len: 28,
        shorter: None,
        block_len: 144,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 20,
    };

    /// SHA3-256, FIPS 202.
    Sha3_256 => AnyHash::Sha3(&Sponge { kernels: kernels::of_17_words, rate: 136, suffix: sha3::SHA3 }), Row {
        name: "sha3-256",
        tag: "SHA3-256",
        also: &[],
        source: "FIPS 202",
        digest_len: 32,
        shorter: None,
        block_len: 136,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 50,
    };

    /// SHA3-384, FIPS 202.
    Sha3_384 => AnyHash::Sha3(&Sponge { kernels: kernels::of_13_words, rate: 104, suffix: sha3::SHA3 }), Row {
        name: "sha3-384",
        tag: "SHA3-384",
        also: &[],
        source: "FIPS 202",
        digest_len: 48,
        shorter: None,
        block_len: 104,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 10,
    };

    /// SHA3-512, FIPS 202.
    Sha3_512 => AnyHash::Sha3(&Sponge { kernels: kernels::of_9_words, rate: 72, suffix: sha3::SHA3 }), Row {
        name: "sha3-512",
        tag: "SHA3-512",
        also: &[],
        source: "FIPS 202",
        digest_len: 64,
        shorter: None,
        block_len: 72,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 30,
    };

    /// SHAKE128, FIPS 202, 32 bytes of output, or as
    /// many as a [`Function`](crate::Function) is told.
    Shake128 => AnyHash::Sha3(&sha3::SHAKE128), Row {
        name: "shake128",
        tag: "SHAKE128",
        also: &[],
        source: "FIPS 202",
        digest_len: 32,
        shorter: None,
        block_len: 168,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 80,
    };

    /// SHAKE256, FIPS 202, 64 bytes of output, or as
    /// many as a [`Function`](crate::Function) is told.
    Shake256 => AnyHash::Sha3(&sha3::SHAKE256), Row {
        name: "shake256",
        tag: "SHAKE256",
        also: &[],
        source: "FIPS 202",
        digest_len: 64,
        shorter: None,
        block_len: 136,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 40,
    };

    /// Keccak-256, as it was submitted to NIST's competition: Ethereum's hash.
    Keccak256 => AnyHash::Sha3(&Sponge { kernels: kernels::of_17_words, rate: 136, suffix: sha3::KECCAK }), Row {
        name: "keccak-256",
        tag: "KECCAK-256",
        also: &[],
        source: "Keccak submission 3",
        digest_len: 32,
        shorter: None,
        block_len: 136,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 70,
    };

    /// SM3, GB/T 32905-2016.
    Sm3 => AnyHash::MerkleDamgard32(&MerkleDamgard {
        kernels: sm3::of_sm3, init: &sm3::INIT, words: 8, word: Bits32::Big,
    }), Row {
        name: "sm3",
        tag: "SM3",
        also: &[],
        source: "GB/T 32905-2016",
        digest_len: 32,
        shorter: None,
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: None,
        rank: 60,
    };

    /// BLAKE2b, RFC 7693, without a key.
    Blake2b(len: DigestLength<64>) => AnyHash::Blake2b(blake2b::Params::of_len(len.get())), Row {
        name: "blake2b",
        tag: "BLAKE2b",
        also: &[],
        source: "RFC 7693",
        digest_len: 64,
        shorter: Some(Shorter::new(const { &names::<64>("blake2b") }, const { &names::<64>("BLAKE2b") })),
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: Some(1..=64),
        rank: 10,
    };

    /// BLAKE2s, RFC 7693, without a key.
    Blake2s(len: DigestLength<32>) => AnyHash::Blake2s(blake2s::Params::of_len(len.get())), Row {
        name: "blake2s",
        tag: "BLAKE2s",
        also: &[],
        source: "RFC 7693",
        digest_len: 32,
        shorter: Some(Shorter::new(const { &names::<32>("blake2s") }, const { &names::<32>("BLAKE2s") })),
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: Some(1..=32),
        rank: 20,
    };

    /// BLAKE2bp, the BLAKE2 paper, without a key.
    Blake2bp(len: DigestLength<64>) => AnyHash::Blake2bp(blake2bp::Params::of_len(len.get())), Row {
        name: "blake2bp",
        tag: "BLAKE2bp",
        also: &[],
        source: "the BLAKE2 paper",
        digest_len: 64,
        shorter: Some(Shorter::new(const { &names::<64>("blake2bp") }, const { &names::<64>("BLAKE2bp") })),
        block_len: 128,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: Some(1..=64),
        rank: 20,
    };

    /// BLAKE2sp, the BLAKE2 paper, without a key.
    Blake2sp(len: DigestLength<32>) => AnyHash::Blake2sp(blake2sp::Params::of_len(len.get())), Row {
        name: "blake2sp",
        tag: "BLAKE2sp",
        also: &[],
        source: "the BLAKE2 paper",
        digest_len: 32,
        shorter: Some(Shorter::new(const { &names::<32>("blake2sp") }, const { &names::<32>("BLAKE2sp") })),
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: Some(1..=32),
        rank: 30,
    };

    /// BLAKE3, the BLAKE3 paper, without a key, 32 bytes of output.
    Blake3 => AnyHash::Blake3(blake3::Told::NOTHING), Row {
        name: "blake3",
        tag: "BLAKE3",
        also: &["b3"],
        source: "the BLAKE3 paper",
        digest_len: 32,
        shorter: None,
        block_len: 64,
        protection: Protection::Attacks,
        cryptographic: true,
        about: "No attack is known.",
        key_lens: Some(blake3::KEY_LEN..=blake3::KEY_LEN),
        rank: 40,
    };

    /// CRC-32 of gzip, PNG and ZIP (ISO-HDLC): against accidents only. See
    /// [`checksum`](crate::checksum).
    Crc32 => AnyHash::Single(Single::Crc(Crc::IsoHdlc)), Row {
        name: "crc32",
        tag: "CRC32",
        also: &[],
        source: "ISO-HDLC",
        digest_len: 4,
        shorter: None,
        block_len: 1,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Any burst of 32 bits, and other damage but once in 2^32. gzip's, PNG's and ZIP's.",
        key_lens: None,
        rank: 0,
    };

    /// CRC-32C (Castagnoli): against accidents only.
    Crc32c => AnyHash::Single(Single::Crc(Crc::Castagnoli)), Row {
        name: "crc32c",
        tag: "CRC32C",
        also: &[],
        source: "RFC 3720",
        digest_len: 4,
        shorter: None,
        block_len: 1,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "As crc32, and finds more of the errors of a few bits. iSCSI's and object stores'.",
        key_lens: None,
        rank: 10,
    };

    /// CRC-64/NVME: against accidents only.
    Crc64Nvme => AnyHash::Single(Single::Crc(Crc::Nvme)), Row {
        name: "crc64nvme",
        tag: "CRC64NVME",
        also: &[],
        source: "NVM Express",
        digest_len: 8,
        shorter: None,
        block_len: 1,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Any burst of 64 bits, and other damage but once in 2^64. NVMe's and object stores'.",
        key_lens: None,
        rank: 0,
    };

    /// Adler-32, RFC 1950: against accidents only, and weaker than a CRC.
    Adler32 => AnyHash::Single(Single::Adler32), Row {
        name: "adler32",
        tag: "ADLER32",
        also: &[],
        source: "RFC 1950",
        digest_len: 4,
        shorter: None,
        block_len: 1,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Damage, but worse than a CRC, and in short messages much worse. zlib's.",
        key_lens: None,
        rank: 20,
    };

    /// XXH64 with the seed 0: against accidents only. Fails parts of SMHasher3.
    Xxh64 => AnyHash::Single(Single::Xxh64), Row {
        name: "xxh64",
        tag: "XXH64",
        also: &[],
        source: "xxHash 0.8",
        digest_len: 8,
        shorter: None,
        block_len: 32,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Damage but once in 2^64. Fails a few statistical tests.",
        key_lens: None,
        rank: 10,
    };

    /// XXH3, 64 bits, with the seed 0: against accidents only. Fails parts of
    /// SMHasher3.
    Xxh3_64 => AnyHash::Single(Single::Xxh3_64), Row {
        name: "xxh3-64",
        tag: "XXH3",
        also: &[],
        source: "xxHash 0.8",
        digest_len: 8,
        shorter: None,
        block_len: 64,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Damage but once in 2^64. Fails a few statistical tests.",
        key_lens: None,
        rank: 20,
    };

    /// XXH3, 128 bits, with the seed 0: against accidents only. Fails parts of
    /// SMHasher3.
    Xxh3_128 => AnyHash::Single(Single::Xxh3_128), Row {
        name: "xxh3-128",
        tag: "XXH128",
        also: &[],
        source: "xxHash 0.8",
        digest_len: 16,
        shorter: None,
        block_len: 64,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Damage but once in 2^128. Fails a few statistical tests.",
        key_lens: None,
        rank: 10,
    };

    /// rapidhash V3, 64 bits, with the seed 0: against accidents only. Passes
    /// SMHasher3.
    Rapidhash => AnyHash::Single(Single::Rapidhash), Row {
        name: "rapidhash",
        tag: "RAPIDHASH",
        also: &[],
        source: "rapidhash V3",
        digest_len: 8,
        shorter: None,
        block_len: 112,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "Damage but once in 2^64. Passes the statistical tests.",
        key_lens: None,
        rank: 30,
    };

    /// LeMac, 128 bits, with a key and a nonce of zeros: against accidents
    /// only. With a key: [`lemac`](crate::lemac).
    LeMac => AnyHash::LeMac(OnAes::NO_KEY), Row {
        name: "lemac",
        tag: "LEMAC",
        also: &[],
        source: "ToSC 2024(2)",
        digest_len: 16,
        shorter: None,
        block_len: 64,
        protection: Protection::Accidents,
        cryptographic: false,
        about: "With its key of zeros: damage but once in 2^128. With a secret key: attacks too.",
        key_lens: Some(16..=16),
        rank: 20,
    };

    /// NABHash, 128 bits: no protection, sparse messages collide. For
    /// compatibility only.
    NabHash => AnyHash::NabHash(OnAes::NO_KEY), Row {
        name: "nabhash",
        tag: "NABHASH",
        also: &[],
        source: "the Go package nabhash",
        digest_len: 16,
        shorter: None,
        block_len: 64,
        protection: Protection::Nothing,
        cryptographic: false,
        about: "No protection: sparse messages collide. For compatibility only.",
        key_lens: None,
        rank: 30,
    };
}
