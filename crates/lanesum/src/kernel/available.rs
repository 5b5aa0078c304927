//! Every kernel, and what it costs.
//!
//! A cost is the number of cycles for one block in every lane, measured on one
//! core of an AMD Zen 5 server (`cargo run --release -p peers -- kernels`).
//! Only the ratios between the kernels of one algorithm matter, and only where
//! they cross. Not measured there, but estimated: those of the Armv8 SHA
//! instructions, from latencies; SHA-512's of AVX2 for one message, from
//! OpenSSL's, which works alike; BLAKE2's of AVX-512 for one message, from the
//! latency of a vector's operations, twice Intel's; those of 256-bit AVX-512, as
//! if they cost what the whole width does; and BLAKE3's for two to eight nodes in
//! rows. BLAKE2s's and BLAKE3's of AVX2 were measured there before their rounds
//! were in assembly.
//!
//! Where two are given, the second was measured on an Intel Sapphire Rapids
//! server, and holds on Intel's CPUs: two units for 512-bit vectors there, of
//! which one rotates, against four that all do; and SHA-NI not pipelined, so
//! that interleaving SHA-1 brings nothing.
//!
//! A new ISA is a line in each list.

use super::lanes::Lanes;
use super::narrow::Narrow;
use super::tree::{One, Tree};
use super::{Compress, CompressOne, Plan, TreeKernels};
use crate::algorithm::blake2b::Blake2b;
use crate::algorithm::blake2s::Blake2s;
use crate::algorithm::blake3::Blake3;
use crate::algorithm::md5::Md5;
use crate::algorithm::sha1::Sha1;
use crate::algorithm::sha256::Sha256;
use crate::algorithm::sha512::Sha512;
use crate::isa::portable::Portable;
use crate::isa::{Has, is_intel};
use crate::lanes::Side;
use crate::token::Token;
use alloc::boxed::Box;
use alloc::vec::Vec;
use once_cell::race::OnceBox;

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::{Neon, Sha2, Sha512 as Sha512Instructions};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, ShaNi, Sse2, Ssse3};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Paired;

/// The kernels of an algorithm on this CPU.
pub(crate) struct Kernels {
    /// All of them.
    pub(crate) list: Vec<Box<dyn Compress>>,
    /// The best one for one message.
    pub(crate) one: Box<dyn CompressOne>,
    /// Which ones to run.
    pub(crate) plan: Plan,
}

/// The cost of a kernel that is never the best one: paired lanes are not measured
/// on AMD's CPUs, whose vector units are less of a bottleneck.
#[cfg(target_arch = "x86_64")]
const NEVER: u32 = 1_000_000;

/// What a kernel costs on AMD's CPUs, and all others but Intel's, and on Intel's.
fn cost(amd: u32, intel: u32) -> u32 {
    if is_intel() { intel } else { amd }
}

/// `lanes!(list, C: Isa, sets => cost, ...)`: the sets of lanes of an ISA, or
/// with `in Paired` behind it, of those that are paired.
macro_rules! lanes {
    ($list:ident, $c:ident: $isa:ident $(in $paired:ident)?, $($sets:literal => $cost:expr),+) => {
        if let Some(isa) = $isa::detect() {
            type Set = lanes!(@ <$isa as Has<<$c as crate::kernel::compression::Compression>::Word>>::Vector $(, $paired)?);
            $($list.push(Box::new(Lanes::<$c, Side<Set, $sets>>::new(isa, $cost)) as _);)+
        }
    };
    (@ $set:ty) => { $set };
    (@ $set:ty, $paired:ident) => { $paired<$set> };
}

/// `narrow!(list, one, C: Isa, n => cost, ...)`: the same for kernels that are
/// not lanes. The first takes one message, and is the one for it if none before
/// costs less.
macro_rules! narrow {
    ($list:ident, $one:ident, $c:ident: $isa:ident, 1 => $cost:expr $(, $n:literal => $costs:expr)*) => {
        if let Some(isa) = $isa::detect() {
            $list.push(Box::new(Narrow::<$c, $isa, 1>::new(isa, $cost)) as _);
            $($list.push(Box::new(Narrow::<$c, $isa, $n>::new(isa, $costs)) as _);)*
            if $cost < $one.0 {
                $one = ($cost, Box::new(Narrow::<$c, $isa, 1>::new(isa, $cost)) as _);
            }
        }
    };
}

/// `kernels!(name, Compression { ... })`: the list of an algorithm, made once.
macro_rules! kernels {
    ($(#[$doc:meta])* $of:ident: $c:ident, |$list:ident, $one:ident| $body:block) => {
        $(#[$doc])*
        pub(crate) fn $of() -> &'static Kernels {
            static KERNELS: OnceBox<Kernels> = OnceBox::new();
            KERNELS.get_or_init(|| {
                let mut $list: Vec<Box<dyn Compress>> = Vec::new();
                let mut $one: (u32, Box<dyn CompressOne>) =
                    (u32::MAX, Box::new(Narrow::<$c, Portable, 1>::new(Portable, 0)));
                $body
                let plan = Plan::new(&$list, 0..$list.len());
                Box::new(Kernels { list: $list, one: $one.1, plan })
            })
        }
    };
}

kernels! {
    /// MD5's.
    of_md5: Md5, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Md5: Avx512, 1 => cost(520, 280), 2 => cost(527, 500), 4 => cost(672, 997));
            lanes!(list, Md5: Avx512Half, 1 => cost(520, 268));
            lanes!(list, Md5: Avx2, 2 => cost(640, 552));
            lanes!(list, Md5: Sse2, 2 => cost(640, 529));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Md5: Neon, 2 => 640);
        narrow!(list, one, Md5: Portable, 1 => cost(282, 296), 2 => cost(285, 391), 3 => cost(307, 491));
    }
}

kernels! {
    /// SHA-1's.
    of_sha1: Sha1, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha1: Avx512, 1 => cost(326, 463), 2 => cost(555, 860));
            lanes!(list, Sha1: Avx2, 1 => cost(450, 541), 2 => cost(800, 1062));
            lanes!(list, Sha1: Ssse3, 1 => cost(450, 535));
            lanes!(list, Sha1: Sse2, 1 => cost(500, 556));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha1: Neon, 1 => 450);
        narrow!(list, one, Sha1: Portable, 1 => 380);
        #[cfg(target_arch = "aarch64")]
        narrow!(list, one, Sha1: Sha2, 1 => 90, 2 => 100);
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Sha1: ShaNi, 1 => cost(122, 119), 2 => cost(126, 236), 4 => cost(189, 471));
    }
}

kernels! {
    /// SHA-224's and SHA-256's.
    of_sha256: Sha256, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha256: Avx512, 1 => cost(650, 911), 2 => cost(1033, 1800));
            lanes!(list, Sha256: Avx2, 1 => cost(1000, 1180));
            lanes!(list, Sha256: Ssse3, 1 => cost(1000, 1191));
            lanes!(list, Sha256: Sse2, 1 => cost(1100, 1205));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha256: Neon, 1 => 1000);
        narrow!(list, one, Sha256: Portable, 1 => 650);
        #[cfg(target_arch = "aarch64")]
        narrow!(list, one, Sha256: Sha2, 1 => 90, 2 => 110);
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Sha256: ShaNi, 1 => cost(130, 132), 2 => cost(148, 194));
    }
}

kernels! {
    /// SHA-384's, SHA-512's and SHA-512/t's.
    of_sha512: Sha512, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Sha512: Avx512, 1 => cost(807, 1148), 2 => cost(1600, 2253));
            lanes!(list, Sha512: Avx512Half, 1 => cost(807, 758));
            lanes!(list, Sha512: Avx2, 1 => cost(1250, 1438));
            lanes!(list, Sha512: Ssse3, 1 => cost(1250, 1448));
            lanes!(list, Sha512: Sse2, 1 => cost(1400, 1527));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Sha512: Neon, 1 => 1250);
        narrow!(list, one, Sha512: Portable, 1 => cost(650, 797));
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Sha512: Avx2, 1 => cost(419, 590));
        #[cfg(target_arch = "aarch64")]
        narrow!(list, one, Sha512: Sha512Instructions, 1 => 330, 2 => 400);
    }
}

/// BLAKE3's.
pub(crate) fn of_blake3() -> &'static TreeKernels {
    static KERNELS: OnceBox<TreeKernels> = OnceBox::new();
    KERNELS.get_or_init(|| {
        let mut list: Vec<Box<dyn Compress>> = Vec::new();
        let mut tree: Vec<Box<dyn Tree>> = Vec::new();
        macro_rules! both {
            ($($lanes:tt)+) => {
                lanes!(list, Blake3: $($lanes)+);
                lanes!(tree, Blake3: $($lanes)+);
            };
        }
        #[cfg(target_arch = "x86_64")]
        {
            both!(Avx512 in Paired, 1 => cost(NEVER, 450));
            both!(Avx512, 1 => cost(400, 470), 2 => cost(520, 930));
            both!(Avx512Half, 1 => cost(400, 323));
            both!(Avx2, 1 => cost(420, 435));
            both!(Ssse3, 1 => cost(420, 430));
            both!(Sse2, 1 => cost(450, 485));
        }
        #[cfg(target_arch = "aarch64")]
        both!(Neon, 1 => 450);
        let new = || Narrow::<Blake3, Portable, 1>::new(Portable, 0);
        let mut narrow: (u32, Box<dyn CompressOne>) = (u32::MAX, Box::new(new()));
        let mut one: (u32, Box<dyn One>) = (u32::MAX, Box::new(new()));
        macro_rules! rows {
            ($($rows:tt)+) => {
                narrow!(list, narrow, Blake3: $($rows)+);
                narrow!(tree, one, Blake3: $($rows)+);
            };
        }
        rows!(Portable, 1 => cost(300, 255));
        #[cfg(target_arch = "x86_64")]
        {
            rows!(Ssse3, 1 => cost(200, 230));
            rows!(Avx2, 1 => cost(190, 228), 2 => cost(195, 229), 4 => cost(260, 325));
            rows!(Avx512, 1 => cost(170, 182), 2 => cost(175, 183), 4 => cost(190, 214), 8 => cost(320, 340));
        }
        let plan = Plan::new(&list, 0..list.len());
        Box::new(TreeKernels { kernels: Kernels { list, one: narrow.1, plan }, tree, one: one.1 })
    })
}

kernels! {
    /// BLAKE2b's.
    of_blake2b: Blake2b, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2b: Avx512, 1 => cost(641, 815), 2 => cost(977, 1550));
            lanes!(list, Blake2b: Avx512Half, 1 => cost(641, 584));
            lanes!(list, Blake2b: Avx2, 1 => cost(751, 660));
            lanes!(list, Blake2b: Ssse3, 1 => cost(704, 890));
            lanes!(list, Blake2b: Sse2, 1 => cost(816, 1028));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2b: Neon, 1 => 704, 2 => 850);
        narrow!(list, one, Blake2b: Portable, 1 => cost(351, 447));
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Blake2b: Avx512, 1 => cost(600, 364));
    }
}

kernels! {
    /// BLAKE2s's.
    of_blake2s: Blake2s, |list, one| {
        #[cfg(target_arch = "x86_64")]
        {
            lanes!(list, Blake2s: Avx512, 1 => cost(551, 660), 2 => cost(847, 1340));
            lanes!(list, Blake2s: Avx512 in Paired, 1 => cost(NEVER, 630));
            lanes!(list, Blake2s: Avx512Half, 1 => cost(551, 498));
            lanes!(list, Blake2s: Avx2, 1 => cost(700, 605));
            lanes!(list, Blake2s: Ssse3, 1 => cost(741, 763));
            lanes!(list, Blake2s: Sse2, 1 => cost(770, 819));
        }
        #[cfg(target_arch = "aarch64")]
        lanes!(list, Blake2s: Neon, 1 => 741, 2 => 900);
        narrow!(list, one, Blake2s: Portable, 1 => cost(294, 357));
        #[cfg(target_arch = "x86_64")]
        narrow!(list, one, Blake2s: Avx512, 1 => cost(500, 292));
    }
}
