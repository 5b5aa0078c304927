//! AMD Zen 4 (Genoa): 512-bit operations take two of its 256-bit units, so that a wide vector
//! brings latency, and no more operations a cycle.
//!
//! Estimated: four nodes of BLAKE3 in one vector, above those in two; one message of MD5 with
//! AVX-512, where a rotation takes two cycles, one to three with SSE2, and its lanes with AVX2, as
//! on Zen 3; three sets of MD5 with AVX-512, between two and four; one message of SHA-1 to three
//! with AVX-512, as with SHA-NI alone, whose schedule is not what they wait for; four messages of
//! SHA-256 with SHA-NI, as on Zen 3; eight lanes of SHA-1 and SHA-256 with AVX-512, between half of
//! sixteen and SM3's part of them. BLAKE2 on one set of lanes with AVX-512 was measured with one
//! column after the other.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    ZEN4 = "AMD Zen 4", |cpu| cpu.is(Vendor::Amd, 0x19, &[0x10..=0x1f, 0x60..=0x7f, 0xa0..=0xaf]); "measured with `peers kernels` on an EPYC 9004 at 3.7 GHz; four nodes of BLAKE3 in one vector, few messages of SHA-1 and SHA-256 with AVX-512, four of SHA-256 with SHA-NI, one message of MD5 to three and its lanes with AVX2 estimated";
    Md5 {
        Avx512: 1 in 1 => 345, 8 in 1 => 360, 16 in 1 => 436, 32 in 2 => 586, 48 in 3 => 803, 64 in 4 => 1021;
        Avx2: 8 in 1 => 405, 16 in 2 => 430, 24 in 3 => 536;
        Sse2: 1 in 1 => 289, 2 in 2 => 300, 3 in 3 => 412, 8 in 2 => 461;
        Portable: 1 in 1 => 293;
    }
    Sha1 {
        Avx512: 1 in 1 => 122, 2 in 2 => 135, 3 in 3 => 205, 8 in 1 => 360, 16 in 1 => 500, 32 in 2 => 924;
        ShaNi: 1 in 1 => 121, 2 in 2 => 131, 4 in 4 => 201;
        Avx2: 1 in 1 => 174, 8 in 1 => 442, 16 in 2 => 875;
        Ssse3: 1 in 1 => 203, 4 in 1 => 504;
        Sse2: 4 in 1 => 516;
        Portable: 1 in 1 => 382;
    }
    Sha256 {
        Avx512: 8 in 1 => 600, 16 in 1 => 971, 32 in 2 => 1850;
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
        Avx512: 1 in 1 => 407, 1 in 1 Split => 358, 4 in 1 => 544, 8 in 1 => 898, 8 in 2 Paired => 727, 16 in 2 => 1714, 16 in 2 Paired => 1378;
        Avx2: 1 in 1 => 397, 4 in 1 => 547;
        Ssse3: 1 in 1 => 395, 2 in 1 => 654;
        Sse2: 2 in 1 => 783;
        Portable: 1 in 1 => 464;
    }
    Blake2s {
        Avx512: 1 in 1 => 338, 1 in 1 Split => 289, 8 in 1 => 457, 16 in 1 => 766, 32 in 2 => 1494, 16 in 1 Paired => 733, 16 in 2 Paired => 605, 32 in 2 Paired => 1148;
        Avx2: 1 in 1 => 337, 8 in 1 => 530;
        Ssse3: 1 in 1 => 337, 4 in 1 => 604;
        Sse2: 4 in 1 => 664;
        Portable: 1 in 1 => 392;
    }
    Blake3 {
        Avx512: 1 in 1 => 227, 2 in 2 => 227, 4 in 4 => 300, 1 in 1 Split => 197, 2 in 2 Split => 198, 4 in 4 Split => 261, 8 in 1 => 305, 8 in 8 => 421, 16 in 1 => 508, 32 in 2 => 988, 16 in 1 Paired => 475, 16 in 2 Paired => 431, 32 in 2 Paired => 834;
        Avx2: 1 in 1 => 234, 2 in 2 => 233, 4 in 4 => 327, 8 in 1 => 364;
        Ssse3: 1 in 1 => 230, 4 in 1 => 390;
        Sse2: 4 in 1 => 394;
        Portable: 1 in 1 => 271;
    }
}
