//! The doors that every algorithm has.

use crate::check::{Door, Open};
use crate::pages::{Pages, Side};
use lanesum::streams::Pool;
use lanesum::{
    Algorithm, Digest, Hasher, finalize_many, hash, hash_many, hash_many_into, par_hash_many,
    par_hash_many_into, update_many,
};
use std::thread;

/// Many messages at once.
pub(crate) const MANY: [Open; 2] = [
    Door { name: "hash_many", run: |algorithm, messages, _| digests(hash_many(algorithm, messages)) },
    Door {
        name: "hash_many_into",
        run: |algorithm, messages, side| {
            into(|a, m, out| hash_many_into(a, m, out), algorithm, messages, side)
        },
    },
];

/// All but those that want threads.
pub(crate) const ALL: [Open; 8] = [
    Door {
        name: "hash",
        run: |algorithm, messages, _| digests(messages.iter().map(|message| hash(algorithm, message))),
    },
    MANY[0],
    MANY[1],
    Door { name: "par_hash_many", run: |algorithm, messages, _| digests(par_hash_many(algorithm, messages)) },
    Door {
        name: "par_hash_many_into",
        run: |algorithm, messages, side| {
            into(|a, m, out| par_hash_many_into(a, m, out), algorithm, messages, side)
        },
    },
    Door { name: "Hasher", run: hasher },
    Door { name: "Hasher, pieces", run: pieces },
    Door { name: "update_many, finalize_many", run: many_hashers },
];

/// A thread for each message.
pub(crate) const STREAMS: [Open; 1] = [Door { name: "streams", run: streams }];

pub(crate) fn digests(digests: impl IntoIterator<Item = Digest>) -> Vec<Vec<u8>> {
    digests.into_iter().map(|digest| digest.as_bytes().to_vec()).collect()
}

fn into<E: std::fmt::Debug>(
    hash_many: impl Fn(Algorithm, &[&[u8]], &mut [u8]) -> Result<(), E>,
    algorithm: Algorithm,
    messages: &[&[u8]],
    side: Side,
) -> Vec<Vec<u8>> {
    let len = algorithm.digest_len();
    let mut pages = Pages::new(1, messages.len() * len);
    let mut rooms = pages.rooms([messages.len() * len], side);
    hash_many(algorithm, messages, rooms[0]).expect("the room is right");
    rooms[0].chunks(len).map(<[u8]>::to_vec).collect()
}

/// A message at once, and nothing behind it.
fn hasher(algorithm: Algorithm, messages: &[&[u8]], _: Side) -> Vec<Vec<u8>> {
    let one = |message: &&[u8]| {
        let mut hasher = Hasher::new(algorithm);
        hasher.update(message);
        hasher.finalize()
    };
    digests(messages.iter().map(one))
}

/// Where a message is cut in two: within a block, between blocks, at its ends.
pub(crate) fn cut(i: usize, message: &[u8]) -> (&[u8], &[u8]) {
    message.split_at([0, 1, 63, 64, 65, 128, 200, usize::MAX][i % 8].min(message.len()))
}

/// Two pieces, each next to a page of its own.
fn pieces(algorithm: Algorithm, messages: &[&[u8]], side: Side) -> Vec<Vec<u8>> {
    let mut pages = Pages::new(2, messages.iter().map(|message| message.len()).max().unwrap_or(0));
    let one = |(i, message): (usize, &&[u8])| {
        let (first, second) = cut(i, message);
        let mut hasher = Hasher::new(algorithm);
        for piece in pages.put(&[first, second], side) {
            hasher.update(piece);
        }
        hasher.finalize()
    };
    digests(messages.iter().enumerate().map(one))
}

fn many_hashers(algorithm: Algorithm, messages: &[&[u8]], _: Side) -> Vec<Vec<u8>> {
    let mut hashers = vec![Hasher::new(algorithm); messages.len()];
    for second in [false, true] {
        let piece = |(i, message)| {
            let pieces = cut(i, message);
            if second { pieces.1 } else { pieces.0 }
        };
        let pieces = messages.iter().copied().enumerate().map(piece);
        update_many(&mut hashers.iter_mut().zip(pieces).collect::<Vec<_>>());
    }
    digests(finalize_many(&hashers.iter().collect::<Vec<_>>()))
}

fn streams(algorithm: Algorithm, messages: &[&[u8]], _: Side) -> Vec<Vec<u8>> {
    let pool = Pool::new(algorithm);
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for &message in messages {
            let mut stream = pool.stream();
            threads.push(scope.spawn(move || {
                stream.update(message);
                stream.finalize()
            }));
        }
        digests(threads.into_iter().map(|thread| thread.join().expect("a stream does not panic")))
    })
}
