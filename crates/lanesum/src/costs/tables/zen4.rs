//! AMD Zen 4 (Genoa): 512-bit operations take two of its 256-bit units, so that a wide vector
//! brings latency, and no more operations a cycle.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    ZEN4 = "AMD Zen 4", |cpu| cpu.is(Vendor::Amd, 0x19, &[0x10..=0x1f, 0x60..=0x7f, 0xa0..=0xaf]); "measured with `peers kernels` on an EPYC 9004 at 3.7 GHz";
    Md5 {
        Avx512: 1 in 1 => 358, 8 in 1 => 360, 16 in 1 => 450, 32 in 2 => 586, 48 in 3 => 803, 64 in 4 => 1021;
        Avx2: 8 in 1 => 358, 16 in 2 => 430, 24 in 3 => 536;
        Sse2: 1 in 1 => 289, 2 in 2 => 300, 3 in 3 => 412, 8 in 2 => 461;
        Portable: 1 in 1 => 293;
    }
    Sha1 {
        Avx512: 1 in 1 => 122, 2 in 2 => 130, 3 in 3 => 158, 8 in 1 => 335, 16 in 1 => 500, 32 in 2 => 924;
        ShaNi: 1 in 1 => 121, 2 in 2 => 131, 4 in 4 => 201;
        Avx2: 1 in 1 => 174, 8 in 1 => 442, 16 in 2 => 875;
        Ssse3: 1 in 1 => 203, 4 in 1 => 504;
        Sse2: 4 in 1 => 516;
        Portable: 1 in 1 => 382;
    }
    Sha256 {
        Avx512: 8 in 1 => 525, 16 in 1 => 971, 32 in 2 => 1795;
        ShaNi: 1 in 1 => 129, 2 in 2 => 129, 4 in 4 => 239;
        Avx2: 1 in 1 => 396, 8 in 1 => 977;
        Ssse3: 1 in 1 => 448, 4 in 1 => 996;
        Sse2: 4 in 1 => 999;
        Portable: 1 in 1 => 679;
    }
    Sha512 {
        Avx512: 1 in 1 => 489, 4 in 1 => 650, 8 in 1 => 1212, 16 in 2 => 2316;
        Avx2: 1 in 1 => 507, 4 in 1 => 1197;
        Ssse3: 1 in 1 => 588, 2 in 1 => 1218;
        Sse2: 2 in 1 => 1262;
        Portable: 1 in 1 => 872;
    }
    Sm3 {
        Avx512: 8 in 1 => 631, 16 in 1 => 981, 32 in 2 => 1866;
        Avx2: 8 in 1 => 994;
        Ssse3: 4 in 1 => 1060;
        Sse2: 4 in 1 => 1084;
        Portable: 1 in 1 => 583;
    }
    Keccak {
        Avx512: 1 in 1 => 728, 4 in 1 => 767, 8 in 1 => 1481;
        Avx2: 1 in 1 => 950, 4 in 1 => 1420;
        Sse2: 2 in 1 => 1400;
        Portable: 1 in 1 => 1110;
    }
    Blake2b {
        Avx512: 1 in 1 => 407, 1 in 1 Split => 358, 4 in 1 => 515, 8 in 1 => 834, 8 in 2 Paired => 727, 16 in 2 Paired => 1378;
        Avx2: 1 in 1 => 397, 4 in 1 => 547;
        Ssse3: 1 in 1 => 395, 2 in 1 => 654;
        Sse2: 2 in 1 => 783;
        Portable: 1 in 1 => 399;
    }
    Blake2s {
        Avx512: 1 in 1 => 324, 1 in 1 Split => 297, 8 in 1 => 435, 16 in 1 => 717, 16 in 1 Paired => 674, 16 in 2 Paired => 605, 32 in 2 Paired => 1171;
        Avx2: 1 in 1 => 337, 8 in 1 => 519;
        Ssse3: 1 in 1 => 337, 4 in 1 => 604;
        Sse2: 4 in 1 => 594;
        Portable: 1 in 1 => 335;
    }
    Blake3 {
        Avx512: 1 in 1 => 226, 2 in 2 => 231, 4 in 4 => 294, 1 in 1 Split => 198, 2 in 2 Split => 202, 4 in 4 Split => 265, 8 in 1 => 312, 8 in 8 => 441, 16 in 1 => 524, 16 in 1 Paired => 505, 16 in 2 Paired => 444, 32 in 2 Paired => 850;
        Avx2: 1 in 1 => 233, 2 in 2 => 238, 4 in 4 => 292, 8 in 1 => 368;
        Ssse3: 1 in 1 => 231, 4 in 1 => 414;
        Sse2: 4 in 1 => 418;
        Portable: 1 in 1 => 234;
    }
}
