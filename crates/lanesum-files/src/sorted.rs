//! Any number of short byte strings put in order, in bounded memory: sorted runs of them
//! in a temporary file without a name, and their merge.

mod names;
mod runs;
#[allow(unsafe_code, reason = "maps the temporary file")]
mod spill;

use rustix::fs::FileType;
use std::io;

pub(crate) use names::Names;
pub(crate) use runs::{Merge, Runs};

/// How many bytes of memory they may take before they are spilled.
const KEPT: usize = 2 << 20;

/// Byte strings in no order, of at most 64 KiB each.
#[derive(Default)]
pub struct Sorter {
    names: Names,
    runs: Option<Runs>,
}

impl Sorter {
    /// One that threads may add to whatever their tables of descriptors are: its temporary file
    /// is open from the beginning. Others open theirs when they need it, and then only threads
    /// that share a table may add to them.
    ///
    /// # Errors
    ///
    /// Why there is no temporary file.
    pub fn open() -> io::Result<Self> {
        Ok(Self { names: Names::default(), runs: Some(Runs::new()?) })
    }

    /// Adds one.
    ///
    /// # Errors
    ///
    /// That it is too long; the system's, where there is no room in the temporary file.
    pub fn add(&mut self, name: &[u8]) -> io::Result<()> {
        self.names.push(name, FileType::Unknown)?;
        if self.names.size() < KEPT {
            return Ok(());
        }
        let runs = match &mut self.runs {
            Some(runs) => runs,
            none => none.insert(Runs::new()?),
        };
        runs.add(&mut self.names)
    }

    /// All that were added, in order, each once.
    ///
    /// # Errors
    ///
    /// The system's.
    pub fn sorted(mut self) -> io::Result<Sorted> {
        let Some(mut runs) = self.runs.take().filter(|runs| !runs.is_empty()) else {
            self.names.sort();
            return Ok(Sorted(Rest::Kept(self.names)));
        };
        runs.add(&mut self.names)?;
        Ok(Sorted(Rest::Spilled(runs.merge()?)))
    }
}

/// Byte strings in order.
pub struct Sorted(Rest);

enum Rest {
    Kept(Names),
    Spilled(Merge),
}

impl Iterator for Sorted {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let mut name = Vec::new();
        match &mut self.0 {
            Rest::Kept(names) => names.pop(&mut name),
            Rest::Spilled(merge) => merge.next(&mut name),
        }?;
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_once_and_in_order() {
        for count in [0, 1, 1000, 300_000, 300_001_u64] {
            let mut sorter = if count % 2 == 0 { Sorter::default() } else { Sorter::open().unwrap() };
            let name = |n: u64| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) % count.max(1)).to_be_bytes();
            let mut expected: Vec<_> = (0..count).map(name).collect();
            expected.iter().for_each(|name| sorter.add(name).unwrap());
            expected.sort_unstable();
            expected.dedup();
            assert!(sorter.sorted().unwrap().eq(expected.iter().map(|name| name.to_vec())));
        }
    }
}
