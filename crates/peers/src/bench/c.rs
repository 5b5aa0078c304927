//! The C library from C, against OpenSSL from C: a program that is compiled
//! here, with the system's compiler.

use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::{Context, ensure};
use lanesum::Algorithm;
use std::path::Path;
use std::process::Command;

const CASE: &str = "100,000 x 64 bytes, from C";
const COUNT: usize = 100_000;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    let program = directory.path().join("many");
    compile(&program)?;
    for algorithm in [Algorithm::Md5, Algorithm::Sha1, Algorithm::Sha256] {
        if session.wants(CASE, algorithm) {
            let seconds = if session.quick { "0.3" } else { "3" };
            let mut many = Command::new(&program);
            let output = many.args([algorithm.name(), &COUNT.to_string(), seconds]).output()?;
            ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout)?;
            let (ours, theirs) = text.trim().split_once(' ').context("it prints two figures")?;
            let subject = Run::new("lanesum_hash_many", COUNT, ours.parse()?);
            let peer = Run::new("EVP, context reused", COUNT, theirs.parse()?);
            let row = Row::new(CASE, algorithm.name(), Unit::MegamessagesPerSecond, subject, peer);
            session.report.row(&row.bar(session.bar(algorithm, 4.0)))?;
        }
    }
    Ok(())
}

/// Compiles the program with the static library, whose profile is beside this one's.
fn compile(program: &Path) -> anyhow::Result<()> {
    let bindings = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bindings/c");
    let library = std::env::current_exe()?.with_file_name("../bindings/liblanesum_c.a");
    ensure!(
        library.is_file(),
        "no library at {}: build it with `cargo build --profile bindings -p lanesum-c`",
        library.display()
    );
    let mut cc = Command::new("cc");
    cc.args(["-std=gnu11", "-O2", "-I"]).arg(bindings.join("include"));
    cc.arg(bindings.join("bench/many.c")).arg(library).arg("-o").arg(program);
    cc.args(["-lcrypto", "-pthread", "-ldl", "-lm"]);
    ensure!(cc.status()?.success(), "the program does not compile");
    Ok(())
}
