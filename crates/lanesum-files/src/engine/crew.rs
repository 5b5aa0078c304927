//! The workers' threads: one is hired where there is work for one more.

use crate::descriptors::Table;
use crate::engine::Shared;
use crate::engine::worker::Worker;
use crate::threads::{self, Scope};
use std::mem;
use std::sync::atomic::Ordering;

/// Those who work, and where they are started.
#[derive(Clone, Copy)]
pub(super) struct Crew<'c, 'env, 'a> {
    pub(super) shared: &'env Shared<'a>,
    pub(super) scope: &'c Scope<'env>,
}

impl<'env, 'a> Crew<'_, 'env, 'a> {
    /// Works on the calling thread.
    pub(super) fn begin(self) {
        self.work(Worker::new(self.shared));
    }

    /// Works until nothing is left to do.
    fn work(self, mut worker: Worker<'env, 'a>) {
        let all = EndAll(self.shared);
        while worker.round(|| self.hire()) {}
        mem::forget(all);
        self.end();
    }

    /// Has one more work, if there may be one more.
    fn hire(self) {
        let shared = self.shared;
        if shared.engage(1) == 1 {
            let table = Table::current();
            shared.arriving.fetch_add(1, Ordering::Relaxed);
            let started = threads::start(self.scope, move |scope| {
                table.begin(shared.own_tables);
                let worker = Worker::new(shared);
                // Before it asks for files, for it may have to wait for an answer.
                shared.arrived();
                Crew { shared, scope }.work(worker);
            });
            // No thread to be had: those there are do the work.
            if started.is_err() {
                shared.arrived();
                self.end();
            }
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
