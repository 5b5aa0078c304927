//! Threads that run beside the one that starts them.

pub use crossbeam_utils::thread::{Scope, ScopedJoinHandle};

use std::io;

/// Runs `f`, and waits for all threads that were started in its scope. It is not std's, whose
/// handles do not say which thread of the system one is.
///
/// # Panics
///
/// Where one of them did.
pub fn scope<'env, R>(f: impl FnOnce(&Scope<'env>) -> R) -> R {
    crossbeam_utils::thread::scope(f).unwrap_or_else(|_| panic!("a scoped thread panicked"))
}

/// Starts a thread, on another CPU than this one's where there is one.
///
/// Linux may start it on the CPU of the thread that starts it although another one is idle, and
/// leave both there for 20 ms. On two CPUs two thirds of all threads were started there, and half
/// waited for more than 1.5 ms; moved away, nine of ten ran within 0.17 ms. The command took
/// 0.95 of the time for a file of 4 MiB, and 0.94 for 1,000 files of 4 KiB, as where the second
/// thread was the one that stayed and the first moved to a third (Linux 6.18, a virtual AMD Zen 4).
///
/// # Errors
///
/// The system's, where no thread is to be had.
pub fn start<'scope, 'env, T: Send + 'env>(
    scope: &'scope Scope<'env>,
    work: impl FnOnce(&Scope<'env>) -> T + Send + 'env,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    let thread = scope.builder().name("lanesum".to_owned()).spawn(work)?;
    move_away(&thread);
    Ok(thread)
}

/// Moves a thread that waits for this CPU to another one that both may use. Where that does not
/// go it stays.
#[cfg(all(target_os = "linux", any(target_env = "gnu", target_env = "musl")))]
fn move_away<T>(thread: &ScopedJoinHandle<'_, T>) {
    use libc::{CPU_CLR, CPU_COUNT, pthread_getaffinity_np, pthread_setaffinity_np};
    use std::mem;
    use std::os::unix::thread::JoinHandleExt;

    const LEN: usize = mem::size_of::<libc::cpu_set_t>();
    // SAFETY: each set is of the length that is told. Zeros are a set. Both threads are there:
    // one is this, and the other one is not joined.
    unsafe {
        let mut all = mem::zeroed();
        // Of more CPUs than are in a set nothing is known.
        if pthread_getaffinity_np(libc::pthread_self(), LEN, &mut all) != 0 {
            return;
        }
        let mut others = all;
        if let Ok(here) = usize::try_from(libc::sched_getcpu()) {
            CPU_CLR(here, &mut others);
        }
        // The system moves it at once if it does not run yet, and leaves it where it is otherwise.
        // One that has ended has the number 0, by which this thread is meant: it moves instead,
        // and may run everywhere behind that too.
        #[allow(clippy::unnecessary_cast, reason = "a pointer with musl, which std has as a number")]
        let thread = thread.as_pthread_t() as libc::pthread_t;
        if CPU_COUNT(&others) > 0 && pthread_setaffinity_np(thread, LEN, &others) == 0 {
            pthread_setaffinity_np(thread, LEN, &all);
        }
    }
}

#[cfg(not(all(target_os = "linux", any(target_env = "gnu", target_env = "musl"))))]
fn move_away<T>(_: &ScopedJoinHandle<'_, T>) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    use std::sync::mpsc::channel;
    use std::thread;

    /// A thread may run wherever the one that started it may, also where that is one CPU.
    #[test]
    fn may_run_everywhere() {
        let here = || sched_getaffinity(None).unwrap();
        let started = move || {
            let (send, moved) = channel();
            scope(|scope| {
                let thread = start(scope, move |_| moved.recv().map(|()| here()).unwrap()).unwrap();
                send.send(()).unwrap();
                thread.join().unwrap()
            })
        };
        let all = here();
        assert_eq!(started(), all);
        let mut one = CpuSet::new();
        one.set((0..CpuSet::MAX_CPU).find(|&cpu| all.is_set(cpu)).unwrap());
        let bound = move || {
            sched_setaffinity(None, &one).unwrap();
            started()
        };
        assert_eq!(thread::spawn(bound).join().unwrap(), one);
    }

    #[test]
    #[should_panic = "a scoped thread panicked"]
    fn a_panic_is_seen() {
        scope(|scope| {
            start(scope, |_| panic!("on purpose")).unwrap();
        });
    }
}
