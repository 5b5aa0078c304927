//! The benches: a file and a line here for each.

mod aes;
mod bao;
mod blake2;
mod blake3;
mod c;
mod disk;
mod dropin;
mod files;
mod kernels;
mod lanes;
mod large;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod limits;
mod one;
mod plan;
mod readers;
mod short;
mod streams;
mod without_sha;

use crate::session::Session;
use clap::builder::PossibleValue;

/// One thing to measure.
pub(crate) struct Bench {
    /// Its name on the command line and in the rows.
    pub(crate) name: &'static str,
    about: &'static str,
    /// Runs its cases.
    pub(crate) run: fn(&mut Session) -> anyhow::Result<()>,
}

impl Bench {
    /// As a value of the command line.
    pub(crate) fn value(&self) -> PossibleValue {
        PossibleValue::new(self.name).help(self.about)
    }
}

/// All of them.
pub(crate) const ALL: &[Bench] = &[
    Bench { name: "lanes", about: "Many messages in memory, against OpenSSL", run: lanes::run },
    Bench { name: "blake2", about: "BLAKE2 in memory, against blake2_simd", run: blake2::run },
    Bench { name: "files", about: "Whole commands over files, against GNU's", run: files::run },
    Bench { name: "disk", about: "Whole commands over files that are not in the page cache", run: disk::run },
    Bench { name: "large", about: "Whole commands with BLAKE3, against b3sum and bao", run: large::run },
    Bench {
        name: "streams",
        about: "Threads that share lanes, against threads that do not",
        run: streams::run,
    },
    Bench { name: "c", about: "The C library, against OpenSSL from C", run: c::run },
    Bench { name: "blake3", about: "BLAKE3 in memory, against the blake3 crate", run: blake3::run },
    Bench {
        name: "dropin",
        about: "Whole commands by other commands' names, against those",
        run: dropin::run,
    },
    Bench { name: "aes", about: "Hashes on AES rounds, and checksums", run: aes::run },
    Bench { name: "bao", about: "Bao in memory, against the bao and bao-tree crates", run: bao::run },
    Bench { name: "one", about: "One message at a time, short and long, against OpenSSL", run: one::run },
    Bench { name: "short", about: "One short message, against RustCrypto's crates", run: short::run },
    Bench { name: "readers", about: "One file by update_reader, against other crates", run: readers::run },
    Bench { name: "without_sha", about: "`one` as on a CPU without SHA instructions", run: without_sha::run },
    Bench { name: "plan", about: "What plans choose, against the best found", run: plan::run },
    Bench { name: "kernels", about: "What a block step costs in every kernel", run: kernels::run },
    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    Bench {
        name: "limits",
        about: "How near each kernel comes to what the CPU's ports allow",
        run: limits::run,
    },
];
