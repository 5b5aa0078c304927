//! Tables of descriptors: threads may have one each.
//!
//! Opening and closing a file takes a lock of the table that the descriptor is
//! in. Two threads that read small files from one table spend more time on that
//! lock than they gain: `openat` and `close` in both took 1.7 times as long as in
//! one, and 0.65 with a table for each (Linux 6.18, 2 cores).
//!
//! A descriptor is then one of its thread's alone. Those that were there when a
//! thread parted are in both tables; those that came later go to other threads
//! only as [`Shared`].

use super::limit;
use crate::lock::lock;
use crate::status::{FileId, Status};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::fs::fstat;
use rustix::io::Errno;
use std::cell::{Cell, RefCell};
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

thread_local! {
    /// The number of this thread's table.
    static TABLE: Cell<u64> = const { Cell::new(0) };
    /// The last file of another table that was opened in this one.
    static LAST: RefCell<Option<(u64, OwnedFd)>> = const { RefCell::new(None) };
}

/// Descriptors that were given up elsewhere than in their table.
static RETURNED: Mutex<Vec<(u64, OwnedFd)>> = Mutex::new(Vec::new());

/// The number of a table, for a thread that is to be started.
#[derive(Clone, Copy)]
pub struct Table(u64);

impl Table {
    /// This thread's.
    pub fn current() -> Self {
        Self(TABLE.get())
    }

    /// Begins a thread that was started in this table. With `own` it gets a
    /// table of its own, where the system has that, and where there is room: in it
    /// stays what is open now, however many files and directories that are.
    pub fn begin(self, own: bool) {
        const ROOM: usize = 512;
        static TABLES: AtomicU64 = AtomicU64::new(1);
        TABLE.set(self.0);
        if own && limit() >= ROOM && part().is_ok() {
            TABLE.set(TABLES.fetch_add(1, Ordering::Relaxed));
        }
    }
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn part() -> Result<(), Errno> {
    use rustix::thread::{UnshareFlags, unshare_unsafe};
    // SAFETY: the thread has just begun and holds no descriptor yet. Whatever it is
    // given later is `Shared`, or was open before and stays so: both tables have it.
    unsafe { unshare_unsafe(UnshareFlags::FILES) }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn part() -> Result<(), Errno> {
    Err(Errno::NOSYS)
}

/// An open file that threads with tables of their own share: each opens it
/// again, and has to get the same one.
#[derive(Debug)]
pub struct Shared {
    table: u64,
    number: u64,
    /// Until the end.
    file: Option<OwnedFd>,
    id: FileId,
}

impl Shared {
    /// A file that was opened in this thread's table.
    pub fn new(file: OwnedFd, id: FileId) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        close_returned();
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        Self { table: TABLE.get(), number, file: Some(file), id }
    }

    /// Does something with the file, after `open`ing it in this thread's table
    /// if it is not there.
    ///
    /// # Errors
    ///
    /// Those of `open` and of `f`; ESTALE where another file is in its place by
    /// now.
    pub fn with<R, E: From<Errno>>(
        &self,
        open: impl FnOnce() -> Result<OwnedFd, Errno>,
        f: impl FnOnce(BorrowedFd<'_>) -> Result<R, E>,
    ) -> Result<R, E> {
        if let (Some(file), true) = (&self.file, self.table == TABLE.get()) {
            return f(file.as_fd());
        }
        if !LAST.with_borrow(|last| matches!(last, Some((number, _)) if *number == self.number)) {
            let file = open()?;
            if Status::from(fstat(&file)?).id != self.id {
                return Err(Errno::STALE.into());
            }
            LAST.set(Some((self.number, file)));
        }
        LAST.with_borrow(|last| match last {
            Some((_, file)) => f(file.as_fd()),
            None => Err(Errno::BADF.into()),
        })
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.table != TABLE.get()
            && let Some(file) = self.file.take()
        {
            // Its number means another file here.
            lock(&RETURNED).push((self.table, file));
        }
    }
}

/// Closes what other threads gave up of this one's table.
fn close_returned() {
    let table = TABLE.get();
    let mut returned = lock(&RETURNED);
    if returned.iter().any(|(of, _)| *of == table) {
        let (ours, others) = mem::take(&mut *returned).into_iter().partition(|(of, _)| *of == table);
        *returned = others;
        drop(returned);
        drop::<Vec<_>>(ours);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::Read;
    use std::thread;

    /// A file that one thread opens is read and given up by another, whose own
    /// descriptors stay what they are.
    #[test]
    fn threads_with_tables_of_their_own() {
        let directory = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| directory.path().join(name));
        std::fs::write(&a, "of a").unwrap();
        std::fs::write(&b, "of b").unwrap();
        let open = |path| Ok(OwnedFd::from(File::open(path).unwrap()));
        let read = |file: BorrowedFd<'_>| {
            let mut text = String::new();
            File::from(file.try_clone_to_owned().unwrap()).read_to_string(&mut text).unwrap();
            Ok::<_, Errno>(text)
        };
        let file = open(&a).unwrap();
        let id = Status::from(fstat(&file).unwrap()).id;
        let shared = Shared::new(file, id);
        let table = Table::current();
        let own = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                table.begin(true);
                // The number that `a` has there is free here, if anything is.
                let own = open(&b).unwrap();
                assert_eq!(shared.with(|| open(&a), read).unwrap(), "of a");
                assert_eq!(shared.with(|| panic!("it is open"), |_| Ok::<_, Errno>(1)), Ok(1));
                let other = Shared::new(open(&b).unwrap(), id);
                let parted = Table::current().0 != table.0;
                drop(own);
                (parted, other)
            });
            worker.join().unwrap()
        });
        let (parted, other) = own;
        if parted {
            assert_eq!(other.with(|| open(&b), read), Err(Errno::STALE), "it is no longer the same");
        }
        assert_eq!(shared.with(|| panic!("it is open"), read).unwrap(), "of a");
        // Given up here, and not closed here.
        let before = lock(&RETURNED).len();
        drop(other);
        assert_eq!(lock(&RETURNED).len(), before + usize::from(parted));
    }
}
