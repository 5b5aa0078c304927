//! Names and digests, read and written.

use lanesum::{Algorithm, Digest, Isa, ParseDigestError, hash};

#[test]
fn algorithms_read_the_usual_spellings() {
    for (name, algorithm) in [
        ("md5", Algorithm::Md5),
        ("MD5", Algorithm::Md5),
        ("SHA-1", Algorithm::Sha1),
        ("sha1", Algorithm::Sha1),
        ("sha256", Algorithm::Sha256),
        ("SHA-256", Algorithm::Sha256),
        ("sha2-256", Algorithm::Sha256),
        ("SHA2-224", Algorithm::Sha224),
        ("sha_384", Algorithm::Sha384),
        ("sha512/256", Algorithm::Sha512_256),
        ("sha512-256", Algorithm::Sha512_256),
        ("SHA-512/224", Algorithm::Sha512_224),
        ("sha2-512/256", Algorithm::Sha512_256),
        ("Sha512_256", Algorithm::Sha512_256),
        ("SHA3-256", Algorithm::Sha3_256),
        ("sha3/512", Algorithm::Sha3_512),
        ("keccak256", Algorithm::Keccak256),
        ("SHAKE-128", Algorithm::Shake128),
        ("blake3", Algorithm::Blake3),
        ("BLAKE3", Algorithm::Blake3),
        ("b3", Algorithm::Blake3),
        ("CRC-32", Algorithm::Crc32),
        ("CRC-32C", Algorithm::Crc32c),
        ("CRC-64/NVME", Algorithm::Crc64Nvme),
        ("Adler-32", Algorithm::Adler32),
        ("XXH3", Algorithm::Xxh3_64),
        ("XXH128", Algorithm::Xxh3_128),
    ] {
        assert_eq!(name.parse(), Ok(algorithm), "{name}");
    }
    for name in [
        "",
        "md",
        "md6",
        "sha",
        "sha2",
        "sha-2-1",
        "sha2-1",
        "sha3",
        "sha257",
        "sha512/25",
        "é",
        "sha256 sha256 sha256",
    ] {
        assert!(name.parse::<Algorithm>().is_err(), "{name}");
    }
}

#[test]
fn an_algorithm_reads_what_it_prints() {
    for algorithm in Algorithm::ALL {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        assert_eq!(hash(algorithm, b"").as_bytes().len(), algorithm.digest_len());
        // Checksums and fast hashes are other crates'.
        let on_aes = [Algorithm::LeMac, Algorithm::NabHash].contains(&algorithm);
        let own = algorithm.is_cryptographic() || on_aes;
        assert_eq!(algorithm.kernels().is_empty(), !own, "{algorithm}");
    }
    for isa in Isa::ALL {
        assert_eq!(isa.to_string().parse(), Ok(isa));
    }
    assert!("avx3".parse::<Isa>().is_err());
}

#[test]
fn digests_read_either_case_and_nothing_else() {
    let digest: Digest = "00aaFF".parse().unwrap();
    assert_eq!(digest.as_bytes(), [0, 0xaa, 0xff]);
    assert_eq!(digest.to_string(), "00aaff");
    assert_eq!(format!("{digest:?} {digest:>8}|"), "Digest(00aaff)   00aaff|");
    assert_eq!(Digest::from_bytes(&[0, 0xaa, 0xff]), Ok(digest));
    for (text, error) in [
        ("", ParseDigestError::Length),
        ("0", ParseDigestError::Length),
        ("000", ParseDigestError::Length),
        ("0g", ParseDigestError::Digit(1)),
        (" 0", ParseDigestError::Digit(0)),
        ("é", ParseDigestError::Digit(0)),
    ] {
        assert_eq!(text.parse::<Digest>(), Err(error), "{text:?}");
    }
    assert_eq!("00".repeat(65).parse::<Digest>(), Err(ParseDigestError::Length));
    assert!("ff".repeat(64).parse::<Digest>().is_ok());
    assert_eq!(Digest::from_bytes(&[]), Err(ParseDigestError::Length));
    assert_eq!(Digest::from_bytes(&[0; 65]), Err(ParseDigestError::Length));
}

#[test]
fn digests_of_other_lengths_differ() {
    let [a, b] = ["00", "0000"].map(|text| text.parse::<Digest>().unwrap());
    assert_ne!(a, b);
    assert_eq!(a, "00".parse().unwrap());
    assert_ne!(a, "01".parse().unwrap());
}

/// Every length in every spelling, and what is none.
#[test]
fn digests_in_base64() {
    let bytes: [u8; 64] = std::array::from_fn(|i| (i * 61 + 250) as u8);
    for len in 1..=64 {
        let digest = Digest::from_bytes(&bytes[..len]).unwrap();
        let text = digest.to_base64();
        assert_eq!(text.len(), len.div_ceil(3) * 4);
        for text in [text.clone(), text.replace('=', ""), text.replace('+', "-").replace('/', "_")] {
            assert_eq!(Digest::from_base64(&text), Ok(digest), "{text}");
        }
    }
    assert_eq!(Digest::from_bytes(b"fooba").unwrap().to_base64(), "Zm9vYmE=", "RFC 4648, section 10");
    for text in [
        "",
        "=",
        "A",
        "AAA==",
        "AA=A",
        "A+-A",
        "AA A",
        "Zm9vYmF",
        "\u{e9}",
        &"A".repeat(87),
        &"A".repeat(4096),
    ] {
        assert!(Digest::from_base64(text).is_err(), "{text}");
    }
}
