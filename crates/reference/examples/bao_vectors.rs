//! Prints the vectors of Bao, as `docs/bao.md` describes them: a JSON list.
//!
//! `cargo run -p reference --example bao_vectors > crates/lanesum/vectors/bao.json`

#![expect(clippy::single_range_in_vec_init, reason = "a list of one range is what is meant")]

use reference::bao::Bao;
use reference::blake3::{self, Mode};
use std::ops::Range;

const KEY: &[u8; 32] = b"whats the Elvish word for friend";

/// Next to the ends of chunks, and of groups of 2 and 16 of them.
const LENGTHS: [usize; 14] =
    [0, 1, 1023, 1024, 1025, 2048, 2049, 3073, 5000, 16384, 16385, 33000, 65537, 300_000];

fn main() {
    let mut cases = Vec::new();
    for len in LENGTHS {
        for chunk_group in [0, 1, 4] {
            let keys: &[_] = if len < 6000 { &[None, Some(KEY)] } else { &[None] };
            for key in keys {
                let case = Case::new(len, *key, chunk_group);
                cases.push(case.print("combined", None, &case.bao.encode(&case.message)));
                cases.push(case.print("outboard", None, &case.bao.outboard(&case.message)));
                if key.is_none() {
                    for ranges in requests(len as u64) {
                        let slice = case.bao.slice(&case.message, &ranges);
                        cases.push(case.print("slice", Some(&ranges), &slice));
                    }
                }
            }
        }
    }
    println!("[\n{}\n]", cases.join(",\n"));
}

fn requests(len: u64) -> Vec<Vec<Range<u64>>> {
    let mut requests: Vec<Vec<Range<u64>>> = vec![vec![], [0..0].into(), [len + 1000..len + 1001].into()];
    if len > 1024 {
        requests.push([1024..2048].into());
        requests.push([1023..1025, len - 1..len].into());
    }
    if len > 4096 {
        // Out of order, overlapping, and an empty one.
        requests.push([4096..len, 4000..4200, 100..100].into());
    }
    requests
}

struct Case {
    bao: Bao,
    key: Option<&'static [u8; 32]>,
    message: Vec<u8>,
}

impl Case {
    fn new(len: usize, key: Option<&'static [u8; 32]>, chunk_group: u32) -> Self {
        let message = (0..len).map(|i| (i % 251) as u8).collect();
        Self { bao: Bao { mode: key.map_or(Mode::HASH, Mode::keyed_hash), chunk_group }, key, message }
    }

    fn print(&self, kind: &str, ranges: Option<&[Range<u64>]>, encoding: &[u8]) -> String {
        let string = |text: String| format!("\"{text}\"");
        let null = || "null".to_string();
        let hash = self.bao.hash(&self.message);
        let decoded = ranges.map(|ranges| {
            let decoded = self.bao.decode_slice(&hash, encoding, ranges).expect("it was made by us");
            blake3::hash(Mode::HASH, &decoded, 0, 32)
        });
        let ranges = ranges.map(|ranges| {
            let pairs: Vec<_> =
                ranges.iter().map(|range| format!("[{}, {}]", range.start, range.end)).collect();
            format!("[{}]", pairs.join(", "))
        });
        let short = (encoding.len() <= 512).then(|| string(hex::encode(encoding)));
        format!(
            "  {{\"len\": {}, \"key\": {}, \"chunk_group\": {}, \"kind\": \"{kind}\", \"ranges\": {}, \
             \"hash\": \"{}\", \"encoding_len\": {}, \"encoding_hash\": \"{}\", \"encoding\": {}, \
             \"decoded_hash\": {}}}",
            self.message.len(),
            self.key.map_or_else(null, |key| string(hex::encode(key))),
            self.bao.chunk_group,
            ranges.unwrap_or_else(null),
            hex::encode(hash),
            encoding.len(),
            hex::encode(blake3::hash(Mode::HASH, encoding, 0, 32)),
            short.unwrap_or_else(null),
            decoded.map_or_else(null, |hash| string(hex::encode(hash))),
        )
    }
}
