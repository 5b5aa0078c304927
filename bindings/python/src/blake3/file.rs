//! All of a file added to a message, by several threads where it is long.

use super::{Blake3, SHARED};
use crate::file::Patient;
use crate::pool;
use lanesum::blake3::subtree::Subtree;
use lanesum::blake3::{Hasher, Mode};
use lanesum_files::aligned::Aligned;
use pyo3::prelude::*;
use rayon::ThreadPool;
use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that are read first, and all of a short file: to make room for more takes longer than to
/// hash it.
const FIRST: usize = 64 << 10;

/// Bytes that are read and hashed at once, a power of two of chunks: they stay in a core's caches.
const PART: usize = 128 << 10;

/// The parts of each thread between two looks at what signals there are: some milliseconds.
const ROUND: usize = 128;

/// Adds all of a file.
///
/// # Errors
///
/// The system's, and what a signal's handler raises.
pub(super) fn add(py: Python<'_>, hash: &Blake3, path: &Path) -> PyResult<()> {
    let mut file = Patient::open(py, path)??;
    let mut first = Aligned::new(FIRST);
    if !add_next(py, hash, &mut file, &mut first)? {
        return Ok(());
    }
    drop(first);
    let mut buffer = Aligned::new(PART);
    if let Some(len) = file.regular.filter(|&len| len >= SHARED as u64) {
        add_parts(py, hash, &mut file, len, &mut buffer)?;
    }
    while add_next(py, hash, &mut file, &mut buffer)? {}
    Ok(())
}

/// Adds what fills the buffer. False where the file ends before.
fn add_next(py: Python<'_>, hash: &Blake3, file: &mut Patient, buffer: &mut [u8]) -> PyResult<bool> {
    let mut len = 0;
    while len < buffer.len() {
        match file.read(&mut buffer[len..])? {
            0 => break,
            n => len += n,
        }
    }
    hash.add(py, &buffer[..len])?;
    Ok(len == buffer.len())
}

/// Adds as many whole parts as a regular file of `len` bytes has, on all threads. What cannot be read
/// is left to who reads it next, and gets the error.
fn add_parts(py: Python<'_>, hash: &Blake3, file: &mut Patient, len: u64, buffer: &mut [u8]) -> PyResult<()> {
    let threads = hash.threads()?;
    if threads == 1 {
        return Ok(());
    }
    // A part begins where a subtree of its size does.
    let begun = hash.hasher.with(py, |hasher| hasher.message_len()) % PART as u64;
    if begun > 0 && !add_next(py, hash, file, &mut buffer[begun as usize..])? {
        return Ok(());
    }
    let pool = pool::of(threads)?;
    loop {
        let at = file.file.stream_position()?;
        let left = usize::try_from(len.saturating_sub(at) / PART as u64).unwrap_or(usize::MAX);
        let parts = left.min(threads * ROUND);
        if parts < 2 {
            return Ok(());
        }
        py.check_signals()?;
        let added = hash.hasher.apart(py, |hasher| {
            let added = add_round(&pool, threads.min(parts), hasher, hash.mode, (&file.file, at), parts);
            file.file.seek(SeekFrom::Start(at + (added * PART) as u64)).map(|_| added)
        })?;
        if added < parts {
            return Ok(());
        }
    }
}

/// Adds parts from a place in a file on, on so many threads. Says how many: those before the first
/// that cannot be read, and none where no subtree can follow in the message.
fn add_round(
    pool: &ThreadPool,
    threads: usize,
    hasher: &mut Hasher,
    mode: Mode,
    (file, at): (&fs::File, u64),
    parts: usize,
) -> usize {
    let start = hasher.message_len();
    let subtrees: Vec<OnceLock<Subtree>> = (0..parts).map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut buffer = Aligned::new(PART);
        loop {
            let part = next.fetch_add(1, Ordering::Relaxed);
            let Some(subtree) = subtrees.get(part) else { return };
            let before = (part * PART) as u64;
            let read = file.read_exact_at(&mut buffer, at + before);
            let Some(value) = read.ok().and_then(|()| mode.subtree(start + before, &buffer).ok()) else {
                return;
            };
            let _ = subtree.set(value);
        }
    };
    pool.in_place_scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| work());
        }
        work();
    });
    let added = subtrees.iter().map_while(OnceLock::get);
    added.take_while(|subtree| hasher.push_subtree(subtree).is_ok()).count()
}
