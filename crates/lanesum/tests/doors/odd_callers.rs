//! Callers whose messages answer another length each time they are asked, and
//! those who ask for what no memory can hold.

use lanesum::blake2::{blake2b, blake2bp, blake2s, blake2sp};
use lanesum::lemac::LeMac;
use lanesum::{
    Algorithm, Digest, blake3, hash, hash_many, hash_many_into, par_hash_many, par_hash_many_into,
};
use std::borrow::Borrow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Enough bytes for twenty blocks of any algorithm.
static BYTES: [u8; 4096] = [7; 4096];

/// The lengths that a message answers, in turn: more blocks, and fewer, and none.
const LENGTHS: [usize; 4] = [1000, 2561, 0, 64];

/// A message that answers another length each time.
struct Fickle {
    first: usize,
    asked: AtomicUsize,
}

impl AsRef<[u8]> for Fickle {
    fn as_ref(&self) -> &[u8] {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        &BYTES[..LENGTHS[(self.first + asked) % LENGTHS.len()]]
    }
}

fn messages() -> Vec<Fickle> {
    (0..40).map(|i| Fickle { first: i * i / 3, asked: AtomicUsize::new(0) }).collect()
}

/// The digests must be those of the first answers, each asked for once. What does
/// not come to an end fails as well.
fn check(
    name: String,
    hash_many: impl Fn(&[Fickle]) -> Vec<Digest> + Send + 'static,
    hash: impl Fn(&[u8]) -> Digest,
) {
    let (send, done) = mpsc::channel();
    thread::spawn(move || {
        let messages = messages();
        let digests = hash_many(&messages);
        let asked: Vec<_> = messages.iter().map(|m| m.asked.load(Ordering::Relaxed)).collect();
        _ = send.send((digests, asked));
    });
    let (digests, asked) =
        done.recv_timeout(Duration::from_secs(600)).unwrap_or_else(|e| panic!("{name}: {e}"));
    assert!(asked.iter().all(|&asked| asked == 1), "{name} asks {asked:?} times");
    let expected: Vec<_> = messages().iter().map(|m| hash(m.as_ref())).collect();
    assert_eq!(digests, expected, "{name}");
}

fn packed(digests: &[u8], algorithm: Algorithm) -> Vec<Digest> {
    digests.chunks(algorithm.digest_len()).map(|d| Digest::from_bytes(d).expect("a digest")).collect()
}

#[test]
fn a_message_is_asked_once() {
    for algorithm in Algorithm::ALL {
        let len = algorithm.digest_len();
        let one = |message: &[u8]| hash(algorithm, message);
        check(format!("hash_many {algorithm}"), move |m| hash_many(algorithm, m), one);
        check(format!("par_hash_many {algorithm}"), move |m| par_hash_many(algorithm, m), one);
        let into = move |m: &[Fickle]| {
            let mut digests = vec![0; m.len() * len];
            hash_many_into(algorithm, m, &mut digests).expect("the room is right");
            packed(&digests, algorithm)
        };
        check(format!("hash_many_into {algorithm}"), into, one);
        let into = move |m: &[Fickle]| {
            let mut digests = vec![0; m.len() * len];
            par_hash_many_into(algorithm, m, &mut digests).expect("the room is right");
            packed(&digests, algorithm)
        };
        check(format!("par_hash_many_into {algorithm}"), into, one);
    }
    check(
        "blake3::hash_many".into(),
        |m| blake3::hash_many(m).into_iter().map(Into::into).collect(),
        |message| blake3::hash(message).into(),
    );
    let lemac = LeMac::new(b"sixteen byte key", &[0; 16]);
    let key = lemac.clone();
    check("LeMac::hash_many".into(), move |m| key.hash_many(m), |message| lemac.hash(message));
}

/// Parameters that are others each time: with a key, which is a block more, and without.
struct FickleParams<P>([P; 2], AtomicUsize);

impl<P> Borrow<P> for FickleParams<P> {
    fn borrow(&self) -> &P {
        &self.0[self.1.fetch_add(1, Ordering::Relaxed) % 2]
    }
}

#[test]
fn parameters_are_asked_once() {
    macro_rules! check {
        ($hash:ident) => {
            let params = [$hash::Params::new(), $hash::Params::new().key(b"a key").expect("it fits")];
            let plain = params[0].clone();
            let jobs = move |messages: &[Fickle]| {
                let jobs: Vec<_> = messages
                    .iter()
                    .map(|message| (FickleParams(params.clone(), AtomicUsize::new(0)), message))
                    .collect();
                $hash::hash_many(&jobs)
            };
            let one = |message: &[u8]| $hash::hash(&plain, message);
            check(concat!(stringify!($hash), "::hash_many").into(), jobs, one);
        };
    }
    check!(blake2b);
    check!(blake2s);
    check!(blake2bp);
    check!(blake2sp);
}

/// So many messages that their digests have more bytes than there are addresses.
#[test]
fn room_for_more_digests_than_there_is_memory() {
    static EMPTY: [[u8; 0]; usize::MAX] = [[]; usize::MAX];
    for error in
        [hash_many_into(Algorithm::Md5, &EMPTY, &mut []), par_hash_many_into(Algorithm::Md5, &EMPTY, &mut [])]
    {
        let needed = usize::MAX as u128 * 16;
        let said = error.expect_err("there is no room").to_string();
        assert_eq!(said, format!("{} digests of 16 bytes need {needed}, not 0 bytes", usize::MAX));
    }
}
