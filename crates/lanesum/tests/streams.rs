//! Streams on many threads: every digest is that of `hash`.
#![cfg(feature = "std")]

use lanesum::streams::{Pool, Stream};
use lanesum::{Algorithm, hash};
use proptest::prelude::*;
use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Barrier, LazyLock};
use std::thread;

/// A generator of its own for each thread (S. Vigna's SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// 1 byte to 1 MiB, each magnitude as often.
    fn piece_len(&mut self) -> usize {
        let magnitude: usize = 1 << self.below(21);
        magnitude - self.below(magnitude.div_ceil(2))
    }
}

/// The bytes that every thread takes its messages from.
static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut random = Random(7);
    (0..(3 << 20) / 8).flat_map(|_| random.next().to_le_bytes()).collect()
});

/// Hashes a message of `len` bytes at most in random pieces, each of them out
/// of one buffer that is overwritten as soon as it is free.
fn message(stream: &mut Stream, bytes: &[u8], len: usize, random: &mut Random) {
    let len = random.below(len) + 1;
    let start = random.below(bytes.len() - len);
    let message = &bytes[start..][..len];
    let mut buffer = Vec::new();
    let mut rest = message;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(random.piece_len().min(rest.len()));
        buffer.clear();
        buffer.extend_from_slice(piece);
        stream.update(&buffer);
        buffer.fill(0xaa);
        rest = after;
    }
    assert_eq!(stream.finalize(), hash(stream.algorithm(), message), "{len} bytes from {start}");
    stream.reset();
}

/// So many threads that all begin at once, each with a few streams one after
/// the other, some of which are dropped in the middle of a message.
fn crowd(algorithm: Algorithm, threads: usize, len: usize) {
    let bytes = BYTES.as_slice();
    let pool = Pool::new(algorithm);
    let start = &Barrier::new(threads);
    thread::scope(|scope| {
        for i in 0..threads {
            let pool = pool.clone();
            scope.spawn(move || {
                let mut random = Random(i as u64);
                start.wait();
                for _ in 0..3 {
                    let mut stream = pool.stream();
                    for _ in 0..2 {
                        message(&mut stream, bytes, len, &mut random);
                    }
                    stream.update(&bytes[..random.piece_len()]);
                }
            });
        }
    });
    let stats = pool.stats();
    assert!(stats.bytes() + stats.alone_bytes() > 0);
    assert!(stats.rounds() == 0 || stats.lanes() >= 1.0);
}

/// Each piece in a buffer of its own, that is gone once `update` returns. So few
/// bytes that Miri gets through them: see CONTRIBUTING.md.
#[test]
fn pieces_that_are_gone() {
    const PIECE: usize = 4 << 10;
    let message: Vec<u8> = (0..2 * PIECE).map(|i| (i % 251) as u8).collect();
    let expected = hash(Algorithm::Md5, &message);
    let pool = Pool::new(Algorithm::Md5);
    thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| {
                let mut stream = pool.stream();
                for piece in message.chunks(PIECE) {
                    let piece = piece.to_vec();
                    stream.update(&piece);
                }
                assert_eq!(stream.finalize(), expected);
            });
        }
    });
    let stats = pool.stats();
    assert_eq!(stats.bytes() + stats.alone_bytes(), 6 * message.len() as u64);
    // Elsewhere one thread may be done before the next begins.
    assert!(stats.rounds() > 0 || !cfg!(miri), "{stats:?}");
}

#[test]
fn one_thread() {
    for algorithm in Algorithm::ALL {
        crowd(algorithm, 1, 100_000);
    }
}

#[test]
fn two_threads() {
    crowd(Algorithm::Md5, 2, 2 << 20);
    crowd(Algorithm::Sha256, 2, 2 << 20);
}

#[test]
fn sixteen_threads() {
    for algorithm in Algorithm::ALL {
        crowd(algorithm, 16, 128 << 10);
    }
}

#[test]
fn sixty_four_threads() {
    crowd(Algorithm::Md5, 64, 512 << 10);
    crowd(Algorithm::Sha256, 64, 512 << 10);
    crowd(Algorithm::Blake2b(lanesum::blake2::DigestLength::MAX), 64, 256 << 10);
}

#[test]
fn five_hundred_threads() {
    crowd(Algorithm::Md5, 500, 64 << 10);
}

/// Many threads do share lanes, where there are more than a few for each core that are at it
/// at once, with large pieces and with small ones: so each begins in the first moment that it
/// runs, once all are there. A machine that runs them one after the other nevertheless gets
/// another try.
fn lanes_are_shared(piece: usize) {
    let threads = 16 * thread::available_parallelism().map_or(4, usize::from);
    let bytes = BYTES.as_slice();
    let pool = Pool::new(Algorithm::Md5);
    let expected = hash(Algorithm::Md5, &bytes.repeat(8));
    // Without lanes, three in a row gain enough on some CPUs only.
    let portable = std::env::var("LANESUM_ISA").is_ok_and(|isa| isa == "portable");
    for tries in 1.. {
        let there = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    let mut stream = pool.stream();
                    there.fetch_add(1, Ordering::Relaxed);
                    while there.load(Ordering::Relaxed) < threads {
                        thread::yield_now();
                    }
                    for piece in (0..8).flat_map(|_| bytes.chunks(piece)) {
                        stream.update(piece);
                    }
                    assert_eq!(stream.finalize(), expected);
                });
            }
        });
        let stats = pool.stats();
        assert_eq!(stats.bytes() + stats.alone_bytes(), (tries * threads * 8 * bytes.len()) as u64);
        if stats.lanes() >= 2.0 || portable && stats.rounds() == 0 {
            break;
        }
        assert!(tries < 10, "{stats:?}");
    }
}

#[test]
fn large_pieces_share_lanes() {
    lanes_are_shared(256 << 10);
    lanes_are_shared(32 << 10);
}

#[test]
fn small_pieces_share_lanes() {
    lanes_are_shared(1000);
    lanes_are_shared(50);
}

/// Hundreds of streams, each with a piece that it may only gather: they are asked for a digest
/// in the middle of it, told more, and begun anew. There are more than there are buffers.
#[test]
fn gathered_pieces() {
    let bytes = BYTES.as_slice();
    let streams = 100 * thread::available_parallelism().map_or(4, usize::from);
    for algorithm in [Algorithm::Md5, Algorithm::Sha512] {
        let pool = Pool::new(algorithm);
        let mut all: Vec<_> = (0..streams).map(|_| pool.stream()).collect();
        for round in 0..3 {
            let len = |i: usize, pieces: usize| pieces * (i * 97 % 3000 + round);
            for pieces in 1..=3 {
                for (i, stream) in all.iter_mut().enumerate() {
                    stream.update(&bytes[len(i, pieces - 1)..len(i, pieces)]);
                    assert_eq!(stream.message_len(), len(i, pieces) as u64);
                }
                for (i, stream) in all.iter().enumerate() {
                    let expected = hash(algorithm, &bytes[..len(i, pieces)]);
                    assert_eq!([stream.finalize(), stream.finalize()], [expected; 2]);
                }
            }
            all.iter_mut().for_each(|stream| _ = stream.reset());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// What a stream is, beside sharing lanes: a hasher.
    #[test]
    fn a_stream_is_a_hasher(pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..300), 0..20)) {
        for algorithm in Algorithm::ALL {
            let pool = Pool::new(algorithm);
            let mut stream = pool.stream();
            drop(pool);
            let mut so_far = Vec::new();
            for piece in &pieces {
                stream.write_all(piece).unwrap();
                so_far.extend_from_slice(piece);
                prop_assert_eq!(stream.finalize(), hash(algorithm, &so_far));
            }
            stream.reset();
            prop_assert_eq!(stream.finalize(), hash(algorithm, b""));
        }
    }
}
