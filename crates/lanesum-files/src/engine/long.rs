//! A long file that one thread hashes from its beginning to its end: window by window it is
//! mapped or read, as what takes less time.
//!
//! SHA-256 of 64 MiB took 48 ms of reads and 44 of mappings where the file was written a MiB at
//! a time, and 54 and 53 where it was written by pages; a checksum 7 and 5, and 13 and 14
//! (Linux 6.18, AMD Zen 3).

use crate::engine::cached::is_cached;
use crate::engine::mapped;
use crate::engine::trial::Trial;
use rustix::fd::BorrowedFd;
use rustix::io::{Errno, pread};

/// Bytes in a window: a page of the table of pages, so that to map it costs little.
pub(super) const WINDOW: u64 = 2 << 20;

/// How many bytes of a file are mapped before any are timed.
const UNTIMED: u64 = 16 << 20;

/// What is known of the file.
pub struct Long {
    /// Whether it is in the system's cache, once that was asked.
    cached: Option<bool>,
    /// Whether a window that is not in the cache is read.
    of_any: bool,
    trial: Trial,
}

/// What came of a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// So many bytes were hashed.
    Hashed(u64),
    /// Nothing was hashed, and nothing will be: the rest is to be read.
    Rest,
    /// The file became shorter, or the disk failed, under bytes that were hashed: what was
    /// computed of it is worth nothing, and it is to be read from its beginning. It is not mapped
    /// again.
    Lost,
}

impl Default for Long {
    fn default() -> Self {
        Self { cached: None, of_any: false, trial: Trial::new(UNTIMED) }
    }
}

impl Long {
    /// From now on windows of a file that is not in the system's cache are read.
    pub(super) fn take_any(&mut self) {
        self.of_any = true;
    }

    /// Gives `hash` the next window of a file of `len` bytes, from `at` on, which is where the
    /// last one ended. What is read of it is read into the `buffer`. The place where the file
    /// is read on stays.
    pub fn next(
        &mut self,
        file: BorrowedFd<'_>,
        at: u64,
        len: u64,
        buffer: &mut [u8],
        hash: &mut dyn FnMut(&[u8]),
    ) -> Step {
        let window = WINDOW - at % WINDOW;
        let rest = len.saturating_sub(at);
        if rest < window {
            return Step::Rest;
        }
        if !*self.cached.get_or_insert_with(|| is_cached(file, at, rest)) {
            return if self.of_any { read(file, at, window, buffer, hash) } else { Step::Rest };
        }
        let step = self.trial.run(
            window as usize,
            (hash, buffer),
            |(hash, _), clock| {
                let mut begun = false;
                let mapped = mapped::with(file, at, window as usize, |bytes| {
                    begun = true;
                    clock.beside_mapped(bytes, || hash(bytes));
                });
                match mapped {
                    Some(()) => Some(Step::Hashed(window)),
                    None => begun.then_some(Step::Lost),
                }
            },
            |(hash, buffer), clock| read(file, at, window, buffer, &mut |piece| clock.beside(|| hash(piece))),
        );
        if step == Step::Lost {
            self.cached = Some(false);
        }
        step
    }
}

/// Reads a window, as far as that goes: what keeps it from going on, it says to whoever reads the
/// rest.
fn read(file: BorrowedFd<'_>, at: u64, window: u64, buffer: &mut [u8], hash: &mut dyn FnMut(&[u8])) -> Step {
    let mut done = 0;
    while done < window {
        let left = usize::try_from(window - done).map_or(buffer.len(), |left| left.min(buffer.len()));
        match pread(file, &mut buffer[..left], at + done) {
            Err(Errno::INTR) => {}
            Ok(0) | Err(_) => break,
            Ok(n) => {
                hash(&buffer[..n]);
                done += n as u64;
            }
        }
    }
    if done == 0 { Step::Rest } else { Step::Hashed(done) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::mapped::tests::file;
    use std::fs::File;
    use std::os::fd::AsFd;

    /// All windows of a file from `at` on, and what the last step was.
    fn windows(long: &mut Long, file: &File, mut at: u64, len: u64, seen: &mut Vec<u8>) -> (u64, Step) {
        loop {
            let step = long.next(file.as_fd(), at, len, &mut [0; 10_000], &mut |piece| seen.extend(piece));
            match step {
                Step::Hashed(n) => at += n,
                step => return (at, step),
            }
        }
    }

    /// More than is mapped without a trial, and the whole trial.
    #[test]
    fn every_byte_once() {
        const LEN: usize = 40 << 20;
        let (file, bytes) = file(LEN + 1000);
        for start in [0, 1, 4096, 300_000] {
            let mut seen = Vec::new();
            let (at, step) = windows(&mut Long::default(), &file, start, bytes.len() as u64, &mut seen);
            assert_eq!((at, step), (LEN as u64, Step::Rest), "from {start} on");
            assert!(seen == bytes[start as usize..LEN], "from {start} on");
        }
    }

    #[test]
    fn short() {
        let (file, _) = file((2 << 20) - 1);
        let mut seen = Vec::new();
        assert_eq!(windows(&mut Long::default(), &file, 0, (2 << 20) - 1, &mut seen), (0, Step::Rest));
        assert!(seen.is_empty());
        let mut hash = |_: &[u8]| panic!("it has no window");
        let mut long = Long { of_any: true, ..Long::default() };
        let step = long.next(file.as_fd(), 0, (2 << 20) - 1, &mut [0; 10_000], &mut hash);
        assert_eq!(step, Step::Rest);
    }

    #[test]
    fn not_in_the_cache() {
        let (file, bytes) = file((5 << 20) + 9);
        let mut long = Long { cached: Some(false), of_any: true, ..Long::default() };
        let mut seen = Vec::new();
        let (at, step) = windows(&mut long, &file, 1000, bytes.len() as u64, &mut seen);
        assert_eq!((at, step), (4 << 20, Step::Rest));
        assert!(seen == bytes[1000..4 << 20]);
    }

    /// What is mapped says that it was lost.
    #[test]
    fn truncated_when_mapped() {
        let (file, bytes) = file(24 << 20);
        let mut long = Long::default();
        let mut touch = |piece: &[u8]| assert!(piece.ends_with(&[0]) || piece == &bytes[..2 << 20]);
        let mut next = |at| long.next(file.as_fd(), at, bytes.len() as u64, &mut [0; 10_000], &mut touch);
        assert_eq!(next(0), Step::Hashed(2 << 20));
        file.set_len(3 << 20).unwrap();
        assert_eq!(next(2 << 20), Step::Lost);
        assert_eq!(next(0), Step::Rest);
    }

    /// What is read ends where the file does.
    #[test]
    fn truncated_when_read() {
        let (file, bytes) = file(3 << 20);
        let mut seen: Vec<u8> = Vec::new();
        let mut next =
            |at| read(file.as_fd(), at, 2 << 20, &mut [0; 10_000], &mut |piece| seen.extend(piece));
        assert_eq!(next(0), Step::Hashed(2 << 20));
        assert_eq!(next(2 << 20), Step::Hashed(1 << 20));
        assert_eq!(next(3 << 20), Step::Rest);
        assert!(seen == bytes);
    }
}
