//! AMD Zen 5 (Turin): four 512-bit operations begin in a cycle, and each takes two.
//!
//! Estimated: 256-bit AVX-512, as if it cost what the whole width does, one message of MD5 too; one
//! message of SHA-1 to three with it, as with SHA-NI alone; four of SHA-256 with that, as twice
//! two; one message of MD5 to three with SSE2, as they took before they were in assembly, and its
//! lanes with AVX2, three sets a sixth above two; one message of SHA-1 and SHA-2 with scalar
//! rounds, to the lanes of the same instructions as on Zen 4; one message of BLAKE2 with AVX-512,
//! from the latency of its operations, and with AVX2 and SSSE3, as on Zen 4; two to eight nodes of
//! BLAKE3 in rows; all that is split; paired lanes, to those that are not as on Zen 4. The costs of
//! BLAKE2 and BLAKE3 in lanes with AVX2 were measured before their rounds were in assembly, those
//! of BLAKE2 on one set with AVX-512 with one column after the other.

use crate::costs::table::table;
use crate::isa::Vendor;

table! {
    ZEN5 = "AMD Zen 5", |cpu| cpu.vendor == Vendor::Amd && cpu.family() == 0x1a; "measured with `peers kernels` on an EPYC 9005; 256-bit AVX-512, paired lanes, four messages of SHA-256 with SHA-NI, MD5 with AVX2 and few messages of it, one message of BLAKE2 and one without SHA instructions estimated";
    Md5 {
        Avx512: 1 in 1 => 520, 8 in 1 => 520, 16 in 1 => 520, 32 in 2 => 527, 64 in 4 => 672;
        Avx2: 8 in 1 => 610, 16 in 2 => 620, 24 in 3 => 720;
        Sse2: 1 in 1 => 282, 2 in 2 => 285, 3 in 3 => 307, 8 in 2 => 640;
        Portable: 1 in 1 => 282;
    }
    Sha1 {
        Avx512: 1 in 1 => 123, 2 in 2 => 130, 3 in 3 => 195, 8 in 1 => 326, 16 in 1 => 326, 32 in 2 => 555;
        ShaNi: 1 in 1 => 122, 2 in 2 => 126, 4 in 4 => 189;
        Avx2: 1 in 1 => 177, 8 in 1 => 450, 16 in 2 => 800;
        Ssse3: 1 in 1 => 189, 4 in 1 => 450;
        Sse2: 4 in 1 => 500;
        Portable: 1 in 1 => 380;
    }
    Sha256 {
        Avx512: 8 in 1 => 650, 16 in 1 => 650, 32 in 2 => 1033;
        ShaNi: 1 in 1 => 130, 2 in 2 => 148, 4 in 4 => 296;
        Avx2: 1 in 1 => 406, 8 in 1 => 1000;
        Ssse3: 1 in 1 => 451, 4 in 1 => 1000;
        Sse2: 4 in 1 => 1100;
        Portable: 1 in 1 => 650;
    }
    Sha512 {
        Avx512: 1 in 1 => 405, 4 in 1 => 807, 8 in 1 => 807, 16 in 2 => 1600;
        Avx2: 1 in 1 => 419, 4 in 1 => 1250;
        Ssse3: 1 in 1 => 598, 2 in 1 => 1250;
        Sse2: 2 in 1 => 1400;
        Portable: 1 in 1 => 650;
    }
    Blake2b {
        Avx512: 1 in 1 => 600, 1 in 1 Split => 620, 4 in 1 => 641, 8 in 1 => 641, 16 in 2 => 977, 16 in 2 Paired => 850;
        Avx2: 1 in 1 => 365, 4 in 1 => 751;
        Ssse3: 1 in 1 => 366, 2 in 1 => 704;
        Sse2: 2 in 1 => 816;
        Portable: 1 in 1 => 351;
    }
    Blake2s {
        Avx512: 1 in 1 => 500, 1 in 1 Split => 520, 8 in 1 => 551, 16 in 1 => 551, 32 in 2 => 847, 32 in 2 Paired => 730;
        Avx2: 1 in 1 => 297, 8 in 1 => 700;
        Ssse3: 1 in 1 => 298, 4 in 1 => 741;
        Sse2: 4 in 1 => 770;
        Portable: 1 in 1 => 294;
    }
    Blake3 {
        Avx512: 1 in 1 => 170, 2 in 2 => 175, 4 in 4 => 190, 1 in 1 Split => 180, 2 in 2 Split => 185, 4 in 4 Split => 190, 8 in 1 => 400, 8 in 8 => 320, 16 in 1 => 400, 32 in 2 => 520, 32 in 2 Paired => 460;
        Avx2: 1 in 1 => 190, 2 in 2 => 195, 4 in 4 => 260, 8 in 1 => 420;
        Ssse3: 1 in 1 => 200, 4 in 1 => 420;
        Sse2: 4 in 1 => 450;
        Portable: 1 in 1 => 300;
    }
}
