//! How much memory the streaming operations take at most: under 16 MiB, however
//! long the message is.

#![expect(unsafe_code, reason = "the allocator counts")]
#![expect(clippy::single_range_in_vec_init, reason = "a list of one range is what is meant")]

use lanesum::bao::{Apart, ChunkGroup, Format, Layout, Reader, Seeking, SliceReader};
use std::alloc::{GlobalAlloc, Layout as Room, System};
use std::io::{self, Read, Seek};
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

#[test]
fn under_16_mib() {
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
