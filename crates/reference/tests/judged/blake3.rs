//! BLAKE3 held to the `blake3` crate: every length around the ends of blocks and chunks, trees of
//! every shape up to 17 chunks, each mode, and output from any offset on.

use reference::blake3::{CHUNK_LEN, Mode, hash, parent, subtree};

const KEY: &[u8; 32] = b"whats the Elvish word for friend";
const CONTEXT: &str = "lanesum 2024-01-01 reference test";

fn message(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i % 251) as u8).collect()
}

fn check(message: &[u8]) {
    for (mode, mut theirs) in [
        (Mode::HASH, blake3::Hasher::new()),
        (Mode::keyed_hash(KEY), blake3::Hasher::new_keyed(KEY)),
        (Mode::derive_key(CONTEXT.as_bytes()), blake3::Hasher::new_derive_key(CONTEXT)),
    ] {
        let expected = theirs.update(message).finalize();
        assert_eq!(hash(mode, message, 0, 32), expected.as_bytes(), "{mode:?}, {} bytes", message.len());
    }
}

#[test]
fn every_length_of_a_few_blocks() {
    for len in 0..=4 * 64 {
        check(&message(len));
    }
}

#[test]
fn lengths_around_every_chunk() {
    for chunks in 1..=17 {
        for len in chunks * CHUNK_LEN - 66..=chunks * CHUNK_LEN + 66 {
            check(&message(len));
        }
    }
}

#[test]
fn output_at_any_offset() {
    for len in [0, 1, 64, 1024, 1025, 5000] {
        let message = message(len);
        let mut theirs = blake3::Hasher::new();
        theirs.update(&message);
        let mut reader = theirs.finalize_xof();
        // The last two: the counter of output blocks passes 32 bits, and ends.
        for seek in [0, 1, 31, 63, 64, 65, 1000, (1 << 38) - 100, u64::MAX - 300] {
            for out_len in [0, 1, 32, 63, 64, 65, 200] {
                let mut expected = vec![0; out_len];
                reader.set_position(seek);
                reader.fill(&mut expected);
                assert_eq!(hash(Mode::HASH, &message, seek, out_len), expected, "{len} {seek} {out_len}");
            }
        }
    }
}

/// A subtree anywhere in a message, chunk counters past 32 bits too, and a parent over two.
#[test]
fn subtrees() {
    use blake3::hazmat::{HasherExt, Mode as TheirMode, merge_subtrees_non_root};
    let of_chunks = |chunk: u64, message: &[u8]| {
        blake3::Hasher::new().set_input_offset(chunk * 1024).update(message).finalize_non_root()
    };
    for first in [8, 1 << 20, (1 << 32) - 8, 1 << 32, 1 << 50] {
        for len in [1, 64, 65, 1024, 1025, 4096, 8191, 8192] {
            let message = message(len);
            let got = subtree(Mode::HASH, &message, first).chaining_value();
            assert_eq!(got, of_chunks(first, &message), "{first} {len}");
        }
    }
    let (left, right) = (of_chunks(0, &message(1024)), of_chunks(1, &message(10)));
    assert_eq!(
        parent(Mode::HASH, &left, &right).chaining_value(),
        merge_subtrees_non_root(&left, &right, TheirMode::Hash)
    );
}
