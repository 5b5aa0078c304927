//! Intel Sapphire Rapids: two units for 512-bit vectors, of which one rotates, and three for 256
//! bits. An instruction of SHA-1's message schedule begins every fourth cycle, so that
//! interleaving brings nothing with SHA-NI alone.
//!
//! As on Granite Rapids, whose core is nearly the same, but not measured here: lanes of 256 bits
//! of MD5 with AVX2, and of SHA-1 and SHA-256 with AVX-512, one to three messages of MD5, and of
//! SHA-1 with AVX-512, one message of SHA-1 and SHA-2 without SHA instructions, SM3, SHA-3, one
//! message of BLAKE2, two to eight nodes of BLAKE3 in rows, and all that is split. BLAKE2 on one
//! set of lanes with AVX-512 was measured with one column after the other, and is listed with what
//! step by step gained there; paired lanes, by their ratio to one set that is not. Four messages of
//! SHA-256 with SHA-NI are listed as twice two, and three sets of MD5 with AVX-512 as three quarters
//! of four.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    SAPPHIRE_RAPIDS = "Intel Sapphire Rapids", |cpu| cpu.is(Vendor::Intel, 6, &[0x8f..=0x8f, 0xcf..=0xcf]); "measured with `peers kernels` on a Xeon; 256-bit AVX-512 of SHA-1 and SHA-256 and one message of SHA-1 to three with it, MD5 with AVX2 and one message of it to three, one message without SHA instructions, SM3, SHA-3, one message of BLAKE2, BLAKE2 on one set of lanes with AVX-512, nodes of BLAKE3 in rows and paired lanes as on Granite Rapids";
    Md5 {
        Avx512: 1 in 1 => 257, 8 in 1 => 268, 16 in 1 => 280, 32 in 2 => 500, 48 in 3 => 748, 64 in 4 => 997;
        Avx2: 8 in 1 => 400, 16 in 2 => 502, 24 in 3 => 718;
        Sse2: 1 in 1 => 291, 2 in 2 => 317, 3 in 3 => 372, 8 in 2 => 529;
        Portable: 1 in 1 => 296;
    }
    Sha1 {
        Avx512: 1 in 1 => 98, 2 in 2 => 146, 3 in 3 => 212, 8 in 1 => 323, 16 in 1 => 463, 32 in 2 => 860;
        ShaNi: 1 in 1 => 119, 2 in 2 => 236, 4 in 4 => 471;
        Avx2: 1 in 1 => 211, 8 in 1 => 541, 16 in 2 => 1062;
        Ssse3: 1 in 1 => 217, 4 in 1 => 535;
        Sse2: 4 in 1 => 556;
        Portable: 1 in 1 => 315;
    }
    Sha256 {
        Avx512: 8 in 1 => 603, 16 in 1 => 911, 32 in 2 => 1800;
        ShaNi: 1 in 1 => 132, 2 in 2 => 194, 4 in 4 => 388;
        Avx2: 1 in 1 => 458, 8 in 1 => 1180;
        Ssse3: 1 in 1 => 490, 4 in 1 => 1191;
        Sse2: 4 in 1 => 1205;
        Portable: 1 in 1 => 560;
    }
    Sha512 {
        Avx512: 1 in 1 => 560, 4 in 1 => 758, 8 in 1 => 1148, 16 in 2 => 2253;
        Avx2: 1 in 1 => 582, 4 in 1 => 1438;
        Ssse3: 1 in 1 => 640, 2 in 1 => 1448;
        Sse2: 2 in 1 => 1527;
        Portable: 1 in 1 => 716;
    }
    Sm3 {
        Avx512: 8 in 1 => 639, 16 in 1 => 973, 32 in 2 => 1889;
        Avx2: 8 in 1 => 1211;
        Ssse3: 4 in 1 => 1171;
        Sse2: 4 in 1 => 1199;
        Portable: 1 in 1 => 550;
    }
    Keccak {
        Avx512: 1 in 1 => 804, 4 in 1 => 826, 8 in 1 => 1260;
        Avx2: 1 in 1 => 794, 4 in 1 => 1645;
        Sse2: 2 in 1 => 1610;
        Portable: 1 in 1 => 936;
    }
    Blake2b {
        Avx512: 1 in 1 => 325, 1 in 1 Split => 442, 4 in 1 => 550, 8 in 1 => 700, 8 in 2 Paired => 854, 16 in 2 => 1550, 16 in 2 Paired => 1320;
        Avx2: 1 in 1 => 412, 4 in 1 => 660;
        Ssse3: 1 in 1 => 411, 2 in 1 => 890;
        Sse2: 2 in 1 => 1028;
        Portable: 1 in 1 => 447;
    }
    Blake2s {
        Avx512: 1 in 1 => 251, 1 in 1 Split => 377, 8 in 1 => 470, 16 in 1 => 590, 32 in 2 => 1340, 16 in 1 Paired => 605, 16 in 2 Paired => 733, 32 in 2 Paired => 1135;
        Avx2: 1 in 1 => 317, 8 in 1 => 605;
        Ssse3: 1 in 1 => 320, 4 in 1 => 763;
        Sse2: 4 in 1 => 819;
        Portable: 1 in 1 => 357;
    }
    Blake3 {
        Avx512: 1 in 1 => 182, 2 in 2 => 182, 4 in 4 => 186, 1 in 1 Split => 218, 2 in 2 Split => 218, 4 in 4 Split => 242, 8 in 1 => 323, 8 in 8 => 340, 16 in 1 => 470, 32 in 2 => 930, 16 in 1 Paired => 489, 16 in 2 Paired => 569, 32 in 2 Paired => 970;
        Avx2: 1 in 1 => 222, 2 in 2 => 223, 4 in 4 => 302, 8 in 1 => 435;
        Ssse3: 1 in 1 => 222, 4 in 1 => 430;
        Sse2: 4 in 1 => 485;
        Portable: 1 in 1 => 255;
    }
}
