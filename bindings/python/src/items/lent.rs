//! Messages of items for threads that know nothing of Python.

use super::{Held, Items, bytes_in};
use crate::buffer::Buffer;
use pyo3::prelude::*;
use std::mem;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{Ordering, fence};
use std::thread;

/// What holds items while their messages are lent. It waits for them when it is dropped.
pub(crate) struct Lender<'py> {
    lent: Arc<()>,
    views: Vec<Buffer<'py>>,
    _held: Held<'py>,
}

impl Lender<'_> {
    /// Whether they are `bytes`, all of them.
    pub(crate) fn are_bytes(&self) -> bool {
        self.views.is_empty()
    }
}

impl Drop for Lender<'_> {
    fn drop(&mut self) {
        while Arc::strong_count(&self.lent) > 1 {
            thread::yield_now();
        }
        // Whatever the one who had them did came before.
        fence(Ordering::Acquire);
    }
}

/// Messages that somebody else holds.
pub(crate) struct Lent {
    /// No longer than the lender waits.
    messages: Vec<&'static [u8]>,
    _lent: Arc<()>,
}

impl Lent {
    pub(crate) fn messages(&self) -> &[&[u8]] {
        &self.messages
    }
}

impl<'py> Items<'py> {
    /// Lends the messages of some items.
    ///
    /// # Errors
    ///
    /// Those of [`Items::hold`] and [`Buffer::of`].
    pub(crate) fn lend(&self, range: Range<usize>) -> PyResult<(Lender<'py>, Lent)> {
        let (held, mut views) = (self.hold(range)?, Vec::new());
        let messages = gather(&held, &mut views)?.0;
        // SAFETY: the slices are of what `held` and `views` keep where it is, wherever these
        // are moved to; a `Lender` drops them when the `Lent` is gone, or never.
        let messages = unsafe { mem::transmute::<Vec<&[u8]>, Vec<&'static [u8]>>(messages) };
        let lent = Arc::new(());
        Ok((Lender { lent: lent.clone(), views, _held: held }, Lent { messages, _lent: lent }))
    }
}

/// The bytes of all messages, and where those begin that somebody may write to: nobody
/// writes to `bytes`, which come first mostly.
pub(crate) fn gather<'h, 'py>(
    all: &'h Held<'py>,
    views: &'h mut Vec<Buffer<'py>>,
) -> PyResult<(Vec<&'h [u8]>, usize)> {
    let mut messages = Vec::with_capacity(all.len());
    messages.extend(bytes_in(all));
    let lent = messages.len();
    for i in lent..all.len() {
        views.push(Buffer::of(&all.item(i)?)?);
    }
    messages.extend(views.iter().map(Buffer::bytes));
    Ok((messages, lent))
}
