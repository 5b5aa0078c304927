//! Bao held to the `bao` and `bao-tree` crates, to the reference, and to its
//! promise: no byte that is not verified, whatever the input is.

#![expect(clippy::single_range_in_vec_init, reason = "a list of one range is what is meant")]

mod arriving;
#[cfg(feature = "async")]
mod asynchronous;
mod corruption;
mod encodings;
mod reading;
mod slices;
mod valid;
mod vectors;
mod verifying;

use lanesum::bao::{ChunkGroup, Error, Format, ReadAt, WriteAt};
use std::io;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

const EVERYTHING: Range<u64> = 0..u64::MAX;

/// Next to the ends of chunks, and of groups of 2, 4 and 16 of them.
const SHORT: [usize; 25] = [
    0, 1, 63, 64, 65, 1023, 1024, 1025, 2047, 2048, 2049, 3072, 3073, 4096, 4097, 5120, 7000, 8192, 8193,
    15360, 16383, 16384, 16385, 33000, 50000,
];

const KIB: usize = 1024;

/// Next to the ends of what is hashed at once, 256 KiB, and of what is not cut
/// for another thread, 1 MiB, and larger than the largest groups.
const LONG: [usize; 13] = [
    256 * KIB - 1,
    256 * KIB,
    256 * KIB + 1,
    257 * KIB + 1,
    512 * KIB,
    768 * KIB + 1,
    1024 * KIB - 1,
    1024 * KIB,
    1024 * KIB + 1,
    1300 * KIB + 17,
    2048 * KIB + 1,
    3072 * KIB + 5,
    5000 * KIB + 5,
];

fn lengths() -> impl Iterator<Item = usize> {
    SHORT.into_iter().chain(LONG)
}

fn message(len: usize) -> Vec<u8> {
    // A period that is no power of two, so that no two chunks are the same.
    (0..len).map(|i| (i % 251) as u8).collect()
}

fn grouped(log: u8) -> Format {
    Format::BAO.with_chunk_group(ChunkGroup::from_log(log).expect("a size of group"))
}

fn reference(log: u8) -> reference::bao::Bao {
    reference::bao::Bao { mode: reference::blake3::Mode::HASH, chunk_group: log.into() }
}

/// The error in an `io::Error`.
fn inner(error: &io::Error) -> Error {
    *error.get_ref().and_then(|error| error.downcast_ref()).expect("an error of the encoding")
}

/// Bytes that are written at positions.
#[derive(Default)]
struct Output(Mutex<Vec<u8>>);

impl Output {
    fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner().expect("no writer has panicked")
    }
}

impl WriteAt for Output {
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut out = self.0.lock().expect("no writer has panicked");
        let end = offset as usize + bytes.len();
        if out.len() < end {
            out.resize(end, 0);
        }
        out[offset as usize..end].copy_from_slice(bytes);
        Ok(())
    }
}

/// An encoding that counts how much of it is read.
struct Counted<'e>(&'e [u8], AtomicUsize);

impl ReadAt for Counted<'_> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.0.read_at(offset, buffer)?;
        self.1.fetch_add(len, Ordering::Relaxed);
        Ok(len)
    }
}

/// The lower half of a state of a generator (xorshift64*), for choices that are
/// the same in each run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) % n as u64) as usize
    }
}
