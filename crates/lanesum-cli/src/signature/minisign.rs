//! minisign's signatures: made by `minisign`, verified here.
//!
//! <https://jedisct1.github.io/minisign/>

use anyhow::{Result, anyhow, bail};
use minisign_verify::{Error, PublicKey, Signature};
use std::fs::{self, File};
use std::io::{self, Read, Seek};
use std::os::fd::AsFd;
use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "minisign";

/// Its files begin so, keys and signatures alike.
pub(super) const BEGINNING: &[u8] = b"untrusted comment:";

/// A public key: a file of minisign's, or the one line in it that is not a comment.
pub(super) fn public_key(text: &str) -> Option<Result<PublicKey>> {
    let bad = |_| anyhow!("not a public key of minisign");
    if text.as_bytes().starts_with(BEGINNING) {
        return Some(PublicKey::decode(text).map_err(bad));
    }
    let line = text.trim_end();
    (line.len() == 56 && line.starts_with("RW")).then(|| PublicKey::from_base64(line).map_err(bad))
}

/// The signature of all bytes of a file, which is at its start.
pub(super) fn sign(key: &Path, mut file: &File, manifest: &Path) -> Result<Vec<u8>> {
    // minisign opens what it signs by name, and asks for the password by the standard
    // streams.
    let own = tempfile::tempdir()?;
    let (copy, signature) = (own.path().join("manifest"), own.path().join("signature"));
    io::copy(&mut file, &mut File::create_new(&copy)?)?;
    let name = manifest.file_name().unwrap_or_default().to_string_lossy();
    let seconds = std::time::UNIX_EPOCH.elapsed().map_or(0, |elapsed| elapsed.as_secs());
    let mut command = Command::new(PROGRAM);
    command.args(["-S", "-H", "-s"]).arg(key).arg("-m").arg(&copy).arg("-x").arg(&signature);
    command.arg("-t").arg(format!("timestamp:{seconds}\tfile:{name}\thashed"));
    // Standard output is for what the command has to say.
    command.stdout(io::stderr().as_fd().try_clone_to_owned()?);
    let status = command.status().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => anyhow!("there is no {PROGRAM}: install it to sign with its keys"),
        _ => anyhow!("{PROGRAM}: {error}"),
    })?;
    match fs::read(&signature) {
        Ok(bytes) if status.success() => Ok(bytes),
        _ => bail!("{PROGRAM} failed"),
    }
}

/// Verifies the signature of all bytes of a file. Says what it says of itself.
pub(super) fn verify(key: &PublicKey, mut file: &File, signature: &Path) -> Result<String> {
    let text = fs::read_to_string(signature)?;
    let signature = Signature::decode(&text).map_err(|_| anyhow!("not a signature of minisign"))?;
    let mut verifier = key.verify_stream(&signature).map_err(|error| match error {
        Error::UnexpectedKeyId => anyhow!("it is of another key"),
        Error::UnsupportedLegacyMode | Error::UnsupportedAlgorithm => {
            anyhow!("it is of the old kind (minisign -l), which signs no hash: sign it again")
        }
        error => anyhow!("{error}"),
    })?;
    file.rewind()?;
    let mut buffer = vec![0; 64 << 10];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            len => verifier.update(&buffer[..len]),
        }
    }
    verifier.finalize().map_err(|_| anyhow!("it is not a signature of these bytes"))?;
    Ok(signature.trusted_comment().to_owned())
}
