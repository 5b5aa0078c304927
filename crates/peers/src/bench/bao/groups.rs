//! Groups of sixteen chunks, as iroh has them.

use super::{LEN, compare, wants};
use crate::session::Session;
use anyhow::{Context, ensure};
use bao_tree::io::outboard::PreOrderMemOutboard;
use bao_tree::io::sync::valid_ranges;
use bao_tree::{BlockSize, ChunkRanges};
use lanesum::bao::{ChunkGroup, Format, Layout};
use std::hint::black_box;

const OUTBOARD: &str = "outboard, groups of 16";
const VERIFY: &str = "verify, groups of 16";
const LOG: u8 = 4;

pub(super) fn run(session: &mut Session, message: &[u8]) -> anyhow::Result<()> {
    if !wants(session, OUTBOARD) && !wants(session, VERIFY) {
        return Ok(());
    }
    let format = Format::BAO.with_chunk_group(ChunkGroup::from_log(LOG).context("a size of group")?);
    let (hash, outboard) = format.outboard(message);
    let theirs = PreOrderMemOutboard::create(message, BlockSize::from_chunk_log(LOG));
    ensure!(hash.as_bytes() == theirs.root.as_bytes(), "the hashes differ");
    let mut out = Vec::new();
    let ours = Box::new(|| {
        black_box(format.encode_to(Layout::Outboard, black_box(message), &mut out));
    });
    let create = || PreOrderMemOutboard::create(black_box(message), BlockSize::from_chunk_log(LOG));
    let create = Box::new(|| _ = black_box(create()));
    compare(session, OUTBOARD, LEN, ("encode_to", ours), ("bao-tree", create), 1.5)?;

    let all = ChunkRanges::all();
    let ours =
        Box::new(|| format.verify(&hash, black_box(&outboard), black_box(message)).expect("it is whole"));
    let valid = Box::new(|| {
        for range in valid_ranges(black_box(&theirs), black_box(message), &all) {
            black_box(range.expect("it is in memory"));
        }
    });
    compare(session, VERIFY, LEN, ("verify", ours), ("bao-tree", valid), 1.5)
}
