//! Intel Sapphire Rapids and Emerald Rapids, which have one core: two units for 512-bit vectors,
//! of which one rotates and shifts, and three for 256 bits. A rotation takes one cycle, so that what
//! is split only takes more instructions. An instruction of SHA-1's message schedule begins every
//! fourth cycle, so that interleaving brings nothing with SHA-NI alone.
//!
//! Lanes that share sets of the cache lose by copies. GB/s, of messages that begin 16 bytes behind a
//! page, as an allocator's large ones do:
//!
//! |         | lanes | 64 KiB, in place | copied | 1 MiB, in place | copied |
//! |---------|-------|------------------|--------|-----------------|--------|
//! | MD5     | 64    | 8.7              | 7.2    | 7.8             | 5.8    |
//! | MD5     | 32    | 10.0             | 8.0    | 9.6             | 6.9    |
//! | SHA-1   | 32    | 5.8              | 4.3    | 5.6             | 3.1    |
//! | SHA-256 | 32    | 3.0              | 2.7    | 2.9             | 2.6    |
//!
//! The least of three runs on a shared machine, where kernels of 512 bits took up to a twentieth
//! longer in others.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    SAPPHIRE_RAPIDS = "Intel Sapphire Rapids", |cpu| cpu.is(Vendor::Intel, 6, &[0x8f..=0x8f, 0xcf..=0xcf]); "measured with `peers kernels` on an Emerald Rapids Xeon", in_place;
    Md5 {
        Avx512: 1 in 1 => 262, 8 in 1 => 268, 16 in 1 => 278, 32 in 2 => 472, 48 in 3 => 695, 64 in 4 => 918;
        Avx2: 8 in 1 => 389, 16 in 2 => 471, 24 in 3 => 643;
        Sse2: 1 in 1 => 290, 2 in 2 => 316, 3 in 3 => 384, 8 in 2 => 540;
        Portable: 1 in 1 => 296;
    }
    Sha1 {
        Avx512: 1 in 1 => 97, 2 in 2 => 142, 3 in 3 => 207, 8 in 1 => 368, 16 in 1 => 430, 32 in 2 => 845;
        ShaNi: 1 in 1 => 119, 2 in 2 => 238, 4 in 4 => 476;
        Avx2: 1 in 1 => 210, 8 in 1 => 526, 16 in 2 => 1021;
        Ssse3: 1 in 1 => 218, 4 in 1 => 528;
        Sse2: 4 in 1 => 551;
        Portable: 1 in 1 => 320;
    }
    Sha256 {
        Avx512: 8 in 1 => 616, 16 in 1 => 872, 32 in 2 => 1720;
        ShaNi: 1 in 1 => 132, 2 in 2 => 194, 4 in 4 => 387;
        Avx2: 1 in 1 => 458, 8 in 1 => 1184;
        Ssse3: 1 in 1 => 494, 4 in 1 => 1199;
        Sse2: 4 in 1 => 1212;
        Portable: 1 in 1 => 610;
    }
    Sha512 {
        Avx512: 1 in 1 => 559, 1 in 1 Split => 547, 4 in 1 => 763, 8 in 1 => 1104, 16 in 2 => 2171;
        Avx2: 1 in 1 => 582, 4 in 1 => 1453;
        Ssse3: 1 in 1 => 649, 2 in 1 => 1460;
        Sse2: 2 in 1 => 1527;
        Portable: 1 in 1 => 793;
    }
    Sm3 {
        Avx512: 8 in 1 => 627, 16 in 1 => 848, 32 in 2 => 1684;
        Avx2: 8 in 1 => 1165;
        Ssse3: 4 in 1 => 1180;
        Sse2: 4 in 1 => 1192;
        Portable: 1 in 1 => 567;
    }
    Keccak {
        Avx512: 1 in 1 => 808, 4 in 1 => 837, 8 in 1 => 1207;
        Avx2: 1 in 1 => 787, 4 in 1 => 1607;
        Sse2: 2 in 1 => 1598;
        Portable: 1 in 1 => 1028;
    }
    Blake2b {
        Avx512: 1 in 1 => 336, 1 in 1 Split => 443, 4 in 1 => 539, 8 in 1 => 731, 8 in 2 Paired => 937, 16 in 2 Paired => 1378, 16 in 2 Abreast => 1368;
        Avx2: 1 in 1 => 414, 4 in 1 => 620;
        Ssse3: 1 in 1 => 415, 2 in 1 => 862;
        Sse2: 2 in 1 => 1089;
        Portable: 1 in 1 => 427;
    }
    Blake2s {
        Avx512: 1 in 1 => 253, 1 in 1 Split => 397, 8 in 1 => 458, 16 in 1 => 628, 16 in 1 Paired => 610, 16 in 2 Paired => 804, 32 in 2 Paired => 1150, 32 in 2 Abreast => 1151;
        Avx2: 1 in 1 => 323, 8 in 1 => 579;
        Ssse3: 1 in 1 => 322, 4 in 1 => 723;
        Sse2: 4 in 1 => 801;
        Portable: 1 in 1 => 341;
    }
    Blake3 {
        Avx512: 1 in 1 => 175, 2 in 2 => 175, 4 in 4 => 182, 1 in 1 Split => 218, 2 in 2 Split => 216, 4 in 4 Split => 245, 8 in 1 => 328, 8 in 8 => 340, 16 in 1 => 442, 16 in 1 Paired => 435, 16 in 2 Paired => 561, 32 in 2 Paired => 799, 32 in 2 Abreast => 800;
        Avx2: 1 in 1 => 228, 2 in 2 => 227, 4 in 4 => 288, 8 in 1 => 406;
        Ssse3: 1 in 1 => 223, 4 in 1 => 415;
        Sse2: 4 in 1 => 480;
        Portable: 1 in 1 => 241;
    }
}
