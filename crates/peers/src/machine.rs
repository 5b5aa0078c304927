//! Where figures were measured. Without it they mean nothing.

use crate::measure::{Effort, least_seconds};
use anyhow::Context;
use std::fmt;
use std::hint::black_box;
use std::thread::available_parallelism;

/// The machine, and what lanesum may use of it.
pub(crate) struct Machine {
    cpu: String,
    cores: usize,
    gigahertz: f64,
    /// `LANESUM_ISA`.
    cap: Option<lanesum::Isa>,
}

impl Machine {
    /// This one.
    ///
    /// # Errors
    ///
    /// Where `LANESUM_ISA` names no instruction set, or the cores cannot be counted.
    pub(crate) fn here() -> anyhow::Result<Self> {
        Ok(Self {
            cpu: cpu().unwrap_or_else(|| format!("{} CPU", std::env::consts::ARCH)),
            cores: available_parallelism()?.get(),
            gigahertz: 1e-9 / least_seconds(Effort::Quick, 1, &mut [Box::new(chain)])[0] * CHAIN_CYCLES,
            cap: lanesum::cap().context("LANESUM_ISA")?,
        })
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cpu, cores, gigahertz, cap } = self;
        write!(f, "{cpu}, {cores} cores, {gigahertz:.2} GHz, ISA ")?;
        match cap {
            Some(cap) => write!(f, "capped at {cap}"),
            None => write!(f, "not capped"),
        }
    }
}

/// Whether the kernel names the CPU as one of AMD's.
pub(crate) fn is_amd() -> bool {
    cpu().is_some_and(|name| name.contains("AMD"))
}

/// The CPU's name, where the kernel says it.
fn cpu() -> Option<String> {
    let info = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = info.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// How many cycles [`chain`] takes. A 64-bit multiplication has a latency of 3
/// on every core of Intel's since Nehalem, AMD's since Zen, Arm's since
/// Cortex-A76 and Apple's.
pub(crate) const CHAIN_CYCLES: f64 = 3.0 * CHAIN as f64;

/// Multiplications in the chain.
const CHAIN: usize = 10_000;

/// Multiplications, each of which waits for the one before: a clock of the
/// core's own cycles.
pub(crate) fn chain() {
    let mut x = black_box(3u64);
    for _ in 0..CHAIN {
        x = x.wrapping_mul(x);
    }
    black_box(x);
}
