//! `lanesum bench`: how fast this CPU is.

use crate::command::function::algorithm;
use crate::json;
use crate::output::Output;
use anyhow::Result;
use clap::Args;
use lanesum::{Algorithm, hash, hash_many};
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Bytes in a message: so many that its ends cost nothing, and so few that a
/// level 1 or 2 cache holds it.
const MESSAGE: usize = 64 << 10;

/// As many as the widest kernel has lanes.
const MESSAGES: usize = 64;

/// How long each figure takes.
const WINDOW: Duration = Duration::from_millis(120);

/// Measure the algorithms on this CPU.
///
/// The figures are GB/s of one core, for one message of 64 KiB and for 64 of
/// them at once, from memory: what reading files adds is not in them. The best
/// of some rounds counts.
#[derive(Args, Debug)]
#[command(after_long_help = "\
Examples:
  lanesum bench
  lanesum bench -a md5,sha256
  LANESUM_ISA=avx2 lanesum bench --json
")]
pub(crate) struct BenchArgs {
    /// What to measure [default: all]
    #[arg(short, long, value_name = "ALG", value_parser = algorithm, value_delimiter = ',')]
    algorithm: Vec<Algorithm>,

    /// Write a JSON object a line
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    algorithm: &'static str,
    one_gb_per_s: f64,
    many_gb_per_s: f64,
}

impl BenchArgs {
    pub(crate) fn run(self) -> Result<bool> {
        let algorithms = if self.algorithm.is_empty() { Algorithm::ALL.to_vec() } else { self.algorithm };
        // A few bytes more than a message lie between two, so that not all of
        // them fall into one set of the cache. And all are written: pages that
        // were not are all one.
        let stride = MESSAGE + 320;
        let bytes: Vec<u8> = (0..MESSAGES * stride).map(|i| ((i * 31) >> 3) as u8).collect();
        let messages: Vec<&[u8]> = bytes.chunks_exact(stride).map(|chunk| &chunk[..MESSAGE]).collect();
        let mut output = Output::stdout();
        if !self.json {
            output.write(format!("GB/s         one message  {MESSAGES} messages\n").as_bytes())?;
        }
        for algorithm in algorithms {
            let one = measure(MESSAGE, || hash(algorithm, messages[0]));
            let many = measure(MESSAGES * MESSAGE, || hash_many(algorithm, &messages));
            if self.json {
                let name = algorithm.name();
                let record = Record { algorithm: name, one_gb_per_s: one, many_gb_per_s: many };
                output.write(&json::line(&record))?;
            } else {
                output.write(format!("{algorithm:<12} {one:>11.2}  {many:>11.2}\n").as_bytes())?;
            }
            output.flush()?;
        }
        output.finish()?;
        Ok(true)
    }
}

/// The best rate of `f`, which hashes `bytes` bytes, in GB/s.
fn measure<R>(bytes: usize, mut f: impl FnMut() -> R) -> f64 {
    black_box(f());
    let start = Instant::now();
    let mut best = Duration::MAX;
    while start.elapsed() < WINDOW {
        let round = Instant::now();
        black_box(f());
        best = best.min(round.elapsed());
    }
    bytes as f64 / best.as_secs_f64() / 1e9
}
