//! The doors of BLAKE3: keys, contexts, pieces, subtrees and extended output.

use crate::check::{Door, Own};
use crate::doors::cut;
use crate::pages::{Pages, Side};
use lanesum::blake3::subtree::left_len;
use lanesum::blake3::{self, Hash, Hasher, Mode};

pub(crate) const DOORS: [Own; 9] = [
    Door { name: "blake3::hash", run: |m, _| m.iter().map(|m| bytes(blake3::hash(m))).collect() },
    Door { name: "blake3::hash_many", run: |m, _| blake3::hash_many(m).into_iter().map(bytes).collect() },
    Door { name: "blake3::Mode::hash", run: |m, _| m.iter().map(|m| bytes(keyed().hash(m))).collect() },
    Door {
        name: "blake3::Mode::hash_many",
        run: |m, _| keyed().hash_many(m).into_iter().map(bytes).collect(),
    },
    Door {
        name: "blake3::derive_key",
        run: |m, _| m.iter().map(|m| blake3::derive_key("a context", m).to_vec()).collect(),
    },
    Door { name: "blake3::Hasher", run: |m, side| pieces(m, side, |hasher, piece| _ = hasher.update(piece)) },
    Door {
        name: "blake3::Hasher::par_update",
        run: |m, side| pieces(m, side, |hasher, piece| _ = hasher.par_update(piece)),
    },
    Door { name: "blake3::OutputReader", run: output },
    Door { name: "blake3::Mode::subtree", run: subtrees },
];

fn keyed() -> Mode {
    Mode::keyed(&[7; 32])
}

fn bytes(hash: Hash) -> Vec<u8> {
    hash.as_bytes().to_vec()
}

/// Two pieces, each next to a page of its own.
fn pieces(messages: &[&[u8]], side: Side, update: impl Fn(&mut Hasher, &[u8])) -> Vec<Vec<u8>> {
    let mut pages = Pages::new(2, messages.iter().map(|message| message.len()).max().unwrap_or(0));
    let one = |(i, message): (usize, &&[u8])| {
        let (first, second) = cut(i, message);
        let mut hasher = Hasher::with_mode(keyed());
        for piece in pages.put(&[first, second], side) {
            update(&mut hasher, piece);
        }
        bytes(hasher.finalize())
    };
    messages.iter().enumerate().map(one).collect()
}

/// As many bytes of output as the message has, from some place on.
fn output(messages: &[&[u8]], side: Side) -> Vec<Vec<u8>> {
    let mut pages = Pages::new(2, messages.iter().map(|message| message.len()).max().unwrap_or(0));
    let one = |(i, message): (usize, &&[u8])| {
        let mut reader = Hasher::new().update(message).finalize_xof();
        reader.set_position([0, 1, 63, 64, 1000][i % 5]);
        let mut rooms = pages.rooms([message.len(), message.len() / 2], side);
        reader.fill(rooms[0]);
        reader.par_fill(rooms[1]);
        rooms.concat()
    };
    messages.iter().enumerate().map(one).collect()
}

/// The two halves of a message, each next to a page of its own.
fn subtrees(messages: &[&[u8]], side: Side) -> Vec<Vec<u8>> {
    let mut pages = Pages::new(2, messages.iter().map(|message| message.len()).max().unwrap_or(0));
    let one = |message: &&[u8]| {
        let (left, right) = message.split_at(left_len(message.len() as u64)? as usize);
        let halves = pages.put(&[left, right], side);
        let left = Mode::HASH.subtree(0, halves[0]).expect("the left half");
        let right = Mode::HASH.par_subtree(halves[0].len() as u64, halves[1]).expect("the right half");
        Some(bytes(Mode::HASH.root(&left, &right).expect("halves")))
    };
    messages.iter().filter_map(one).collect()
}
