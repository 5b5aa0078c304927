//! The front doors that all algorithms share.

use super::bytes;
use lanesum::{Algorithm, Hasher, finalize_many, hash, hash_many, update_many};

/// The four through the front doors that all algorithms share, with a few
/// digest lengths.
#[test]
fn front_doors() {
    let message = bytes(4000);
    let lengths = [0, 1, 64, 127, 128, 129, 512, 513, 1000, 4000];
    let messages: Vec<_> = lengths.iter().map(|&len| &message[..len]).collect();
    let mut checked = 0;
    for (name, max) in [("blake2b", 64), ("blake2s", 32), ("blake2bp", 64), ("blake2sp", 32)] {
        for digest_len in [1, 20, 32, max] {
            let algorithm: Algorithm = format!("{name}-{}", 8 * digest_len).parse().unwrap();
            assert_eq!(algorithm.digest_len(), digest_len);
            let digests = hash_many(algorithm, &messages);
            let mut hashers = vec![Hasher::new(algorithm); messages.len()];
            let halves = messages.iter().map(|message| message.split_at(message.len() / 3));
            let (first, second): (Vec<_>, Vec<_>) = halves.unzip();
            for half in [first, second] {
                update_many(&mut hashers.iter_mut().zip(half).collect::<Vec<_>>());
            }
            let finalized = finalize_many(&hashers.iter().collect::<Vec<_>>());
            for (i, message) in messages.iter().enumerate() {
                let expected = match name {
                    "blake2b" => {
                        let params =
                            reference::blake2b::Params { digest_length: digest_len, ..Default::default() };
                        reference::blake2b::hash(&params, message)
                    }
                    "blake2s" => {
                        let params =
                            reference::blake2s::Params { digest_length: digest_len, ..Default::default() };
                        reference::blake2s::hash(&params, message)
                    }
                    "blake2bp" => reference::blake2bp(digest_len, &[], message),
                    _ => reference::blake2sp(digest_len, &[], message),
                };
                for digest in [hash(algorithm, message), digests[i], finalized[i], hashers[i].finalize()] {
                    assert_eq!(digest.as_bytes(), expected, "{algorithm}, {} bytes", message.len());
                }
                assert_eq!(hashers[i].message_len(), message.len() as u64);
                hashers[i].reset();
                assert_eq!(hashers[i].finalize(), hash(algorithm, b""));
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 4 * 4 * lengths.len());
}

#[test]
fn names() {
    use Algorithm::{Blake2b, Blake2bp, Blake2s, Blake2sp};
    for bits in (8..=512).step_by(8) {
        for tree in ["", "p"] {
            let name = format!("blake2b{tree}-{bits}");
            let algorithm: Algorithm = name.parse().unwrap();
            assert_eq!(algorithm.digest_len(), bits / 8);
            let printed = if bits == 512 { format!("blake2b{tree}") } else { name };
            assert_eq!(algorithm.name(), printed);
            assert_eq!(printed.parse(), Ok(algorithm));
        }
        assert_eq!(format!("BLAKE2s-{bits}").parse::<Algorithm>().is_ok(), bits <= 256);
        assert_eq!(format!("blake2sp{bits}").parse::<Algorithm>().is_ok(), bits <= 256);
    }
    assert_eq!("BLAKE2b".parse(), Ok(Blake2b(Default::default())));
    assert_eq!("blake2s".parse(), Ok(Blake2s(Default::default())));
    assert_eq!("Blake2bp-512".parse(), Ok(Blake2bp(Default::default())));
    assert_eq!("blake2sp_256".parse(), Ok(Blake2sp(Default::default())));
    for name in [
        "blake2",
        "blake2b-0",
        "blake2b-12",
        "blake2b-520",
        "blake2b-+8",
        "blake2b-016",
        "blake2bpp",
        "blake2c",
    ] {
        assert!(name.parse::<Algorithm>().is_err(), "{name}");
    }
}
