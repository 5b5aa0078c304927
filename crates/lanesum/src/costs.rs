//! What kernels cost: data, with the source of each.
//!
//! A cost is the number of cycles that a block in every lane takes. Plans choose by the
//! ratios between the kernels of one hash, and those differ from CPU to CPU: how many
//! vectors a cycle begins, how soon a result is ready, whether 512 bits are one unit or
//! two. The costs come from the table of the nearest CPU, and where no table is near,
//! from a model. Digests never depend on them.

mod model;
mod shape;
mod table;
mod tables;

use crate::isa;
use alloc::vec::Vec;
use core::fmt;

pub(crate) use shape::Shape;

/// What has costs: a compression function. SHA-3's, for every length of a block, are
/// [`Hash::Keccak`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hash {
    Md5,
    Sha1,
    Sha256,
    Sha512,
    Sm3,
    Keccak,
    Blake2b,
    Blake2s,
    Blake3,
}

/// Where a cost comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostSource {
    /// A table of what kernels cost on one CPU: this one, or the nearest that has a table.
    Table {
        /// The CPU.
        cpu: &'static str,
        /// How its costs were found.
        source: &'static str,
    },
    /// A model of execution units and latency.
    Model,
}

impl fmt::Display for CostSource {
    /// `table of AMD Zen 4`, `model`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table { cpu, .. } => write!(f, "table of {cpu}"),
            Self::Model => f.pad("model"),
        }
    }
}

/// The cost of a kernel that its table lacks: others are chosen. Paired lanes are not
/// in the tables of AMD's CPUs, whose vector units are less of a bottleneck.
pub(crate) const NEVER: u32 = 1_000_000;

/// What the kernels of a hash cost, and where the costs come from: the nearest table
/// that has the hash, or the model.
pub(crate) fn listed(hash: Hash, kernels: impl Iterator<Item = Shape> + Clone) -> (Vec<u32>, CostSource) {
    for table in tables::near(isa::cpu()) {
        if table.has(hash) {
            let costs = kernels.map(|kernel| table.cost(hash, kernel).unwrap_or(NEVER)).collect();
            return (costs, table.source());
        }
    }
    (kernels.map(|kernel| model::cost(hash, kernel)).collect(), CostSource::Model)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use crate::bench::compressions;

    /// Every kernel is in the tables near this CPU, but paired ones in those of AMD's,
    /// and the model does not stray from them.
    #[test]
    fn every_kernel_has_a_cost() {
        for algorithm in compressions() {
            for kernel in algorithm.kernels() {
                let cost = kernel.cost();
                assert!(cost < NEVER || kernel.is_paired(), "{algorithm} {kernel} is in no table");
            }
        }
    }

    #[test]
    fn the_model_is_near_the_tables() {
        let all = [
            (Hash::Md5, "md5"),
            (Hash::Sha1, "sha1"),
            (Hash::Sha256, "sha256"),
            (Hash::Sha512, "sha512"),
            (Hash::Sm3, "sm3"),
            (Hash::Keccak, "sha3-256"),
            (Hash::Blake2b, "blake2b"),
            (Hash::Blake2s, "blake2s"),
            (Hash::Blake3, "blake3"),
        ];
        for (hash, name) in all {
            let algorithm: Algorithm = name.parse().unwrap();
            for kernel in algorithm.kernels().into_iter().filter(|kernel| kernel.cost() < NEVER) {
                let (model, table) = (model::cost(hash, kernel.shape()), kernel.cost());
                assert!(
                    model < 2 * table && table < 2 * model,
                    "{algorithm} {kernel}: {model} by the model, {table} in the table"
                );
            }
        }
    }
}
