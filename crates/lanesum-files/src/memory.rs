//! How much memory this process may address.

use rustix::process::{Resource, getrlimit};

/// With less than this there are no threads, and buffers are small: a thread
/// wants tens of MiB, though it uses few.
const ROOM_FOR_THREADS: u64 = 1 << 30;

/// Whether the limit of the address space (`ulimit -v`) leaves little room.
pub fn is_tight() -> bool {
    getrlimit(Resource::As).current.is_some_and(|room| room < ROOM_FOR_THREADS)
}
