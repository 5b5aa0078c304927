//! What each thread works in.

use super::ReadAt;
use super::levels::Levels;
use alloc::vec::Vec;
use std::io;
use std::sync::{Mutex, PoisonError};

/// Room for a run.
#[derive(Default)]
pub(crate) struct Room {
    pub(crate) levels: Levels,
    pub(crate) encoded: Buffer,
    pub(crate) content: Buffer,
}

/// Bytes that are written over again and again, without zeros between.
#[derive(Default)]
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    /// Any `len` bytes.
    pub(crate) fn get(&mut self, len: usize) -> &mut [u8] {
        if self.0.len() < len {
            self.0.resize(len, 0);
        }
        &mut self.0[..len]
    }

    /// `len` bytes of an input from `offset` on, or as many as there are.
    pub(crate) fn read(&mut self, input: &impl ReadAt, offset: u64, len: usize) -> io::Result<&[u8]> {
        let buffer = self.get(len);
        let done = input.read_all_at(offset, buffer)?;
        Ok(&buffer[..done.min(len)])
    }
}

/// Rooms that are free: as many are made as there are threads.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<Vec<Room>>);

impl Rooms {
    /// Works in a room of its own.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut Room) -> R) -> R {
        let free = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut room = free.unwrap_or_default();
        let result = work(&mut room);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(room);
        result
    }
}
