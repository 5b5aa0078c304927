//! The tree over a message: its chunks, and level by level their parents, in
//! lanes as long as they fill.

use super::join::Join;
use super::{BLOCK_LEN, CHUNK_LEN, CV_LEN, Mode, Node};
use crate::blake3::compression::ROOT;
use crate::blake3::nodes::{BLOCKS, MOST, Soon, bytes, compress_last, last_block, padded};
use crate::blake3::of_blake3;

/// How many chaining values are carried up the tree side by side: what fills
/// the lanes of the widest kernel with parents of two times as many children.
const WIDTH: usize = 32;

/// Bytes under a subtree whose chunks fill the lanes.
pub(super) const WIDE: usize = WIDTH * CHUNK_LEN;

/// Bytes under a subtree whose chunks are given to a kernel at once.
const STRETCH: usize = MOST * CHUNK_LEN;

/// The root of a message's tree.
#[inline]
pub(super) fn root<J: Join>(mode: &Mode, message: &[u8]) -> Node {
    subtree::<J>(mode, message, 0)
}

/// The top of the subtree over bytes whose first chunk is number `first`.
#[inline]
pub(crate) fn subtree<J: Join>(mode: &Mode, bytes: &[u8], first: u64) -> Node {
    if bytes.len() <= CHUNK_LEN {
        chunk(mode, bytes, first)
    } else {
        Node::parent(mode, &children::<J>(mode, bytes, first))
    }
}

/// A chunk that stands alone.
#[inline]
fn chunk(mode: &Mode, bytes: &[u8], counter: u64) -> Node {
    let (state, rest) = last_block(of_blake3().one(), mode, bytes, counter, 0);
    let block = *padded(rest, &mut None);
    let [a, b, c, d, e, f, g, h, .., len, flags] = state;
    Node { cv: [a, b, c, d, e, f, g, h], block, counter, len, flags }
}

/// The hash of a message of up to a chunk: without what a [`Node`] costs.
#[inline]
pub(super) fn hash_of_chunk(mode: &Mode, message: &[u8]) -> [u8; CV_LEN] {
    let one = of_blake3().one();
    let (mut state, rest) = last_block(one, mode, message, 0, ROOT);
    compress_last(one, &mut state, rest);
    bytes(&state)
}

/// The chaining values of the two children of the top of a subtree of more
/// than a chunk.
#[inline]
pub(crate) fn children<J: Join>(mode: &Mode, bytes: &[u8], first: u64) -> [u8; BLOCK_LEN] {
    // To zero room that is not needed takes a fiftieth of the time of two chunks.
    match bytes.len().div_ceil(CHUNK_LEN) {
        ..=2 => children_in::<J, 2, 1>(mode, bytes, first),
        3..=8 => children_in::<J, 8, 4>(mode, bytes, first),
        chunks => {
            of_blake3().plan_for((chunks * BLOCKS) as u64);
            children_in::<J, WIDTH, { WIDTH / 2 }>(mode, bytes, first)
        }
    }
}

/// What [`children`] says, with room for `N` chaining values and for `M` parents, which
/// are enough.
#[inline(always)]
fn children_in<J: Join, const N: usize, const M: usize>(
    mode: &Mode,
    bytes: &[u8],
    first: u64,
) -> [u8; BLOCK_LEN] {
    let (mut values, mut level) = ([[0; CV_LEN]; N], [[0; CV_LEN]; M]);
    let mut n = wide::<J>(mode, bytes, first, values.as_flattened_mut());
    // Not copied back, for a copy in other pieces than were written waits for them
    // to leave the core.
    let (mut values, mut level) = (values.as_flattened_mut(), level.as_flattened_mut());
    while n > 2 {
        n = parents(mode, &values[..n * CV_LEN], level);
        (values, level) = (level, values);
    }
    *values.first_chunk().expect("two values")
}

/// The chaining values of the highest level of a subtree that has at most
/// `WIDTH` of them. Says how many there are: at least two where there is more
/// than a chunk.
fn wide<J: Join>(mode: &Mode, bytes: &[u8], first: u64, values: &mut [u8]) -> usize {
    if bytes.len() <= WIDE {
        return chunks(mode, bytes, first, values);
    }
    if bytes.len() <= STRETCH {
        return stretch(mode, bytes, first, values);
    }
    let (left, right) = bytes.split_at(left_len(bytes.len()));
    let middle = first + (left.len() / CHUNK_LEN) as u64;
    let mut children = [0; 2 * WIDTH * CV_LEN];
    let (left_values, right_values) = children.split_at_mut(WIDTH * CV_LEN);
    // The left subtree is whole and at least `WIDE`, and so has `WIDTH` values.
    // The right one may be less high. Its values are then those of a lower
    // level, but they are no more, and pairing them goes on for as long.
    let (_, n) = J::join(
        bytes.len(),
        || wide::<J>(mode, left, first, left_values),
        || wide::<J>(mode, right, middle, right_values),
    );
    parents(mode, &children[..(WIDTH + n) * CV_LEN], values)
}

/// What [`wide`] says of more than `WIDE` bytes, and no more than `STRETCH`. Never inlined, so
/// that its room is not on the stack once for each level of the tree.
#[inline(never)]
fn stretch(mode: &Mode, bytes: &[u8], first: u64, values: &mut [u8]) -> usize {
    // To zero room for twice as much takes a hundredth of the time of two sets of chunks.
    if bytes.len() <= 2 * WIDE {
        let mut leaves = [0; 2 * WIDTH * CV_LEN];
        let n = chunks(mode, bytes, first, &mut leaves);
        return parents(mode, &leaves[..n * CV_LEN], values);
    }
    let (mut leaves, mut above) = ([0; MOST * CV_LEN], [0; 2 * WIDTH * CV_LEN]);
    let n = chunks(mode, bytes, first, &mut leaves);
    let n = parents(mode, &leaves[..n * CV_LEN], &mut above);
    parents(mode, &above[..n * CV_LEN], values)
}

/// The bytes under the left child of a node over `len` bytes, more than a
/// chunk: the largest power of two of chunks that leaves the right one a byte.
pub(crate) fn left_len(len: usize) -> usize {
    let chunks = (len - 1) / CHUNK_LEN;
    CHUNK_LEN << chunks.ilog2()
}

/// The chaining values of chunks, of which the last may be shorter.
pub(crate) fn chunks(mode: &Mode, bytes: &[u8], first: u64, values: &mut [u8]) -> usize {
    let n = bytes.len().div_ceil(CHUNK_LEN);
    let mut done = 0;
    while done < n {
        let (kernel, takes) = of_blake3().stretch(n - done);
        let end = done + takes;
        let part = &bytes[done * CHUNK_LEN..bytes.len().min(end * CHUNK_LEN)];
        kernel.chunks(
            mode,
            part,
            first + done as u64,
            Soon::NOTHING,
            &mut values[done * CV_LEN..end * CV_LEN],
        );
        done = end;
    }
    n
}

/// The chaining values of the next level. Of an odd number the last is of that
/// level already.
pub(crate) fn parents(mode: &Mode, children: &[u8], values: &mut [u8]) -> usize {
    let n = children.len() / BLOCK_LEN;
    let mut done = 0;
    while done < n {
        let (kernel, takes) = of_blake3().parents(n - done);
        let end = done + takes;
        let part = &children[done * BLOCK_LEN..end * BLOCK_LEN];
        kernel.parents(mode, part, 0, &mut values[done * CV_LEN..end * CV_LEN]);
        done = end;
    }
    match children[n * BLOCK_LEN..].first_chunk::<CV_LEN>() {
        Some(odd) => {
            values[n * CV_LEN..][..CV_LEN].copy_from_slice(odd);
            n + 1
        }
        None => n,
    }
}
