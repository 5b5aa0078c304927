//! Intel Granite Rapids: two units for 512-bit vectors, of which one rotates and shifts and
//! the other one shuffles, and three for 256 bits. A rotation takes one cycle, so that what
//! is split only takes more instructions. SHA-1's instructions for the message schedule
//! are not pipelined.
//!
//! The least of several runs on a shared machine, where kernels of 512 bits took up to a tenth
//! longer in others; of lanes of BLAKE2 and BLAKE3 with AVX-512, what they took in most, but
//! for one set of 512 bits: those, and lanes of 32 bits with 512, in one quiet run. SHA-1's lanes
//! with AVX-512 by the time that they take beside one message with SHA-NI. Four messages of SHA-256
//! with SHA-NI were not measured, and are listed as twice two, nor three sets of MD5 with AVX-512,
//! which are three quarters of four. Paired lanes have become faster since they were measured here,
//! and are listed by what they take beside one set on Sapphire Rapids, whose core is nearly the same
//! and whose caches of a core are as large: lanes that share sets of those are read in place as there.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    GRANITE_RAPIDS = "Intel Granite Rapids", |cpu| cpu.is(Vendor::Intel, 6, &[0xad..=0xae]); "measured with `peers kernels` on a Xeon 6; paired lanes by their ratio on Sapphire Rapids", in_place;
    Md5 {
        Avx512: 1 in 1 => 257, 8 in 1 => 276, 16 in 1 => 306, 32 in 2 => 516, 48 in 3 => 752, 64 in 4 => 1003;
        Avx2: 8 in 1 => 400, 16 in 2 => 502, 24 in 3 => 718;
        Sse2: 1 in 1 => 291, 2 in 2 => 317, 3 in 3 => 372, 8 in 2 => 548;
        Portable: 1 in 1 => 289;
    }
    Sha1 {
        Avx512: 1 in 1 => 98, 2 in 2 => 146, 3 in 3 => 212, 8 in 1 => 386, 16 in 1 => 553, 32 in 2 => 1013;
        ShaNi: 1 in 1 => 120, 2 in 2 => 246, 4 in 4 => 492;
        Avx2: 1 in 1 => 211, 8 in 1 => 566, 16 in 2 => 1129;
        Ssse3: 1 in 1 => 217, 4 in 1 => 530;
        Sse2: 4 in 1 => 562;
        Portable: 1 in 1 => 315;
    }
    Sha256 {
        Avx512: 8 in 1 => 610, 16 in 1 => 922, 32 in 2 => 1833;
        ShaNi: 1 in 1 => 132, 2 in 2 => 194, 4 in 4 => 388;
        Avx2: 1 in 1 => 458, 8 in 1 => 1155;
        Ssse3: 1 in 1 => 490, 4 in 1 => 1191;
        Sse2: 4 in 1 => 1208;
        Portable: 1 in 1 => 560;
    }
    Sha512 {
        Avx512: 1 in 1 => 560, 4 in 1 => 748, 8 in 1 => 1129, 16 in 2 => 2234;
        Avx2: 1 in 1 => 582, 4 in 1 => 1416;
        Ssse3: 1 in 1 => 640, 2 in 1 => 1422;
        Sse2: 2 in 1 => 1488;
        Portable: 1 in 1 => 716;
    }
    Sm3 {
        Avx512: 8 in 1 => 639, 16 in 1 => 935, 32 in 2 => 1854;
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
        Avx512: 1 in 1 => 325, 1 in 1 Split => 442, 4 in 1 => 529, 8 in 1 => 737, 8 in 2 Paired => 945, 16 in 2 Paired => 1389;
        Avx2: 1 in 1 => 412, 4 in 1 => 652;
        Ssse3: 1 in 1 => 411, 2 in 1 => 873;
        Sse2: 2 in 1 => 1056;
        Portable: 1 in 1 => 446;
    }
    Blake2s {
        Avx512: 1 in 1 => 251, 1 in 1 Split => 377, 8 in 1 => 452, 16 in 1 => 629, 16 in 1 Paired => 611, 16 in 2 Paired => 805, 32 in 2 Paired => 1152;
        Avx2: 1 in 1 => 317, 8 in 1 => 576;
        Ssse3: 1 in 1 => 320, 4 in 1 => 723;
        Sse2: 4 in 1 => 819;
        Portable: 1 in 1 => 354;
    }
    Blake3 {
        Avx512: 1 in 1 => 177, 2 in 2 => 177, 4 in 4 => 181, 1 in 1 Split => 218, 2 in 2 Split => 218, 4 in 4 Split => 242, 8 in 1 => 320, 8 in 8 => 338, 16 in 1 => 452, 16 in 1 Paired => 445, 16 in 2 Paired => 574, 32 in 2 Paired => 817;
        Avx2: 1 in 1 => 222, 2 in 2 => 223, 4 in 4 => 302, 8 in 1 => 409;
        Ssse3: 1 in 1 => 222, 4 in 1 => 409;
        Sse2: 4 in 1 => 473;
        Portable: 1 in 1 => 245;
    }
}
