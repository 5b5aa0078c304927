//! AMD Zen 4 (Genoa): 512-bit operations take two of its 256-bit units, so that a wide
//! vector brings latency, and no more operations a cycle.
//!
//! Estimated: one message of BLAKE2 with AVX2 and with SSSE3. Both were measured on an EPYC
//! 7003 (Zen 3), 339 to 342 cycles for BLAKE2b and 296 for BLAKE2s. They are held over
//! AVX-512's here until they are measured on this CPU, and are the same in other tables. The
//! costs of BLAKE2 and BLAKE3 in lanes with AVX2 were measured when blocks were transposed
//! in vectors.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    ZEN4 = "AMD Zen 4", |cpu| cpu.is(Vendor::Amd, 0x19, &[0x10..=0x1f, 0x60..=0x7f, 0xa0..=0xaf]); "measured with `peers kernels` on an EPYC 9004 at 3.7 GHz; one message of BLAKE2 with AVX2 and SSSE3 estimated from an EPYC 7003";
    Md5 {
        Avx512: 8 in 1 => 365, 16 in 1 => 440, 32 in 2 => 590, 64 in 4 => 1021;
        Avx2: 16 in 2 => 463, 32 in 4 => 837;
        Sse2: 8 in 2 => 475;
        Portable: 1 in 1 => 294, 2 in 2 => 414, 3 in 3 => 513;
    }
    Sha1 {
        Avx512: 16 in 1 => 500, 32 in 2 => 924;
        ShaNi: 1 in 1 => 121, 2 in 2 => 131, 4 in 4 => 201;
        Avx2: 1 in 1 => 174, 8 in 1 => 442, 16 in 2 => 875;
        Ssse3: 1 in 1 => 203, 4 in 1 => 483;
        Sse2: 4 in 1 => 501;
        Portable: 1 in 1 => 387;
    }
    Sha256 {
        Avx512: 16 in 1 => 980, 32 in 2 => 1850;
        ShaNi: 1 in 1 => 129, 2 in 2 => 129;
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
        Ssse3: 4 in 1 => 1041;
        Sse2: 4 in 1 => 1071;
        Portable: 1 in 1 => 583;
    }
    Keccak {
        Avx512: 1 in 1 => 728, 4 in 1 => 767, 8 in 1 => 1481;
        Avx2: 1 in 1 => 942, 4 in 1 => 1400;
        Sse2: 2 in 1 => 1351;
        Portable: 1 in 1 => 1095;
    }
    Blake2b {
        Avx512: 1 in 1 => 362, 4 in 1 => 544, 8 in 1 => 898, 8 in 2 paired => 727, 16 in 2 => 1714, 16 in 2 paired => 1378;
        Avx2: 1 in 1 => 365, 4 in 1 => 557;
        Ssse3: 1 in 1 => 366, 2 in 1 => 659;
        Sse2: 2 in 1 => 788;
        Portable: 1 in 1 => 456;
    }
    Blake2s {
        Avx512: 1 in 1 => 291, 8 in 1 => 457, 16 in 1 => 766, 32 in 2 => 1452, 16 in 1 paired => 733, 16 in 2 paired => 605, 32 in 2 paired => 1165;
        Avx2: 1 in 1 => 297, 8 in 1 => 542;
        Ssse3: 1 in 1 => 298, 4 in 1 => 604;
        Sse2: 4 in 1 => 664;
        Portable: 1 in 1 => 392;
    }
    Blake3 {
        Avx512: 1 in 1 => 195, 2 in 2 => 196, 4 in 4 => 256, 8 in 1 => 305, 8 in 8 => 421, 16 in 1 => 508, 32 in 2 => 1003, 16 in 1 paired => 466, 16 in 2 paired => 431, 32 in 2 paired => 834;
        Avx2: 1 in 1 => 229, 2 in 2 => 232, 4 in 4 => 327, 8 in 1 => 382;
        Ssse3: 1 in 1 => 232, 4 in 1 => 453;
        Sse2: 4 in 1 => 383;
        Portable: 1 in 1 => 277;
    }
}
