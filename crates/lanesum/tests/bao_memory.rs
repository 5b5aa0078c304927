//! How much memory the streaming operations take at most: under 16 MiB, however
//! long the message is.

#![expect(unsafe_code, reason = "the allocator counts")]
#![expect(clippy::single_range_in_vec_init, reason = "a list of one range is what is meant")]

use lanesum::bao::{Apart, ChunkGroup, Format, Layout, Reader, Seeking, SliceReader};
#[cfg(feature = "rayon")]
use lanesum::bao::{ReadAt, WriteAt};
use std::alloc::{GlobalAlloc, Layout as Room, System};
use std::io::{self, Read, Seek};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Counter;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn add(len: usize) {
    MOST.fetch_max(NOW.fetch_add(len, Relaxed) + len, Relaxed);
}

// SAFETY: it is the system's allocator, and counts.
unsafe impl GlobalAlloc for Counter {
    unsafe fn alloc(&self, room: Room) -> *mut u8 {
        add(room.size());
        // SAFETY: the caller keeps to the contract.
        unsafe { System.alloc(room) }
    }

    unsafe fn dealloc(&self, at: *mut u8, room: Room) {
        NOW.fetch_sub(room.size(), Relaxed);
        // SAFETY: the caller keeps to the contract.
        unsafe { System.dealloc(at, room) }
    }
}

#[global_allocator]
static ALLOCATOR: Counter = Counter;

/// The most bytes that a task had at a time, beside those from before.
fn most(task: impl FnOnce()) -> usize {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    task();
    MOST.load(Relaxed) - before
}

/// Tests that count are not run side by side.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

#[test]
fn under_16_mib() {
    let _one_at_a_time = ONE_AT_A_TIME.lock();
    const LEN: u64 = 200 << 20;
    let everything = [0..u64::MAX];
    for (group, limit) in
        [(ChunkGroup::CHUNK, 2 << 20), (ChunkGroup::KIB_16, 2 << 20), (ChunkGroup::MAX, 16 << 20)]
    {
        let format = Format::BAO.with_chunk_group(group);
        let file = || tempfile::tempfile().expect("a file");
        let (message, outboard, combined) = (file(), file(), file());
        io::copy(&mut io::repeat(7).take(LEN), &mut &message).expect("it is written");
        let start = || {
            (&message).rewind().expect("it is a file");
            (&combined).rewind().expect("it is a file");
        };
        let check = |name: &str, task: &mut dyn FnMut()| {
            start();
            let most = most(task);
            assert!(most < limit, "{name}: {most} bytes with {group:?}");
        };
        let mut hash = None;
        check("encode", &mut || {
            hash = Some(format.encode_from(Layout::Combined, &message, LEN, &combined).expect("encoded"));
        });
        let hash = hash.expect("it is encoded");
        check("outboard, of unknown length", &mut || {
            let again = format.encode_unknown(Layout::Outboard, &message, &outboard).expect("encoded");
            assert_eq!(again, hash);
        });
        check("encode, of unknown length", &mut || {
            let again = format.encode_unknown(Layout::Combined, &message, &combined).expect("encoded");
            assert_eq!(again, hash);
        });
        #[cfg(feature = "async")]
        check("encode, asynchronously", &mut || {
            let stream = futures::io::AllowStdIo::new;
            let encoding = format.encode_async(Layout::Combined, stream(&message), LEN, stream(&combined));
            assert_eq!(futures::executor::block_on(encoding).expect("encoded"), hash);
        });
        check("decode", &mut || {
            let len = io::copy(&mut Reader::new(format, &hash, &combined), &mut io::sink());
            assert_eq!(len.expect("it is right"), LEN);
        });
        #[cfg(feature = "async")]
        check("decode, asynchronously", &mut || {
            let encoding = futures::io::AllowStdIo::new(&combined);
            let reader = lanesum::bao::AsyncReader::new(format, &hash, encoding);
            let len = futures::executor::block_on(futures::io::copy(reader, &mut futures::io::sink()));
            assert_eq!(len.expect("it is right"), LEN);
        });
        let apart = || Apart::new(Seeking::new(&outboard), Seeking::new(&message));
        check("slice", &mut || {
            let mut slice = SliceReader::new(format, apart(), &everything);
            let len = io::copy(&mut slice, &mut io::sink()).expect("it is whole");
            assert_eq!(u128::from(len), format.encoded_len(LEN));
        });
        #[cfg(feature = "async")]
        check("slice, asynchronously", &mut || {
            use lanesum::bao::{AsyncApart, AsyncSliceReader};
            let stream = futures::io::AllowStdIo::new;
            let source = AsyncApart::new(stream(&outboard), stream(&message));
            let slice = AsyncSliceReader::new(format, source, &everything);
            let len = futures::executor::block_on(futures::io::copy(slice, &mut futures::io::sink()));
            assert_eq!(u128::from(len.expect("it is whole")), format.encoded_len(LEN));
        });
        check("a slice in the middle", &mut || {
            let mut slice = SliceReader::new(format, apart(), &[LEN / 2 + 1..LEN / 2 + 2, 0..LEN - 5000]);
            io::copy(&mut slice, &mut io::sink()).expect("it is whole");
        });
        check("verify", &mut || Reader::of_source(format, &hash, apart()).verify().expect("it is right"));
        check("valid ranges", &mut || {
            assert_eq!(format.valid_ranges(&hash, apart(), &everything).expect("it has a length"), [0..LEN]);
        });
    }
}

/// It takes its time, so that all the threads that may be at it are.
#[cfg(feature = "rayon")]
struct Slow<T>(T);

#[cfg(feature = "rayon")]
impl<T: ReadAt> ReadAt for Slow<T> {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        std::thread::sleep(std::time::Duration::from_micros(500));
        self.0.read_at(offset, buffer)
    }
}

/// The positioned calls, whatever the groups, and however many threads there are.
#[cfg(feature = "rayon")]
#[test]
fn under_16_mib_on_many_threads() {
    const LEN: u64 = 100 << 20;
    let _one_at_a_time = ONE_AT_A_TIME.lock();
    let message = Slow(vec![7; LEN as usize]);
    for threads in [1, 2, 8, 100] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        for group in [0, 4, 9, 12] {
            let format = Format::BAO.with_chunk_group(ChunkGroup::from_log(group).expect("a size"));
            let (hash, outboard) = format.par_outboard(&message.0);
            let outboard = Slow(outboard);
            let encoding = Slow(format.par_encode(&message.0).1);
            let check = |name: &str, task: &mut (dyn FnMut() + Send)| {
                let most = most(|| pool.install(task));
                assert!(most < 16 << 20, "{name}: {most} bytes on {threads} threads, groups {group}");
            };
            let nowhere = Nowhere;
            for layout in [Layout::Outboard, Layout::Combined] {
                check("encode", &mut || {
                    let again = format.par_encode_at(layout, &message, LEN, &nowhere);
                    assert_eq!(again.expect("it is memory"), hash);
                });
            }
            check("verify", &mut || {
                let len = format.par_verify_at(&hash, &outboard, &message);
                assert_eq!(len.expect("it is right"), LEN);
            });
            check("decode", &mut || {
                let len = format.par_decode_at(&hash, &encoding, &nowhere);
                assert_eq!(len.expect("it is right"), LEN);
            });
        }
    }
}

#[cfg(feature = "rayon")]
struct Nowhere;

#[cfg(feature = "rayon")]
impl WriteAt for Nowhere {
    fn write_all_at(&self, _: u64, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}
