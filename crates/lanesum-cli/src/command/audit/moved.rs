//! Where files come from that are not listed.
//!
//! The manifest is read once more, and each digest of it looked up among those of the new
//! files: memory grows with what is new and missing, and not with the manifest.

use crate::ledger::{Group, Kept, LedgerError, Merge, Tree};
use lanesum_files::function::Value;
use lanesum_files::walk::Rules;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Where a new file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file that is missing.
    Moved { from: Vec<u8>, index: u64 },
    /// A file that is still there.
    Duplicate { of: Vec<u8> },
}

/// Finds the origin of each of `new`, as far as there is one. A missing file is the origin
/// of one new file only.
pub(super) fn origins(
    manifest: &Kept,
    new: &[(Vec<u8>, Vec<Value>)],
    missing: &HashSet<u64>,
) -> Result<Vec<Option<Origin>>, LedgerError> {
    let mut by_digest: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (i, (_, digests)) in new.iter().enumerate() {
        for digest in digests {
            by_digest.entry(digest.as_bytes()).or_default().push(i);
        }
    }
    let mut origins: Vec<Option<Origin>> = vec![None; new.len()];
    let mut look = |group: &Group| {
        let found = group.digests.iter().find_map(|(_, digest)| by_digest.get(digest.as_bytes()));
        let Some(found) = found else { return };
        if missing.contains(&group.index) {
            // The first that has no better origin.
            let free = found.iter().find(|&&i| !matches!(origins[i], Some(Origin::Moved { .. })));
            if let Some(&i) = free {
                origins[i] = Some(Origin::Moved { from: group.name.clone(), index: group.index });
            }
            return;
        }
        for &i in found {
            origins[i].get_or_insert_with(|| Origin::Duplicate { of: group.name.clone() });
        }
    };
    // In the same order, and with the same numbers as before.
    let nothing = Tree::new(Vec::new(), Arc::new(Rules::default()));
    let mut merge = Merge::new(nothing, Some((manifest.open()?, manifest.sorted)))?;
    while merge.next()?.is_some() {
        look(&merge.group);
    }
    Ok(origins)
}
