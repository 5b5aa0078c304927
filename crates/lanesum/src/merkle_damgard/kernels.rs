//! The kernels of MD5, SHA-1 and SHA-2, and what they cost.
//!
//! Estimated: the costs of the Armv8 SHA instructions, from latencies, and those
//! of one message with scalar rounds (SSSE3, AVX2, AVX-512). For AMD these are to
//! the lanes of the same instructions as on Zen 4, where a block takes, in cycles:
//!
//! |         | SSSE3 | AVX2 | AVX-512 |
//! |---------|-------|------|---------|
//! | SHA-1   | 197   | 172  |         |
//! | SHA-256 | 444   | 393  |         |
//! | SHA-512 | 583   | 502  | 485     |
//!
//! SHA-512's AVX2 alone is from OpenSSL's on Zen 5, which works alike, and its
//! AVX-512 from that. For Intel they are their instructions by four a cycle, which
//! is how the cores without SHA instructions take them in, and what `llvm-mca` says
//! of the rounds on Skylake; SHA-512's SSSE3 is held under the portable kernel, for
//! that was measured on a wider core. On Intel SHA-NI is not pipelined, so that
//! interleaving SHA-1 brings nothing.

use super::md5::Md5;
use super::sha1::Sha1;
use super::sha256::Sha256;
use super::sha512::Sha512;
use crate::kernel::list::{cost, kernels, lanes, narrow};

#[cfg(target_arch = "aarch64")]
use crate::isa::aarch64::{Neon, Sha2, Sha512 as Sha512Instructions};
#[cfg(target_arch = "x86_64")]
use crate::isa::x86_64::{Avx2, Avx512, Avx512Half, ShaNi, Sse2, Ssse3};

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
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, one, Sha1: Ssse3, 1 => cost(189, 302));
            narrow!(list, one, Sha1: Avx2, 1 => cost(177, 206));
        }
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
        #[cfg(target_arch = "x86_64")]
        {
            narrow!(list, one, Sha256: Ssse3, 1 => cost(451, 567));
            narrow!(list, one, Sha256: Avx2, 1 => cost(406, 435));
        }
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
        {
            narrow!(list, one, Sha512: Ssse3, 1 => cost(598, 700));
            narrow!(list, one, Sha512: Avx2, 1 => cost(419, 590));
            narrow!(list, one, Sha512: Avx512Half, 1 => cost(405, 549));
        }
        #[cfg(target_arch = "aarch64")]
        narrow!(list, one, Sha512: Sha512Instructions, 1 => 330, 2 => 400);
    }
}
