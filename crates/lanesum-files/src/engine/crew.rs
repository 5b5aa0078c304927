//! The workers' threads: one is hired where there is work for one more.

use crate::descriptors::Table;
use crate::engine::Shared;
use crate::engine::worker::Worker;
use crate::lock::lock;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread::{Builder, Scope, ScopedJoinHandle};
use std::{io, mem};

/// Those who work, and where they are started.
#[derive(Clone, Copy)]
pub(super) struct Crew<'scope, 'env, 'a> {
    pub(super) shared: &'scope Shared<'a>,
    pub(super) scope: &'scope Scope<'scope, 'env>,
}

impl<'scope, 'env, 'a> Crew<'scope, 'env, 'a> {
    /// Works on the calling thread, as long as one is enough.
    ///
    /// Who has hired another one moves to a new thread too, and the caller waits. Linux may
    /// start a thread on the CPU of the one that starts it although another CPU is idle, and
    /// leave both there for 20 ms; the next thread it starts on the other CPU. Where both
    /// shared a CPU a file of 64 MiB took 20 to 29 ms, otherwise 14 to 17 (Linux 6.18, two CPUs).
    pub(super) fn begin(self) {
        let mut worker = Worker::new(self.shared);
        let all = EndAll(self.shared);
        let mut more = true;
        while more && self.shared.working.load(Ordering::Relaxed) == 1 {
            more = worker.round(|| self.hire());
        }
        mem::forget(all);
        if more { self.go_on_elsewhere(worker) } else { self.end() }
    }

    /// Works until nothing is left to do.
    fn work(self, mut worker: Worker<'scope, 'a>) {
        let all = EndAll(self.shared);
        while worker.round(|| self.hire()) {}
        mem::forget(all);
        self.end();
    }

    /// Has one more work, if there may be one more.
    fn hire(self) {
        if self.shared.engage(1) == 1 {
            let table = Table::current();
            self.shared.arriving.fetch_add(1, Ordering::Relaxed);
            let started = start(self.scope, move || {
                table.begin(self.shared.own_tables);
                let worker = Worker::new(self.shared);
                // Before it asks for files, for it may have to wait for an answer.
                self.shared.arrived();
                self.work(worker);
            });
            // No thread to be had: those there are do the work.
            if started.is_err() {
                self.shared.arrived();
                self.end();
            }
        }
    }

    /// Has the worker go on in a thread of its own, which has this one's table of descriptors.
    fn go_on_elsewhere(self, worker: Worker<'scope, 'a>) {
        let table = Table::current();
        let here = Arc::new(Mutex::new(Some(worker)));
        let there = Arc::clone(&here);
        let take = |from: &Mutex<Option<_>>| lock(from).take();
        let started = start(self.scope, move || {
            table.begin(false);
            if let Some(worker) = take(&there) {
                self.work(worker);
            }
        });
        if started.is_err()
            && let Some(worker) = take(&here)
        {
            self.work(worker);
        }
    }

    /// One less works.
    fn end(self) {
        self.shared.dismiss(1);
    }
}

/// A worker, in case it panics: its lines never come, and the others would wait for their turns
/// for ever. So all end, and then the caller panics too.
struct EndAll<'s, 'a>(&'s Shared<'a>);

impl Drop for EndAll<'_, '_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
        self.0.order.wake();
    }
}

/// Starts a thread.
pub(super) fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().name("lanesum".to_owned()).spawn_scoped(scope, work)
}
