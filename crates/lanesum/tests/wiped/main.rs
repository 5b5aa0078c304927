//! With the feature `zeroize`: once a value is dropped, its keys and states are
//! neither where it lay nor in memory that it gave back.

#![cfg(feature = "zeroize")]

mod watch;

use lanesum::aeshash::Schedule;
use lanesum::bao::{Apart, Decoder, Encoder, Format, Layout, Reader, SliceReader};
use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::blake3::{self, Mode};
use lanesum::lemac::LeMac;
use lanesum::streams::Pool;
use lanesum::{Algorithm, Hasher, finalize_many, hash_many, update_many};
use reference::aes::aes128;
use std::mem::ManuallyDrop;
use watch::{Left, left};
use zeroize::Zeroize;

/// No bytes of it are those of anything else.
const KEY: [u8; 32] = *b"\xd1\x0e\xb7\x93\x5a\xc4\x68\xf2\x1d\x8b\x37\xe9\x42\xa6\x7c\x95\
\x0b\xfe\x61\xd8\x2f\x9a\xc3\x54\xe7\x16\x8d\xb9\x70\x4a\xec\x35";

/// A message in which no 8 bytes come twice: a byte of each number of SplitMix64.
fn message(len: usize) -> Vec<u8> {
    let byte = |i: u64| {
        let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ x >> 31) as u8
    };
    (0..len as u64).map(byte).collect()
}

/// Nothing of the secrets, and of the value no more than its lengths, pointers and
/// the like: a state has eight words or more.
#[track_caller]
fn assert_wiped<T>(what: &str, secrets: &[&[u8]], make: impl FnOnce() -> T) {
    let left = left(secrets, make);
    assert!(left.in_place == 0 && left.freed == 0 && left.words < 8, "{what}: {left:?}");
}

#[test]
fn what_is_not_wiped_is_seen() {
    assert_eq!(left(&[&KEY], || KEY), Left { before: 4, in_place: 4, freed: 0, words: 4 });
    assert_eq!(left(&[&KEY], || KEY.to_vec()).freed, 4);
    let grown = left(&[&KEY], || {
        let mut bytes = KEY.to_vec();
        bytes.reserve_exact(1);
        ManuallyDrop::new(bytes)
    });
    assert_eq!(grown.freed, 4);
}

#[test]
fn keys_of_blake2() {
    let of_b = || blake2b::Params::new().key(&KEY).unwrap();
    let of_s = || blake2s::Params::new().key(&KEY).unwrap();
    let of_bp = || blake2bp::Params::new().key(&KEY).unwrap();
    let of_sp = || blake2sp::Params::new().key(&KEY).unwrap();
    assert_wiped("blake2b::Params", &[&KEY], of_b);
    assert_wiped("blake2s::Params", &[&KEY], of_s);
    assert_wiped("blake2bp::Params", &[&KEY], of_bp);
    assert_wiped("blake2sp::Params", &[&KEY], of_sp);
    assert_wiped("blake2b::State", &[&KEY], || blake2b::State::new(&of_b()));
    assert_wiped("blake2s::State", &[&KEY], || blake2s::State::new(&of_s()));
    assert_wiped("blake2bp::State", &[&KEY], || blake2bp::State::new(&of_bp()));
    assert_wiped("blake2sp::State", &[&KEY], || blake2sp::State::new(&of_sp()));
}

#[test]
fn states_of_blake2() {
    let message = message(5000);
    macro_rules! of {
        ($hash:ident) => {
            assert_wiped(stringify!($hash), &[&message[4000..]], || {
                let params = $hash::Params::new().key(&KEY[..]).unwrap();
                let mut state = $hash::State::new(&params);
                state.update(&message[..4950]).update(&message[4950..]);
                state
            });
        };
    }
    of!(blake2b);
    of!(blake2s);
    of!(blake2bp);
    of!(blake2sp);
}

/// The key block is in a lane's tail, the digest's words are in the lanes' states.
#[test]
fn lanes_of_blake2() {
    let messages: Vec<_> = (0..40).map(|i| message(100 * i)).collect();
    let params = blake2b::Params::new().key(&KEY).unwrap();
    let jobs: Vec<_> = messages.iter().map(|message| (&params, message)).collect();
    let digests = blake2b::hash_many(&jobs);
    let mut secrets: Vec<_> = digests.iter().map(|digest| digest.as_bytes()).collect();
    secrets.push(&KEY);
    assert_wiped("blake2b::hash_many", &secrets, || ManuallyDrop::new(blake2b::hash_many(&jobs)));

    let params = blake2bp::Params::new().key(&KEY).unwrap();
    let jobs: Vec<_> = messages.iter().map(|message| (&params, message)).collect();
    let digests = blake2bp::hash_many(&jobs);
    let mut secrets: Vec<_> = digests.iter().map(|digest| digest.as_bytes()).collect();
    secrets.push(&KEY);
    assert_wiped("blake2bp::hash_many", &secrets, || ManuallyDrop::new(blake2bp::hash_many(&jobs)));
}

#[test]
fn blake3_in_pieces() {
    let message = message(150_000);
    let mode = Mode::keyed(&KEY);
    // A chunk's chaining value is on the stack for as long as it is the last one.
    let values = [32, 64, 96, 128].map(|n| {
        let start = (n - 32) << 10;
        *mode.subtree(start as u64, &message[start..n << 10]).unwrap().chaining_value()
    });
    let mut secrets: Vec<&[u8]> = vec![&KEY, &message[..1024], &message[message.len() - 1024..]];
    secrets.extend(values.iter().map(|value| &value[..]));
    for piece in [100, 1024, 5000, 40_000] {
        assert_wiped("blake3::Hasher", &secrets, || {
            let mut hasher = blake3::Hasher::new_keyed(&KEY);
            for piece in message.chunks(piece) {
                hasher.update(piece);
            }
            hasher
        });
    }
    let mut whole = blake3::Hasher::new_keyed(&KEY);
    whole.update(&message[..96 << 10]);
    assert_wiped("a clone", &secrets, || {
        let mut hasher = whole.clone();
        hasher.update(&message[96 << 10..]);
        hasher
    });
    assert_wiped("after a reset", &secrets, || {
        let mut hasher = blake3::Hasher::new_keyed(&KEY);
        hasher.update(&message).reset();
        hasher
    });
    assert_wiped("derived", &[&message[..1024]], || {
        let mut hasher = blake3::Hasher::new_derive_key("of the test");
        hasher.update(&message[..1024]);
        hasher
    });
}

#[test]
fn extended_output() {
    let message = message(2048);
    let mode = Mode::keyed(&KEY);
    let halves = [(0, &message[..1024]), (1024, &message[1024..])];
    let [left, right] = halves.map(|(start, half)| *mode.subtree(start, half).unwrap().chaining_value());
    assert_wiped("of two chunks", &[&KEY, &left, &right], || {
        blake3::Hasher::new_keyed(&KEY).update(&message).finalize_xof()
    });
    assert_wiped("of a block", &[&KEY, &message[..64]], || {
        blake3::Hasher::new_keyed(&KEY).update(&message[..64]).finalize_xof()
    });
}

/// The chaining values of the chunks wait for their trees.
#[test]
fn lanes_of_blake3() {
    let mode = Mode::keyed(&KEY);
    let messages: Vec<_> = (0..40).map(|i| message(600 * i)).collect();
    let values: Vec<_> = messages
        .iter()
        .filter(|message| message.len() > 1024)
        .map(|message| *mode.subtree(0, &message[..1024]).unwrap().chaining_value())
        .collect();
    let mut secrets: Vec<_> = values.iter().map(|value| &value[..]).collect();
    // The end of a message is in a lane's tail.
    secrets.extend(messages.iter().map(|message| &message[message.len() - message.len() % 64..]));
    secrets.push(&KEY);
    assert_wiped("Mode::hash_many", &secrets, || ManuallyDrop::new(mode.hash_many(&messages)));
}

#[test]
fn lemac() {
    let (key, nonce): ([u8; 16], [u8; 16]) = (*KEY.first_chunk().unwrap(), [0; 16]);
    // All that a key becomes is a counter, encrypted.
    let secrets: Vec<_> = (0..27)
        .map(|i| {
            let mut counter = [0; 16];
            counter[0] = i;
            aes128(key, counter)
        })
        .collect();
    let message = message(1000);
    let mut secrets: Vec<_> = secrets.iter().map(|secret| &secret[..]).collect();
    secrets.extend([&key[..], &message[960..]]);
    assert_wiped("LeMac", &secrets, || LeMac::new(&key, &nonce));
    // Its state is in a box.
    let left = left(&secrets, || {
        let mut hasher = LeMac::new(&key, &nonce).hasher();
        hasher.update(&message);
        hasher.reset();
        hasher.update(&message);
        hasher
    });
    assert_eq!(left.freed, 0, "its hasher: {left:?}");
}

/// All but the checksums and the fast hashes, and a message for each: nothing of
/// the one before is left on the stack.
fn cryptographic() -> impl Iterator<Item = (Algorithm, Vec<u8>)> {
    use Algorithm::{Adler32, Crc32, Crc32c, Crc64Nvme, Rapidhash, Xxh3_64, Xxh3_128, Xxh64};
    let others = [Adler32, Crc32, Crc32c, Crc64Nvme, Rapidhash, Xxh64, Xxh3_64, Xxh3_128];
    let all = Algorithm::ALL.into_iter().enumerate();
    let ours = all.filter(move |(_, algorithm)| !others.contains(algorithm));
    ours.map(|(i, algorithm)| (algorithm, message(100 * i + 3000)[100 * i..].to_vec()))
}

#[test]
fn hashers() {
    for (algorithm, message) in cryptographic() {
        let held = &message[message.len() - 32..];
        let left = left(&[held], || {
            let mut hasher = Hasher::new(algorithm);
            hasher.update(&message[..2990]);
            hasher.update(&message[2990..]);
            hasher
        });
        // Words that stay are no message's: a hasher has room for the largest state, and
        // behind a smaller one that room holds what was on the stack.
        assert!(left.in_place == 0 && left.freed == 0, "{algorithm}: {left:?}");
    }
}

#[cfg(feature = "digest")]
#[test]
fn types_of_rust_crypto() {
    fn of<D: lanesum::AssociatedAlgorithm + lanesum::rust_crypto::digest::Digest>(room: usize) {
        let message = message(3000 + room)[room..].to_vec();
        let left = left(&[&message[2968..]], || {
            let mut hasher = D::new();
            hasher.update(&message[..2990]);
            hasher.update(&message[2990..]);
            hasher
        });
        assert!(left.in_place == 0 && left.freed == 0, "{}: {left:?}", D::ALGORITHM);
    }
    of::<lanesum::Md5>(0);
    of::<lanesum::Sha1>(100);
    of::<lanesum::Sha256>(200);
    of::<lanesum::Sha512>(300);
    of::<lanesum::Sm3>(400);
    of::<lanesum::Sha3_256>(500);
    of::<lanesum::Blake2b>(600);
    of::<lanesum::Blake3>(700);
}

#[test]
fn many_hashers() {
    for (algorithm, message) in cryptographic() {
        // What the lanes' tails held of the messages' ends.
        assert_wiped(algorithm.name(), &[&message[2968..]], || {
            let mut hashers = vec![Hasher::new(algorithm); 20];
            update_many(&mut hashers.iter_mut().map(|hasher| (hasher, &message[..])).collect::<Vec<_>>());
            let digests = finalize_many(&hashers.iter().collect::<Vec<_>>());
            (hashers, ManuallyDrop::new(digests))
        });
    }
}

/// Pieces that a stream gathers, of which a buffer may be dropped with it or go back to its pool.
#[test]
fn streams() {
    // More than a few for each core.
    let others = 100 * std::thread::available_parallelism().map_or(4, usize::from);
    for (algorithm, message) in cryptographic() {
        let (piece, held) = message.split_at(1000);
        let left = left(&[&held[..32]], || {
            let pool = Pool::new(algorithm);
            let streams: Vec<_> = (0..others).map(|_| pool.stream()).collect();
            let mut stream = pool.stream();
            stream.update(piece).update(held);
            (stream, streams)
        });
        assert!(left.in_place == 0 && left.freed == 0, "{algorithm}: {left:?}");
    }
}

/// They are copied to where lanes read them.
#[test]
fn short_messages() {
    for (algorithm, message) in cryptographic() {
        let messages: Vec<_> = (0..300).map(|i| &message[i..][..64 + i % 100]).collect();
        // What the lanes read last, and what they read before.
        for held in [&message[330..362], &message[100..132]] {
            assert_wiped(algorithm.name(), &[held], || ManuallyDrop::new(hash_many(algorithm, &messages)));
        }
    }
}

/// One key fewer is in the place than before. Some of the key may be left: unused
/// room of a state has what was on the stack.
#[track_caller]
fn assert_a_key_less<T>(what: &str, make: impl FnOnce() -> T) {
    let left = left(&[&KEY], make);
    assert!(left.before >= left.in_place + KEY.len() / 8 && left.freed == 0, "{what}: {left:?}");
}

#[test]
fn bao_under_a_key() {
    let format = Format::BAO.with_mode(Mode::keyed(&KEY));
    let message = message(10_000);
    let (hash, encoded) = format.encode(&message);
    let (_, outboard) = format.outboard(&message);
    assert_a_key_less("Decoder", || Decoder::of_encoding(format, &hash, &[const { 0..5000 }]));
    assert_a_key_less("Encoder", || Encoder::new(format, Layout::Combined, 10_000).unwrap());
    assert_a_key_less("Reader", || Reader::new(format, &hash, &encoded[..]));
    assert_a_key_less("SliceReader", || {
        SliceReader::new(format, Apart::new(&outboard, &message), &[const { 0..5000 }])
    });
}

/// What can be copied is wiped by whoever holds it.
#[test]
fn by_hand() {
    let mut mode = Mode::keyed(&KEY);
    mode.zeroize();
    assert_eq!(mode.hash(b"abc"), Mode::keyed(&[0; 32]).hash(b"abc"));
    let mut format = Format::BAO.with_mode(Mode::keyed(&KEY));
    format.zeroize();
    assert_eq!(format.hash(b"abc"), mode.hash(b"abc"));
    let mut subtree = mode.subtree(0, b"abc").unwrap();
    subtree.zeroize();
    assert_eq!(subtree.chaining_value(), &[0; 32]);
    let mut schedule = Schedule::new(std::array::from_fn(|i| i as u8 + 1));
    schedule.zeroize();
    assert_eq!(schedule.go_amd64(7, b"abc"), Schedule::new([0; 128]).go_amd64(7, b"abc"));
    let mut digest = lanesum::hash(Algorithm::Md5, b"abc");
    digest.zeroize();
    assert_eq!(digest.as_bytes(), [0; 16]);
    let mut hash = blake3::hash(b"abc");
    hash.zeroize();
    assert_eq!(hash.as_bytes(), &[0; 32]);
}
