//! A table of what kernels cost on one CPU.

use super::{CostSource, Hash, Shape};
use crate::isa::Cpu;
use crate::token::Isa;

/// What kernels cost on one CPU.
pub(super) struct Table {
    /// The CPU.
    pub(super) cpu: &'static str,
    /// How the costs were found.
    pub(super) source: &'static str,
    /// Whether a CPU is that one.
    pub(super) is_of: fn(Cpu) -> bool,
    /// Whether the core is the faster one at lanes that share sets of the cache where they are read
    /// in place, and not copied beside each other first.
    pub(super) in_place: bool,
    /// The costs.
    pub(super) rows: &'static [Row],
}

/// What a kernel costs.
pub(super) struct Row {
    pub(super) hash: Hash,
    pub(super) kernel: Shape,
    /// Cycles for a block in every lane.
    pub(super) cycles: u32,
}

impl Table {
    /// Whether it has the kernels of a hash.
    pub(super) fn has(&self, hash: Hash) -> bool {
        self.rows.iter().any(|row| row.hash == hash)
    }

    /// Whether it has kernels of a hash on an ISA.
    #[cfg(test)]
    pub(super) fn knows(&self, hash: Hash, isa: Isa) -> bool {
        self.rows.iter().any(|row| row.hash == hash && row.kernel.isa() == isa)
    }

    /// The newest instruction set of its CPU that any kernel runs on.
    pub(super) fn newest(&self) -> Isa {
        self.rows.iter().map(|row| row.kernel.isa()).max().unwrap_or(Isa::Portable)
    }

    /// What a kernel costs, if it is there.
    pub(super) fn cost(&self, hash: Hash, kernel: Shape) -> Option<u32> {
        self.rows.iter().find(|row| row.hash == hash && row.kernel == kernel).map(|row| row.cycles)
    }

    /// The table as a source.
    pub(super) fn source(&self) -> CostSource {
        CostSource::Table { cpu: self.cpu, source: self.source }
    }
}

/// `table!(NAME = "CPU", is_of; "source"; Hash { Isa: lanes in sets => cycles, ...; } ...)`, with
/// `Paired`, `Abreast`, `Split` or `Metered` behind the sets of a kernel whose form is that, and `, in_place`
/// behind the source.
macro_rules! table {
    (
        $(#[$doc:meta])* $name:ident = $cpu:literal, $is_of:expr; $source:expr $(, $in_place:ident)?;
        $($hash:ident { $($isa:ident: $($lanes:literal in $sets:literal $($form:ident)? => $cycles:literal),+;)+ })+
    ) => {
        $(#[$doc])*
        pub(in crate::costs) const $name: $crate::costs::table::Table = $crate::costs::table::Table {
            cpu: $cpu,
            source: $source,
            is_of: $is_of,
            in_place: $crate::costs::table::table!(@place $($in_place)?),
            rows: &[
                $($($($crate::costs::table::Row {
                    hash: $crate::costs::Hash::$hash,
                    kernel: $crate::costs::Shape::new(
                        $crate::token::Isa::$isa,
                        $sets,
                        $crate::costs::table::table!(@ $($form)?),
                        $lanes,
                    ),
                    cycles: $cycles,
                },)+)+)+
            ],
        };
    };
    (@place) => { false };
    (@place in_place) => { true };
    (@) => { $crate::costs::Form::Plain };
    (@ $form:ident) => { $crate::costs::Form::$form };
}
pub(super) use table;
