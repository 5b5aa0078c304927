//! The bytes that are asked for, and the chunks that hold them.

use crate::bao::tree::shape::{ChunkGroup, Shape, Subtree};
use crate::blake3::CHUNK_LEN;
use alloc::vec::Vec;
use core::ops::Range;

/// Ranges in ascending order, those that touch made one.
fn normalize(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    ranges.sort_unstable_by_key(|range| range.start);
    let mut merged: Vec<Range<u64>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// The chunks that hold the bytes of any of `ranges`, rounded out to groups of
/// `round`. An empty range counts as one byte, and one that starts past the end
/// as the last byte.
pub(crate) fn chunks(ranges: &[Range<u64>], shape: Shape, round: ChunkGroup) -> Vec<Range<u64>> {
    let all = shape.root().chunks().end;
    let chunk_of = |byte: u64| (byte / CHUNK_LEN as u64).min(all - 1);
    let group = 1u64 << round.log();
    let chunks = ranges.iter().map(|range| {
        let first = chunk_of(range.start);
        let last = chunk_of(range.start.max(range.end.saturating_sub(1)));
        first / group * group..all.min((last / group + 1) * group)
    });
    normalize(chunks.collect())
}

/// The bytes of any of `ranges`, an empty one being none.
pub(crate) fn bytes(ranges: &[Range<u64>]) -> Vec<Range<u64>> {
    normalize(ranges.iter().filter(|range| !range.is_empty()).cloned().collect())
}

/// Those of sorted, disjoint ranges that overlap `within`, cut to it.
pub(crate) fn overlaps(sorted: &[Range<u64>], within: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let first = sorted.partition_point(|range| range.end <= within.start);
    sorted[first..]
        .iter()
        .map(move |range| range.start.max(within.start)..range.end.min(within.end))
        .take_while(|range| !range.is_empty())
}

/// How much of a subtree is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Share {
    Nothing,
    Part,
    Whole,
}

/// How much of a subtree lies in sorted, disjoint ranges of chunks.
pub(crate) fn share(wanted: &[Range<u64>], subtree: Subtree) -> Share {
    let chunks = subtree.chunks();
    let first = wanted.partition_point(|range| range.end <= chunks.start);
    match wanted.get(first) {
        Some(range) if range.start <= chunks.start && chunks.end <= range.end => Share::Whole,
        Some(range) if range.start < chunks.end => Share::Part,
        _ => Share::Nothing,
    }
}
