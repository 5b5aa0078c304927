//! A test under each cap of `LANESUM_ISA`. The library reads it once, so each
//! cap has a process of its own.

use lanesum::{Isa, cap};
use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The caps that tell apart what this architecture may have, up to the one that
/// is set.
fn caps() -> Vec<Isa> {
    let ours = |&isa: &Isa| isa == Isa::Portable || (isa >= Isa::Neon) == cfg!(target_arch = "aarch64");
    let set = cap().expect("a cap that lanesum knows").unwrap_or(*Isa::ALL.last().expect("some"));
    Isa::ALL.into_iter().filter(ours).filter(|&isa| isa <= set).collect()
}

/// Runs an ignored test of this program under each cap. It prints what it is
/// about to do, for whoever reads how it died, and ends with what it did.
///
/// # Panics
///
/// Where it fails under one of them.
pub(crate) fn under_each(test: &str) {
    let program = env::current_exe().expect("a test has a program");
    for isa in caps() {
        let mut command = runner();
        command.push(program.clone().into());
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .args(["--exact", test, "--ignored", "--nocapture", "--test-threads=1"])
            .env("LANESUM_ISA", isa.name())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a program that runs");
        let out = BufReader::new(child.stdout.take().expect("its output"));
        let (mut last, mut passed) = (String::new(), false);
        for line in out.lines().map(|line| line.expect("text")) {
            passed |= line.starts_with("test result: ok. 1 passed");
            if let Some(done) = line.strip_prefix("done: ") {
                println!("LANESUM_ISA={isa}: {done}");
            } else if !line.is_empty() && !passed {
                last = line;
            }
        }
        let status = child.wait().expect("a child");
        assert!(status.success() && passed, "LANESUM_ISA={isa}: {status}, at: {last}");
    }
}

/// What runs programs of this architecture, where cargo was told: an emulator.
fn runner() -> Vec<std::ffi::OsString> {
    let arch = env::consts::ARCH.to_uppercase();
    let runner = env::var(format!("CARGO_TARGET_{arch}_UNKNOWN_LINUX_GNU_RUNNER")).unwrap_or_default();
    runner.split_whitespace().map(Into::into).collect()
}
