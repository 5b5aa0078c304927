//! One message at a time as on a CPU without SHA instructions: they are taken
//! from both sides, each time in a process of its own, for both sides ask the CPU
//! once.

use super::one::ALGORITHMS;
use crate::command::output;
use crate::report::{Row, Unit};
use crate::session::Session;
use anyhow::Context;
use serde_json::Value;

/// What is left on our side, as `LANESUM_ISA` says it, and what
/// `OPENSSL_ia32cap` takes from OpenSSL: bits of EBX of CPUID's leaf 7.
const CAPS: [(&str, u32); 2] = [("avx2", SHA), ("ssse3", SHA | AVX2 | BMI1 | BMI2)];

const BMI1: u32 = 1 << 3;
const AVX2: u32 = 1 << 5;
const BMI2: u32 = 1 << 8;
const SHA: u32 = 1 << 29;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for (isa, taken) in CAPS {
        let mut one = session.again("one")?;
        one.env("LANESUM_ISA", isa).env("OPENSSL_ia32cap", format!(":~{taken:#x}"));
        for line in output(&mut one)?.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
            let row = row(isa, &serde_json::from_slice(line)?).context("a row of `one`")?;
            session.report.row(&row)?;
        }
    }
    Ok(())
}

/// A row of the other process, with what is wanted of it.
fn row(isa: &str, row: &Value) -> Option<Row> {
    let name = |key: &str| row[key].as_str();
    let number = |key: &str| row[key].as_f64();
    let algorithm = ALGORITHMS.into_iter().map(|a| a.name()).find(|&a| Some(a) == name("algorithm"))?;
    Some(Row {
        case: format!("{isa}: {}", name("case")?),
        algorithm,
        unit: Unit::GigabytesPerSecond,
        subject: (name("subject")?.to_owned(), number("value")?),
        peer: (name("peer")?.to_owned(), number("peer_value")?),
        ratio: number("ratio")?,
        bar: Some(if algorithm == "md5" { 1.03 } else { 1.0 }),
    })
}
