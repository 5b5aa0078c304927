//! AMD Zen 3 (Milan): four vector units of 256 bits, no AVX-512.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    ZEN3 = "AMD Zen 3", |cpu| cpu.is(Vendor::Amd, 0x19, &[0x00..=0x0f, 0x20..=0x5f]); "measured with `peers kernels` on an EPYC 7003 at 3.25 GHz";
    Md5 {
        Avx2: 8 in 1 => 405, 16 in 2 => 425, 24 in 3 => 536;
        Sse2: 1 in 1 => 290, 2 in 2 => 297, 3 in 3 => 418, 8 in 2 => 469;
        Portable: 1 in 1 => 296;
    }
    Sha1 {
        ShaNi: 1 in 1 => 121, 2 in 2 => 126, 4 in 4 => 197;
        Avx2: 1 in 1 => 175, 8 in 1 => 442, 16 in 2 => 895;
        Ssse3: 1 in 1 => 201, 4 in 1 => 514;
        Sse2: 4 in 1 => 525;
        Portable: 1 in 1 => 391;
    }
    Sha256 {
        ShaNi: 1 in 1 => 129, 2 in 2 => 130, 4 in 4 => 239;
        Avx2: 1 in 1 => 396, 8 in 1 => 972;
        Ssse3: 1 in 1 => 453, 4 in 1 => 994;
        Sse2: 4 in 1 => 1006;
        Portable: 1 in 1 => 677;
    }
    Sha512 {
        Avx2: 1 in 1 => 515, 4 in 1 => 1195;
        Ssse3: 1 in 1 => 592, 2 in 1 => 1227;
        Sse2: 2 in 1 => 1279;
        Portable: 1 in 1 => 870;
    }
    Sm3 {
        Avx2: 8 in 1 => 1001;
        Ssse3: 4 in 1 => 1083;
        Sse2: 4 in 1 => 1118;
        Portable: 1 in 1 => 670;
    }
    Keccak {
        Avx2: 1 in 1 => 980, 4 in 1 => 1409;
        Sse2: 2 in 1 => 1454;
        Portable: 1 in 1 => 1117;
    }
    Blake2b {
        Avx2: 1 in 1 => 342, 4 in 1 => 494;
        Ssse3: 1 in 1 => 347, 2 in 1 => 657;
        Sse2: 2 in 1 => 835;
        Portable: 1 in 1 => 406;
    }
    Blake2s {
        Avx2: 1 in 1 => 296, 8 in 1 => 467;
        Ssse3: 1 in 1 => 296, 4 in 1 => 580;
        Sse2: 4 in 1 => 627;
        Portable: 1 in 1 => 341;
    }
    Blake3 {
        Avx2: 1 in 1 => 208, 2 in 2 => 211, 4 in 4 => 255, 8 in 1 => 335;
        Ssse3: 1 in 1 => 224, 4 in 1 => 384;
        Sse2: 4 in 1 => 436;
        Portable: 1 in 1 => 243;
    }
}
