//! What kernels cost: data, with the source of each.
//!
//! A cost is the number of cycles that a block in every lane takes. Plans choose by the
//! ratios between the kernels of one hash, and those differ from CPU to CPU: how many
//! vectors a cycle begins, how soon a result is ready, whether 512 bits are one unit or
//! two. The costs come from the table of the nearest CPU, and where no table is near,
//! from a model; where batches are large they are measured, in `kernel/measure.rs`.
//! Digests never depend on them.

mod model;
mod setting;
mod shape;
mod table;
mod tables;

use crate::isa;
use alloc::vec::Vec;
use core::fmt;
use table::Table;

pub use setting::{Costs, ParseCostsError, costs};
pub(crate) use shape::{Form, Shape};

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

/// Where the cost of a [`Kernel`](crate::Kernel) comes from.
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
    /// Measured on this core, in this process.
    Measured,
}

impl fmt::Display for CostSource {
    /// `table of AMD Zen 4`, `model`, `measured`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table { cpu, .. } => write!(f, "table of {cpu}"),
            Self::Model => f.pad("model"),
            Self::Measured => f.pad("measured"),
        }
    }
}

/// The cost of a kernel that its table lacks: others are chosen. Not every table has each form of a
/// kernel, or what was never worth it there.
pub(crate) const NEVER: u32 = 1_000_000;

/// What the kernels of a hash cost before anything is measured.
pub(crate) struct Listed {
    pub(crate) costs: Vec<u32>,
    pub(crate) source: CostSource,
    /// Whether the source is the table of this CPU itself.
    pub(crate) own: bool,
}

/// What the kernels of a hash cost before anything is measured: by the nearest table
/// that has the hash, or by the model, as `LANESUM_COSTS` allows.
pub(crate) fn listed(hash: Hash, kernels: impl Iterator<Item = Shape> + Clone) -> Listed {
    let cpu = isa::cpu();
    let tables = if costs() == Ok(Some(Costs::Model)) { &[] } else { tables::near(cpu) };
    for table in tables {
        if table.has(hash) {
            let costs = kernels
                .map(|kernel| table.cost(hash, kernel).unwrap_or_else(|| lacking(table, hash, kernel)));
            let costs = costs.collect();
            return Listed { costs, source: table.source(), own: (table.is_of)(cpu) };
        }
    }
    let costs = kernels.map(|kernel| model::cost(hash, kernel)).collect();
    Listed { costs, source: CostSource::Model, own: false }
}

/// What a kernel costs that a table lacks: if its instructions are newer than that CPU, what the model
/// says.
fn lacking(table: &Table, hash: Hash, kernel: Shape) -> u32 {
    if kernel.isa() > table.newest() { model::cost(hash, kernel) } else { NEVER }
}

/// Whether lanes that share sets of the cache are read where they lie on this CPU, as the nearest
/// table says. Where there is none they are copied.
pub(crate) fn reads_in_place() -> bool {
    tables::near(isa::cpu()).first().is_some_and(|table| table.in_place)
}

/// What a kernel may be expected to cost when it is measured: as listed, or what the model
/// says of one that the table lacks.
pub(crate) fn expected(hash: Hash, kernel: Shape, listed: u32) -> u32 {
    if listed < NEVER { listed } else { model::cost(hash, kernel) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;

    /// The kernels of this CPU, each with its cost by each table that knows its ISA.
    fn each(mut check: impl FnMut(&'static Table, Hash, Shape, Option<u32>)) {
        for (hash, name) in [
            (Hash::Md5, "md5"),
            (Hash::Sha1, "sha1"),
            (Hash::Sha256, "sha256"),
            (Hash::Sha512, "sha512"),
            (Hash::Sm3, "sm3"),
            (Hash::Keccak, "sha3-256"),
            (Hash::Blake2b, "blake2b"),
            (Hash::Blake2s, "blake2s"),
            (Hash::Blake3, "blake3"),
        ] {
            let algorithm: Algorithm = name.parse().unwrap();
            for kernel in algorithm.kernels().into_iter().map(|kernel| kernel.shape()) {
                for table in tables::ALL.iter().filter(|table| table.knows(hash, kernel.isa())) {
                    check(table, hash, kernel, table.cost(hash, kernel));
                }
            }
        }
    }

    /// Every plain kernel is in every table.
    #[test]
    fn every_kernel_has_a_cost() {
        each(|table, hash, kernel, cost| {
            let is_plain = kernel.form() == Form::Plain;
            assert!(cost.is_some() || !is_plain, "{hash:?} {kernel} is not in the table of {}", table.cpu);
        });
    }

    /// A CPU that is newer than that of its table is not kept from what the table cannot know.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn what_a_table_lacks() {
        use crate::token::Isa;
        for table in tables::ALL {
            let lacking = |isa| lacking(table, Hash::Sha512, Shape::new(isa, 2, Form::Metered, 2));
            assert_eq!([lacking(Isa::Portable), lacking(Isa::Avx2)], [NEVER; 2], "{}", table.cpu);
            assert!(lacking(Isa::Sha512Ni) < NEVER, "{}", table.cpu);
        }
    }

    #[test]
    fn the_model_is_near_the_tables() {
        each(|table, hash, kernel, cost| {
            let Some(cost) = cost else { return };
            // What is not measured but estimated itself may be further off.
            let most = if table.source.contains("llvm-mca") { 3 } else { 2 };
            let model = model::cost(hash, kernel);
            assert!(
                model < most * cost && cost < most * model,
                "{hash:?} {kernel}: {model} by the model, {cost} in the table of {}",
                table.cpu
            );
        });
    }
}
