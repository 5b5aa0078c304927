//! Threads with a message each, in pieces of 32 or 4 KiB from memory: through a
//! pool of streams, against the same threads with a hasher of their own.

mod crowd;

use crate::evp::Evp;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use crowd::{Crowd, Hash, MESSAGE};
use lanesum::streams::Pool;
use lanesum::{Algorithm, Hasher};
use std::iter::repeat_n;
use std::time::Duration;

/// How many times the contenders take turns.
const TURNS: usize = 5;

/// A case: so many threads, and what the ratio to each peer should be.
struct Case {
    name: &'static str,
    threads: usize,
    piece: usize,
    against_evp: fn(Algorithm) -> Option<f64>,
    against_hasher: Option<f64>,
}

/// Bytes in a piece, of most cases.
const PIECE: usize = 32 << 10;

const CASES: [Case; 6] = [
    Case { name: "1 thread", threads: 1, piece: PIECE, against_evp: |_| None, against_hasher: Some(0.97) },
    Case { name: "2 threads", threads: 2, piece: PIECE, against_evp: |_| None, against_hasher: Some(0.95) },
    Case { name: "4 threads", threads: 4, piece: PIECE, against_evp: |_| None, against_hasher: Some(0.95) },
    Case {
        name: "16 threads",
        threads: 16,
        piece: PIECE,
        against_evp: |algorithm| (algorithm == Algorithm::Md5).then_some(5.0),
        against_hasher: None,
    },
    Case { name: "64 threads", threads: 64, piece: PIECE, against_evp: full_lanes, against_hasher: None },
    Case {
        name: "64 threads, 4 KiB",
        threads: 64,
        piece: 4 << 10,
        against_evp: full_lanes,
        against_hasher: None,
    },
];

/// What is asked where there are threads for all lanes.
fn full_lanes(algorithm: Algorithm) -> Option<f64> {
    Some(if algorithm == Algorithm::Md5 { 8.0 } else { 1.8 })
}

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    for algorithm in [Algorithm::Md5, Algorithm::Sha256] {
        for case in &CASES {
            if session.wants(case.name, algorithm) {
                measure(session, algorithm, case)?;
            }
        }
    }
    Ok(())
}

fn measure(session: &mut Session, algorithm: Algorithm, case: &Case) -> anyhow::Result<()> {
    let (crowd, pieces) = (Crowd::new(case.threads, case.piece), MESSAGE / case.piece);
    let pool = Pool::new(algorithm);
    let streams = || -> Hash {
        let mut stream = pool.stream();
        Box::new(move |piece| {
            stream.reset();
            for _ in 0..pieces {
                stream.update(piece);
            }
            stream.finalize()
        })
    };
    let hashers = || -> Hash {
        let mut hasher = Hasher::new(algorithm);
        Box::new(move |piece| {
            hasher.reset();
            for _ in 0..pieces {
                hasher.update(piece);
            }
            hasher.finalize()
        })
    };
    Evp::new(algorithm)?;
    let evp = || -> Hash {
        let mut evp = Evp::new(algorithm).expect("it has just been made");
        Box::new(move |piece| evp.hash_pieces(repeat_n(piece, pieces)))
    };
    let contenders: [&(dyn Fn() -> Hash + Sync); 3] = [&streams, &hashers, &evp];
    ensure!(crowd.agree(&contenders), "{algorithm}: lanesum and OpenSSL differ");

    let (turns, time) = if session.quick { (3, 100) } else { (TURNS, 200) };
    let mut most = [0.0; 3];
    for _ in 0..turns {
        for (contender, most) in contenders.iter().zip(&mut most) {
            *most = f64::max(*most, crowd.bytes_a_second(contender, Duration::from_millis(time)));
        }
    }
    let bars = [case.against_hasher, (case.against_evp)(algorithm)];
    for ((name, rate), bar) in [("Hasher", most[1]), ("EVP", most[2])].into_iter().zip(bars) {
        let run = |name, rate: f64| Run::new(name, rate as usize, 1.0);
        let (subject, peer) = (run("streams", most[0]), run(name, rate));
        let row = Row::new(case.name, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
        session.report.row(&row.bar(bar.and_then(|bar| session.bar(algorithm, bar))))?;
    }
    Ok(())
}
