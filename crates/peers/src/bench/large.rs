//! Whole commands on one large page-cached file, and on many smaller ones, with
//! BLAKE3: against `b3sum`, `bao` and `cat`.
//!
//! The peers are looked for on PATH: `cargo install b3sum bao_bin`.

use crate::command::{Taken, output, usually_taken};
use crate::messages::fill;
use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::{Context, ensure};
use lanesum::Algorithm;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// A comparison of two shell commands, in which `$L` is lanesum, `f` the large
/// file, `m` one of 64 MiB, `n` one of 8 MiB, and `d`, `k` and `l` the directories of others.
struct Case {
    name: &'static str,
    subject: &'static str,
    peer: &'static str,
    /// How many times as fast the subject should be.
    wall: f64,
    /// And how many times the CPU time the peer should take.
    cpu: Option<f64>,
}

const CASES: [Case; 11] = [
    Case { name: "8 MiB", subject: "$L hash n", peer: "b3sum n", wall: 1.0, cpu: None },
    Case { name: "64 MiB", subject: "$L hash m", peer: "b3sum m", wall: 1.0, cpu: None },
    Case { name: "1 GiB", subject: "$L hash f", peer: "b3sum f", wall: 1.5, cpu: Some(1.0) },
    Case { name: "1 GiB, stdin", subject: "$L hash < f", peer: "$L hash f", wall: 0.95, cpu: None },
    Case { name: "1 GiB, pipe", subject: "cat f | $L hash", peer: "cat f | b3sum", wall: 1.3, cpu: None },
    Case {
        name: "1 GiB, pipe",
        subject: "cat f | $L hash",
        peer: "cat f | cat > /dev/null",
        wall: 1.0 / 1.15,
        cpu: None,
    },
    Case {
        name: "50,000 x 4 KiB",
        subject: "cd d && $L hash *",
        peer: "cd d && b3sum *",
        wall: 2.0,
        cpu: None,
    },
    Case {
        name: "400 x 256 KiB",
        subject: "cd k && $L hash *",
        peer: "cd k && b3sum *",
        wall: 1.0,
        cpu: None,
    },
    Case { name: "100 x 1 MiB", subject: "cd l && $L hash *", peer: "cd l && b3sum *", wall: 1.0, cpu: None },
    Case {
        name: "1 GiB, encode",
        subject: "$L bao encode f e && rm e",
        peer: "bao encode f p && rm p",
        wall: 8.0,
        cpu: None,
    },
    Case {
        name: "1 GiB, decode",
        subject: "$L bao decode $(cat h) g o && rm o",
        peer: "bao decode $(cat h) g p && rm p",
        wall: 8.0,
        cpu: None,
    },
];

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let cases: Vec<_> = CASES.iter().filter(|case| session.wants(case.name, Algorithm::Blake3)).collect();
    if cases.is_empty() {
        return Ok(());
    }
    let lanesum = session.lanesum()?;
    let directory = tempfile::tempdir().context("a temporary directory")?;
    let (mib, small) = if session.quick { ([64, 4, 8], 5_000) } else { ([1024, 64, 8], 50_000) };
    write(directory.path(), mib, small)?;
    let shell = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(directory.path()).env("L", &lanesum);
        command
    };
    output(&mut shell("$L bao encode f g && $L bao hash f > h"))?;
    for case in cases {
        let peer = case.peer.split(' ').find(|word| ["b3sum", "bao"].contains(word));
        if let Some(peer) = peer.filter(|peer| !is_there(peer)) {
            eprintln!("{}: no {peer} on PATH: `cargo install {}`", case.name, install(peer));
            continue;
        }
        if peer == Some("b3sum") {
            let same = output(&mut shell(case.subject))? == output(&mut shell(case.peer))?;
            ensure!(same, "{} and {} print different lines", case.subject, case.peer);
        }
        let (runs, time) = if session.quick { (3, 1) } else { (5, 10) };
        let mut commands = [shell(case.subject), shell(case.peer)];
        let taken = usually_taken(&mut commands, runs, Duration::from_secs(time))?;
        // The quick form has a 16th of the two largest files, and a tenth of the small ones.
        let name = if session.quick {
            case.name.replace("64 MiB", "4 MiB").replace("1 GiB", "64 MiB").replace("50,000", "5,000")
        } else {
            case.name.to_owned()
        };
        report(session, &name, case, &taken)?;
    }
    Ok(())
}

fn report(session: &mut Session, name: &str, case: &Case, taken: &[Taken]) -> anyhow::Result<()> {
    let kinds = [
        ("wall", taken[0].wall, taken[1].wall, Some(case.wall)),
        ("CPU", taken[0].cpu, taken[1].cpu, case.cpu),
    ];
    for (kind, ours, theirs, bar) in kinds {
        let bar = bar.and_then(|bar| session.bar(Algorithm::Blake3, bar));
        let subject = Run::new(case.subject.replace("$L", "lanesum"), 1, ours);
        let peer = Run::new(case.peer.replace("$L", "lanesum"), 1, theirs);
        let name = format!("{name}, {kind}");
        session.report.row(&Row::new(name, "blake3", Unit::Seconds, subject, peer).bar(bar))?;
    }
    Ok(())
}

/// Writes the large files, of so many MiB, and the small ones, and waits until the
/// disk has them, so that it is quiet afterwards.
fn write(directory: &Path, large: [usize; 3], small: usize) -> anyhow::Result<()> {
    let mut bytes = vec![0; 1 << 20];
    for (name, mib) in ["f", "m", "n"].into_iter().zip(large) {
        let mut file = File::create(directory.join(name))?;
        for i in 0..mib {
            fill(&mut bytes, i as u64);
            file.write_all(&bytes)?;
        }
    }
    for (name, count, len) in [("d", small, 4 << 10), ("k", 400, 256 << 10), ("l", 100, 1 << 20)] {
        let directory = directory.join(name);
        std::fs::create_dir(&directory)?;
        for i in 0..count {
            fill(&mut bytes[..len], i as u64);
            std::fs::write(directory.join(format!("{i:05}")), &bytes[..len])?;
        }
    }
    nix::unistd::sync();
    Ok(())
}

/// Whether there is a command of that name.
fn is_there(name: &str) -> bool {
    let mut command = Command::new(name);
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The crate that has a command.
fn install(name: &str) -> &str {
    if name == "bao" { "bao_bin" } else { name }
}
