//! Checksums and fast hashes: published values, and definitions so plain that
//! they can be checked by reading.

use lanesum::checksum::{self, BsdSum, CombineError, PosixCksum, SysvSum};
use lanesum::{Algorithm, Digest, Hasher, hash};
use proptest::prelude::*;

const CHECKSUMS: [Algorithm; 4] =
    [Algorithm::Crc32, Algorithm::Crc32c, Algorithm::Crc64Nvme, Algorithm::Adler32];

/// The catalogue's check values, those of RFC 1950's Adler-32 and of xxHash.
#[test]
fn published() {
    for (algorithm, message, expected) in [
        (Algorithm::Crc32, "123456789", "cbf43926"),
        (Algorithm::Crc32c, "123456789", "e3069283"),
        (Algorithm::Crc64Nvme, "123456789", "ae8b14860a799888"),
        (Algorithm::Adler32, "123456789", "091e01de"),
        (Algorithm::Adler32, "Wikipedia", "11e60398"),
        (Algorithm::Crc32, "", "00000000"),
        (Algorithm::Adler32, "", "00000001"),
        (Algorithm::Xxh64, "", "ef46db3751d8e999"),
        (Algorithm::Xxh3_64, "", "2d06800538d394c2"),
        (Algorithm::Xxh3_128, "", "99aa06d3014798d86001c324468d497f"),
    ] {
        assert_eq!(hash(algorithm, message.as_bytes()).to_string(), expected, "{algorithm} {message:?}");
    }
}

/// A reflected CRC, bit by bit.
fn crc(reversed_polynomial: u64, ones: u64, message: &[u8]) -> u64 {
    !message.iter().fold(ones, |crc, &byte| {
        (0..8).fold(crc ^ u64::from(byte), |crc, _| {
            crc >> 1 ^ if crc & 1 == 1 { reversed_polynomial } else { 0 }
        })
    }) & ones
}

/// RFC 1950, section 8.2.
fn adler32(message: &[u8]) -> u32 {
    let (a, b) = message.iter().fold((1, 0), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (a + b) % 65521)
    });
    b << 16 | a
}

fn expected(algorithm: Algorithm, message: &[u8]) -> Vec<u8> {
    match algorithm {
        Algorithm::Crc32 => (crc(0xedb8_8320, 0xffff_ffff, message) as u32).to_be_bytes().to_vec(),
        Algorithm::Crc32c => (crc(0x82f6_3b78, 0xffff_ffff, message) as u32).to_be_bytes().to_vec(),
        Algorithm::Crc64Nvme => crc(0x9a6c_9329_ac4b_c9b5, u64::MAX, message).to_be_bytes().to_vec(),
        Algorithm::Adler32 => adler32(message).to_be_bytes().to_vec(),
        Algorithm::Rapidhash => rapidhash::v3::rapidhash_v3(message).to_be_bytes().to_vec(),
        Algorithm::Xxh64 => xxhash_rust::xxh64::xxh64(message, 0).to_be_bytes().to_vec(),
        Algorithm::Xxh3_64 => xxhash_rust::xxh3::xxh3_64(message).to_be_bytes().to_vec(),
        Algorithm::Xxh3_128 => xxhash_rust::xxh3::xxh3_128(message).to_be_bytes().to_vec(),
        _ => panic!("{algorithm} has no reference here: add it"),
    }
}

/// All that other crates compute.
fn all() -> impl Iterator<Item = Algorithm> {
    Algorithm::ALL.into_iter().filter(|algorithm| algorithm.kernels().is_empty())
}

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| ((i * 131) >> 2) as u8).collect()
}

/// All lengths around the blocks of all of them, and long ones.
#[test]
fn every_length() {
    let message = message(70_000);
    for len in (0..1200).chain([4095, 4096, 4097, 65_535, 65_536, 70_000]) {
        for algorithm in all() {
            let message = &message[..len];
            assert_eq!(
                hash(algorithm, message).as_bytes(),
                expected(algorithm, message),
                "{algorithm} {len}"
            );
            let mut hasher = Hasher::new(algorithm);
            let (first, rest) = message.split_at(len / 3);
            hasher.update(first);
            assert_eq!(hasher.finalize().as_bytes(), expected(algorithm, first), "{algorithm} {len}");
            hasher.update(rest);
            assert_eq!(hasher.finalize().as_bytes(), expected(algorithm, message), "{algorithm} {len}");
        }
    }
}

proptest! {
    #[test]
    fn combined(first in prop::collection::vec(any::<u8>(), 0..2000), second in prop::collection::vec(any::<u8>(), 0..2000)) {
        for algorithm in CHECKSUMS {
            let whole = hash(algorithm, &[&first[..], &second].concat());
            let (a, b) = (hash(algorithm, &first), hash(algorithm, &second));
            prop_assert_eq!(checksum::combine(algorithm, a, b, second.len() as u64), Ok(whole));
        }
    }

    #[test]
    fn sums(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..900), 0..5)) {
        let whole = pieces.concat();
        let (mut bsd, mut sysv, mut posix) = (BsdSum::new(), SysvSum::new(), PosixCksum::new());
        for piece in &pieces {
            bsd.update(piece);
            sysv.update(piece);
            posix.update(piece);
        }
        // The commands' own definitions.
        let rotated = whole.iter().fold(0, |sum: u32, &byte| {
            ((sum >> 1) + ((sum & 1) << 15) + u32::from(byte)) & 0xffff
        });
        prop_assert_eq!(u32::from(bsd.finalize()), rotated);
        let sum: u32 = whole.iter().map(|&byte| u32::from(byte)).sum();
        let folded = (sum & 0xffff) + (sum >> 16);
        prop_assert_eq!(u32::from(sysv.finalize()), (folded & 0xffff) + (folded >> 16));
        let mut len = whole.len();
        let mut with_length = whole.clone();
        while len > 0 {
            with_length.push(len as u8);
            len >>= 8;
        }
        let crc = with_length.iter().fold(0u32, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte) << 24, |crc, _| {
                crc << 1 ^ if crc >> 31 == 1 { 0x04c1_1db7 } else { 0 }
            })
        });
        prop_assert_eq!(posix.finalize(), !crc);
        prop_assert_eq!(posix.message_len(), whole.len() as u64);
        prop_assert_eq!(bsd.blocks(), whole.len().div_ceil(1024) as u64);
        prop_assert_eq!(sysv.blocks(), whole.len().div_ceil(512) as u64);
    }
}

/// The largest bytes, of which the most fit into a lane.
#[test]
fn sums_of_large_bytes() {
    for len in (0..40).chain(1000..1100).chain([4095, 100_000]) {
        let sum = SysvSum::new().update(&vec![0xff; len]).finalize();
        let expected = 0xff * len as u32;
        assert_eq!(u32::from(sum), (expected & 0xffff) + (expected >> 16), "{len}");
    }
}

/// A second part so long that nobody hashes it: zeros, by doubling.
#[test]
fn combined_past_4_gib() {
    for algorithm in CHECKSUMS {
        let zeros = |log: u32| {
            let mut digest = hash(algorithm, &[0]);
            for doubled in 0..log {
                digest = checksum::combine(algorithm, digest, digest, 1 << doubled).unwrap();
            }
            digest
        };
        assert_eq!(zeros(16), hash(algorithm, &[0; 1 << 16]));
        // 2^40 zeros, halved in another place.
        let (a, b) = (zeros(40), zeros(39));
        assert_eq!(checksum::combine(algorithm, b, b, 1 << 39), Ok(a));
        let quarter = zeros(38);
        let three = checksum::combine(algorithm, b, quarter, 1 << 38).unwrap();
        assert_eq!(checksum::combine(algorithm, quarter, three, 3 << 38), Ok(a));
    }
}

#[test]
fn what_cannot_be_combined() {
    let md5 = hash(Algorithm::Md5, b"");
    assert_eq!(checksum::combine(Algorithm::Md5, md5, md5, 0), Err(CombineError::Algorithm(Algorithm::Md5)));
    let error = checksum::combine(Algorithm::Crc32, md5, md5, 0).unwrap_err();
    assert_eq!(error, CombineError::Length(Algorithm::Crc32));
    assert_eq!(error.to_string(), "a digest of crc32 has 4 bytes");
    let short: Digest = "00".parse().unwrap();
    assert!(checksum::combine(Algorithm::Crc64Nvme, short, short, 0).is_err());
}
