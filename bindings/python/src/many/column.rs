//! Messages that are found by their numbers: the rows of a column. Batch by batch, so that
//! what is made of each row stays in the cache, by the thread that hashes it.

use super::pipe::{BATCH, SHORT};
use super::{Call, wrong};
use lanesum::hash_many_into;
use pyo3::prelude::*;
use rayon::prelude::*;
use std::ops::Range;

/// How many batches each thread hashes before signals are looked at.
const BATCHES: usize = 16;

impl Call {
    /// Hashes `n` messages of so many bytes together into `output`; `gather` adds those of a
    /// range to a list. The interpreter runs other threads meanwhile.
    ///
    /// # Errors
    ///
    /// Those of `gather`, and what a signal's handler raises.
    pub(crate) fn hash_column<'m>(
        &self,
        py: Python<'_>,
        n: usize,
        bytes: usize,
        gather: impl Fn(Range<usize>, &mut Vec<&'m [u8]>) -> PyResult<()> + Sync,
        output: &mut [u8],
    ) -> PyResult<()> {
        let each = self.each();
        // Threads share each batch of longer ones.
        let apart = self.pool.as_ref().filter(|_| bytes / n.max(1) < SHORT);
        let batches = if self.pool.is_some() { self.threads * BATCHES } else { 1 };
        let step = (batches * BATCH).clamp(1, n.max(1));
        let mut messages = Vec::new();
        for (start, room) in (0..n).step_by(step).zip(output.chunks_mut(step * each)) {
            let end = n.min(start + step);
            if let Some(pool) = apart {
                let hash = |messages: &mut Vec<_>, (i, room): (usize, &mut [u8])| {
                    let start = start + i * BATCH;
                    messages.clear();
                    gather(start..end.min(start + BATCH), messages)?;
                    hash_many_into(&self.function, messages, room).map_err(wrong)
                };
                let batches = room.par_chunks_mut(BATCH.min(step) * each).enumerate();
                py.detach(|| pool.install(|| batches.try_for_each_init(Vec::new, hash)))?;
            } else {
                messages.clear();
                gather(start..end, &mut messages)?;
                self.hash_into(py, &messages, room)?;
            }
            py.check_signals()?;
        }
        Ok(())
    }
}
