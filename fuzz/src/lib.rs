//! What the fuzz targets make their messages of.

use arbitrary::Arbitrary;
use lanesum::bao::{ChunkGroup, Format};
use std::ops::Range;

/// A message, how it is encoded, and what is asked for.
#[derive(Arbitrary, Debug)]
pub struct Input {
    group: u8,
    len: u32,
    /// Where each begins, and its length.
    ranges: Vec<(u32, u16)>,
}

impl Input {
    /// With groups of up to 4 MiB.
    pub fn format(&self) -> Format {
        format(self.group)
    }

    /// More than two runs of 256 KiB.
    pub fn message(&self) -> Vec<u8> {
        (0..self.len % 600_000).map(|i| (i % 251) as u8).collect()
    }

    /// Ranges of bytes in the message, and some way past its end.
    pub fn ranges(&self) -> Vec<Range<u64>> {
        let near = self.ranges.iter().map(|&(start, len)| {
            let start = u64::from(start % 700_000);
            start..start + u64::from(len)
        });
        near.collect()
    }
}

/// One for each byte.
pub fn format(group: u8) -> Format {
    let group = ChunkGroup::from_log(group % (ChunkGroup::MAX.log() + 1));
    Format::BAO.with_chunk_group(group.unwrap_or_default())
}
