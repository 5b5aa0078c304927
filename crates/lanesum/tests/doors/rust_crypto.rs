//! Random messages against the RustCrypto crates, which share no code with us.

use lanesum::sha3::Shake;
use lanesum::{Algorithm, hash, hash_many};
use proptest::prelude::*;
use sha2::Digest;
use shake::digest::{ExtendableOutput, Update};

/// Says `None` for an algorithm that other tests judge: BLAKE2, BLAKE3, the hashes on
/// AES rounds, and those of other crates.
fn rust_crypto(algorithm: Algorithm, message: &[u8]) -> Option<Vec<u8>> {
    Some(match algorithm {
        Algorithm::Md5 => md5::Md5::digest(message).to_vec(),
        Algorithm::Sha1 => sha1::Sha1::digest(message).to_vec(),
        Algorithm::Sha224 => sha2::Sha224::digest(message).to_vec(),
        Algorithm::Sha256 => sha2::Sha256::digest(message).to_vec(),
        Algorithm::Sha384 => sha2::Sha384::digest(message).to_vec(),
        Algorithm::Sha512 => sha2::Sha512::digest(message).to_vec(),
        Algorithm::Sha512_224 => sha2::Sha512_224::digest(message).to_vec(),
        Algorithm::Sha512_256 => sha2::Sha512_256::digest(message).to_vec(),
        Algorithm::Sha3_224 => sha3::Sha3_224::digest(message).to_vec(),
        Algorithm::Sha3_256 => sha3::Sha3_256::digest(message).to_vec(),
        Algorithm::Sha3_384 => sha3::Sha3_384::digest(message).to_vec(),
        Algorithm::Sha3_512 => sha3::Sha3_512::digest(message).to_vec(),
        Algorithm::Shake128 => shake_crate::<shake::Shake128>(message, 32),
        Algorithm::Shake256 => shake_crate::<shake::Shake256>(message, 64),
        Algorithm::Keccak256 => sha3::Keccak256::digest(message).to_vec(),
        Algorithm::Sm3 => sm3::Sm3::digest(message).to_vec(),
        Algorithm::Blake2b(_) | Algorithm::Blake2s(_) | Algorithm::Blake2bp(_) | Algorithm::Blake2sp(_) => {
            return None;
        }
        Algorithm::Blake3 | Algorithm::LeMac | Algorithm::NabHash => return None,
        single if single.kernels().is_empty() => return None,
        _ => panic!("{algorithm} has no judge: add it here, or to another test"),
    })
}

/// The first `len` bytes of a SHAKE's output.
fn shake_crate<X: Default + Update + ExtendableOutput>(message: &[u8], len: usize) -> Vec<u8> {
    let (mut state, mut output) = (X::default(), vec![0; len]);
    state.update(message);
    state.finalize_xof_into(&mut output);
    output
}

/// SHAKE's output in pieces of any lengths, over several blocks, of a message in
/// pieces.
#[test]
fn extended_output() {
    let message: Vec<u8> = (0..=255).cycle().take(1000).collect();
    for len in [0, 1, 135, 136, 137, 167, 168, 169, 336, 1000] {
        for (mut own, expected) in [
            (Shake::shake128(), shake_crate::<shake::Shake128>(&message[..len], 2000)),
            (Shake::shake256(), shake_crate::<shake::Shake256>(&message[..len], 2000)),
        ] {
            for piece in message[..len].chunks(67) {
                own.update(piece);
            }
            for step in [1, 7, 8, 64, 135, 136, 137, 168, 169, 2000] {
                let (mut reader, mut output) = (own.finalize_xof(), vec![0; 2000]);
                output.chunks_mut(step).for_each(|part| reader.fill(part));
                assert_eq!(output, expected, "{own:?} by {step}");
                assert_eq!(reader.position(), 2000);
            }
            own.reset();
            let (mut reader, mut other) = (own.finalize_xof(), own.clone().update(b"").finalize_xof());
            let [mut a, mut b] = [[0; 99]; 2];
            reader.fill(&mut a);
            other.fill(&mut b);
            assert_eq!(a, b);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn same_digests(messages in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..2000), 1..70)) {
        for algorithm in Algorithm::ALL {
            let Some(first) = rust_crypto(algorithm, &messages[0]) else { continue };
            let digest = hash(algorithm, &messages[0]);
            prop_assert_eq!(digest.as_bytes(), &first[..], "{}", algorithm);
            for (digest, message) in hash_many(algorithm, &messages).iter().zip(&messages) {
                let expected = rust_crypto(algorithm, message).unwrap_or_default();
                prop_assert_eq!(digest.as_bytes(), &expected[..], "{} of many", algorithm);
            }
        }
    }
}
