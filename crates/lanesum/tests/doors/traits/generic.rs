//! Programs that are generic over the traits, with our types.

use super::{bytes, for_each_hash};
use digest::block_api::{Buffer, CoreProxy, EagerHash, FixedOutputCore, UpdateCore};
use digest::typenum::{U16, U20, U28, U32, Unsigned};
use digest::{CollisionResistance, Digest, DynDigest, FixedOutputReset, Reset};
use lanesum::{Algorithm, AssociatedAlgorithm, Shorter};
use std::fmt::Debug;
use std::io::Write;

/// What a program may ask of a cryptographic hash, at most.
fn digests<D>(message: &[u8]) -> Vec<u8>
where
    D: Digest + Reset + FixedOutputReset + Clone + Debug + Default + Send + Sync + Write + 'static,
{
    let mut hasher = D::new_with_prefix(b"prefix");
    Digest::reset(&mut hasher);
    std::io::copy(&mut &message[..message.len() / 2], &mut hasher).expect("it is never an error");
    let rest = &message[message.len() / 2..];
    let forked = hasher.clone().chain_update(rest).finalize();
    Digest::update(&mut hasher, rest);
    assert!(format!("{hasher:?}").contains("len"), "{hasher:?}");
    let digest = hasher.finalize_reset();
    assert_eq!(digest, forked);
    assert_eq!(digest, D::digest(message));
    assert_eq!(hasher.chain_update(message).finalize(), digest);
    digest.to_vec()
}

#[test]
fn as_rust_cryptos_hashes() {
    macro_rules! each {
        ($ours:ty, $theirs:ty) => {
            for len in [0, 1, 63, 64, 65, 127, 128, 129, 10_000] {
                let message = bytes(len);
                assert_eq!(digests::<$ours>(&message), <$theirs>::digest(&message).to_vec());
            }
        };
    }
    for_each_hash!(each);
}

#[test]
fn others_take_digest_too() {
    fn check<D>()
    where
        D: Digest + FixedOutputReset + Clone + Debug + Default + Send + Sync + Write + 'static,
        D: AssociatedAlgorithm,
    {
        for len in [0, 1, 64, 128, 129, 10_000] {
            let message = bytes(len);
            assert_eq!(digests::<D>(&message), lanesum::hash(D::ALGORITHM, &message).as_bytes());
        }
    }
    check::<lanesum::Blake2b>();
    check::<lanesum::Blake2s>();
    check::<lanesum::Blake2bp>();
    check::<lanesum::Blake2sp>();
    check::<lanesum::Blake3>();
    check::<Shorter<lanesum::Blake2b, U32>>();
    check::<Shorter<lanesum::Blake2bp, U20>>();
    check::<Shorter<lanesum::Blake2s, U16>>();
    check::<Shorter<lanesum::Blake2s, U32>>();
    assert_eq!(<Shorter<lanesum::Blake2s, U32>>::ALGORITHM, lanesum::Blake2s::ALGORITHM);
    assert_eq!(Ok(<Shorter<lanesum::Blake2sp, U28>>::ALGORITHM), "blake2sp-224".parse());
}

/// Chosen when the program runs, checksums too.
#[test]
fn behind_a_pointer() {
    let hashers: [(Algorithm, Box<dyn DynDigest>); 4] = [
        (Algorithm::Crc32, Box::<lanesum::Crc32>::default()),
        (Algorithm::Xxh3_128, Box::<lanesum::Xxh3_128>::default()),
        (Algorithm::LeMac, Box::<lanesum::LeMac>::default()),
        (Algorithm::Sha512_224, Box::<lanesum::Sha512_224>::default()),
    ];
    for (algorithm, mut hasher) in hashers {
        hasher.update(b"mess");
        let mut forked = hasher.clone();
        forked.update(b"age");
        assert_eq!(*forked.finalize_reset(), *lanesum::hash(algorithm, b"message").as_bytes());
        assert_eq!(*forked.finalize(), *lanesum::hash(algorithm, b"").as_bytes());
        hasher.reset();
        hasher.update(b"another");
        assert_eq!(*hasher.finalize(), *lanesum::hash(algorithm, b"another").as_bytes());
    }
}

/// The core and the buffer of a message in the midst of it, and back.
#[test]
fn taken_apart() {
    fn check<D: EagerHash + CoreProxy<Core = <D as EagerHash>::Core>>()
    where
        <D as EagerHash>::Core: FixedOutputCore<OutputSize = D::OutputSize>,
    {
        let message = bytes(1000);
        let expected = D::digest(&message);
        for at in [0, 1, 63, 64, 65, 127, 128, 129, 256, 999, 1000] {
            let (first, rest) = message.split_at(at);
            let (mut core, mut buffer) = D::new_with_prefix(first).decompose();
            let composed = D::compose(core.clone(), buffer.clone());
            assert_eq!(composed.chain_update(rest).finalize(), expected, "{at}");

            buffer.digest_blocks(rest, |blocks| core.update_blocks(blocks));
            let mut digest = Default::default();
            core.finalize_fixed_core(&mut buffer, &mut digest);
            assert_eq!(digest, expected, "{at}");
            assert_eq!(buffer.get_pos(), 0);
        }
        let (core, buffer): (<D as EagerHash>::Core, Buffer<<D as EagerHash>::Core>) = Default::default();
        assert_eq!(D::compose(core, buffer).finalize(), D::digest(b""));
    }
    macro_rules! each {
        ($ours:ty, $theirs:ty) => {
            check::<$ours>();
        };
    }
    for_each_hash!(each);
}

#[test]
fn half_the_digest_resists_collisions() {
    fn check<D: Digest + CollisionResistance>() {
        assert_eq!(2 * D::CollisionResistance::USIZE, D::OutputSize::USIZE);
    }
    check::<lanesum::Sha224>();
    check::<lanesum::Sha256>();
    check::<lanesum::Sha512>();
    check::<lanesum::Blake2s>();
    check::<lanesum::Blake3>();
}
