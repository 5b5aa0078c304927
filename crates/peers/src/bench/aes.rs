//! Hashes on AES rounds, and checksums.

use crate::go::Maphash;
use crate::machine::{CHAIN_CYCLES, chain};
use crate::measure::Contender;
use crate::messages::Messages;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::aeshash::Schedule;
use lanesum::{Algorithm, Isa, hash, hash_many, hash_many_into};
use std::hint::black_box;

const KIB: usize = 1 << 10;

/// How often this program and another one take turns.
const TURNS: usize = 10;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    one(session)?;
    many(session)?;
    aeshash(session)?;
    crc(session)
}

/// The bars are set for VAES.
fn bar(at_least: f64) -> Option<f64> {
    Algorithm::NabHash.kernels().iter().any(|k| k.isa() == Isa::Vaes).then_some(at_least)
}

/// One message of 64 KiB: NABHash by the clock, and LeMac by NABHash.
fn one(session: &mut Session) -> anyhow::Result<()> {
    const CASE: &str = "1 x 64 KiB";
    if !session.wants(CASE, Algorithm::NabHash) {
        return Ok(());
    }
    let messages = Messages::new([64 * KIB]);
    let message = messages.slices()[0];
    let mut contenders: Vec<Contender<'_>> = vec![Box::new(chain)];
    for algorithm in [Algorithm::NabHash, Algorithm::LeMac] {
        contenders.push(Box::new(move || _ = black_box(hash(algorithm, black_box(message)))));
    }
    let seconds = session.least_seconds(&mut contenders);
    let a_cycle = (64 * KIB) as f64 / (seconds[1] / (seconds[0] / CHAIN_CYCLES));
    session.report.row(&Row {
        case: CASE.to_owned(),
        algorithm: "nabhash",
        unit: Unit::BytesPerCycle,
        subject: ("hash".to_owned(), a_cycle),
        peer: ("a cycle".to_owned(), 1.0),
        ratio: a_cycle,
        bar: bar(15.0),
    })?;
    let (lemac, nabhash) =
        (Run::new("LeMac", 64 * KIB, seconds[2]), Run::new("NABHash", 64 * KIB, seconds[1]));
    let row = Row::new(CASE, "lemac", Unit::GigabytesPerSecond, lemac, nabhash);
    Ok(session.report.row(&row.bar(bar(0.9)))?)
}

/// Many messages, against the same ones one after the other.
fn many(session: &mut Session) -> anyhow::Result<()> {
    for (case, n, len, algorithm, at_least) in [
        ("24 x 1 KiB, in L1", 24, KIB, Algorithm::NabHash, Some(4.0)),
        ("128 x 4 KiB, in L2", 128, 4 * KIB, Algorithm::NabHash, Some(2.5)),
        ("24 x 1 KiB, in L1", 24, KIB, Algorithm::LeMac, None),
        ("128 x 4 KiB, in L2", 128, 4 * KIB, Algorithm::LeMac, Some(2.0)),
    ] {
        if !session.wants(case, algorithm) {
            continue;
        }
        let messages = Messages::new(vec![len; n]);
        let slices = messages.slices();
        let one_by_one: Vec<_> = slices.iter().map(|m| hash(algorithm, m)).collect();
        ensure!(hash_many(algorithm, &slices) == one_by_one, "{algorithm} is one hash");
        let mut digests = vec![0; 16 * n];
        let seconds = session.least_seconds(&mut [
            Box::new(|| hash_many_into(algorithm, black_box(&slices), &mut digests).expect("they fit")),
            Box::new(|| {
                for message in black_box(&slices) {
                    black_box(hash(algorithm, message));
                }
            }),
        ]);
        let (together, apart) =
            (Run::new("hash_many_into", n * len, seconds[0]), Run::new("one by one", n * len, seconds[1]));
        let row = Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, together, apart);
        session.report.row(&row.bar(at_least.and_then(bar)))?;
    }
    Ok(())
}

/// aeshash, against the runtime whose hash it is.
fn aeshash(session: &mut Session) -> anyhow::Result<()> {
    if !session.wants("maphash.Bytes aeshash", Algorithm::NabHash) {
        return Ok(());
    }
    let schedule = Schedule::new(std::array::from_fn(|i| (i * 37) as u8));
    let Some(mut go) = Maphash::start()? else {
        return Ok(());
    };
    let lengths = [8, 32, 256, 4096];
    let messages = Messages::new(lengths);
    for (message, len) in messages.slices().iter().zip(lengths) {
        // As in Go: what one makes is the seed of nothing, and the compiler may
        // not see that.
        let calls = 64;
        let mut seconds = [f64::INFINITY; 2];
        for _ in 0..TURNS {
            let turn = session.least_seconds(&mut [Box::new(|| {
                for _ in 0..calls {
                    black_box(schedule.go_amd64(1, black_box(message)));
                }
            })]);
            seconds = [seconds[0].min(turn[0]), seconds[1].min(go.turn(len)?)];
        }
        let subject = Run::new("go_amd64", calls * len, seconds[0]);
        let peer = Run::new("Go's maphash.Bytes", len, seconds[1]);
        let row = Row::new(format!("{len} B"), "aeshash", Unit::GigabytesPerSecond, subject, peer);
        session.report.row(&row.bar(bar(1.0)))?;
    }
    Ok(())
}

/// CRCs, against the crate that they come from.
fn crc(session: &mut Session) -> anyhow::Result<()> {
    const CASE: &str = "1 x 1 MiB";
    for (algorithm, direct) in [
        (Algorithm::Crc32c, crc_fast::CrcAlgorithm::Crc32Iscsi),
        (Algorithm::Crc64Nvme, crc_fast::CrcAlgorithm::Crc64Nvme),
    ] {
        if !session.wants(CASE, algorithm) {
            continue;
        }
        let messages = Messages::new([1 << 20]);
        let message = messages.slices()[0];
        let seconds = session.least_seconds(&mut [
            Box::new(|| _ = black_box(hash(algorithm, black_box(message)))),
            Box::new(|| _ = black_box(crc_fast::checksum(direct, black_box(message)))),
        ]);
        let (subject, peer) =
            (Run::new("hash", 1 << 20, seconds[0]), Run::new("crc-fast", 1 << 20, seconds[1]));
        let row = Row::new(CASE, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
        session.report.row(&row.bar(Some(0.95)))?;
    }
    Ok(())
}
