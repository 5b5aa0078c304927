//! Every hash through the front doors, at lengths next to the ends of blocks and
//! chunks, one message at a time, in pieces, and in lanes. The reference judges.
//!
//! A program of its own, with nothing else in it, for what the other tests need
//! does not build everywhere: on big endian, and with a library that has no
//! standard library.

use lanesum::{Algorithm, Hasher, finalize_many, hash, hash_many, update_many};
use reference::{blake2b, blake2s, blake3};

/// The longest message: five chunks of BLAKE3, and a bit.
const LONGEST: usize = 5 * 1024 + 17;

/// Bytes that do not repeat from block to block.
fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

/// Next to the ends of blocks of every size, and of chunks.
fn lengths() -> Vec<usize> {
    let ends = [0, 64, 128, 136, 144, 168, 192, 256, 512, 1024, 2048, 3072, LONGEST - 1];
    ends.into_iter().flat_map(|end: usize| [end.saturating_sub(1), end, end + 1]).collect()
}

/// What the reference says. It has no checksums, and no hashes for tables.
fn reference(algorithm: Algorithm, message: &[u8]) -> Option<Vec<u8>> {
    Some(match algorithm.name() {
        "md5" => reference::md5(message).to_vec(),
        "sha1" => reference::sha1(message).to_vec(),
        "sha224" => reference::sha224(message).to_vec(),
        "sha256" => reference::sha256(message).to_vec(),
        "sha384" => reference::sha384(message).to_vec(),
        "sha512" => reference::sha512(message).to_vec(),
        "sha512-224" => reference::sha512_224(message).to_vec(),
        "sha512-256" => reference::sha512_256(message).to_vec(),
        "sm3" => reference::sm3(message).to_vec(),
        "sha3-224" => reference::sha3_224(message).to_vec(),
        "sha3-256" => reference::sha3_256(message).to_vec(),
        "sha3-384" => reference::sha3_384(message).to_vec(),
        "sha3-512" => reference::sha3_512(message).to_vec(),
        "keccak-256" => reference::keccak256(message).to_vec(),
        "shake128" => reference::shake128(message, algorithm.digest_len()),
        "shake256" => reference::shake256(message, algorithm.digest_len()),
        "blake2b" => blake2b::hash(&blake2b::Params::default(), message),
        "blake2s" => blake2s::hash(&blake2s::Params::default(), message),
        "blake2bp" => reference::blake2bp(64, b"", message),
        "blake2sp" => reference::blake2sp(32, b"", message),
        "blake3" => blake3::hash(blake3::Mode::HASH, message, 0, 32),
        "lemac" => reference::lemac(&[0; 16], &[0; 16], message).to_vec(),
        "nabhash" => reference::nabhash(message).to_vec(),
        _ if algorithm.kernels().is_empty() => return None,
        name => panic!("{name} has no reference here: add it"),
    })
}

#[test]
fn as_the_reference_says() {
    let messages: Vec<_> = lengths().into_iter().map(message).collect();
    for algorithm in Algorithm::ALL {
        let digests = hash_many(algorithm, &messages);
        for (message, digest) in messages.iter().zip(&digests) {
            let len = message.len();
            assert_eq!(*digest, hash(algorithm, message), "{algorithm}, {len} bytes in lanes");
            if let Some(expected) = reference(algorithm, message) {
                assert_eq!(digest.as_bytes(), expected, "{algorithm}, {len} bytes");
            }
        }
    }
}

/// The check values of the CRC catalogue, RFC 1950's Adler-32, and what xxHash
/// gives for an empty message.
#[test]
fn checksums() {
    for (algorithm, message, expected) in [
        (Algorithm::Crc32, "123456789", "cbf43926"),
        (Algorithm::Crc32c, "123456789", "e3069283"),
        (Algorithm::Crc64Nvme, "123456789", "ae8b14860a799888"),
        (Algorithm::Adler32, "Wikipedia", "11e60398"),
        (Algorithm::Xxh64, "", "ef46db3751d8e999"),
        (Algorithm::Xxh3_64, "", "2d06800538d394c2"),
        (Algorithm::Xxh3_128, "", "99aa06d3014798d86001c324468d497f"),
    ] {
        assert_eq!(hash(algorithm, message.as_bytes()).to_string(), expected, "{algorithm} {message:?}");
    }
}

/// Pieces of many lengths, of one message and of many at once.
#[test]
fn in_pieces() {
    let message = message(LONGEST);
    for algorithm in Algorithm::ALL {
        for piece in [1, 7, 63, 64, 65, 1000, 1024, 1025] {
            let message = &message[..LONGEST.min(300 * piece)];
            let mut hashers = [(); 9].map(|()| Hasher::new(algorithm));
            for piece in message.chunks(piece) {
                let (one, others) = hashers.split_first_mut().expect("there are nine");
                one.update(piece);
                update_many(&mut others.iter_mut().map(|hasher| (hasher, piece)).collect::<Vec<_>>());
            }
            let expected = hash(algorithm, message);
            assert_eq!(hashers[0].finalize(), expected, "{algorithm}, pieces of {piece} bytes");
            let digests = finalize_many(&hashers.iter().collect::<Vec<_>>());
            assert_eq!(digests, [expected; 9], "{algorithm}, pieces of {piece} bytes");
        }
    }
}
