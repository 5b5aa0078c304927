//! OpenSSH's signatures, made and verified by `ssh-keygen`, as git does.
//!
//! <https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.sshsig>

use super::NAMESPACE;
use anyhow::{Result, anyhow, bail};
use std::fs::File;
use std::io::{self, Seek};
use std::path::Path;
use std::process::{Command, Output, Stdio};

const PROGRAM: &str = "ssh-keygen";

/// What it said last.
fn last_words(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let last = said.lines().map(str::trim).rfind(|line| !line.is_empty());
    last.map_or_else(|| format!("{PROGRAM} failed"), str::to_owned)
}

fn run(command: &mut Command) -> Result<Output> {
    command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            anyhow!("there is no {PROGRAM}: install OpenSSH (Debian: openssh-client) for such signatures")
        }
        _ => anyhow!("{PROGRAM}: {error}"),
    })
}

/// The signature of all bytes of a file, which is at its start.
pub(super) fn sign(key: &Path, file: &File) -> Result<Vec<u8>> {
    let mut command = Command::new(PROGRAM);
    command.args(["-q", "-Y", "sign", "-n", NAMESPACE, "-f"]).arg(key).stdin(file.try_clone()?);
    // It asks on the terminal, and not by its standard streams.
    let output = run(&mut command)?;
    if !output.status.success() || output.stdout.is_empty() {
        bail!("{}", last_words(&output.stderr));
    }
    Ok(output.stdout)
}

/// Verifies the signature of all bytes of a file. Says who has signed.
pub(super) fn verify(
    allowed: &Path,
    signer: Option<&str>,
    mut file: &File,
    signature: &Path,
) -> Result<String> {
    let signers = match signer {
        Some(signer) => vec![signer.to_owned()],
        None => principals(allowed, signature)?,
    };
    let mut why = String::from("the key is not that of an allowed signer");
    for signer in signers {
        file.rewind()?;
        let mut command = Command::new(PROGRAM);
        command.args(["-Y", "verify", "-n", NAMESPACE, "-I", &signer, "-f"]).arg(allowed);
        command.arg("-s").arg(signature).stdin(file.try_clone()?);
        let output = run(&mut command)?;
        if output.status.success() {
            return Ok(signer);
        }
        why = last_words(&[output.stdout, output.stderr].concat());
    }
    bail!("{why}")
}

/// The allowed signers who have the key of a signature. Whether it is good is another
/// question.
fn principals(allowed: &Path, signature: &Path) -> Result<Vec<String>> {
    let mut command = Command::new(PROGRAM);
    command.args(["-Y", "find-principals", "-f"]).arg(allowed).arg("-s").arg(signature).stdin(Stdio::null());
    let output = run(&mut command)?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()),
        false => bail!("{}", last_words(&output.stderr)),
    }
}
