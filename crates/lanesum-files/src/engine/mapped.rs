//! A part of a file read where the system has it: mapped into memory, without
//! a copy.
//!
//! Where a read would say that the file has become shorter, or that the disk
//! fails, memory has no way to say it: the thread that touches it gets a signal,
//! SIGBUS, and the program ends. So a thread notes what it has mapped, and the
//! signal's handler, which runs on that thread, lays zeros over the rest of it
//! and notes that. The thread then reads on, and throws away what comes of it.
//! Whoever asked reads the file in the ordinary way, which gives the bytes or
//! the error.
//!
//! A window is small, and unmapped by the thread that mapped it: taking down a
//! GiB at once takes a seventh of the time of hashing it, on one core.
//!
//! Pages are entered when they are touched: a fault enters 16 of them, as Linux is set up.
//! To ask for all with MADV_POPULATE_READ looks at each page, and took the system 77 to 97 ms
//! of a GiB where the faults take 42 (Linux 6.18, AMD Zen 3).

use rustix::fd::BorrowedFd;
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};
use rustix::param::page_size;
use std::ffi::{c_int, c_void};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, compiler_fence};
use std::{mem, ptr, slice};

thread_local! {
    /// What this thread has mapped. It needs neither to be made nor to be
    /// dropped, so that a signal's handler can look at it.
    static WINDOW: Window = const {
        Window { start: AtomicUsize::new(0), end: AtomicUsize::new(0), lost: AtomicBool::new(false) }
    };
}

/// What was done about the signal before.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// The addresses of a mapping, and whether a part of it is no longer the file.
struct Window {
    start: AtomicUsize,
    end: AtomicUsize,
    lost: AtomicBool,
}

/// Gives `f` the `len` bytes of a file from `offset` on. None where they cannot
/// be mapped, or are not all there: then they are to be read.
pub(super) fn with<R>(
    file: BorrowedFd<'_>,
    offset: u64,
    len: usize,
    f: impl FnOnce(&[u8]) -> R,
) -> Option<R> {
    if len == 0 || !is_handled() {
        return None;
    }
    // A mapping begins with a page.
    let before = (offset % page_size() as u64) as usize;
    let all = before.checked_add(len)?;
    // SAFETY: the system chooses the place, where nothing else is.
    let start = unsafe {
        mmap(ptr::null_mut(), all, ProtFlags::READ, MapFlags::SHARED, file, offset - before as u64).ok()?
    };
    WINDOW.with(|window| window.note(start.addr(), all));
    // SAFETY: the range is mapped until `f` is done, and can be read to its end:
    // where there is no file behind it, the handler puts zeros there. Somebody may
    // write to the file meanwhile, as while it is read, and then the bytes change:
    // whoever hashes them only computes with them, and decides and addresses nothing
    // by their values.
    let result = f(unsafe { slice::from_raw_parts(start.cast::<u8>().add(before), len) });
    let lost = WINDOW.with(Window::forget);
    // SAFETY: it was mapped above, and the bytes do not outlive `f`.
    unsafe { munmap(start, all) }.unwrap_or(());
    (!lost).then_some(result)
}

/// Has all pages of a mapping entered, as they are when the first byte of each is read.
pub(super) fn touch(bytes: &[u8]) {
    bytes.iter().step_by(page_size()).for_each(|byte| {
        black_box(*byte);
    });
}

impl Window {
    fn note(&self, start: usize, len: usize) {
        self.lost.store(false, Ordering::Relaxed);
        self.start.store(start, Ordering::Relaxed);
        self.end.store(start + len, Ordering::Relaxed);
        // The handler runs on this thread: only the compiler could put reads before.
        compiler_fence(Ordering::SeqCst);
    }

    /// Says whether a part was lost.
    fn forget(&self) -> bool {
        compiler_fence(Ordering::SeqCst);
        self.end.store(0, Ordering::Relaxed);
        self.lost.load(Ordering::Relaxed)
    }

    /// Lays zeros over all from the page of this address on, if it is in here.
    fn cover(&self, address: usize) -> bool {
        let (start, end) = (self.start.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed));
        if !(start..end).contains(&address) {
            return false;
        }
        self.lost.store(true, Ordering::Relaxed);
        // A mapping begins with a page, so the page is in it.
        let page = address - address % page_size();
        // SAFETY: the range is in this thread's mapping, and nobody relies on its
        // bytes: the thread reads on whatever they are.
        let covered = unsafe {
            mmap_anonymous(
                ptr::without_provenance_mut(page),
                end - page,
                ProtFlags::READ,
                MapFlags::PRIVATE | MapFlags::FIXED,
            )
        };
        covered.is_ok()
    }
}

/// Has the signal handled, from the first call on, and come to this thread.
fn is_handled() -> bool {
    static HANDLED: OnceLock<bool> = OnceLock::new();
    thread_local! {
        static COMES: bool = {
            // SAFETY: zeros are a set of signals; it is filled, and lives until after the
            // calls. A thread that blocks this one was started by somebody who did.
            unsafe {
                let mut signals = mem::zeroed();
                libc::sigemptyset(&mut signals) == 0
                    && libc::sigaddset(&mut signals, libc::SIGBUS) == 0
                    && libc::pthread_sigmask(libc::SIG_UNBLOCK, &signals, ptr::null_mut()) == 0
            }
        };
    }
    COMES.with(|comes| *comes)
        && *HANDLED.get_or_init(|| {
            // What it uses is found before a signal can come.
            page_size();
            // SAFETY: zeros are an action without flags; the handler is of the form that
            // SA_SIGINFO asks for, and calls nothing that a handler may not: it loads and
            // stores atomics of its thread, and makes system calls.
            unsafe {
                let mut action: libc::sigaction = mem::zeroed();
                action.sa_sigaction = handle as extern "C" fn(_, _, _) as usize;
                action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                // First, so that the handler finds it whenever it is called.
                let mut before = mem::zeroed();
                libc::sigaction(libc::SIGBUS, ptr::null(), &mut before) == 0
                    && BEFORE.set(before).is_ok()
                    && libc::sigaction(libc::SIGBUS, &action, ptr::null_mut()) == 0
            }
        })
}

/// Handles SIGBUS: where it is not about this thread's mapping, as whoever handled
/// it before.
extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, _: *mut c_void) {
    // SAFETY: the system gives a handler of this form what there is to know. Sent by
    // a process it has no address; then what is there is no address in the mapping,
    // or the code says so.
    let (code, address) = unsafe { ((*info).si_code, (*info).si_addr() as usize) };
    if code > 0 && WINDOW.with(|window| window.cover(address)) {
        return;
    }
    // SAFETY: the calls are allowed in a handler. What was done before about the signal
    // is done again, and the signal comes again: a fault by itself, with its address,
    // when this handler is done and the same memory is touched.
    unsafe {
        match BEFORE.get() {
            Some(before) => libc::sigaction(signal, before, ptr::null_mut()),
            None => libc::sigaction(signal, &mem::zeroed(), ptr::null_mut()),
        };
        if code <= 0 {
            libc::raise(signal);
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::fs::File;
    use std::os::fd::AsFd;

    /// A file of some pages, no two of which are equal.
    pub(in crate::engine) fn file(len: usize) -> (File, Vec<u8>) {
        let bytes: Vec<u8> = (0..len).map(|i| (i / 4096 + i % 251) as u8).collect();
        let file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut &file, &bytes).unwrap();
        (file, bytes)
    }

    #[test]
    fn the_bytes() {
        let (file, bytes) = file(100_000);
        for (offset, len) in [(0, 100_000), (0, 1), (4096, 8192), (5000, 60_000), (99_999, 1)] {
            let same = with(file.as_fd(), offset as u64, len, |mapped| mapped == &bytes[offset..][..len]);
            assert_eq!(same, Some(true), "{len} at {offset}");
        }
        assert_eq!(with(file.as_fd(), 0, 0, |_| ()), None);
    }

    /// Truncated when it is mapped, and then read: no end, but no bytes either.
    #[test]
    fn truncated() {
        for left in [0, 1, 4096, 50_000] {
            let (file, bytes) = file(200_000);
            let read = with(file.as_fd(), 0, 200_000, |mapped| {
                assert_eq!(mapped[150_000], bytes[150_000]);
                file.set_len(left).unwrap();
                let page = (left as usize).next_multiple_of(page_size());
                assert_eq!(mapped[..left as usize], bytes[..left as usize]);
                assert!(mapped[page..].iter().all(|&byte| byte == 0));
            });
            assert_eq!(read, None, "{left} bytes are left");
            // The next mapping of this thread knows nothing of it.
            let (file, bytes) = self::file(9000);
            assert_eq!(with(file.as_fd(), 0, 9000, |mapped| mapped == bytes), Some(true));
        }
    }

    /// Each thread has a mapping of its own.
    #[test]
    fn on_threads() {
        std::thread::scope(|scope| {
            for i in 0..4 {
                scope.spawn(move || {
                    for _ in 0..50 {
                        let (file, bytes) = file(100_000);
                        let whole = with(file.as_fd(), 0, 100_000, |mapped| {
                            if i % 2 == 0 {
                                file.set_len(0).unwrap();
                            }
                            mapped == bytes
                        });
                        assert_eq!(whole, (i % 2 == 1).then_some(true));
                    }
                });
            }
        });
    }

    /// What cannot be mapped, which is left to be read.
    #[test]
    fn no_mapping() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("f");
        let write_only = File::create(&path).unwrap();
        write_only.set_len(10_000).unwrap();
        assert_eq!(with(write_only.as_fd(), 0, 10_000, |_| ()), None);
        let file = File::open(&path).unwrap();
        assert_eq!(with(file.as_fd(), 0, usize::MAX - 4096, |_| ()), None);
        assert_eq!(
            with(file.as_fd(), 0, 20_000, |mapped| mapped.len()),
            Some(20_000),
            "nothing is read of it"
        );
        assert_eq!(with(file.as_fd(), 0, 20_000, |mapped| mapped.iter().max().copied()), None);
        let (pipe, _writer) = std::io::pipe().unwrap();
        assert_eq!(with(pipe.as_fd(), 0, 4096, |_| ()), None);
    }
}
