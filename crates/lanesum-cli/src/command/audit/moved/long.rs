//! Names that are longer than a record may be.

use super::be;
use std::collections::HashMap;

/// The few names that are too long for a record, by the numbers of their files. In the record
/// stands none.
#[derive(Default)]
pub(super) struct Long(HashMap<u64, Vec<u8>>);

impl Long {
    /// What there is room for beside a digest and two numbers.
    const LONGEST: usize = 65_000;

    /// What stands in the record of a file: its name, or none of it.
    pub(super) fn short<'a>(&mut self, number: u64, name: &'a [u8]) -> &'a [u8] {
        if name.len() <= Self::LONGEST {
            return name;
        }
        self.0.insert(number, name.to_vec());
        &[]
    }

    /// The name of a file, of which this stands in its record.
    pub(super) fn whole(&self, number: &[u8], name: &[u8]) -> Vec<u8> {
        match self.0.get(&be(number)) {
            Some(long) if name.is_empty() => long.clone(),
            _ => name.to_vec(),
        }
    }
}
