//! A file in the page cache that is opened, read and hashed: BLAKE3 against its crate's
//! `update_reader`, and others against `io::copy` to RustCrypto's hashes.

use crate::report::{Row, Run, Unit};
use crate::session::Session;
use anyhow::ensure;
use lanesum::Algorithm;
use lanesum::rust_crypto::digest::Digest;
use std::fs::File;
use std::hint::black_box;
use std::io;
use std::path::Path;

pub(super) fn run(session: &mut Session) -> anyhow::Result<()> {
    let directory = tempfile::tempdir()?;
    for (case, len) in [
        ("100 bytes", 100),
        ("4 KiB", 4 << 10),
        ("64 KiB", 64 << 10),
        ("1 MiB", 1 << 20),
        ("64 MiB", 64 << 20),
    ] {
        let path = directory.path().join(case);
        std::fs::write(&path, vec![7; len])?;
        file(session, case, len, &path, Algorithm::Blake3, "blake3", |file| {
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(file)?;
            Ok(hasher.finalize().as_bytes().to_vec())
        })?;
        file(session, case, len, &path, Algorithm::Md5, "md-5", copied::<md5::Md5>)?;
        file(session, case, len, &path, Algorithm::Sha1, "sha1", copied::<sha1::Sha1>)?;
        file(session, case, len, &path, Algorithm::Sha256, "sha2", copied::<sha2::Sha256>)?;
    }
    Ok(())
}

/// One of RustCrypto's hashes, to be written to.
struct Written<D>(D);

impl<D: Digest> io::Write for Written<D> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.update(piece);
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The digest of a file, by what copies it in pieces of 8 KiB.
fn copied<D: Digest>(mut file: File) -> io::Result<Vec<u8>> {
    let mut hasher = Written(D::new());
    io::copy(&mut file, &mut hasher)?;
    Ok(hasher.0.finalize().to_vec())
}

fn file(
    session: &mut Session,
    case: &str,
    len: usize,
    path: &Path,
    algorithm: Algorithm,
    peer: &str,
    theirs: impl Fn(File) -> io::Result<Vec<u8>>,
) -> anyhow::Result<()> {
    if !session.wants(case, algorithm) {
        return Ok(());
    }
    let ours = |file: File| -> io::Result<Vec<u8>> {
        let mut hasher = lanesum::Hasher::new(algorithm);
        hasher.update_reader(file)?;
        Ok(hasher.finalize().as_bytes().to_vec())
    };
    ensure!(
        ours(File::open(path)?)? == theirs(File::open(path)?)?,
        "{algorithm}: lanesum and the crate {peer} differ"
    );
    let open = || File::open(path).expect("it was opened before");
    let seconds = session.least_seconds(&mut [
        Box::new(|| _ = black_box(ours(open()))),
        Box::new(|| _ = black_box(theirs(open()))),
    ]);
    let (subject, peer) = (Run::new("update_reader", len, seconds[0]), Run::new(peer, len, seconds[1]));
    let row = Row::new(case, algorithm.name(), Unit::GigabytesPerSecond, subject, peer);
    Ok(session.report.row(&row)?)
}
