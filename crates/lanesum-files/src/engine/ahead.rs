//! Reading ahead: one thread reads, others hash.

use crate::aligned::Aligned;
use crate::threads::{self, Scope};
use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel, sync_channel};
use std::time::{Duration, Instant};

/// What is read ahead at the most, in so many buffers of so many bytes: all of
/// them stay in the level 2 cache of a thread that hashes.
const BUFFERS: usize = 4;
pub(super) const BUFFER: usize = 256 << 10;

/// After so many bytes a stream may be worth a thread of its own, and after as many more again.
const LONG: usize = 1 << 20;

/// From so many threads on it is: the one that writes to the pipe wants a core beside
/// those that read and hash.
const ENOUGH: usize = 3;

/// Takes the pieces of a message, in order.
pub trait Adder: Send {
    /// Takes the next one.
    fn add(&mut self, piece: &[u8]);

    /// Parts of this one, of which each takes all pieces that follow: one, or up to so many, for a
    /// thread each.
    fn parts(&mut self, most: usize) -> Vec<Part<'_>>;
}

/// A part of an [`Adder`].
pub type Part<'a> = Box<dyn FnMut(&[u8]) + Send + 'a>;

impl<F: FnMut(&[u8]) + Send> Adder for F {
    fn add(&mut self, piece: &[u8]) {
        self(piece);
    }

    fn parts(&mut self, _: usize) -> Vec<Part<'_>> {
        vec![Box::new(self)]
    }
}

/// Gives `add` what `next` reads, in order, until `next` says 0: piece by piece into the
/// `buffer`, and if that proves long, ahead of the hashing, where there may be so many threads.
///
/// With two of them `add` has to take more than twice as long as `next`. Of a GiB through a pipe
/// SHA-256 took 0.79 s for 1.07 so on two CPUs, MD5 1.66 for 1.90, and BLAKE3 0.62 for 0.56
/// (Linux 6.18, AMD Zen 3).
///
/// # Errors
///
/// That of `next`. What it read before is added.
pub fn run<E: Send>(
    buffer: &mut [u8],
    threads: usize,
    mut next: impl FnMut(&mut [u8]) -> Result<usize, E>,
    mut add: impl Adder,
) -> Result<(), E> {
    let (mut len, mut reading, mut adding) = (0, Duration::ZERO, Duration::ZERO);
    let mut alone = threads < 2;
    loop {
        if !alone && len >= LONG {
            if threads >= ENOUGH || adding > 2 * reading {
                if on_threads(&mut next, add.parts(threads))? {
                    return Ok(());
                }
                alone = true;
            }
            (len, reading, adding) = (0, Duration::ZERO, Duration::ZERO);
        }
        let start = Instant::now();
        let n = next(&mut *buffer)?;
        if n == 0 {
            return Ok(());
        }
        let read = Instant::now();
        add.add(&buffer[..n]);
        len += n;
        reading += read - start;
        adding += read.elapsed();
    }
}

/// Reads on this thread, and has each part add on another. Says `false` where no thread is to be
/// had: then nothing was read.
fn on_threads<E: Send>(
    mut next: impl FnMut(&mut [u8]) -> Result<usize, E>,
    parts: Vec<Part<'_>>,
) -> Result<bool, E> {
    threads::scope(|scope| {
        let mut full = Vec::new();
        for mut part in parts {
            let (send, filled) = sync_channel::<Arc<Filled>>(BUFFERS);
            let add = move |_: &Scope<'_>| filled.iter().for_each(|piece| part(&piece.buffer[..piece.len]));
            if threads::start(scope, add).is_err() {
                return Ok(false);
            }
            full.push(send);
        }
        let (empty, emptied) = channel();
        for _ in 0..BUFFERS {
            empty.send(Aligned::new(BUFFER)).unwrap_or(());
        }
        while let Ok(mut buffer) = emptied.recv() {
            let len = next(&mut buffer)?;
            if len == 0 {
                break;
            }
            let piece = Arc::new(Filled { buffer, len, empty: empty.clone() });
            // A thread is gone only where it panicked, and then so does this one, when the scope
            // ends.
            if full.iter().any(|to| to.send(Arc::clone(&piece)).is_err()) {
                break;
            }
        }
        Ok(true)
    })
}

/// A piece, whose buffer is to be had again when nobody needs it.
struct Filled {
    buffer: Aligned,
    len: usize,
    empty: Sender<Aligned>,
}

impl Drop for Filled {
    fn drop(&mut self) {
        // Nobody waits for it where the reader is done.
        self.empty.send(mem::take(&mut self.buffer)).unwrap_or(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Error;
    use std::thread;

    /// A reader of these bytes, so many at most at a time.
    fn reader(mut bytes: &[u8], most: usize) -> impl FnMut(&mut [u8]) -> Result<usize, Error> {
        move |buffer| {
            let len = bytes.len().min(buffer.len()).min(most);
            buffer[..len].copy_from_slice(bytes.split_off(..len).expect("it is not longer"));
            Ok(len)
        }
    }

    /// All pieces come in order, of any lengths, more than there are buffers, whoever adds them.
    #[test]
    fn in_order() {
        let bytes: Vec<u8> = (0..3_000_000).map(|i| (i / 7 % 251) as u8).collect();
        for most in [1000, BUFFER, usize::MAX] {
            let mut added = Vec::new();
            let add: Part<'_> = Box::new(|piece| added.extend_from_slice(piece));
            assert!(on_threads(reader(&bytes, most), vec![add]).unwrap());
            assert!(added == bytes, "pieces of {most}");
            for threads in [1, 2, 3] {
                let (here, mut elsewhere) = (thread::current().id(), 0);
                added.clear();
                let add = |piece: &[u8]| {
                    thread::sleep(Duration::from_micros(piece.len() as u64 / 100));
                    elsewhere += usize::from(thread::current().id() != here) * piece.len();
                    added.extend_from_slice(piece);
                };
                run(&mut vec![0; BUFFER], threads, reader(&bytes, most), add).unwrap();
                assert!(added == bytes, "pieces of {most} on {threads}");
                assert_eq!(elsewhere > 0, threads > 1, "{elsewhere} bytes on {threads}, pieces of {most}");
            }
        }
    }

    /// Each part has all pieces, whichever is slow.
    #[test]
    fn in_parts() {
        let bytes: Vec<u8> = (0..3_000_000).map(|i| (i / 7 % 251) as u8).collect();
        for slow in 0..3 {
            let mut added: [Vec<u8>; 3] = Default::default();
            let parts = added.iter_mut().enumerate().map(|(i, added)| -> Part<'_> {
                Box::new(move |piece| {
                    thread::sleep(Duration::from_millis(u64::from(i == slow) * 3));
                    added.extend_from_slice(piece);
                })
            });
            assert!(on_threads(reader(&bytes, BUFFER), parts.collect()).unwrap());
            assert!(added.iter().all(|added| *added == bytes), "part {slow} is slow");
        }
    }

    /// A thread that panics has this one panic, though its pieces were with others too.
    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic() {
        let late: Part<'_> = Box::new(|_| thread::sleep(Duration::from_millis(5)));
        let panics: Part<'_> = Box::new(|_| {
            thread::sleep(Duration::from_millis(20));
            panic!("it is meant to")
        });
        let _ = on_threads(reader(&vec![0; 9 << 20], BUFFER), vec![late, panics]);
    }

    /// A thread more is not worth it where reading takes as long.
    #[test]
    fn slowly_read() {
        let (bytes, here, mut added) = (vec![5; 3_000_000], thread::current().id(), 0);
        let mut reader = reader(&bytes, BUFFER);
        let next = |buffer: &mut [u8]| {
            thread::sleep(Duration::from_millis(3));
            reader(buffer)
        };
        run(&mut vec![0; BUFFER], 2, next, |piece: &[u8]| {
            assert_eq!(thread::current().id(), here);
            added += piece.len();
        })
        .unwrap();
        assert_eq!(added, bytes.len());
    }

    /// What was read before an error is added.
    #[test]
    fn an_error() {
        let (mut left, mut added) = (10, 0);
        let read = |buffer: &mut [u8]| {
            left -= 1;
            if left == 0 { Err(Error::other("no more")) } else { Ok(buffer.len()) }
        };
        let error = on_threads(read, vec![Box::new(|piece| added += piece.len())]).unwrap_err();
        assert_eq!((error.to_string(), added), ("no more".to_owned(), 9 * BUFFER));
    }
}
